//! Command lists and queues.

use super::{SLOW, append_fill, append_slow};
use crate::harness::{Sim, bytes, described, run};
use level_zero_sys::*;
use std::ptr::{null, null_mut};

const SIZE: usize = 1 << 20;

#[test]
fn a_closed_list_can_be_executed_any_number_of_times() {
    run(&[], |sim| {
        let (queue, list, memory) = (sim.queue(0), sim.regular(0, 0), sim.on_host(1));
        append_fill(sim, list, memory, 1, 5);
        call!(sim, zeCommandListClose(list));
        for _ in 0..3 {
            bytes(memory, 1)[0] = 0;
            sim.execute(queue, list);
            sim.finish(queue);
            assert_eq!(bytes(memory, 1)[0], 5);
        }
    });
}

#[test]
fn a_reset_removes_all_commands() {
    run(&[], |sim| {
        let (queue, list, memory) = (sim.queue(0), sim.regular(0, 0), sim.on_host(1));
        bytes(memory, 1)[0] = 1;
        append_fill(sim, list, memory, 1, 5);
        call!(sim, zeCommandListReset(list));
        call!(sim, zeCommandListClose(list));
        sim.execute(queue, list);
        sim.finish(queue);
        assert_eq!(bytes(memory, 1)[0], 1);
    });
}

#[test]
fn nothing_is_executed_before_it_is_submitted() {
    run(&[], |sim| {
        let (list, memory) = (sim.regular(0, 0), sim.on_host(1));
        bytes(memory, 1)[0] = 1;
        append_fill(sim, list, memory, 1, 5);
        call!(sim, zeCommandListClose(list));
        // A fill that is executed at once is done by then.
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert_eq!(bytes(memory, 1)[0], 1);
    });
}

#[test]
fn lists_of_one_call_are_executed_in_their_order() {
    run(&[], |sim| {
        let (queue, memory) = (sim.queue(0), sim.on_host(SIZE));
        let mut lists: Vec<_> = (1..=4)
            .map(|byte| {
                let list = sim.regular(0, 0);
                append_fill(sim, list, memory, SIZE, byte);
                call!(sim, zeCommandListClose(list));
                list
            })
            .collect();
        call!(sim, zeCommandQueueExecuteCommandLists(queue, 4, lists.as_mut_ptr(), null_mut()));
        sim.finish(queue);
        assert!(bytes(memory, SIZE).iter().all(|byte| *byte == 4));
    });
}

#[test]
fn calls_to_one_queue_are_executed_in_their_order() {
    run(&[], |sim| {
        let (queue, memory) = (sim.queue(0), sim.on_host(SIZE));
        for byte in 1..=4 {
            let list = sim.regular(0, 0);
            append_fill(sim, list, memory, SIZE, byte);
            call!(sim, zeCommandListClose(list));
            sim.execute(queue, list);
        }
        sim.finish(queue);
        assert!(bytes(memory, SIZE).iter().all(|byte| *byte == 4));
    });
}

/// Each command overwrites what the one before has written.
fn in_order(sim: &Sim, list: ze_command_list_handle_t) -> *mut u8 {
    let (a, b) = (sim.on_device(SIZE), sim.on_host(SIZE));
    append_fill(sim, list, a, SIZE, 1);
    sim.copy(list, b, a, SIZE, null_mut(), &[]);
    append_fill(sim, list, a, SIZE, 2);
    sim.copy(list, b.wrapping_add(SIZE / 2), a, SIZE / 2, null_mut(), &[]);
    b
}

fn check_in_order(memory: *mut u8) {
    let (first, second) = bytes(memory, SIZE).split_at(SIZE / 2);
    assert!(first.iter().all(|byte| *byte == 1) && second.iter().all(|byte| *byte == 2));
}

#[test]
fn commands_of_an_in_order_list_are_executed_one_after_the_other() {
    run(&[], |sim| {
        let (queue, list) = (sim.queue(0), sim.regular(0, ZE_COMMAND_LIST_FLAG_IN_ORDER));
        let memory = in_order(sim, list);
        call!(sim, zeCommandListClose(list));
        sim.execute(queue, list);
        sim.finish(queue);
        check_in_order(memory);
    });
}

#[test]
fn commands_of_an_in_order_immediate_list_are_executed_one_after_the_other() {
    run(&[("ZESIM_DRIVER", "intel-dg2")], |sim| {
        let list = sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
        let memory = in_order(sim, list);
        sim.finish_list(list);
        check_in_order(memory);
    });
}

#[test]
fn an_append_to_an_asynchronous_list_does_not_wait() {
    run(&[], |sim| {
        let (list, event, gate) = (sim.immediate(0, 0), sim.events(0, 1)[0], sim.events(0, 1)[0]);
        sim.launch(list, sim.kernel("k"), 1, event, &[gate]);
        assert!(!sim.is_signalled(event));
        call!(sim, zeEventHostSignal(gate));
        sim.wait(event);
    });
}

#[test]
fn a_synchronize_whose_time_is_up_says_not_ready() {
    run(&[], |sim| {
        let (queue, list, gate) = (sim.queue(0), sim.regular(0, 0), sim.events(0, 1)[0]);
        sim.launch(list, sim.kernel("k"), 1, null_mut(), &[gate]);
        call!(sim, zeCommandListClose(list));
        sim.execute(queue, list);
        assert_eq!(result!(sim, zeCommandQueueSynchronize(queue, 0)), ZE_RESULT_NOT_READY);
        assert_eq!(result!(sim, zeCommandQueueSynchronize(queue, 1_000_000)), ZE_RESULT_NOT_READY);
        call!(sim, zeEventHostSignal(gate));
        sim.finish(queue);
        assert_eq!(result!(sim, zeCommandQueueSynchronize(queue, 0)), ZE_RESULT_SUCCESS);
    });
}

#[test]
fn a_synchronous_queue_returns_when_its_work_is_done() {
    run(&SLOW, |sim| {
        let mut desc: ze_command_queue_desc_t = described(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
        desc.mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
        let mut queue = null_mut();
        call!(sim, zeCommandQueueCreate(sim.context, sim.device, &desc, &mut queue));
        let (list, event) = (sim.regular(0, 0), sim.events(0, 1)[0]);
        append_slow(sim, list, event);
        call!(sim, zeCommandListClose(list));
        sim.execute(queue, list);
        assert!(sim.is_signalled(event));
    });
}

#[test]
fn queues_of_one_device_work_independently() {
    run(&[], |sim| {
        let (first, second) = (sim.immediate(0, 0), sim.immediate(0, 0));
        let events = sim.events(0, 2);
        // The first waits for what only the second signals.
        let mut wait = events[0];
        call!(sim, zeCommandListAppendBarrier(first, events[1], 1, &mut wait));
        call!(sim, zeCommandListAppendSignalEvent(second, events[0]));
        sim.wait(events[1]);
    });
}

#[test]
fn an_ordinal_that_no_group_has_is_refused() {
    run(&[], |sim| {
        let mut count = 0;
        call!(sim, zeDeviceGetCommandQueueGroupProperties(sim.device, &mut count, null_mut()));
        let mut list = null_mut();
        let mut desc: ze_command_list_desc_t = described(ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC);
        let mut queue_desc: ze_command_queue_desc_t = described(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
        for ordinal in [count, u32::MAX] {
            (desc.commandQueueGroupOrdinal, queue_desc.ordinal) = (ordinal, ordinal);
            let refused = [
                result!(sim, zeCommandListCreate(sim.context, sim.device, &desc, &mut list)),
                result!(sim, zeCommandListCreateImmediate(sim.context, sim.device, &queue_desc, &mut list)),
                result!(
                    sim,
                    zeCommandQueueCreate(sim.context, sim.device, &queue_desc, (&raw mut list).cast())
                ),
            ];
            assert_eq!(refused, [ZE_RESULT_ERROR_INVALID_ARGUMENT; 3]);
        }
        (queue_desc.ordinal, queue_desc.index) = (0, u32::MAX);
        let refused =
            result!(sim, zeCommandListCreateImmediate(sim.context, sim.device, &queue_desc, &mut list));
        assert_eq!(refused, ZE_RESULT_ERROR_INVALID_ARGUMENT);
    });
}

#[test]
fn every_group_and_queue_that_the_device_tells_of_works() {
    run(&[], |sim| {
        let mut count = 0;
        call!(sim, zeDeviceGetCommandQueueGroupProperties(sim.device, &mut count, null_mut()));
        let mut groups: Vec<ze_command_queue_group_properties_t> =
            vec![described(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES); count as usize];
        call!(sim, zeDeviceGetCommandQueueGroupProperties(sim.device, &mut count, groups.as_mut_ptr()));
        for (ordinal, group) in groups.iter().enumerate() {
            for index in 0..group.numQueues {
                let mut desc: ze_command_queue_desc_t = described(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
                (desc.ordinal, desc.index) = (ordinal as u32, index);
                let mut list = null_mut();
                call!(sim, zeCommandListCreateImmediate(sim.context, sim.device, &desc, &mut list));
                let memory = sim.on_host(1);
                append_fill(sim, list, memory, 1, 9);
                sim.finish_list(list);
                assert_eq!(bytes(memory, 1)[0], 9);
                call!(sim, zeCommandListDestroy(list));
            }
        }
    });
}

#[test]
fn null_handles_and_pointers_are_refused() {
    run(&[], |sim| {
        let desc: ze_command_list_desc_t = described(ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC);
        let (mut list, queue) = (null_mut(), sim.queue(0));
        let null_handle = ZE_RESULT_ERROR_INVALID_NULL_HANDLE;
        let null_pointer = ZE_RESULT_ERROR_INVALID_NULL_POINTER;
        let create = |context, desc, list| result!(sim, zeCommandListCreate(context, sim.device, desc, list));
        assert_eq!(create(null_mut(), &raw const desc, &raw mut list), null_handle);
        assert_eq!(create(sim.context, null(), &raw mut list), null_pointer);
        assert_eq!(create(sim.context, &raw const desc, null_mut()), null_pointer);
        assert_eq!(result!(sim, zeCommandListClose(null_mut())), null_handle);
        assert_eq!(result!(sim, zeCommandListReset(null_mut())), null_handle);
        assert_eq!(result!(sim, zeCommandQueueSynchronize(null_mut(), 0)), null_handle);
        let execute =
            |count, lists| result!(sim, zeCommandQueueExecuteCommandLists(queue, count, lists, null_mut()));
        assert_eq!(execute(1, null_mut()), null_pointer);
        assert_eq!(execute(0, &raw mut list), ZE_RESULT_ERROR_INVALID_SIZE);
    });
}

#[test]
fn flags_modes_and_priorities_that_do_not_exist_are_refused() {
    run(&[], |sim| {
        let mut list = null_mut();
        let mut desc: ze_command_list_desc_t = described(ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC);
        desc.flags = 1 << 20;
        let made = result!(sim, zeCommandListCreate(sim.context, sim.device, &desc, &mut list));
        assert_eq!(made, ZE_RESULT_ERROR_INVALID_ENUMERATION);
        for (flags, mode, priority) in [(1 << 20, 0, 0), (0, 9, 0), (0, 0, 9)] {
            let mut desc: ze_command_queue_desc_t = described(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
            (desc.flags, desc.mode, desc.priority) = (flags, mode, priority);
            let made = result!(sim, zeCommandListCreateImmediate(sim.context, sim.device, &desc, &mut list));
            assert_eq!(made, ZE_RESULT_ERROR_INVALID_ENUMERATION);
        }
    });
}

#[test]
fn a_list_tells_what_it_was_made_with() {
    run(&[], |_| {
        // These functions are newer than the loader may be.
        let sim = &Sim::without_loader();
        let (regular, immediate) = (sim.regular(1, 0), sim.immediate(0, 0));
        for (list, ordinal, is_immediate) in [(regular, 1, 0), (immediate, 0, 1)] {
            let (mut device, mut context) = (null_mut(), null_mut());
            let (mut found, mut is) = (99, 99);
            call!(sim, zeCommandListGetDeviceHandle(list, &mut device));
            call!(sim, zeCommandListGetContextHandle(list, &mut context));
            call!(sim, zeCommandListGetOrdinal(list, &mut found));
            call!(sim, zeCommandListIsImmediate(list, &mut is));
            assert_eq!((device, context), (sim.device, sim.context));
            assert_eq!((found, u32::from(is)), (ordinal, is_immediate));
        }
    });
}

//! Copies and fills.

use super::append_fill;
use crate::harness::{Sim, bytes, described, nothing, run};
use level_zero_sys::*;
use std::ptr::null_mut;

const SIZE: usize = 10_007;

/// Memory of each kind, and of the program's own.
fn kinds(sim: &Sim, own: &mut Vec<u8>) -> [*mut u8; 4] {
    own.resize(SIZE + 2, 0);
    [sim.on_device(SIZE + 2), sim.on_host(SIZE + 2), sim.shared(SIZE + 2), own.as_mut_ptr()]
}

#[test]
fn a_copy_moves_all_its_bytes_and_no_others_between_all_kinds() {
    run(&[], |sim| {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let list = sim.immediate(0, 0);
        let targets = kinds(sim, &mut second);
        for from in kinds(sim, &mut first) {
            (0..SIZE + 2).for_each(|at| bytes(from, SIZE + 2)[at] = (at % 251) as u8);
            for to in targets {
                bytes(to, SIZE + 2).fill(0xff);
                sim.copy(list, to.wrapping_add(1), from.wrapping_add(1), SIZE, null_mut(), &[]);
                sim.finish_list(list);
                let (source, target) = (bytes(from, SIZE + 2), bytes(to, SIZE + 2));
                assert_eq!(source[1..=SIZE], target[1..=SIZE]);
                assert_eq!((target[0], target[SIZE + 1]), (0xff, 0xff));
            }
        }
    });
}

#[test]
fn a_copy_of_nothing_signals_its_event() {
    run(&[], |sim| {
        let (list, event, memory) = (sim.immediate(0, 0), sim.events(0, 1)[0], sim.on_host(1));
        sim.copy(list, memory, memory, 0, event, &[]);
        sim.wait(event);
    });
}

#[test]
fn a_fill_repeats_its_pattern_of_each_size() {
    run(&[], |sim| {
        let (list, memory) = (sim.immediate(0, 0), sim.on_device(4096 + 1));
        let pattern: Vec<u8> = (1..=128).collect();
        for size in [1, 2, 4, 8, 16, 32, 64, 128] {
            bytes(memory, 4097).fill(0);
            let start = pattern.as_ptr().cast();
            call!(
                sim,
                zeCommandListAppendMemoryFill(
                    list,
                    memory.cast(),
                    start,
                    size,
                    4096,
                    null_mut(),
                    0,
                    null_mut()
                )
            );
            sim.finish_list(list);
            let expected = pattern[..size].iter().cycle().take(4096).chain([&0]);
            assert!(bytes(memory, 4097).iter().eq(expected), "pattern of {size}");
        }
    });
}

#[test]
fn a_pattern_belongs_to_the_program_again_after_the_call() {
    run(&[], |sim| {
        let (list, queue, memory) = (sim.regular(0, 0), sim.queue(0), sim.on_host(64));
        let mut pattern = 0x1122_3344_u32;
        let start = (&raw mut pattern).cast_const().cast();
        call!(
            sim,
            zeCommandListAppendMemoryFill(list, memory.cast(), start, 4, 64, null_mut(), 0, null_mut())
        );
        pattern = 0;
        call!(sim, zeCommandListClose(list));
        sim.execute(queue, list);
        sim.finish(queue);
        assert!(bytes(memory, 64).chunks(4).all(|chunk| chunk == 0x1122_3344_u32.to_le_bytes()));
        assert_eq!(pattern, 0);
    });
}

#[test]
fn a_pattern_that_a_group_does_not_take_is_refused_and_not_read() {
    run(&[], |sim| {
        let mut count = 2;
        let mut groups: [ze_command_queue_group_properties_t; 2] =
            [described(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES); 2];
        call!(sim, zeDeviceGetCommandQueueGroupProperties(sim.device, &mut count, groups.as_mut_ptr()));
        let (memory, pattern) = (sim.on_device(1 << 20), [1_u8; 4]);
        for (ordinal, group) in groups.iter().enumerate() {
            let list = sim.immediate(ordinal as u32, 0);
            let fill = |size: usize, bytes: usize| {
                let start = pattern.as_ptr().cast();
                result!(
                    sim,
                    zeCommandListAppendMemoryFill(
                        list,
                        memory.cast(),
                        start,
                        size,
                        bytes,
                        null_mut(),
                        0,
                        null_mut()
                    )
                )
            };
            let largest = group.maxMemoryFillPatternSize;
            // Far longer than the pattern is: reading it would end this process.
            for size in [2 * largest, 1 << 40, usize::MAX / 2 + 1] {
                assert_eq!(fill(size, size), ZE_RESULT_ERROR_INVALID_SIZE, "pattern of {size}");
            }
            // Not a power of two, and none.
            assert_eq!(fill(3, 9), ZE_RESULT_ERROR_INVALID_SIZE);
            assert_eq!(fill(0, 4), ZE_RESULT_ERROR_INVALID_SIZE);
        }
    });
}

#[test]
fn a_region_is_copied_by_its_pitches() {
    run(&[], |sim| {
        let (from, to, list) = (sim.on_host(64), sim.on_host(64), sim.immediate(0, 0));
        (0..64).for_each(|at| bytes(from, 64)[at] = at as u8);
        bytes(to, 64).fill(0xff);
        let source = ze_copy_region_t { originX: 1, originY: 2, originZ: 0, width: 3, height: 2, depth: 0 };
        let target = ze_copy_region_t { originX: 0, originY: 0, ..source };
        call!(
            sim,
            zeCommandListAppendMemoryCopyRegion(
                list,
                to.cast(),
                &target,
                16,
                0,
                from.cast(),
                &source,
                8,
                0,
                null_mut(),
                0,
                null_mut()
            )
        );
        sim.finish_list(list);
        let copied = bytes(to, 64);
        assert_eq!((&copied[..4], &copied[16..20]), (&[17, 18, 19, 0xff][..], &[25, 26, 27, 0xff][..]));
        assert_eq!(copied.iter().filter(|byte| **byte == 0xff).count(), 64 - 6);
    });
}

#[test]
fn memory_of_another_context_is_copied_from() {
    run(&[], |sim| {
        let desc: ze_context_desc_t = described(ZE_STRUCTURE_TYPE_CONTEXT_DESC);
        let mut context = null_mut();
        call!(sim, zeContextCreate(sim.driver, &desc, &mut context));
        let desc: ze_host_mem_alloc_desc_t = described(ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC);
        let mut theirs = null_mut();
        call!(sim, zeMemAllocHost(context, &desc, 64, 0, &mut theirs));
        bytes(theirs.cast(), 64).fill(7);
        let (list, memory) = (sim.immediate(0, 0), sim.on_device(64));
        call!(
            sim,
            zeCommandListAppendMemoryCopyFromContext(
                list,
                memory.cast(),
                context,
                theirs,
                64,
                null_mut(),
                0,
                null_mut()
            )
        );
        sim.finish_list(list);
        assert!(bytes(memory, 64).iter().all(|byte| *byte == 7));
    });
}

#[test]
fn null_pointers_and_missing_events_are_refused() {
    run(&[], |sim| {
        let (list, memory) = (sim.immediate(0, 0), sim.on_host(8));
        let copy = |to: *mut u8, from: *const u8, count| {
            let (to, from) = (to.cast(), from.cast());
            result!(sim, zeCommandListAppendMemoryCopy(list, to, from, 1, null_mut(), count, null_mut()))
        };
        assert_eq!(copy(null_mut(), memory, 0), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        assert_eq!(copy(memory, std::ptr::null(), 0), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        assert_eq!(copy(memory, memory, 1), ZE_RESULT_ERROR_INVALID_SIZE);
        let fill = |to: *mut u8, pattern| {
            result!(
                sim,
                zeCommandListAppendMemoryFill(list, to.cast(), pattern, 1, 8, null_mut(), 0, null_mut())
            )
        };
        assert_eq!(fill(memory, nothing()), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        assert_eq!(fill(null_mut(), memory.cast_const().cast()), ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    });
}

#[test]
fn copies_work_on_every_group() {
    run(&[], |sim| {
        for ordinal in 0..2 {
            let (list, memory) = (sim.immediate(ordinal, 0), sim.on_device(64));
            append_fill(sim, list, memory, 64, ordinal as u8 + 1);
            sim.finish_list(list);
            assert!(bytes(memory, 64).iter().all(|byte| *byte == ordinal as u8 + 1));
        }
    });
}

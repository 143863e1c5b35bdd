//! Command lists and queues: life cycles, fences, order, threads, processes.

use crate::harness::{FOREVER, Sim, bytes, described, floats, run};
use level_zero_sys::*;
use std::ptr::null_mut;

/// A kernel that adds one to a number, and the number.
fn counter(sim: &Sim) -> (ze_kernel_handle_t, *mut u8) {
    let (one, sum) = (sim.shared(4), sim.shared(4));
    (floats(one, 1)[0], floats(sum, 1)[0]) = (1.0, 0.0);
    let kernel = sim.kernel("saxpy");
    sim.argument(kernel, 0, 1.0_f32);
    sim.argument(kernel, 1, one);
    sim.argument(kernel, 2, sum);
    sim.argument(kernel, 3, 1_u32);
    (kernel, sum)
}

#[test]
fn lists_are_closed_executed_reset_and_recorded_again() {
    run(&[("ZESIM_KERNEL_NS", "*=1000")], |sim| {
        let (kernel, sum) = counter(sim);
        let (list, queue) = (sim.regular(0, 0), sim.queue(0));
        let mut handle = list;
        sim.launch(list, kernel, 1, null_mut(), &[]);
        let open = result!(sim, zeCommandQueueExecuteCommandLists(queue, 1, &mut handle, null_mut()));
        assert_eq!(open, ZE_RESULT_ERROR_INVALID_ARGUMENT);
        call!(sim, zeCommandListClose(list));
        for _ in 0..10 {
            sim.execute(queue, list);
        }
        sim.finish(queue);
        assert_eq!(floats(sum, 1)[0], 10.0);
        call!(sim, zeCommandListReset(list));
        sim.launch(list, kernel, 1, null_mut(), &[]);
        sim.launch(list, kernel, 1, null_mut(), &[]);
        call!(sim, zeCommandListClose(list));
        sim.execute(queue, list);
        sim.finish(queue);
        assert_eq!(floats(sum, 1)[0], 12.0);
        call!(sim, zeCommandListDestroy(list));
        call!(sim, zeCommandQueueDestroy(queue));
    });
}

#[test]
fn a_fence_is_signalled_after_the_last_list() {
    run(&[], |sim| {
        let (kernel, sum) = counter(sim);
        let queue = sim.queue(0);
        let mut lists = [sim.regular(0, 0), sim.regular(0, 0), sim.regular(0, 0)];
        let gate = sim.events(0, 1)[0];
        for list in lists {
            sim.launch(list, kernel, 1, null_mut(), &[gate]);
            call!(sim, zeCommandListClose(list));
        }
        let desc: ze_fence_desc_t = described(ZE_STRUCTURE_TYPE_FENCE_DESC);
        let mut fence = null_mut();
        call!(sim, zeFenceCreate(queue, &desc, &mut fence));
        call!(sim, zeCommandQueueExecuteCommandLists(queue, 3, lists.as_mut_ptr(), fence));
        assert_eq!(result!(sim, zeFenceQueryStatus(fence)), ZE_RESULT_NOT_READY);
        assert_eq!(result!(sim, zeFenceHostSynchronize(fence, 1000)), ZE_RESULT_NOT_READY);
        call!(sim, zeEventHostSignal(gate));
        call!(sim, zeFenceHostSynchronize(fence, FOREVER));
        assert_eq!(floats(sum, 1)[0], 3.0);
        call!(sim, zeFenceReset(fence));
        assert_eq!(result!(sim, zeFenceQueryStatus(fence)), ZE_RESULT_NOT_READY);
        call!(sim, zeFenceDestroy(fence));
    });
}

#[test]
fn synchronous_lists_return_when_done() {
    run(&[("ZESIM_KERNEL_NS", "k=3000000")], |sim| {
        let list = sim.immediate_on(sim.device, 0, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
        let event = sim.stamped::<1>()[0];
        let before = std::time::Instant::now();
        sim.launch(list, sim.kernel("k"), 1, event, &[]);
        assert!(before.elapsed().as_nanos() >= 3_000_000);
        assert!(sim.is_signalled(event));
    });
}

#[test]
fn modelled_times_are_not_overslept() {
    run(&[("ZESIM_KERNEL_NS", "k=100000")], |sim| {
        let list = sim.immediate(0, ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
        let kernel = sim.kernel("k");
        let attempt = || {
            let before = std::time::Instant::now();
            for _ in 0..100 {
                sim.launch(list, kernel, 1, null_mut(), &[]);
            }
            sim.finish_list(list);
            before.elapsed().as_micros()
        };
        let started = std::time::Instant::now();
        let mut attempts: Vec<_> = (0..20).map(|_| attempt()).collect();
        // The machine may be busy, but not always.
        while attempts.iter().all(|took| *took >= 15_000) && started.elapsed().as_secs() < 120 {
            attempts.push(attempt());
        }
        assert!(attempts.iter().all(|took| *took >= 10_000), "{attempts:?} us");
        assert!(attempts.iter().any(|took| *took < 15_000), "{attempts:?} us");
    });
}

#[test]
fn lists_run_inside_an_immediate_list() {
    run(&[("ZESIM_KERNEL_NS", "*=1000")], |sim| {
        let (kernel, sum) = counter(sim);
        let mut list = sim.regular(0, 0);
        sim.launch(list, kernel, 1, null_mut(), &[]);
        call!(sim, zeCommandListClose(list));
        let [mut go, done] = sim.stamped();
        let immediate = sim.immediate(0, 0);
        let result = result!(
            sim,
            zeCommandListImmediateAppendCommandListsExp(immediate, 1, &mut list, done, 1, &mut go)
        );
        if result == ZE_RESULT_ERROR_UNSUPPORTED_FEATURE {
            return zetop_testing::skip!("the loader is older than 1.9");
        }
        crate::harness::ok(result);
        assert!(!sim.is_signalled(done));
        call!(sim, zeEventHostSignal(go));
        sim.wait(done);
        assert_eq!(floats(sum, 1)[0], 1.0);
    });
}

#[test]
fn a_list_goes_to_queues_of_its_group_only() {
    run(&[], |sim| {
        let mut list = sim.regular(1, 0);
        call!(sim, zeCommandListClose(list));
        let result = result!(sim, zeCommandQueueExecuteCommandLists(sim.queue(0), 1, &mut list, null_mut()));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE);
        let mut desc: ze_command_queue_desc_t = described(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
        let mut queue = null_mut();
        (desc.ordinal, desc.index) = (1, 2);
        let result = result!(sim, zeCommandQueueCreate(sim.context, sim.device, &desc, &mut queue));
        assert_eq!(result, ZE_RESULT_ERROR_INVALID_ARGUMENT);
    });
}

#[test]
fn eight_threads_have_their_own_lists() {
    run(&[("ZESIM_KERNEL_NS", "*=1000")], |sim| {
        /// The handles are meant to be used from any thread.
        struct Anywhere<'a>(&'a Sim);
        // SAFETY: Level Zero functions may be called from any thread.
        unsafe impl Sync for Anywhere<'_> {}
        let anywhere = &Anywhere(sim);
        std::thread::scope(|scope| {
            for thread in 0..8_u8 {
                scope.spawn(move || {
                    let Anywhere(sim) = anywhere;
                    let list = sim.immediate(u32::from(thread % 2), 0);
                    let (from, to) = (sim.on_host(256), sim.on_device(256));
                    let event = sim.stamped::<1>()[0];
                    for round in 0..200_u8 {
                        bytes(from, 256).fill(thread ^ round);
                        sim.copy(list, to, from, 256, event, &[]);
                        sim.wait(event);
                        assert_eq!(bytes(to, 256), [thread ^ round; 256]);
                        assert!(sim.cycles(event, 32) > 0);
                        call!(sim, zeEventHostReset(event));
                    }
                    call!(sim, zeCommandListDestroy(list));
                });
            }
        });
    });
}

#[test]
fn a_fork_and_an_exit_with_work_under_way_do_no_harm() {
    run(&[("ZESIM_KERNEL_NS", "k=60000000000")], |sim| {
        let list = sim.immediate(0, 0);
        sim.launch(list, sim.kernel("k"), 1, null_mut(), &[]);
        // SAFETY: the child calls nothing but _exit.
        let child = unsafe { libc::fork() };
        if child == 0 {
            // SAFETY: ends the child at once.
            unsafe { libc::_exit(7) };
        }
        let mut status = 0;
        // SAFETY: the child is ours, and the status a valid place.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        assert_eq!(libc::WEXITSTATUS(status), 7);
        // The test process ends here, a minute before the kernel would.
        std::process::exit(0);
    });
}

#[test]
fn lists_know_where_they_belong() {
    run(&[], |sim| {
        let (list, mut ordinal, mut context) = (sim.regular(1, 0), 7, null_mut());
        if result!(sim, zeCommandListGetOrdinal(list, &mut ordinal)) == ZE_RESULT_ERROR_UNSUPPORTED_FEATURE {
            return zetop_testing::skip!("the loader is older than 1.9");
        }
        call!(sim, zeCommandListGetContextHandle(list, &mut context));
        assert_eq!((ordinal, context), (1, sim.context));
        let mut immediate = 7;
        call!(sim, zeCommandListIsImmediate(list, &mut immediate));
        assert_eq!(immediate, 0);
        call!(sim, zeCommandListIsImmediate(sim.immediate(0, 0), &mut immediate));
        assert_eq!(immediate, 1);
    });
}

//! Programs that compute, copy or load libraries, and check what they have computed.

use super::tell::{read_byte, say};
use super::waits::poll;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub(super) fn work(seed: u64) -> u64 {
    let mut value = seed;
    for index in 0..200_usize {
        let mut block = vec![value; 1 + index * 7 % 300];
        value = value.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(block.len() as u64);
        block.push(value);
        value ^= block[block.len() / 2].rotate_left(7);
    }
    value
}

pub(super) fn input_is_there() -> bool {
    poll(0) > 0
}

/// Allocates and computes all the time, in a number of threads (0: in its only one).
pub(super) fn busy(threads: usize) {
    let expected = work(42);
    let end = AtomicBool::new(false);
    let right = AtomicU64::new(0);
    let go = || {
        while !end.load(Ordering::Relaxed) {
            if work(42) != expected {
                say("WRONG");
                std::process::exit(1);
            }
            right.fetch_add(1, Ordering::Relaxed);
            if threads == 0 && input_is_there() {
                return;
            }
        }
    };
    if threads == 0 {
        say("ready");
        go();
    } else {
        std::thread::scope(|scope| {
            (0..threads).for_each(|_| drop(scope.spawn(go)));
            say("ready");
            let _ = read_byte();
            end.store(true, Ordering::Relaxed);
        });
    }
    say(if right.load(Ordering::Relaxed) > 0 { "right" } else { "idle" });
}

/// Hardly ever outside memcpy.
pub(super) fn copy() {
    let source = vec![7_u8; 64 << 20];
    let mut sink = vec![0_u8; 64 << 20];
    say("ready");
    while !input_is_there() {
        for _ in 0..5 {
            // SAFETY: both have this length.
            unsafe { libc::memcpy(sink.as_mut_ptr().cast(), source.as_ptr().cast(), source.len()) };
        }
    }
    say(if sink == source { "right" } else { "WRONG" });
}

/// Vector, scalar and flag registers live across the loop; nothing is in memory.
pub(super) fn float() {
    if !std::arch::is_x86_feature_detected!("avx2") {
        say("ready");
        let _ = read_byte();
        return say("right");
    }
    let numbers = [1.5_f64, -2.25, 3.125, 1e300];
    say("ready");
    while !input_is_there() {
        let mut out = [0.0_f64; 4];
        // SAFETY: AVX2 is there; everything that is changed is declared.
        unsafe {
            std::arch::asm!(
                "vmovupd ymm3, [{input}]",
                "vxorpd ymm4, ymm4, ymm4",
                "vmovapd ymm15, ymm3",
                "mov {count:e}, 3000000",
                "2:",
                "vaddpd ymm4, ymm4, ymm15",
                "vsubpd ymm4, ymm4, ymm3",
                "vaddpd ymm4, ymm4, ymm3",
                "vsubpd ymm4, ymm4, ymm15",
                "dec {count:e}",
                "jnz 2b",
                "vaddpd ymm4, ymm4, ymm15",
                "vmovupd [{output}], ymm4",
                input = in(reg) numbers.as_ptr(),
                output = in(reg) out.as_mut_ptr(),
                count = out(reg) _,
                out("ymm3") _, out("ymm4") _, out("ymm15") _,
            );
        }
        if out != numbers {
            say(&format!("WRONG {out:?}"));
            return;
        }
    }
    say("right");
}

pub(super) fn dlopen_loop() {
    let end = AtomicBool::new(false);
    let loads = AtomicU64::new(0);
    let go = || {
        while !end.load(Ordering::Relaxed) {
            // SAFETY: a constant name; the handle is closed once.
            unsafe {
                let handle = libc::dlopen(c"libresolv.so.2".as_ptr(), libc::RTLD_NOW);
                assert!(!handle.is_null());
                libc::dlclose(handle);
            }
            loads.fetch_add(1, Ordering::Relaxed);
        }
    };
    say("ready");
    std::thread::scope(|scope| {
        scope.spawn(go);
        scope.spawn(go);
        let _ = read_byte();
        end.store(true, Ordering::Relaxed);
    });
    say(if loads.load(Ordering::Relaxed) > 0 { "right" } else { "idle" });
}

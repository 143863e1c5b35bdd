//! Any of the targets: the one that the binary is called after.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| (zetop_fuzz::named(env!("CARGO_BIN_NAME")).run)(input));

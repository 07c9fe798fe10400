//! See `elder_tests::fuzzing::stages`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| elder_tests::fuzzing::stages(bytes));

//! See `elder_tests::fuzzing::refusals`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| elder_tests::fuzzing::refusals(bytes));

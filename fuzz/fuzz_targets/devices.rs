//! See `elder_tests::fuzzing::devices`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| elder_tests::fuzzing::devices(bytes));

//! See `elder_tests::fuzzing::data_format`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| elder_tests::fuzzing::data_format(bytes));

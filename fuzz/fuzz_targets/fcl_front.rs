//! See `elder_tests::fuzzing::fcl_front`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| elder_tests::fuzzing::fcl_front(bytes));

//! See `elder_tests::fuzzing::lexer_parser`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| elder_tests::fuzzing::lexer_parser(bytes));

//! Drives the bodies of the fuzz targets with random bytes.
//!
//! `ELDER_FUZZ_SECONDS` is the time for each body (default 2), `ELDER_FUZZ_SEED` the seed of the first input;
//! a failure prints the seed of the input that failed.

use elder_tests::fuzzing;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Splitmix64: enough for bytes, and the same everywhere.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn drive(name: &str, body: fn(&[u8])) {
    let budget = Duration::from_secs(number("ELDER_FUZZ_SECONDS").unwrap_or(2));
    let now = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |d| d.as_nanos() as u64)
    };
    let mut seed = number("ELDER_FUZZ_SEED").unwrap_or_else(now);
    let start = Instant::now();
    let mut inputs = 0u64;
    while start.elapsed() < budget || inputs == 0 {
        let mut state = seed;
        let length = next(&mut state) % 600;
        let mut bytes: Vec<u8> = (0..length).map(|_| next(&mut state) as u8).collect();
        // Most inputs make a program of their choices rather than being one.
        if let (Some(first), true) = (bytes.first_mut(), !next(&mut state).is_multiple_of(8)) {
            *first %= 32;
        }
        if catch_unwind(AssertUnwindSafe(|| body(&bytes))).is_err() {
            panic!("{name} failed: ELDER_FUZZ_SEED={seed} cargo test -p elder-tests --test fuzzing {name}");
        }
        seed = next(&mut state);
        inputs += 1;
    }
    println!("{name}: {inputs} inputs in {:?}", start.elapsed());
}

#[test]
fn lexer_parser() {
    drive("lexer_parser", fuzzing::lexer_parser);
}

#[test]
fn data_format() {
    drive("data_format", fuzzing::data_format);
}

#[test]
fn checker() {
    drive("checker", fuzzing::checker);
}

#[test]
fn evaluator() {
    drive("evaluator", fuzzing::evaluator);
}

#[test]
fn uniqueness() {
    drive("uniqueness", fuzzing::uniqueness);
}

#[test]
fn dpia_stages() {
    drive("dpia_stages", fuzzing::dpia_stages);
}

#[test]
fn dpia_device() {
    drive("dpia_device", fuzzing::dpia_device);
}

#[test]
fn fcl_steps() {
    drive("fcl_steps", fuzzing::fcl_steps);
}

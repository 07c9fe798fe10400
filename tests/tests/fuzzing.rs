//! Drives the bodies of the fuzz targets: with random bytes, with programs of seeds changed a little, and, each once, with those that they
//! begin with.
//!
//! `ELDER_FUZZ_SECONDS` is the time for each body (default 2), `ELDER_FUZZ_SEED` the seed of the first input (1: inputs that nobody has run
//! before are for `elder fuzz` and the targets); a failure prints the seed of the input that failed.

use elder_driver::commands::fuzz::guided;
use elder_driver::fuzz::{malformed, recorded};
use elder_driver::{tower, tower::LANGUAGES};
use elder_tests::binaries::{binary, root};
use elder_tests::fuzzing::{self, BODIES};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::time::{Duration, Instant};

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

/// Bytes of a seed: random ones, or, of a target that reads choices, those of a program with a few changed.
fn bytes(name: &str, mut state: u64) -> Vec<u8> {
    let target = guided::TARGETS.iter().find(|target| target.name == name);
    if let (Some(target), true) = (target, !next(&mut state).is_multiple_of(4)) {
        let configuration = next(&mut state) as usize % target.count().max(1);
        let mut bytes = target.input(configuration, next(&mut state));
        for _ in 0..next(&mut state) % 4 {
            let at = next(&mut state) as usize % bytes.len();
            bytes[at] = next(&mut state) as u8;
        }
        return bytes;
    }
    let length = next(&mut state) % 600;
    let mut bytes: Vec<u8> = (0..length).map(|_| next(&mut state) as u8).collect();
    // Most texts are made of their choices rather than being one.
    if let (Some(second), true) = (bytes.get_mut(1), !next(&mut state).is_multiple_of(4)) {
        *second %= 9;
    }
    bytes
}

fn drive(name: &str, body: fn(&[u8])) {
    let budget = Duration::from_secs(number("ELDER_FUZZ_SECONDS").unwrap_or(2));
    let mut seed = number("ELDER_FUZZ_SEED").unwrap_or(1);
    let start = Instant::now();
    let mut inputs = 0u64;
    while start.elapsed() < budget || inputs == 0 {
        let bytes = bytes(name, seed);
        if catch_unwind(AssertUnwindSafe(|| body(&bytes))).is_err() {
            panic!("{name} failed: ELDER_FUZZ_SEED={seed} cargo test -p elder-tests --test fuzzing");
        }
        next(&mut seed);
        inputs += 1;
    }
    println!("{name}: {inputs} inputs in {:?}", start.elapsed());
}

#[test]
fn inputs_of_all_targets_are_judged() {
    for (name, body) in BODIES {
        drive(name, *body);
    }
}

/// Every body has its file, and every file its body: a target that nobody builds finds nothing.
#[test]
fn every_body_has_a_target() {
    let folder = std::fs::read_dir(root().join("fuzz/fuzz_targets")).expect("the targets are there");
    let files: BTreeSet<String> = folder
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    let bodies: BTreeSet<String> = BODIES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(files, bodies);
    let reads_choices = guided::TARGETS.iter().map(|target| target.name.to_owned());
    assert!(reads_choices.collect::<BTreeSet<_>>().is_subset(&bodies));
}

/// The accepted cases of DPIA as inputs of the target of texts.
fn dpia_texts() -> impl Iterator<Item = Vec<u8>> {
    let dpia = LANGUAGES.iter().position(|own| own.declared.ending == "dpia");
    let number = dpia.expect("the table has DPIA") as u8;
    let cases = elder_spec::cases().into_iter();
    let programs = cases.filter(|case| case.file.ends_with(".dpia") && case.program.len() < 1_000);
    programs.map(move |case| std::iter::once(number).chain(case.program.bytes()).collect())
}

/// The inputs of the repository that a target begins with.
fn seeds(target: &guided::Target) -> Vec<Vec<u8>> {
    let folder = root().join("fuzz/seeds").join(target.name);
    let files = std::fs::read_dir(folder).expect("there are seeds");
    let paths = files.map(|entry| entry.expect("the folder is read").path());
    paths
        .map(|path| std::fs::read(path).expect("a seed is read"))
        .collect()
}

/// Where generators have changed since, the choices of the repository make other programs, mostly trivial ones, and where there is a new configuration, none of
/// it: `fuzz/README.md` says how they are made anew.
#[test]
fn seeds_are_of_every_configuration() {
    for target in [
        &guided::STAGES,
        &guided::KERNELS,
        &guided::REFUSALS,
        &guided::CASES,
    ] {
        let seeds = seeds(target);
        let configurations: BTreeSet<u8> = seeds.iter().filter_map(|seed| seed.first().copied()).collect();
        assert_eq!(
            configurations.len(),
            target.count(),
            "configurations of the seeds of {}",
            target.name
        );
    }
}

/// Every pass in the table is taken while the targets judge the inputs that they begin with.
#[test]
fn every_pass_is_reached() {
    let before: Vec<u64> = tower::passes().map(|pass| pass.taken()).collect();
    for (target, body) in [
        (&guided::STAGES, fuzzing::stages as fn(&[u8])),
        (&guided::CASES, fuzzing::cases),
    ] {
        let seeds = seeds(target);
        let configurations: BTreeSet<u8> = seeds.iter().filter_map(|seed| seed.first().copied()).collect();
        assert_eq!(
            configurations.len(),
            target.count(),
            "configurations of the seeds of {}",
            target.name
        );
        for seed in seeds {
            body(&seed);
        }
    }
    for text in dpia_texts().take(10) {
        fuzzing::texts(&text);
    }
    let unreached = tower::passes()
        .zip(before)
        .filter(|(pass, before)| pass.taken() == *before);
    let unreached: Vec<&str> = unreached.map(|(pass, _)| pass.name).collect();
    assert!(unreached.is_empty(), "no target reaches {unreached:?}");
}

/// The texts of every language are made malformed by choices, and judged.
#[test]
fn texts_of_every_language_are_judged() {
    for (number, language) in LANGUAGES.iter().enumerate() {
        let mut longest = 0;
        for seed in 0..8 {
            let tree = recorded(seed, |c| malformed::made(c, &[language.declared]));
            let bytes: Vec<u8> = [number as u8, 1].into_iter().chain(tree.to_bytes()).collect();
            let input = fuzzing::text(&bytes).expect("there is an input");
            assert_eq!(input.ending, language.declared.ending);
            longest = longest.max(input.program.len());
            fuzzing::texts(&bytes);
        }
        assert!(longest > 0, "{} has no cases", language.declared.name);
    }
}

/// Malformed inputs are answered by the commands, in a process of their own.
#[test]
fn malformed_inputs_are_answered() {
    for language in ["futhark", "dex", "fcl", "dpia", "core"] {
        let output = Command::new(binary("elder"))
            .args([
                "fuzz",
                "--rung",
                "malformed",
                "--language",
                language,
                "--seed",
                "1",
                "--count",
                "50",
            ])
            .output()
            .expect("elder runs");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{printed}");
        assert!(printed.contains("50 agree"), "{printed}");
    }
}

//! Functions of libraries on ties and at boundaries: each gives what it was made to give, and each of each library has a model or a reason.

use elder_driver::fuzz::Verdict;
use elder_driver::fuzz::meant::Room;
use elder_generate::Choices;
use elder_generate::library::{self, Library};
use std::collections::BTreeSet;
use std::path::Path;

/// What these files of a library define: the words behind `word` at the beginning of a line.
fn defined(folder: &str, files: &[&str], word: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut names = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(folder.join(file)).expect("a file of a library");
        let own = text.lines().filter_map(|line| line.strip_prefix(word));
        let name = |line: &str| match line.starts_with('(') {
            true => line.split_once(')').map(|(sign, _)| format!("{sign})")),
            false => line.split([' ', ':']).next().map(str::to_owned),
        };
        names.extend(own.filter_map(name));
    }
    names
}

fn judged(library: &Library, defined: &BTreeSet<String>, programs: u64) {
    let models: BTreeSet<&str> = library.models.iter().map(|model| model.name).collect();
    let without: BTreeSet<&str> = library
        .without
        .iter()
        .flat_map(|(_, names)| names.split_whitespace())
        .collect();
    let both: Vec<&&str> = models.intersection(&without).collect();
    assert!(both.is_empty(), "{both:?} have a model and a reason to have none");
    let neither: Vec<&String> = defined
        .iter()
        .filter(|name| !models.contains(name.as_str()) && !without.contains(name.as_str()))
        .collect();
    assert!(
        neither.is_empty(),
        "{neither:?} have no model and no reason to have none"
    );
    let nothing: Vec<&&str> = without.iter().filter(|name| !defined.contains(**name)).collect();
    assert!(nothing.is_empty(), "{nothing:?} are no functions of the library");
    let room = Room::new().expect("a folder");
    let mut seen = BTreeSet::new();
    for seed in 0..programs {
        let meant = library::program(&mut Choices::random(seed), library);
        seen.insert(meant.sort.clone());
        if let Verdict::Differ { place, message } = room.judge(&meant) {
            panic!(
                "seed {seed}: {place}: {message}\n{}{:?}",
                meant.text, meant.inputs
            );
        }
    }
    assert!(
        seen.len() * 2 > models.len(),
        "only {} of {} functions are called",
        seen.len(),
        models.len()
    );
}

#[test]
fn of_futhark() {
    let files = [
        "ad.fut",
        "array.fut",
        "functional.fut",
        "prelude.fut",
        "soacs.fut",
        "streams.fut",
        "zip.fut",
    ];
    let defined = defined("src/languages/futhark/prelude", &files, "def ");
    judged(&library::futhark::FUTHARK, &defined, 400);
}

#[test]
fn of_dex() {
    let files = [
        "angles.dx",
        "arithmetic.dx",
        "base.dx",
        "complex.dx",
        "effects.dx",
        "isomorphisms.dx",
        "iteration.dx",
        "order.dx",
        "random.dx",
        "search.dx",
        "show.dx",
        "tables.dx",
        "modules/parser.dx",
    ];
    let defined = defined("src/languages/dex/library", &files, "def ");
    judged(&library::dex::DEX, &defined, 400);
}

#[test]
fn of_fcl() {
    let files = [
        "cases.fcl",
        "matrix.fcl",
        "pull.fcl",
        "push.fcl",
        "reduce.fcl",
        "reverse.fcl",
        "scan.fcl",
        "stencil.fcl",
        "tiles.fcl",
        "transpose.fcl",
    ];
    let defined = defined("src/languages/fcl/library", &files, "sig ");
    judged(&library::fcl::FCL, &defined, 150);
}

/// Primitives of DPIA: each is read through, and views of acceptors are written through.
#[test]
fn of_dpia() {
    let made = |seed| library::dpia::program(&mut Choices::random(seed));
    let seen: BTreeSet<String> = (0..3000).map(|seed| made(seed).sort).collect();
    let written = [
        "reorderAcc",
        "strideAcc",
        "scatterAcc",
        "joinAcc",
        "cutAcc",
        "stridedAcc",
        "splitAcc",
        "transposeAcc",
    ];
    let written = written.map(|name| format!("{name}, written"));
    let all = library::dpia::names().map(str::to_owned).chain(written);
    let missing: Vec<String> = all.filter(|name| !seen.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?} are not made");
    let room = Room::new().expect("a folder");
    for seed in 0..120 {
        let meant = made(seed);
        if let Verdict::Differ { place, message } = room.judge(&meant) {
            panic!(
                "seed {seed}: {place}: {message}\n{}{:?}",
                meant.text, meant.inputs
            );
        }
    }
}

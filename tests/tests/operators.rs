//! Programs about operators, and at the edge of what they take: each gives what it was made to give, and all sorts are made.

use elder_driver::fuzz::Verdict;
use elder_driver::fuzz::meant::Room;
use elder_generate::Choices;
use elder_generate::definitions;
use elder_generate::edges::{self, entry};
use elder_generate::meant::Meant;
use elder_generate::numbers;
use elder_generate::operators;
use std::collections::{BTreeMap, BTreeSet};

fn hold(make: fn(&mut Choices) -> Meant, programs: u64, sorts: &[&str]) {
    let room = Room::new().expect("a folder");
    let (mut wrong, mut seen) = (BTreeMap::new(), BTreeSet::new());
    for seed in 0..programs {
        let meant = make(&mut Choices::random(seed));
        seen.insert(meant.sort.clone());
        if let Verdict::Differ { place, message } = room.judge(&meant) {
            wrong.entry(place).or_insert(format!(
                "seed {seed}: {message}\n{}{:?}",
                meant.text, meant.inputs
            ));
        }
    }
    for (place, text) in &wrong {
        eprintln!("{place}, {text}");
    }
    assert!(wrong.is_empty(), "{} sorts are judged otherwise", wrong.len());
    for sort in sorts {
        assert!(
            seen.iter().any(|name| name.starts_with(sort)),
            "{sort} is not made, only {seen:?}"
        );
    }
}

#[test]
fn of_futhark() {
    let sorts = [
        "infix",
        "reduce of",
        "scan of",
        "reduce in map",
        "reduce of columns",
        "reduce of arrays",
        "stream_red",
        "stream_map",
        "hist",
    ];
    hold(operators::futhark, 150, &sorts);
}

#[test]
fn of_dex() {
    let sorts = ["infix", "effects", "accumulator", "scan'", "state", "fold"];
    hold(operators::dex, 150, &sorts);
}

#[test]
fn of_fcl() {
    hold(operators::fcl, 60, &["infix", "scanThread"]);
}

#[test]
fn entries() {
    let sorts = ["entry of another size", "entry"];
    hold(|c| entry::program(c, &entry::FUTHARK), 200, &sorts);
    hold(|c| entry::program(c, &entry::CORE), 200, &sorts);
}

#[test]
fn members() {
    let sorts = [
        "size",
        "table",
        "place that is none",
        "ordinal",
        "element",
        "slice",
        "range",
        "no member",
        "entry",
    ];
    hold(edges::dex, 200, &sorts);
}

#[test]
fn definitions_of_futhark() {
    let sorts = [
        "definitions",
        "definitions, NUM-DIV",
        "definitions, FUT-E-ASSERT",
        "definitions, FUT-E-HOLE",
        "definitions, FUT-E-SLICE",
    ];
    hold(definitions::futhark, 200, &sorts);
}

#[test]
fn definitions_of_dex() {
    let sorts = [
        "definitions",
        "definitions, DX-E-ARITH",
        "definitions, DX-E-FAIL",
        "definitions, DX-E-INSTANCE",
    ];
    hold(definitions::dex, 150, &sorts);
}

#[test]
fn definitions_of_fcl() {
    let sorts = [
        "definitions",
        "definitions, FCL-E-DELTA",
        "definitions, FCL-E-INDEX",
    ];
    hold(definitions::fcl, 100, &sorts);
}

#[test]
fn ranges() {
    let integers = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"];
    let sorts: Vec<String> = ["range of", "ranges in map of"]
        .iter()
        .flat_map(|sort| integers.map(|t| format!("{sort} {t}")))
        .collect();
    let sorts: Vec<&str> = sorts.iter().map(String::as_str).collect();
    hold(numbers::ranges::program, 400, &sorts);
}

//! Programs about operators, slopes, and at the edge of what they take: each gives what it was made to give, and all sorts are made.

use elder_driver::fuzz::Verdict;
use elder_driver::fuzz::meant::Room;
use elder_generate::Choices;
use elder_generate::definitions;
use elder_generate::edges::{self, entry, index};
use elder_generate::meant::Meant;
use elder_generate::numbers;
use elder_generate::numbers::slopes::slope::{Slope, slope};
use elder_generate::numbers::slopes::{self, Writer};
use elder_generate::operators::{self, effect, groups};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};
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
        "compound reduce",
        "compound scan",
        "compound segmented scan",
        "compound hist",
        "bounded",
    ];
    hold(operators::futhark, 200, &sorts);
}

#[test]
fn of_dex() {
    let sorts = [
        "infix",
        "effects",
        "accumulator",
        "scan'",
        "state",
        "fold",
        "compound accumulator",
    ];
    hold(operators::dex, 150, &sorts);
}

#[test]
fn of_fcl() {
    hold(operators::fcl, 60, &["infix", "scanThread"]);
}

#[test]
fn of_dpia() {
    let sorts = ["reduce of", "scanSeq", "scanLocal", "reduceLocal", "mapGlobal"];
    hold(groups::dpia, 60, &sorts);
}

/// Operations of monoids are written in all ways, and exceptions leave regions.
#[test]
fn effects() {
    let room = Room::new().expect("a folder");
    let mut ways = BTreeSet::new();
    for seed in 0..150 {
        let meant = effect::program(&mut Choices::random(seed));
        let verdict = room.judge(&meant);
        assert!(!verdict.is_finding(), "seed {seed}: {verdict:?}\n{}", meant.text);
        ways.extend(meant.sort.split(", ").last().map(str::to_owned));
    }
    assert_eq!(ways.len(), 6, "{ways:?}");
    let ended = |how: &str| {
        let all = (0..1000).map(|seed| effect::program(&mut Choices::random(seed)).sort);
        all.filter(|sort| sort.starts_with(how)).count()
    };
    let (thrown, failed) = (ended("effects, thrown"), ended("effects, failed"));
    assert!(thrown > 150 && failed > 80, "{thrown} throw, {failed} fail");
}

/// Each of these sorts is made by so many programs, which are not judged.
fn are_made(make: fn(&mut Choices) -> Meant, programs: u64, sorts: &[&str]) {
    let all = (0..programs).map(|seed| make(&mut Choices::random(seed)).sort);
    let seen: BTreeSet<String> = all.collect();
    let is_seen = |sort: &str| {
        seen.iter()
            .any(|name| name == sort || name.starts_with(&format!("{sort} of ")))
    };
    let missing: Vec<&&str> = sorts.iter().filter(|sort| !is_seen(sort)).collect();
    assert!(missing.is_empty(), "{missing:?} are not made, only {seen:?}");
}

/// Operators of Core, in all that combines.
#[test]
fn of_core() {
    let sorts = [
        "reduce",
        "scan",
        "redomap",
        "screma",
        "stream_par",
        "stream_seq",
        "hist",
        "with_acc",
        "loop",
        "fold in place",
    ];
    are_made(operators::core::program, 1000, &sorts);
    hold(operators::core::program, 120, &[]);
}

/// Places in arrays of Core: each statement that may fail does, and does not.
#[test]
fn places_of_core() {
    let may_fail = [
        "index",
        "index of two",
        "index in map",
        "slice",
        "slice of rows",
        "update",
        "update of slice",
        "update of row",
        "flat",
        "flat update",
        "reshape",
        "coerce",
        "concat",
        "iota",
        "replicate",
        "blank",
        "assert",
    ];
    let failing = may_fail.map(|sort| format!("{sort} that fails"));
    let sorts: Vec<&str> = failing.iter().map(String::as_str).chain(may_fail).collect();
    are_made(edges::core::program, 3000, &sorts);
    are_made(
        edges::core::program,
        3000,
        &["scatter", "scatter of two", "scatter of several", "size"],
    );
    hold(edges::core::program, 150, &[]);
}

/// Places in arrays of FCL, and where parts go.
#[test]
fn places_of_fcl() {
    let may_fail = [
        "index",
        "indexes",
        "generate",
        "concat",
        "interleave",
        "interleaveInto",
        "forcePadded",
        "division",
        "nested",
    ];
    let failing = may_fail.map(|sort| format!("{sort} that fails"));
    let sorts: Vec<&str> = failing.iter().map(String::as_str).chain(may_fail).collect();
    are_made(edges::fcl::program, 2000, &sorts);
    are_made(edges::fcl::program, 2000, &["branch", "iterate", "while", "fold"]);
    hold(edges::fcl::program, 60, &[]);
}

/// Places in arrays, of every form.
#[test]
fn places() {
    let forms = [
        "index",
        "index of two",
        "row",
        "slice",
        "slice of two",
        "update",
        "update of a row",
        "update of a slice",
        "update of two",
        "loop in place",
        "index in map",
        "hist outside",
        "scatter outside",
        "coercion",
        "part",
    ];
    let sorts = forms.map(|form| format!("place: {form}"));
    let sorts: Vec<&str> = sorts.iter().map(String::as_str).collect();
    hold(index::program, 250, &sorts);
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
        "ordinal of read",
        "element of read",
        "two of read",
        "loop of read",
        "sum of read",
        "state of read",
        "catch of read",
        "unsafe of read",
        "unsafe slice of read",
        "parts of read",
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
    let literate = ["literate, 0 fail", "literate, 1 fail", "literate, 3 fail"];
    hold(definitions::literate, 120, &literate);
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

/// What derivatives give of every function that a language takes one of; forward, in reverse, and of the second order.
fn slopes_hold(writer: &'static Writer, words: &[&str]) {
    let mut missing: BTreeSet<String> = writer
        .tongue
        .functions
        .iter()
        .filter(|function| slopes::is_asked(writer, function.f))
        .map(|function| format!("slopes of {}", function.f))
        .collect();
    assert!(missing.len() > 80, "{} functions", missing.len());
    let mut unseen: BTreeSet<&str> = words.iter().copied().collect();
    for seed in 0..60_000 {
        let meant = slopes::program(&mut Choices::random(seed), writer);
        missing.remove(&meant.sort);
        unseen.retain(|word| !meant.text.contains(word));
        if missing.is_empty() && unseen.is_empty() {
            break;
        }
    }
    assert!(missing.is_empty(), "{missing:?} are not made");
    assert!(unseen.is_empty(), "{unseen:?} are not written");
    let room = Room::new().expect("a folder");
    for seed in 0..150 {
        let meant = slopes::program(&mut Choices::random(seed), writer);
        if let Verdict::Differ { place, message } = room.judge(&meant) {
            panic!(
                "seed {seed}: {place}: {message}\n{}{:?}",
                meant.text, meant.inputs
            );
        }
    }
}

#[test]
fn slopes_of_futhark() {
    let words = [
        "jvp ", "jvp2 ", "vjp ", "vjp2 ", "jmp2 ", "mjp2 ", "h0 = ", "map (\\i",
    ];
    slopes_hold(&slopes::futhark::FUTHARK, &words);
}

#[test]
fn slopes_of_dex() {
    let words = [
        "linearize ",
        "jvp ",
        "vjp ",
        "transposeLinear ",
        "h0 = ",
        "for i:",
    ];
    slopes_hold(&slopes::dex::DEX, &words);
}

#[test]
fn slopes_of_core_of_dex() {
    slopes_hold(&slopes::dex::DEX_CORE, &["linearize ", "transpose ", "let h0"]);
}

/// What mathematics says is what is known of some slopes.
#[test]
fn slopes_are_those_of_mathematics() {
    let float = |x: f64| PrimValue::F64(x);
    let at = |op, x: f64| slope(PrimFn::Un(op, PrimType::F64), &[float(x)], 0);
    let near = |slope: Slope, meant: f64| match slope {
        Slope::Near(s, _) => assert!((s - meant).abs() <= 1e-12 * meant.abs(), "{s}, not {meant}"),
        other => panic!("{other:?}"),
    };
    near(at(UnOp::Tan, std::f64::consts::FRAC_PI_4), 2.0);
    near(at(UnOp::Rsqrt, 4.0), -1.0 / 16.0);
    near(at(UnOp::Cbrt, 8.0), 1.0 / 12.0);
    near(at(UnOp::Acosh, 1.25), 4.0 / 3.0);
    near(at(UnOp::Gamma, 1.0), -0.577_215_664_901_532_9);
    let power = |x, y, k| slope(PrimFn::Bin(BinOp::Pow, PrimType::F64), &[float(x), float(y)], k);
    near(power(-2.0, 3.0, 0), 12.0);
    near(power(-2.0, 2.0, 0), -4.0);
    near(power(2.0, 3.0, 1), 8.0 * std::f64::consts::LN_2);
    assert!(matches!(power(-2.0, 2.0, 1), Slope::None));
    assert!(matches!(power(0.0, 0.5, 0), Slope::None));
    let turned = |a, b, k| slope(PrimFn::Bin(BinOp::Atan2, PrimType::F64), &[float(a), float(b)], k);
    near(turned(1.0, 2.0, 0), 0.4);
    near(turned(1.0, 2.0, 1), -0.2);
}

//! Definitions that are accepted with a certain type, and definitions that a certain rule refuses.

use crate::check::display::show;
use crate::check::imports::{Outcome, check_text};
use crate::check::sizing::functions::scheme_of;

fn check(text: &str) -> Outcome {
    check_text("test.fut", text)
}

/// The type of the last definition, which must be accepted.
fn type_of(text: &str) -> String {
    let outcome = check(text);
    let messages: Vec<&String> = outcome.diagnostics.iter().map(|d| &d.message).collect();
    assert!(outcome.program.is_some(), "{text}\nis refused: {messages:?}");
    let program = outcome.program.unwrap_or_else(|| unreachable!());
    let def = program.defs.last().unwrap_or_else(|| panic!("no definition"));
    show(&scheme_of(&def.fun).ty)
}

/// The rules and premises that refuse the program.
fn refusals(text: &str) -> Vec<String> {
    check(text)
        .diagnostics
        .iter()
        .filter_map(|d| d.refusal)
        .map(|r| match r.premise {
            Some(i) => format!("{}/{}", r.rule.id, r.rule.premises[i].key),
            None => r.rule.id.to_string(),
        })
        .collect()
}

fn refused_by(text: &str, premise: &str) {
    assert_eq!(refusals(text), [premise], "{text}");
}

#[test]
fn sizes_of_results_mention_parameters() {
    assert_eq!(
        type_of("def f (n: i64) = iota (n + 1)"),
        "(n: i64) -> *[n + 1]i64"
    );
    assert_eq!(
        type_of("def f [n] (xs: [n]i32) (ys: [n]i32) = map2 (+) xs ys"),
        "[n]i32 -> [n]i32 -> *[n]i32"
    );
    assert_eq!(
        type_of("def f (n: i64) : []i64 = iota (n * 2)"),
        "(n: i64) -> [n * 2]i64"
    );
}

#[test]
fn unknown_sizes_are_existential_in_results() {
    assert_eq!(
        type_of("def f (xs: []i32) = filter (> 0) xs"),
        "[d]i32 -> ?[k].*[k]i32"
    );
    assert_eq!(
        type_of("def f (b: bool) (n: i64) = if b then iota n else iota 2"),
        "bool -> i64 -> ?[differ].*[differ]i64"
    );
    assert_eq!(
        type_of("def f (x: i64) = let (a, _) = (x, x) in iota a"),
        "i64 -> ?[d].*[d]i64"
    );
}

#[test]
fn loops_tell_sizes_that_change_from_those_that_do_not() {
    assert_eq!(
        type_of("def f [n] (xs: [n]i32) = loop ys = xs for _i < 3i32 do map (+ 1) ys"),
        "[n]i32 -> [n]i32"
    );
    assert_eq!(
        type_of("def f [n] (xs: [n]i32) = loop ys = xs for _i < 3i32 do ys ++ ys"),
        "[n]i32 -> ?[loop].[loop]i32"
    );
    // Exchanging two arrays of one size changes nothing.
    assert_eq!(
        type_of("def f [n] (xs: [n]i32) = loop (a, b) = (xs, xs) for _i < 3i32 do (b, a)"),
        "[n]i32 -> ([n]i32, [n]i32)"
    );
}

#[test]
fn lifted_type_parameters_take_functions_with_existential_results() {
    assert_eq!(
        type_of("def f (xs: []i32) = xs |> filter (> 0)"),
        "[d]i32 -> ?[d].[d]i32"
    );
    refused_by(
        "def f (xss: [][]i32) = map (filter (> 0)) xss",
        "FUT-SZ-TYVAR/existential",
    );
}

#[test]
fn numbers_left_open_get_their_default() {
    assert_eq!(type_of("def x = 1"), "i32");
    assert_eq!(type_of("def x = 1.5"), "f64");
    assert_eq!(type_of("def f x = x + 2"), "i32 -> i32");
}

#[test]
fn recursion_is_monomorphic_in_types_and_polymorphic_in_explicit_sizes() {
    assert_eq!(
        type_of("def f [n] (xs: [n]i32) : i32 = if n == 0 then 0 else xs[0] + f (drop 1 xs)"),
        "[n]i32 -> i32"
    );
    refused_by(
        "def f (g: i32 -> i32) (x: i32) : i32 = if x == 0 then 0 else f (\\y -> g y) (x - 1)",
        "FUT-T-RECFUN/unchanged",
    );
}

#[test]
fn an_argument_that_binds_names_is_no_size() {
    assert_eq!(
        type_of("def f (x: i64) = iota (let y = x in y * 2)"),
        "i64 -> ?[n].*[n]i64"
    );
}

#[test]
fn sizes_are_equal_only_when_written_alike() {
    refused_by(
        "def f (n: i64) (m: i64) = zip (iota (n + m)) (iota (m + n))",
        "FUT-SZ-EQ/equal",
    );
    assert!(refusals("def f (n: i64) (m: i64) = zip (iota (n + m)) (iota (n + m))").is_empty());
    refused_by("def f [n] (x: i64) : i64 = x", "FUT-SZ-PARAM/used");
}

#[test]
fn sizes_are_known_before_they_are_needed() {
    refused_by(
        "def f (xs: []i32) = map2 (+) [] (filter (> 0) xs) ++ []",
        "FUT-SZ-EQ/equal",
    );
    refused_by(
        "def f (b: bool) (xs: []i32) = (\\ys -> zip ys (replicate (length xs) 1)) (filter (> 0) xs)",
        "FUT-SZ-EQ/equal",
    );
}

#[test]
fn long_and_repeated_programs_take_linear_time() {
    let body = || {
        let literal = format!("def x = [{}]", vec!["1"; 20_000].join(", "));
        let size = vec!["n"; 400].join(" + ");
        let sizes = format!("def f (n: i64) : [{size}]i64 = iota ({size})");
        let doubled = format!("def f (n: i64) =\n{}  in iota n", "  let n = n + n\n".repeat(60));
        let start = std::time::Instant::now();
        for text in [&literal, &sizes, &doubled] {
            assert!(check(text).program.is_some(), "{}", &text[..40]);
        }
        assert!(start.elapsed().as_secs() < 20);
        let pairs = format!("def f (x: i32) =\n{}  in ()", "  let x = (x, x)\n".repeat(60));
        refused_by(&pairs, "FUT-T-LIMIT/parts");
    };
    // Programs are checked on a thread with a large stack: trees are dropped recursively.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(body);
    assert!(thread.is_ok_and(|t| t.join().is_ok()));
}

//! What is printed reads back.

use crate::elaborate::tests::{FORMS, PROGRAMS};
use crate::{Program, alpha, elaborate, parser, print};
use elder_syntax::SourceId;

fn read(text: &str) -> Program {
    let (program, errors) = parser::parse_program(SourceId(0), text);
    assert!(errors.is_empty(), "{text}\n{errors:#?}");
    elaborate::program(&program.expect("a program")).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"))
}

#[test]
fn programs_read_back_as_they_were_printed() {
    for (number, text) in PROGRAMS.iter().chain(&[("forms", FORMS)]) {
        let first = read(text);
        let printed = print::program(&first);
        let again = read(&printed);
        assert_eq!(printed, print::program(&again), "{number}");
        // Definitions are variables of later ones, with new names.
        if let ([a], [b]) = (first.definitions.as_slice(), again.definitions.as_slice()) {
            assert!(alpha::equal(&a.body, &b.body), "{number}: {printed}");
            assert!(alpha::equal_types(&a.ty, &b.ty), "{number}: {printed}");
        }
    }
}

/// Rows of no elements: how many there are stands in the text.
#[test]
fn sizes_that_do_not_follow_are_written() {
    for body in [
        "split@3(0, xs)",
        "slide@3(2, 0, ys)",
        "generate(0, fun i. 1) |> split@n(0)",
        "generate(0, fun i. 1) |> split@(n * 2)(0)",
    ] {
        let first = read(&format!("def main(n: nat, xs: 0.i32, ys: 2.i32) = {body}"));
        let printed = print::program(&first);
        let again = read(&printed);
        assert!(
            alpha::equal(&first.definitions[0].body, &again.definitions[0].body),
            "{printed}"
        );
    }
    let command =
        read("def main(xs: 3.0.i32, a: acc[0.i32]) = parfor i < 3 into joinAcc@3(0, a) as o { o := xs[i] }");
    let printed = print::program(&command);
    assert_eq!(printed, print::program(&read(&printed)));
}

/// What a function that stays one takes stands in the text: an index, of which its body makes a term.
#[test]
fn functions_that_stay_are_printed_with_their_types() {
    let text =
        "proc f(n: nat, i: idx(n), xs: n.i32): i32 = xs[n - 1 - i]  def main(xs: 3.i32) = f(at(1), xs)";
    let printed = print::program(&read(text));
    assert!(printed.contains("i: idx(n)"), "{printed}");
    assert_eq!(printed, print::program(&read(&printed)));
}

#[test]
fn binders_are_renamed_where_they_would_hide_what_is_used() {
    let text =
        "def main = fun(x: f32) fun(map: f32) (fun(f: f32 -> f32) fun(x: f32) f(x))(fun(y: f32) x + map)(1)";
    let printed = print::program(&read(text));
    assert!(
        printed.contains("map1: f32") && printed.contains("x + map1"),
        "{printed}"
    );
    let text = "def main = fun(n: nat, xs: n.f32) xs |> map(fun x. reduce(fun y a. y + a + x, 0, xs)) |> map(fun x. x)";
    assert!(!print::program(&read(text)).contains("x1"));
}

#[test]
fn literals_of_all_types_read_back() {
    for literal in [
        "1",
        "-1",
        "0",
        "255u8",
        "-128i8",
        "9223372036854775807i64",
        "-9223372036854775808i64",
        "18446744073709551615u64",
        "1.5",
        "1e-7",
        "1e30",
        "3.4028235e38",
        "-0.0",
        "0.1f64",
        "1e300f64",
        "65504.0f16",
        "0.1f16",
        "f32.inf",
        "-f64.inf",
        "f16.nan",
        "true",
        "neg(1)",
        "neg(-1)",
        "-sqrt(2)",
        "0x7f",
    ] {
        let first = read(&format!("def main = {literal}"));
        let printed = print::program(&first);
        let again = read(&printed);
        assert!(
            alpha::equal(&first.definitions[0].body, &again.definitions[0].body),
            "{literal}: {printed}"
        );
    }
}

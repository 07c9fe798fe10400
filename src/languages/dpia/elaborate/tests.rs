//! The programs of section 18 of the notes, and what elaboration says of wrong ones.

use crate::{Program, elaborate, parser};
use elder_syntax::{Diagnostic, SourceId};

fn run(text: &str) -> Result<Program, Vec<Diagnostic>> {
    let (program, errors) = parser::parse_program(SourceId(0), text);
    if !errors.is_empty() {
        return Err(errors);
    }
    elaborate::program(&program.expect("a program without errors"))
}

fn accepted(text: &str) -> Program {
    run(text).unwrap_or_else(|errors| {
        let lines: Vec<String> = errors
            .iter()
            .map(|e| {
                format!(
                    "{:?} {}..{}: {} {:?}",
                    e.refusal.map(|r| r.id()),
                    e.span.start,
                    e.span.end,
                    e.message,
                    e.notes
                )
            })
            .collect();
        panic!("{text}\n{}", lines.join("\n"))
    })
}

fn refused(text: &str, rule: &str, message: &str) {
    let errors = run(text).err().unwrap_or_default();
    let found = errors
        .iter()
        .any(|e| e.refusal.is_some_and(|r| r.id() == rule) && e.message.contains(message));
    let stated: Vec<_> = errors
        .iter()
        .map(|e| (e.refusal.map(|r| r.id()), &e.message))
        .collect();
    assert!(found, "{text}: {stated:?}");
}

/// The programs of section 18, by number; several of one number where the notes have variants.
pub(crate) const PROGRAMS: &[(&str, &str)] = &[
    ("01", "def main = fun(n: nat) fun(a: num) fun(xs: n.num) xs |> map(fun x. a * x)"),
    (
        "02",
        "def main = fun(n: nat) fun(xs: n.num) fun(ys: n.num)
           zip(xs, ys) |> map(fun p. fst p * snd p) |> reduce(fun x a. x + a, 0)",
    ),
    ("03", "def main = fun(n: nat, xs: n.num) xs |> reduce(fun x a. x - a, 0)"),
    ("04", "def main = fun(n: nat, xs: n.num) xs |> reduce(fun x a. x + a, 7)"),
    ("05", "def main = fun(n: nat, xs: n.num) xs |> split(2)"),
    ("06", "def main = fun(n: nat, xs: n.num) xs |> split(3) |> map(fun r. r |> reduce(fun x a. x + a, 0))"),
    ("07", "def main = fun(n: nat, xs: n.num) xs |> split(4) |> map(fun r. r |> map(fun x. x + 1)) |> join"),
    (
        "08",
        "def main = fun(n: nat, xs: n.num, ys: n.num) zip(xs |> map(fun x. x + 1), ys |> map(fun x. x + 1))",
    ),
    (
        "09",
        "def main = fun(n: nat, xs: n.num) (xs |> reduce(fun x a. x + a, 0), xs |> reduce(fun x a. x * a, 1))",
    ),
    ("10", "def main = fun(n: nat, xs: n.num) fst (xs |> map(fun x. x + 1), xs |> map(fun x. x * 5))"),
    ("11", "def main = fun(n: nat, xs: n.num) xs |> map(fun x. x * 10) |> split(2)"),
    (
        "12",
        "def main = fun(n: nat, m: nat, mat: n.m.num, v: m.num)
           mat |> map(fun r. zip(r, v) |> reduce(fun p a. fst p * snd p + a, 0))",
    ),
    (
        "13",
        "def main = fun(n: nat, xs: n.num, ys: n.num)
           zip(xs, ys) |> split(4)
           |> mapWorkgroup(fun zs1. zs1 |> split(2)
                |> mapLocal(fun zs2. zs2 |> reduce(fun p a. fst p * snd p + a, 0)))
           |> join |> reduce(fun x a. x + a, 0)",
    ),
    ("14", "def main = fun(n: nat, xs: n.num) xs |> reduce(fun x a. (snd a + x, fst a), (0, 100))"),
    (
        "15",
        "def main = fun(n: nat, m: nat, xs: n.num, ys: m.num)
           xs |> reduce(fun x y. y |> map(fun q. (y |> reduce(fun u w. u + w, x)) + q), ys)",
    ),
    ("16", "def main = fun(n: nat, m: nat, is: m.idx(n), xs: n.num) gather(is, xs)"),
    ("16 reversed", "def main = fun(n: nat, xs: n.num) gather(generate(n, fun i. n - 1 - i), xs)"),
    ("17", "def main = fun(n: nat, xs: n.num) xs |> slide(3, 1) |> map(fun w. w |> reduce(fun x a. x + a, 0))"),
    (
        "18 clamped",
        "def main = fun(n: nat, xs: n.num)
           xs |> padClamp(1, 1) |> slide(3, 1) |> map(fun w. w |> reduce(fun x a. x + a, 0))",
    ),
    (
        "18 constant",
        "def main = fun(n: nat, xs: n.num)
           xs |> padCst(1, 1, 0) |> slide(3, 1) |> map(fun w. w |> reduce(fun x a. x + a, 0))",
    ),
    (
        "19",
        "def main = fun(xs: 8.num)
           xs |> iterate(3, fun(l: nat) fun a. a |> split(2) |> map(fun c. c |> reduce(fun x s. x + s, 0)))",
    ),
    (
        "19 for any count",
        "def main = fun(k: nat, xs: (2 ^ k).num)
           xs |> iterate(k, fun a. a |> split(2) |> map(fun c. c |> reduce(+, 0)))",
    ),
    ("20", "def main = fun(n: nat, is: n.idx(n), xs: n.num) xs |> map(fun x. x + 1) |> scatter(is)"),
    (
        "21",
        "def main = fun(n: nat, a: num, xs: n.num)
           xs |> asVector(4) |> mapGlobal(fun x. splat(4, a) * x) |> asScalar(4)",
    ),
    ("22", "def main = fun(n: nat) fun(xs: (2*n).num) fun(ys: (n+n).num) zip(xs, ys)"),
    ("25", "def main = fun(n: nat, b: acc[num], out: acc[n.num]) parfor i < n into out as o { b := 1 }"),
    (
        "26",
        "def main = fun(out: acc[3.num])
           new 3.num v { parfor i < 3 into v.wr as o { o := v.rd[(i+1) % 3] } ; out := v.rd }",
    ),
    ("27", "def main = fun(out: acc[3.num]) new 3.num v { parfor i < 3 into v.wr as o { o := v.rd[i] } ; out := v.rd }"),
    (
        "28",
        "def main = fun(xs: 3.num, out: acc[3.num])
           parfor i < 3 into out as o { new num t { t.wr := xs[i] ; o := t.rd + t.rd } }",
    ),
    (
        "29 aliased",
        "def main = fun(out: acc[num])
           new num v { (fun(a: acc[num]) fun(b: acc[num]) a := 1 ; b := 2)(v.wr)(v.wr) ; out := v.rd }",
    ),
    (
        "29 shared",
        "def main = fun(out: acc[num])
           new num v { v.wr := 3 ; (fun(x: exp[num]) fun(y: exp[num]) out := x + y)(v.rd)(v.rd) }",
    ),
    ("29 pair", "def main = fun(out: acc[num]) new num v { v.wr := 1 ; v.wr := v.rd + 1 ; out := v.rd }"),
    (
        "30 global in global",
        "def main = fun(n: nat, m: nat, xs: n.m.num) xs |> mapGlobal(0)(fun r. r |> mapGlobal(0)(fun x. x + 1))",
    ),
    (
        "30 unguarded",
        "def main = fun(n: nat, xs: n.128.num)
           xs |> mapWorkgroup(fun r. toLocal(fun s. s |> reduce(fun x a. x + a, 0))(r) |> fun t. r |> mapLocal(fun x. x + t))",
    ),
    (
        "30 barriers",
        "def main = fun(n: nat, xs: n.130.num)
           xs |> mapWorkgroup(fun r. r |> mapLocal(fun x. x) |> toLocal |> slide(3, 1)
                |> mapLocal(fun w. w |> reduce(fun x a. x + a, 0)))",
    ),
];

/// A definition for every form of the language.
pub(crate) const FORMS: &str = include_str!("forms.dpia");

/// What a definition of the forms is, printed.
fn form(program: &Program, name: &str) -> String {
    let definition = program.find(name).expect("a form of that name");
    crate::print::phrase(&definition.body)
}

#[test]
fn every_form_elaborates() {
    let program = accepted(FORMS);
    assert_eq!(
        form(&program, "o"),
        "fun(x: f64) fma(x, 1.0f64, min(x, 2.0f64)) + f64.inf"
    );
    assert_eq!(
        form(&program, "h"),
        "fun(x: f32, n: nat) loopSeq(n, fun i s. s + f32(i), x)"
    );
    assert_eq!(form(&program, "a"), "fun(xs: 8.i32) xs |> iterate@2@1(3, halved)");
    assert_eq!(
        form(&program, "d"),
        "fun(n: nat, xs: n.i32, k: i32) xs[asIndex@n(k)] + xs[asIndex@n(i32(f32(k)))] + xs[n % 2]"
    );
    assert!(
        form(&program, "c").contains("if snd p && fst p > 3i64 || !snd p then nat(n) + fst p else -1i64")
    );
    assert!(form(&program, "k").contains("mapSeq(fun x. x * splat(4, 2.0) + splat(4, 1.0))"));
    assert!(form(&program, "f").contains("v.wr := xs"));
    let tuples = form(&program, "v");
    assert!(tuples.contains("p: (i32, f32, bool)"), "{tuples}");
    assert!(tuples.contains("map(fun x_y. fst x_y - snd x_y)"), "{tuples}");
    assert!(tuples.contains("(snd (snd p), fst p)"), "{tuples}");
}

#[test]
fn operators_bind_as_in_the_table() {
    for (text, same) in [
        ("1 + 2 * 3", "1 + (2 * 3)"),
        ("1 - 2 - 3", "(1 - 2) - 3"),
        ("2 ** 3 ** 2", "2 ** (3 ** 2)"),
        ("-1 ** 2", "(-1) ** 2"),
        ("1 < 2 && 3 < 4 || true", "((1 < 2) && (3 < 4)) || true"),
        ("1 << 2 + 3 & 7", "(1 << (2 + 3)) & 7"),
        ("8 // 3 %% 2 / 5 % 3", "(((8 // 3) %% 2) / 5) % 3"),
        ("1 |> fun x. x + 1", "(fun x. x + 1)(1)"),
        ("!true || true", "(!true) || true"),
    ] {
        let one = accepted(&format!("def main = {text}"));
        let other = accepted(&format!("def main = {same}"));
        assert_eq!(form(&one, "main"), form(&other, "main"), "{text}");
    }
}

#[test]
fn errors_of_all_definitions_are_reported() {
    let errors = run("def a = fun(x: f32) x +\ndef b = )\ndef c = 1\ndef d(x: f32 = 1")
        .err()
        .unwrap_or_default();
    assert_eq!(errors.len(), 3, "{errors:?}");
    let errors = run("def a = nix\ndef b(x: n.f32) = x\ndef c = a\ndef d = 1 + 2.5i32")
        .err()
        .unwrap_or_default();
    let lines: Vec<u32> = errors.iter().map(|e| e.span.start).collect();
    assert!(errors.len() >= 2 && lines.is_sorted(), "{errors:?}");
}

#[test]
fn messages_name_a_way_out() {
    for (text, help) in [
        ("def main = fun(n: nat, xs: n.f32) xs |> mpa(fun x. x)", "`map`"),
        (
            "def main = fun(n: nat, xs: n.f32) generate(n, fun i. xs[i] * i)",
            "f32(..)",
        ),
        (
            "def main = fun(out: acc[f32]) new f32 v { v := 1 ; out := v.rd }",
            "v.wr",
        ),
        ("def main = fun(xs: 2*8.f32) xs", "parentheses"),
        (
            "def f(n: nat, xs: n.f32) = xs def main(n: nat, xs: n.f32) = f(n, xs)",
            "f@n",
        ),
        ("def main(n: nat) = n + 1", "nat(n)"),
        ("def main(x: i32) = x ^ 2", "**"),
        ("def main(x: i32) = if x = 1 then 2 else 3", "=="),
    ] {
        let errors = run(text).err().unwrap_or_default();
        let helps: Vec<_> = errors.iter().filter_map(|e| e.help.as_deref()).collect();
        assert!(helps.iter().any(|h| h.contains(help)), "{text}: {errors:?}");
    }
}

#[test]
fn programs_of_the_notes_elaborate() {
    for (number, text) in PROGRAMS {
        let program = accepted(text);
        assert!(program.find("main").is_some(), "{number}");
    }
}

#[test]
fn wrong_sizes_are_refused() {
    refused(
        "def main = fun(n: nat) fun(m: nat) fun(xs: n.num) fun(ys: m.num) zip(xs, ys)",
        "DPIA-K-EQ",
        "n and m",
    );
    refused("def main = fun(xs: 8.num) xs |> split(3)", "DPIA-K-EQ", "3");
    refused(
        "def main = fun(n: nat) fun(m: nat) fun(xs: n.num) fun(i: idx(m)) xs[i]",
        "DPIA-P-IDX",
        "",
    );
    refused("def main = fun(out: acc[num]) out := out", "DPIA-P-ASSIGN", "");
}

//! Defunctionalisation keeps the meaning of programs without type parameters, by both evaluators.

use elder_futhark::check::imports::{Outcome, check_text, with_function_branches};
use elder_futhark::check::substitution::is_order_zero;
use elder_passes::futhark::defunctionalise;
use elder_semantics::futhark::agree::{Agreement, SMALL, agree};
use elder_semantics::futhark::clear;
use elder_syntax::Value;
use elder_syntax::value::read_values;

/// Runs `main` before and after the pass, and compares what comes of it.
fn same(text: &str, inputs: &str) {
    same_as(check_text("main.fut", text), text, inputs);
}

/// The same of a program whose branches, arrays and loops may give functions.
fn same_with_branches(text: &str, inputs: &str) {
    same_as(checked_with_branches(text), text, inputs);
}

fn checked_with_branches(text: &str) -> Outcome {
    with_function_branches("main.fut", &mut [("main.fut", text)].as_slice())
}

fn same_as(checked: Outcome, text: &str, inputs: &str) {
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{text}\n{:?}", checked.diagnostics));
    let after = defunctionalise::run(&program).unwrap_or_else(|refused| panic!("{text}\n{refused:?}"));
    for def in &after.defs {
        assert!(
            is_order_zero(&def.fun.ret.ty),
            "{} gives a function\n{text}",
            def.path
        );
        for param in &def.fun.params {
            assert!(
                is_order_zero(&param.pat.ty),
                "{} takes a function\n{text}",
                def.path
            );
        }
    }
    let inputs: Vec<Value> = read_values(inputs.as_bytes()).expect("values");
    let shown = |program| {
        let run = clear::run(program, "main", inputs.clone(), clear::Options::default());
        match run.results {
            Ok(values) => format!("{values:?}"),
            Err(failure) => format!(
                "{:?} {:?}",
                failure.kind,
                failure.refusal.map(|refusal| refusal.id())
            ),
        }
    };
    assert_eq!(shown(&program), shown(&after), "{text}");
    match agree(&after, "main", &inputs, SMALL) {
        Agreement::Difference { clear, machine } => panic!("{text}\nclear: {clear}\nmachine: {machine}"),
        Agreement::Values(_) | Agreement::Failure(_) | Agreement::Limit | Agreement::Alone => {}
    }
}

#[test]
fn functions_are_records_of_what_they_capture() {
    for (text, inputs) in [
        (
            "entry main (b: i32) = let a = 1 let f = \\x -> x + a in f b",
            "2i32",
        ),
        (
            "def twice (g: i32 -> i32) = \\x -> g (g x)\nentry main (z: i32) = let f = (let a = 5 in twice (\\y -> y + a)) in f z",
            "1i32",
        ),
        (
            "def thrice (h: i64 -> i64) = \\z -> h (h (h z))\nentry main (k: i64) = let step = (let c = k * 2 in thrice (\\w -> w - c)) in step 100 + step k",
            "4i64",
        ),
        (
            "def mk (n: i32) = {add = \\x -> x + n, mul = \\x -> x * n}\nentry main (x: i32) = let r = mk 3 in r.mul (r.add x)",
            "2i32",
        ),
        (
            "def g (k: i32) = (k, \\x -> x + k)\nentry main (xs: []i32) = let (k, f) = g 10 in intrinsics.map (\\x -> x + k) (intrinsics.map f xs)",
            "[1i32, 2i32]",
        ),
        (
            "type^ op = #lam (i32 -> i32) | #non\ndef ap (o: op) (x: i32) = match o case #lam f -> f x case #non -> x\nentry main (x: i32) = ap (#lam (+ 1)) x + ap #non x",
            "4i32",
        ),
    ] {
        same(text, inputs);
    }
}

#[test]
fn names_are_not_confused() {
    for (text, inputs) in [
        // FUT-Z-26
        (
            "entry main (x: i32) = let f = (let y = 1 in \\x -> x + y) in let y = x in f y",
            "2i32",
        ),
        (
            "entry main (x: i32) = let x = x + 1 let f = (\\y -> x * y) let x = 10 * x let g = (\\y -> f y + x) in g x",
            "3i32",
        ),
        (
            "def both (f: i32 -> i32) (g: i32 -> i32) (x: i32) = f x * 100 + g x\nentry main (a: i32) = let mk (k: i32) = (\\x -> x + k) in both (mk a) (mk (a + 1)) 5 + both (mk 7) (\\x -> x) 1",
            "3i32",
        ),
    ] {
        same(text, inputs);
    }
}

#[test]
fn sizes_are_captured() {
    for (text, inputs) in [
        // A pattern binds the sizes of what stands beside a function.
        (
            "entry main (k: i64) = let [n] (_: [n]i32, f: [n]bool -> [n]bool) = (intrinsics.replicate 1 0, \\(xs: [1]bool) -> xs) in (n, f (intrinsics.replicate n true), k)",
            "1i64",
        ),
        (
            "entry main (n: i64) (i: i64) = let f = (let zs = intrinsics.iota (n + 2) in \\i -> zs[i]) in f i",
            "3i64 4i64",
        ),
        (
            "entry main (n: i64) = let f = \\(m: i64) -> intrinsics.replicate n m in (f 3, f n)",
            "2i64",
        ),
        (
            "entry main (n: i64) = let f (m: i64) : [n][0]i64 = intrinsics.map (\\_ -> []) (intrinsics.iota n) in f 3",
            "2i64",
        ),
        (
            "entry main [n] (xs: [n]i32) = let f [k] (ys: [k]i32) = (n, k, ys) in (f xs, f [1, 2])",
            "[1i32, 2i32, 3i32]",
        ),
        (
            "def ap (f: (n: i64) -> [n]i64) (k: i64) = f k\nentry main (n: i64) = ap (\\m -> intrinsics.iota m) n",
            "3i64",
        ),
        (
            "def f [n] (xs: [n]i32) = \\(i: i64) -> xs[i] + i32.i64 n\nentry main [n] (xs: [n]i32) = intrinsics.map (f xs) (intrinsics.iota n)",
            "[1i32, 2i32, 3i32]",
        ),
    ] {
        same(text, inputs);
    }
}

#[test]
fn errors_come_in_their_order() {
    for (text, inputs) in [
        (
            "entry main (x: i32) = (let y = 1 / x in \\z -> z + y) (assert (x > 0) 1)",
            "0i32",
        ),
        (
            "entry main (x: i32) (xs: []i32) = intrinsics.map (let y = 1 / x in \\z -> z + y) xs[5:6]",
            "0i32 [1i32]",
        ),
        (
            "def f (x: i32) (y: i32) = \\z -> x + y / z\nentry main (x: i32) = let xs = [1i32] in f (1 / x) xs[intrinsics.opaque 3i64] x",
            "0i32",
        ),
    ] {
        same(text, inputs);
    }
}

#[test]
fn operators_intrinsics_and_partial_applications_are_functions() {
    for (text, inputs) in [
        (
            "entry main (xs: []i32) = intrinsics.reduce (+) 0 (intrinsics.map (* 2) xs)",
            "[1i32, 2i32]",
        ),
        (
            "def ap (f: i32 -> i32 -> i32) = f 1\nentry main (x: i32) = ap (+) x + ap (\\a b -> a - b) x",
            "2i32",
        ),
        (
            "def add3 (x: i32) (y: i32) (z: i32) = x + 10 * y + 100 * z\nentry main (x: i32) = let f = add3 x let g = f 2 in g 3 + f 4 5",
            "1i32",
        ),
        (
            "def fact (n: i64): i64 = if n == 0 then 1 else n * fact (n - 1)\nentry main (n: i64) = intrinsics.map fact (intrinsics.iota n)",
            "5i64",
        ),
        ("entry main (x: i32) = \\y -> x - y", "5i32 3i32"),
        (
            "def f = let t = [1i32, 2, 3] in \\(i: i64) -> t[i]\nentry main (i: i64) = f i + f 0",
            "1i64",
        ),
    ] {
        same(text, inputs);
    }
}

#[test]
fn branches_give_one_of_several_functions() {
    for (text, inputs) in [
        // The slides' example.
        (
            "entry main (b: bool) (n: i32) = let r = if b then {f = \\x -> x + 1, a = 1} else {f = \\x -> x + n, a = 2} in r.f r.a",
            ["true 5", "false 5"],
        ),
        (
            "entry main (up: bool) (k: i32) = let s = if up then {go = \\v -> v * 3, at = k} else {go = \\v -> v - k, at = 7i32} in s.go s.at",
            ["true 5", "false 5"],
        ),
        (
            "entry main (b: bool) (k: i32) = (if b then \\x -> x + 1 else \\x -> x + k) 3",
            ["true 5", "false 5"],
        ),
        (
            "entry main (b: bool) (x: i32) = (match b case true -> (\\y -> y + x) case false -> (\\y -> y)) 1i32",
            ["true 5", "false 5"],
        ),
        // The same function of other sizes needs no tag, another one does.
        (
            "entry main (b: bool) (n: i64) = let f = if b then (let xs = intrinsics.iota n in \\(i: i64) -> xs[i]) else (let xs = intrinsics.iota (n + 1) in \\(i: i64) -> xs[i]) in f 1",
            ["true 5", "false 5"],
        ),
        (
            "entry main (b: bool) (n: i64) = let mk (m: i64) = (let xs = intrinsics.iota m in \\(i: i64) -> xs[i]) let f = if b then mk n else mk (n + 1) in f n",
            ["true 5", "false 5"],
        ),
        // Three functions, of a conditional within another.
        (
            "entry main (b: bool) (n: i32) = let f = if b then (if n > 3 then \\x -> x else \\x -> x + n) else \\x -> x * n let g = if n > 2 then f else \\x -> x - n in g 10",
            ["true 5", "false 1"],
        ),
        // What is applied gives functions.
        (
            "entry main (b: bool) (n: i32) = let f = if b then (\\x -> let z = x * n in \\y -> y + z) else (\\x y -> x - y) in f 3 4",
            ["true 5", "false 5"],
        ),
        // An operand of a combinator.
        (
            "entry main (b: bool) (n: i32) = let f = if b then (+ n) else (* n) in intrinsics.map f [1, 2]",
            ["true 5", "false 5"],
        ),
        (
            "def pick '^c (w: bool) (l: c) (r: c): c = if w then l else r\nentry main (w: bool) (n: i32) = n",
            ["true 5", "false 5"],
        ),
    ] {
        for inputs in inputs {
            same_with_branches(text, inputs);
        }
    }
}

#[test]
fn loops_and_arrays_of_functions() {
    for (text, inputs) in [
        (
            "entry main (n: i32) = (loop f = \\x -> x + 1i32 for i < n do (if i % 2 == 0 then \\x -> x * i else f)) 3",
            "4i32",
        ),
        (
            "entry main (n: i64) = (loop f = \\(x: i64) -> x for i < n do (let xs = intrinsics.iota (i + 1) in \\x -> xs[x] + i)) 0",
            "4i64",
        ),
        (
            "entry main (n: i64) (k: i32) = let fs = [\\y -> y + k, \\y -> y * k, \\y -> y] in fs[n] 10",
            "1i64 5i32",
        ),
        (
            "entry main (k: i32) = let fs = [\\y -> y + k, \\y -> y * k] in loop x = 2 for f in fs do f x",
            "5i32",
        ),
    ] {
        same_with_branches(text, inputs);
    }
}

#[test]
fn what_is_never_known_is_refused() {
    for text in [
        "entry main (n: i32) = (loop f = \\x -> x for i < n do \\x -> f (x + 1)) 3",
        "entry main (n: i64) = let mk (m: i64) = (let xs = intrinsics.iota m in \\(i: i64) -> xs[i]) let fs = [mk n, mk (n + 1)] in fs[0] 0",
    ] {
        let program = checked_with_branches(text).program.expect("a program");
        assert!(defunctionalise::run(&program).is_err(), "{text}");
    }
}

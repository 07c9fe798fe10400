//! The two evaluators of Futhark on programs that use each construct.

use elder_futhark::check::imports::check_text;
use elder_semantics::futhark::agree::{Agreement, SMALL, agree};
use elder_syntax::Value;
use elder_syntax::value::read_values;

/// What the evaluators make of `main`, which must be the same.
fn both(program: &str, inputs: &str) -> Agreement {
    let checked = check_text("main.fut", program);
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let inputs: Vec<Value> = read_values(inputs.as_bytes()).expect("values");
    match agree(&program, "main", &inputs, SMALL) {
        Agreement::Difference { clear, machine } => panic!("clear: {clear}\nmachine: {machine}"),
        agreement => agreement,
    }
}

#[test]
fn values() {
    for (program, inputs) in [
        ("entry main (x: i32) = (x + 1, x == 2, f32.i32 x / 2)", "2i32"),
        (
            "entry main (n: i64) = map (\\i -> map (* i) (iota n)) (iota n)",
            "3i64",
        ),
        (
            "entry main (n: i64) = (map (\\(i: i64) -> replicate n i) [], [(1, [2, 3])])",
            "3i64",
        ),
        (
            "entry main (xs: []i32) = (reduce (+) 0 xs, scan (*) 1 xs, filter (> 1) xs, partition (> 2) xs)",
            "[1i32, 2i32, 3i32]",
        ),
        (
            "entry main (n: i64) = loop (a, i) = (replicate n 0, 0) while i < n do (a with [i] = i * i, i + 1)",
            "4i64",
        ),
        (
            "entry main (xs: [][]i32) = (transpose xs, flatten (transpose xs), xs[1:, ::-1], length xs[0])",
            "[[1i32, 2i32], [3i32, 4i32]]",
        ),
        (
            "type t [n] = #some ([n]i32) | #none\ndef f [n] (x: t [n]) = match x case #some ys -> length ys case #none -> n\nentry main (n: i64) = map f ([#some (replicate n 1), #none] : [](t [n]))",
            "4i64",
        ),
        (
            "entry main (n: i64) = let f [n] 't (xs: [n]t) (x: t) = (n, xs ++ [x]) in (f (iota n) 7, f [true] false)",
            "4i64",
        ),
        (
            "entry main [n] (xs: [n]i32) (ys: [n]i32) = unzip (map (\\(a, b) -> (b, a)) (zip xs ys))",
            "[1i32, 2i32] [3i32, 4i32]",
        ),
        (
            "entry main (n: i64) = reduce_by_index (replicate n 0) (+) 0 [0, 1, 0, 9] [1, 2, 3, 4]",
            "3i64",
        ),
        (
            "entry main (n: i64) = ({a = n, b = {c = 1}} with b.c = n).b.c",
            "3i64",
        ),
    ] {
        let found = both(program, inputs);
        assert!(matches!(found, Agreement::Values(_)), "{program}: {found:?}");
    }
}

#[test]
fn derivatives_are_of_the_definition_alone() {
    for (program, inputs) in [
        ("entry main (x: f64) = vjp (\\x -> x * x) x 1", "3f64"),
        (
            "def size (x: f64) : i64 = i64.f64 (jvp (\\x -> x) x 2) entry main (x: f64) = replicate 2 0i32 :> [size x]i32",
            "3f64",
        ),
    ] {
        let found = both(program, inputs);
        assert!(matches!(found, Agreement::Alone), "{program}: {found:?}");
    }
    let found = both(
        "def f (x: f64) = jvp (\\x -> x) x 1 entry main (x: f64) = x",
        "3f64",
    );
    assert!(matches!(found, Agreement::Values(1)), "{found:?}");
}

#[test]
fn failures() {
    for (program, inputs, rule) in [
        ("entry main (x: i32) = 1 / x", "0i32", "NUM-DIV"),
        ("entry main (n: i64) = (iota n)[n]", "3i64", "FUT-E-INDEX"),
        ("entry main (n: i64) = iota (-n)", "3i64", "FUT-E-IOTA"),
        ("entry main (n: i64) = assert (n < 3) n", "3i64", "FUT-E-ASSERT"),
        ("entry main (n: i64) = iota n :> [2]i64", "3i64", "FUT-E-COERCE"),
        (
            "entry main (n: i64) = ((\\(m: i64) -> iota m) :> ((m: i64) -> [2]i64)) n",
            "3i64",
            "FUT-E-PROXY",
        ),
        (
            "entry main [n] (xs: [n]i32) (ys: [n]i32) = map2 (+) xs ys",
            "[1i32] [1i32, 2i32]",
            "FUT-E-SIZEPAR",
        ),
    ] {
        match both(program, inputs) {
            Agreement::Failure(failure) => {
                let refusal = failure.refusal.map(|refusal| refusal.id());
                assert!(
                    refusal.is_some_and(|id| id.ends_with(&rule[5..])),
                    "{program}: {refusal:?}"
                );
            }
            found => panic!("{program}: {found:?}"),
        }
    }
}

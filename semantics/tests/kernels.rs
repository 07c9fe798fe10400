//! Compiled loops compute what the evaluator computes: each program is run plainly, where its loops are compiled, and
//! observed, where they are not.

use elder_futhark::check::imports::check_text;
use elder_semantics::futhark::machine::cost::Cost;
use elder_semantics::futhark::machine::display::display;
use elder_semantics::futhark::{Mode, Options, run};
use elder_semantics::options::Limits;

/// What a program without parameters gives, or the rule that refused and the message.
fn outcome(text: &str, options: Options) -> Result<String, (String, String, usize)> {
    let checked = check_text("test.fut", text);
    let Some(program) = checked.program else {
        panic!("{text}: {:#?}", checked.diagnostics)
    };
    match run(&program, "main", Vec::new(), options).results {
        Ok(values) => Ok(values.iter().map(display).collect::<Vec<_>>().join("\n")),
        Err(failure) => {
            let rule = failure.refusal.map_or("none", |r| r.id()).to_string();
            Err((rule, failure.message.clone(), failure.span.start as usize))
        }
    }
}

fn agree(text: &str) -> Result<String, (String, String, usize)> {
    let compiled = outcome(text, Options::default());
    let observed = outcome(
        text,
        Options {
            mode: Mode {
                observer: Some(Box::new(Cost::new())),
                ..Mode::default()
            },
            ..Options::default()
        },
    );
    assert_eq!(compiled, observed, "{text}");
    compiled
}

#[test]
fn values_agree() {
    for text in [
        "def main = loop (a, b) = (0i64, 1i64) for _i < 20i64 do (b, a + b)",
        "def main = loop (a, b, c) = (1i64, 2i64, 3i64) for _i < 5i64 do (c, a, b)",
        "def main = loop x = 1i32 while x < 1000i32 do x * 3",
        "def main = loop x = 1i64 for i < 0i64 do x + i",
        "def main = loop x = 1i8 for i < 120i8 do x * 3 + i",
        "def main = loop x = 200u8 for i < 7u8 do x + i * 50",
        "def main = loop h = replicate 10 0i32 for i < 1000i64 do h with [i * 7 % 10] = h[i * 7 % 10] + 1",
        "def main = loop (h, n) = (replicate 4 0f32, 0i64) for i < 50i64 do \
           if i % 3 == 0 then (h with [i % 4] = h[i % 4] + f32.i64 i, n) else (h, n + 1)",
        "def main = loop m = unflatten (replicate 12 0i64 :> [3 * 4]i64) for i < 12i64 do m with [i / 4, i % 4] = i",
        "def main = let t = [3i64, 1, 2] in map (\\i -> t[i % 3] * i) (iota 10)",
        "def main = map (\\x -> f64.sqrt x + 1) [1f64, 4f64, 9f64]",
        "def main = map (\\(x, y) -> (y, x + 1)) (zip (iota 4) (map f32.i64 (iota 4)))",
        "def main = map2 (\\x y -> if x < y && y != 3 || x == 0 then x else y) [0i64, 5, 2] [1i64, 3, 3]",
        "def main = reduce (\\a b -> a * 31 + b) 7i32 [1i32, 2, 3]",
        "def main = reduce (\\(a, b) (c, d) -> (a + c, b * d)) (0i64, 1i64) (zip (iota 5) (iota 5))",
        "def main = scan (\\(a, b) (c, d) -> (a + c, i64.max b d)) (0i64, 0i64) (zip (iota 5) [3i64, 1, 4, 1, 5])",
        "def main = filter (\\x -> x % 2 == 1) [1i32, 2, 3, 4, 5]",
        "def main = map (\\x -> loop y = x while y > 9 do y / 10) [1234i32, 56, 7]",
        "def main = map (\\x -> let (a, _) = loop (a, k) = (0i64, x) for i < x do (a + k * i, k - 1) in a) (iota 6)",
        "def main = map (\\x -> i32.u8 x) [200u8, 3u8]",
        "def main = map (\\x -> u64.i8 x) [-1i8, 3i8]",
        "def main = map (\\(x: f32) -> (f32.min x 1, x / 0, i64.f32 x)) [1.5f32, -2.5f32]",
        "def main = loop (xs, s) = (iota 5, 0i64) for i < 5i64 do let y = xs[i] in (xs with [i] = y * y, s + y)",
        "def gcd (a: i64) (b: i64) : i64 = (loop (a, b) = (a, b) while b != 0 do (b, a % b)).0 \
         def main = map2 gcd [12i64, 35, 17] [18i64, 49, 5]",
        "def main = loop s = 0i64 for x in [3i64, 1, 4] do s * 10 + x",
        "def main = loop s = 0i64 for (x, y) in zip (iota 4) [3i64, 1, 4, 1] do s * 10 + x * y",
        "def main = loop s = 0i64 for (x, y) in zip (iota 4) [3i64, 1, 4, 1] do s + x * y",
        "def main = loop h = replicate 5 0i64 for x in [3i64, 1, 4, 1] do h with [x] = h[x] + 1",
        "def main = let p = {x = 2i64, y = (3i64, 4f32)} in map (\\i -> i * p.x + p.y.0) (iota 3)",
        "def main = let ps = zip (iota 4) [3f32, 1, 4, 1] in map (\\i -> ps[3 - i].1 + f32.i64 ps[i].0) (iota 4)",
        "def main = loop p = {x = 1i64, y = 2i64} for i < 4i64 do {x = p.y + i, y = p.x}",
        "def main = loop (a, (b, n)) = ([1i64, 2], (1i64, 3i64)) for i < 2i64 do (a with [i] = n, (b + 1, n + b))",
        "def main = map (\\x -> loop s = x for y in [1i64, 2, 3] do s * y + 1) (iota 3)",
        "def main = let f (a: i64) (b: i64) = if a < b then a * b else a - b in map (f 3) (iota 6)",
        "def main = let m = [[1i64, 2], [3, 4]] in map (\\i -> m[i, 1 - i] + m[i][i]) (iota 2)",
    ] {
        assert!(agree(text).is_ok(), "{text}: {:?}", agree(text));
    }
}

#[test]
fn failures_agree() {
    for (text, rule) in [
        ("def main = loop x = 1i64 for i < 5i64 do x / (3 - i)", "NUM-DIV"),
        ("def main = map (\\i -> [1i64, 2][i]) (iota 3)", "FUT-E-INDEX"),
        (
            "def main = let t = [1i64, 2] in map (\\i -> t[i]) (iota 3)",
            "FUT-E-INDEX",
        ),
        (
            "def main = loop h = replicate 3 0i64 for i < 5i64 do h with [i] = i",
            "FUT-E-UPDATE",
        ),
        (
            "def main = loop x = 0i64 for i < 5i64 do assert (i < 3) (x + i)",
            "FUT-E-ASSERT",
        ),
        ("def main = map (\\x -> 2i32 ** x) [1i32, -1]", "NUM-POW"),
    ] {
        assert_eq!(agree(text).map_err(|e| e.0), Err(rule.to_string()), "{text}");
    }
}

#[test]
fn a_compiled_loop_that_does_not_end_runs_out_of_fuel() {
    let options = Options {
        limits: Limits::fuel(100_000),
        ..Options::default()
    };
    let failure = outcome("def main = loop x = 0i64 while x >= 0 do x + 0", options);
    assert_eq!(failure.map_err(|e| e.0), Err("FUT-E-LIMIT".to_string()));
}

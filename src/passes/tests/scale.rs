//! A statement of Core costs the same in a long program as in a short one.
//!
//! Programs of one shape and of 100 to 100,000 statements, in one body and in many functions, go along all that Core's pipeline has; short ones again among
//! so many others that caches hold none of them, as they do not hold a long one.  The test is not run by default, since it measures times; it says
//! what it found:
//!
//! ```text
//! cargo test --release -p elder-passes --test scale -- --ignored --nocapture
//! ```

use elder_core::Program;
use elder_core::walk::{Fold, fold};
use elder_core::{Stm, check, print, read};
use elder_passes::core::{inline, simplify, sizes};
use elder_syntax::SourceMap;
use elder_syntax::effort::{Bounds, bounded};
use std::fmt::Write;
use std::time::Instant;

/// How many statements a block of a program has.
const BLOCK: usize = 20;

/// A block, whose names end with its number, after the block of another number.
fn block(text: &mut String, k: usize, before: usize) {
    let _ = write!(
        text,
        "
  let i{k}: i64 = {k}i64 % n
  let x{k}: i32 = xs[i{k}]
  let y{k}: i32 = x{k} * 3i32
  let v{k}: i32 = y{k} + s{before}
  let c{k}: bool = v{k} < s{before}
  let z{k}: i32 = if c{k}: i32 then let w: i32 = x{k} + 1i32 in w else in s{before}
  let l{k}: bool = i{k} < n
  let h{k}: cert = assert l{k}
  let ys{k}: [n]i32 = <h{k}> map n (\\(a: i32): i32 ->
      let b: i32 = a + z{k}
      let q: i32 = z{k} * v{k}
      let d: i32 = b * q
      in d) xs
  let zs{k}: [n]i32 = ys{k} with [i{k}] = z{k}
  let e{k}: i32 = loop (p: i32 = z{k}) for j: i64 < n do
      let f: i32 = xs[j]
      let g: i32 = f + p
      in g
  let r{k}: i32 = reduce n (\\(a: i32) (b: i32): i32 -> let c: i32 = a + b in c) (0i32) zs{k}
  let s{k}: i32 = r{k} + e{k}"
    );
}

/// A program of about so many statements in one body.
fn long(statements: usize) -> String {
    let mut text = "entry main [n] (xs: [n]i32) (s0: i32): i32 =".to_owned();
    let blocks = statements / BLOCK;
    for k in 1..=blocks {
        block(&mut text, k, k - 1);
    }
    let _ = writeln!(text, "\n  in s{blocks}");
    text
}

/// The same, a function for each hundred statements.
fn wide(statements: usize) -> String {
    let (mut text, mut body) = (String::new(), String::new());
    let count = (statements / 100).max(1);
    for f in 1..=count {
        let _ = write!(text, "fun f{f} (n: i64) (xs: [n]i32) (s0: i32): i32 =");
        for k in 1..=5 {
            block(&mut text, k, k - 1);
        }
        let _ = writeln!(text, "\n  in s5\n");
        let _ = write!(body, "\n  let s{f}: i32 = f{f} n xs s{}", f - 1);
    }
    let _ = writeln!(
        text,
        "entry main [n] (xs: [n]i32) (s0: i32): i32 ={body}\n  in s{count}"
    );
    text
}

fn parsed(text: &str) -> Program {
    let mut sources = SourceMap::default();
    let source = sources.add("scale.core", text);
    read::program(source, text, &|_| None).unwrap_or_else(|errors| panic!("{:?}", errors[0]))
}

/// How many statements a program has.
fn statements(program: &Program) -> usize {
    struct Count(usize);
    impl Fold for Count {
        fn stm(&mut self, stm: &Stm) {
            self.0 += 1;
            fold::stm(self, stm);
        }
    }
    let mut count = Count(0);
    fold::program(&mut count, program);
    count.0
}

/// What is timed.
const STEPS: [&str; 7] = ["read", "check", "print", "sizes", "inline", "simplify", "again"];

/// Microseconds a statement of each step, least of several runs.
fn costs(text: &str) -> (usize, [f64; 7]) {
    let count = statements(&parsed(text));
    let runs = (100_000 / count).clamp(3, 200);
    let mut least = [f64::MAX; 7];
    for _ in 0..runs {
        let mut at = Instant::now();
        let mut times = [0.0; 7];
        let mut lap = |k: usize| {
            times[k] = at.elapsed().as_secs_f64() * 1e6 / count as f64;
            at = Instant::now();
        };
        let mut program = parsed(text);
        lap(0);
        check::program(&program).unwrap_or_else(|errors| panic!("{:?}", errors[0]));
        lap(1);
        print::program(&program);
        lap(2);
        sizes::run(&mut program, &[]);
        lap(3);
        inline::run(&mut program, &[]);
        lap(4);
        simplify::run(&mut program, &[]);
        lap(5);
        simplify::run(&mut program, &[]);
        lap(6);
        for (least, time) in least.iter_mut().zip(times) {
            *least = least.min(time);
        }
    }
    (count, least)
}

/// Microseconds a statement of all that Core's pipeline has, of as many programs as have 100,000 statements together, each step of all of them before the next:
/// whatever a program needs has left the near caches when it is its turn.
fn cold(text: &str, count: usize) -> f64 {
    let many = 100_000 / count;
    let mut programs: Vec<Program> = (0..many.max(1)).map(|_| parsed(text)).collect();
    let start = Instant::now();
    for step in [sizes::run, inline::run, simplify::run] {
        for program in &mut programs {
            step(program, &[]);
        }
    }
    start.elapsed().as_secs_f64() * 1e6 / (count * programs.len()) as f64
}

#[test]
#[ignore = "measures times"]
fn a_statement_costs_the_same_in_long_programs() {
    let bounds = Bounds {
        steps: u64::MAX,
        memory: u64::MAX,
    };
    let mut apart = vec![];
    for (shape, make) in [("one body", long as fn(usize) -> String), ("functions", wide)] {
        println!("{shape}: microseconds a statement\n{:>10} {STEPS:>9?}", "");
        let rows = [100, 1_000, 10_000, 100_000].map(|size| {
            let text = make(size);
            let ((count, costs), cold) = bounded(bounds, || {
                let (count, costs) = costs(&text);
                let cold = (0..3).map(|_| cold(&text, count)).fold(f64::MAX, f64::min);
                ((count, costs), cold)
            });
            println!(
                "{count:>10} {costs:>10.2?}  {:.2}, among others {cold:.2}",
                costs[3..6].iter().sum::<f64>()
            );
            costs
        });
        for (k, step) in STEPS.iter().enumerate() {
            let all = rows.map(|row| row[k]);
            let ratio =
                all.iter().copied().fold(0.0, f64::max) / all.iter().copied().fold(f64::MAX, f64::min);
            if ratio > 1.3 {
                apart.push(format!("{shape}: {step} {ratio:.2}"));
            }
        }
    }
    assert!(apart.is_empty(), "{apart:?}");
}

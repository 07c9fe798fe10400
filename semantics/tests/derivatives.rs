//! Derivatives of generated Futhark programs: forward, in reverse and of second order they agree with each other, and with
//! central differences of the programs evaluated in reals.
#![cfg(feature = "exact")]

use elder_futhark::check::imports::check_text;
use elder_futhark::tree::Program;
use elder_semantics::exact;
use elder_semantics::futhark::machine::interface::to_data;
use elder_semantics::futhark::{Argument, Options, run};
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};

/// Choices, from a seed.
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: u64) -> u64 {
        // Knuth's MMIX.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn number(&mut self) -> String {
        format!("{}.{}f64", self.below(3), 1 + self.below(9))
    }

    fn variable(&mut self, names: &[String]) -> String {
        names[self.below(names.len() as u64) as usize].clone()
    }

    /// An expression over these names, in parentheses if it has parts.
    fn expression(&mut self, names: &mut Vec<String>, depth: u32) -> String {
        match (depth, self.below(4)) {
            (0, 0) => self.number(),
            (0, _) => self.variable(names),
            _ => format!("({})", self.form(names, depth)),
        }
    }

    /// One of the constructs that compute with floats.
    fn form(&mut self, names: &mut Vec<String>, depth: u32) -> String {
        let mut e = |this: &mut Choices| this.expression(names, depth - 1);
        match self.below(20) {
            0 => format!("({} + {})", e(self), e(self)),
            1 => format!("({} - {})", e(self), e(self)),
            2 | 3 => format!("({} * {})", e(self), e(self)),
            4 => format!("({} / (1 + f64.abs {}))", e(self), e(self)),
            5 => format!("f64.sin {}", e(self)),
            6 => format!("f64.atan2 {} (1 + f64.abs {})", e(self), e(self)),
            7 => format!("f64.tanh {}", e(self)),
            8 => format!("f64.sqrt (1 + {} ** 2)", e(self)),
            9 => format!("f64.max {} {}", e(self), e(self)),
            10 => format!("(if {} < {} then {} else {})", e(self), e(self), e(self), e(self)),
            11 => format!(
                "(let as = [{}, {}, {}] let as = as with [1] = as[0] * as[2] + as[1] in as[1] * as[2])",
                e(self),
                e(self),
                e(self)
            ),
            12 => format!(
                "(scatter [{}, {}, {}] [2, 0, 5] [{}, {}, 1])[2]",
                e(self),
                e(self),
                e(self),
                e(self),
                e(self)
            ),
            13 => format!(
                "(reduce_by_index [{}, {}] (+) 0 [1, 0, 1] [{}, {}, {}])[1]",
                e(self),
                e(self),
                e(self),
                e(self),
                e(self)
            ),
            14 => format!(
                "(scan (\\a b -> a * 0.5 + b) 0 [{}, {}, {}])[2]",
                e(self),
                e(self),
                e(self)
            ),
            15 => format!(
                "(match (if {} < {} then #left {} else #right {{part = {}}} : either) case #left l -> l * 2 case #right {{part}} -> part * part)",
                e(self),
                e(self),
                e(self),
                e(self)
            ),
            16 => self.bound(names, depth, |this, names, name| {
                let (init, body) = (this.expression(names, depth - 1), this.within(names, name, depth));
                format!("(loop {name} = {init} for i < 3 do f64.sin {body} + 0.1 * f64.i64 i)")
            }),
            17 => self.bound(names, depth, |this, names, name| {
                let (first, second) = (
                    this.expression(names, depth - 1),
                    this.expression(names, depth - 1),
                );
                let body = this.within(names, name, depth);
                format!("f64.sum (map (\\{name} -> {body}) [{first}, {second}])")
            }),
            18 => self.bound(names, depth, |this, names, name| {
                let (argument, body) = (this.expression(names, depth - 1), this.within(names, name, depth));
                format!("(let f ({name}: f64) = {body} in f (f {}))", argument)
            }),
            _ => self.bound(names, depth, |this, names, name| {
                let (bound, body) = (this.expression(names, depth - 1), this.within(names, name, depth));
                format!("(let {name} = {bound} in {body})")
            }),
        }
    }

    fn bound(
        &mut self,
        names: &mut Vec<String>,
        depth: u32,
        make: impl FnOnce(&mut Choices, &mut Vec<String>, &str) -> String,
    ) -> String {
        let name = format!("v{depth}_{}", names.len());
        make(self, names, &name)
    }

    /// An expression in which one more name stands for a number.
    fn within(&mut self, names: &mut Vec<String>, name: &str, depth: u32) -> String {
        names.push(name.to_string());
        let body = self.expression(names, depth - 1);
        names.pop();
        body
    }
}

/// A program with a function of two numbers, its derivatives, and what they are compared with.
fn program(seed: u64) -> String {
    let mut names = vec!["x".to_string(), "y".to_string()];
    let body = Choices(seed).expression(&mut names, 4);
    format!(
        "type either = #left f64 | #right {{part: f64}}
def f (x: f64, y: f64): f64 = {body}
def forward (x: f64, y: f64) = (jvp f (x, y) (1, 0), jvp f (x, y) (0, 1))
def reverse (x: f64, y: f64) = vjp f (x, y) 1
entry first (x: f64) (y: f64) =
  let (a, b) = forward (x, y) let (c, d) = reverse (x, y)
  let es = jmp f (x, y) [(1, 0), (0, 1)] let gs = mjp f (x, y) [1]
  in [a, b, c, d, es[0], es[1], gs[0].0, gs[0].1]
entry second (x: f64) (y: f64) =
  let mixed (u: (f64, f64)) = (forward u).0
  let mixed' (u: (f64, f64)) = (reverse u).0
  let (a, b) = (jvp mixed (x, y) (1, 0), jvp mixed (x, y) (0, 1))
  let (c, d) = vjp mixed' (x, y) 1
  let (e, g) = vjp mixed (x, y) 1
  in [a, b, c, d, e, g, jvp mixed' (x, y) (1, 0), jvp mixed' (x, y) (0, 1)]
entry differences (x: f64) (y: f64) (h: f64) =
  [(f (x + h, y) - f (x - h, y)) / (2 * h), (f (x, y + h) - f (x, y - h)) / (2 * h)]
entry bends (x: f64) (y: f64) (h: f64) =
  [(f (x + h, y) - 2 * f (x, y) + f (x - h, y)) / (h * h),
   (f (x + h, y + h) - f (x + h, y - h) - f (x - h, y + h) + f (x - h, y - h)) / (4 * h * h)]"
    )
}

fn arguments(numbers: &[f64]) -> Vec<Argument> {
    numbers
        .iter()
        .map(|x| Argument::Data(Value::scalar(PrimValue::F64(*x))))
        .collect()
}

/// The numbers that an entry point gives.
fn floats(program: &Program, entry: &str, numbers: &[f64]) -> Vec<f64> {
    let results = run(program, entry, arguments(numbers), Options::default()).results;
    let results = results.unwrap_or_else(|failure| panic!("{entry}: {}", failure.message));
    let data = to_data(&results[0]).expect("an array");
    (0..data.data().len())
        .filter_map(|k| data.data().get(k))
        .map(double)
        .collect()
}

fn double(p: PrimValue) -> f64 {
    match p {
        PrimValue::F64(x) => x,
        other => panic!("not a double: {other:?}"),
    }
}

/// The same in reals, rounded at the end; `None` if a condition was not decided.
fn reals(program: &Program, entry: &str, numbers: &[f64]) -> Option<Vec<f64>> {
    let results = run(program, entry, arguments(numbers), Options::default())
        .results
        .ok()?;
    let report = exact::compare(
        program,
        entry,
        arguments(numbers),
        Options::default(),
        500,
        &results,
    )
    .ok()?;
    let all = report
        .floats
        .iter()
        .map(|place| double(place.real.nearest(PrimType::F64)));
    report.undecided.is_empty().then(|| all.collect())
}

/// Whether numbers that were computed in different ways are one.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

#[test]
fn derivatives_are_those_of_reals() {
    let (mut first, mut second) = (0, 0);
    for seed in 0..100 {
        let text = program(seed * 7919 + 1);
        let checked = check_text("main.fut", &text);
        let program = checked
            .program
            .unwrap_or_else(|| panic!("{text}\n{:?}", checked.diagnostics));
        // No number of the program, so that no operand of `max` equals another by accident.
        for (x, y) in [(0.73, -0.41), (1.37, 0.94)] {
            // Where numbers grow beyond measure, so do the errors of rounding.
            let tame = |xs: &[f64]| xs.iter().all(|x| x.abs() < 1e4);
            let step = 2f64.powi(-70);
            let found = floats(&program, "first", &[x, y]);
            let Some(measured) = reals(&program, "differences", &[x, y, step]) else {
                continue;
            };
            if !tame(&found) || !tame(&measured) {
                continue;
            }
            for (k, a) in found.iter().enumerate() {
                let b = measured[k % 2];
                assert!(
                    near(*a, b),
                    "{text}\nat {x} {y}: {found:?}, measured {measured:?}"
                );
            }
            first += 1;
            let found = floats(&program, "second", &[x, y]);
            let Some(measured) = reals(&program, "bends", &[x, y, step]) else {
                continue;
            };
            if !tame(&found) || !tame(&measured) {
                continue;
            }
            for (k, a) in found.iter().enumerate() {
                let b = measured[k % 2];
                assert!(
                    near(*a, b),
                    "{text}\nat {x} {y}: {found:?}, measured twice {measured:?}"
                );
            }
            second += 1;
        }
    }
    assert!(
        first > 180 && second > 180,
        "{first} compared, {second} of second order"
    );
}

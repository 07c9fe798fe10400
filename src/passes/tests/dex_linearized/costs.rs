//! Work, span and sequential loops of derivatives beside those of the function.

use super::floats::outcome;
use super::programs::{BENT, FORWARD, REVERSE, Subject, VALUE, WEIGHT, numbers_of};
use super::{Tally, quantile};
use elder_dex::core::rewrite::{Rewrite, exp_parts, parts};
use elder_dex::core::{Class, Exp, Program, Value, print, read};
use elder_passes::dex::classes;
use elder_passes::dex::first_order as simplify;
use elder_passes::dex::simplify::Cases;
use elder_semantics::dex::{self, Options};
use elder_syntax::SourceId;
use elder_syntax::names::Name;
use elder_syntax::value::Value as Data;

/// Counts loops whose elements are done one after the other, and views that hold one: it stands wherever they are read.
#[derive(Default)]
struct Sequential {
    loops: usize,
    views: usize,
}

impl Rewrite for Sequential {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn exp(&mut self, exp: &Exp) -> Exp {
        if let Exp::For(l) = exp {
            self.loops += usize::from(l.class == Some(Class::Sequential));
        }
        exp_parts(self, exp)
    }

    fn value(&mut self, value: &Value) -> Value {
        let before = self.loops;
        let value = parts(self, value);
        self.views += usize::from(matches!(value, Value::View(_)) && self.loops > before);
        value
    }
}

fn sequential(program: &Program, definition: &str) -> Sequential {
    let mut count = Sequential::default();
    if let Some(definition) = program.definition(definition) {
        count.block(&definition.body);
    }
    count
}

/// What 99 of a hundred generated programs are within.
///
/// A single operation may cost more, since it may have several slopes, each of some operations: these are not bounds of the rules.
/// Measured: 2.3, 2.1, 3.1, 2.8, 6.2 and 5.3.
const BOUNDS: [(&str, f64); 6] = [
    ("work of value and tangent", 4.0),
    ("span of value and tangent", 4.0),
    ("work of value and gradient", 8.0),
    ("span of value and gradient", 8.0),
    ("work of the gradient's tangent", 16.0),
    ("span of the gradient's tangent", 16.0),
];

/// Nearly all of the programs that were measured are within the bounds.
#[track_caller]
pub fn within_bounds(tally: &Tally) {
    let bent = tally.counted_from(&format!("{BENT}: ")) > 0;
    let bounds = if bent { &BOUNDS[..] } else { &BOUNDS[..4] };
    for (what, bound) in bounds {
        let ratios = tally.costs.get(what).map_or(&[][..], Vec::as_slice);
        let (count, compared) = (ratios.len() as u64, tally.counted("compared"));
        assert!(
            count > 0 && count * 100 >= compared * 80,
            "{count} of {compared} are measured: {what}"
        );
        let (ratio, program) = quantile(ratios, 99);
        assert!(
            ratio <= *bound,
            "99% are within {ratio:.2} (program {program}), more than {bound}: {what}"
        );
    }
}

/// Takes down what derivatives cost by what the function costs.
///
/// # Errors
/// Where a parallel loop became a sequential one.
pub fn measure(subject: &Subject, simple: &Program, tally: &mut Tally) -> Result<(), String> {
    let cost = |definition| {
        let outcome = outcome(simple, subject, definition)?;
        let numbers = outcome
            .results
            .as_ref()
            .map(|value| numbers_of(value).len() as u64);
        Some((outcome.cost.work, outcome.cost.span, numbers.unwrap_or(0)))
    };
    let Some((work, span, numbers)) = cost(VALUE) else {
        return Ok(());
    };
    let (made, in_steps, _) = cost(WEIGHT).unwrap_or_default();
    // Tables that stand are given for nothing, and their weights have to be looked at.
    let given = subject.point.iter().map(|data| data.data().len() as u64);
    let work = work + numbers + given.sum::<u64>();
    // Two accumulators that have a level for each time that what is added is halved.
    let span = span + 2 * u64::from(work.ilog2());
    let classed = classes::run(simple);
    let before = sequential(&classed, VALUE);
    for (definition, of_work, of_span, times) in [
        (
            FORWARD,
            "work of value and tangent",
            "span of value and tangent",
            2,
        ),
        (
            REVERSE,
            "work of value and gradient",
            "span of value and gradient",
            2,
        ),
        (
            BENT,
            "work of the gradient's tangent",
            "span of the gradient's tangent",
            4,
        ),
    ] {
        if simple.definition(definition).is_none() {
            continue;
        }
        if let Some((own, long, _)) = cost(definition) {
            // The weight is made of numbers, one statement after the other, which is no part of the derivative.
            let (own, long) = match definition {
                FORWARD => (own, long),
                _ => (own.saturating_sub(made), long.saturating_sub(in_steps)),
            };
            tally.cost(of_work, own as f64 / work as f64);
            tally.cost(of_span, long as f64 / span as f64);
        }
        let after = sequential(&classed, definition).loops;
        if after > times * before.loops && before.views > 0 {
            tally.count("a view with a sequential loop is read in several places");
        } else if after > times * before.loops {
            let text = print::program(&subject.program);
            return Err(format!(
                "{definition}: {} sequential loops became {after}\n{text}",
                before.loops
            ));
        }
    }
    Ok(())
}

/// A function of a table of N numbers: what it gives, and its block.
const FAMILIES: [(&str, &str, &str); 8] = [
    (
        "map",
        "Fin N => Float",
        "let y: Fin N => Float = for i: Fin N.
      let e: Float = x[i]
      let s: Float = %sin_f32 e
      let p: Float = %mul_f32 e s
      in p
    in y",
    ),
    (
        "sum",
        "Float",
        "let both: Unit & Float = runAccum (\\h: Type. \\r: Ref h Float ! <Accum h>.
      let all: Fin N => Unit = for i: Fin N.
        let e: Float = x[i]
        let p: Float = %mul_f32 e e
        let u: Unit = r += p
        in u
      in ())
    in snd both",
    ),
    (
        "scatter",
        "Fin N => Float",
        "let both: Unit & (Fin N => Float) = runAccum (\\h: Type. \\r: Ref h (Fin N => Float) ! <Accum h>.
      let all: Fin N => Unit = for i: Fin N.
        let k: Int = ordinal i
        let m: Int = %mod_i32 k 3
        let j: Fin N = unsafeFromOrdinal (Fin N) m
        let s: Ref h Float = r ! j
        let e: Float = x[i]
        let f: Float = x[j]
        let p: Float = %mul_f32 e f
        let u: Unit = s += p
        in u
      in ())
    in snd both",
    ),
    (
        "recurrence",
        "Fin N => Float",
        "let both: (Fin N => Float) & Float = runState 1.0 (\\h: Type. \\r: Ref h Float ! <State h>.
      let all: Fin N => Float = for i: Fin N.
        let s: Float = get r
        let e: Float = x[i]
        let p: Float = %mul_f32 s e
        let t: Float = %cos_f32 p
        let u: Unit = r := t
        in t
      in all)
    in fst both",
    ),
    (
        "slots",
        "Fin N => Float",
        "let both: (Fin N => Unit) & (Fin N => Float) = runState x (\\h: Type. \\r: Ref h (Fin N => Float) ! <State h>.
      let all: Fin N => Unit = for i: Fin N.
        let s: Ref h Float = r ! i
        let o: Fin N = unsafeFromOrdinal (Fin N) 0
        let q: Ref h Float = r ! o
        let a: Float = get s
        let b: Float = get q
        let c: Float = %mul_f32 a b
        let u: Unit = s := c
        in u
      in all)
    in snd both",
    ),
    (
        "case",
        "Fin N => Float",
        "let y: Fin N => Float = for i: Fin N.
      let e: Float = x[i]
      let b: Bool = %lt_f32 e 1.0
      let z: Float = case b of
        | False ->
          let p: Float = %mul_f32 e e
          in p
        | True ->
          let p: Float = %mul_f32 e e
          let q: Float = %mul_f32 p e
          in q
        end
      in z
    in y",
    ),
    (
        "handlers",
        "Fin N => Float",
        "let y: Fin N => Float = for i: Fin N.
      let e: Float = x[i]
      let both: (Fin 4 => Unit) & Float = runState e (\\h: Type. \\r: Ref h Float ! <State h>.
        let all: Fin 4 => Unit = for j: Fin 4.
          let s: Float = get r
          let t: Float = %mul_f32 s e
          let u: Unit = r := t
          in u
        in all)
      in snd both
    in y",
    ),
    // One number of each row is read of a table that stands.
    (
        "rows",
        "Float",
        "let both: Unit & Float = runAccum (\\h: Type. \\r: Ref h Float ! <Accum h>.
      let rows: Fin N => Fin N => Float = for i: Fin N.
        let row: Fin N => Float = for j: Fin N.
          let e: Float = x[i]
          let f: Float = x[j]
          let p: Float = %mul_f32 e f
          in p
        in row
      let all: Fin N => Unit = for i: Fin N.
        let row: Fin N => Float = rows[i]
        let e: Float = row[i]
        let u: Unit = r += e
        in u
      in ())
    in snd both",
    ),
];

/// The function of a size, its derivatives, and the names of their definitions.
fn sized(result: &str, body: &str) -> String {
    let x = "Fin N => Float";
    let f = format!("(\\x: {x}.\n    {body})");
    let weight = if result == "Float" {
        "1.0"
    } else {
        "view i: Fin N. 1.0"
    };
    let ones = "view i: Fin N. 1.0";
    let linear = format!("let l: ({result}) & (({x}) -> {result}) = linearize {f}");
    format!(
        "def value: ({x}) -> {result} = \\y: {x}.
  let z: ({x}) -> {result} = {f}
  let v: {result} = z y
  in v

def tangent: ({x}) -> ({result}) & ({result}) = \\y: {x}.
  {linear} y
  let t: {result} = (snd l) ({ones})
  in (fst l, t)

def gradient: ({x}) -> ({result}) & ({x}) = \\y: {x}.
  {linear} y
  let g: {x} = transpose (snd l) ({weight})
  in (fst l, g)

def bent: ({x}) -> ({x}) & ({x}) = \\y: {x}.
  let b: ({x}) & (({x}) -> {x}) = linearize (\\q: {x}.
    {linear} q
    let g: {x} = transpose (snd l) ({weight})
    in g) y
  let t: {x} = (snd b) ({ones})
  in (fst b, t)
"
    )
}

/// Work and span of derivatives are those of the function, times a constant that does not depend on sizes, and no more loops are done one
/// element after the other.
#[test]
fn derivatives_cost_a_constant_factor() {
    for (name, result, body) in FAMILIES {
        let mut before: Vec<(f64, f64)> = Vec::new();
        for n in [8_u64, 64, 512] {
            if name == "rows" && n > 64 {
                continue;
            }
            let text = sized(result, body).replace("Fin N", &format!("Fin {n}"));
            let program =
                read::checked(SourceId(0), &text).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"));
            let simple =
                simplify(&program, Cases::Sums).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"));
            let point: Vec<f32> = (0..n).map(|i| 0.5 + i as f32 / n as f32).collect();
            let cost = |definition| {
                let outcome = dex::run(
                    &simple,
                    definition,
                    &[Data::vector(point.clone())],
                    &Options::default(),
                );
                let failure = outcome.results.err().map(|failure| failure.message);
                assert_eq!(failure, None, "{name} of {n}: {definition}");
                (outcome.cost.work as f64, outcome.cost.span as f64)
            };
            #[cfg(feature = "exact")]
            if n == 8 {
                for definition in ["value", "tangent", "gradient", "bent"] {
                    let same =
                        super::reals::same(&program, &simple, definition, &[Data::vector(point.clone())]);
                    assert!(same, "{name}: {definition} is another one in reals");
                }
            }
            let (work, span) = cost("value");
            let classed = classes::run(&simple);
            let loops = sequential(&classed, "value").loops;
            let mut ratios = Vec::new();
            for (definition, times) in [("tangent", 2), ("gradient", 2), ("bent", 4)] {
                let (own, long) = cost(definition);
                // An accumulator has a level for each time that n is halved.
                let levels = f64::from(n.ilog2()) * 4.0 * f64::from(times as u32);
                if let Some((by_work, by_span)) = before.get(ratios.len()) {
                    assert!(
                        own <= 1.1 * by_work * work,
                        "{name} of {n}: {definition} takes {own} of {work}"
                    );
                    assert!(
                        long <= 1.1 * by_span * span + levels,
                        "{name} of {n}: {definition} takes {long} of {span}"
                    );
                }
                ratios.push((own / work, long / span));
                let after = sequential(&classed, definition).loops;
                assert!(
                    after <= times * loops,
                    "{name}: {definition} has {after} sequential loops"
                );
            }
            println!("{name} of {n}, work and span of tangent, gradient, its tangent: {ratios:.2?}");
            before = ratios;
        }
    }
}

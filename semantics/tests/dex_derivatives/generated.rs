//! Derivatives of generated programs: they agree with each other, with those of the same programs in Futhark bit for bit, and with
//! central differences in reals.

use super::program;
use super::programs::{Choices, Generated, generated};
use elder_futhark::check::imports::check_text;
use elder_futhark::tree::Program;
use elder_semantics::exact;
use elder_semantics::futhark::machine::interface::to_data;
use elder_semantics::futhark::{Argument, Options, run};
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};

/// Numbers of a result, in their order.
fn numbers(data: &[Value]) -> Vec<f64> {
    let all = data
        .iter()
        .flat_map(|column| (0..column.data().len()).filter_map(|k| column.data().get(k)));
    all.map(double).collect()
}

fn double(p: PrimValue) -> f64 {
    match p {
        PrimValue::F64(x) => x,
        other => panic!("not a double: {other:?}"),
    }
}

fn arguments(numbers: &[f64]) -> Vec<Value> {
    numbers
        .iter()
        .map(|x| Value::scalar(PrimValue::F64(*x)))
        .collect()
}

/// The functions of a program of Dex by which it is judged: first and second derivatives.
const DEX: &str = "
def point (x:Float64) (y:Float64) : (Float64 & Float64) = (x, y)

def both (p:(Float64 & Float64)) : (Fin 2)=>Float64 = [fst p, snd p]

unit : (Fin 2)=>(Float64 & Float64) = [(number 1.0, number 0.0), (number 0.0, number 1.0)]

weight : (Fin 2)=>(Fin 2)=>Float64 = [[number 1.0, number 0.0], [number 0.0, number 1.0]]

def forward (x:Float64) (y:Float64) : (Fin 2)=>(Fin 2)=>Float64 = for i. jvp f (x, y) unit.i

def backward (x:Float64) (y:Float64) : (Fin 2)=>(Fin 2)=>Float64 = for i. both (snd (vjp f (x, y)) weight.i)

def first (p:(Float64 & Float64)) : Float64 = (f p).(fromOrdinal (Fin 2) 0)

def slope (p:(Float64 & Float64)) : Float64 = jvp first p unit.(fromOrdinal (Fin 2) 0)

def slope' (p:(Float64 & Float64)) : Float64 = fst (snd (vjp first p) (number 1.0))

def second (x:Float64) (y:Float64) : (Fin 4)=>(Fin 2)=>Float64 = [
  for i. jvp slope (x, y) unit.i, for i. jvp slope' (x, y) unit.i,
  both (snd (vjp slope (x, y)) (number 1.0)), both (snd (vjp slope' (x, y)) (number 1.0))]

def products (x:Float64) (y:Float64) (a:Float64) (b:Float64) : (Float64 & Float64) =
  ct = [number 0.75, number (-1.5)]
  (p, q) = snd (vjp f (x, y)) ct
  t = jvp f (x, y) (a, b)
  (sum (for i. ct.i * t.i), (a * p) + (b * q))

def twice (x:Float64) (y:Float64) (a:Float64) (b:Float64) : (Fin 2)=>(Fin 2)=>Float64 =
  d = jvp f (x, y)
  [d (a, b), transposeLinear (transposeLinear d) (a, b)]
";

/// The same in Futhark, and differences.
const FUTHARK: &str = "
entry forward (x: f64) (y: f64) = [jvp f (x, y) (1, 0), jvp f (x, y) (0, 1)]
entry reverse (x: f64) (y: f64) =
  let (a, b) = vjp f (x, y) [1, 0] let (c, d) = vjp f (x, y) [0, 1] in [[a, b], [c, d]]
entry differences (x: f64) (y: f64) (h: f64) =
  [map2 (\\p q -> (p - q) / (2 * h)) (f (x + h, y)) (f (x - h, y)), map2 (\\p q -> (p - q) / (2 * h)) (f (x, y + h)) (f (x, y - h))]
entry bends (x: f64) (y: f64) (h: f64) =
  let g (p: (f64, f64)) = (f p)[0]
  in [(g (x + h, y) - 2 * g (x, y) + g (x - h, y)) / (h * h),
      (g (x + h, y + h) - g (x + h, y - h) - g (x - h, y + h) + g (x - h, y - h)) / (4 * h * h)]
";

/// A program in both languages.
struct Pair {
    dex: elder_dex::core::Program,
    futhark: Program,
    text: String,
    source: Generated,
}

impl Pair {
    fn new(seed: u64) -> Pair {
        let source = generated(seed);
        let text = format!("{}{DEX}", source.dex);
        let other = format!("{}{FUTHARK}", source.futhark);
        let checked = check_text("main.fut", &other);
        let futhark = checked
            .program
            .unwrap_or_else(|| panic!("{other}\n{:?}", checked.diagnostics));
        Pair {
            dex: program(&text),
            futhark,
            text,
            source,
        }
    }

    fn dex(&self, entry: &str, at: &[f64]) -> Vec<f64> {
        let options = elder_semantics::dex::Options::default();
        let outcome = elder_semantics::dex::run(&self.dex, entry, &arguments(at), &options);
        if let Err(failure) = outcome.results {
            panic!("{}\n{entry}: {}", self.text, failure.message);
        }
        numbers(&outcome.also.expect("numbers"))
    }

    fn given(at: &[f64]) -> Vec<Argument> {
        arguments(at).into_iter().map(Argument::Data).collect()
    }

    fn futhark(&self, entry: &str, at: &[f64]) -> Vec<f64> {
        let results = run(&self.futhark, entry, Pair::given(at), Options::default()).results;
        let results = results.unwrap_or_else(|failure| panic!("{entry}: {}", failure.message));
        numbers(&results.iter().filter_map(to_data).collect::<Vec<_>>())
    }

    /// The same in reals, rounded at the end; `None` if a condition was not decided.
    fn reals(&self, entry: &str, at: &[f64]) -> Option<Vec<f64>> {
        let options = Options::default;
        let results = run(&self.futhark, entry, Pair::given(at), options())
            .results
            .ok()?;
        let report = exact::compare(&self.futhark, entry, Pair::given(at), options(), 500, &results).ok()?;
        let all = report
            .floats
            .iter()
            .map(|place| double(place.real.nearest(PrimType::F64)));
        report.undecided.is_empty().then(|| all.collect())
    }
}

/// Whether numbers that were computed in different ways are one.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

fn same_bits(xs: &[f64], ys: &[f64]) -> bool {
    xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| x.to_bits() == y.to_bits())
}

#[track_caller]
fn all_near(pair: &Pair, what: &str, xs: &[f64], ys: &[f64]) {
    let near = xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| near(*x, *y));
    assert!(near, "{}\n{what}: {xs:?} and {ys:?}", pair.text);
}

#[test]
fn derivatives_are_those_of_reals() {
    let count = std::env::var("ELDER_PROGRAMS").ok().and_then(|n| n.parse().ok());
    let count: u64 = count.unwrap_or(40);
    let (mut points, mut measured, mut bits, mut in_order, mut bent) = (0, 0, 0, 0, 0);
    for seed in 0..count {
        let pair = Pair::new(seed * 7919 + 1);
        // No number of the program, so that no operand of `max` equals another by accident.
        for (x, y) in [(0.73, -0.41), (1.37, 0.94)] {
            // Where numbers grow beyond measure, so do the errors of rounding.
            let tame = |xs: &[f64]| xs.iter().all(|x| x.abs() < 1e4);
            let forward = pair.dex("forward", &[x, y]);
            let reverse = pair.dex("backward", &[x, y]);
            if !tame(&forward) || !tame(&reverse) {
                continue;
            }
            points += 1;
            assert!(
                same_bits(&forward, &pair.futhark("forward", &[x, y])),
                "{}",
                pair.text
            );
            let theirs = pair.futhark("reverse", &[x, y]);
            all_near(&pair, "reverse", &reverse, &theirs);
            in_order += u64::from(!pair.source.has_views);
            bits += u64::from(!pair.source.has_views && same_bits(&reverse, &theirs));
            let [a, b, c, d] = reverse[..] else {
                panic!("four numbers")
            };
            all_near(&pair, "forward and reverse", &forward, &[a, c, b, d]);
            let mut direction = Choices(seed);
            let mut number = || direction.below(1000) as f64 / 250.0 - 2.0;
            let at = [x, y, number(), number()];
            let dots = pair.dex("products", &at);
            all_near(&pair, "products", &dots[..1], &dots[1..]);
            let twice = pair.dex("twice", &at);
            all_near(&pair, "transposed twice", &twice[..2], &twice[2..]);
            let second = pair.dex("second", &[x, y]);
            if tame(&second) {
                for row in second.chunks(2).skip(1) {
                    all_near(&pair, "second", &second[..2], row);
                }
            }
            let step = 2f64.powi(-70);
            let Some(differences) = pair.reals("differences", &[x, y, step]) else {
                continue;
            };
            if !tame(&differences) {
                continue;
            }
            all_near(&pair, "measured", &forward, &differences);
            measured += 1;
            let Some(bends) = pair.reals("bends", &[x, y, step]) else {
                continue;
            };
            if tame(&bends) && tame(&second) {
                all_near(&pair, "measured twice", &second[..2], &bends);
                bent += 1;
            }
        }
    }
    println!(
        "{points} points of {count} programs, of {in_order} without views {bits} the same bits in reverse; {measured} measured, {bent} to second order"
    );
    // What one primitive function adds to both of its operands, where they are one, is added in another order there.
    assert!(bits * 100 > in_order * 90, "{bits} of {in_order}");
    assert!(points > count && measured > count / 2 && bent > count / 2);
}

//! Derivatives of programs of Dex: those of the notes (C60 to C88, section 12), what they cost, and those of generated programs.

#[cfg(feature = "exact")]
mod generated;
#[cfg(feature = "exact")]
mod programs;

use elder_dex::core::Program;
use elder_dex::elaborate::file;
use elder_dex::library;
use elder_semantics::dex::{Options, Outcome, run, show};
use elder_syntax::SourceId;

/// A text behind the library.
fn program(text: &str) -> Program {
    let mut elaborator = library::elaborator();
    for (item, outcome) in file(&mut elaborator, SourceId(0), text).items {
        if let Err(errors) = outcome {
            let written = &text[item.span.start as usize..item.span.end as usize];
            panic!("{written}\n{errors:?}");
        }
    }
    elaborator.program().clone()
}

/// A run of the last command of a text.
fn ran(text: &str) -> (Program, Outcome) {
    let program = program(text);
    let outcome = run(&program, "it", &[], &Options::default());
    (program, outcome)
}

fn given(text: &str) -> String {
    let (program, outcome) = ran(text);
    match outcome.result {
        Ok(value) => show::text(&program, &value),
        Err(failure) => failure.refusal.map_or(failure.message.clone(), |r| r.to_string()),
    }
}

#[track_caller]
fn gives(text: &str, wanted: &str) {
    assert_eq!(given(text), wanted, "{text}");
}

/// C60 to C68, with the functions that several of them have.
#[test]
fn forward() {
    for (text, wanted) in [
        ("jvp (\\x. x * x) 3.0 1.5", "9.0"),
        (
            "(fst (linearize (\\x. x * x * x) 2.0), snd (linearize (\\x. x * x * x) 2.0) 1.0)",
            "(8.0, 12.0)",
        ),
        (
            "jvp (\\x. for i. x.i * x.i) [1.0, 2.0, 3.0] [1.0, 0.0, 2.0]",
            "[2.0, 0.0, 12.0]",
        ),
        (
            "jvp (\\x. yieldState x \\r. for i:(Fin 2). r := get r * get r) 2.0 1.0",
            "32.0",
        ),
        (
            "jvp (\\x. yieldAccumVector \\r. for i. r += x.i * x.i) [1.0, 2.0] [1.0, 1.0]",
            "6.0",
        ),
        (
            "hinge = \\x. if x < 0.0 then x * x else 3.0 * x\n\n(deriv hinge 2.0, deriv hinge (-2.0))",
            "(3.0, -4.0)",
        ),
        (
            "(jvp (\\x:Float. 5.0) 1.0 1.0, jvp (\\x:Float. [1.0, 2.0]) 1.0 1.0)",
            "(0.0, [0.0, 0.0])",
        ),
        (
            &format!("{PREFIXES}jvp prefixes [1.0, 2.0, 3.0] [1.0, 1.0, 1.0]"),
            "[2.0, 6.0, 12.0]",
        ),
        (
            "(deriv (deriv (\\x. x * x * x)) 2.0, deriv (\\x. x * deriv (\\y. x + y) 1.0) 1.0)",
            "(12.0, 1.0)",
        ),
    ] {
        gives(text, wanted);
    }
}

const PREFIXES: &str = "def prefixes (x:n=>Float) : n=>Float = fst $ runState 0.0 \\r. for i.
  s = get r + x.i * x.i
  r := s
  s

";

/// C70 to C79
#[test]
fn reverse() {
    for (text, wanted) in [
        ("grad (\\x. x * x) 3.0", "6.0"),
        (
            "transposeLinear (\\x:((Fin 3)=>Float). x.(fromOrdinal (Fin 3) 1)) 2.0",
            "[0.0, 2.0, 0.0]",
        ),
        (
            "transposeLinear (\\x:Float. for i:(Fin 3). x) [1.0, 2.0, 3.0]",
            "6.0",
        ),
        (
            "grad (\\x. yieldAccumVector \\r. for i. r += x.i * x.i) [1.0, 2.0, 3.0]",
            "[2.0, 4.0, 6.0]",
        ),
        (
            "ix : (Fin 4)=>(Fin 3) = for k. fromOrdinal (Fin 3) ([0, 2, 2, 1].k)

cf = [1.0, 2.0, 3.0, 4.0]

grad (\\x:((Fin 3)=>Float). sum (for k. cf.k * x.(ix.k))) [5.0, 6.0, 7.0]",
            "[1.0, 4.0, 5.0]",
        ),
        (
            "bx : (Fin 3)=>(Fin 2) = for k. fromOrdinal (Fin 2) ([0, 1, 0].k)

def energy (x:(Fin 3)=>Float) : Float =
  hs = yieldAccumVector \\r. for k. r!(bx.k) += x.k
  sum (for j. hs.j * hs.j)

grad energy [1.0, 2.0, 3.0]",
            "[8.0, 4.0, 8.0]",
        ),
        (
            "grad (\\x. yieldState 1.0 \\r. for i. r := get r * x.i) [2.0, 3.0, 4.0]",
            "[12.0, 8.0, 6.0]",
        ),
        (
            "def chain (x:(Fin 3)=>Float) : Float =
  y = yieldState x \\r. for i:(Fin 2).
    lo = fromOrdinal (Fin 3) (ordinal i)
    hi = fromOrdinal (Fin 3) (ordinal i + 1)
    r!hi := get (r!lo) * get (r!hi)
  y.(fromOrdinal (Fin 3) 2)

grad chain [2.0, 3.0, 4.0]",
            "[12.0, 8.0, 6.0]",
        ),
        (
            "bb = [[1.0, 2.0], [3.0, 4.0]]

grad (\\l. sum (for i. sum (for j. sum (for k. l.i.k * bb.k.j)))) [[1.0, 1.0], [1.0, 1.0]]",
            "[[3.0, 7.0], [3.0, 7.0]]",
        ),
        (
            "(transposeLinear (\\p:(Float & Float). fst p + 2.0 * snd p) 3.0, transposeLinear (\\x:Float. (x, 2.0 * x)) (1.0, 3.0))",
            "((3.0, 6.0), 7.0)",
        ),
    ] {
        gives(text, wanted);
    }
}

/// C80 to C88
#[test]
fn nested() {
    for (text, wanted) in [
        (
            "def branchy (c:(Unit | Unit)) (x:Float) : Float = case c of
  Left _  -> 2.0 * x
  Right _ -> 5.0 * x

for i:(Fin 2).
  c : (Unit | Unit) = if ordinal i == 0 then Left () else Right ()
  transposeLinear (branchy c) 1.0",
            "[2.0, 5.0]",
        ),
        (
            "(transposeLinear (\\x:Float. yieldState x \\r. for i:(Fin 3). r := 2.0 * get r) 1.0, transposeLinear (\\x:((Fin 2)=>Float). yieldAccumVector \\r. for i. r += 3.0 * x.i) 2.0)",
            "(8.0, [6.0, 6.0])",
        ),
        (
            "tr = \\x:Float. x + x + x

transposeLinear (\\t. transposeLinear tr t) 2.0",
            "6.0",
        ),
        (
            "grad (\\x:((Fin 2)=>Float). sum (view i. x.i * x.i)) [1.0, 2.0]",
            "[2.0, 4.0]",
        ),
        (
            "grad (\\x:((Fin 2)=>(Float & Float)). sum (for i. fst x.i * snd x.i)) [(1.0, 2.0), (3.0, 4.0)]",
            "[(2.0, 1.0), (4.0, 3.0)]",
        ),
        (
            &format!(
                "{PREFIXES}grad (\\x:((Fin 3)=>Float). sum (for i. [1.0, 2.0, 3.0].i * (prefixes x).i)) [1.0, 2.0, 3.0]"
            ),
            "[12.0, 20.0, 18.0]",
        ),
        (
            "poly = \\x:((Fin 2)=>Float). x.(fromOrdinal (Fin 2) 0) * x.(fromOrdinal (Fin 2) 0) * x.(fromOrdinal (Fin 2) 1)

jvp (grad poly) [2.0, 3.0] [1.0, 0.0]",
            "[6.0, 4.0]",
        ),
        (
            "def at (x:n=>Float) (k:Int) : Float =
  last = size n - 1
  x.(fromOrdinal n (select (k < 0) 0 (select (k > last) last k)))

grad (\\x:((Fin 4)=>Float). sum (for i. sq (at x (ordinal i - 1) + at x (ordinal i + 1) - 2.0 * x.i))) [1.0, 4.0, 9.0, 16.0]",
            "[-2.0, 2.0, -18.0, 18.0]",
        ),
        (
            "cubic = \\x. if x < 0.0 then x * x * x else x * x

(deriv (deriv cubic) 2.0, deriv (deriv cubic) (-2.0))",
            "(2.0, -12.0)",
        ),
    ] {
        gives(text, wanted);
    }
}

/// Work and span of the last command of a text.
fn cost(text: &str) -> (u64, u64) {
    let (_, outcome) = ran(text);
    assert!(outcome.result.is_ok(), "{text}");
    (outcome.cost.work, outcome.cost.span)
}

/// C92: the work of a gradient grows as that of the function does, and the span by the levels of its accumulators.
#[test]
fn gradients_cost_a_constant_factor() {
    let sum = |n| format!("yieldAccumVector \\r. for i:(Fin {n}). r += x.i * x.i");
    let function = |n| cost(&format!("x = for i:(Fin {n}). 2.0\n\n{}", sum(n)));
    let gradient = |n| cost(&format!("grad (\\x. {}) (for i:(Fin {n}). 2.0)", sum(n)));
    let ((a, _), (b, _), (c, span)) = (gradient(10), gradient(100), gradient(1000));
    assert_eq!((c - b), 10 * (b - a));
    let (work, least) = function(1000);
    assert!(c < 12 * work, "{c} where the function takes {work}");
    assert!(span < 12 * least, "{span} where the function takes {least}");
}

/// C93: what is gathered from a table costs its elements and the reads, not their product.
#[test]
fn gradients_of_reads_cost_the_reads() {
    let gradient = |elements, reads| {
        cost(&format!(
            "grad (\\x:((Fin {elements})=>Float). fsum (for k:(Fin {reads}). x.(fromOrdinal _ (rem (ordinal k) 7)))) (for i. 1.0)"
        ))
        .0
    };
    let both = gradient(1000, 1000);
    let (few, less) = (gradient(10, 1000), gradient(1000, 10));
    assert!(both < few + less, "{both}, {few}, {less}");
}

/// What the library checks derivatives with.
#[test]
fn checked() {
    for (text, wanted) in [
        (
            "(checkDeriv sin 1.0, checkDeriv sqrt 4.0, checkDeriv (deriv cos) 1.0)",
            "(True, (True, True))",
        ),
        // At the corner the difference is between both slopes.
        ("checkDeriv (\\x. if x < 1.0 then x else 2.0 * x) 1.0", "False"),
        (
            "([1.0, 2.0] ~~ [1.0, 2.0001], FToF64 1.0 ~~ FToF64 1.0001)",
            "(True, False)",
        ),
    ] {
        gives(text, wanted);
    }
}

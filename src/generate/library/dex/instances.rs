//! What instances of Dex's library give at each of their types: arithmetic and functions of floats, orders, monoids, what is close.
//!
//! A method of an instance is called at few types by chance, and by some names never; so here the types and the methods are tables, and each pair of
//! them is drawn.

use super::super::{
    Call, Sheet, all_ints, count, floats, half_truths, int, ints, nearly, shaped, tied, truth, truths,
};
use crate::Choices;
use crate::kit::table;

/// A type of numbers: how one is made of an `Int`, how it becomes one, and which number that is.
struct Numbers {
    made: &'static str,
    back: &'static str,
    cut: fn(i64) -> i64,
    /// Whether it has quotients of integers.
    is_integral: bool,
}

const NUMBERS: &[Numbers] = table! { Numbers { made, back, cut, is_integral }
    ("IToI64 ", "I64ToI ", |x| x, true);
    ("IToW8 ", "W8ToI ", |x| x & 255, true);
    ("", "", |x| i64::from(x as i32), true);
    ("FToF64 $ IToF ", "FToI $ F64ToF ", |x| x, false);
    ("IToF ", "FToI ", |x| x, false);
};

/// An expression of `x` and `y`, and what it gives.
type Operation = (&'static str, fn(i64, i64) -> Option<i64>);

const OPERATIONS: &[Operation] = &[
    ("x + y", |x, y| Some(x + y)),
    ("x - y", |x, y| Some(x - y)),
    ("x * y", |x, y| Some(x * y)),
    ("(x + zero) - y", |x, y| Some(x - y)),
    ("(x * one) - y", |x, y| Some(x - y)),
    ("zero - x", |x, _| Some(-x)),
    ("one + y", |_, y| Some(1 + y)),
    ("max x y", |x, y| Some(x.max(y))),
    ("min x y", |x, y| Some(x.min(y))),
    ("abs (x - y)", |x, y| Some((x - y).abs())),
    ("clip (zero, one + one) x", |x, _| Some(x.clamp(0, 2))),
    ("sq x - y", |x, y| Some(x * x - y)),
    ("sum [x, y, x]", |x, y| Some(x + y + x)),
    ("prod [x, y, one]", |x, y| Some(x * y)),
];

/// Those that integers have besides.
const QUOTIENTS: &[Operation] = &[
    ("idiv x y", |x, y| x.checked_div(y)),
    ("rem x y", |x, y| x.checked_rem(y)),
    ("idiv (x + x) y", |x, y| (x + x).checked_div(y)),
];

fn operation(c: &mut Choices, numbers: &Numbers) -> Operation {
    let all = match numbers.is_integral && c.one_in(3) {
        true => QUOTIENTS,
        false => OPERATIONS,
    };
    c.pick(all).copied().unwrap_or(OPERATIONS[0])
}

/// Numbers of which all types have the products.
const SMALL: [i32; 12] = [0, 1, -1, 2, 5, -5, 6, -7, 10, 15, -16, 3];

/// An operation at a type, element by element, and of whole tables, and of tables of them.
pub(super) fn arithmetic(c: &mut Choices, s: &mut Sheet) -> Call {
    let Some(numbers) = c.pick(NUMBERS) else {
        unreachable!("there are types");
    };
    let is_byte = numbers.made == "IToW8 ";
    // A byte has no sign: a difference below zero has wrapped before its absolute value is taken.
    let (text, of) = match operation(c, numbers) {
        (text, _) if is_byte && text.starts_with("abs") => OPERATIONS[0],
        chosen => chosen,
    };
    // Of bytes it is open what lies below zero before the last step.
    let wraps = ["x + y", "x - y", "x * y", "one + y", "zero - x"];
    let is_plain = !is_byte || wraps.contains(&text);
    let n = count(c);
    let numbers_of = |c: &mut Choices| -> Vec<i32> {
        let each = (0..n).map(|_| c.pick(&SMALL).copied().unwrap_or_default());
        match is_plain {
            true => each.collect(),
            false => each.map(|x| x.abs() + 1).collect(),
        }
    };
    let (xs, ys) = (numbers_of(c), numbers_of(c));
    let value = |(x, y): (&i32, &i32)| {
        let (x, y) = ((numbers.cut)(i64::from(*x)), (numbers.cut)(i64::from(*y)));
        of(x, y).map(|z| (numbers.cut)(z) as i32)
    };
    let all: Option<Vec<i32>> = xs.iter().zip(&ys).map(value).collect();
    let (a, b) = (s.ints(&xs), s.ints(&ys));
    let (made, back) = (numbers.made, numbers.back);
    let is_whole = matches!(
        text,
        "x + y" | "x - y" | "x * y" | "(x + zero) - y" | "(x * one) - y" | "zero - x"
    );
    let call = match c.below(3) {
        0 if is_whole => Call::one(format!("for i:(Fin {n}). {back}z.i"), ints(all.clone().unwrap_or_default()))
            .after(format!(
                "  x = for i:(Fin {n}). {made}{a}.i\n  y = for i:(Fin {n}). {made}{b}.i\n  z = {text}\n"
            )),
        1 if is_whole => Call::one(
            format!("for j:(Fin 1) i:(Fin {n}). {back}z.j.i"),
            shaped(&[1, n], all.clone().unwrap_or_default()),
        )
        .after(format!(
            "  x = for j:(Fin 1) i:(Fin {n}). {made}{a}.i\n  y = for j:(Fin 1) i:(Fin {n}). {made}{b}.i\n  z = {text}\n"
        )),
        _ => Call::one(
            format!("for i:(Fin {n}). f {a}.i {b}.i"),
            ints(all.clone().unwrap_or_else(|| vec![0; n])),
        )
        .after(format!(
            "  f = \\x0:Int y0:Int.\n    x = {made}x0\n    y = {made}y0\n    {back}({text})\n"
        )),
    };
    call.if_defined(all.is_some())
}

/// A function of floats, with where it is asked.
type Function = (&'static str, fn(f64) -> f64, &'static [f32]);

const POSITIVE: &[f32] = &[0.5, 1.0, 2.0, 3.0, 10.0, 0.25, 8.0];

const ANY: &[f32] = &[0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -3.0];

const FUNCTIONS: &[Function] = &[
    ("exp x", f64::exp, ANY),
    ("exp2 x", f64::exp2, ANY),
    ("log x", f64::ln, POSITIVE),
    ("log2 x", f64::log2, POSITIVE),
    ("log10 x", f64::log10, POSITIVE),
    ("log1p x", f64::ln_1p, POSITIVE),
    ("sin x", f64::sin, ANY),
    ("cos x", f64::cos, ANY),
    ("tan x", f64::tan, ANY),
    ("sinh x", f64::sinh, ANY),
    ("cosh x", f64::cosh, ANY),
    ("tanh x", f64::tanh, ANY),
    ("floor (x * THREE)", |x| (x * 3.0).floor(), ANY),
    ("ceil (x * THREE)", |x| (x * 3.0).ceil(), ANY),
    ("round x", f64::round, ANY),
    ("sqrt x", f64::sqrt, POSITIVE),
    (
        "lgamma x",
        |x| (1..x as i64).map(|k| (k as f64).ln()).sum(),
        &[1.0, 2.0, 3.0, 4.0, 10.0],
    ),
    ("pow x THREE", |x| x.powi(3), ANY),
    ("pow THREE x", |x| 3f64.powf(x), ANY),
    ("divide THREE x", |x| 3.0 / x, POSITIVE),
    ("divide x THREE", |x| x / 3.0, ANY),
    ("x + x", |x| x + x, ANY),
];

/// A function of floats of either width, of one or of a table.
pub(super) fn functions(c: &mut Choices, s: &mut Sheet) -> Call {
    let (text, f, points) = c.pick(FUNCTIONS).copied().unwrap_or(("x + x", |x| x + x, ANY));
    let n = 1 + c.below(4);
    let xs: Vec<f32> = (0..n).map(|_| c.pick(points).copied().unwrap_or(1.0)).collect();
    let meant: Vec<f32> = xs.iter().map(|x| f(f64::from(*x)) as f32).collect();
    let a = s.floats(&xs);
    let (three, made, back) = match c.below(2) {
        0 => ("3.0", "", ""),
        _ => ("(FToF64 3.0)", "FToF64 ", "F64ToF "),
    };
    // Of tables there is no product with a number, and no quotient.
    let is_alone = text.contains("THREE");
    let text = text.replace("THREE", three);
    let off = 1e-5;
    match c.below(2) {
        0 if !is_alone => Call::one(format!("for i:(Fin {n}). {back}z.i"), nearly(meant, off))
            .after(format!("  x = for i:(Fin {n}). {made}{a}.i\n  z = {text}\n")),
        _ => Call::one(format!("for i:(Fin {n}). f {a}.i"), nearly(meant, off)).after(format!(
            "  f = \\x0:Float.\n    x = {made}x0\n    {back}({text})\n"
        )),
    }
}

/// Vectors are scaled with all that they have.
pub(super) fn scaled(c: &mut Choices, s: &mut Sheet) -> Call {
    let (m, n) = (1 + c.below(2), c.below(4));
    let xs = tied(c, m * n);
    let by = [2, -1, 0, -3][c.below(4)];
    let a = s.shaped(&[m, n], &xs);
    let (text, f): (&str, fn(i32, i32) -> i32) = [
        ("(IToF BY) .* x", (|x, by| x * by) as fn(i32, i32) -> i32),
        ("x *. (IToF BY)", |x, by| x * by),
        ("scaleVec (IToF BY) x", |x, by| x * by),
        ("neg x", |x, _| -x),
        ("neg (x / 0.5)", |x, _| -2 * x),
        ("x - (2.0 .* x)", |x, _| -x),
    ][c.below(6)];
    let text = text.replace("BY", &s.int(by));
    Call::one(
        format!("for i:(Fin {m}) j:(Fin {n}). FToI z.i.j"),
        shaped(&[m, n], xs.iter().map(|x| f(*x, by)).collect::<Vec<_>>()),
    )
    .after(format!(
        "  x = for i:(Fin {m}) j:(Fin {n}). IToF {a}.i.j\n  z = {text}\n"
    ))
}

/// What has an order in three steps, as one of them.
const STEPS: &str = "(\\k. if k < 0 then LT else (if k == 0 then EQ else GT))";

/// Monoids of truth values, of orders, of tables of them, of sums and products.
pub(super) fn monoids(c: &mut Choices, s: &mut Sheet) -> Call {
    let n = count(c);
    match c.below(6) {
        way @ (0 | 1) => {
            let xs = half_truths(c, n);
            let (name, all) = match way {
                0 => ("AndMonoid", xs.iter().all(|x| *x)),
                _ => ("OrMonoid", xs.iter().any(|x| *x)),
            };
            let a = s.truths(&xs);
            Call::one(
                format!("yieldAccum {name} \\r. for i:(Fin {n}). r += {a}.i"),
                truth(all),
            )
        }
        way @ (2 | 3) => {
            let xs: Vec<i32> = tied(c, n).iter().map(|x| x + 2).collect();
            let (name, all) = match way {
                2 => ("AddMonoid Int", xs.iter().sum()),
                _ => ("MulMonoid Int", xs.iter().fold(1i32, |a, x| a.wrapping_mul(*x))),
            };
            let a = s.ints(&xs);
            // Of a table each place is combined by itself.
            match c.below(2) {
                0 => Call::one(
                    format!("yieldAccum ({name}) \\r. for i:(Fin {n}). r += {a}.i"),
                    int(all),
                ),
                _ => Call::one(
                    format!(
                        "yieldAccum ({name}) \\r:(Ref _ (Fin 2 => Int)). for i:(Fin {n}). r!(1@(Fin 2)) += {a}.i"
                    ),
                    ints([if way == 2 { 0 } else { 1 }, all]),
                ),
            }
        }
        4 => {
            let xs = tied(c, n);
            let a = s.ints(&xs);
            // The first that is not equal decides.
            let first = xs.iter().map(|x| x.signum()).find(|x| *x != 0).unwrap_or(0);
            Call::one(
                "case z of\n    LT -> -1\n    EQ -> 0\n    GT -> 1".to_owned(),
                int(first),
            )
            .after(format!("  z = reduce mempty mcombine (map {STEPS} {a})\n"))
        }
        _ => {
            let (xs, ys) = (tied(c, n), tied(c, n));
            let (a, b) = (s.ints(&xs), s.ints(&ys));
            let each = |(x, y): (&i32, &i32)| if *x == 0 { y.signum() } else { x.signum() };
            let all: Vec<i32> = xs.iter().zip(&ys).map(each).collect();
            Call::one(
                format!("for i:(Fin {n}). case z.i of\n    LT -> -1\n    EQ -> 0\n    GT -> 1"),
                ints(all),
            )
            .after(format!("  z = (map {STEPS} {a}) <> (map {STEPS} {b})\n"))
        }
    }
}

/// Equality and order of what is neither number nor table.
pub(super) fn orders(c: &mut Choices, s: &mut Sheet) -> Call {
    let n = count(c);
    let (xs, ys) = (tied(c, n), tied(c, n));
    match c.below(5) {
        0 => {
            let (a, b) = (s.ints(&xs), s.ints(&ys));
            let all: Vec<bool> = xs
                .iter()
                .zip(&ys)
                .map(|(x, y)| x.signum() == y.signum())
                .collect();
            Call::one(
                format!("for i:(Fin {n}). {STEPS} {a}.i == {STEPS} {b}.i"),
                truths(all),
            )
        }
        1 => {
            let (xs, ys) = (half_truths(c, n), half_truths(c, n));
            let (a, b) = (s.truths(&xs), s.truths(&ys));
            let (op, is_equal) = [("==", true), ("/=", false)][c.below(2)];
            let all: Vec<bool> = xs.iter().zip(&ys).map(|(x, y)| (x == y) == is_equal).collect();
            Call::one(format!("for i:(Fin {n}). {a}.i {op} {b}.i"), truths(all))
        }
        2 => {
            // Members are in the order of their places.
            let k = c.below(n.max(1));
            let (op, holds): (&str, fn(usize, usize) -> bool) = [
                ("<", (|i, k| i < k) as fn(usize, usize) -> bool),
                (">", |i, k| i > k),
                ("==", |i, k| i == k),
                ("<=", |i, k| i <= k),
                (">=", |i, k| i >= k),
            ][c.below(5)];
            let at = s.int(k as i32);
            let all: Vec<bool> = (0..n).map(|i| holds(i, k)).collect();
            Call::one(format!("for i:(Fin {n}). i {op} ({at}@(Fin {n}))"), truths(all)).if_defined(true)
        }
        3 => {
            let is_alike = c.below(2) == 0;
            let ys = if is_alike { xs.clone() } else { ys };
            let (a, b) = (s.ints(&xs), s.ints(&ys));
            Call::one(format!("toList {a} == toList {b}"), truth(xs == ys))
        }
        _ => {
            let (op, holds) = [
                ("==", true),
                ("<", false),
                (">", false),
                ("<=", true),
                (">=", true),
                ("/=", false),
            ][c.below(6)];
            Call::one(format!("() {op} ()"), truth(holds))
        }
    }
}

/// What two numbers may differ by, to be close.
pub(super) fn close(c: &mut Choices, s: &mut Sheet) -> Call {
    let n = 1 + c.below(3);
    // Differences that are far from what decides.
    let offs = [0.0, 0.00001, -0.00001, 0.5, -0.5, f32::NAN];
    let xs: Vec<f32> = (0..n).map(|_| [0.0, 1.0, -2.0, 100.0][c.below(4)]).collect();
    let ys: Vec<f32> = xs
        .iter()
        .map(|x| x + offs[c.below(6)] * (1.0 + x.abs()))
        .collect();
    let (a, b) = (s.floats(&xs), s.floats(&ys));
    let each = |(x, y): (&f32, &f32)| {
        let apart = (f64::from(*x) - f64::from(*y)).abs();
        apart <= 0.00002 + 0.00005 * f64::from(y.abs())
    };
    let all: Vec<bool> = xs.iter().zip(&ys).map(each).collect();
    match c.below(3) {
        0 => Call::one(format!("{a} ~~ {b}"), truth(all.iter().all(|x| *x))),
        1 => {
            // A given share is of the second one, which may be below zero.
            let all: Vec<bool> = xs
                .iter()
                .zip(&ys)
                .map(|(x, y)| (x - y).abs() <= 0.25 + 0.25 * y.abs())
                .collect();
            Call::one(
                format!("for i:(Fin {n}). allclose 0.25 0.25 {a}.i {b}.i"),
                truths(all),
            )
        }
        _ => Call::one(format!("for i:(Fin {n}). {a}.i ~~ {b}.i"), truths(all)),
    }
}

/// The sums of what each row of a table of tables has, by a fold over pairs of places.
pub(super) fn along_pairs(c: &mut Choices, s: &mut Sheet) -> Call {
    let shape = [1 + c.below(3), 1 + c.below(3)];
    let xs = tied(c, shape.iter().product());
    let a = s.read(elder_syntax::prim::PrimType::I32, shape.to_vec(), &all_ints(&xs));
    let all: Vec<i32> = xs.iter().zip(0..).map(|(x, k)| x * 10 + k).collect();
    Call::one(
        format!(
            "for k:(Fin {}). f ((ordinal k)@(Fin {} & Fin {}))",
            xs.len(),
            shape[0],
            shape[1]
        ),
        ints(all),
    )
    .after(format!(
        "  f = \\p:(Fin {} & Fin {}). {a}.(fst p).(snd p) * 10 + ordinal p\n",
        shape[0], shape[1]
    ))
}

/// Floats of either width as others, where nothing is lost.
pub(super) fn widths(c: &mut Choices, s: &mut Sheet) -> Call {
    let n = count(c);
    let xs = super::super::strange(c, n);
    let a = s.floats(&xs);
    Call::one(format!("for i:(Fin {n}). F64ToF (FToF64 {a}.i)"), floats(xs))
}

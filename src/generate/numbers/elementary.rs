//! Elementary and special functions: where they are known exactly, and how near they come elsewhere.
//!
//! At zeros, infinities, ends of the domain and points with a known value the table of C's standard (annex F) says what they give.  Elsewhere a formula
//! that is another one than the evaluators' says it nearly.

use super::exact::Exact;
use super::meaning::Meaning;
use elder_syntax::prim::{BinOp, PrimType, PrimValue, UnOp};
use std::f64::consts::{E, LN_2, LN_10, PI};

fn double(value: PrimValue) -> f64 {
    match Exact::of(value).float(PrimType::F64) {
        PrimValue::F64(x) => x,
        _ => f64::NAN,
    }
}

/// A value that is known exactly, in the type.
fn known(t: PrimType, x: f64) -> Meaning {
    Meaning::Exactly(Exact::of(PrimValue::F64(x)).float(t))
}

/// The first point of the table that the operand is; zeros differ by their sign.
fn point(table: &[(f64, f64)], x: f64) -> Option<f64> {
    let same = |a: f64| a.to_bits() == x.to_bits();
    table.iter().find(|(at, _)| same(*at)).map(|(_, y)| *y)
}

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// A function of one operand.
pub fn unary(op: UnOp, t: PrimType, operand: PrimValue) -> Meaning {
    let x = double(operand);
    if x.is_nan() {
        return known(t, NAN);
    }
    let odd = [(0.0, 0.0), (-0.0, -0.0)];
    let table: &[(f64, f64)] = match op {
        UnOp::Rsqrt => &[
            (0.0, INF),
            (-0.0, -INF),
            (1.0, 1.0),
            (4.0, 0.5),
            (0.25, 2.0),
            (INF, 0.0),
            (-1.0, NAN),
            (-INF, NAN),
        ],
        UnOp::Cbrt => &[(1.0, 1.0), (8.0, 2.0), (-27.0, -3.0), (INF, INF), (-INF, -INF)],
        UnOp::Exp => &[(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, 0.0)],
        UnOp::Log => &[
            (0.0, -INF),
            (-0.0, -INF),
            (1.0, 0.0),
            (-1.0, NAN),
            (INF, INF),
            (-INF, NAN),
        ],
        UnOp::Log2 => &[
            (0.0, -INF),
            (-0.0, -INF),
            (1.0, 0.0),
            (2.0, 1.0),
            (8.0, 3.0),
            (0.25, -2.0),
            (-1.0, NAN),
            (INF, INF),
            (-INF, NAN),
        ],
        UnOp::Log10 => &[
            (0.0, -INF),
            (-0.0, -INF),
            (1.0, 0.0),
            (10.0, 1.0),
            (1000.0, 3.0),
            (-1.0, NAN),
            (INF, INF),
            (-INF, NAN),
        ],
        UnOp::Log1p => &[(-1.0, -INF), (-2.0, NAN), (INF, INF), (-INF, NAN)],
        UnOp::Sin | UnOp::Tan => &[(INF, NAN), (-INF, NAN)],
        UnOp::Cos => &[(0.0, 1.0), (-0.0, 1.0), (INF, NAN), (-INF, NAN)],
        UnOp::Asin | UnOp::Asinpi => &[(2.0, NAN), (-2.0, NAN), (INF, NAN), (-INF, NAN)],
        UnOp::Acos | UnOp::Acospi => &[(1.0, 0.0), (2.0, NAN), (-2.0, NAN), (INF, NAN), (-INF, NAN)],
        UnOp::Atan | UnOp::Atanpi => &[],
        UnOp::Sinh | UnOp::Asinh => &[(INF, INF), (-INF, -INF)],
        UnOp::Cosh => &[(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, INF)],
        UnOp::Tanh => &[(INF, 1.0), (-INF, -1.0)],
        UnOp::Acosh => &[(1.0, 0.0), (0.5, NAN), (-1.0, NAN), (INF, INF), (-INF, NAN)],
        UnOp::Atanh => &[
            (1.0, INF),
            (-1.0, -INF),
            (2.0, NAN),
            (-2.0, NAN),
            (INF, NAN),
            (-INF, NAN),
        ],
        UnOp::Sinpi => &[(0.5, 1.0), (-0.5, -1.0), (INF, NAN), (-INF, NAN)],
        UnOp::Tanpi => &[(INF, NAN), (-INF, NAN)],
        UnOp::Cospi => &[
            (0.0, 1.0),
            (-0.0, 1.0),
            (1.0, -1.0),
            (-1.0, -1.0),
            (2.0, 1.0),
            (INF, NAN),
            (-INF, NAN),
        ],
        UnOp::Gamma => &[
            (0.0, INF),
            (-0.0, -INF),
            (1.0, 1.0),
            (2.0, 1.0),
            (3.0, 2.0),
            (5.0, 24.0),
            (-1.0, NAN),
            (INF, INF),
            (-INF, NAN),
        ],
        UnOp::Lgamma => &[
            (0.0, INF),
            (-0.0, INF),
            (1.0, 0.0),
            (2.0, 0.0),
            (-1.0, INF),
            (INF, INF),
            (-INF, INF),
        ],
        UnOp::Erf => &[(INF, 1.0), (-INF, -1.0)],
        UnOp::Erfc => &[(0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, 2.0)],
        _ => return Meaning::Open,
    };
    let is_odd = matches!(
        op,
        UnOp::Cbrt
            | UnOp::Log1p
            | UnOp::Sin
            | UnOp::Tan
            | UnOp::Asin
            | UnOp::Asinpi
            | UnOp::Atan
            | UnOp::Atanpi
            | UnOp::Sinh
            | UnOp::Asinh
            | UnOp::Tanh
            | UnOp::Atanh
            | UnOp::Sinpi
            | UnOp::Tanpi
            | UnOp::Erf
    );
    let at_zero = if is_odd { point(&odd, x) } else { None };
    if let Some(y) = point(table, x).or(at_zero) {
        return known(t, y);
    }
    formula(op, x).map_or(Meaning::Open, Meaning::Near)
}

/// A formula of other functions, where it is good to ten digits; nothing where it is not.
fn formula(op: UnOp, x: f64) -> Option<f64> {
    let is_among = |least: f64, most: f64| (least..=most).contains(&x);
    let middle = is_among(0.01, 20.0) || is_among(-20.0, -0.01);
    let positive = is_among(1e-3, 1e6);
    // sin and cos by their series, of arguments that are small; so no function of the machine is asked twice.
    let series = |first: f64, k: f64| {
        let (mut term, mut sum) = (first, first);
        for n in 1..40 {
            let n = 2.0 * f64::from(n);
            term *= -x * x / ((n + k - 1.0) * (n + k));
            sum += term;
        }
        sum
    };
    let (sin, cos) = (series(x, 1.0), series(1.0, 0.0));
    let small = is_among(-3.0, 3.0) && x.abs() > 0.01;
    let inside = is_among(-0.99, 0.99) && x.abs() > 0.01;
    let given = |fits: bool, y: f64| fits.then_some(y);
    match op {
        UnOp::Rsqrt => given(positive, x.powf(-0.5)),
        UnOp::Cbrt => given(middle, x.abs().powf(1.0 / 3.0).copysign(x)),
        UnOp::Exp => given(middle, E.powf(x)),
        UnOp::Log => given(positive && (x - 1.0).abs() > 0.01, x.log2() * LN_2),
        UnOp::Log2 => given(positive && (x - 1.0).abs() > 0.01, x.ln() / LN_2),
        UnOp::Log10 => given(positive && (x - 1.0).abs() > 0.01, x.ln() / LN_10),
        UnOp::Log1p => given(positive && x > 0.01, (1.0 + x).ln()),
        UnOp::Sin => given(small && sin.abs() > 0.01, sin),
        UnOp::Cos => given(small && cos.abs() > 0.01, cos),
        UnOp::Tan => given(small && sin.abs() > 0.01 && cos.abs() > 0.01, sin / cos),
        UnOp::Asin => given(inside, (x / (1.0 - x * x).sqrt()).atan()),
        UnOp::Asinpi => given(inside, (x / (1.0 - x * x).sqrt()).atan() / PI),
        UnOp::Acos => given(inside, PI / 2.0 - (x / (1.0 - x * x).sqrt()).atan()),
        UnOp::Acospi => given(inside, 0.5 - (x / (1.0 - x * x).sqrt()).atan() / PI),
        UnOp::Atan => given(middle, (x / (1.0 + x * x).sqrt()).asin()),
        UnOp::Atanpi => given(middle, (x / (1.0 + x * x).sqrt()).asin() / PI),
        UnOp::Sinh => given(middle, (x.exp() - (-x).exp()) / 2.0),
        UnOp::Cosh => given(middle, (x.exp() + (-x).exp()) / 2.0),
        UnOp::Tanh => given(middle, ((2.0 * x).exp() - 1.0) / ((2.0 * x).exp() + 1.0)),
        UnOp::Asinh => given(positive && x > 0.01, (x + (x * x + 1.0).sqrt()).ln()),
        UnOp::Acosh => given(is_among(1.1, 1e6), (x + (x * x - 1.0).sqrt()).ln()),
        UnOp::Atanh => given(inside, ((1.0 + x) / (1.0 - x)).ln() / 2.0),
        UnOp::Sinpi if x.fract() == 0.0 => None,
        UnOp::Sinpi => given(small && (PI * x).sin().abs() > 0.01, (PI * x).sin()),
        UnOp::Cospi => given(small && (PI * x).cos().abs() > 0.01, (PI * x).cos()),
        UnOp::Tanpi => {
            let (sin, cos) = ((PI * x).sin(), (PI * x).cos());
            given(small && sin.abs() > 0.01 && cos.abs() > 0.01, sin / cos)
        }
        UnOp::Gamma if x.fract() == 0.0 && is_among(1.0, 20.0) => {
            Some((1..x as i64).map(|k| k as f64).product())
        }
        UnOp::Lgamma if x.fract() == 0.0 && is_among(3.0, 1000.0) => {
            Some((1..x as i64).map(|k| (k as f64).ln()).sum())
        }
        // The error function by its series.
        UnOp::Erf => given(inside, error(x)),
        UnOp::Erfc => given(inside, 1.0 - error(x)),
        _ => None,
    }
}

fn error(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for n in 1..60 {
        let n = f64::from(n);
        term *= -x * x / n;
        sum += term / (2.0 * n + 1.0);
    }
    sum * 2.0 / PI.sqrt()
}

/// A function of two operands.
pub fn binary(op: BinOp, t: PrimType, left: PrimValue, right: PrimValue) -> Meaning {
    let (a, b) = (double(left), double(right));
    let near = |fits: bool, y: f64| if fits { Meaning::Near(y) } else { Meaning::Open };
    let is_plain = |x: f64| (0.01..1e3).contains(&x.abs());
    match op {
        BinOp::Pow => power(t, a, b),
        BinOp::Hypot if a.is_infinite() || b.is_infinite() => known(t, INF),
        BinOp::Hypot if a.is_nan() || b.is_nan() => known(t, NAN),
        BinOp::Hypot if a == 0.0 || b == 0.0 => known(t, a.abs() + b.abs()),
        BinOp::Hypot => near(is_plain(a) && is_plain(b), (a * a + b * b).sqrt()),
        _ if a.is_nan() || b.is_nan() => known(t, NAN),
        BinOp::Atan2 | BinOp::Atan2pi => {
            let unit = if op == BinOp::Atan2 { 1.0 } else { PI };
            match (a == 0.0, b.is_sign_negative()) {
                // A zero of the sign of the first operand.
                (true, false) => known(t, a),
                (true, true) => Meaning::Near(PI.copysign(a) / unit),
                _ if a.is_infinite() || b.is_infinite() => {
                    let eighths = match (a.is_infinite(), b.is_infinite(), b.is_sign_negative()) {
                        (true, true, false) => 1.0,
                        (true, true, true) => 3.0,
                        (true, false, _) => 2.0,
                        (false, _, true) => 4.0,
                        (false, _, false) => return known(t, 0f64.copysign(a)),
                    };
                    Meaning::Near((eighths * PI / 4.0).copysign(a) / unit)
                }
                _ if b == 0.0 => Meaning::Near((PI / 2.0).copysign(a) / unit),
                (_, is_negative) => {
                    let angle = (a / b).atan();
                    let turned = if is_negative { PI.copysign(a) } else { 0.0 };
                    near(is_plain(a) && is_plain(b), (angle + turned) / unit)
                }
            }
        }
        _ => Meaning::Open,
    }
}

/// C's table of powers.
fn power(t: PrimType, a: f64, b: f64) -> Meaning {
    let is_odd = b.fract() == 0.0 && (b / 2.0).fract() != 0.0;
    let is_whole = b.fract() == 0.0;
    if b == 0.0 || a == 1.0 {
        return known(t, 1.0);
    }
    if a.is_nan() || b.is_nan() {
        return known(t, NAN);
    }
    if b.is_infinite() {
        return known(
            t,
            match a.abs() {
                1.0 => 1.0,
                size if (size > 1.0) == (b > 0.0) => INF,
                _ => 0.0,
            },
        );
    }
    if a == 0.0 || a.is_infinite() {
        let is_large = (a == 0.0) == (b < 0.0);
        let size = if is_large { INF } else { 0.0 };
        return known(
            t,
            if is_odd && a.is_sign_negative() {
                -size
            } else {
                size
            },
        );
    }
    if a < 0.0 && !is_whole {
        return known(t, NAN);
    }
    if b == 1.0 {
        return known(t, a);
    }
    if is_whole && b.abs() <= 8.0 && (0.01..100.0).contains(&a.abs()) {
        let product = (0..b.abs() as u32).map(|_| a).product::<f64>();
        return Meaning::Near(if b < 0.0 { 1.0 / product } else { product });
    }
    match (0.01..100.0).contains(&a) && b.abs() < 20.0 {
        true => Meaning::Near((b * a.ln()).exp()),
        false => Meaning::Open,
    }
}

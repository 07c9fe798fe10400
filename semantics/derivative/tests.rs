//! The room by itself: against derivatives known by hand, and against central differences.

use super::*;
use crate::memory::Memory;
use crate::numeric::{self, NumericError};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};
use std::rc::Rc;

const FLOATS: Calculus = Calculus {
    carriers: Carriers::Floats,
};

fn plain(x: f64) -> Number {
    Number::Plain(PrimValue::F64(x))
}

fn double(number: &Number) -> f64 {
    match number.scalar() {
        PrimValue::F64(x) => x,
        other => panic!("not a double: {other:?}"),
    }
}

fn apply(f: PrimFn, operands: &[Number]) -> Number {
    FLOATS.apply(f, operands).expect("defined")
}

/// The derivative in operand `k`, forward.
fn forward(f: PrimFn, at: &[f64], k: usize) -> f64 {
    let tag = Tags::default().fresh();
    let operand = |(i, x): (usize, &f64)| match i == k {
        true => Number::moving(tag, plain(*x), plain(1.0)),
        false => plain(*x),
    };
    let operands: Vec<Number> = at.iter().enumerate().map(operand).collect();
    apply(f, &operands).tangent(tag).map_or(0.0, double)
}

/// The same in reverse.
fn reverse(f: PrimFn, at: &[f64], k: usize) -> f64 {
    let tape = Tape::new(Tags::default().fresh(), &Rc::new(Memory::new(u64::MAX)));
    let places: Vec<usize> = at.iter().map(|_| tape.given()).collect();
    let operands = places
        .iter()
        .zip(at)
        .map(|(place, x)| Number::placed(&tape, *place, plain(*x)));
    let value = apply(f, &operands.collect::<Vec<_>>());
    let weights = value.place(tape.tag()).map(|place| (place, plain(1.0)));
    let adjoints = tape.adjoints::<NumericError>(FLOATS, weights, &mut |_, _| Ok(Vec::new()));
    adjoints.expect("defined")[places[k]].as_ref().map_or(0.0, double)
}

/// The derivative of the derivative, both in operand `k`.
fn second(f: PrimFn, at: &[f64], k: usize) -> f64 {
    let mut tags = Tags::default();
    let (outer, inner) = (tags.fresh(), tags.fresh());
    let operand = |(i, x): (usize, &f64)| match i == k {
        true => Number::moving(inner, Number::moving(outer, plain(*x), plain(1.0)), plain(1.0)),
        false => plain(*x),
    };
    let operands: Vec<Number> = at.iter().enumerate().map(operand).collect();
    let value = apply(f, &operands);
    let first = value.tangent(inner).cloned();
    first
        .and_then(|first| first.tangent(outer).map(double))
        .unwrap_or(0.0)
}

/// A central difference of a function.
fn difference(f: impl Fn(&[f64]) -> f64, at: &[f64], k: usize) -> f64 {
    let h = 1e-5;
    let moved = |by: f64| {
        let mut at = at.to_vec();
        at[k] += by;
        f(&at)
    };
    (moved(h) - moved(-h)) / (2.0 * h)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-5 * a.abs().max(1.0)
}

/// Operands at which no function has a corner.
const POINTS: [[f64; 3]; 7] = [
    [0.3, 0.7, 0.4],
    [0.75, -0.6, 1.7],
    [1.8, 0.35, 0.9],
    [-0.45, 1.3, 0.2],
    [-2.3, 2.1, -0.5],
    [0.01, 0.02, 0.05],
    [3.7, 4.9, 0.6],
];

/// All operators on doubles with a double for a result.
fn operators() -> Vec<PrimFn> {
    operators_on(PrimType::F64)
}

/// The same on another type of floats.
fn operators_on(t: PrimType) -> Vec<PrimFn> {
    let unary = UnOp::ALL
        .iter()
        .filter(|op| op.result(t) == Some(t))
        .map(|op| PrimFn::Un(*op, t));
    let binary = BinOp::ALL
        .iter()
        .filter(|op| op.exists_on(t) && !op.is_comparison());
    // Its step is far below that of a difference.
    let binary = binary
        .filter(|op| **op != BinOp::Nextafter)
        .map(|op| PrimFn::Bin(*op, t));
    let ternary = TernOp::ALL
        .iter()
        .filter(|op| op.exists_on(t))
        .map(|op| PrimFn::Tern(*op, t));
    unary.chain(binary).chain(ternary).collect()
}

#[test]
fn slopes_are_near_central_differences() {
    let mut compared = 0;
    for f in operators() {
        for at in POINTS {
            let at = &at[..f.parameters().len()];
            let value = |at: &[f64]| {
                let operands: Vec<PrimValue> = at.iter().map(|x| PrimValue::F64(*x)).collect();
                double(&Number::Plain(numeric::apply(f, &operands).expect("defined")))
            };
            for k in (0..at.len()).filter(|_| value(at).is_finite()) {
                let slope = forward(f, at, k);
                let measured = difference(value, at, k);
                // A negative number has powers only on both sides of whole exponents.
                if measured.is_nan() {
                    continue;
                }
                assert!(
                    near(slope, measured),
                    "{f} at {at:?} in {k}: {slope}, measured {measured}"
                );
                // An adjoint begins with zero, so it is no negative one.
                assert_eq!(
                    (0.0 + slope).to_bits(),
                    reverse(f, at, k).to_bits(),
                    "{f} at {at:?} in {k}, in reverse"
                );
                let measured = difference(|at| forward(f, at, k), at, k);
                let bent = second(f, at, k);
                assert!(
                    near(bent, measured),
                    "{f} at {at:?} in {k} twice: {bent}, measured {measured}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn polygamma_is_as_the_tables_have_it() {
    // Abramowitz and Stegun, 6.3.2, 6.3.3, 6.4.2, 6.4.4.
    const EULER: f64 = 0.577_215_664_901_532_9;
    const APERY: f64 = 1.202_056_903_159_594_3;
    let square = std::f64::consts::PI * std::f64::consts::PI;
    for (order, x, expected) in [
        (0, 1.0, -EULER),
        (0, 0.5, -EULER - 2.0 * std::f64::consts::LN_2),
        (1, 1.0, square / 6.0),
        (1, 0.5, square / 2.0),
        (1, -0.5, square / 2.0 + 4.0),
        (2, 1.0, -2.0 * APERY),
        (2, -0.5, -14.0 * APERY + 16.0),
        (3, 1.0, square * square / 15.0),
    ] {
        let found = polygamma::polygamma(order, x);
        assert!(
            (found - expected).abs() < 1e-11 * expected.abs(),
            "{order} at {x}: {found}, not {expected}"
        );
    }
    assert!(polygamma::polygamma(0, -3.0).is_nan());
}

#[test]
fn integers_have_derivatives_only_if_they_carry_some() {
    let tag = Tags::default().fresh();
    let (x, t) = (Number::Plain(PrimValue::I32(3)), Number::Plain(PrimValue::I32(1)));
    let x = Number::moving(tag, x, t);
    let square = PrimFn::Bin(BinOp::Mul, PrimType::I32);
    let of = |carriers| {
        let square = Calculus { carriers }
            .apply(square, &[x.clone(), x.clone()])
            .expect("defined");
        square.tangent(tag).map(Number::scalar)
    };
    assert_eq!(of(Carriers::Numbers), Some(PrimValue::I32(6)));
    assert_eq!(of(Carriers::Floats), None);
}

#[test]
fn a_tape_gives_back_what_it_takes() {
    let memory = Rc::new(Memory::new(1 << 20));
    let tape = Tape::new(Tags::default().fresh(), &memory);
    for _ in 0..10 {
        tape.given();
    }
    assert!(!memory.admits(1 << 20));
    let before = memory.peak();
    let adjoints = tape.adjoints::<NumericError>(FLOATS, [(9, plain(1.0))], &mut |_, _| Ok(Vec::new()));
    assert_eq!(adjoints.map(|adjoints| adjoints.len()), Ok(10));
    assert!(
        memory.peak() > before,
        "adjoints are on the account while they are needed"
    );
    drop(tape);
    assert!(memory.admits(1 << 20));
}

/// What a double makes of a slope, forward, in a narrower type.
fn narrow(f: PrimFn, t: PrimType, at: &[f64], k: usize) -> f64 {
    let tag = Tags::default().fresh();
    let operand = |(i, x): (usize, &f64)| match i == k {
        true => Number::moving(tag, Calculus::constant(t, *x), Calculus::constant(t, 1.0)),
        false => Calculus::constant(t, *x),
    };
    let operands: Vec<Number> = at.iter().enumerate().map(operand).collect();
    let slope = apply(f, &operands).tangent(tag).map(Number::scalar);
    let wide = numeric::convert::convert(slope.unwrap_or(t.number(0)), PrimType::F64);
    double(&Number::Plain(wide))
}

/// No slope is lost because something that it is computed of is no number of the type.
#[test]
fn slopes_of_narrow_floats_are_near_those_of_doubles() {
    // Numbers of f16, so that both are of the same operands.
    const NUMBERS: [f64; 9] = [-40.0, -0.75, 0.0009765625, 0.25, 0.625, 1.5, 30.0, 300.0, 20000.0];
    let mut compared = 0;
    for t in [PrimType::F16, PrimType::F32] {
        for (f, wide) in operators_on(t).into_iter().zip(operators()) {
            // What is near 1 is subtracted from 1, so that only an absolute error is bounded.
            let absolute = match f {
                PrimFn::Un(UnOp::Tanh | UnOp::Asin | UnOp::Acos | UnOp::Atanh, _) => 0.004,
                PrimFn::Un(UnOp::Asinpi | UnOp::Acospi, _) => 0.004,
                _ => 1e-6,
            };
            for x in NUMBERS {
                for y in NUMBERS {
                    let at = [x, y, 0.25];
                    let at = &at[..f.parameters().len()];
                    for k in 0..at.len() {
                        let (found, wanted) = (narrow(f, t, at, k), forward(wide, at, k));
                        let wanted = numeric::convert::convert(PrimValue::F64(wanted), t);
                        let wanted = double(&Number::Plain(numeric::convert::convert(wanted, PrimType::F64)));
                        let near = (found - wanted).abs() <= 0.02 * wanted.abs() + absolute;
                        assert!(
                            near || found == wanted || (found.is_nan() && wanted.is_nan()),
                            "{f} at {at:?} in {k}: {found}, and {wanted} of doubles"
                        );
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 5000, "{compared}");
}

/// The slope in operand `k` of the slope in operand `j`.
fn mixed(f: PrimFn, at: &[f64], j: usize, k: usize) -> f64 {
    let mut tags = Tags::default();
    let (outer, inner) = (tags.fresh(), tags.fresh());
    let operand = |(i, x): (usize, &f64)| match i {
        i if i == j => Number::moving(inner, plain(*x), plain(1.0)),
        i if i == k => Number::moving(outer, plain(*x), plain(1.0)),
        _ => plain(*x),
    };
    let operands: Vec<Number> = at.iter().enumerate().map(operand).collect();
    let first = apply(f, &operands).tangent(inner).cloned();
    first
        .and_then(|first| first.tangent(outer).map(double))
        .unwrap_or(0.0)
}

/// At corners too.
#[test]
fn two_slopes_may_be_taken_in_either_order() {
    let corners = [
        [0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 2.0, 1.0],
        [1.0, 1.0, 1.0],
        [2.0, 5.0, 0.0],
        [2.0, 5.0, 1.0],
        [-2.0, 2.0, 0.5],
        [-2.0, -3.0, 2.0],
    ];
    let mut compared = 0;
    for f in operators() {
        let operands = f.parameters().len();
        for at in corners.iter().chain(&POINTS).map(|at| &at[..operands]) {
            for (j, k) in (0..operands).flat_map(|k| (0..k).map(move |j| (j, k))) {
                let (one, other) = (mixed(f, at, j, k), mixed(f, at, k, j));
                if one.is_finite() || other.is_finite() {
                    assert!(near(one, other), "{f} at {at:?} in {j} and {k}: {one}, {other}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 150, "{compared}");
}

/// Central differences in reals, so narrow that what they leave out does not show.
#[cfg(feature = "exact")]
mod reals {
    use super::*;
    use crate::exact::{Scalar, Session};

    /// The derivative of a function in operand `k`, as a double.
    fn measured(session: &Session, f: PrimFn, at: &[f64], k: usize) -> f64 {
        let real = |x: f64| session.lift(PrimValue::F64(x));
        let on = |op: BinOp, a: Scalar, b: Scalar| {
            let f = PrimFn::Bin(op, PrimType::F64);
            session.apply(f, &[a, b]).expect("defined")
        };
        let step = 2f64.powi(-80);
        let moved = |op: BinOp| {
            let mut operands: Vec<Scalar> = at.iter().map(|x| real(*x)).collect();
            operands[k] = on(op, operands[k].clone(), real(step));
            session.apply(f, &operands).expect("defined")
        };
        let change = on(BinOp::Sub, moved(BinOp::Add), moved(BinOp::Sub));
        match on(BinOp::Div, change, real(2.0 * step)) {
            Scalar::Real(t, real) => double(&Number::Plain(real.nearest(t))),
            other => panic!("not a real: {other:?}"),
        }
    }

    #[test]
    fn slopes_are_the_differences_of_reals() {
        let session = Session::new(400);
        let mut compared = 0;
        for f in operators() {
            for at in POINTS {
                let at = &at[..f.parameters().len()];
                for k in 0..at.len() {
                    let measured = measured(&session, f, at, k);
                    if !measured.is_finite() {
                        continue;
                    }
                    let slope = forward(f, at, k);
                    let error = (slope - measured).abs();
                    // A few roundings, and those of the functions that slopes are written with.
                    assert!(
                        error <= 1e-13 * slope.abs().max(1.0),
                        "{f} at {at:?} in {k}: {slope}, not {measured}"
                    );
                    compared += 1;
                }
            }
        }
        assert!(compared > 200, "{compared}");
    }
}

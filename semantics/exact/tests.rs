//! Intervals hold what they should, and questions are answered as far as they can be.

use super::*;
use proptest::prelude::*;

fn f64s(session: &Session, xs: &[f64]) -> Vec<Scalar> {
    xs.iter().map(|&x| session.lift(PrimValue::F64(x))).collect()
}

#[track_caller]
fn call(session: &Session, name: &str, args: &[Scalar]) -> Scalar {
    let f = PrimFn::from_name(name).unwrap_or_else(|| panic!("no primitive function `{name}`"));
    session.apply(f, args).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[track_caller]
fn real(scalar: Scalar) -> Rc<Real> {
    match scalar {
        Scalar::Real(_, r) => r,
        other => panic!("not a real: {other:?}"),
    }
}

/// 1/3, with an interval around it.
fn third(session: &Session) -> Scalar {
    call(session, "div_f64", &f64s(session, &[1.0, 3.0]))
}

#[test]
fn literals_are_the_floats_that_they_denote() {
    let session = Session::new(256);
    let sum = real(call(&session, "add_f64", &f64s(&session, &[0.1, 0.2])));
    assert!(sum.is_point(), "both are multiples of one power of two");
    let exact = sum.value().to_string_radix(10, Some(25));
    assert_eq!(exact, "3.000000000000000166533454e-1");
    assert_eq!(sum.nearest(PrimType::F64), PrimValue::F64(0.1 + 0.2));
}

#[test]
fn intervals_hold_the_quotient() {
    let session = Session::new(100);
    let third = real(third(&session));
    let (low, high) = third.interval();
    assert!(low < high && low.clone() * 3u32 <= 1 && high.clone() * 3u32 >= 1);
    assert!(third.bound() < 1e-29);
}

#[test]
fn cancellation_shows() {
    // (1e16 + 1) - 1e16 is 0 in doubles.
    let session = Session::new(256);
    let args = f64s(&session, &[1e16, 1.0]);
    let sum = call(&session, "add_f64", &args);
    let difference = real(call(&session, "sub_f64", &[sum, args[0].clone()]));
    let deviation = Deviation {
        place: "#0".into(),
        float: PrimValue::F64(0.0),
        real: (*difference).clone(),
    };
    assert_eq!(deviation.error(), 1);
    assert_eq!(deviation.to_string(), "#0: 0.0f64, exactly 1, error at most 1.0");
}

#[test]
fn numbers_without_bounds_stay_within_memory() {
    let session = Session::new(128);
    let mut x = session.lift(PrimValue::F64(1e300));
    for name in ["exp_f64", "exp_f64", "gamma_f64"] {
        x = call(&session, name, &[x]);
        for f in [
            "sin_f64",
            "cos_f64",
            "tan_f64",
            "sinpi_f64",
            "lgamma_f64",
            "cosh_f64",
            "floor_f64",
            "f64_to_i32",
        ] {
            call(&session, f, std::slice::from_ref(&x));
        }
        call(&session, "mod_f64", &[x.clone(), third(&session)]);
        call(&session, "pow_f64", &[x.clone(), x.clone()]);
    }
    let far = call(
        &session,
        "ldexp_f64",
        &[
            session.lift(PrimValue::F64(1.0)),
            Scalar::Prim(PrimValue::I32(i32::MAX)),
        ],
    );
    for f in [
        "sin_f64",
        "gamma_f64",
        "lgamma_f64",
        "erf_f64",
        "sinpi_f64",
        "tanpi_f64",
        "atan_f64",
    ] {
        call(&session, f, std::slice::from_ref(&far));
    }
    call(&session, "mod_f64", &[far.clone(), third(&session)]);
    call(&session, "mod_f64", &[far, session.lift(PrimValue::F64(3.0))]);
}

#[test]
fn questions_within_the_bound_are_undecided() {
    let session = Session::new(128);
    let third = third(&session);
    let one = call(&session, "mul_f64", &[third, session.lift(PrimValue::F64(3.0))]);
    assert!(!real(one.clone()).is_point());
    call(
        &session,
        "lt_f64",
        &[one.clone(), session.lift(PrimValue::F64(2.0))],
    );
    assert!(session.undecided().is_empty(), "1 < 2 whatever the last bits");
    call(
        &session,
        "lt_f64",
        &[one.clone(), session.lift(PrimValue::F64(1.0))],
    );
    assert_eq!(session.undecided().len(), 1);
    call(&session, "f64_to_i32", std::slice::from_ref(&one));
    call(&session, "floor_f64", std::slice::from_ref(&one));
    call(&session, "eq_f64", &[one.clone(), one]);
    assert_eq!(session.undecided().len(), 4);
}

#[test]
fn conversions_follow_the_rules_of_floats() {
    let session = Session::new(64);
    let convert = |name: &str, x| match call(&session, name, &f64s(&session, &[x])) {
        Scalar::Prim(p) => p,
        other => panic!("{other:?}"),
    };
    for x in [
        1e10,
        -3.9,
        300.5,
        1e300,
        -1e300,
        f64::NAN,
        f64::INFINITY,
        1e19,
        -0.25,
    ] {
        for to in PrimType::ALL.iter().filter(|t| !t.is_float()) {
            let f = PrimFn::Convert(PrimType::F64, *to);
            let expected = numeric::apply(f, &[PrimValue::F64(x)]).expect("a conversion");
            assert_eq!(convert(&f.to_string(), x), expected, "{f} {x}");
        }
    }
    assert!(session.undecided().is_empty());
}

#[test]
fn every_function_of_floats_is_there() {
    let session = Session::new(64);
    let t = PrimType::F32;
    let bins = BinOp::ALL
        .iter()
        .filter(|op| op.exists_on(t))
        .map(|&op| PrimFn::Bin(op, t));
    let uns = UnOp::ALL
        .iter()
        .filter(|op| op.result(t).is_some())
        .map(|&op| PrimFn::Un(op, t));
    let terns = TernOp::ALL
        .iter()
        .filter(|op| op.exists_on(t))
        .map(|&op| PrimFn::Tern(op, t));
    for f in bins.chain(uns).chain(terns).chain([PrimFn::Ldexp(t)]) {
        let floats: Vec<PrimValue> = f
            .parameters()
            .iter()
            .map(|t| {
                if t.is_float() {
                    PrimValue::F32(0.75)
                } else {
                    PrimValue::I32(2)
                }
            })
            .collect();
        let args: Vec<Scalar> = floats.iter().map(|&x| session.lift(x)).collect();
        let plain = numeric::apply(f, &floats).expect("defined");
        match session.apply(f, &args).unwrap_or_else(|e| panic!("{f}: {e}")) {
            Scalar::Prim(p) => assert_eq!(p, plain, "{f}"),
            Scalar::Real(_, r) => match (r.nearest(t), plain) {
                (PrimValue::F32(a), PrimValue::F32(b)) => {
                    assert!(
                        (a - b).abs() <= f32::EPSILON * b.abs() || (a.is_nan() && b.is_nan()),
                        "{f}: {a} {b}"
                    );
                }
                other => panic!("{f}: {other:?}"),
            },
        }
    }
}

proptest! {
    /// What doubles compute lies within their rounding errors of the interval, which 53 bits more narrow further.
    #[test]
    fn more_bits_lie_within_the_interval_of_fewer(
        a in -100.0..100.0f64, b in 0.001..100.0f64, op in 0..12usize,
    ) {
        let names = ["add", "sub", "mul", "div", "pow", "hypot", "atan2", "min", "max", "mod", "copysign", "atan2pi"];
        let run = |bits| {
            let session = Session::new(bits);
            // Operands that are not points.
            let third = third(&session);
            let args = f64s(&session, &[a, b]);
            let x = call(&session, "mul_f64", &[args[0].clone(), third.clone()]);
            let y = call(&session, "mul_f64", &[args[1].clone(), third]);
            (real(call(&session, &format!("{}_f64", names[op]), &[x, y])), session.undecided().is_empty())
        };
        let ((rough, rough_sure), (fine, fine_sure)) = (run(64), run(300));
        prop_assume!(rough_sure && fine_sure && !rough.value().is_nan());
        let (low, high) = rough.interval();
        prop_assert!(low <= fine.value() && fine.value() <= high, "{rough:?} {fine:?}");
    }

    #[test]
    fn functions_of_one_operand_enclose_too(a in -30.0..30.0f64, op in 0..31usize) {
        let ops: Vec<&UnOp> = UnOp::ALL.iter().filter(|op| op.result(PrimType::F64) == Some(PrimType::F64)).collect();
        let op = ops[op % ops.len()];
        let run = |bits| {
            let session = Session::new(bits);
            let third = third(&session);
            let x = call(&session, "mul_f64", &[session.lift(PrimValue::F64(a)), third]);
            (real(call(&session, &format!("{op}_f64"), &[x])), session.undecided().is_empty())
        };
        let ((rough, rough_sure), (fine, fine_sure)) = (run(64), run(300));
        prop_assume!(rough_sure && fine_sure && !rough.value().is_nan());
        let (low, high) = rough.interval();
        prop_assert!(low <= fine.value() && fine.value() <= high, "{op} {a}: {rough:?} {fine:?}");
    }
}

/// The report on a program's `main` without arguments.
#[track_caller]
fn report(text: &str, bits: u32) -> Report {
    use crate::futhark::{Options, run};
    let checked = elder_futhark::check::imports::check_text("test.fut", text);
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    let floats = run(&program, "main", Vec::new(), Options::default()).results;
    let floats = floats.expect("a value in floats");
    compare(&program, "main", Vec::new(), Options::default(), bits, &floats).expect("a value in reals")
}

#[test]
fn a_sum_in_floats_beside_the_sum_in_reals() {
    let report = report("def main = f32.sum (replicate 1000 0.1f32)", 256);
    let [sum] = &report.floats[..] else {
        panic!("{report}")
    };
    assert!(
        sum.real.is_point(),
        "a thousand times the float nearest to a tenth"
    );
    assert_eq!(sum.real.nearest(PrimType::F32), PrimValue::F32(100.0));
    assert!(sum.error() > 1e-4 && sum.error() < 1e-2, "{report}");
    assert!(report.undecided.is_empty() && report.different.is_empty());
}

#[test]
fn arrays_records_and_control_go_the_same_ways_in_reals() {
    let text = "
        type point = {x: f64, y: f64}
        def step (p: point) : point = {x = p.y, y = f64.sqrt (p.x + 2)}
        def main =
          let xss = tabulate_2d 3 2 (\\i j -> f64.i64 i / (f64.i64 j + 3))
          let ys = map f64.sum (copy xss with [1, 0] = 0.5)
          let zs = scatter (replicate 4 0f64) [3, 1, 9] (scan (+) 0 ys)
          let (small, big) = partition (< 1) zs
          let p = loop p = {x = 1, y = 2} for _i < 20 do step p
          let best = reduce f64.max f64.lowest (map (\\z -> match z case 0 -> -1 case other -> other * other) zs)
          in (zs, transpose xss, length small, big, p, best, hist (+) 0 2 [0, 1, 0] ys, filter (> 0.7) ys)";
    let report = report(text, 200);
    assert!(
        report.different.is_empty() && report.undecided.is_empty(),
        "{report}"
    );
    assert!(report.floats.len() >= 15, "{report}");
    for deviation in &report.floats {
        assert!(deviation.error() < 1e-14, "{deviation}");
        assert!(deviation.real.bound() < 1e-50, "{deviation}");
    }
    assert!(report.floats.iter().any(|d| d.place == "#4.x"), "{report}");
}

#[test]
fn answers_of_few_bits_are_reported() {
    let report = report("def main = if 1f64 / 3 * 3 == 1 then 1f64 else 2", 64);
    assert_eq!(report.undecided.len(), 1);
    assert!(report.to_string().contains("asked by `eq_f64`"), "{report}");
}

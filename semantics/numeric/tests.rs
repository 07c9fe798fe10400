//! Values from the tables of numeric semantics, and laws that hold for all operands.

use super::*;
use PrimValue::*;
use proptest::prelude::*;
use quickcheck::quickcheck;

/// `call("add_i32", ..)`
#[track_caller]
fn call(name: &str, args: &[PrimValue]) -> Numeric {
    let f = PrimFn::from_name(name).unwrap_or_else(|| panic!("no primitive function `{name}`"));
    apply(f, args)
}

#[track_caller]
fn gives(name: &str, args: &[PrimValue], expected: PrimValue) {
    assert_eq!(call(name, args), Ok(expected), "{name} {args:?}");
}

#[test]
fn every_primitive_function_has_a_value_on_ones() {
    let one = |t| convert::convert(Bool(true), t);
    for &t in PrimType::ALL {
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
        let converts = PrimType::ALL.iter().map(|&to| PrimFn::Convert(t, to));
        let ldexp = t.is_float().then_some(PrimFn::Ldexp(t));
        for f in bins.chain(uns).chain(terns).chain(converts).chain(ldexp) {
            let args: Vec<PrimValue> = f.parameters().into_iter().map(one).collect();
            let result = apply(f, &args).unwrap_or_else(|e| panic!("{f}: {e}"));
            assert_eq!(result.prim_type(), f.result(), "{f}");
        }
    }
}

#[test]
fn division_of_signed_integers_rounds_as_the_operator_says() {
    gives("div_i32", &[I32(7), I32(-2)], I32(-4));
    gives("mod_i32", &[I32(7), I32(-2)], I32(-1));
    gives("div_i32", &[I32(-7), I32(2)], I32(-4));
    gives("mod_i32", &[I32(-7), I32(2)], I32(1));
    gives("quot_i32", &[I32(7), I32(-2)], I32(-3));
    gives("rem_i32", &[I32(7), I32(-2)], I32(1));
    gives("quot_i32", &[I32(-7), I32(2)], I32(-3));
    gives("rem_i32", &[I32(-7), I32(2)], I32(-1));
}

#[test]
fn the_least_number_divided_by_minus_one_wraps() {
    gives("div_i8", &[I8(-128), I8(-1)], I8(-128));
    gives("mod_i32", &[I32(i32::MIN), I32(-1)], I32(0));
    gives("quot_i64", &[I64(i64::MIN), I64(-1)], I64(i64::MIN));
    gives("rem_i16", &[I16(i16::MIN), I16(-1)], I16(0));
}

#[test]
fn zero_divides_nothing() {
    assert_eq!(call("div_i32", &[I32(1), I32(0)]), Err(NumericError::Division));
    assert_eq!(call("mod_u8", &[U8(1), U8(0)]), Err(NumericError::Division));
    assert_eq!(call("quot_u64", &[U64(1), U64(0)]), Err(NumericError::Quotient));
    assert_eq!(call("rem_i64", &[I64(1), I64(0)]), Err(NumericError::Quotient));
    let refusal = NumericError::Division.refusal().expect("a rule");
    assert_eq!(refusal.id(), "NUM-DIV");
}

#[test]
fn integer_powers_wrap_and_refuse_negative_exponents() {
    gives("pow_i32", &[I32(0), I32(0)], I32(1));
    gives("pow_i32", &[I32(3), I32(40)], I32(689956897));
    gives("pow_u8", &[U8(2), U8(200)], U8(0));
    assert_eq!(call("pow_i32", &[I32(2), I32(-1)]), Err(NumericError::Exponent));
}

#[test]
fn shifts_by_too_much_shift_everything_out() {
    gives("shl_i32", &[I32(1), I32(32)], I32(0));
    gives("shr_i32", &[I32(1), I32(-1)], I32(0));
    gives("shr_i64", &[I64(-1), I64(64)], I64(-1));
    gives("lshr_i32", &[I32(-8), I32(1)], I32(2147483644));
    gives("shr_i32", &[I32(-8), I32(1)], I32(-4));
    gives("shr_u8", &[U8(200), U8(8)], U8(0));
}

#[test]
fn wrapping_and_counting() {
    gives("neg_u8", &[U8(100)], U8(156));
    gives("abs_i8", &[I8(-128)], I8(-128));
    gives("sgn_i16", &[I16(-9)], I16(-1));
    gives("sgn_u16", &[U16(9)], U16(1));
    gives("clz_i8", &[I8(0)], I32(8));
    gives("ctz_u64", &[U64(0)], I32(64));
    gives("popc_i32", &[I32(-1)], I32(32));
    gives("mul_hi_u8", &[U8(200), U8(200)], U8(156));
    gives("mul_hi_i8", &[I8(-128), I8(2)], I8(-1));
    gives("mul_hi_i64", &[I64(i64::MIN), I64(i64::MIN)], I64(1 << 62));
    gives("mad_hi_u32", &[U32(1 << 31), U32(2), U32(u32::MAX)], U32(0));
}

#[test]
fn integers_convert_by_their_low_bits() {
    gives("i64_to_i8", &[I64(300)], I8(44));
    gives("i8_to_i64", &[I8(-1)], I64(-1));
    gives("i8_to_u16", &[I8(-1)], U16(255));
    gives("i8_to_u64", &[I8(-1)], U64(255));
    gives("u8_to_i32", &[U8(255)], I32(255));
    gives("u64_to_i64", &[U64(u64::MAX)], I64(-1));
    gives("u64_to_f32", &[U64(u64::MAX)], F32(18446744073709551616.0));
}

#[test]
fn floats_convert_towards_zero() {
    gives("f64_to_i32", &[F64(1e10)], I32(1410065408));
    gives("f64_to_u8", &[F64(-3.9)], U8(253));
    gives("f64_to_i8", &[F64(300.5)], I8(44));
    gives("f32_to_i64", &[F32(f32::NAN)], I64(0));
    gives("f32_to_i64", &[F32(f32::INFINITY)], I64(0));
    gives("f64_to_i64", &[F64(1e300)], I64(i64::MAX));
    gives("f64_to_u64", &[F64(1e19)], U64(10_000_000_000_000_000_000));
    gives("f16_to_bool", &[F16(f16::NAN)], Bool(true));
    gives("f32_to_bool", &[F32(-0.0)], Bool(false));
}

#[test]
fn half_precision_rounds_to_nearest_even() {
    gives("i32_to_f16", &[I32(65520)], F16(f16::INFINITY));
    gives("f64_to_f16", &[F64(65519.0)], F16(f16::from_f32(65504.0)));
    gives("f32_to_f16", &[F32(65520.0)], F16(f16::INFINITY));
    let h = f16::from_f32;
    gives("add_f16", &[F16(h(1.0)), F16(h(2048.0))], F16(h(2048.0)));
    gives("mul_f16", &[F16(h(60000.0)), F16(h(2.0))], F16(f16::INFINITY));
    // 3·683 is the middle of two halves.
    gives(
        "mad_f16",
        &[F16(h(3.0)), F16(h(683.0)), F16(f16::MIN_POSITIVE_SUBNORMAL)],
        F16(h(2048.0)),
    );
    gives(
        "fma_f16",
        &[F16(h(3.0)), F16(h(683.0)), F16(f16::MIN_POSITIVE_SUBNORMAL)],
        F16(h(2050.0)),
    );
    gives(
        "fma_f16",
        &[F16(h(3.0)), F16(h(683.0)), F16(h(0.0))],
        F16(h(2048.0)),
    );
}

#[test]
fn floats_follow_ieee() {
    gives("div_f64", &[F64(1.0), F64(0.0)], F64(f64::INFINITY));
    gives("mod_f64", &[F64(-7.0), F64(2.0)], F64(-1.0));
    gives("mod_f64", &[F64(7.0), F64(-2.0)], F64(1.0));
    assert!(matches!(call("mod_f32", &[F32(7.0), F32(0.0)]), Ok(F32(x)) if x.is_nan()));
    gives("pow_f64", &[F64(f64::NAN), F64(0.0)], F64(1.0));
    assert!(matches!(call("pow_f64", &[F64(-2.0), F64(0.5)]), Ok(F64(x)) if x.is_nan()));
    gives("min_f64", &[F64(f64::NAN), F64(1.0)], F64(1.0));
    gives("max_f32", &[F32(1.0), F32(f32::NAN)], F32(1.0));
    gives("ne_f64", &[F64(f64::NAN), F64(f64::NAN)], Bool(true));
    gives("eq_f64", &[F64(-0.0), F64(0.0)], Bool(true));
    for (x, r) in [(2.5, 2.0), (3.5, 4.0), (-2.5, -2.0)] {
        gives("round_f64", &[F64(x)], F64(r));
    }
    assert!(matches!(call("sgn_f64", &[F64(f64::NAN)]), Ok(F64(x)) if x.is_nan()));
    gives("sgn_f64", &[F64(f64::NEG_INFINITY)], F64(-1.0));
    gives("sgn_f64", &[F64(-0.0)], F64(-0.0));
    gives("to_bits_f32", &[F32(1.0)], U32(0x3f80_0000));
    gives("from_bits_u64", &[U64(0x3ff0_0000_0000_0000)], F64(1.0));
    gives("nextafter_f32", &[F32(0.0), F32(-1.0)], F32(-f32::from_bits(1)));
    gives("nextafter_f64", &[F64(1.0), F64(2.0)], F64(1.0 + f64::EPSILON));
    gives(
        "nextafter_f64",
        &[F64(-1.0), F64(2.0)],
        F64(-1.0 + f64::EPSILON / 2.0),
    );
    gives("ldexp_f32", &[F32(1.5), I32(4)], F32(24.0));
    gives("ldexp_f32", &[F32(1.0), I32(1000)], F32(f32::INFINITY));
    gives("lerp_f64", &[F64(1.0), F64(3.0), F64(0.5)], F64(2.0));
    gives("lerp_f64", &[F64(1.0), F64(3.0), F64(7.0)], F64(3.0));
}

#[test]
fn special_functions() {
    let close = |name: &str, x: f64, expected: f64| match call(name, &[F64(x)]) {
        Ok(F64(y)) => assert!((y - expected).abs() <= 1e-12 * expected.abs(), "{name} {x} = {y}"),
        other => panic!("{name}: {other:?}"),
    };
    close("gamma_f64", 5.0, 24.0);
    close("lgamma_f64", 10.0, 362_880f64.ln());
    close("erf_f64", 0.5, 0.520_499_877_813_046_5);
    close("erfc_f64", 2.0, 0.004_677_734_981_047_266);
    close("cbrt_f64", 27.0, 3.0);
    close("log1p_f64", 1e-10, 9.999_999_999_5e-11);
    gives("sinpi_f64", &[F64(1e9)], F64(0.0));
    gives("sinpi_f64", &[F64(-0.5)], F64(-1.0));
    gives("cospi_f64", &[F64(0.5)], F64(-0.0));
    gives("cospi_f64", &[F64(3.0)], F64(-1.0));
    close("tanpi_f64", 0.25, 1.0);
    close("atanpi_f64", 1.0, 0.25);
}

/// Runs the body for every integer type.
macro_rules! laws_of_division {
    ($($name:ident: $t:ident),*) => { proptest! { $(
        #[test]
        fn $name(a in any::<$t>(), b in any::<$t>()) {
            use integers::Integer;
            prop_assume!(b != 0);
            let (div, modulo) = (a.div(b).unwrap(), a.modulo(b).unwrap());
            let (quot, rem) = (a.quot(b).unwrap(), Integer::rem(a, b).unwrap());
            prop_assert_eq!(div.mul(b).add(modulo), a);
            prop_assert_eq!(quot.mul(b).add(rem), a);
            prop_assert!(modulo == 0 || Integer::sgn(modulo) == Integer::sgn(b));
            prop_assert!(rem == 0 || Integer::sgn(rem) == Integer::sgn(a));
            prop_assert!(div == quot || div == quot.sub(1));
        }
    )* } };
}
laws_of_division!(division_i8: i8, division_i16: i16, division_i32: i32, division_i64: i64,
                  division_u8: u8, division_u16: u16, division_u32: u32, division_u64: u64);

quickcheck! {
    fn addition_and_multiplication_form_a_ring(a: i32, b: i32, c: i32) -> bool {
        let op = |op, x, y| binary(op, I32(x), I32(y));
        let value = |r: Numeric| match r { Ok(I32(x)) => x, _ => unreachable!("addition is total") };
        let add = |x, y| value(op(BinOp::Add, x, y));
        let mul = |x, y| value(op(BinOp::Mul, x, y));
        add(a, add(b, c)) == add(add(a, b), c)
            && add(a, b) == add(b, a)
            && mul(a, add(b, c)) == add(mul(a, b), mul(a, c))
            && add(a, value(unary(UnOp::Neg, I32(a)))) == 0
    }

    fn powers_multiply(a: u64, m: u8, n: u8) -> bool {
        use integers::Integer;
        let pow = |n: u64| Integer::pow(a, n).unwrap();
        pow(m.into()).mul(pow(n.into())) == pow(u64::from(m) + u64::from(n))
    }

    fn shifting_is_multiplying_and_dividing(a: i64, n: u8) -> bool {
        use integers::Integer;
        let n = i64::from(n % 63);
        a.shl(n) == a.mul(1 << n) && Some(a.shr(n)) == a.div(1 << n).ok()
    }

    fn the_high_half_and_the_low_half_are_the_product(a: u64, b: u64) -> bool {
        use integers::Integer;
        u128::from(a.mul_hi(b)) << 64 | u128::from(Integer::mul(a, b)) == u128::from(a) * u128::from(b)
    }

    fn bit_patterns_come_back(bits: u32) -> bool {
        let float = unary(UnOp::FromBits, U32(bits)).unwrap();
        f32::from_bits(bits).is_nan() || unary(UnOp::ToBits, float) == Ok(U32(bits))
    }

    fn half_precision_is_exact_wherever_single_precision_rounds_to_it(a: u16, b: u16) -> bool {
        use floats::Float;
        let (a, b) = (f16::from_bits(a), f16::from_bits(b));
        let expected = f16::from_f32(a.to_f32() * b.to_f32());
        Float::mul(a, b).to_bits() == expected.to_bits() || expected.is_nan()
    }

    fn halves_are_the_nearest_ones(x: f64) -> bool {
        use floats::Float;
        let h = convert::to_half(x);
        let distance = |h: f16| (f64::from(h) - x).abs();
        let neighbours = [h.nextafter(f16::INFINITY), h.nextafter(f16::NEG_INFINITY)];
        !h.is_finite() || neighbours.iter().all(|n| distance(h) <= distance(*n))
    }

    fn nextafter_goes_there_and_back(x: f64) -> bool {
        use floats::Float;
        let up = x.nextafter(f64::INFINITY);
        !x.is_finite() || (up > x && up.nextafter(f64::NEG_INFINITY) == x)
    }

    fn wider_integers_keep_the_number(x: i16) -> bool {
        let wide = |t| convert::convert(I16(x), t);
        wide(PrimType::I64) == I64(x.into()) && wide(PrimType::F32) == F32(x.into())
            && convert::convert(wide(PrimType::F64), PrimType::I16) == I16(x)
    }
}

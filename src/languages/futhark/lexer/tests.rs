//! What literals are worth and where tokens end.

use super::literal::{character, float, int, string};
use super::{Kind, lex};
use elder_syntax::SourceId;
use elder_syntax::prim::PrimType;
use proptest::prelude::*;

fn kinds(text: &str) -> Vec<Kind> {
    let (tokens, errors) = lex(SourceId(0), text);
    assert!(errors.is_empty(), "{text}: {errors:?}");
    tokens.into_iter().map(|(k, _)| k).collect()
}

#[track_caller]
fn is_int(text: &str, value: i128, ty: Option<PrimType>) {
    assert!(matches!(kinds(text)[..], [Kind::Int | Kind::Nat]), "{text}");
    assert_eq!(int(text).ok(), Some((value, ty)), "{text}");
}

#[track_caller]
fn is_float(text: &str, value: f64, ty: Option<PrimType>) {
    assert_eq!(kinds(text), [Kind::Float], "{text}");
    let (found, suffix) = float(text);
    assert_eq!(
        (found.double().to_bits(), suffix),
        (value.to_bits(), ty),
        "{text}"
    );
}

#[test]
fn integers() {
    is_int("1_000_", 1000, None);
    is_int("0xFFi8", -1, Some(PrimType::I8));
    is_int("0xff_ff", 0xffff, None);
    is_int("0B1_01", 5, None);
    is_int("0rMCMXCIX", 1999, None);
    is_int("0rXIVu8", 14, Some(PrimType::U8));
    is_int("300u8", 44, Some(PrimType::U8));
    is_int("18446744073709551615u64", u64::MAX as i128, Some(PrimType::U64));
    is_int("18446744073709551616i64", 0, Some(PrimType::I64));
    is_int("170141183460469231731687303715884105727", i128::MAX, None);
    assert!(int("170141183460469231731687303715884105728").is_err());
    assert!(int(&"9".repeat(1000)).is_err());
}

#[test]
fn floats() {
    is_float("1.5", 1.5, None);
    is_float("1e3", 1000.0, None);
    is_float("1_0.2_5e-1f32", 1.025, Some(PrimType::F32));
    is_float("3f16", 3.0, Some(PrimType::F16));
    is_float("0x1.fp3", 15.5, None);
    is_float("0x1.8p-1f64", 0.75, Some(PrimType::F64));
    is_float("0x0.0000000000001p-1022", f64::from_bits(1), None);
    is_float("0x1.0p-1075", 0.0, None);
    is_float("0x1.8p-1075", f64::from_bits(1), None);
    is_float("0x1.00000000000008p0", 1.0, None);
    is_float("0x1.000000000000080000001p0", 1.0 + f64::EPSILON, None);
    is_float("0x1.fffffffffffff8p1023", f64::INFINITY, None);
    is_float("0x1.0p99999999999999999999", f64::INFINITY, None);
    is_float("0x1.0p-99999999999999999999", 0.0, None);
}

#[test]
fn characters_and_strings() {
    for (text, code) in [
        ("'a'", 97),
        ("'\\n'", 10),
        ("'\\''", 39),
        ("'\\955'", 955),
        ("'\u{3bb}'", 955),
        ("'\"'", 34),
    ] {
        assert_eq!(kinds(text), [Kind::Char]);
        assert_eq!(character(text).ok(), Some(code), "{text}");
    }
    for (text, bytes) in [
        (r#""\x41\&1""#, "A1".as_bytes()),
        (r#""\SOH\SO\&H\DEL\^A\o101""#, &[1, 14, b'H', 127, 1, b'A']),
        (r#""a\   \b""#, b"ab"),
        ("\"\u{e9}\"", &[0xc3, 0xa9]),
    ] {
        assert_eq!(kinds(text), [Kind::String]);
        assert_eq!(string(text).ok().as_deref(), Some(bytes), "{text}");
    }
}

#[test]
fn brackets_dots_and_symbols() {
    use Kind::*;
    assert_eq!(
        kinds("a[ b [ )[ ]["),
        [Ident, Index, Ident, LBracket, RParen, Index, RBracket, Index]
    );
    assert_eq!(kinds("x.0.1"), [Ident, Dot, Nat, Dot, Nat]);
    assert_eq!(kinds("0.1"), [Float]);
    assert_eq!(kinds("0...1.5"), [Nat, ThreeDots, Nat, Dot, Nat]);
    assert_eq!(kinds("1..<n"), [Nat, DotsLess, Ident]);
    assert_eq!(
        kinds("M.N.+ M.- M .+ a.b"),
        [QualSymbol, QualSymbol, Ident, Dot, Symbol, Ident, Dot, Ident]
    );
    assert_eq!(kinds("a --> b\n-->"), [Ident]);
    assert_eq!(
        kinds("-> - -* = == ! != | || <| ^ ? ??? _ _a"),
        [
            Arrow, Minus, Symbol, Equals, Symbol, Bang, Symbol, Bar, Symbol, Symbol, Hat, Question, Hole,
            Underscore, Ident
        ]
    );
    assert_eq!(
        kinds("'a 'b '^c '~d 'e'"),
        [
            Quote, Ident, Quote, Ident, QuoteHat, Ident, QuoteTilde, Ident, Char
        ]
    );
    assert_eq!(kinds("#[a] #a"), [Attribute, Ident, RBracket, Constructor]);
    assert_eq!(kinds("-- | a\n  -- b\nx -- c"), [Doc, Ident]);
}

#[test]
fn a_chain_of_names_is_read_in_linear_time() {
    let text = "a.".repeat(1_000_000);
    assert_eq!(kinds(&text).len(), 2_000_000);
}

#[test]
fn unreadable_text_is_reported_once() {
    let (tokens, errors) = lex(SourceId(0), "a ;;; b ; c");
    assert_eq!((tokens.len(), errors.len()), (3, 2));
    assert!(lex(SourceId(0), &"; ".repeat(1000)).1.len() <= 100);
}

proptest! {
    #[test]
    fn numbers_mean_themselves(n in any::<u64>()) {
        is_int(&n.to_string(), n as i128, None);
        is_int(&format!("{n:#x}i64"), n as i64 as i128, Some(PrimType::I64));
        is_int(&format!("{n:#b}u16"), n as u16 as i128, Some(PrimType::U16));
    }

    #[test]
    fn hexadecimal_floats_are_exact(mantissa in 0u64..1 << 52, exponent in -1022i32..1024) {
        let value = f64::from_bits(((exponent + 1023) as u64) << 52 | mantissa);
        is_float(&format!("0x1.{mantissa:013x}p{exponent}"), value, None);
    }

    #[test]
    fn decimal_floats_are_nearest(value in 0.0..1e300f64) {
        is_float(&format!("{value:e}"), value, None);
    }
}

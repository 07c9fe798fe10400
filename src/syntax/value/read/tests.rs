//! What the reader accepts and refuses, and that it reads back what the writers write.

use super::*;
use crate::prim::PrimValue;
use half::f16;
use proptest::prelude::*;

fn one(text: &str) -> Value {
    let mut values = read_values(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(values.len(), 1, "{text}");
    values.remove(0)
}

fn refused(text: &str) -> (String, usize) {
    let e = read_values(text.as_bytes()).expect_err(text);
    (format!("{}.{}", e.refusal.id(), e.refusal.key()), e.offset)
}

#[test]
fn scalars_in_all_spellings() {
    let cases: &[(&str, PrimValue)] = &[
        ("1", PrimValue::I32(1)),
        ("-1", PrimValue::I32(-1)),
        ("1_000i64", PrimValue::I64(1000)),
        ("-128i8", PrimValue::I8(-128)),
        ("255u8", PrimValue::U8(255)),
        ("0xFFi8", PrimValue::I8(-1)),
        ("0xff", PrimValue::I32(255)),
        ("0b1010u16", PrimValue::U16(10)),
        ("-9223372036854775808i64", PrimValue::I64(i64::MIN)),
        ("18446744073709551615u64", PrimValue::U64(u64::MAX)),
        ("0xbff0000000000000u64", PrimValue::U64(0xbff0_0000_0000_0000)),
        ("1.5", PrimValue::F64(1.5)),
        ("2f32", PrimValue::F32(2.0)),
        ("1e3", PrimValue::F64(1000.0)),
        ("1_0.5e-1f64", PrimValue::F64(1.05)),
        ("-0.0f32", PrimValue::F32(-0.0)),
        ("-0f64", PrimValue::F64(-0.0)),
        ("f32.nan", PrimValue::F32(f32::NAN)),
        ("-f64.inf", PrimValue::F64(f64::NEG_INFINITY)),
        ("f16.inf", PrimValue::F16(f16::INFINITY)),
        ("0.5f16", PrimValue::F16(f16::from_f32(0.5))),
        ("0x1.8p1", PrimValue::F64(3.0)),
        ("-0x1p-149f32", PrimValue::F32(-f32::from_bits(1))),
        ("0x1.000001p0f32", PrimValue::F32(1.0)),
        ("0x1.0000011p0f32", PrimValue::F32(1.0 + f32::EPSILON)),
        ("0x0.0000000000001p-1022", PrimValue::F64(f64::from_bits(1))),
        ("0x1p99999999999", PrimValue::F64(f64::INFINITY)),
        ("0x1p-99999999999", PrimValue::F64(0.0)),
        ("0x1.fffffffffffffp1023", PrimValue::F64(f64::MAX)),
        ("true", PrimValue::Bool(true)),
        ("false", PrimValue::Bool(false)),
    ];
    for (text, expected) in cases {
        assert_eq!(one(text), Value::scalar(*expected), "{text}");
    }
}

#[test]
fn arrays_strings_and_comments() {
    assert_eq!(one("[1,2 , 3]"), Value::vector(vec![1i32, 2, 3]));
    assert_eq!(one("[1i8, 2, -3i8]"), Value::vector(vec![1i8, 2, -3]));
    assert_eq!(one("[1f32, 2, 3.5]"), Value::vector(vec![1f32, 2.0, 3.5]));
    assert_eq!(one("[true,false]"), Value::vector(vec![true, false]));
    assert_eq!(one("\"a\\n\\x41é\""), Value::vector("a\nAé".as_bytes().to_vec()));
    assert_eq!(one("[\"ab\",\"cd\"]").type_string(), "[2][2]u8");
    assert_eq!(
        one("[[[1],[2]],\n -- remark ]\n [[3],[4]]]").type_string(),
        "[2][2][1]i32"
    );
    assert_eq!(one("empty([0][2]i32)").type_string(), "[0][2]i32");
    assert_eq!(one("empty( [ 7 ][0] f16 )").type_string(), "[7][0]f16");
    assert_eq!(read_values(b" -- nothing").unwrap().len(), 0);
    let values = read_values(b"1 2.0\t[3]\n[4][5] true -6--7").unwrap();
    assert_eq!(values.len(), 7);
}

#[test]
fn numbers_without_suffix_take_the_expected_type() {
    let read = |text: &str, t| Reader::new(text.as_bytes()).read(Some(t)).unwrap().unwrap();
    assert_eq!(
        read("3000000000", PrimType::I64),
        Value::scalar(PrimValue::I64(3_000_000_000))
    );
    assert_eq!(read("[1, 2]", PrimType::F32), Value::vector(vec![1f32, 2.0]));
    assert_eq!(read("1.5", PrimType::I32), Value::scalar(PrimValue::F64(1.5)));
    assert_eq!(read("1u8", PrimType::I32), Value::scalar(PrimValue::U8(1)));
}

#[test]
fn a_number_whose_type_only_the_parameter_tells_is_noted() {
    let assumed = |text: &str, t| {
        let mut reader = Reader::watching(text.as_bytes());
        while reader.read(Some(t)).unwrap().is_some() {}
        reader.assumed().map(|found| (found.offset, found.elsewhere))
    };
    assert_eq!(assumed("5", PrimType::I64), Some((0, PrimType::I32)));
    assert_eq!(assumed("[1f32, 2.5]", PrimType::F32), Some((7, PrimType::F64)));
    assert_eq!(assumed("[1.5, 2]", PrimType::F64), Some((6, PrimType::I32)));
    assert_eq!(assumed("-5i64 [0x1fi64] true \"a\"", PrimType::I64), None);
    assert_eq!(assumed("[5, -7] +1", PrimType::I32), None);
    assert_eq!(assumed("1.5 f64.inf [1e3]", PrimType::F64), None);
    let mut reader = Reader::new(b"5");
    reader.read(Some(PrimType::I64)).unwrap();
    assert_eq!(reader.assumed(), None);
}

#[test]
fn rows_may_be_empty_arrays() {
    assert_eq!(one("[empty([0]i32)]").type_string(), "[1][0]i32");
    assert_eq!(
        one("[[empty([2][0]f32), empty([2][0]f32)]]").type_string(),
        "[1][2][2][0]f32"
    );
    assert_eq!(refused("[empty([0]i32), 1]"), ("FMT-ARRAY.regular".into(), 16));
    assert_eq!(refused("[[1], empty([0]i32)]").0, "FMT-ARRAY.regular");
    assert_eq!(refused("[[1], empty([0]u8)]").0, "FMT-ARRAY.same_type");
    assert_eq!(one("[\"\", empty([0]u8)]").type_string(), "[2][0]u8");
}

#[test]
fn a_plus_stands_before_digits() {
    assert_eq!(one("+5i8"), Value::scalar(PrimValue::I8(5)));
    assert_eq!(one("+0x10u16"), Value::scalar(PrimValue::U16(16)));
    assert_eq!(one("+1.5e1"), Value::scalar(PrimValue::F64(15.0)));
    assert_eq!(one("[+1f32, -1]"), Value::vector(vec![1f32, -1.0]));
    for text in ["+", "+-5", "++5", "+f32.nan", "+true", "+ 5"] {
        assert_eq!(refused(text), ("FMT-INT.digits".into(), 0), "{text}");
    }
}

#[test]
fn integers_out_of_range_wrap() {
    assert_eq!(one("255i8"), Value::scalar(PrimValue::I8(-1)));
    assert_eq!(one("[255i8]"), Value::vector(vec![-1i8]));
    assert_eq!(one("[1u8, 300, -1]"), Value::vector(vec![1u8, 44, 255]));
    assert_eq!(one("[-1u32, 0]"), Value::vector(vec![u32::MAX, 0]));
    assert_eq!(one("32768i8"), Value::scalar(PrimValue::I8(0)));
    assert_eq!(one("3000000000"), Value::scalar(PrimValue::I32(-1_294_967_296)));
    assert_eq!(one("0xFFi8"), Value::scalar(PrimValue::I8(-1)));
    assert_eq!(one("18446744073709551617i64"), Value::scalar(PrimValue::I64(1)));
    let read = |text: &str, t| Reader::new(text.as_bytes()).read(Some(t)).unwrap().unwrap();
    assert_eq!(read("[300, 1]", PrimType::U8), Value::vector(vec![44u8, 1]));
}

#[test]
fn a_comma_may_follow_the_last_element() {
    assert_eq!(one("[1,]"), Value::vector(vec![1i32]));
    assert_eq!(one("[[1, 2 , ], [3, 4],\n]").type_string(), "[2][2]i32");
    assert_eq!(one("[\"ab\",]").type_string(), "[1][2]u8");
    assert_eq!(refused("[,]").0, "FMT-INPUT.value");
    assert_eq!(refused("[1,,]").0, "FMT-INPUT.value");
}

#[test]
fn refusals_name_rule_premise_and_place() {
    let cases = [
        ("1 x", "FMT-INPUT.value", 2),
        ("(1, 2)", "FMT-INPUT.value", 0),
        ("\"a\"1", "FMT-INPUT.separate", 3),
        ("[1]]", "FMT-INPUT.separate", 3),
        ("-", "FMT-INT.digits", 0),
        ("0x", "FMT-INT.digits", 0),
        ("0b2", "FMT-INT.digits", 0),
        ("1i33", "FMT-INT.suffix", 0),
        ("1.", "FMT-FLOAT.digits", 0),
        ("1.5e", "FMT-FLOAT.digits", 0),
        ("0x1.8", "FMT-FLOAT.digits", 0),
        ("1.5i32", "FMT-FLOAT.suffix", 0),
        ("\"abc", "FMT-STRING.closed", 0),
        ("\"\\q\"", "FMT-STRING.escape", 1),
        ("[]", "FMT-ARRAY.element", 1),
        ("[1,2", "FMT-ARRAY.separator", 4),
        ("[1 2]", "FMT-ARRAY.separator", 3),
        ("[1,", "FMT-ARRAY.element", 3),
        ("[[1,2],[3]]", "FMT-ARRAY.regular", 9),
        ("[[1],2]", "FMT-ARRAY.regular", 5),
        ("[1,[2]]", "FMT-ARRAY.regular", 3),
        ("[\"ab\",\"c\"]", "FMT-ARRAY.regular", 6),
        ("[1,2i64]", "FMT-ARRAY.same_type", 3),
        ("[1,2.0]", "FMT-ARRAY.same_type", 3),
        ("[1,true]", "FMT-ARRAY.same_type", 3),
        ("[true,1]", "FMT-ARRAY.same_type", 6),
        ("empty(i32)", "FMT-EMPTY.zero", 0),
        ("empty([2]i32)", "FMT-EMPTY.zero", 0),
        ("empty([0]int)", "FMT-EMPTY.form", 9),
        ("empty [0]", "FMT-EMPTY.form", 6),
        ("empty([-1]i32)", "FMT-EMPTY.form", 7),
        ("b", "FMT-BINARY.header", 0),
        ("b\u{1}\u{0} i32", "FMT-BINARY.version", 1),
        ("b\u{2}\u{0} i33", "FMT-BINARY.element_type", 3),
        ("b\u{2}\u{0} i32abc", "FMT-BINARY.length", 7),
        ("b\u{2}\u{0}bool\u{2}", "FMT-BINARY.boolean", 7),
    ];
    for (text, rule, offset) in cases {
        assert_eq!(refused(text), (rule.to_string(), offset), "{text:?}");
    }
    assert_eq!(refused(&"[".repeat(300)).0, "FMT-INPUT.value");
    assert_eq!(refused(&format!("{}1", "[".repeat(300))).0, "FMT-ARRAY.rank");
}

#[test]
fn a_header_is_not_believed() {
    let mut bytes = b"b\x02\x02 f64".to_vec();
    bytes.extend_from_slice(&(1u64 << 40).to_le_bytes());
    bytes.extend_from_slice(&(1u64 << 40).to_le_bytes());
    let e = read_values(&bytes).unwrap_err();
    assert_eq!(e.refusal.id(), "FMT-BINARY");
    bytes[7..15].copy_from_slice(&0u64.to_le_bytes());
    assert_eq!(read_values(&bytes).unwrap()[0].shape(), [0, 1 << 40]);
}

#[test]
fn positions_count_lines_and_characters() {
    let e = read_values("[\"é\",\n \"é\" x]".as_bytes()).unwrap_err();
    assert_eq!(e.line_column, Some((2, 6)));
    assert!(
        e.to_string()
            .starts_with("line 2, column 6 (byte 13): expected `,` or `]`"),
        "{e}"
    );
}

fn data(t: PrimType, bits: &[u64]) -> Data {
    let bytes: Vec<u8> = bits
        .iter()
        .flat_map(|b| {
            let b = if t == PrimType::Bool { b & 1 } else { *b };
            b.to_le_bytes()[..t.bytes()].to_vec()
        })
        .collect();
    with_prim_type!(t, E => E::wrap(E::decode(&bytes)))
}

fn values() -> impl Strategy<Value = Value> {
    let shape = prop::collection::vec(0usize..4, 0..4);
    (
        0..PrimType::ALL.len(),
        shape,
        prop::collection::vec(any::<u64>(), 27),
    )
        .prop_map(|(t, shape, bits)| {
            let n = element_count(&shape).unwrap();
            Value::new(shape, data(PrimType::ALL[t], &bits[..n])).unwrap()
        })
}

proptest! {
    #[test]
    fn text_reads_back(values in prop::collection::vec(values(), 0..4)) {
        let mut out = Vec::new();
        for v in &values {
            crate::value::text::write(v, &mut out);
            out.push(b'\n');
        }
        prop_assert_eq!(read_values(&out).map_err(|e| e.to_string()), Ok(values));
    }

    #[test]
    fn binary_reads_back(values in prop::collection::vec(values(), 0..4)) {
        let mut out = Vec::new();
        for v in &values {
            binary::write(v, &mut out);
        }
        prop_assert_eq!(read_values(&out).map_err(|e| e.to_string()), Ok(values));
    }

    #[test]
    fn no_input_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_values(&bytes);
    }

    #[test]
    fn no_nearly_legal_input_panics(text in "([\\[\\],\" -]|empty|true|f32\\.nan|[0-9]|0x|[.ep_]|i32|u8|f16|b|\\(|\\)|\\\\){0,40}") {
        let _ = read_values(text.as_bytes());
    }

    #[test]
    fn hexadecimal_floats_are_rounded_once(bits in any::<u64>()) {
        let x = f64::from_bits(bits).abs();
        prop_assume!(x.is_normal());
        let text = format!("0x1.{:013x}p{}", x.to_bits() & ((1 << 52) - 1), (x.to_bits() >> 52) as i64 - 1023);
        prop_assert_eq!(one(&text), Value::scalar(PrimValue::F64(x)));
        prop_assert_eq!(one(&format!("{text}f32")), Value::scalar(PrimValue::F32(x as f32)));
    }
}

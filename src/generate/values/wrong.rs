//! Values that are wrong by one thing.

use crate::Choices;
use crate::numbers::boundary;
use elder_syntax::Rule;
use elder_syntax::prim::PrimType;
use elder_syntax::value::rules::*;

/// Texts, each refused by that rule.
static TEXTS: &[(&str, &Rule)] = &[
    ("-", &FMT_INT),
    ("+", &FMT_INT),
    ("- 5", &FMT_INT),
    ("+-5", &FMT_INT),
    ("--5i32)\n)", &FMT_INPUT),
    ("0x", &FMT_INT),
    ("0xg", &FMT_INT),
    ("0x_", &FMT_INT),
    ("0b", &FMT_INT),
    ("0b2", &FMT_INT),
    ("5i", &FMT_INT),
    ("5i7", &FMT_INT),
    ("5i128", &FMT_INT),
    ("5u", &FMT_INT),
    ("5bool", &FMT_INT),
    ("5I32", &FMT_INT),
    ("0b101i", &FMT_INT),
    ("0x1fi", &FMT_INT),
    ("5e", &FMT_FLOAT),
    ("5e+", &FMT_FLOAT),
    ("5.", &FMT_FLOAT),
    ("5.f32", &FMT_FLOAT),
    ("5.e3", &FMT_FLOAT),
    ("5.5e", &FMT_FLOAT),
    ("0x1.8", &FMT_FLOAT),
    ("0x1.8f32", &FMT_FLOAT),
    ("0x1.8p", &FMT_FLOAT),
    ("0x1.8p+", &FMT_FLOAT),
    ("0x1p", &FMT_FLOAT),
    ("0x.8p1", &FMT_INT),
    ("1.5i32", &FMT_FLOAT),
    ("1.5u8", &FMT_FLOAT),
    ("1e3i64", &FMT_FLOAT),
    ("0x1.8p1i32", &FMT_FLOAT),
    ("1.5f", &FMT_FLOAT),
    ("1.5f80", &FMT_FLOAT),
    ("+f32.inf", &FMT_INT),
    ("+f64.nan", &FMT_INT),
    ("f32.infinity", &FMT_INPUT),
    (".5", &FMT_INPUT),
    ("nan", &FMT_INPUT),
    ("inf", &FMT_INPUT),
    ("-inf", &FMT_INT),
    ("True", &FMT_INPUT),
    ("truee", &FMT_INPUT),
    ("false1", &FMT_INPUT),
    ("tru", &FMT_INPUT),
    ("_1", &FMT_INPUT),
    ("(1)", &FMT_INPUT),
    ("{}", &FMT_INPUT),
    (",", &FMT_INPUT),
    ("]", &FMT_INPUT),
    ("1,", &FMT_INPUT),
    ("1;2", &FMT_INPUT),
    ("1]", &FMT_INPUT),
    ("[1]]", &FMT_INPUT),
    ("[1]2", &FMT_INPUT),
    ("[1]true", &FMT_INPUT),
    ("1\"a\"", &FMT_INPUT),
    ("\"a\"1", &FMT_INPUT),
    ("true[1]false", &FMT_INPUT),
    ("[]", &FMT_ARRAY),
    ("[", &FMT_INPUT),
    ("[[]]", &FMT_ARRAY),
    ("[1", &FMT_ARRAY),
    ("[1,", &FMT_ARRAY),
    ("[1 2]", &FMT_ARRAY),
    ("[1;2]", &FMT_ARRAY),
    ("[1,,2]", &FMT_INPUT),
    ("[1,2,,]", &FMT_INPUT),
    ("[,1]", &FMT_INPUT),
    ("[1, ]]", &FMT_INPUT),
    ("[1i32, 2i64]", &FMT_ARRAY),
    ("[1i8, 2u8]", &FMT_ARRAY),
    ("[1i32, true]", &FMT_ARRAY),
    ("[true, 1]", &FMT_ARRAY),
    ("[1i32, 2.5]", &FMT_ARRAY),
    ("[1.5f32, 2f64]", &FMT_ARRAY),
    ("[1.5f32, f64.nan]", &FMT_ARRAY),
    ("[1f32, 2i32]", &FMT_ARRAY),
    ("[[1], [2, 3]]", &FMT_ARRAY),
    ("[[1, 2], [3]]", &FMT_ARRAY),
    ("[1, [2]]", &FMT_ARRAY),
    ("[[1], 2]", &FMT_ARRAY),
    ("[[[1], [2]], [[3]]]", &FMT_ARRAY),
    ("[[[1]], [2]]", &FMT_ARRAY),
    ("[[1], [[2]]]", &FMT_ARRAY),
    ("[[[1]], [[2], [3]]]", &FMT_ARRAY),
    ("[\"ab\", \"c\"]", &FMT_ARRAY),
    ("[[1u8], \"ab\"]", &FMT_ARRAY),
    ("[empty([0]i32), empty([1][0]i32)]", &FMT_ARRAY),
    ("[empty([0]i32), empty([0]i64)]", &FMT_ARRAY),
    ("[empty([2][0]i32), empty([3][0]i32)]", &FMT_ARRAY),
    ("[empty([0]i32), [1]]", &FMT_ARRAY),
    ("[[1], empty([0]i32)]", &FMT_ARRAY),
    ("empty([1]i32)", &FMT_EMPTY),
    ("empty([2][3]i32)", &FMT_EMPTY),
    ("empty(i32)", &FMT_EMPTY),
    ("empty([0])", &FMT_EMPTY),
    ("empty([0]int)", &FMT_EMPTY),
    ("empty([]i32)", &FMT_EMPTY),
    ("empty([-1]i32)", &FMT_EMPTY),
    ("empty([0i32]i32)", &FMT_EMPTY),
    ("empty([0]i32", &FMT_EMPTY),
    ("empty[0]i32", &FMT_EMPTY),
    ("empty", &FMT_EMPTY),
    ("empty([0x0]i32)", &FMT_EMPTY),
    ("\"ab", &FMT_STRING),
    ("\"ab\nc\"", &FMT_STRING),
    ("\"ab\\\"", &FMT_STRING),
    ("\"\\q\"", &FMT_STRING),
    ("\"\\x\"", &FMT_STRING),
    ("\"\\xg\"", &FMT_STRING),
    ("\"\\xd800\"", &FMT_STRING),
    ("\"\\x110000\"", &FMT_STRING),
    ("\"\\1114112\"", &FMT_STRING),
    ("\"\\", &FMT_STRING),
];

/// A value that is wrong by one thing, and the rule that refuses it.
pub fn wrong(c: &mut Choices) -> (Vec<u8>, &'static Rule) {
    match c.below(4) {
        0 => (binary(c), &FMT_BINARY),
        _ => {
            let (text, rule) = c.pick(TEXTS).copied().unwrap_or(("", &FMT_INPUT));
            (text.bytes().collect(), rule)
        }
    }
}

/// A binary value that is wrong by one thing.
fn binary(c: &mut Choices) -> Vec<u8> {
    let t = c.pick(PrimType::ALL).copied().unwrap_or(PrimType::Bool);
    let shape: Vec<usize> = (0..c.below(3)).map(|_| 1 + c.below(3)).collect();
    let count = shape.iter().product::<usize>();
    let values: Vec<_> = (0..count).map(|_| boundary::number(c, t)).collect();
    let mut bytes = super::binary_of(t, &shape, &values);
    match c.below(6) {
        // The version.
        0 => bytes[1] = [0, 1, 3, 50][c.below(4)],
        // The name of the type: on the left, misspelt, or cut.
        1 => {
            let codes = [
                *b"i8  ", *b"i32 ", *b"  f8", *b"I32 ", *b" u 8", *b"boo ", *b"\0i32", *b" int",
            ];
            bytes.splice(3..7, codes[c.below(codes.len())]);
        }
        // One byte less.
        2 => {
            bytes.pop();
        }
        // A size more than there is.
        3 if !shape.is_empty() => bytes[7] += 1,
        // More than can be.
        4 if !shape.is_empty() => bytes[14] = 0xff,
        5 if t == PrimType::Bool => {
            if let Some(last) = bytes.last_mut() {
                *last = [2, 3, 128, 255][c.below(4)];
            }
        }
        // Cut within the header.
        _ => bytes.truncate(1 + c.below(6)),
    }
    bytes
}

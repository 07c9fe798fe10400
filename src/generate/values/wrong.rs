//! Values that are wrong by one thing.

use crate::Choices;
use crate::numbers::boundary;
use elder_syntax::Rule;
use elder_syntax::prim::PrimType;
use elder_syntax::value::rules::{FMT_BINARY, FMT_INPUT, TABLE};

/// Texts, a line each behind the rule that refuses it; `¶` is the end of a line.
const TEXTS: &str = include_str!("wrong.txt");

/// A value that is wrong by one thing, and the rule that refuses it.
pub fn wrong(c: &mut Choices) -> (Vec<u8>, &'static Rule) {
    match c.below(4) {
        0 => (binary(c), &FMT_BINARY),
        _ => {
            let lines: Vec<&str> = TEXTS.lines().collect();
            let (id, text) = lines[c.below(lines.len())].split_once(' ').unwrap_or_default();
            let rule = TABLE.iter().find(|rule| rule.id == id);
            (
                text.replace('¶', "\n").into_bytes(),
                rule.copied().unwrap_or(&FMT_INPUT),
            )
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

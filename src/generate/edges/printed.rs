//! What commands of Dex print, of values of every sort: numbers where digits are cut, characters without a shape, tables by their index sets.
//!
//! A float prints as the shortest digits that mean it, six of them behind the point, halves up; who made it knows them by exact arithmetic.

use crate::Choices;
use crate::kit::joined;
use crate::meant::{Expected, Item, Meant};
use crate::numbers::boundary;
use crate::numbers::exact::Exact;
use crate::numbers::literal::{self, PLAIN};
use crate::numbers::programs::parenthesised;
use elder_syntax::prim::{PrimType, PrimValue};
use num_bigint::BigInt;

/// The type of a value.
#[derive(Clone, Debug)]
enum Type {
    Int,
    Float,
    Character,
    Truth,
    Unit,
    Member(Set),
    Pair(Box<Type>, Box<Type>),
    Record(Vec<Type>),
    Variant(Vec<Type>),
    Maybe(Box<Type>),
    Either(Box<Type>, Box<Type>),
    Table(Set, Box<Type>),
}

/// An index set.
#[derive(Clone, Debug)]
enum Set {
    Fin(usize),
    Truth,
    Pair(Box<Set>, Box<Set>),
    Either(Box<Set>, Box<Set>),
}

impl Set {
    fn drawn(c: &mut Choices, depth: usize) -> Set {
        let inner = |c: &mut Choices| Box::new(c.part(|c| Set::drawn(c, depth.saturating_sub(1))));
        match c.below(if depth == 0 { 5 } else { 7 }) {
            0 => Set::Truth,
            5 => Set::Pair(inner(c), inner(c)),
            6 => Set::Either(inner(c), inner(c)),
            _ => Set::Fin(c.below(4)),
        }
    }

    fn size(&self) -> usize {
        match self {
            Set::Fin(n) => *n,
            Set::Truth => 2,
            Set::Pair(a, b) => a.size() * b.size(),
            Set::Either(a, b) => a.size() + b.size(),
        }
    }

    /// As it is written between others, and printed there.
    fn text(&self) -> String {
        match self {
            Set::Fin(n) => format!("Fin {n}"),
            Set::Truth => "Bool".to_owned(),
            Set::Pair(a, b) => format!("({} & {})", a.text(), b.text()),
            Set::Either(a, b) => format!("({} | {})", a.text(), b.text()),
        }
    }

    fn operand(&self) -> String {
        match self {
            Set::Fin(_) => format!("({})", self.text()),
            _ => self.text(),
        }
    }
}

/// What fields and alternatives are called.
const LABELS: [&str; 3] = ["a", "b", "c"];

impl Type {
    fn drawn(c: &mut Choices, depth: usize) -> Type {
        let inner = |c: &mut Choices| Box::new(c.part(|c| Type::drawn(c, depth.saturating_sub(1))));
        let several = |c: &mut Choices| (0..2 + c.below(2)).map(|_| *inner(c)).collect();
        match c.below(if depth == 0 { 8 } else { 16 }) {
            0 => Type::Int,
            1 => Type::Truth,
            2 => Type::Unit,
            3 => Type::Member(Set::drawn(c, 1)),
            4 | 5 => Type::Character,
            8 => Type::Pair(inner(c), inner(c)),
            9 => Type::Record(several(c)),
            10 => Type::Variant(several(c)),
            11 => Type::Maybe(inner(c)),
            12 => Type::Either(inner(c), inner(c)),
            13..=15 => Type::Table(Set::drawn(c, 1), inner(c)),
            _ => Type::Float,
        }
    }

    fn text(&self) -> String {
        let labelled = |types: &[Type], between: &str| {
            let all = LABELS.iter().zip(types);
            let all = joined(between, all.map(|(label, of)| format!("{label}:{}", of.text())));
            format!("{{{all}}}")
        };
        match self {
            Type::Int => "Int".to_owned(),
            Type::Float => "Float".to_owned(),
            Type::Character => "Word8".to_owned(),
            Type::Truth => "Bool".to_owned(),
            Type::Unit => "Unit".to_owned(),
            Type::Member(set) => set.operand(),
            Type::Pair(a, b) => format!("({} & {})", a.text(), b.text()),
            Type::Record(types) => labelled(types, " & "),
            Type::Variant(types) => labelled(types, " | "),
            Type::Maybe(of) => format!("(Maybe {})", of.text()),
            Type::Either(a, b) => format!("({} | {})", a.text(), b.text()),
            Type::Table(set, of) => format!("({} => {})", set.operand(), of.text()),
        }
    }

    /// A value of the type: as it is written, and as it is printed.
    fn value(&self, c: &mut Choices) -> Option<(String, String)> {
        Some(match self {
            Type::Int => {
                let PrimValue::I32(n) = boundary::number(c, PrimType::I32) else {
                    return None;
                };
                (parenthesised(n.to_string()), n.to_string())
            }
            Type::Float => float(c)?,
            Type::Character => {
                let (text, byte) = character(c);
                (format!("'{text}'"), format!("'{}'", quoted(&[byte], b'\'')))
            }
            Type::Truth => {
                let text = ["False", "True"][c.below(2)].to_owned();
                (text.clone(), text)
            }
            Type::Unit => ("()".to_owned(), "()".to_owned()),
            Type::Member(set) => {
                let k = c.below(set.size());
                let is_there = set.size() > 0;
                is_there.then(|| (format!("({k}@{})", set.operand()), member(set, k)))?
            }
            Type::Pair(a, b) => {
                let ((a, first), (b, second)) = (a.value(c)?, b.value(c)?);
                (format!("({a}, {b})"), format!("({first}, {second})"))
            }
            Type::Record(types) => {
                let (mut all, mut shown) = (vec![], vec![]);
                for (label, of) in LABELS.iter().zip(types) {
                    let (text, own) = of.value(c)?;
                    all.push(format!("{label}={text}"));
                    shown.push(format!("{label} = {own}"));
                }
                (
                    format!("{{{}}}", all.join(", ")),
                    format!("{{{}}}", shown.join(", ")),
                )
            }
            Type::Variant(types) => {
                let at = c.below(types.len());
                let (text, shown) = types.get(at)?.value(c)?;
                let label = LABELS.get(at)?;
                (
                    format!("{{| {label} = {text} |}}"),
                    format!("{{| {label} = {} |}}", without(&shown)),
                )
            }
            Type::Maybe(of) => match c.below(3) {
                0 => ("Nothing".to_owned(), "Nothing".to_owned()),
                _ => {
                    let (text, shown) = of.value(c)?;
                    (format!("(Just {text})"), format!("(Just {shown})"))
                }
            },
            Type::Either(a, b) => {
                let (name, of) = if c.below(2) == 0 {
                    ("Left", a)
                } else {
                    ("Right", b)
                };
                let (text, shown) = of.value(c)?;
                (format!("({name} {text})"), format!("({name} {shown})"))
            }
            Type::Table(set, of) => {
                let n = set.size();
                let all: Option<Vec<_>> = (0..n).map(|_| c.part(|c| of.element(c))).collect();
                let mut all = all?;
                if let (Type::Character, [.., before, last]) = (&**of, all.as_mut_slice()) {
                    // What might be read as one.
                    let joined = [
                        None,
                        Some((14, b'H')),
                        Some((200, b'1')),
                        Some((14, b'1')),
                        Some((31, b'H')),
                    ];
                    if let Some((first, second)) = joined[c.below(5)] {
                        *before = (format!("'\\{first}'"), String::new(), Some(first));
                        *last = (format!("'{}'", char::from(second)), String::new(), Some(second));
                    }
                }
                let texts = joined(", ", all.iter().map(|element| element.0.as_str()));
                let body = match &**of {
                    Type::Character => {
                        let bytes: Vec<u8> = all.iter().filter_map(|element| element.2).collect();
                        format!("\"{}\"", quoted(&bytes, b'"'))
                    }
                    _ => {
                        let shown = joined(", ", all.iter().map(|element| element.1.as_str()));
                        format!("[{shown}]")
                    }
                };
                let list = texts;
                match set {
                    Set::Fin(0) => (format!("(for i:(Fin 0). {})", of.element(c)?.0), body),
                    Set::Fin(_) => (format!("[{list}]"), body),
                    _ if n == 0 => return None,
                    _ => (
                        format!("(for i:{}. [{list}].((ordinal i)@(Fin {n})))", set.operand()),
                        format!("{body}@{}", set.text()),
                    ),
                }
            }
        })
    }

    /// An element of a table; of a character also its byte.
    fn element(&self, c: &mut Choices) -> Option<(String, String, Option<u8>)> {
        match self {
            Type::Character => {
                let (text, byte) = character(c);
                Some((format!("'{text}'"), String::new(), Some(byte)))
            }
            _ => self.value(c).map(|(text, shown)| (text, shown, None)),
        }
    }
}

/// `(3@Fin 4)`
fn member(set: &Set, k: usize) -> String {
    match set {
        Set::Truth => ["False", "True"].get(k).copied().unwrap_or_default().to_owned(),
        Set::Fin(n) => format!("({k}@Fin {n})"),
        Set::Pair(a, b) => {
            let n = b.size().max(1);
            format!("({}, {})", member(a, k / n), member(b, k % n))
        }
        Set::Either(a, _) if k < a.size() => format!("(Left {})", member(a, k)),
        Set::Either(a, b) => format!("(Right {})", member(b, k - a.size())),
    }
}

/// What stands alone in a variant: an application needs no parentheses there.
fn without(shown: &str) -> &str {
    let inner = shown.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let is_application = |text: &str| {
        let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
        text.starts_with("Just ")
            || text.starts_with("Left ")
            || text.starts_with("Right ")
            || digits.starts_with('@')
    };
    inner.filter(|inner| is_application(inner)).unwrap_or(shown)
}

fn float(c: &mut Choices) -> Option<(String, String)> {
    let value = match c.below(3) {
        0 => boundary::number(c, PrimType::F32),
        // Digits about the last one that is printed.
        _ => {
            let digits = [
                c.below(20),
                c.below(100_000_000),
                9_999_995 + c.below(10),
                5 + 10 * c.below(1000),
            ][c.below(4)];
            let x = digits as f64 / [1e6, 1e7, 1e8, 1e5, 1e3][c.below(5)];
            PrimValue::F32(if c.below(2) == 0 { x as f32 } else { -x as f32 })
        }
    };
    Some(match Exact::of(value) {
        Exact::Nan => ("(0.0 / 0.0)".to_owned(), "NaN".to_owned()),
        Exact::Infinite(false) => ("(1.0 / 0.0)".to_owned(), "Infinity".to_owned()),
        Exact::Infinite(true) => ("(-1.0 / 0.0)".to_owned(), "-Infinity".to_owned()),
        Exact::Finite(x, negative) => {
            let sign = if negative { "-" } else { "" };
            let text = parenthesised(format!("{sign}{}", literal::size(c, value, PLAIN)));
            let (digits, exponent) = literal::digits(value, &num_traits::Signed::abs(&x))?;
            (text, format!("{sign}{}", six(&digits, exponent)))
        }
    })
}

/// Digits times a power of ten, rounded to six digits behind the point.
fn six(digits: &BigInt, exponent: i64) -> String {
    let ten = |k: i64| BigInt::from(10).pow(u32::try_from(k).unwrap_or_default());
    let millionths = match exponent + 6 {
        more @ 0.. => digits * ten(more),
        less => (digits * 2u32 + ten(-less)) / (ten(-less) * 2u32),
    };
    let (whole, rest) = (&millionths / ten(6), &millionths % ten(6));
    let rest = format!("{:0>6}", rest.to_string());
    format!("{whole}.{}", rest.trim_end_matches('0'))
}

/// A character as it is written between quotes, and its byte.
fn character(c: &mut Choices) -> (String, u8) {
    let byte = match c.below(4) {
        0 => c.below(256) as u8,
        1 => [0, 7, 10, 13, 14, 27, 31, 32, 126, 127, 128, 255][c.below(12)],
        _ => b"H19az'\"\\ &"[c.below(10)],
    };
    let plain = |byte: u8| (32..127).contains(&byte) && !matches!(byte, b'\'' | b'"' | b'\\');
    let text = match c.below(3) {
        0 => format!("\\{byte}"),
        1 => format!("\\x{byte:x}"),
        _ if plain(byte) => char::from(byte).to_string(),
        _ => format!("\\{byte}"),
    };
    (text, byte)
}

/// What is printed of bytes between such quotes.
fn quoted(bytes: &[u8], quote: u8) -> String {
    const NAMES: &str = "NUL SOH STX ETX EOT ENQ ACK a b t n v f r SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US";
    let mut out = String::new();
    let mut before = None;
    for byte in bytes {
        // What would be read as one escape with what stands before it.
        let is_joined = match before {
            Some(14) => *byte == b'H',
            Some(128..) => byte.is_ascii_digit(),
            _ => false,
        };
        out += if is_joined { "\\&" } else { "" };
        out += &match byte {
            0..32 => format!(
                "\\{}",
                NAMES.split(' ').nth(usize::from(*byte)).unwrap_or_default()
            ),
            127 => "\\DEL".to_owned(),
            128.. => format!("\\{byte}"),
            b'\\' => "\\\\".to_owned(),
            _ if *byte == quote => format!("\\{}", char::from(quote)),
            _ => char::from(*byte).to_string(),
        };
        before = Some(*byte);
    }
    out
}

/// Longer lines are broken where it is fit.
const WIDTH: usize = 72;

/// A literate file that prints values.
pub fn program(c: &mut Choices) -> Meant {
    let (mut text, mut items): (String, Vec<Item>) = (String::new(), vec![]);
    let mut sort = "printed: number";
    for _ in 0..1 + c.below(5) {
        let of = c.part(|c| Type::drawn(c, 2));
        let Some((value, shown)) = c.part(|c| of.value(c)) else {
            continue;
        };
        if shown.chars().count() > WIDTH {
            continue;
        }
        sort = match of {
            Type::Table(..) => "printed: table",
            Type::Pair(..) | Type::Record(_) | Type::Variant(_) | Type::Maybe(_) | Type::Either(..) => {
                "printed: parts"
            }
            _ => sort,
        };
        text += &format!(":p ({value} : {})\n\n", of.text());
        items.push(Ok(vec![shown]));
    }
    if items.is_empty() {
        text = ":p 1\n".to_owned();
        items.push(Ok(vec!["1".to_owned()]));
    }
    Meant {
        sort: sort.to_owned(),
        ending: "dx",
        text,
        inputs: vec![],
        expected: Expected::Printed(items),
    }
}

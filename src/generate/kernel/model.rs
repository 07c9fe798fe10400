//! What C computes with numbers, by exact integers (C11 6.3, 6.5).

use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::Element;
use elder_syntax::{Value, with_prim_type};

/// A number of C.
#[derive(Clone, Copy, Debug)]
pub(super) enum Num {
    Int(i128),
    Single(f32),
    Double(f64),
}

/// A premise of KER-E-INT that fails.
pub(super) type Broken = &'static str;

/// A number, or the premise that fails first.
pub(super) type Computed = Result<Num, Broken>;

/// The least and the greatest number of a type of integers; of `bool`, 0 and 1.
pub(super) fn range(t: PrimType) -> (i128, i128) {
    let bits = 8 * t.bytes() as u32;
    match t {
        PrimType::Bool => (0, 1),
        t if t.is_unsigned() => (0, (1 << bits) - 1),
        _ => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
    }
}

fn has(t: PrimType, x: i128) -> bool {
    let (least, greatest) = range(t);
    (least..=greatest).contains(&x)
}

/// The number of the type with the same lowest bits.
fn low(t: PrimType, x: i128) -> i128 {
    let (least, greatest) = range(t);
    let modulus = greatest - least + 1;
    (x - least).rem_euclid(modulus) + least
}

/// The type that C computes in with one of these.
pub(super) fn promoted(t: PrimType) -> PrimType {
    match t.is_float() || t.bytes() >= 4 {
        true => t,
        false => PrimType::I32,
    }
}

/// The type that two operands are converted to.
pub(super) fn common(a: PrimType, b: PrimType) -> PrimType {
    let (a, b) = (promoted(a), promoted(b));
    match (a.is_float(), b.is_float()) {
        (true, false) => return a,
        (false, true) => return b,
        _ => {}
    }
    // The wider one; of two of one width that without sign.
    match a.bytes().cmp(&b.bytes()) {
        std::cmp::Ordering::Greater => a,
        std::cmp::Ordering::Less => b,
        std::cmp::Ordering::Equal if a.is_unsigned() => a,
        std::cmp::Ordering::Equal => b,
    }
}

fn double(x: Num) -> f64 {
    match x {
        Num::Int(x) => x as f64,
        Num::Single(x) => x.into(),
        Num::Double(x) => x,
    }
}

/// A conversion.
pub(super) fn convert(x: Num, to: PrimType) -> Computed {
    Ok(match (x, to) {
        (Num::Int(x), PrimType::Bool) => Num::Int((x != 0).into()),
        (x, PrimType::Bool) => Num::Int((double(x) != 0.0).into()),
        (Num::Int(x), PrimType::F32) => Num::Single(x as f32),
        (x, PrimType::F32) => Num::Single(match x {
            Num::Single(x) => x,
            x => double(x) as f32,
        }),
        (x, PrimType::F64) => Num::Double(double(x)),
        (Num::Int(x), t) => Num::Int(low(t, x)),
        (x, t) => {
            let x = double(x);
            // Exactly: what lies strictly between the numbers beside the ends of the type is cut to one of it.
            let (least, greatest) = range(t);
            let fits = x > (least - 1) as f64 && x < (greatest + 1) as f64;
            // 64 bits end at powers of two, beside which doubles lie farther than 1.
            let fits = fits || (x == least as f64 && x != 0.0);
            match fits {
                true => Num::Int(x as i128),
                false => return Err("conversion"),
            }
        }
    })
}

/// The operators of two numbers that convert both.
pub(super) const ARITHMETIC: [&str; 8] = ["+", "-", "*", "/", "%", "&", "|", "^"];
/// Those that give truth values.
pub(super) const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

/// An operator on two numbers of a type that C computes in.
pub(super) fn arithmetic(op: &str, t: PrimType, a: Num, b: Num) -> Computed {
    let (x, y) = match (a, b) {
        (Num::Int(x), Num::Int(y)) => (x, y),
        (Num::Single(x), Num::Single(y)) => {
            return Ok(Num::Single(match op {
                "+" => x + y,
                "-" => x - y,
                "*" => x * y,
                _ => x / y,
            }));
        }
        (x, y) => {
            let (x, y) = (double(x), double(y));
            return Ok(Num::Double(match op {
                "+" => x + y,
                "-" => x - y,
                "*" => x * y,
                _ => x / y,
            }));
        }
    };
    let exact = match op {
        "+" => x + y,
        "-" => x - y,
        // The product of two unsigned numbers of 64 bits may need all 128.
        "*" if t.is_unsigned() => x.wrapping_mul(y) & range(t).1,
        "*" => x * y,
        "/" | "%" if y == 0 => return Err("divisor"),
        "/" => x / y,
        // Where the quotient has no value the remainder has none either.
        "%" if !has(t, x / y) => return Err("overflow"),
        "%" => x % y,
        "&" => x & y,
        "|" => x | y,
        _ => x ^ y,
    };
    within(t, exact)
}

fn within(t: PrimType, exact: i128) -> Computed {
    match t.is_unsigned() {
        true => Ok(Num::Int(low(t, exact))),
        false if has(t, exact) => Ok(Num::Int(exact)),
        false => Err("overflow"),
    }
}

/// A shift of a number of a type that C computes in.
pub(super) fn shift(op: &str, t: PrimType, a: Num, b: Num) -> Computed {
    let (Num::Int(x), Num::Int(by)) = (a, b) else {
        return Err("shift");
    };
    let bits = 8 * t.bytes() as i128;
    if by < 0 || by >= bits || (op == "<<" && x < 0) {
        return Err("shift");
    }
    match op {
        ">>" => Ok(Num::Int(x.div_euclid(1 << by))),
        _ => within(t, x.wrapping_mul(1 << by)),
    }
}

/// A comparison of two numbers of a type.
pub(super) fn compare(op: &str, a: Num, b: Num) -> bool {
    let order = match (a, b) {
        (Num::Int(x), Num::Int(y)) => x.partial_cmp(&y),
        (x, y) => double(x).partial_cmp(&double(y)),
    };
    use std::cmp::Ordering::{Equal, Greater, Less};
    match op {
        "<" => order == Some(Less),
        "<=" => matches!(order, Some(Less | Equal)),
        ">" => order == Some(Greater),
        ">=" => matches!(order, Some(Greater | Equal)),
        "==" => order == Some(Equal),
        _ => order != Some(Equal),
    }
}

/// `-x` and `~x` of a type that C computes in.
pub(super) fn unary(op: &str, t: PrimType, x: Num) -> Computed {
    match x {
        Num::Int(x) if op == "-" => within(t, -x),
        Num::Int(x) => Ok(Num::Int(low(t, -x - 1))),
        Num::Single(x) => Ok(Num::Single(-x)),
        Num::Double(x) => Ok(Num::Double(-x)),
    }
}

/// Whether a condition holds.
pub(super) fn truth(x: Num) -> bool {
    match x {
        Num::Int(x) => x != 0,
        x => double(x) != 0.0,
    }
}

/// A number of the type as a value.
pub(super) fn value(t: PrimType, x: Num) -> PrimValue {
    match x {
        Num::Int(x) => t.number(x),
        Num::Single(x) => PrimValue::F32(x),
        Num::Double(x) => PrimValue::F64(x),
    }
}

/// An array of numbers of the type.
pub(super) fn array(t: PrimType, all: &[Num]) -> Value {
    let mut bytes = Vec::new();
    for x in all {
        let bits = value(t, *x).bits().to_le_bytes();
        bytes.extend_from_slice(&bits[..t.bytes()]);
    }
    let data = with_prim_type!(t, E => E::wrap(E::decode(&bytes)));
    let none = || Value::vector(Vec::<i32>::new());
    Value::new(vec![all.len()], data).unwrap_or_else(none)
}

/// An array of `int`.
pub(super) fn ints(all: &[i64]) -> Value {
    Value::vector(all.iter().map(|x| *x as i32).collect())
}

//! Phrases to text.

use crate::{DataType, UpdateOp};

/// How text spells an operator whose updates commute.
pub fn update_op(op: UpdateOp) -> &'static str {
    match op {
        UpdateOp::Add => "+",
        UpdateOp::Mul => "*",
        UpdateOp::Min => "min",
        UpdateOp::Max => "max",
        UpdateOp::And => "and",
        UpdateOp::Or => "or",
        UpdateOp::Xor => "xor",
    }
}

/// A data type.
pub fn data_type(data: &DataType) -> String {
    match data {
        DataType::Num(t) => t.to_string(),
        DataType::Index(n) => format!("idx({n})"),
        DataType::Array(n, d) => {
            let n = n.to_string();
            let plain = n
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\''));
            let d = data_type(d);
            if plain {
                format!("{n}.{d}")
            } else {
                format!("({n}).{d}")
            }
        }
        DataType::Pair(a, b) => format!("({}, {})", data_type(a), data_type(b)),
        DataType::Vector(w, t) => format!("{t}<{w}>"),
        DataType::Var(x) => x.text().to_owned(),
    }
}

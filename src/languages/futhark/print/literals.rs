//! Literals.

use super::Printer;
use crate::ast::Literal;
use elder_syntax::prim::PrimType;
use std::fmt::Write as _;

impl Printer {
    /// A literal.  A negative number has a sign, which patterns allow but expressions never contain: there a number
    /// with a suffix is printed as the number without sign that has the same bits.
    pub(super) fn literal(&mut self, literal: &Literal, signed: bool) {
        match literal {
            Literal::Bool(b) => self.put(if *b { "true" } else { "false" }),
            Literal::Int(value, ty) => {
                let bits = match ty {
                    Some(t) if !signed => unsigned(*value, *t),
                    _ => *value,
                };
                let _ = write!(self.out, "{bits}{}", ty.map_or("", |t| t.name()));
            }
            Literal::Float(value, ty) => {
                let double = value.double();
                if double.is_infinite() {
                    self.put(if double < 0.0 { "-1e999" } else { "1e999" });
                } else {
                    let _ = write!(self.out, "{value}");
                }
                self.put(ty.map_or("", |t| t.name()));
            }
            Literal::Char(c) => {
                self.put("'");
                match char::from_u32(*c) {
                    Some(c @ ('\'' | '\\')) => {
                        self.out.push('\\');
                        self.out.push(c);
                    }
                    Some(c) if !c.is_control() => self.out.push(c),
                    _ => {
                        let _ = write!(self.out, "\\{c}");
                    }
                }
                self.put("'");
            }
            Literal::String(bytes) => {
                self.put("\"");
                for c in String::from_utf8_lossy(bytes).chars() {
                    match c {
                        '"' | '\\' => {
                            self.out.push('\\');
                            self.out.push(c);
                        }
                        '\n' => self.put("\\n"),
                        '\t' => self.put("\\t"),
                        // `\&` ends the number.
                        c if c.is_control() => {
                            let _ = write!(self.out, "\\{}\\&", c as u32);
                        }
                        c => self.out.push(c),
                    }
                }
                self.put("\"");
            }
        }
    }
}

/// The number without sign that has the same bits in this type.
fn unsigned(value: i128, ty: PrimType) -> i128 {
    match ty.bytes() {
        1 => value as u8 as i128,
        2 => value as u16 as i128,
        4 => value as u32 as i128,
        _ => value as u64 as i128,
    }
}

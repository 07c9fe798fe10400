//! Values as text: for derivations, and to say in what results differ.  Floats are written so that each has a text of its own.

use super::Interpreter;
use super::types::Type;
use super::value::{Construction, Value};
use elder_dex::core::Program;
use elder_syntax::prim::PrimValue;
use std::fmt::Write;

/// Values with more scalars are not written out in derivations.
const SHOWN: u64 = 1000;

impl Interpreter<'_> {
    /// A value in a line, for derivations.
    pub(super) fn brief(&self, value: &Value) -> String {
        match value.cells() {
            0..=SHOWN => text(self.program, value),
            cells => format!("{cells} scalars"),
        }
    }
}

/// A value as text.
pub fn text(program: &Program, value: &Value) -> String {
    let mut out = String::new();
    Writer {
        program,
        out: &mut out,
    }
    .value(value);
    out
}

struct Writer<'a> {
    program: &'a Program,
    out: &'a mut String,
}

impl Writer<'_> {
    fn value(&mut self, value: &Value) {
        match value {
            Value::Number(number) => self.number(number.scalar()),
            Value::Unit => self.word("()"),
            Value::Pair(both) => {
                self.word("(");
                self.value(&both.0);
                self.word(", ");
                self.value(&both.1);
                self.word(")");
            }
            Value::Con(con) => self.construction(con),
            Value::Record(fields) => {
                self.list("{", fields, "}", |this, (label, value)| {
                    this.word(&format!("{} = ", label.0));
                    this.value(value);
                });
            }
            Value::Variant(variant) => {
                self.word(&format!("{{| {} = ", variant.label.0));
                self.value(&variant.held);
                self.word(" |}");
            }
            Value::Member(set, ordinal) => match &**set {
                Type::Fin(size) => self.word(&format!("{ordinal}@Fin {size}")),
                _ => self.word(&format!("{ordinal}@Range")),
            },
            Value::Table(table) => self.list("[", table.elements(), "]", Self::value),
            Value::Closure(_) => self.word("a function"),
            Value::Derivative(_) => self.word("a derivative"),
            Value::View(_) => self.word("a view"),
            Value::Reference(reference) => {
                self.word(&format!("a reference to location {}", reference.location))
            }
            Value::Type(_) => self.word("a type"),
        }
    }

    fn word(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn list<T>(&mut self, open: &str, items: &[T], close: &str, mut item: impl FnMut(&mut Self, &T)) {
        self.word(open);
        for (at, one) in items.iter().enumerate() {
            if at > 0 {
                self.word(", ");
            }
            item(self, one);
        }
        self.word(close);
    }

    /// A constructor with what it holds, which stands in parentheses where it is more than a word.
    fn construction(&mut self, con: &Construction) {
        let data = self.program.data.get(con.data.index());
        let constructor = data.and_then(|data| data.constructors.get(con.constructor));
        let name = constructor.map_or("_", |constructor| constructor.name.as_str());
        self.word(name);
        for field in &con.fields {
            let nested = match field {
                Value::Con(inner) => !inner.fields.is_empty(),
                Value::Member(..) => true,
                _ => false,
            };
            self.word(if nested { " (" } else { " " });
            self.value(field);
            if nested {
                self.word(")");
            }
        }
    }

    fn number(&mut self, number: PrimValue) {
        let written = match number {
            PrimValue::F32(x) => write!(self.out, "{x:?}"),
            PrimValue::F64(x) => write!(self.out, "{x:?}"),
            PrimValue::F16(x) => write!(self.out, "{x:?}"),
            PrimValue::Bool(x) => write!(self.out, "{x}"),
            PrimValue::I8(x) => write!(self.out, "{x}"),
            PrimValue::I16(x) => write!(self.out, "{x}"),
            PrimValue::I32(x) => write!(self.out, "{x}"),
            PrimValue::I64(x) => write!(self.out, "{x}"),
            PrimValue::U8(x) => write!(self.out, "{x}"),
            PrimValue::U16(x) => write!(self.out, "{x}"),
            PrimValue::U32(x) => write!(self.out, "{x}"),
            PrimValue::U64(x) => write!(self.out, "{x}"),
        };
        // Writing to a text does not fail.
        let _ = written;
    }
}

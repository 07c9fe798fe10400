//! Values.

use super::{Level, Printer};
use crate::core::{Construction, DataName, Projection, Tag, Value};
use elder_syntax::prim::PrimValue;
use elder_syntax::value::constant;

/// How tightly a value holds together without parentheses.
fn level(value: &Value) -> Level {
    match value {
        Value::Lambda(_) | Value::View(_) | Value::Choose(_) | Value::Arrow(_) | Value::Table(..) => {
            Level::Open
        }
        Value::PairType(..) => Level::Argument,
        Value::Project(..) | Value::Fin(_) | Value::Range(_) | Value::Ref(..) | Value::Fields(_) => {
            Level::Part
        }
        _ => Level::Atom,
    }
}

impl Printer<'_> {
    /// A value, in parentheses where it must hold together.
    pub(super) fn value_at(&mut self, value: &Value, wanted: Level) {
        // A pair's second part may be a pair.
        let holds = level(value) >= wanted || (wanted == Level::Part && matches!(value, Value::PairType(..)));
        elder_syntax::effort::deeper(|| match holds {
            true => self.bare(value),
            false => {
                self.word("(");
                self.bare(value);
                self.word(")");
            }
        });
    }

    fn bare(&mut self, value: &Value) {
        match value {
            Value::Var(name) => {
                let text = self.texts.text(*name);
                self.word(&text);
            }
            Value::Literal(number) => self.word(&literal(*number)),
            Value::Unit => self.word("()"),
            Value::Pair(first, second) => {
                self.word("(");
                self.value(first);
                self.word(", ");
                self.value(second);
                self.word(")");
            }
            Value::Con(con) => self.construction(con),
            Value::Record(fields) => {
                self.word("{");
                self.list(fields, ", ", |p, (label, value)| {
                    p.label(label);
                    p.word(" = ");
                    p.value(value);
                });
                self.word("}");
            }
            Value::Variant(label, value, ty) => {
                self.word("{| ");
                self.label(label);
                self.word(" = ");
                self.value(value);
                self.word(" : ");
                self.value(ty);
                self.word(" |}");
            }
            Value::Lambda(lambda) => {
                self.word("\\");
                self.binder(&lambda.binder);
                if !lambda.effects.is_pure() {
                    self.word(" ! ");
                    self.row(&lambda.effects);
                }
                self.word(".");
                self.body(&lambda.body);
            }
            Value::View(view) => {
                self.word("view ");
                self.binder(&view.binder);
                self.word(".");
                self.body(&view.body);
            }
            Value::Choose(choice) => {
                self.word("choose ");
                self.value_at(&choice.scrutinee, Level::Atom);
                self.word(" of");
                for (tag, binders, value) in &choice.alternatives {
                    self.word(" | ");
                    self.tag(tag);
                    self.held(binders);
                    self.word(" -> ");
                    self.value(value);
                }
                self.word(" end");
            }
            Value::Project(part, whole) => {
                self.projection(part);
                self.word(" ");
                self.value_at(whole, Level::Atom);
            }
            ty => self.ty(ty),
        }
    }

    /// The name of a constructor.
    fn constructor(&mut self, data: DataName, number: usize) {
        let data = self.program.data.get(data.index());
        let constructor = data.and_then(|data| data.constructors.get(number));
        let name = constructor.map_or("_".into(), |constructor| constructor.name.clone());
        self.word(&super::texts::shown(&name));
    }

    /// What an alternative is for.
    pub(super) fn tag(&mut self, tag: &Tag) {
        match tag {
            Tag::Constructor(data, number) => self.constructor(*data, *number),
            Tag::Label(label) => {
                self.word("#");
                self.label(label);
            }
        }
    }

    fn construction(&mut self, con: &Construction) {
        self.constructor(con.data, con.constructor);
        self.parameters(&con.parameters);
        self.word("(");
        self.list(&con.fields, ", ", Self::value);
        self.word(")");
    }

    /// `fst`, `#a`, `@0`
    pub(super) fn projection(&mut self, part: &Projection) {
        match part {
            Projection::First => self.word("fst"),
            Projection::Second => self.word("snd"),
            Projection::Field(label) => {
                self.word("#");
                self.label(label);
            }
            Projection::Held(place) => self.word(&format!("@{place}")),
        }
    }
}

/// A number with its type, save Int and Float, which have the forms of Dex.
fn literal(number: PrimValue) -> String {
    match number {
        PrimValue::I32(n) => n.to_string(),
        PrimValue::F32(x) if x.is_finite() => {
            let text = format!("{x:?}");
            match text.contains('.') {
                true => text,
                false => text.replacen('e', ".0e", 1),
            }
        }
        other => constant::write(other),
    }
}

//! Tables in brackets whose elements have several types: `[[1], [2, 3]]` of `i:(Fin 2) => (..i) => Int` (DX-EL-TAB).
//!
//! Each row is a table by itself, and an element is the row of its ordinal, by the index set that the type says.

use super::{Done, Elaborator, Wanted};
use crate::ast::{Binder as Bound, Exp as Syntax, ExpKind, Loop, Pattern, PatternKind};
use crate::core::rewrite::free;
use crate::core::{Binder, Limit, Type, Value};
use crate::rules::elaboration::DX_EL_TAB;
use crate::rules::typing::DX_T_TABLE;
use elder_syntax::Span;
use elder_syntax::names::{Name, Text};
use elder_syntax::prim::PrimValue;
use std::sync::Arc;

impl Elaborator {
    /// DX-EL-TAB, of rows whose types depend on the index.
    pub(super) fn check_dependent_table(
        &mut self,
        elements: &[Syntax],
        binder: &Binder,
        element: &Type,
        wanted: &Wanted,
        at: Span,
    ) -> Done<Value> {
        DX_EL_TAB.apply();
        let lengths = match (self.count(&binder.ty), element) {
            (Some(size), Value::Table(inner, of))
                if size == elements.len() as u128
                    && !elements.is_empty()
                    && !free(of).contains(&binder.name) =>
            {
                let lengths = (0..size).map(|ordinal| self.count_at(&inner.ty, Some((binder.name, ordinal))));
                lengths
                    .collect::<Option<Vec<u128>>>()
                    .map(|lengths| (lengths, of))
            }
            _ => None,
        };
        let Some((lengths, of)) = lengths else {
            let message = "the elements have several types, and are no tables of lengths that are known";
            let error = self.error(&DX_EL_TAB, "rows", at, message);
            let help = "write it as a loop: `for i. ..`";
            return Err(Box::new(
                error.and_at(wanted.from, "this type is wanted").with_help(help),
            ));
        };
        let write = Written { at };
        self.scoped(|e| {
            for (number, (row, length)) in elements.iter().zip(lengths).enumerate() {
                let length = e.integer(length as i128, row.span)?;
                let binder = Binder {
                    name: e.program.names.fresh("i"),
                    ty: Value::Fin(Arc::new(length)),
                };
                let ty = Value::table(binder, Value::clone(of));
                let wanted = Wanted {
                    ty: ty.clone(),
                    from: wanted.from,
                    rule: &DX_T_TABLE,
                    premise: "element",
                };
                let value = e.check(row, &wanted)?;
                e.local(&row_name(number), value, ty);
            }
            let all = write.table(elements.len());
            e.check(&all, wanted)
        })
    }

    /// How many members an index set has, where that is known.
    pub(super) fn count(&mut self, set: &Type) -> Option<u128> {
        self.count_at(set, None)
    }

    /// The same, where a name is the member of this ordinal.
    fn count_at(&mut self, set: &Type, member: Option<(Name, u128)>) -> Option<u128> {
        match self.normal(set) {
            Value::UnitType => Some(1),
            Value::Fin(size) => match &*size {
                Value::Literal(PrimValue::I32(size)) => Some(u128::try_from(*size).unwrap_or(0)),
                _ => None,
            },
            Value::PairType(first, second) => self
                .count_at(&first, member)?
                .checked_mul(self.count_at(&second, member)?),
            Value::Range(range) => {
                let ordinal = |end: &Value| {
                    let (name, ordinal) = member?;
                    (*end == Value::Var(name)).then_some(ordinal)
                };
                let low = match &range.low {
                    Limit::Open => 0,
                    Limit::Including(end) => ordinal(end)?,
                    Limit::Excluding(end) => ordinal(end)? + 1,
                };
                let behind = match &range.high {
                    Limit::Open => self.count(&range.set)?,
                    Limit::Including(end) => ordinal(end)? + 1,
                    Limit::Excluding(end) => ordinal(end)?,
                };
                Some(behind.saturating_sub(low))
            }
            Value::DataType(data, parameters) => match self.counted(data) {
                Some(Value::Literal(PrimValue::I32(size))) => Some(u128::try_from(size).unwrap_or(0)),
                Some(_) => None,
                None => {
                    let constructors = self.program.data.get(data.index())?.constructors.len();
                    (0..constructors).try_fold(0u128, |all, number| {
                        let mut fields = self.fields(data, number, &parameters).into_iter();
                        let held = fields.try_fold(1u128, |held, field| {
                            held.checked_mul(self.count_at(&field.ty, member)?)
                        })?;
                        all.checked_add(held)
                    })
                }
            },
            _ => None,
        }
    }
}

/// What a row is called; no text has such a name.
fn row_name(number: usize) -> Text {
    format!("row {number}").into()
}

/// What is written at a place.
struct Written {
    at: Span,
}

impl Written {
    fn exp(&self, kind: ExpKind) -> Syntax {
        Syntax { kind, span: self.at }
    }

    fn name(&self, name: &str) -> Syntax {
        self.exp(ExpKind::Name(name.into()))
    }

    fn primitive(&self, name: &str, operands: impl IntoIterator<Item = Syntax>) -> Syntax {
        let head = self.exp(ExpKind::Primitive(name.into()));
        operands.into_iter().fold(head, |function, operand| {
            self.exp(ExpKind::Apply(Box::new(function), Box::new(operand)))
        })
    }

    fn looped(&self, index: &str, body: Syntax) -> Syntax {
        let pattern = Pattern {
            kind: PatternKind::Name(index.into()),
            span: self.at,
        };
        let binder = Bound { pattern, ty: None };
        self.exp(ExpKind::For(Loop::For, vec![binder], Box::new(body)))
    }

    /// `for i. if ordinal i == 0 then .. else ..`: a row for each ordinal, the last for what is left.
    fn table(&self, count: usize) -> Syntax {
        let rows = (0..count).rev().map(|number| {
            let ordinal = self.primitive("toOrdinal", [self.name("j")]);
            let index = self.primitive("unsafeFromOrdinal", [self.exp(ExpKind::Hole), ordinal]);
            let element = ExpKind::Index(Box::new(self.name(&row_name(number))), Box::new(index));
            (number, self.looped("j", self.exp(element)))
        });
        let choice = rows.reduce(|(number, others), (earlier, row)| {
            let ordinal = self.primitive("toOrdinal", [self.name("i")]);
            let own = self.exp(ExpKind::Int(earlier as u64));
            let is = self.primitive("eq_i32", [ordinal, own]);
            let choice = ExpKind::If(Box::new(is), Box::new(row), Some(Box::new(others)));
            (number, self.exp(choice))
        });
        let body = choice.map_or_else(|| self.exp(ExpKind::Unit), |(_, body)| body);
        self.looped("i", body)
    }
}

//! What is left of records and variants without some labels, and what they are with more (DX-EL-REST).
//!
//! Core names each label, so what is done with a rest is written when its labels are known: at once, or at the end of the item.

use super::unify::State;
use super::{Done, Elaborator};
use crate::ast::Ident;
use crate::core::{
    Alternative, Binder, Block, Construction, EITHER, Exp, Label, Labels, Projection, Stm, Tag, Type, Value,
    label_in_whole, sorted,
};
use crate::rules::elaboration::DX_EL_REST;
use elder_syntax::Span;
use elder_syntax::names::Name;
use std::sync::Arc;

/// A variant of which some labels are named.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// Those that are named, with their types, in the order in which they are.
    pub fields: Vec<(Label, Type)>,
    /// The row of the others.
    pub rest: Value,
    /// Its type.
    pub whole: Type,
}

/// What is done with a rest.
#[derive(Clone, Debug)]
pub(super) enum Rest {
    /// What is left of a record without these fields.
    Left { whole: Value, named: Vec<(Label, Type)> },
    /// A record with these fields, and those of another.
    Extended {
        values: Vec<(Label, Value)>,
        more: Value,
    },
    /// A variant as one of these labels too.
    Lifted { open: Open, held: Value },
    /// Which of two a variant is: one of these labels, or of the others.
    Split { open: Open, scrutinee: Value },
}

/// What is to be done when the labels of a row are known.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    hole: Name,
    rest: Rest,
    row: Value,
    ty: Type,
    at: Span,
}

/// A label behind others.
pub(super) fn label_behind(before: &[Ident], label: &Ident) -> Label {
    let number = before.iter().filter(|own| own.name == label.name).count() as u32;
    (label.name.clone(), number)
}

impl Pending {
    /// What stands for it.
    pub fn hole(&self) -> Name {
        self.hole
    }

    /// The row of which the labels are to be known.
    pub fn row(&self) -> &Value {
        &self.row
    }
}

impl Elaborator {
    /// A variant of which nothing tells that it has more labels has no more.
    pub(super) fn no_more_labels(&mut self, ty: &Type) {
        if let Value::VariantType(labels) = self.normal(ty)
            && let Some(rest) = &labels.rest
            && self.is_unknown(rest)
        {
            let none = Labels::default();
            self.unify(rest, &Value::Fields(Arc::new(none)));
        }
    }

    /// A variant of these labels and more.
    pub(super) fn open_variant(&mut self, named: &[&Ident], at: Span) -> Open {
        let mut fields: Vec<(Label, Type)> = Vec::with_capacity(named.len());
        for label in named {
            let label = numbered(&fields, label);
            fields.push((label, self.fresh_type(at)));
        }
        let rest = self.fresh(Value::FieldsKind, at);
        let whole = variant_type(fields.clone(), Some(rest.clone()));
        Open { fields, rest, whole }
    }

    /// The sum of a variant of the named labels and one of the others.
    pub(super) fn halves(open: &Open) -> [Type; 2] {
        [
            variant_type(open.fields.clone(), None),
            variant_type(vec![], Some(open.rest.clone())),
        ]
    }

    /// What comes of a rest: at once if the labels of its row are known.
    pub(super) fn rest(&mut self, rest: Rest, row: Value, ty: Type, at: Span) -> Done<Value> {
        DX_EL_REST.apply();
        if let Some(labels) = self.known_row(&row) {
            let mut stms = Vec::new();
            let value = self.written_rest(&rest, &labels, &ty, &mut stms, at);
            if let Some(block) = self.blocks.last_mut() {
                block.append(&mut stms);
            }
            return Ok(value);
        }
        let value = self.awaited(&ty, at);
        if let Value::Var(hole) = value {
            self.pending.push(Pending {
                hole,
                rest,
                row,
                ty,
                at,
            });
        }
        Ok(value)
    }

    /// The labels of a row, if all are known.
    fn known_row(&self, row: &Value) -> Option<Vec<(Label, Type)>> {
        match self.normal(row) {
            Value::Fields(labels) if labels.rest.is_none() => Some(labels.fields.clone()),
            _ => None,
        }
    }

    /// What waits for the labels of rows is written.
    pub(super) fn meet_rests(&mut self) -> Done {
        for pending in std::mem::take(&mut self.pending) {
            let Some(labels) = self.known_row(&pending.row) else {
                let row = self.normal(&pending.row);
                let message = "nothing tells which labels are left here";
                let error = self.error(&DX_EL_REST, "known", pending.at, message);
                let help = match self.is_unknown(&row) {
                    true => "say the type of the whole",
                    false => {
                        "name the labels that are needed: what a row is called may be ignored by `..._` only"
                    }
                };
                return Err(Box::new(error.with_help(help)));
            };
            let mut stms = Vec::new();
            let value = self.written_rest(&pending.rest, &labels, &pending.ty, &mut stms, pending.at);
            self.made.insert(pending.hole, stms);
            if let Some(meta) = self.metas.get_mut(&pending.hole) {
                meta.state = State::Known(value);
            }
        }
        Ok(())
    }

    /// What is done with a rest of these labels, with the statements that do it.
    fn written_rest(
        &mut self,
        rest: &Rest,
        labels: &[(Label, Type)],
        ty: &Type,
        stms: &mut Vec<Stm>,
        at: Span,
    ) -> Value {
        let field = |label: &Label, of: &Value| super::patterns::part(Projection::Field(label.clone()), of);
        match rest {
            Rest::Left { whole, named } => {
                let fields = labels.iter().map(|(label, _)| {
                    let taken = field(&label_in_whole(named, label), whole);
                    (label.clone(), taken)
                });
                Value::Record(fields.collect())
            }
            Rest::Extended { values, more } => {
                let behind = labels
                    .iter()
                    .map(|(label, _)| (label_in_whole(values, label), field(label, more)));
                Value::Record(sorted(values.iter().cloned().chain(behind).collect()))
            }
            Rest::Lifted { open, held } => {
                let alternatives = labels.iter().map(|(label, held)| {
                    let whole = label_in_whole(&open.fields, label);
                    let variant = |x| Value::Variant(whole, Arc::new(x), Arc::new(open.whole.clone()));
                    self.renamed(label.clone(), held, variant)
                });
                let alternatives = alternatives.collect();
                self.told_apart(held, alternatives, ty, stms, at)
            }
            Rest::Split { open, scrutinee } => {
                let halves = Elaborator::halves(open);
                let side = |number: usize, label: Label, x: Value| {
                    let held = Value::Variant(label, Arc::new(x), Arc::new(halves[number].clone()));
                    Value::Con(Arc::new(Construction {
                        data: EITHER,
                        constructor: number,
                        parameters: halves.to_vec(),
                        fields: vec![held],
                    }))
                };
                let named = open
                    .fields
                    .iter()
                    .map(|(label, held)| (label.clone(), (0, label.clone(), held)));
                let others = labels
                    .iter()
                    .map(|(label, held)| (label_in_whole(&open.fields, label), (1, label.clone(), held)));
                let all = sorted(named.chain(others).collect());
                let alternatives = all
                    .into_iter()
                    .map(|(whole, (number, own, held))| self.renamed(whole, held, |x| side(number, own, x)));
                let alternatives = alternatives.collect();
                self.told_apart(scrutinee, alternatives, ty, stms, at)
            }
        }
    }

    /// An alternative for a label that makes a value of what it holds.
    fn renamed(&mut self, label: Label, held: &Type, make: impl FnOnce(Value) -> Value) -> Alternative {
        let binder = self.variable("x", held);
        Alternative {
            tag: Tag::Label(label),
            body: make(Value::Var(binder.name)).into(),
            binders: vec![binder],
        }
    }

    /// A `case` of a variant; one without labels has no values.
    fn told_apart(
        &mut self,
        scrutinee: &Value,
        alternatives: Vec<Alternative>,
        ty: &Type,
        stms: &mut Vec<Stm>,
        at: Span,
    ) -> Value {
        let binder = self.variable("v", ty);
        let value = Value::Var(binder.name);
        let exp = match alternatives.is_empty() {
            true => Exp::Fail(ty.clone(), super::cases::UNMET.into()),
            false => Exp::Case(scrutinee.clone(), alternatives),
        };
        stms.push(Stm { binder, exp, at });
        value
    }

    /// DX-EL-REST, of a variant: what `named` does if it is one of the named labels, what `others` does if it is not.
    pub(super) fn split(
        &mut self,
        open: Open,
        scrutinee: Value,
        ty: &Type,
        named: impl FnOnce(&mut Self, Value, Type) -> Done<Value>,
        others: impl FnOnce(&mut Self, Value, Type) -> Done<Value>,
        at: Span,
    ) -> Done<Value> {
        let halves = Elaborator::halves(&open);
        let sum = Value::DataType(EITHER, halves.to_vec());
        let row = open.rest.clone();
        let which = self.rest(Rest::Split { open, scrutinee }, row, sum, at)?;
        let [first, second] = halves;
        let left = self.variable("x", &first);
        let right = self.variable("x", &second);
        let left_body = self.side(&left, first, named)?;
        let right_body = self.side(&right, second, others)?;
        let alternatives = [(left, left_body), (right, right_body)].into_iter().enumerate();
        let alternatives = alternatives.map(|(number, (binder, body))| Alternative {
            tag: Tag::Constructor(EITHER, number),
            binders: vec![binder],
            body,
        });
        let exp = Exp::Case(which, alternatives.collect());
        Ok(self.emit(exp, ty, at))
    }

    fn side(
        &mut self,
        binder: &Binder,
        ty: Type,
        inside: impl FnOnce(&mut Self, Value, Type) -> Done<Value>,
    ) -> Done<Block> {
        let value = Value::Var(binder.name);
        let (body, ()) = self.block(|e| Ok((inside(e, value, ty)?, ())))?;
        Ok(body)
    }
}

fn variant_type(fields: Vec<(Label, Type)>, rest: Option<Value>) -> Type {
    Value::VariantType(Arc::new(Labels {
        fields: sorted(fields),
        rest,
    }))
}

/// A label, with the number that tells it from those of its name before.
pub(super) fn numbered<T>(before: &[(Label, T)], label: &Ident) -> Label {
    let number = before.iter().filter(|((text, _), _)| *text == label.name).count() as u32;
    (label.name.clone(), number)
}

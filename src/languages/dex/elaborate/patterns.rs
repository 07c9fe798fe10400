//! Patterns: what they say about types, and what their names stand for.

use super::names::Entity;
use super::{Done, Elaborator, Wanted};
use crate::ast::{Ident, Pattern, PatternKind};
use crate::core::{DataName, Exp, IndexOp, Projection, Tag, Type, Value};
use crate::rules::elaboration::{DX_EL_PAT, DX_EL_REFPAT};
use elder_syntax::Span;
use std::sync::Arc;

impl Elaborator {
    /// DX-EL-PAT: what a pattern says about the type of what it is matched with.
    pub(super) fn shape(&mut self, pattern: &Pattern, ty: &Type) -> Done {
        let shape = match &pattern.kind {
            PatternKind::Constructor(name, _) => {
                let (data, _) = self.constructor(name)?;
                let parameters = self.program.data[data.index()].parameters.clone();
                let parameters = parameters
                    .iter()
                    .map(|p| self.fresh(p.ty.clone(), pattern.span))
                    .collect();
                Value::DataType(data, parameters)
            }
            PatternKind::Variant(before, label, _) => {
                let named: Vec<&Ident> = before.iter().chain([label]).collect();
                self.open_variant(&named, pattern.span).whole
            }
            _ => return Ok(()),
        };
        self.equate(ty, &self.pattern_wants(shape, pattern.span), pattern.span)
    }

    pub(super) fn pattern_wants(&self, ty: Type, from: Span) -> Wanted {
        Wanted {
            ty,
            from,
            rule: &DX_EL_PAT,
            premise: "form",
        }
    }

    /// The constructor of this name.
    pub(super) fn constructor(&self, name: &Ident) -> Done<(DataName, usize)> {
        match self.lookup(&name.name, name.span)? {
            Entity::Constructor(data, number) => Ok((data, number)),
            _ => {
                let message = format!("`{}` is no constructor", name.name);
                self.refuse(&DX_EL_PAT, "form", name.span, message)
            }
        }
    }

    /// The parts of a pattern if it is for this form of a sum: `None` if it is for another, `Some(None)` if it is for all.
    #[allow(clippy::option_option)]
    pub(super) fn parts_of<'p>(&self, pattern: &'p Pattern, tag: &Tag) -> Option<Option<&'p [Pattern]>> {
        match (&pattern.kind, tag) {
            (PatternKind::Name(_) | PatternKind::Wildcard, _) => Some(None),
            (PatternKind::Constructor(name, parts), Tag::Constructor(data, number)) => {
                let own = self.constructor(name).ok()?;
                (own == (*data, *number)).then_some(Some(parts.as_slice()))
            }
            (PatternKind::Variant(before, label, part), Tag::Label((text, number))) => {
                let same = super::rests::label_behind(before, label) == (text.clone(), *number);
                same.then(|| Some(std::slice::from_ref(&**part)))
            }
            _ => None,
        }
    }

    /// DX-EL-PAT: a pattern that cannot fail is matched with a value, of which its names are parts.
    pub(super) fn matched(&mut self, pattern: &Pattern, value: Value, ty: &Type) -> Done {
        DX_EL_PAT.apply();
        let at = pattern.span;
        match &pattern.kind {
            PatternKind::Name(name) => {
                self.local(name, value, ty.clone());
                Ok(())
            }
            PatternKind::Wildcard => Ok(()),
            PatternKind::Unit => self.equate(ty, &self.pattern_wants(Value::UnitType, at), at),
            PatternKind::Pair(first, second) => self.pair_pattern(first, second, value, ty, at),
            PatternKind::Constructor(name, parts) => {
                self.constructor_pattern(pattern, name, parts, value, ty)
            }
            PatternKind::Table(parts) => self.table_pattern(parts, value, ty, at),
            PatternKind::Record(fields, rest) => self.record_pattern(fields, rest.as_ref(), value, ty, at),
            PatternKind::Variant(..) | PatternKind::Other(..) => {
                let error = self
                    .error(&DX_EL_PAT, "sum", at, "a pattern of a variant can fail")
                    .with_help("use `case`");
                Err(Box::new(error))
            }
        }
    }

    fn pair_pattern(&mut self, first: &Pattern, second: &Pattern, value: Value, ty: &Type, at: Span) -> Done {
        let ty = self.normal(ty);
        if let Value::Ref(region, content) = &ty
            && let Value::PairType(a, b) = self.normal(content)
        {
            DX_EL_REFPAT.apply();
            for (part, pattern, content) in [(Projection::First, first, a), (Projection::Second, second, b)] {
                let ty = Value::reference(Value::clone(region), Value::clone(&content));
                let reference = self.emit(Exp::Part(part, value.clone()), &ty, at);
                self.matched(pattern, reference, &ty)?;
            }
            return Ok(());
        }
        let (a, b) = match &ty {
            Value::PairType(a, b) => (Value::clone(a), Value::clone(b)),
            _ => {
                let (a, b) = (self.fresh_type(first.span), self.fresh_type(second.span));
                let wanted = self.pattern_wants(Value::pair_type(a.clone(), b.clone()), at);
                self.equate(&ty, &wanted, at)?;
                (a, b)
            }
        };
        self.matched(first, part(Projection::First, &value), &a)?;
        self.matched(second, part(Projection::Second, &value), &b)
    }

    fn constructor_pattern(
        &mut self,
        pattern: &Pattern,
        name: &Ident,
        parts: &[Pattern],
        value: Value,
        ty: &Type,
    ) -> Done {
        self.shape(pattern, ty)?;
        let (data, _) = self.constructor(name)?;
        let at = pattern.span;
        let Value::DataType(_, parameters) = self.normal(ty) else {
            return self.refuse(&DX_EL_PAT, "form", at, "this is no declared type");
        };
        if self.program.data[data.index()].constructors.len() != 1 {
            let message = format!(
                "`{}` is one of several constructors, so the pattern can fail",
                name.name
            );
            let error = self.error(&DX_EL_PAT, "sum", at, message).with_help("use `case`");
            return Err(Box::new(error));
        }
        let fields = self.fields(data, 0, &parameters);
        if fields.len() != parts.len() {
            let message = format!(
                "`{}` holds {} values, and {} are named",
                name.name,
                fields.len(),
                parts.len()
            );
            return self.refuse(&DX_EL_PAT, "count", at, message);
        }
        let mut held: Vec<Value> = Vec::new();
        for (place, (field, pattern)) in fields.iter().zip(parts).enumerate() {
            let mut ty = field.ty.clone();
            for (earlier, value) in fields.iter().zip(&held) {
                ty = self.substituted(earlier.name, value, &ty);
            }
            let taken = part(Projection::Held(place), &value);
            held.push(taken.clone());
            self.matched(pattern, taken, &ty)?;
        }
        Ok(())
    }

    fn table_pattern(&mut self, parts: &[Pattern], value: Value, ty: &Type, at: Span) -> Done {
        let length = self.integer(parts.len() as i128, at)?;
        let set = Value::Fin(Arc::new(length));
        let element = self.fresh_type(at);
        let binder = crate::core::Binder {
            name: self.program.names.fresh("i"),
            ty: set.clone(),
        };
        let wanted = self.pattern_wants(Value::table(binder, element.clone()), at);
        self.equate(ty, &wanted, at)?;
        for (place, pattern) in parts.iter().enumerate() {
            let number = self.integer(place as i128, at)?;
            let index = Exp::IndexSet(IndexOp::FromOrdinal, vec![set.clone(), number]);
            let index = self.emit(index, &set, at);
            let taken = self.emit(Exp::Index(value.clone(), index), &element, at);
            self.matched(pattern, taken, &element)?;
        }
        Ok(())
    }
}

/// A part of a value.
pub(super) fn part(projection: Projection, value: &Value) -> Value {
    crate::types::reduced(&projection, value.clone())
}

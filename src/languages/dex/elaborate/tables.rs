//! Tables in brackets, elements of tables, and references to them.

use super::{Done, Elaborator, Wanted};
use crate::ast::Exp as Syntax;
use crate::core::rewrite::free;
use crate::core::{Binder, Exp, Type, Value};
use crate::rules::elaboration::{DX_EL_POINT, DX_EL_TAB};
use crate::rules::typing::{DX_T_INDEX, DX_T_SLICE, DX_T_TABLE};
use elder_syntax::{Rule, Span};
use std::sync::Arc;

impl Elaborator {
    /// DX-T-INDEX; a point behind a function applies it (DX-EL-POINT).
    pub(super) fn index(&mut self, table: &Syntax, index: &Syntax, at: Span) -> Done<(Value, Type)> {
        let (value, ty) = self.infer(table)?;
        if matches!(self.normal(&ty), Value::Arrow(_)) {
            DX_EL_POINT.apply();
            return self.apply(value, ty, index, table.span, at);
        }
        self.index_value(value, ty, index, table.span, at)
    }

    /// DX-T-INDEX, of a table that is known.
    pub(super) fn index_value(
        &mut self,
        table: Value,
        ty: Type,
        index: &Syntax,
        from: Span,
        at: Span,
    ) -> Done<(Value, Type)> {
        DX_T_INDEX.apply();
        let ty = self.normal(&ty);
        let Value::Table(binder, element) = &ty else {
            let (index, set) = self.infer(index)?;
            let element = self.fresh_type(at);
            let binder = Binder {
                name: self.program.names.fresh("i"),
                ty: set,
            };
            let wanted = Wanted {
                ty: Value::table(binder, element.clone()),
                from: at,
                rule: &DX_T_INDEX,
                premise: "table",
            };
            self.equate(&ty, &wanted, from)?;
            let value = self.emit(Exp::Index(table, index), &element, at);
            return Ok((value, element));
        };
        let wanted = Wanted {
            ty: binder.ty.clone(),
            from,
            rule: &DX_T_INDEX,
            premise: "index",
        };
        let index = self.check(index, &wanted)?;
        let element = self.substituted(binder.name, &index, element);
        let value = self.emit(Exp::Index(table, index), &element, at);
        Ok((value, element))
    }

    /// DX-T-SLICE
    pub(super) fn slice(&mut self, reference: &Syntax, index: &Syntax, at: Span) -> Done<(Value, Type)> {
        DX_T_SLICE.apply();
        let (value, ty) = self.infer(reference)?;
        let (region, content) = self.reference(&ty, reference.span, &DX_T_SLICE, "table")?;
        let content = self.normal(&content);
        let Value::Table(binder, element) = &content else {
            let (index, set) = self.infer(index)?;
            let element = self.fresh_type(at);
            let binder = Binder {
                name: self.program.names.fresh("i"),
                ty: set,
            };
            let wanted = Wanted {
                ty: Value::table(binder, element.clone()),
                from: at,
                rule: &DX_T_SLICE,
                premise: "table",
            };
            self.equate(&content, &wanted, reference.span)?;
            let ty = Value::reference(region, element);
            return Ok((self.emit(Exp::Slice(value, index), &ty, at), ty));
        };
        let wanted = Wanted {
            ty: binder.ty.clone(),
            from: reference.span,
            rule: &DX_T_SLICE,
            premise: "index",
        };
        let index = self.check(index, &wanted)?;
        let ty = Value::reference(region, self.substituted(binder.name, &index, element));
        Ok((self.emit(Exp::Slice(value, index), &ty, at), ty))
    }

    /// Region and content of the type of a reference.
    pub(super) fn reference(
        &mut self,
        ty: &Type,
        at: Span,
        rule: &'static Rule,
        premise: &'static str,
    ) -> Done<(Type, Type)> {
        let ty = self.normal(ty);
        if let Value::Ref(region, content) = &ty {
            return Ok((Value::clone(region), Value::clone(content)));
        }
        let (region, content) = (self.fresh_type(at), self.fresh_type(at));
        let wanted = Wanted {
            ty: Value::reference(region.clone(), content.clone()),
            from: at,
            rule,
            premise,
        };
        self.equate(&ty, &wanted, at)?;
        Ok((region, content))
    }

    /// DX-EL-TAB: over the numbers below its length.
    pub(super) fn infer_table(&mut self, elements: &[Syntax], at: Span) -> Done<(Value, Type)> {
        let element = self.fresh_type(at);
        let length = self.integer(elements.len() as i128, at)?;
        let set = Value::Fin(Arc::new(length));
        let value = self.elements(elements, set.clone(), &element, at)?;
        Ok((value, self.table_type(set, element)))
    }

    /// DX-EL-TAB: over the index set that is wanted, if it has that size.
    pub(super) fn check_table(&mut self, elements: &[Syntax], wanted: &Wanted, at: Span) -> Done<Value> {
        let length = self.integer(elements.len() as i128, at)?;
        let fin = Value::Fin(Arc::new(length));
        let (set, element) = match self.normal(&wanted.ty) {
            Value::Table(binder, element) => {
                if free(&element).contains(&binder.name) {
                    return self.check_dependent_table(elements, &binder, &element, wanted, at);
                }
                match self.count(&binder.ty) {
                    Some(size) if size == elements.len() as u128 => {
                        (binder.ty.clone(), Value::clone(&element))
                    }
                    _ => (fin, Value::clone(&element)),
                }
            }
            _ => (fin, self.fresh_type(at)),
        };
        let found = self.table_type(set.clone(), element.clone());
        self.equate(&found, wanted, at)?;
        self.elements(elements, set, &element, at)
    }

    fn elements(&mut self, elements: &[Syntax], set: Type, element: &Type, at: Span) -> Done<Value> {
        DX_EL_TAB.apply();
        let wanted = Wanted {
            ty: element.clone(),
            from: elements.first().map_or(at, |first| first.span),
            rule: &DX_T_TABLE,
            premise: "element",
        };
        let mut values = Vec::with_capacity(elements.len());
        for e in elements {
            values.push(self.check(e, &wanted)?);
        }
        Ok(self.table_of(set, element.clone(), values, at))
    }

    /// A table of these values; one without elements is a loop that is never run.
    pub(super) fn table_of(&mut self, set: Type, element: Type, values: Vec<Value>, at: Span) -> Value {
        let ty = self.table_type(set.clone(), element.clone());
        if !values.is_empty() {
            return self.emit(Exp::Table(set, values), &ty, at);
        }
        let binder = self.variable("i", &set);
        let never = self.variable("v", &element);
        let body = crate::core::Block {
            result: Value::Var(never.name),
            stms: vec![crate::core::Stm {
                binder: never,
                exp: Exp::Fail(element, "a table without elements is asked for one".into()),
                at,
            }],
        };
        Value::View(Arc::new(crate::core::View { binder, body }))
    }

    fn table_type(&mut self, set: Type, element: Type) -> Type {
        let name = self.program.names.fresh("i");
        Value::table(Binder { name, ty: set }, element)
    }
}

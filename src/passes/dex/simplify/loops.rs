//! Loops, and tables in brackets.

use super::{Done, Named, Simplifier};
use elder_dex::core::rewrite::substitute;
use elder_dex::core::{Binder, Block, Choice, Exp, Label, Labels, Loop, Stm, Tag, Type, Value, View};
use elder_dex::rules::simplification::{DX_S_DATA, DX_S_FOR, DX_S_TABLE};
use elder_syntax::Span;
use elder_syntax::names::Text;
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl Simplifier<'_> {
    /// DX-S-DATA, DX-S-FOR
    pub(super) fn for_loop(&mut self, l: &Loop, named: &Named) -> Done {
        let binder = self.bind(&l.binder);
        let is_data = self.is_data(&named.ty);
        let (stms, result) = self.within(|s| {
            let result = s.block(&l.body)?;
            match is_data {
                true => s.operand(&result),
                false => Ok(s.resolved(&result)),
            }
        })?;
        let looped = |binder: Binder, stms, result| {
            Exp::For(Box::new(Loop {
                descending: l.descending,
                class: None,
                binder,
                body: Block { stms, result },
            }))
        };
        if is_data && !self.is_delayed(&[], &stms, &result) {
            DX_S_DATA.apply();
            return Ok(self.emit(named, looped(binder, stms, result)));
        }
        DX_S_FOR.apply();
        let index = self.fresh(self.names.text(binder.name).clone(), binder.ty.clone());
        let mut values = FxHashMap::from_iter([(binder.name, Value::Var(index.name))]);
        let captured = self.collected(&[], &stms, std::slice::from_ref(&result));
        self.kept(&captured, &[], &stms)?;
        let mut made = Vec::new();
        // A loop over members that cannot be counted fails, whatever its elements are.
        let empty = looped(binder.clone(), vec![], Value::Unit);
        if !stms.is_empty() || !self.partial.is_total(&empty) {
            let set = Binder {
                name: self.names.again(binder.name),
                ty: binder.ty.clone(),
            };
            let of = |s: &mut Self, at| {
                let tuple = captured.ty();
                substitute(&mut s.names, binder.name, &Value::Var(at), &tuple)
            };
            let element = of(self, set.name);
            let kept = self.beside(named, Value::table(set, element));
            // An index beyond the table fails, before what its element sliced is sliced again.
            let at = Exp::Index(Value::Var(kept.name), Value::Var(index.name));
            let may_be_beyond = !captured.slices.is_empty() && !self.partial.is_total(&at);
            if !captured.data.is_empty() || may_be_beyond {
                let element = Binder {
                    name: self.names.again(named.name),
                    ty: of(self, index.name),
                };
                values.extend(captured.parts(&Value::Var(element.name)));
                made.push(Stm {
                    binder: element,
                    exp: at,
                    // It fails where somebody asks for the element.
                    at: Span::NONE,
                });
            }
            self.emit(&kept, looped(binder, stms, captured.tuple()));
        }
        let mut body = self.remade(&result, &captured, values);
        made.append(&mut body.stms);
        body.stms = made;
        Ok(Value::View(Arc::new(View { binder: index, body })))
    }

    /// DX-S-EXPR, DX-S-TABLE
    pub(super) fn table(&mut self, set: &Type, elements: &[Value], named: &Named) -> Done {
        let set = self.ty(set);
        let is_data = self.is_data(&named.ty);
        let mut elements = elements.to_vec();
        if is_data {
            elements = self.operands(&elements)?;
            if !elements.iter().any(|element| self.may_fail(element)) {
                return self.stays(named, Exp::Table(set, elements));
            }
        }
        DX_S_TABLE.apply();
        let labels: Vec<Label> = (0u32..)
            .zip(&elements)
            .map(|(number, _)| (Text::new_static("element"), number))
            .collect();
        let tag = Value::VariantType(Arc::new(Labels {
            fields: labels
                .iter()
                .map(|label| (label.clone(), Value::UnitType))
                .collect(),
            rest: None,
        }));
        let tags = labels.iter().map(|label| {
            let ty = Arc::new(tag.clone());
            Value::Variant(label.clone(), Arc::new(Value::Unit), ty)
        });
        let exp = Exp::Table(set.clone(), tags.collect());
        let over = Binder {
            name: self.names.fresh("i"),
            ty: set.clone(),
        };
        let kept = self.beside(named, Value::table(over, tag.clone()));
        self.emit(&kept, exp);
        let index = self.fresh("i", set);
        let element = Binder {
            name: self.names.again(named.name),
            ty: tag,
        };
        let alternatives = labels.into_iter().zip(&elements).map(|(label, element)| {
            let nothing = Binder {
                name: self.names.fresh("u"),
                ty: Value::UnitType,
            };
            (Tag::Label(label), vec![nothing], self.resolved(element))
        });
        let choice = Value::Choose(Arc::new(Choice {
            alternatives: alternatives.collect(),
            scrutinee: Value::Var(element.name),
        }));
        let mut body = Block {
            stms: vec![Stm {
                binder: element,
                exp: Exp::Index(Value::Var(kept.name), Value::Var(index.name)),
                at: self.at,
            }],
            result: choice,
        };
        if let (true, Value::Table(over, element)) = (is_data, &named.ty) {
            // Of data there is no value case, but where it is computed.
            let at = Value::Var(index.name);
            let (stm, result) = self.statement("x", over.name, &at, element, Exp::Value(body.result));
            body.stms.push(stm);
            body.result = result;
        }
        Ok(Value::View(Arc::new(View { binder: index, body })))
    }
}

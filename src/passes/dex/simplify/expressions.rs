//! e ⇝ E, v, by the form of the expression.

use super::handlers::stands_here;
use super::{Done, Named, Simplifier};
use crate::dex::total::Ends;
use elder_dex::core::rewrite::{Rewrite, Substitution};
use elder_dex::core::{Block, Exp, Lambda, Value, View};
use elder_dex::rules::simplification::{DX_S_APP, DX_S_EXPR, DX_S_LET, DX_S_VAL, DX_S_VIEW};
use elder_syntax::Span;
use rustc_hash::FxHashMap;

impl Simplifier<'_> {
    /// DX-S-LET: what is left of each statement stands for its name.  The block stands here only.
    pub(super) fn block(&mut self, block: &Block) -> Done {
        let outside = self.at;
        // Those of what stands behind the first statement for which they were asked: a name is bound once, so they do for those behind it.
        let mut ends = None;
        for (number, stm) in block.stms.iter().enumerate() {
            DX_S_LET.apply();
            self.at = if stm.at == Span::NONE { outside } else { stm.at };
            let named = Named {
                name: stm.binder.name,
                ty: self.ty(&stm.binder.ty),
            };
            self.needs(&stm.exp);
            let left = self.exp(&stm.exp, &named)?;
            let is_end = || {
                let later = &block.stms[number + 1..];
                let ends = ends.get_or_insert_with(|| Ends::of(later, &block.result));
                ends.0.contains(&stm.binder.name)
            };
            let left = self.end(left, &named, is_end)?;
            if left != Value::Var(stm.binder.name) {
                self.values.insert(stm.binder.name, left);
            }
        }
        self.at = outside;
        DX_S_VAL.apply();
        self.needs_value(&block.result);
        Ok(self.form(&block.result))
    }

    /// e ⇝ E, v
    pub(super) fn exp(&mut self, exp: &Exp, named: &Named) -> Done {
        elder_syntax::effort::deeper(|| match exp {
            Exp::Value(value) => {
                DX_S_VAL.apply();
                match self.form(value) {
                    // What is looked at once is computed once.
                    Value::Choose(choice) if self.is_data(&named.ty) => {
                        self.commute(&choice, named, &Exp::Value)
                    }
                    value => Ok(value),
                }
            }
            Exp::Apply(function @ Value::Lambda(lambda), argument) if stands_here(function) => {
                let argument = self.given_to(&lambda.binder, &lambda.body, argument)?;
                self.entered((function, true), argument)
            }
            Exp::Apply(function, argument) => self.apply(function, argument, named),
            Exp::Index(table, at) => self.index(table, at, named),
            Exp::For(l) => self.for_loop(l, named),
            Exp::Case(scrutinee, alternatives) => self.case(scrutinee, alternatives, named),
            Exp::Table(set, elements) => self.table(set, elements, named),
            Exp::Prim(f, operands) => {
                let operands = self.operands(operands)?;
                self.stays(named, Exp::Prim(*f, operands))
            }
            Exp::IndexSet(op, operands) => {
                let operands = self.operands(operands)?;
                self.stays(named, Exp::IndexSet(*op, operands))
            }
            Exp::Slice(reference, at) => {
                let of = |reference| Exp::Slice(reference, at.clone());
                self.of_reference(reference, named, &of, Some(at))
            }
            Exp::Part(part, reference) => {
                let of = |reference| Exp::Part(part.clone(), reference);
                self.of_reference(reference, named, &of, None)
            }
            Exp::Get(reference) => self.of_reference(reference, named, &Exp::Get, None),
            Exp::Ask(reference) => self.of_reference(reference, named, &Exp::Ask, None),
            Exp::Put(reference, value) => {
                let of = |reference| Exp::Put(reference, value.clone());
                self.of_reference(reference, named, &of, Some(value))
            }
            Exp::Accumulate(reference, value) => {
                let of = |reference| Exp::Accumulate(reference, value.clone());
                self.of_reference(reference, named, &of, Some(value))
            }
            Exp::RunState(value, action) => self.run_state(value, action, named),
            Exp::RunReader(value, action) => self.run_reader(value, action, named),
            Exp::RunAccum(monoid, action) => self.run_accum(monoid.as_deref(), action, named),
            Exp::Catch(action) => self.catch(action, named),
            Exp::Throw(_) | Exp::Fail(..) => self.fail(exp, named),
            Exp::Transpose(function, weight) => self.transpose(function, weight, named),
            Exp::Linearize(function, point) => self.linearize(function, point, named),
        })
    }

    /// DX-S-EXPR
    pub(super) fn stays(&mut self, named: &Named, exp: Exp) -> Done {
        DX_S_EXPR.apply();
        Ok(self.emit(named, exp))
    }

    /// DX-S-EXPR: what is done with a reference, and what with it.
    fn of_reference(
        &mut self,
        reference: &Value,
        named: &Named,
        of: &dyn Fn(Value) -> Exp,
        with: Option<&Value>,
    ) -> Done {
        let reference = self.form(reference);
        if let Value::Choose(choice) = &reference {
            return self.commute(choice, named, of);
        }
        let reference = self.operand(&reference)?;
        let with = with.map(|value| self.operand(value)).transpose()?;
        let exp = match (of(reference), with) {
            (Exp::Slice(reference, _), Some(at)) => Exp::Slice(reference, at),
            (Exp::Put(reference, _), Some(value)) => Exp::Put(reference, value),
            (Exp::Accumulate(reference, _), Some(value)) => Exp::Accumulate(reference, value),
            (exp, _) => exp,
        };
        self.stays(named, exp)
    }

    /// DX-S-APP
    pub(super) fn apply(&mut self, function: &Value, argument: &Value, named: &Named) -> Done {
        let function = self.form(function);
        match &function {
            Value::Choose(choice) => {
                let of = |function| Exp::Apply(function, argument.clone());
                self.commute(choice, named, &of)
            }
            given if self.is_given(given) => {
                let function = self.operand(given)?;
                let argument = self.operand(argument)?;
                self.stays(named, Exp::Apply(function, argument))
            }
            _ => self.applied(&function, argument),
        }
    }

    /// DX-S-APP, of a function that is no value case.
    pub(super) fn applied(&mut self, function: &Value, argument: &Value) -> Done {
        DX_S_APP.apply();
        self.counted()?;
        match function {
            Value::Lambda(lambda) => {
                let argument = self.given_to(&lambda.binder, &lambda.body, argument)?;
                let body = self.instance(lambda, &argument);
                self.block(&body)
            }
            other => self.unexpected(&format!("{} as a function", self.text(other))),
        }
    }

    /// The body of a function, with a value for its parameter.
    fn instance(&mut self, lambda: &Lambda, argument: &Value) -> Block {
        let values = FxHashMap::from_iter([(lambda.binder.name, argument.clone())]);
        self.replaced(values, |s: &mut Substitution<'_>| s.block(&lambda.body))
    }

    /// DX-S-VIEW, or the element of a table that stays.
    fn index(&mut self, table: &Value, at: &Value, named: &Named) -> Done {
        let table = self.form(table);
        match &table {
            Value::View(view) => {
                DX_S_VIEW.apply();
                self.counted()?;
                let at = self.given_to(&view.binder, &view.body, at)?;
                let body = self.element(view, &at);
                self.block(&body)
            }
            Value::Choose(choice) => {
                let of = |table| Exp::Index(table, at.clone());
                self.commute(choice, named, &of)
            }
            _ => {
                let table = self.operand(&table)?;
                let at = self.operand(at)?;
                self.stays(named, Exp::Index(table, at))
            }
        }
    }

    /// The body of a view, with an index for its parameter.
    fn element(&mut self, view: &View, at: &Value) -> Block {
        let values = FxHashMap::from_iter([(view.binder.name, at.clone())]);
        self.replaced(values, |s: &mut Substitution<'_>| s.block(&view.body))
    }
}

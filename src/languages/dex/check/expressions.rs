//! ε; Γ ⊢ e : τ

use super::{Checker, Judged};
use crate::core::{BOOL, Binder, Class, Exp, IndexOp, Loop, MAYBE, Row, Type, Value};
use crate::rules::loops::DX_P_CLASS;
use crate::rules::typing::{
    DX_T_APP, DX_T_ARITH, DX_T_FAIL, DX_T_FOR, DX_T_INDEX, DX_T_LIN, DX_T_ORDINAL, DX_T_TABLE, DX_T_TRANS,
    DX_T_VAL,
};
use crate::types::{equal, has, included};
use elder_syntax::Rule;
use elder_syntax::prim::{PrimFn, PrimType};

impl Checker<'_> {
    /// ε; Γ ⊢ e : τ
    pub(super) fn exp(&mut self, exp: &Exp) -> Judged<Type> {
        elder_syntax::effort::deeper(|| match exp {
            Exp::Value(value) => {
                DX_T_VAL.apply();
                self.value(value)
            }
            Exp::Apply(function, argument) => self.apply(function, argument),
            Exp::Index(table, at) => self.element(table, at),
            Exp::For(l) => self.for_loop(l),
            Exp::Case(scrutinee, alternatives) => self.case(scrutinee, alternatives),
            Exp::Table(set, elements) => self.table(set, elements),
            Exp::Prim(f, operands) => self.primitive(*f, operands),
            Exp::IndexSet(op, operands) => self.index_set(*op, operands),
            Exp::Slice(reference, at) => self.slice(reference, at),
            Exp::Part(part, reference) => self.part(part, reference),
            Exp::Get(reference) => self.get(reference),
            Exp::Ask(reference) => self.ask(reference),
            Exp::Put(reference, value) => self.put(reference, value),
            Exp::Accumulate(reference, value) => self.accumulate(reference, value),
            Exp::RunState(value, action) => self.run_state(value, action),
            Exp::RunReader(value, action) => self.run_reader(value, action),
            Exp::RunAccum(monoid, action) => self.run_accum(monoid.as_deref(), action),
            Exp::Catch(action) => self.catch(action),
            Exp::Throw(ty) => self.throw(ty),
            Exp::Fail(ty, _) => {
                DX_T_FAIL.apply();
                self.is_type(ty, &DX_T_FAIL, "type")?;
                Ok(self.definitions.normal(ty))
            }
            Exp::Linearize(function, point) => self.linearize(function, point),
            Exp::Transpose(function, cotangent) => self.transpose(function, cotangent),
        })
    }

    /// DX-T-APP
    fn apply(&mut self, function: &Value, argument: &Value) -> Judged<Type> {
        DX_T_APP.apply();
        let ty = self.value(function)?;
        let Value::Arrow(arrow) = &ty else {
            let message = format!(
                "{} is of type {}, no function",
                self.text(function),
                self.text(&ty)
            );
            return self.refuse(&DX_T_APP, "function", message);
        };
        let found = self.value(argument)?;
        let fits = self.fits(&found, Some(argument), &arrow.binder.ty);
        self.require(fits, &DX_T_APP, "argument", |c| {
            format!(
                "the function takes {} and is given {}, of type {}",
                c.text(&arrow.binder.ty),
                c.text(argument),
                c.text(&found)
            )
        })?;
        let effects = Value::Effects(std::sync::Arc::new(arrow.effects.clone()));
        let effects = self.substituted(arrow.binder.name, argument, &effects);
        if let Value::Effects(row) = &effects {
            self.allowed(row, &DX_T_APP, "effects")?;
        }
        Ok(self.substituted(arrow.binder.name, argument, &arrow.result))
    }

    /// Refuses by a premise effects that may not be done here.
    pub(super) fn allowed(&mut self, row: &Row, rule: &'static Rule, premise: &str) -> Judged {
        self.require(included(row, &self.capability), rule, premise, |c| {
            let text = |row: &Row| c.text(&Value::Effects(std::sync::Arc::new(row.clone())));
            format!(
                "this does {}, where {} may be done",
                text(row),
                text(&c.capability)
            )
        })?;
        self.performs(row);
        Ok(())
    }

    /// Takes down that this is done, in normal form.
    pub(super) fn performs(&mut self, row: &Row) {
        for effect in &row.effects {
            if !has(&self.performed, effect) {
                self.performed.effects.push(effect.clone());
            }
        }
        // One that is not known stands for all that are not.
        if row.rest.is_some() {
            self.performed.rest = row.rest.clone();
        }
    }

    /// What a judgement finds that is done within it.  What is done there is not done here.
    pub(super) fn performed_in<T>(&mut self, judge: impl FnOnce(&mut Self) -> T) -> (T, Row) {
        let outside = std::mem::take(&mut self.performed);
        let judged = judge(self);
        (judged, std::mem::replace(&mut self.performed, outside))
    }

    /// DX-T-INDEX
    fn element(&mut self, table: &Value, at: &Value) -> Judged<Type> {
        DX_T_INDEX.apply();
        let ty = self.value(table)?;
        let Value::Table(binder, element) = &ty else {
            let message = format!("{} is of type {}, no table", self.text(table), self.text(&ty));
            return self.refuse(&DX_T_INDEX, "table", message);
        };
        let found = self.value(at)?;
        self.member(at, &found, &binder.ty, &DX_T_INDEX)?;
        Ok(self.substituted(binder.name, at, element))
    }

    /// Refuses by the premise `index` what is no member of an index set.
    pub(super) fn member(&mut self, at: &Value, found: &Type, set: &Type, rule: &'static Rule) -> Judged {
        let fits = self.fits(found, Some(at), set);
        self.require(fits, rule, "index", |c| {
            format!(
                "the table is indexed by {}, and {} is of type {}",
                c.text(set),
                c.text(at),
                c.text(found)
            )
        })
    }

    /// DX-T-FOR
    fn for_loop(&mut self, l: &Loop) -> Judged<Type> {
        DX_T_FOR.apply();
        self.is_index(&l.binder.ty, &DX_T_FOR, "index")?;
        self.bind(&l.binder)?;
        let (element, performed) = self.performed_in(|c| c.block(&l.body));
        self.performs(&performed);
        let element = element?;
        if let Some(class) = l.class {
            self.class(class, &performed)?;
        }
        self.types.remove(&l.binder.name);
        let binder = Binder {
            name: l.binder.name,
            ty: self.definitions.normal(&l.binder.ty),
        };
        Ok(Value::table(binder, element))
    }

    /// DX-P-CLASS: the class that is written down, of a loop whose elements do this.  What a handler in an element handles they do not do
    /// (DX-P-LOCAL).
    fn class(&mut self, class: Class, performed: &Row) -> Judged {
        DX_P_CLASS.apply();
        let is = Class::of(performed);
        self.require(is == class, &DX_P_CLASS, "class", |c| {
            let row = Value::Effects(std::sync::Arc::new(performed.clone()));
            format!(
                "the loop is said to be {}, and is {}, as it does {}",
                class.name(),
                is.name(),
                c.text(&row)
            )
        })
    }

    /// DX-T-TABLE
    fn table(&mut self, set: &Type, elements: &[Value]) -> Judged<Type> {
        DX_T_TABLE.apply();
        self.is_index(set, &DX_T_TABLE, "index")?;
        let set = self.definitions.normal(set);
        let size = self.size(&set);
        self.require(size == Some(elements.len() as u128), &DX_T_TABLE, "count", |c| {
            format!("{} elements are given for {}", elements.len(), c.text(&set))
        })?;
        let Some((first, others)) = elements.split_first() else {
            return self.refuse(
                &DX_T_TABLE,
                "element",
                "a table without elements has no type: use `for`",
            );
        };
        let element = self.value(first)?;
        for other in others {
            let found = self.value(other)?;
            self.require(equal(&found, &element), &DX_T_TABLE, "element", |c| {
                format!(
                    "{} is of type {}, elements before it of {}",
                    c.text(other),
                    c.text(&found),
                    c.text(&element)
                )
            })?;
        }
        let binder = Binder {
            name: self.names.fresh("i"),
            ty: set,
        };
        Ok(Value::table(binder, element))
    }

    /// DX-T-ARITH
    fn primitive(&mut self, f: PrimFn, operands: &[Value]) -> Judged<Type> {
        DX_T_ARITH.apply();
        let wanted: Vec<Type> = f.parameters().into_iter().map(of_primitive).collect();
        self.require(wanted.len() == operands.len(), &DX_T_ARITH, "operand", |_| {
            format!(
                "`{f}` takes {} operands and is given {}",
                wanted.len(),
                operands.len()
            )
        })?;
        for (operand, wanted) in operands.iter().zip(&wanted) {
            let found = self.value(operand)?;
            self.require(found == *wanted, &DX_T_ARITH, "operand", |c| {
                format!(
                    "`{f}` takes {}, and {} is of type {}",
                    c.text(wanted),
                    c.text(operand),
                    c.text(&found)
                )
            })?;
        }
        Ok(of_primitive(f.result()))
    }

    /// DX-T-ORDINAL
    fn index_set(&mut self, op: IndexOp, operands: &[Value]) -> Judged<Type> {
        DX_T_ORDINAL.apply();
        let count = operands.len() == op.operands();
        self.require(count, &DX_T_ORDINAL, "index", |_| {
            format!("there are {} operands", operands.len())
        })?;
        match (op, operands) {
            (IndexOp::Ordinal, [member]) => {
                let ty = self.value(member)?;
                let is = self.index(&ty);
                self.require(is, &DX_T_ORDINAL, "index", |c| {
                    format!("{} is of type {}, no index set", c.text(member), c.text(&ty))
                })?;
                Ok(Value::INT)
            }
            (IndexOp::Size, [set]) => {
                self.is_index(set, &DX_T_ORDINAL, "index")?;
                Ok(Value::INT)
            }
            (IndexOp::Inject, [member]) => {
                let ty = self.value(member)?;
                match &ty {
                    Value::Range(range) => Ok(range.set.clone()),
                    _ => {
                        let message =
                            format!("{} is of type {}, no range", self.text(member), self.text(&ty));
                        self.refuse(&DX_T_ORDINAL, "range", message)
                    }
                }
            }
            (_, [set, number]) => {
                self.is_index(set, &DX_T_ORDINAL, "index")?;
                let ty = self.value(number)?;
                self.require(ty == Value::INT, &DX_T_ORDINAL, "number", |c| {
                    format!("{} is of type {}, no Int", c.text(number), c.text(&ty))
                })?;
                Ok(self.definitions.normal(set))
            }
            // The operands were counted.
            _ => Ok(Value::INT),
        }
    }

    /// DX-T-LIN
    fn linearize(&mut self, function: &Value, point: &Value) -> Judged<Type> {
        DX_T_LIN.apply();
        let (argument, result) = self.linear(function, &DX_T_LIN)?;
        self.given(point, &argument, &DX_T_LIN)?;
        let tangent = self.arrow_of(argument, result.clone());
        Ok(Value::pair_type(result, tangent))
    }

    /// DX-T-TRANS
    fn transpose(&mut self, function: &Value, cotangent: &Value) -> Judged<Type> {
        DX_T_TRANS.apply();
        let (argument, result) = self.linear(function, &DX_T_TRANS)?;
        self.given(cotangent, &result, &DX_T_TRANS)?;
        Ok(argument)
    }

    /// Argument and result of a pure function between vector spaces.
    fn linear(&mut self, function: &Value, rule: &'static Rule) -> Judged<(Type, Type)> {
        let ty = self.value(function)?;
        let arrow = match &ty {
            Value::Arrow(arrow) if arrow.effects.is_pure() => arrow,
            _ => {
                let message = format!(
                    "{} is of type {}, no pure function",
                    self.text(function),
                    self.text(&ty)
                );
                return self.refuse(rule, "function", message);
            }
        };
        let depends = crate::core::rewrite::free(&arrow.result).contains(&arrow.binder.name);
        self.require(!depends, rule, "function", |c| {
            format!("the result of {} depends on the argument", c.text(function))
        })?;
        for part in [&arrow.binder.ty, &arrow.result] {
            let is = self.space(part);
            self.require(is, rule, "space", |c| {
                format!("{} is no vector space", c.text(part))
            })?;
        }
        Ok((arrow.binder.ty.clone(), arrow.result.clone()))
    }

    /// Refuses by the premise `argument` what is not of this type.
    fn given(&mut self, value: &Value, wanted: &Type, rule: &'static Rule) -> Judged {
        let found = self.value(value)?;
        self.require(equal(&found, wanted), rule, "argument", |c| {
            format!(
                "{} is of type {}, where {} is wanted",
                c.text(value),
                c.text(&found),
                c.text(wanted)
            )
        })
    }

    fn arrow_of(&mut self, argument: Type, result: Type) -> Type {
        let binder = Binder {
            name: self.names.fresh("x"),
            ty: argument,
        };
        Value::arrow(binder, Row::PURE, result)
    }

    /// `Maybe a`
    pub(super) fn maybe(ty: Type) -> Type {
        Value::DataType(MAYBE, vec![ty])
    }
}

/// The type of operands and results of primitive functions.
fn of_primitive(base: PrimType) -> Type {
    match base {
        PrimType::Bool => Value::DataType(BOOL, vec![]),
        base => Value::Base(base),
    }
}

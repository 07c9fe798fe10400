//! Operations that begin with `%`: what the library is made of.

use super::{Done, Elaborator, Wanted};
use crate::ast::Exp as Syntax;
use crate::core::{
    Arrow, BOOL, Binder, Classes, Effect, Exp, IndexOp, Mark, Monoid, Projection, Row, Type, Value,
    base_of_name,
};
use crate::rules::elaboration::DX_EL_PRIM;
use crate::rules::typing::{
    DX_T_ACC, DX_T_ASK, DX_T_CATCH, DX_T_FSTREF, DX_T_GET, DX_T_LIN, DX_T_ORDINAL, DX_T_PUT, DX_T_RUNACCUM,
    DX_T_RUNREADER, DX_T_RUNSTATE, DX_T_THROW, DX_T_TRANS,
};
use elder_syntax::prim::{PrimFn, PrimType};
use elder_syntax::{Rule, Span};
use std::sync::Arc;

/// |-Idx
const INDEX: Value = Value::Kind(Classes {
    index: true,
    ..Classes::NONE
});
/// |-Data
const DATA: Value = Value::Kind(Classes {
    data: true,
    ..Classes::NONE
});
/// |-VSpace
const SPACE: Value = Value::Kind(Classes {
    space: true,
    ..Classes::NONE
});

impl Elaborator {
    /// DX-EL-PRIM: an arm an operation.
    pub(super) fn primitive(&mut self, name: &str, operands: &[&Syntax], at: Span) -> Done<(Value, Type)> {
        DX_EL_PRIM.apply();
        if let Some(f) = PrimFn::from_name(name) {
            return self.scalar(f, operands, at);
        }
        match (name, operands) {
            ("UnitType", []) => Ok((Value::UnitType, Value::TYPE)),
            ("TyKind", []) => Ok((Value::TYPE, Value::TYPE)),
            ("EffKind", []) => Ok((Value::EffectsKind, Value::TYPE)),
            ("LabeledRowKind", []) => Ok((Value::FieldsKind, Value::TYPE)),
            ("Fin", [size]) => {
                let size = self.operand(size, Value::INT, &crate::rules::typing::DX_T_FIN, "size")?;
                Ok((Value::Fin(Arc::new(size)), Value::TYPE))
            }
            ("Ref", [region, content]) => {
                let region = self.ty(region)?;
                Ok((Value::reference(region, self.ty(content)?), Value::TYPE))
            }
            ("indexRef", [reference, index]) => self.slice(reference, index, at),
            ("get", [reference]) => self.read(reference, &DX_T_GET, Effect::State, Exp::Get, at),
            ("ask", [reference]) => self.read(reference, &DX_T_ASK, Effect::Read, Exp::Ask, at),
            ("put", [reference, value]) => {
                self.write(reference, value, &DX_T_PUT, Effect::State, Exp::Put, at)
            }
            ("accumulate", [reference, value]) => {
                self.write(reference, value, &DX_T_ACC, Effect::Accum, Exp::Accumulate, at)
            }
            ("fstRef", [reference]) => self.reference_part(Projection::First, reference, at),
            ("sndRef", [reference]) => self.reference_part(Projection::Second, reference, at),
            ("runState", [value, action]) => self.handler(value, action, &DX_T_RUNSTATE, at),
            ("runReader", [value, action]) => self.handler(value, action, &DX_T_RUNREADER, at),
            ("runAccum", [action]) => self.accumulator(None, action, at),
            ("runAccum", [zero, plus, action]) => self.accumulator(Some((zero, plus)), action, at),
            ("catchException", [action]) => self.catch(action, at),
            ("throwException", [ty]) => {
                DX_T_THROW.apply();
                let ty = self.ty(ty)?;
                self.effect(Effect::Except, &DX_T_THROW, at)?;
                Ok((self.emit(Exp::Throw(ty.clone()), &ty, at), ty))
            }
            ("fail", [ty]) => {
                let ty = self.ty(ty)?;
                Ok((self.emit(Exp::Fail(ty.clone(), "error".into()), &ty, at), ty))
            }
            ("and" | "or" | "xor" | "shl" | "shr", [first, second]) => self.bits(name, first, second, at),
            ("toOrdinal", [member]) => {
                DX_T_ORDINAL.apply();
                let (member, set) = self.infer(member)?;
                self.demand(&INDEX, &set, at);
                let exp = Exp::IndexSet(IndexOp::Ordinal, vec![member]);
                Ok((self.emit(exp, &Value::INT, at), Value::INT))
            }
            ("idxSetSize", [set]) => {
                DX_T_ORDINAL.apply();
                let set = self.ty(set)?;
                self.demand(&INDEX, &set, at);
                let exp = Exp::IndexSet(IndexOp::Size, vec![set]);
                Ok((self.emit(exp, &Value::INT, at), Value::INT))
            }
            ("fromOrdinal", [set, number]) => self.member(IndexOp::FromOrdinal, set, number, at),
            ("unsafeFromOrdinal", [set, number]) => self.member(IndexOp::UnsafeFromOrdinal, set, number, at),
            ("inject", [member]) => self.inject(member, at),
            ("linearize", [function, point]) => self.linear(true, function, point, at),
            ("linearTranspose", [function, cotangent]) => self.linear(false, function, cotangent, at),
            _ => match (base(name), operands) {
                (Some(base), []) => Ok((Value::Base(base), Value::TYPE)),
                _ => {
                    let message = format!(
                        "`%{name}` is no primitive operation of {} operands",
                        operands.len()
                    );
                    self.refuse(&DX_EL_PRIM, "known", at, message)
                }
            },
        }
    }

    fn operand(&mut self, e: &Syntax, ty: Type, rule: &'static Rule, premise: &'static str) -> Done<Value> {
        let wanted = Wanted {
            ty,
            from: Span::NONE,
            rule,
            premise,
        };
        self.check(e, &wanted)
    }

    /// DX-T-ARITH
    fn scalar(&mut self, f: PrimFn, operands: &[&Syntax], at: Span) -> Done<(Value, Type)> {
        let of = |base| match base {
            PrimType::Bool => Value::DataType(BOOL, vec![]),
            base => Value::Base(base),
        };
        let parameters = f.parameters();
        if parameters.len() != operands.len() {
            let message = format!(
                "`%{f}` takes {} operands and is given {}",
                parameters.len(),
                operands.len()
            );
            return self.refuse(&DX_EL_PRIM, "count", at, message);
        }
        let mut values = Vec::with_capacity(operands.len());
        for (operand, base) in operands.iter().zip(parameters) {
            values.push(self.operand(operand, of(base), &crate::rules::typing::DX_T_ARITH, "operand")?);
        }
        let ty = of(f.result());
        Ok((self.emit(Exp::Prim(f, values), &ty, at), ty))
    }

    /// DX-T-ARITH, of an operation on bits whose operands say of which type it is.
    fn bits(&mut self, name: &str, first: &Syntax, second: &Syntax, at: Span) -> Done<(Value, Type)> {
        let (left, ty) = self.infer(first)?;
        let ty = self.normal(&ty);
        let function = match &ty {
            Value::Base(base) => PrimFn::from_name(&format!("{name}_{base}")),
            _ => None,
        };
        let Some(function) = function else {
            let message = format!("`%{name}` is of integers, and this is of type {}", self.text(&ty));
            let error = self.error(&crate::rules::typing::DX_T_ARITH, "operand", first.span, message);
            return Err(Box::new(error.with_help("say the type: `(x : Int)`")));
        };
        let right = self.operand(second, ty.clone(), &crate::rules::typing::DX_T_ARITH, "operand")?;
        Ok((self.emit(Exp::Prim(function, vec![left, right]), &ty, at), ty))
    }

    /// DX-T-GET, DX-T-ASK
    fn read(
        &mut self,
        reference: &Syntax,
        rule: &'static Rule,
        effect: fn(Value) -> Effect,
        exp: fn(Value) -> Exp,
        at: Span,
    ) -> Done<(Value, Type)> {
        rule.apply();
        let (value, ty) = self.infer(reference)?;
        let (region, content) = self.reference(&ty, reference.span, rule, "reference")?;
        self.effect(effect(region), rule, at)?;
        Ok((self.emit(exp(value), &content, at), content))
    }

    /// DX-T-PUT, DX-T-ACC
    fn write(
        &mut self,
        reference: &Syntax,
        value: &Syntax,
        rule: &'static Rule,
        effect: fn(Value) -> Effect,
        exp: fn(Value, Value) -> Exp,
        at: Span,
    ) -> Done<(Value, Type)> {
        rule.apply();
        let (place, ty) = self.infer(reference)?;
        let (region, content) = self.reference(&ty, reference.span, rule, "reference")?;
        let value = self.operand(value, content, rule, "value")?;
        self.effect(effect(region), rule, at)?;
        Ok((
            self.emit(exp(place, value), &Value::UnitType, at),
            Value::UnitType,
        ))
    }

    /// DX-T-FSTREF
    fn reference_part(&mut self, part: Projection, reference: &Syntax, at: Span) -> Done<(Value, Type)> {
        DX_T_FSTREF.apply();
        let (value, ty) = self.infer(reference)?;
        let (region, content) = self.reference(&ty, reference.span, &DX_T_FSTREF, "pair")?;
        let (first, second) = (self.fresh_type(at), self.fresh_type(at));
        let wanted = Wanted {
            ty: Value::pair_type(first.clone(), second.clone()),
            from: at,
            rule: &DX_T_FSTREF,
            premise: "pair",
        };
        self.equate(&content, &wanted, reference.span)?;
        let content = if part == Projection::First { first } else { second };
        let ty = Value::reference(region, content);
        Ok((self.emit(Exp::Part(part, value), &ty, at), ty))
    }

    /// The type of an action of a handler, and its result; the rest of its effects may be done here.
    fn action(
        &mut self,
        content: &Type,
        effect: fn(Value) -> Effect,
        rule: &'static Rule,
        at: Span,
    ) -> Done<(Type, Type)> {
        let result = self.fresh_type(at);
        let rest = self.fresh(Value::EffectsKind, at);
        let region = self.program.names.fresh("h");
        let reference = Binder {
            name: self.program.names.fresh("r"),
            ty: Value::reference(Value::Var(region), content.clone()),
        };
        let row = Row {
            effects: vec![effect(Value::Var(region))],
            rest: Some(rest.clone()),
        };
        let inner = Value::arrow(reference, row, result.clone());
        let ty = Value::Arrow(Arc::new(Arrow {
            mark: Mark::Implicit,
            binder: Binder {
                name: region,
                ty: Value::TYPE,
            },
            effects: Row::PURE,
            result: inner,
        }));
        let row = Row {
            effects: vec![],
            rest: Some(rest),
        };
        self.perform(&row, rule, "effects", at)?;
        Ok((ty, result))
    }

    /// DX-T-RUNSTATE, DX-T-RUNREADER
    fn handler(
        &mut self,
        value: &Syntax,
        action: &Syntax,
        rule: &'static Rule,
        at: Span,
    ) -> Done<(Value, Type)> {
        rule.apply();
        let (value, content) = self.infer(value)?;
        self.demand(&DATA, &content, at);
        let state = std::ptr::eq(rule, &raw const DX_T_RUNSTATE);
        let effect: fn(Value) -> Effect = if state { Effect::State } else { Effect::Read };
        let (wanted, result) = self.action(&content, effect, rule, at)?;
        let action = self.operand(action, wanted, rule, "action")?;
        if state {
            let ty = Value::pair_type(result, content);
            return Ok((self.emit(Exp::RunState(value, action), &ty, at), ty));
        }
        Ok((self.emit(Exp::RunReader(value, action), &result, at), result))
    }

    /// DX-T-RUNACCUM
    fn accumulator(
        &mut self,
        monoid: Option<(&Syntax, &Syntax)>,
        action: &Syntax,
        at: Span,
    ) -> Done<(Value, Type)> {
        DX_T_RUNACCUM.apply();
        let content = self.fresh_type(at);
        let monoid = match monoid {
            None => {
                self.demand(&SPACE, &content, at);
                None
            }
            Some((zero, plus)) => {
                self.demand(&DATA, &content, at);
                // The rules of core ask that the content is of such elements behind indices.
                let element = self.fresh_type(at);
                let zero = self.operand(zero, element.clone(), &DX_T_RUNACCUM, "monoid")?;
                let inner = self.function(element.clone(), element.clone());
                let ty = self.function(element, inner);
                let plus = self.operand(plus, ty, &DX_T_RUNACCUM, "monoid")?;
                Some(Box::new(Monoid { zero, plus }))
            }
        };
        let (wanted, result) = self.action(&content, Effect::Accum, &DX_T_RUNACCUM, at)?;
        let action = self.operand(action, wanted, &DX_T_RUNACCUM, "action")?;
        let ty = Value::pair_type(result, content);
        Ok((self.emit(Exp::RunAccum(monoid, action), &ty, at), ty))
    }

    fn function(&mut self, argument: Type, result: Type) -> Type {
        let name = self.program.names.fresh("x");
        Value::arrow(Binder { name, ty: argument }, Row::PURE, result)
    }

    /// DX-T-CATCH
    fn catch(&mut self, action: &Syntax, at: Span) -> Done<(Value, Type)> {
        DX_T_CATCH.apply();
        let result = self.fresh_type(at);
        let rest = self.fresh(Value::EffectsKind, at);
        let binder = Binder {
            name: self.program.names.fresh("u"),
            ty: Value::UnitType,
        };
        let row = |effects| Row {
            effects,
            rest: Some(rest.clone()),
        };
        let wanted = Value::arrow(binder, row(vec![Effect::Except]), result.clone());
        self.perform(&row(vec![]), &DX_T_CATCH, "effects", at)?;
        let action = self.operand(action, wanted, &DX_T_CATCH, "action")?;
        let ty = Value::DataType(crate::core::MAYBE, vec![result]);
        Ok((self.emit(Exp::Catch(action), &ty, at), ty))
    }

    /// DX-T-ORDINAL
    fn member(&mut self, op: IndexOp, set: &Syntax, number: &Syntax, at: Span) -> Done<(Value, Type)> {
        DX_T_ORDINAL.apply();
        let set = self.ty(set)?;
        self.demand(&INDEX, &set, at);
        let number = self.operand(number, Value::INT, &DX_T_ORDINAL, "number")?;
        let exp = Exp::IndexSet(op, vec![set.clone(), number]);
        Ok((self.emit(exp, &set, at), set))
    }

    fn inject(&mut self, member: &Syntax, at: Span) -> Done<(Value, Type)> {
        DX_T_ORDINAL.apply();
        let (value, ty) = self.infer(member)?;
        let Value::Range(range) = self.normal(&ty) else {
            let message = format!("this is of type {}, no range", self.text(&ty));
            return self.refuse(&DX_T_ORDINAL, "range", member.span, message);
        };
        let exp = Exp::IndexSet(IndexOp::Inject, vec![value]);
        Ok((self.emit(exp, &range.set, at), range.set.clone()))
    }

    /// DX-T-LIN, DX-T-TRANS
    fn linear(
        &mut self,
        linearize: bool,
        function: &Syntax,
        operand: &Syntax,
        at: Span,
    ) -> Done<(Value, Type)> {
        let rule: &'static Rule = if linearize { &DX_T_LIN } else { &DX_T_TRANS };
        rule.apply();
        let (argument, result) = (self.fresh_type(at), self.fresh_type(at));
        self.demand(&SPACE, &argument, at);
        self.demand(&SPACE, &result, at);
        let ty = self.function(argument.clone(), result.clone());
        let function = self.operand(function, ty, rule, "function")?;
        if linearize {
            let point = self.operand(operand, argument.clone(), rule, "argument")?;
            let tangent = self.function(argument, result.clone());
            let ty = Value::pair_type(result, tangent);
            return Ok((self.emit(Exp::Linearize(function, point), &ty, at), ty));
        }
        let cotangent = self.operand(operand, result, rule, "argument")?;
        Ok((
            self.emit(Exp::Transpose(function, cotangent), &argument, at),
            argument,
        ))
    }
}

/// The primitive type of this name.
fn base(name: &str) -> Option<PrimType> {
    match name {
        "Int32" => Some(PrimType::I32),
        "Float32" => Some(PrimType::F32),
        "Int" | "Float" => None,
        other => base_of_name(other),
    }
}

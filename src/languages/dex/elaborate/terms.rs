//! Expressions: the two judgements.

use super::names::Entity;
use super::{Done, Elaborator, Wanted};
use crate::ast::{ArrowKind, Block, Exp as Syntax, ExpKind, Ident, Loop, Statement};
use crate::core::{EITHER, Effect, Mark, Type, Value};
use crate::rules::elaboration::{DX_EL_DOLLAR, DX_EL_FORM, DX_EL_HOLE, DX_EL_SCOPE};
use crate::rules::typing::{DX_T_LET, DX_T_LIT, DX_T_PAIR, DX_T_PAIRTY};
use elder_syntax::prim::PrimValue;
use elder_syntax::{Rule, Span};
use std::sync::Arc;

impl Elaborator {
    /// What an expression is, and of which type.
    pub(super) fn infer(&mut self, e: &Syntax) -> Done<(Value, Type)> {
        let (value, ty) = elder_syntax::effort::deeper(|| self.infer_form(e))?;
        match e.kind {
            // What is implicit in it was written.
            ExpKind::Lambda(..) => Ok((value, ty)),
            _ => self.instantiate(value, ty, e.span),
        }
    }

    fn infer_form(&mut self, e: &Syntax) -> Done<(Value, Type)> {
        DX_EL_FORM.apply();
        let at = e.span;
        match &e.kind {
            ExpKind::Name(_) | ExpKind::Apply(..) | ExpKind::Primitive(_) => self.application(e),
            ExpKind::Hole => {
                DX_EL_HOLE.apply();
                let ty = self.fresh_type(at);
                Ok((self.fresh(ty.clone(), at), ty))
            }
            ExpKind::Int(number) => Ok((self.integer(i128::from(*number), at)?, Value::INT)),
            ExpKind::Float(number) => {
                DX_T_LIT.apply();
                Ok((Value::Literal(PrimValue::F32(number.single())), Value::FLOAT))
            }
            ExpKind::Char(byte) => {
                DX_T_LIT.apply();
                let literal = PrimValue::U8(*byte);
                Ok((Value::Literal(literal), Value::Base(literal.prim_type())))
            }
            ExpKind::String(text) => self.string(text, at),
            ExpKind::Unit => {
                DX_T_LIT.apply();
                Ok((Value::Unit, Value::UnitType))
            }
            ExpKind::Table(elements) => self.infer_table(elements, at),
            ExpKind::Index(table, index) => self.index(table, index, at),
            ExpKind::Binary(op, left, right) => self.binary(op, left, right, at),
            ExpKind::Negate(operand) => self.negate(operand, at),
            ExpKind::Ascribe(inner, ty) => {
                let ty = self.ty(ty)?;
                let wanted = Wanted {
                    ty: ty.clone(),
                    from: e.span,
                    rule: &DX_T_LET,
                    premise: "type",
                };
                Ok((self.check(inner, &wanted)?, ty))
            }
            ExpKind::Arrow(arrow) => Ok((self.arrow(arrow)?, Value::TYPE)),
            ExpKind::Range(low, high) => Ok((self.range(low, high, at)?, Value::TYPE)),
            ExpKind::Lambda(kind, binders, body) => self.infer_lambda(*kind, binders, body),
            ExpKind::For(kind, binders, body) => self.infer_loop(*kind, binders, body, at),
            ExpKind::Case(scrutinee, alternatives) => {
                let result = self.fresh_type(at);
                let wanted = self.branches(result.clone(), at);
                Ok((self.case(scrutinee, alternatives, &wanted, at)?, result))
            }
            ExpKind::If(condition, then, other) => {
                let result = match other {
                    Some(_) => self.fresh_type(at),
                    None => Value::UnitType,
                };
                let wanted = self.branches(result.clone(), at);
                Ok((
                    self.conditional(condition, then, other.as_deref(), &wanted, at)?,
                    result,
                ))
            }
            ExpKind::Do(body) => self.infer_lambda(ArrowKind::Plain, &[unit_binder(at)], body),
            ExpKind::Block(block) => self.scoped(|e| {
                e.statements(block)?;
                e.infer(&block.result)
            }),
            ExpKind::Record(fields, rest) => self.record(fields, rest.as_deref(), None, at),
            ExpKind::RecordType(labels) => {
                let labels = self.labels(labels)?;
                Ok((Value::RecordType(Arc::new(labels)), Value::TYPE))
            }
            ExpKind::VariantType(labels) => {
                let labels = self.labels(labels)?;
                Ok((Value::VariantType(Arc::new(labels)), Value::TYPE))
            }
            ExpKind::Variant(before, label, value) => self.variant(before, label, value, None, at),
            ExpKind::Lift(named, held) => self.lift(named, held, None, at),
            ExpKind::Label(lens, label) => self.lens(*lens, label, at),
            ExpKind::Foreign(..) => {
                self.refuse(&DX_EL_FORM, "known", at, "Elder does not have functions of C's")
            }
        }
    }

    /// The value that an expression is, which must be of this type.
    pub(super) fn check(&mut self, e: &Syntax, wanted: &Wanted) -> Done<Value> {
        elder_syntax::effort::deeper(|| self.check_form(e, wanted))
    }

    fn check_form(&mut self, e: &Syntax, wanted: &Wanted) -> Done<Value> {
        let ty = self.normal(&wanted.ty);
        let at = e.span;
        if let Value::Arrow(arrow) = &ty
            && matches!(arrow.mark, Mark::Implicit | Mark::Class)
            && !is_function_of(e, arrow.mark)
        {
            return self.check_implicit(e, arrow, wanted);
        }
        match &e.kind {
            ExpKind::Hole => {
                DX_EL_HOLE.apply();
                let value = self.fresh(ty.clone(), at);
                self.demand(&ty, &value, at);
                Ok(value)
            }
            ExpKind::Table(elements) if !self.is_unknown(&ty) => self.check_table(elements, wanted, at),
            ExpKind::Lambda(kind, binders, body) if matches!(ty, Value::Arrow(_)) => {
                self.check_lambda(*kind, binders, body, wanted, at)
            }
            ExpKind::Do(body) if matches!(ty, Value::Arrow(_)) => {
                self.check_lambda(ArrowKind::Plain, &[unit_binder(at)], body, wanted, at)
            }
            ExpKind::For(kind @ (Loop::For | Loop::Rof | Loop::View), binders, body)
                if matches!(ty, Value::Table(..)) =>
            {
                self.check_loop(*kind, binders, body, wanted, at)
            }
            ExpKind::Case(scrutinee, alternatives) => self.case(scrutinee, alternatives, wanted, at),
            ExpKind::If(condition, then, other) => {
                if other.is_none() {
                    self.equate(&Value::UnitType, wanted, at)?;
                }
                self.conditional(condition, then, other.as_deref(), wanted, at)
            }
            ExpKind::Block(block) => self.scoped(|e| {
                e.statements(block)?;
                e.check(&block.result, wanted)
            }),
            ExpKind::Binary(op, left, right) => match (op.name.as_str(), &ty) {
                (",", Value::PairType(first, second)) => {
                    DX_T_PAIR.apply();
                    let left = self.check(left, &wanted.with(Value::clone(first)))?;
                    let right = self.check(right, &wanted.with(Value::clone(second)))?;
                    Ok(Value::pair(left, right))
                }
                ("$", _) => {
                    DX_EL_DOLLAR.apply();
                    let applied = Syntax {
                        kind: ExpKind::Apply(left.clone(), right.clone()),
                        span: at,
                    };
                    self.check(&applied, wanted)
                }
                _ => self.check_inferred(e, wanted),
            },
            ExpKind::Variant(before, label, value) => {
                let (value, _) = self.variant(before, label, value, Some(wanted), at)?;
                Ok(value)
            }
            ExpKind::Lift(named, held) => {
                let (value, _) = self.lift(named, held, Some(wanted), at)?;
                Ok(value)
            }
            ExpKind::Record(fields, rest) if matches!(ty, Value::RecordType(_)) => {
                let (value, found) = self.record(fields, rest.as_deref(), Some(wanted), at)?;
                self.equate(&found, wanted, at)?;
                Ok(value)
            }
            _ => self.check_inferred(e, wanted),
        }
    }

    fn check_inferred(&mut self, e: &Syntax, wanted: &Wanted) -> Done<Value> {
        let (value, found) = self.infer(e)?;
        self.equate(&found, wanted, e.span)?;
        if self.is_kind(&self.normal(&wanted.ty)) {
            self.demand(&wanted.ty.clone(), &value, e.span);
        }
        Ok(value)
    }

    /// What is found is of the type that is wanted.
    pub(super) fn equate(&mut self, found: &Type, wanted: &Wanted, at: Span) -> Done {
        self.escaped = None;
        if self.unify(found, &wanted.ty) {
            return Ok(());
        }
        let (rule, premise): (&'static Rule, &str) = match self.escaped {
            Some(_) => (&DX_EL_SCOPE, "escape"),
            None => (wanted.rule, wanted.premise),
        };
        let message = format!(
            "this is of type {}, where {} is wanted",
            self.text(found),
            self.text(&wanted.ty)
        );
        let mut error = self.error(rule, premise, at, message);
        if wanted.from != at && wanted.from != Span::NONE {
            error = error.and_at(wanted.from, format!("{} is wanted here", self.text(&wanted.ty)));
        }
        let error = match self.escaped {
            Some(name) => {
                let name = self.program.names.text(name).clone();
                error.with_help(format!(
                    "`{name}` is bound further in: bind what depends on it there, or it further out"
                ))
            }
            None => error.with_help("change it, or the type that is said"),
        };
        Err(Box::new(error))
    }

    /// What `inside` binds is bound in it only.
    pub(super) fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        let (locals, givens) = (self.locals.len(), self.givens.len());
        let done = inside(self);
        self.locals.truncate(locals);
        self.givens.truncate(givens);
        done
    }

    fn statements(&mut self, block: &Block) -> Done {
        for statement in &block.statements {
            match statement {
                Statement::Declaration(declaration) => self.local_declaration(declaration)?,
                Statement::Expression(e) => {
                    self.infer(e)?;
                }
            }
        }
        Ok(())
    }

    /// An integer; those that are not of 32 bits are refused.
    pub(super) fn integer(&mut self, number: i128, at: Span) -> Done<Value> {
        DX_T_LIT.apply();
        match i32::try_from(number) {
            Ok(number) => Ok(Value::Literal(PrimValue::I32(number))),
            Err(_) => {
                let message = format!("{number} is no number of 32 bits, as Int has them");
                self.refuse(&DX_T_LIT, "base", at, message)
            }
        }
    }

    /// `[x ↦ v]τ`
    pub(super) fn substituted(&mut self, name: elder_syntax::names::Name, value: &Value, ty: &Type) -> Type {
        crate::core::rewrite::substitute(&mut self.program.names, name, value, ty)
    }

    fn binary(&mut self, op: &Ident, left: &Syntax, right: &Syntax, at: Span) -> Done<(Value, Type)> {
        match op.name.as_str() {
            "," => {
                DX_T_PAIR.apply();
                let (left, first) = self.infer(left)?;
                let (right, second) = self.infer(right)?;
                Ok((Value::pair(left, right), Value::pair_type(first, second)))
            }
            "&" => {
                DX_T_PAIRTY.apply();
                let first = self.ty(left)?;
                Ok((Value::pair_type(first, self.ty(right)?), Value::TYPE))
            }
            "|" => {
                let first = self.ty(left)?;
                let second = self.ty(right)?;
                Ok((Value::DataType(EITHER, vec![first, second]), Value::TYPE))
            }
            "!" => self.slice(left, right, at),
            _ => {
                let function = Syntax {
                    kind: ExpKind::Name(op.name.clone()),
                    span: op.span,
                };
                let function = match op.name.as_str() {
                    "$" => {
                        DX_EL_DOLLAR.apply();
                        return self.application(&applied(left.clone(), right, at));
                    }
                    _ => applied(function, left, left.span.to(op.span)),
                };
                self.application(&applied(function, right, at))
            }
        }
    }

    fn negate(&mut self, operand: &Syntax, at: Span) -> Done<(Value, Type)> {
        match &operand.kind {
            ExpKind::Int(number) => Ok((self.integer(-i128::from(*number), at)?, Value::INT)),
            ExpKind::Float(number) => {
                DX_T_LIT.apply();
                Ok((Value::Literal(PrimValue::F32(-number.single())), Value::FLOAT))
            }
            _ => {
                let neg = Syntax {
                    kind: ExpKind::Name("neg".into()),
                    span: at,
                };
                self.application(&applied(neg, operand, at))
            }
        }
    }

    /// A string is a list of characters.
    fn string(&mut self, text: &str, at: Span) -> Done<(Value, Type)> {
        DX_T_LIT.apply();
        let Entity::Constructor(list, constructor) = self.lookup("AsList", at)? else {
            return self.refuse(
                &DX_EL_FORM,
                "known",
                at,
                "there are no lists here, and a string is one",
            );
        };
        let character = Value::Base(elder_syntax::prim::PrimType::U8);
        let bytes = text.bytes().map(|byte| Value::Literal(PrimValue::U8(byte)));
        let bytes: Vec<Value> = bytes.collect();
        let length = self.integer(bytes.len() as i128, at)?;
        let set = Value::Fin(Arc::new(length.clone()));
        let table = self.table_of(set, character.clone(), bytes, at);
        let construction = crate::core::Construction {
            data: list,
            constructor,
            parameters: vec![character.clone()],
            fields: vec![length, table],
        };
        Ok((
            Value::Con(Arc::new(construction)),
            Value::DataType(list, vec![character]),
        ))
    }

    /// An effect of a region is done here.
    pub(super) fn effect(&mut self, effect: Effect, rule: &'static Rule, at: Span) -> Done {
        let row = crate::core::Row {
            effects: vec![effect],
            rest: None,
        };
        self.perform(&row, rule, "effects", at)
    }
}

/// `f x`
fn applied(function: impl Into<Box<Syntax>>, argument: &Syntax, span: Span) -> Syntax {
    Syntax {
        kind: ExpKind::Apply(function.into(), Box::new(argument.clone())),
        span,
    }
}

/// Whether an expression is a function whose arguments are written with this mark.
fn is_function_of(e: &Syntax, mark: Mark) -> bool {
    let ExpKind::Lambda(kind, ..) = &e.kind else {
        return false;
    };
    super::functions::mark_of(*kind) == mark
}

/// `()`
fn unit_binder(at: Span) -> crate::ast::Binder {
    crate::ast::Binder {
        pattern: crate::ast::Pattern {
            kind: crate::ast::PatternKind::Unit,
            span: at,
        },
        ty: None,
    }
}

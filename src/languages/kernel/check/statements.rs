//! Statements: declarations, assignments, control; which of them items have to come to together.

use super::expressions::Place;
use super::types::{self, converted};
use super::{Checker, Exchange, Judged, Lies};
use crate::c::{self, BinaryOp, Hint, Space, StmtKind as C, Type, UnaryOp};
use crate::rules as rule;
use crate::tree::{Access, Array, Expr, For, Meeting, Routine, Stmt, StmtKind};
use elder_syntax::Name;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// The judgement of the routine.
    pub(super) fn routine(&mut self) -> Judged<Routine> {
        let function = self.function;
        for param in &function.params {
            let is_fine = match &param.ty {
                Type::Scalar(_) => true,
                Type::Pointer(p) => matches!(p.to, Type::Scalar(_) | Type::Vector(..)),
                _ => false,
            };
            if !is_fine {
                let message = format!(
                    "`{}` is a {}, which no parameter is",
                    param.name,
                    types::text(&param.ty)
                );
                return self.refused(&rule::KER_T_DECLARE, "kind", message);
            }
            self.declared(&param.name, param.ty.clone(), Lies::Slot, false)?;
        }
        let body = self.block(&function.body)?;
        Ok(Routine {
            name: function.name.clone(),
            params: function.params.iter().map(|p| p.ty.clone()).collect(),
            slots: self.most_slots,
            arrays: self.arrays,
            body,
            span: function.span,
        })
    }

    fn block(&mut self, body: &[c::Stmt]) -> Judged<Vec<Stmt>> {
        self.inner(|checker| {
            let mut out = Vec::with_capacity(body.len());
            for stmt in body {
                elder_syntax::effort::deeper(|| checker.statement(stmt, &mut out))?;
            }
            Ok(out)
        })
    }

    fn statement(&mut self, stmt: &c::Stmt, out: &mut Vec<Stmt>) -> Judged {
        let outer = std::mem::replace(&mut self.span, stmt.span);
        let result = self.statement_here(stmt, out);
        self.span = outer;
        result
    }

    /// Adds a statement after the exchanges that it needs.
    fn push(&mut self, out: &mut Vec<Stmt>, meeting: Meeting, kind: StmtKind) {
        let span = self.span;
        for Exchange { to, own, from, width } in std::mem::take(&mut self.exchanges) {
            out.push(Stmt {
                kind: StmtKind::Exchange { to, own, from, width },
                meeting: Meeting::Lanes,
                span,
            });
        }
        out.push(Stmt { kind, meeting, span });
    }

    fn statement_here(&mut self, stmt: &c::Stmt, out: &mut Vec<Stmt>) -> Judged {
        match &stmt.kind {
            C::Comment(_) => Ok(()),
            C::Declare(d) => self.declare(d, out),
            C::Assign(target, value) => {
                let place = self.place(target, true)?;
                self.assign(place, value, out)
            }
            C::Update(op, target, value) => self.update(*op, target, value, out),
            C::VStore(value, access) => {
                let (value, ty) = self.expression(value)?;
                let access = self.neighbours(access, true)?;
                if ty != types::of(access.element, access.width) {
                    let message = format!(
                        "a {} is stored where neighbours of another type are",
                        types::text(&ty)
                    );
                    return self.refused(&rule::KER_T_ASSIGN, "kind", message);
                }
                self.push(out, Meeting::Nobody, StmtKind::Store(access, value));
                Ok(())
            }
            C::For(f) => self.for_loop(f, out),
            C::If(condition, then, otherwise) => {
                let condition = self.condition(condition)?;
                // What the condition exchanges comes before the branches.
                let exchanges = std::mem::take(&mut self.exchanges);
                let (then, otherwise) = (self.block(then)?, self.block(otherwise)?);
                self.exchanges = exchanges;
                let meeting = meeting(&then).max(meeting(&otherwise));
                self.push(out, meeting, StmtKind::If(condition, then, otherwise));
                Ok(())
            }
            C::Subgroups(lanes, then, otherwise) => {
                let (then, otherwise) = (self.block(then)?, self.block(otherwise)?);
                let chosen = match self.is_opencl() && self.target.lanes >= *lanes {
                    true => then,
                    false => otherwise,
                };
                self.push(out, meeting(&chosen), StmtKind::Block(chosen));
                Ok(())
            }
            C::While(condition, body) => {
                let condition = self.condition(condition)?;
                if !self.exchanges.is_empty() {
                    return self.refused(
                        &rule::KER_T_EXCHANGE,
                        "apart",
                        "lanes exchange values in the condition of a loop",
                    );
                }
                let body = self.loop_body(body)?;
                self.push(out, meeting(&body), StmtKind::While(condition, body));
                Ok(())
            }
            C::Block(body) => {
                let body = self.block(body)?;
                self.push(out, meeting(&body), StmtKind::Block(body));
                Ok(())
            }
            C::Barrier(fences) => {
                rule::KER_T_BARRIER.apply();
                if !self.function.is_kernel || !self.is_opencl() {
                    return self.refused(
                        &rule::KER_T_BARRIER,
                        "kernel",
                        "a barrier stands outside of kernels of OpenCL C",
                    );
                }
                self.push(out, Meeting::Group, StmtKind::Barrier(*fences));
                Ok(())
            }
            C::Call(name, arguments) if name.as_str() == "free" && !self.is_opencl() => {
                let [array] = arguments.as_slice() else {
                    return self.refused(&rule::KER_T_CALL, "arguments", "`free` takes one argument");
                };
                let (array, _) = self.pointed(array)?;
                self.push(out, Meeting::Nobody, StmtKind::Free(array));
                Ok(())
            }
            C::Call(name, arguments) => {
                let (call, _) = self.call(name, arguments)?;
                self.push(out, Meeting::Nobody, StmtKind::Evaluate(call));
                Ok(())
            }
            C::Return(value) => {
                rule::KER_T_FLOW.apply();
                let value = match (value, &self.function.result) {
                    (None, Type::Void) => None,
                    (Some(value), Type::Scalar(t)) => Some(self.converted_to(value, *t)?),
                    _ => {
                        return self.refused(
                            &rule::KER_T_FLOW,
                            "returned",
                            "what is returned is not the result",
                        );
                    }
                };
                self.push(out, Meeting::Nobody, StmtKind::Return(value));
                Ok(())
            }
            C::Break => {
                rule::KER_T_FLOW.apply();
                if self.loops == 0 {
                    return self.refused(&rule::KER_T_FLOW, "inside", "a break stands in no loop");
                }
                self.push(out, Meeting::Nobody, StmtKind::Break);
                Ok(())
            }
        }
    }

    fn loop_body(&mut self, body: &[c::Stmt]) -> Judged<Vec<Stmt>> {
        self.loops += 1;
        let body = self.block(body);
        self.loops -= 1;
        body
    }

    fn declare(&mut self, d: &c::Declaration, out: &mut Vec<Stmt>) -> Judged {
        rule::KER_T_DECLARE.apply();
        if let Some(c::Expr::Call(name, arguments)) = &d.init
            && name.as_str() == "malloc"
            && !self.is_opencl()
        {
            return self.allocate(d, arguments, out);
        }
        let is_number = matches!(d.ty, Type::Scalar(_) | Type::Vector(..));
        let space_fits =
            d.space == Space::Private || (d.space == Space::Local && self.is_opencl() && d.init.is_none());
        match (&d.ty, d.dims.len()) {
            (Type::Pointer(_), 0) if d.space == Space::Private => {}
            _ if !is_number || d.dims.len() > 1 => {
                let message = format!(
                    "`{}` is a {} of {} dimensions",
                    d.name,
                    types::text(&d.ty),
                    d.dims.len()
                );
                return self.refused(&rule::KER_T_DECLARE, "kind", message);
            }
            _ if !space_fits => {
                return self.refused(
                    &rule::KER_T_DECLARE,
                    "space",
                    format!("`{}` cannot lie in {:?} memory", d.name, d.space),
                );
            }
            _ => {}
        }
        if let [length] = d.dims.as_slice() {
            let count = self.length(d, length)?;
            if d.init.is_some() {
                return self.refused(
                    &rule::KER_T_DECLARE,
                    "kind",
                    format!("the array `{}` has an initial value", d.name),
                );
            }
            let slot = self.declared(&d.name, d.ty.clone(), Lies::Array(d.space), d.is_const)?;
            let array = self.array(d, slot, d.ty.clone(), count);
            self.push(out, Meeting::Nobody, StmtKind::Array(array));
            return Ok(());
        }
        // The variable is not in scope of its own value.
        let value = match (&d.init, &d.ty) {
            (None, _) => None,
            (Some(value), ty) => Some(self.value_for(value, ty)?),
        };
        let in_memory =
            d.space == Space::Local || matches!(d.ty, Type::Vector(..)) || self.addressed.contains(&d.name);
        if !in_memory {
            let slot = self.declared(&d.name, d.ty.clone(), Lies::Slot, d.is_const)?;
            self.push(out, Meeting::Nobody, StmtKind::Declare(slot, value));
            return Ok(());
        }
        let slot = self.declared(&d.name, d.ty.clone(), Lies::Memory(d.space), d.is_const)?;
        let one = Expr::Constant(PrimValue::I64(1));
        let array = self.array(d, slot, d.ty.clone(), one);
        self.push(out, Meeting::Nobody, StmtKind::Array(array));
        if let Some(value) = value {
            let access = self.access(Expr::Variable(slot), &d.ty)?;
            self.push(out, Meeting::Nobody, StmtKind::Store(access, value));
        }
        Ok(())
    }

    fn array(&mut self, d: &c::Declaration, slot: usize, element: Type, count: Expr) -> Array {
        self.arrays += 1;
        Array {
            number: self.arrays - 1,
            slot,
            element,
            count,
            space: d.space,
            name: d.name.clone(),
        }
    }

    /// How many elements an array has, as `i64`.
    fn length(&mut self, d: &c::Declaration, length: &c::Expr) -> Judged<Expr> {
        let (e, t) = self.number(length)?;
        let constant = matches!(length, c::Expr::Int(_));
        if !t.is_integer() || (d.space == Space::Local && !constant) {
            return self.refused(
                &rule::KER_T_DECLARE,
                "length",
                format!("the length of `{}` is no constant integer", d.name),
            );
        }
        Ok(converted(e, t, PrimType::I64))
    }

    /// `T* name = malloc(bytes);`
    fn allocate(&mut self, d: &c::Declaration, arguments: &[c::Expr], out: &mut Vec<Stmt>) -> Judged {
        let (Type::Pointer(of), [bytes], true) = (&d.ty, arguments, d.dims.is_empty()) else {
            return self.refused(
                &rule::KER_T_CALL,
                "arguments",
                "`malloc` gives a pointer for a number of bytes",
            );
        };
        let bytes = self.converted_to(bytes, PrimType::I64)?;
        let slot = self.declared(&d.name, d.ty.clone(), Lies::Slot, d.is_const)?;
        let array = self.array(d, slot, of.to.clone(), bytes);
        self.push(out, Meeting::Nobody, StmtKind::Allocate(array));
        Ok(())
    }

    /// A value for a variable of that type.
    fn value_for(&mut self, value: &c::Expr, ty: &Type) -> Judged<Expr> {
        if let Type::Scalar(t) = ty {
            return self.converted_to(value, *t);
        }
        let (value, found) = self.expression(value)?;
        match found == *ty || self.points_alike(&found, ty) {
            true => Ok(value),
            false => {
                let message = format!(
                    "a {} is given where a {} is wanted",
                    types::text(&found),
                    types::text(ty)
                );
                self.refused(&rule::KER_T_ASSIGN, "kind", message)
            }
        }
    }

    fn access(&mut self, address: Expr, ty: &Type) -> Judged<Access> {
        match types::access(address, ty) {
            Some(access) => Ok(access),
            None => self.refused(
                &rule::KER_T_ASSIGN,
                "kind",
                format!("a {} does not lie in memory", types::text(ty)),
            ),
        }
    }

    fn assign(&mut self, place: Place, value: &c::Expr, out: &mut Vec<Stmt>) -> Judged {
        match place {
            Place::Slot(slot, ty) => {
                let value = self.value_for(value, &ty)?;
                self.push(out, Meeting::Nobody, StmtKind::Assign(slot, value));
            }
            Place::Memory(address, ty) => {
                let value = self.value_for(value, &ty)?;
                let access = self.access(address, &ty)?;
                self.push(out, Meeting::Nobody, StmtKind::Store(access, value));
            }
        }
        Ok(())
    }

    /// `a += e`: the value of `a + e`, converted to the type of `a`.
    fn update(&mut self, op: BinaryOp, target: &c::Expr, value: &c::Expr, out: &mut Vec<Stmt>) -> Judged {
        let place = self.place(target, true)?;
        let value = match (self.expression(target)?, self.expression(value)?) {
            ((old, Type::Scalar(s)), (new, Type::Scalar(t))) => {
                match self.arithmetic(op, (old, s), (new, t))? {
                    (sum, Type::Scalar(at)) if types::converts(at, s) => converted(sum, at, s),
                    _ => {
                        return self.refused(
                            &rule::KER_T_ASSIGN,
                            "kind",
                            format!("a {s} is updated by a {t}"),
                        );
                    }
                }
            }
            // Operators on vectors work by component, and wrap.
            ((old, Type::Vector(t, width)), (new, other)) if other == Type::Vector(t, width) => {
                let op = match op {
                    BinaryOp::Add => BinOp::Add,
                    BinaryOp::Sub => BinOp::Sub,
                    BinaryOp::Mul => BinOp::Mul,
                    _ => {
                        return self.refused(
                            &rule::KER_T_OPERATOR,
                            "vector",
                            format!("a vector is updated by {op:?}"),
                        );
                    }
                };
                Expr::Prim(PrimFn::Bin(op, t), Some(width), vec![old, new])
            }
            _ => return self.refused(&rule::KER_T_OPERATOR, "number", "what is no number is updated"),
        };
        let kind = match place {
            Place::Slot(slot, _) => StmtKind::Assign(slot, value),
            Place::Memory(address, ty) => StmtKind::Store(self.access(address, &ty)?, value),
        };
        self.push(out, Meeting::Nobody, kind);
        Ok(())
    }

    fn for_loop(&mut self, f: &c::For, out: &mut Vec<Stmt>) -> Judged {
        if !f.ty.is_integer() {
            return self.refused(
                &rule::KER_T_DECLARE,
                "kind",
                format!("the counter `{}` is a {}", f.var, f.ty),
            );
        }
        let shared = f.hints.iter().find_map(|hint| match hint {
            Hint::Parallel { collapse } if !self.is_opencl() => Some((*collapse).max(1)),
            _ => None,
        });
        let span = self.span;
        let (kind, meeting) = self.inner(|checker| {
            let first = checker.converted_to(&f.first, f.ty)?;
            checker.shared += u32::from(shared.is_some());
            let slot = checker.declared(&f.var, Type::Scalar(f.ty), Lies::Slot, true)?;
            let counter = || (Expr::Variable(slot), f.ty);
            let limit = checker.number(&f.limit)?;
            let (test, _) = checker.arithmetic(BinaryOp::Lt, counter(), limit)?;
            let step = checker.number(&f.step)?;
            let (next, at) = checker.arithmetic(BinaryOp::Add, counter(), step)?;
            let next = match at {
                Type::Scalar(at) => converted(next, at, f.ty),
                _ => next,
            };
            if !checker.exchanges.is_empty() {
                return checker.refused(
                    &rule::KER_T_EXCHANGE,
                    "apart",
                    "lanes exchange values in the head of a loop",
                );
            }
            let body = checker.loop_body(&f.body)?;
            checker.shared -= u32::from(shared.is_some());
            let meeting = meeting(&body);
            let f = For {
                slot,
                first,
                test,
                next,
                shared: shared.unwrap_or(0),
                body,
            };
            Ok((StmtKind::For(Box::new(f)), meeting))
        })?;
        out.push(Stmt { kind, meeting, span });
        Ok(())
    }
}

/// Who meets in some statements.
fn meeting(body: &[Stmt]) -> Meeting {
    body.iter()
        .map(|stmt| stmt.meeting)
        .max()
        .unwrap_or(Meeting::Nobody)
}

/// The variables whose address is taken somewhere.
pub(super) fn addressed(body: &[c::Stmt], out: &mut FxHashSet<Name>) {
    elder_syntax::effort::deeper(|| {
        for stmt in body {
            match &stmt.kind {
                C::Declare(d) => d.init.iter().for_each(|e| in_expression(e, out)),
                C::Assign(a, b) | C::Update(_, a, b) => {
                    [a, b].into_iter().for_each(|e| in_expression(e, out))
                }
                C::VStore(e, access) => [e, &access.offset, &access.pointer]
                    .into_iter()
                    .for_each(|e| in_expression(e, out)),
                C::For(f) => {
                    [&f.first, &f.limit, &f.step]
                        .into_iter()
                        .for_each(|e| in_expression(e, out));
                    addressed(&f.body, out);
                }
                C::If(e, then, otherwise) => {
                    in_expression(e, out);
                    addressed(then, out);
                    addressed(otherwise, out);
                }
                C::Subgroups(_, then, otherwise) => {
                    addressed(then, out);
                    addressed(otherwise, out);
                }
                C::While(e, body) => {
                    in_expression(e, out);
                    addressed(body, out);
                }
                C::Block(body) => addressed(body, out),
                C::Call(_, arguments) => arguments.iter().for_each(|e| in_expression(e, out)),
                C::Return(e) => e.iter().for_each(|e| in_expression(e, out)),
                C::Barrier(_) | C::Comment(_) | C::Break => {}
            }
        }
    });
}

fn in_expression(e: &c::Expr, out: &mut FxHashSet<Name>) {
    elder_syntax::effort::deeper(|| {
        let mut go = |e: &c::Expr| in_expression(e, out);
        match e {
            c::Expr::Unary(UnaryOp::AddressOf, e) => match &**e {
                c::Expr::Var(name) => {
                    out.insert(name.clone());
                }
                e => go(e),
            },
            c::Expr::Int(_) | c::Expr::Literal(_) | c::Expr::Var(_) | c::Expr::WorkItem(..) => {}
            c::Expr::Unary(_, a) | c::Expr::Cast(_, a) | c::Expr::Field(a, _) | c::Expr::Component(a, _) => {
                go(a)
            }
            c::Expr::Binary(_, a, b) | c::Expr::Index(a, b) => {
                go(a);
                go(b);
            }
            c::Expr::Conditional(a, b, c) => {
                go(a);
                go(b);
                go(c);
            }
            c::Expr::Prim(_, _, all)
            | c::Expr::Call(_, all)
            | c::Expr::VectorOf(_, _, all)
            | c::Expr::StructOf(_, all) => all.iter().for_each(go),
            c::Expr::VLoad(access) => {
                go(&access.offset);
                go(&access.pointer);
            }
        }
    });
}

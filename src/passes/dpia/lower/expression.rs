//! ⟦·⟧exp: expressions with a path to values in C (notes, sections 9.3, 10.3 and 16.1).

use super::environment::{Binding, Environment};
use super::memory::{Place, malformed};
use super::text::{Done, Text};
use crate::analyses::path::{Path, Step};
use elder_dpia::rules::kernels as rules;
use elder_dpia::{BinOp, DataType, Nat, Node, Phrase, PhraseType, Prim, PrimType, PrimValue, Side};
use elder_kernel::c::{BinaryOp, Expr, Stmt, StmtKind, Type, Width};
use elder_kernel::make;
use elder_syntax::Span;
use elder_syntax::prim::PrimFn;

/// The value of an expression: still in memory, or computed.
#[derive(Clone, Debug)]
pub enum Value {
    /// To be read from there.
    Place(Place),
    /// An expression of C.
    Computed(Expr),
    /// An index term, of which more is known than its text says.
    Index(Nat),
}

impl Text<'_> {
    /// The value in C.
    pub fn read(&mut self, value: Value, span: Span) -> Done<Expr> {
        match value {
            Value::Place(place) => self.load(&place, span),
            Value::Computed(expr) => Ok(expr),
            Value::Index(nat) => self.index_text(&nat, span),
        }
    }

    /// ⟦E⟧exp η ps, read.
    pub fn value(&mut self, phrase: &Phrase, env: &Environment, path: Path<Nat>) -> Done<Expr> {
        let value = self.expression(phrase, env, path)?;
        self.read(value, phrase.span)
    }

    /// ⟦E⟧exp η ps
    pub fn expression(&mut self, phrase: &Phrase, env: &Environment, path: Path<Nat>) -> Done<Value> {
        elder_syntax::effort::deeper(|| self.expression_here(phrase, env, path))
    }

    fn expression_here(&mut self, phrase: &Phrase, env: &Environment, mut path: Path<Nat>) -> Done<Value> {
        let span = phrase.span;
        let (prim, arguments) = match &*phrase.node {
            Node::Var(x) => {
                rules::DPIA_G_E_VAR.apply();
                return self.variable(x, env, path, span);
            }
            Node::Proj(p, side) => return self.projected(p, *side, env, path, span),
            Node::Apply(f, argument) => match &*f.node {
                Node::Lambda(binder, body) => {
                    let env = env.with(&binder.name, Binding::Phrase(argument.clone(), env.clone()));
                    return self.expression(body, &env, path);
                }
                _ => return Err(malformed(span, "a function is applied that is not known")),
            },
            Node::Prim(prim, arguments) => (prim, arguments.as_slice()),
            _ => return Err(malformed(span, "a function stands where a value should")),
        };
        if let Some(part) = self.through(prim, env, &mut path)? {
            let viewed = arguments
                .get(part)
                .ok_or_else(|| malformed(span, "a view of nothing"))?;
            return self.expression(viewed, env, path);
        }
        let missing = || malformed(span, "a path ends within a value of compound type");
        match (prim, arguments) {
            (Prim::Literal { value, of }, []) => {
                rules::DPIA_G_E_LIT.apply();
                Ok(Value::Computed(literal(*value, of, path.pop_index().is_some())))
            }
            (Prim::NatValue { of, value }, []) => {
                let value = self.nat(value, env)?;
                let text = match value.as_constant() {
                    Some(k) => nat_literal(k, *of),
                    None => {
                        let text = self.index_text(&value, span)?;
                        converted(text, self.host.index_type(), *of)
                    }
                };
                Ok(Value::Computed(text))
            }
            (Prim::IndexLiteral { .. }, []) | (Prim::AsIndex { .. }, [_]) => {
                Ok(Value::Index(self.index(phrase, env, None)?))
            }
            (Prim::Unary { op, of }, [e]) => {
                rules::DPIA_G_E_ARITH.apply();
                let (t, width) = operand_type(of, &path, self.host.index_type());
                let e = self.value(e, env, path)?;
                Ok(Value::Computed(Expr::Prim(PrimFn::Un(*op, t), width, vec![e])))
            }
            (Prim::Binary { op, of }, [a, b]) => {
                rules::DPIA_G_E_ARITH.apply();
                if op.is_comparison()
                    && let (Some(a), Some(b)) = (exact_nat(a, of), exact_nat(b, of))
                {
                    // Nats compare as they are, in the type of indexes.
                    let (a, b) = (self.nat(&a, env)?, self.nat(&b, env)?);
                    let (a, b) = (self.index_text(&a, span)?, self.index_text(&b, span)?);
                    let compare = PrimFn::Bin(*op, self.host.index_type());
                    return Ok(Value::Computed(Expr::Prim(compare, None, vec![a, b])));
                }
                let (t, width) = operand_type(of, &path, self.host.index_type());
                let a = self.value(a, env, path.clone())?;
                let b = self.value(b, env, path)?;
                let (a, b) = (self.typed(a), self.typed(b));
                let b = self.divisor(*op, t, width, b, span)?;
                Ok(Value::Computed(Expr::Prim(
                    PrimFn::Bin(*op, t),
                    width,
                    vec![a, b],
                )))
            }
            (Prim::Ternary { op, of }, [a, b, c]) => {
                rules::DPIA_G_E_ARITH.apply();
                let (t, width) = operand_type(of, &path, self.host.index_type());
                let a = self.value(a, env, path.clone())?;
                let b = self.value(b, env, path.clone())?;
                let c = self.value(c, env, path)?;
                Ok(Value::Computed(Expr::Prim(
                    PrimFn::Tern(*op, t),
                    width,
                    vec![a, b, c],
                )))
            }
            (Prim::Ldexp { of }, [a, power]) => {
                rules::DPIA_G_E_ARITH.apply();
                let a = self.value(a, env, path.clone())?;
                let power = self.value(power, env, path)?;
                let parts = vec![self.typed(a), self.typed(power)];
                Ok(Value::Computed(Expr::Prim(PrimFn::Ldexp(*of), None, parts)))
            }
            (Prim::Convert { to, from }, [e]) => {
                rules::DPIA_G_E_ARITH.apply();
                let value = self.value(e, env, path)?;
                let from = match from {
                    DataType::Num(t) => *t,
                    _ => self.host.index_type(),
                };
                Ok(Value::Computed(converted(value, from, *to)))
            }
            (
                Prim::If {
                    result: PhraseType::Exp(data),
                },
                [condition, a, b],
            ) => {
                let test = self.value(condition, env, Path::empty())?;
                let data = element_of(data, &path);
                let (first, second) = (path.clone(), path);
                self.choose(
                    test,
                    &data,
                    |text| text.knowing(condition, true, env, |text| text.value(a, env, first)),
                    |text| text.knowing(condition, false, env, |text| text.value(b, env, second)),
                )
            }

            (Prim::Call { label, function }, [f, given @ ..]) => {
                let (_, result) = function.parameters();
                let of = result.as_exp().ok_or_else(missing)?;
                self.kept_call((label, of), f, given, env)
            }
            (Prim::Idx { n, .. }, [e, j]) => {
                rules::DPIA_G_E_IDX.apply();
                let n = self.nat(n, env)?;
                let j = self.index(j, env, Some(&n))?;
                self.expression(e, env, path.with_index(j))
            }
            (Prim::PadClamp { n, left, .. }, [e]) => {
                rules::DPIA_G_E_VIEW.apply();
                let (n, left) = (self.nat(n, env)?, self.nat(left, env)?);
                let i = path.pop_index().ok_or_else(missing)?;
                let at = self.clamped(&i, &left, &n);
                self.expression(e, env, path.with_index(at))
            }
            (Prim::PadConst { n, left, of, .. }, [c, e]) => {
                rules::DPIA_G_E_VIEW.apply();
                let (n, left) = (self.nat(n, env)?, self.nat(left, env)?);
                let i = path.pop_index().ok_or_else(missing)?;
                let end = left.plus(&n);
                let after = self.at_least(&i, &left);
                let before = self.is_below(&i, &end);
                if before == Some(false) || after == Some(false) {
                    return self.expression(c, env, path);
                }
                let inside = path.clone().with_index(i.minus(&left));
                if before.is_some() && after.is_some() {
                    return self.expression(e, env, inside);
                }
                let mut tests = Vec::new();
                let text = self.index_text(&i, span)?;
                if after.is_none() {
                    let left = self.index_text(&left, span)?;
                    tests.push(make::binary(BinaryOp::Ge, text.clone(), left));
                }
                if before.is_none() {
                    let end = self.index_text(&end, span)?;
                    tests.push(make::binary(BinaryOp::Lt, text, end));
                }
                let test = tests.into_iter().reduce(|a, b| make::binary(BinaryOp::And, a, b));
                let data = element_of(of, &path);
                self.choose(
                    test.unwrap_or(Expr::Literal(PrimValue::Bool(true))),
                    &data,
                    |text| text.value(e, env, inside),
                    |text| text.value(c, env, path),
                )
            }
            (Prim::Concat { n, of, .. }, [a, b]) => {
                rules::DPIA_G_E_VIEW.apply();
                let n = self.nat(n, env)?;
                let i = path.pop_index().ok_or_else(missing)?;
                let (first, second) = (
                    path.clone().with_index(i.clone()),
                    path.clone().with_index(i.minus(&n)),
                );
                match self.is_below(&i, &n) {
                    Some(true) => self.expression(a, env, first),
                    Some(false) => self.expression(b, env, second),
                    None => {
                        let (i, n) = (self.index_text(&i, span)?, self.index_text(&n, span)?);
                        self.choose(
                            make::binary(BinaryOp::Lt, i, n),
                            &element_of(of, &path),
                            |text| text.value(a, env, first),
                            |text| text.value(b, env, second),
                        )
                    }
                }
            }
            (Prim::Gather { n, .. }, [js, e]) => {
                rules::DPIA_G_E_VIEW.apply();
                let n = self.nat(n, env)?;
                let i = path.pop_index().ok_or_else(missing)?;
                let j = self.indirect(js, env, i, &n)?;
                self.expression(e, env, path.with_index(j))
            }
            (Prim::Reorder { n, .. }, [f, _, e]) => {
                rules::DPIA_G_E_VIEW.apply();
                let n = self.nat(n, env)?;
                let i = path.pop_index().ok_or_else(missing)?;
                let j = self.index_function(f, env, i, &n)?;
                self.expression(e, env, path.with_index(j))
            }
            (Prim::Generate { .. }, [f]) => {
                rules::DPIA_G_E_VIEW.apply();
                let Node::Lambda(binder, body) = &*f.node else {
                    return Err(malformed(f.span, "a function of the index is not known"));
                };
                let i = path.pop_index().ok_or_else(missing)?;
                let env = env.with(&binder.name, Binding::Index(i));
                self.expression(body, &env, path)
            }

            (Prim::Splat { width, of }, [e]) => {
                let scalar = self.value(e, env, Path::empty())?;
                match (path.pop_index(), Width::of(u64::from(*width))) {
                    (Some(_), _) => Ok(Value::Computed(scalar)),
                    (None, Some(width)) => Ok(Value::Computed(Expr::VectorOf(*of, width, vec![scalar]))),
                    (None, None) => Err(missing()),
                }
            }
            (Prim::AsVector { width, of, .. }, [e]) => {
                let first = path.pop_index().ok_or_else(missing)?;
                let first = first.times(&Nat::lit(i64::from(*width)));
                self.vector_of(e, env, &first, *width, *of, span)
            }
            (Prim::HasSubgroups { width }, []) => Ok(Value::Computed(self.has_subgroups(*width))),
            (Prim::VectorLiteral { of, .. }, parts) => {
                let lane = path.pop_index();
                self.vector_literal(parts, env, *of, lane, span)
            }
            (
                Prim::Swizzle {
                    width,
                    of,
                    components,
                },
                [e],
            ) => {
                let lane = path.pop_index();
                self.components(e, env, *of, *width, components, lane)
            }
            (Prim::VectorIdx { width, of }, [e, j]) => {
                let j = self.index(j, env, Some(&Nat::lit(i64::from(*width))))?;
                self.component(e, env, *of, *width, &j)
            }
            _ => Err(malformed(span, &format!("`{}` is left in a kernel", prim.name()))),
        }
    }

    /// η(x) ps
    fn variable(
        &mut self,
        x: &elder_dpia::Name,
        env: &Environment,
        path: Path<Nat>,
        span: Span,
    ) -> Done<Value> {
        match env.get(x).cloned() {
            Some(Binding::Index(nat)) => Ok(Value::Index(nat)),
            Some(Binding::Cell(cell)) => Ok(Value::Place(self.place(&cell, path, span)?)),
            Some(Binding::Phrase(phrase, inner)) => self.expression(&phrase, &inner, path),
            None => Err(malformed(span, &format!("`{x}` has no meaning here"))),
        }
    }

    /// ⟦v.2⟧: variables are bound to both halves at once.
    fn projected(
        &mut self,
        p: &Phrase,
        side: Side,
        env: &Environment,
        path: Path<Nat>,
        span: Span,
    ) -> Done<Value> {
        match &*p.node {
            Node::Var(x) => match env.get(x).cloned() {
                Some(Binding::Phrase(phrase, inner)) => self.expression(&phrase.project(side), &inner, path),
                _ => self.variable(x, env, path, span),
            },
            Node::Pair(..) => self.expression(&p.project(side), env, path),
            _ => Err(malformed(span, "a projection of what is no pair")),
        }
    }

    /// `condition ? first : second`, or an `if` where either needs statements of its own.
    pub fn choose(
        &mut self,
        condition: Expr,
        data: &DataType,
        first: impl FnOnce(&mut Self) -> Done<Expr>,
        second: impl FnOnce(&mut Self) -> Done<Expr>,
    ) -> Done<Value> {
        let (before_first, a) = self.apart(first)?;
        let (before_second, b) = self.apart(second)?;
        let scalar = !matches!(data, DataType::Vector(..));
        if before_first.is_empty() && before_second.is_empty() && scalar {
            return Ok(Value::Computed(Expr::Conditional(
                Box::new(condition),
                Box::new(a),
                Box::new(b),
            )));
        }
        let name = self.names.fresh("chosen");
        let ty = match data {
            DataType::Num(t) => Type::Scalar(*t),
            DataType::Vector(w, t) => {
                Width::of(u64::from(*w)).map_or(Type::Scalar(*t), |w| Type::Vector(*t, w))
            }
            _ => Type::Scalar(self.host.index_type()),
        };
        self.push(make::declare(name.clone(), ty, None));
        let branch = |mut before: Vec<Stmt>, value: Expr| {
            before.push(make::assign(make::var(name.clone()), value).at(self.span));
            before
        };
        let (then, otherwise) = (branch(before_first, a), branch(before_second, b));
        self.push_kind(StmtKind::If(condition, then, otherwise));
        Ok(Value::Computed(make::var(name)))
    }

    /// The index that an array of indexes has at `i`: the term, if one computes it; otherwise it is read into a C constant first.
    pub fn indirect(&mut self, js: &Phrase, env: &Environment, i: Nat, n: &Nat) -> Done<Nat> {
        match self.expression(js, env, Path::empty().with_index(i))? {
            Value::Index(j) => Ok(j),
            value => {
                let value = self.read(value, js.span)?;
                Ok(self.computed_index(value, Some(n), "at"))
            }
        }
    }

    /// An index function applied to an index.
    pub fn index_function(&mut self, f: &Phrase, env: &Environment, i: Nat, n: &Nat) -> Done<Nat> {
        let Node::Lambda(binder, body) = &*f.node else {
            return Err(malformed(f.span, "an index function is not known"));
        };
        let env = env.with(&binder.name, Binding::Index(i));
        self.index(body, &env, Some(n))
    }

    /// Whether `i < n`, if that can be said.
    pub fn is_below(&self, i: &Nat, n: &Nat) -> Option<bool> {
        if i.is_below(n, &self.known) {
            return Some(true);
        }
        i.minus(n).is_nonnegative(&self.known).then_some(false)
    }

    /// Whether `i ≥ n`, if that can be said.
    fn at_least(&self, i: &Nat, n: &Nat) -> Option<bool> {
        self.is_below(i, n).map(|below| !below)
    }

    /// The index within `n` elements that is nearest to `i − left`.
    fn clamped(&self, i: &Nat, left: &Nat, n: &Nat) -> Nat {
        let shifted = match self.at_least(i, left) {
            Some(true) => i.minus(left),
            Some(false) => return Nat::zero(),
            None => i.maximum(left).minus(left),
        };
        match self.is_below(i, &left.plus(n)) {
            Some(true) => shifted,
            Some(false) => n.minus(&Nat::one()),
            None => shifted.minimum(&n.minus(&Nat::one())),
        }
    }
}

/// The type of C's operands, for operators at a data type: components if the path leads into a vector.
fn operand_type(of: &DataType, path: &Path<Nat>, index: PrimType) -> (PrimType, Option<Width>) {
    match of {
        DataType::Num(t) => (*t, None),
        DataType::Vector(w, t) if path.is_empty() => (*t, Width::of(u64::from(*w))),
        DataType::Vector(_, t) => (*t, None),
        _ => (index, None),
    }
}

/// The type that a path leads to.
pub fn element_of(data: &DataType, path: &Path<Nat>) -> DataType {
    let mut path = path.clone();
    let mut data = data.clone();
    while let Some(step) = path.pop() {
        data = match (data, step) {
            (DataType::Array(_, element), _) => (*element).clone(),
            (DataType::Pair(a, _), Step::Field(Side::First)) => (*a).clone(),
            (DataType::Pair(_, b), _) => (*b).clone(),
            (DataType::Vector(_, t), _) => DataType::Num(t),
            (data, _) => data,
        };
    }
    data
}

fn literal(value: PrimValue, of: &DataType, is_component: bool) -> Expr {
    match of {
        DataType::Vector(w, t) if !is_component => match Width::of(u64::from(*w)) {
            Some(width) => Expr::VectorOf(*t, width, vec![Expr::Literal(value)]),
            None => Expr::Literal(value),
        },
        _ => Expr::Literal(value),
    }
}

/// The nat that a number of 64 bits is.
fn exact_nat(number: &Phrase, of: &DataType) -> Option<Nat> {
    match &*number.node {
        Node::Prim(Prim::NatValue { value, .. }, _) if *of == DataType::Num(PrimType::I64) => {
            Some(value.clone())
        }
        Node::Prim(
            Prim::Literal {
                value: PrimValue::I64(k),
                ..
            },
            _,
        ) if i32::try_from(*k).is_ok() => Some(Nat::lit(*k)),
        _ => None,
    }
}

/// A conversion, unless there is nothing to convert.
fn converted(value: Expr, from: PrimType, to: PrimType) -> Expr {
    if from == to {
        return value;
    }
    Expr::Prim(PrimFn::Convert(from, to), None, vec![value])
}

/// The number of a nat that is known.
fn nat_literal(value: i64, of: PrimType) -> Expr {
    let exact = match of {
        PrimType::I8 => i8::try_from(value).ok().map(PrimValue::I8),
        PrimType::I16 => i16::try_from(value).ok().map(PrimValue::I16),
        PrimType::I32 => i32::try_from(value).ok().map(PrimValue::I32),
        PrimType::I64 => Some(PrimValue::I64(value)),
        PrimType::U8 => u8::try_from(value).ok().map(PrimValue::U8),
        PrimType::U16 => u16::try_from(value).ok().map(PrimValue::U16),
        PrimType::U32 => u32::try_from(value).ok().map(PrimValue::U32),
        PrimType::U64 => u64::try_from(value).ok().map(PrimValue::U64),
        PrimType::F64 => Some(PrimValue::F64(value as f64)),
        PrimType::F32 => Some(PrimValue::F32(value as f32)),
        PrimType::Bool | PrimType::F16 => None,
    };
    match exact {
        Some(value) => Expr::Literal(value),
        None => converted(Expr::Literal(PrimValue::I64(value)), PrimType::I64, of),
    }
}

/// The integer that a constant is.
pub fn integer_of(value: PrimValue) -> Option<i64> {
    Some(match value {
        PrimValue::I8(x) => x.into(),
        PrimValue::I16(x) => x.into(),
        PrimValue::I32(x) => x.into(),
        PrimValue::I64(x) => x,
        PrimValue::U8(x) => x.into(),
        PrimValue::U16(x) => x.into(),
        PrimValue::U32(x) => x.into(),
        PrimValue::U64(x) => i64::try_from(x).ok()?,
        _ => return None,
    })
}

/// Whether an operator has no value on some operands.
pub fn may_fail(op: BinOp, t: PrimType) -> bool {
    match op {
        BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem => t.is_integer(),
        BinOp::Pow => t.is_signed(),
        _ => false,
    }
}

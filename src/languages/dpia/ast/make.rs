//! Short functions that make trees, for passes whose results are programs of DPIA.

use super::{
    Exp, ExpKind, For, Ident, LoopKind, LoopTarget, NatOp, Number, Operator, Param, ParamKind, Pattern,
};
use super::{PatternKind, Type, TypeKind};
use crate::{AddressSpace, Kind, Strategy, UpdateOp};
use elder_syntax::prim::real::Real;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use elder_syntax::{Name as Text, Span};

/// Makes trees of one place in the source.
#[derive(Clone, Copy, Debug)]
pub struct Make(pub Span);

impl Make {
    /// An expression.
    pub fn exp(self, kind: ExpKind) -> Exp {
        Exp { kind, span: self.0 }
    }

    /// A name.
    pub fn ident(self, name: &str) -> Ident {
        Ident {
            name: Text::from(name),
            span: self.0,
        }
    }

    /// A variable, a definition or a primitive.
    pub fn var(self, name: &str) -> Exp {
        self.exp(ExpKind::Var(Text::from(name)))
    }

    /// A constant of its type.
    pub fn constant(self, value: PrimValue) -> Exp {
        let ty = value.prim_type();
        let float = |x: f64| {
            let named = |what: &str| self.field(self.var(ty.name()), what);
            let size = match x {
                x if x.is_nan() => return named("nan"),
                x if x.is_infinite() => named("inf"),
                x => self.exp(ExpKind::Number(Number::Float(Real::of(x.abs()), Some(ty)))),
            };
            match x.is_sign_negative() {
                true => self.exp(ExpKind::Negate(Box::new(size))),
                false => size,
            }
        };
        match value {
            PrimValue::Bool(b) => self.exp(ExpKind::Bool(b)),
            PrimValue::F16(x) => float(f64::from(x)),
            PrimValue::F32(x) => float(f64::from(x)),
            PrimValue::F64(x) => float(x),
            PrimValue::I8(n) => self.integer(n.into(), ty),
            PrimValue::I16(n) => self.integer(n.into(), ty),
            PrimValue::I32(n) => self.integer(n.into(), ty),
            PrimValue::I64(n) => self.integer(n.into(), ty),
            PrimValue::U8(n) => self.integer(n.into(), ty),
            PrimValue::U16(n) => self.integer(n.into(), ty),
            PrimValue::U32(n) => self.integer(n.into(), ty),
            PrimValue::U64(n) => self.integer(n.into(), ty),
        }
    }

    /// A number of an integer type.
    pub fn integer(self, n: i128, ty: PrimType) -> Exp {
        self.exp(ExpKind::Number(Number::Int(n, Some(ty))))
    }

    /// `f(a, b)`
    pub fn call(self, function: Exp, arguments: Vec<Exp>) -> Exp {
        self.exp(ExpKind::Call(Box::new(function), arguments))
    }

    /// `name(a)`
    pub fn apply(self, name: &str, arguments: Vec<Exp>) -> Exp {
        self.call(self.var(name), arguments)
    }

    /// `a op b`, or `op(a, b)` of one that is written in front.
    pub fn binary(self, op: BinOp, a: Exp, b: Exp) -> Exp {
        if crate::print::infix(op).is_none() {
            return self.call(self.exp(ExpKind::Operator(Operator::Bin(op))), vec![a, b]);
        }
        self.exp(ExpKind::Binary(Operator::Bin(op), Box::new(a), Box::new(b)))
    }

    /// A primitive function of operands, as many as it has.
    pub fn prim(self, function: PrimFn, operands: Vec<Exp>) -> Exp {
        match function {
            PrimFn::Bin(op, _) => self.call(self.exp(ExpKind::Operator(Operator::Bin(op))), operands),
            PrimFn::Un(op, _) => self.apply(op.name(), operands),
            PrimFn::Tern(op, _) => self.apply(op.name(), operands),
            PrimFn::Convert(_, to) => self.apply(to.name(), operands),
            PrimFn::Ldexp(_) => self.apply("ldexp", operands),
        }
    }

    /// `e[i]`
    pub fn index(self, of: Exp, at: Exp) -> Exp {
        self.exp(ExpKind::Index(Box::new(of), Box::new(at)))
    }

    /// `e.name`
    pub fn field(self, of: Exp, name: &str) -> Exp {
        self.exp(ExpKind::Field(Box::new(of), self.ident(name)))
    }

    /// `(e : T)`
    pub fn ascribe(self, of: Exp, ty: Type) -> Exp {
        self.exp(ExpKind::Ascribe(Box::new(of), ty))
    }

    /// `let x : T = e in b`
    pub fn bind(self, name: &str, ty: Type, value: Exp, body: Exp) -> Exp {
        self.exp(ExpKind::Let(
            self.pattern(name),
            Some(ty),
            Box::new(value),
            Box::new(body),
        ))
    }

    /// A name that is bound.
    pub fn pattern(self, name: &str) -> Pattern {
        Pattern {
            kind: PatternKind::Name(Text::from(name)),
            span: self.0,
        }
    }

    /// `if c { a } else { b }`
    pub fn choose(self, condition: Exp, then: Exp, otherwise: Option<Exp>) -> Exp {
        self.exp(ExpKind::If(
            Box::new(condition),
            Box::new(then),
            otherwise.map(Box::new),
        ))
    }

    /// `a; b`
    pub fn then(self, first: Exp, second: Exp) -> Exp {
        self.exp(ExpKind::Seq(Box::new(first), Box::new(second)))
    }

    /// `skip`
    pub fn skip(self) -> Exp {
        self.exp(ExpKind::Skip)
    }

    /// `a := e`
    pub fn assign(self, to: Exp, value: Exp) -> Exp {
        self.exp(ExpKind::Assign(Box::new(to), Box::new(value)))
    }

    /// `u op= e`
    pub fn update(self, op: UpdateOp, to: Exp, value: Exp) -> Exp {
        self.exp(ExpKind::Update(op, Box::new(to), Box::new(value)))
    }

    /// `newPrivate T v { c }`, or of another space.
    pub fn cell(self, space: AddressSpace, ty: Type, name: &str, body: Exp) -> Exp {
        self.exp(ExpKind::New(Some(space), ty, self.ident(name), Box::new(body)))
    }

    /// `for i < n { c }`
    pub fn repeat(self, index: &str, bound: Exp, body: Exp) -> Exp {
        self.exp(ExpKind::For(Box::new(For {
            strategy: LoopKind::Sequential,
            index: self.ident(index),
            bound: Some(bound),
            target: LoopTarget::Nothing,
            body,
        })))
    }

    /// `parfor i < n into A as o { c }` of this strategy.
    pub fn parallel(self, strategy: Strategy, index: &str, bound: Exp, target: LoopTarget, body: Exp) -> Exp {
        self.exp(ExpKind::For(Box::new(For {
            strategy: LoopKind::Parallel(strategy),
            index: self.ident(index),
            bound: Some(bound),
            target,
            body,
        })))
    }

    /// `while e { c }`
    pub fn repeat_while(self, condition: Exp, body: Exp) -> Exp {
        self.exp(ExpKind::While(Box::new(condition), Box::new(body)))
    }

    /// `letSize k = e { c }`
    pub fn size(self, name: &str, value: Exp, body: Exp) -> Exp {
        self.exp(ExpKind::LetSize(
            self.ident(name),
            None,
            Box::new(value),
            Box::new(body),
        ))
    }

    /// `accumulate(op) A as u { c }`
    pub fn accumulate(self, op: UpdateOp, target: Exp, name: &str, body: Exp) -> Exp {
        self.exp(ExpKind::Accumulate(
            op,
            Box::new(target),
            self.ident(name),
            Box::new(body),
        ))
    }

    /// `swapAt u as v { c }`
    pub fn swap_at(self, place: Exp, name: &str, body: Exp) -> Exp {
        self.exp(ExpKind::SwapAt(Box::new(place), self.ident(name), Box::new(body)))
    }

    /// `fun x y. e`
    pub fn function(self, names: &[&str], body: Exp) -> Exp {
        let params = names.iter().map(|name| Param {
            pattern: self.pattern(name),
            kind: ParamKind::Inferred,
        });
        self.exp(ExpKind::Fun(params.collect(), Box::new(body)))
    }

    /// `e@T`
    pub fn at(self, of: Exp, ty: Type) -> Exp {
        self.exp(ExpKind::At(Box::new(of), ty))
    }

    /// `x: T`
    pub fn param(self, name: &str, ty: Type) -> Param {
        Param {
            pattern: self.pattern(name),
            kind: ParamKind::Typed(ty),
        }
    }

    /// `n: nat`
    pub fn size_param(self, name: &str) -> Param {
        Param {
            pattern: self.pattern(name),
            kind: ParamKind::Static(Kind::Nat),
        }
    }

    /// A type or a size.
    pub fn ty(self, kind: TypeKind) -> Type {
        Type { kind, span: self.0 }
    }

    /// A type or a size of this name.
    pub fn named(self, name: &str) -> Type {
        self.ty(TypeKind::Name(Text::from(name)))
    }

    /// A primitive type.
    pub fn number_type(self, ty: PrimType) -> Type {
        self.named(ty.name())
    }

    /// A size that is known.
    pub fn nat(self, n: i64) -> Type {
        self.ty(TypeKind::Number(n))
    }

    /// An operator on sizes.
    pub fn nat_op(self, op: NatOp, a: Type, b: Type) -> Type {
        self.ty(TypeKind::Nat(op, Box::new(a), Box::new(b)))
    }

    /// `n.T`
    pub fn array(self, size: Type, of: Type) -> Type {
        self.ty(TypeKind::Array(Box::new(size), Box::new(of)))
    }

    /// `(T, (U, ..))`: the type itself of one, nothing of none.
    pub fn tuple(self, types: Vec<Type>) -> Option<Type> {
        let pair = |rest: Type, first: Type| self.ty(TypeKind::Pair(Box::new(first), Box::new(rest)));
        types.into_iter().rev().reduce(pair)
    }

    /// `exp[T]`
    pub fn read(self, of: Type) -> Type {
        self.ty(TypeKind::Exp(Box::new(of)))
    }

    /// `acc[T]`
    pub fn written(self, of: Type) -> Type {
        self.ty(TypeKind::Acc(Box::new(of)))
    }

    /// `var[T]`
    pub fn variable(self, of: Type) -> Type {
        self.ty(TypeKind::Var(Box::new(of)))
    }
}

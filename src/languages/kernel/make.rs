//! Short functions that make trees of kernels.

use crate::c::*;
use elder_syntax::Name;
use elder_syntax::prim::{PrimType, PrimValue};

/// A number of the index type.
pub fn int(value: i64) -> Expr {
    Expr::Int(value)
}

/// A variable.
pub fn var(name: impl Into<Name>) -> Expr {
    Expr::Var(name.into())
}

/// A constant.
pub fn literal(value: PrimValue) -> Expr {
    Expr::Literal(value)
}

/// C's operator.
pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

/// `a + b`
pub fn add(a: Expr, b: Expr) -> Expr {
    binary(BinaryOp::Add, a, b)
}

/// `a * b`
pub fn mul(a: Expr, b: Expr) -> Expr {
    binary(BinaryOp::Mul, a, b)
}

/// `a[i]`
pub fn index(array: Expr, i: Expr) -> Expr {
    Expr::Index(Box::new(array), Box::new(i))
}

/// `e.name`
pub fn field(e: Expr, name: impl Into<Name>) -> Expr {
    Expr::Field(Box::new(e), name.into())
}

/// A component of a vector whose number is constant.
pub fn component(vector: Expr, number: u8) -> Expr {
    Expr::Component(Box::new(vector), number)
}

/// `f(a, b)`
pub fn call(function: impl Into<Name>, arguments: Vec<Expr>) -> Expr {
    Expr::Call(function.into(), arguments)
}

/// `get_global_id(d)` and its like.
pub fn work_item(function: WorkItem, dimension: u8) -> Expr {
    Expr::WorkItem(function, dimension)
}

/// A scalar type.
pub fn scalar(t: PrimType) -> Type {
    Type::Scalar(t)
}

/// A pointer that promises nothing: others may lead to the same elements, so work-items may write through it what others read after a barrier.
pub fn shared_pointer(to: Type, space: Space) -> Type {
    pointing(to, space, false, false)
}

/// A pointer that kernels write through, each element by one work-item.
pub fn pointer(to: Type, space: Space) -> Type {
    pointing(to, space, false, true)
}

/// A pointer that kernels only read through.
pub fn const_pointer(to: Type, space: Space) -> Type {
    pointing(to, space, true, true)
}

/// A pointer that a function only reads through, to memory that others may reach.
pub fn read_pointer(to: Type, space: Space) -> Type {
    pointing(to, space, true, false)
}

fn pointing(to: Type, space: Space, is_const: bool, restrict: bool) -> Type {
    Type::Pointer(Box::new(Pointer {
        to,
        space,
        is_const,
        restrict,
    }))
}

/// A parameter.
pub fn param(name: impl Into<Name>, ty: Type) -> Param {
    Param {
        name: name.into(),
        ty,
    }
}

/// `target = value;`
pub fn assign(target: Expr, value: Expr) -> Stmt {
    Stmt::new(StmtKind::Assign(target, value))
}

/// A private variable.
pub fn declare(name: impl Into<Name>, ty: Type, init: Option<Expr>) -> Stmt {
    Stmt::new(StmtKind::Declare(Declaration {
        ty,
        space: Space::Private,
        name: name.into(),
        dims: Vec::new(),
        init,
        is_const: false,
    }))
}

/// An array of a work-group (`Local`) or of a work-item (`Private`).
pub fn declare_array(name: impl Into<Name>, ty: Type, space: Space, dims: Vec<Expr>) -> Stmt {
    Stmt::new(StmtKind::Declare(Declaration {
        ty,
        space,
        name: name.into(),
        dims,
        init: None,
        is_const: false,
    }))
}

/// `for (int var = first; var < limit; var += step) { body }`
pub fn for_loop(var: impl Into<Name>, first: Expr, limit: Expr, step: Expr, body: Vec<Stmt>) -> Stmt {
    Stmt::new(StmtKind::For(For {
        var: var.into(),
        ty: PrimType::I32,
        first,
        limit,
        step,
        hints: Vec::new(),
        body,
    }))
}

/// `if (condition) { then }`
pub fn if_then(condition: Expr, then: Vec<Stmt>) -> Stmt {
    Stmt::new(StmtKind::If(condition, then, Vec::new()))
}

/// A barrier.
pub fn barrier(local: bool, global: bool) -> Stmt {
    Stmt::new(StmtKind::Barrier(Fences { local, global }))
}

/// A function that kernels call, without a result.
pub fn function(name: impl Into<Name>, params: Vec<Param>, body: Vec<Stmt>) -> Function {
    Function {
        is_kernel: false,
        ..kernel(name, params, body)
    }
}

/// A kernel.
pub fn kernel(name: impl Into<Name>, params: Vec<Param>, body: Vec<Stmt>) -> Function {
    Function {
        name: name.into(),
        is_kernel: true,
        result: Type::Void,
        params,
        body,
        required_work_group: None,
        comment: None,
        span: elder_syntax::Span::NONE,
    }
}

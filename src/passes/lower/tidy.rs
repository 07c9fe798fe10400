//! Small things that a person would write differently: a variable that is assigned at once gets its value where it is declared,
//! and `x = x + e` is `x += e`.

use elder_kernel::c::{BinaryOp, Expr, Stmt, StmtKind};
use elder_syntax::prim::{BinOp, PrimFn};

/// A block, tidied.
pub fn block(stmts: Vec<Stmt>) -> Vec<Stmt> {
    let mut out: Vec<Stmt> = Vec::with_capacity(stmts.len());
    for stmt in stmts {
        let stmt = statement(stmt);
        if let StmtKind::Assign(Expr::Var(target), value) = &stmt.kind
            && let Some(StmtKind::Declare(d)) = out.last_mut().map(|s| &mut s.kind)
            && d.name == *target
            && d.init.is_none()
            && d.dims.is_empty()
            && d.space == elder_kernel::c::Space::Private
        {
            d.init = Some(value.clone());
            continue;
        }
        out.push(stmt);
    }
    out
}

fn statement(mut stmt: Stmt) -> Stmt {
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
        stmt.kind = match stmt.kind {
            StmtKind::Assign(target, value) => assignment(target, value),
            StmtKind::For(mut f) => {
                f.body = block(f.body);
                StmtKind::For(f)
            }
            StmtKind::If(condition, then, otherwise) => {
                StmtKind::If(condition, block(then), block(otherwise))
            }
            StmtKind::While(condition, body) => StmtKind::While(condition, block(body)),
            StmtKind::Block(body) => StmtKind::Block(block(body)),
            other => other,
        };
        stmt
    })
}

/// Only for types whose operators are C's own; the order of the operands of a sum or product of floats does not matter.
fn assignment(target: Expr, value: Expr) -> StmtKind {
    if let Expr::Prim(PrimFn::Bin(op, t), _, operands) = &value
        && (t.is_float() && t.bytes() >= 4 || t.is_unsigned() && t.bytes() >= 4)
        && let [a, b] = operands.as_slice()
    {
        let update = match op {
            BinOp::Add => Some((BinaryOp::Add, true)),
            BinOp::Mul => Some((BinaryOp::Mul, true)),
            BinOp::Sub => Some((BinaryOp::Sub, false)),
            _ => None,
        };
        if let Some((op, commutes)) = update {
            if *a == target {
                return StmtKind::Update(op, target, b.clone());
            }
            if commutes && *b == target {
                return StmtKind::Update(op, target, a.clone());
            }
        }
    }
    StmtKind::Assign(target, value)
}

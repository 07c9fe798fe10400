//! Small things that a person would write differently: a variable is declared where it gets its first value, `x = x + e` is `x += e`,
//! `x = x`, loops that do nothing and variables that nothing reads are not there.

use elder_kernel::c::{BinaryOp, Expr, Space, Stmt, StmtKind, Type};
use elder_kernel::prim::{modular, unsigned};
use elder_syntax::Name;
use elder_syntax::prim::{BinOp, PrimFn};
use rustc_hash::{FxHashMap, FxHashSet};

/// A block, tidied.
pub fn block(stmts: Vec<Stmt>) -> Vec<Stmt> {
    let mut out: Vec<Stmt> = Vec::with_capacity(stmts.len());
    for stmt in stmts {
        let Some(stmt) = statement(stmt) else { continue };
        match joined(out.last_mut(), stmt) {
            Some(stmt) => out.push(stmt),
            None => continue,
        }
    }
    used(declared_late(out))
}

/// `if (c) A if (c) B` is `if (c) A B`, where A does not change what c reads; gives the statement back unless it joined the one before.
fn joined(before: Option<&mut Stmt>, stmt: Stmt) -> Option<Stmt> {
    let (Some(before), StmtKind::If(second, more, rest)) = (before, &stmt.kind) else {
        return Some(stmt);
    };
    let StmtKind::If(first, then, otherwise) = &mut before.kind else {
        return Some(stmt);
    };
    let is_fixed = |e: &Expr| matches!(e, Expr::Var(_) | Expr::Int(_));
    let simple = matches!(&*first, Expr::Binary(_, a, b) if is_fixed(a) && is_fixed(b));
    let writes = |s: &Stmt| match &s.kind {
        StmtKind::Assign(target, _) | StmtKind::Update(_, target, _) => value_is_in(target, first),
        StmtKind::VStore(..) | StmtKind::Call(..) => false,
        // Names declared on both sides would be declared twice.
        _ => true,
    };
    let apart = then.iter().any(writes) || more.iter().any(|s| matches!(s.kind, StmtKind::Declare(_)));
    if *first != *second || !simple || apart || !rest.is_empty() || !otherwise.is_empty() {
        return Some(stmt);
    }
    then.extend(more.iter().cloned());
    None
}

/// Whether a variable occurs in a condition.
fn value_is_in(target: &Expr, condition: &Expr) -> bool {
    matches!(target, Expr::Var(x) if value_mentions(condition, x))
}

/// Whether a function is called for a value: it may have noted a failure.
fn calls(e: &Expr) -> bool {
    elder_syntax::effort::deeper(|| matches!(e, Expr::Call(..)) || operands(e).any(calls))
}

/// Without private variables that nothing after them mentions.
fn used(stmts: Vec<Stmt>) -> Vec<Stmt> {
    let mut out: Vec<Stmt> = Vec::with_capacity(stmts.len());
    let mut mentioned: FxHashSet<Name> = FxHashSet::default();
    for stmt in stmts.into_iter().rev() {
        if let StmtKind::Declare(d) = &stmt.kind
            && d.space == Space::Private
            && !mentioned.contains(&d.name)
            && !d.init.as_ref().is_some_and(calls)
        {
            continue;
        }
        each_name(&stmt, &mut |name| {
            mentioned.insert(name.clone());
        });
        out.push(stmt);
    }
    out.reverse();
    out
}

/// A declaration without a value moves to the assignment that gives one, if nothing before that mentions the variable.
fn declared_late(stmts: Vec<Stmt>) -> Vec<Stmt> {
    let mut out: Vec<Stmt> = Vec::with_capacity(stmts.len());
    // Positions in `out` of declarations that wait for a value.
    let mut waiting: FxHashMap<Name, usize> = FxHashMap::default();
    let mut moved: Vec<usize> = Vec::new();
    for mut stmt in stmts {
        let mut met: Vec<usize> = Vec::new();
        if !waiting.is_empty() {
            each_name(&stmt, &mut |name| met.extend(waiting.remove(name)));
        }
        for at in met {
            if let StmtKind::Declare(d) = &out[at].kind
                && let StmtKind::Assign(Expr::Var(target), value) = &stmt.kind
                && d.name == *target
                && !value_mentions(value, target)
            {
                let declaration = elder_kernel::c::Declaration {
                    init: Some(value.clone()),
                    ..d.clone()
                };
                stmt.kind = StmtKind::Declare(declaration);
                moved.push(at);
            }
        }
        if let StmtKind::Declare(d) = &stmt.kind
            && d.init.is_none()
            && d.dims.is_empty()
            && d.space == Space::Private
        {
            waiting.insert(d.name.clone(), out.len());
        }
        out.push(stmt);
    }
    moved.sort_unstable();
    let mut at = 0;
    out.retain(|_| {
        at += 1;
        moved.binary_search(&(at - 1)).is_err()
    });
    out
}

/// A statement, tidied; `None` if it does nothing.
fn statement(mut stmt: Stmt) -> Option<Stmt> {
    elder_syntax::effort::deeper(|| {
        stmt.kind = match stmt.kind {
            StmtKind::Assign(target, value) if target == value => return None,
            StmtKind::Assign(target, value) => assignment(target, value),
            StmtKind::For(mut f) => {
                f.body = block(f.body);
                if f.body.is_empty() {
                    return None;
                }
                StmtKind::For(f)
            }
            StmtKind::If(condition, then, otherwise) => {
                let (then, otherwise) = (block(then), block(otherwise));
                if then.is_empty() && otherwise.is_empty() {
                    return None;
                }
                nested(condition, then, otherwise)
            }
            StmtKind::Subgroups(lanes, then, otherwise) => {
                StmtKind::Subgroups(lanes, block(then), block(otherwise))
            }
            StmtKind::While(condition, body) => StmtKind::While(condition, block(body)),
            StmtKind::Block(body) => StmtKind::Block(block(body)),
            other => other,
        };
        Some(stmt)
    })
}

/// `if (a) { if (b) … }` is `if (a && b) …`.
fn nested(condition: Expr, mut then: Vec<Stmt>, otherwise: Vec<Stmt>) -> StmtKind {
    let only = matches!(then.as_slice(), [Stmt { kind: StmtKind::If(_, _, rest), .. }] if rest.is_empty());
    if only
        && otherwise.is_empty()
        && let Some(Stmt {
            kind: StmtKind::If(inner, body, _),
            ..
        }) = then.pop()
    {
        let both = Expr::Binary(BinaryOp::And, Box::new(condition), Box::new(inner));
        return StmtKind::If(both, body, vec![]);
    }
    StmtKind::If(condition, then, otherwise)
}

/// Only for types whose operators are C's own, and signed integers, which wrap if one operand is unsigned; the order of the
/// operands of a sum or product does not matter.
fn assignment(target: Expr, value: Expr) -> StmtKind {
    if let Expr::Prim(f @ PrimFn::Bin(op, t), width, operands) = &value
        && let wraps = (width.is_none() && modular(*f).is_some())
        && (t.is_float() || t.is_unsigned() || wraps)
        && t.bytes() >= 4
        && let [a, b] = operands.as_slice()
    {
        let added = |e: &Expr| match wraps {
            true => Expr::Cast(Type::Scalar(unsigned(*t)), Box::new(e.clone())),
            false => e.clone(),
        };
        let update = match op {
            BinOp::Add => Some((BinaryOp::Add, true)),
            BinOp::Mul => Some((BinaryOp::Mul, true)),
            BinOp::Sub => Some((BinaryOp::Sub, false)),
            _ => None,
        };
        if let Some((op, commutes)) = update {
            if *a == target {
                return StmtKind::Update(op, target, added(b));
            }
            if commutes && *b == target {
                return StmtKind::Update(op, target, added(a));
            }
        }
    }
    StmtKind::Assign(target, value)
}

/// Whether a statement mentions a variable.
pub fn mentions_name(stmt: &Stmt, name: &Name) -> bool {
    elder_syntax::effort::deeper(|| {
        parts(stmt).any(|part| match part {
            Part::Value(e) => value_mentions(e, name),
            Part::Body(body) => body.iter().any(|s| mentions_name(s, name)),
        })
    })
}

/// Whether an expression mentions a variable.
pub fn value_mentions(e: &Expr, name: &Name) -> bool {
    elder_syntax::effort::deeper(|| match e {
        Expr::Var(x) => x == name,
        _ => operands(e).any(|operand| value_mentions(operand, name)),
    })
}

/// Calls `f` on each mention of a variable in a statement.
fn each_name(stmt: &Stmt, f: &mut dyn FnMut(&Name)) {
    elder_syntax::effort::deeper(|| {
        parts(stmt).for_each(|part| match part {
            Part::Value(e) => each_name_of_value(e, f),
            Part::Body(body) => body.iter().for_each(|s| each_name(s, f)),
        });
    });
}

/// Calls `f` on each mention of a variable in an expression.
pub fn each_name_of_value(e: &Expr, f: &mut dyn FnMut(&Name)) {
    elder_syntax::effort::deeper(|| match e {
        Expr::Var(x) => f(x),
        _ => operands(e).for_each(|operand| each_name_of_value(operand, f)),
    });
}

/// What a statement is made of.
pub enum Part<'a> {
    /// An expression.
    Value(&'a Expr),
    /// A block.
    Body(&'a [Stmt]),
}

/// The expressions and blocks of a statement.
pub fn parts(stmt: &Stmt) -> impl Iterator<Item = Part<'_>> {
    let (values, bodies): (Vec<&Expr>, [&[Stmt]; 2]) = match &stmt.kind {
        StmtKind::Declare(d) => (d.dims.iter().chain(&d.init).collect(), [&[], &[]]),
        StmtKind::Assign(a, b) | StmtKind::Update(_, a, b) => (vec![a, b], [&[], &[]]),
        StmtKind::VStore(e, a) => (vec![e, &a.offset, &a.pointer], [&[], &[]]),
        StmtKind::For(f) => (vec![&f.first, &f.limit, &f.step], [&f.body, &[]]),
        StmtKind::If(c, then, otherwise) => (vec![c], [then, otherwise]),
        StmtKind::Subgroups(_, then, otherwise) => (vec![], [then, otherwise]),
        StmtKind::While(c, body) => (vec![c], [body, &[]]),
        StmtKind::Block(body) => (vec![], [body, &[]]),
        StmtKind::Call(_, arguments) => (arguments.iter().collect(), [&[], &[]]),
        StmtKind::Return(e) => (e.iter().collect(), [&[], &[]]),
        StmtKind::Barrier(_) | StmtKind::Comment(_) | StmtKind::Break => (vec![], [&[], &[]]),
    };
    let bodies = bodies.into_iter().map(Part::Body);
    values.into_iter().map(Part::Value).chain(bodies)
}

/// What an expression is made of.
pub fn operands(e: &Expr) -> impl Iterator<Item = &Expr> {
    let (few, all): ([Option<&Expr>; 3], &[Expr]) = match e {
        Expr::Var(_) | Expr::Int(_) | Expr::Literal(_) | Expr::WorkItem(..) => ([None; 3], &[]),
        Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::Field(a, _) | Expr::Component(a, _) => {
            ([Some(a), None, None], &[])
        }
        Expr::Binary(_, a, b) | Expr::Index(a, b) => ([Some(a), Some(b), None], &[]),
        Expr::Conditional(a, b, c) => ([Some(a), Some(b), Some(c)], &[]),
        Expr::Prim(_, _, all) | Expr::Call(_, all) | Expr::VectorOf(_, _, all) | Expr::StructOf(_, all) => {
            ([None; 3], all)
        }
        Expr::VLoad(a) => ([Some(&a.offset), Some(&a.pointer), None], &[]),
    };
    few.into_iter().flatten().chain(all)
}

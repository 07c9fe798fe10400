//! No barrier stands in a branch: `if (c) { A; barrier; B }` becomes `taken = c; if (taken) A; barrier; if (taken) B`.
//!
//! OpenCL allows barriers in branches that all work-items of a group take alike, and the hierarchy of the language sees to it that they do.  But pocl 3.1 loses
//! statements of such branches, and its compiler stops at loops with barriers whose bodies go on after the last one with a test of the
//! item (docs/drivers.md).  So barriers are executed by all groups, and the statements between them are guarded; a group that
//! does not take the branch waits for nobody.  A loop in a branch does no round if the branch is not taken, and a body with barriers ends with one.

use super::tidy::mentions_name;
use elder_kernel::c::{BinaryOp, Declaration, Expr, Fences, For, Space, Stmt, StmtKind, Type, UnaryOp};
use elder_kernel::make;
use elder_kernel::words::Names;
use elder_syntax::Name as Word;
use elder_syntax::prim::PrimType;

/// The body of a kernel with no barrier in a branch.
pub fn flat(body: Vec<Stmt>, names: &mut Names) -> Vec<Stmt> {
    if !body.iter().any(has_barrier) {
        return body;
    }
    let mut names = names.clone();
    reserve(&body, &mut names);
    straight(body, &mut names)
}

/// Statements that are executed by all groups.
fn straight(body: Vec<Stmt>, names: &mut Names) -> Vec<Stmt> {
    let mut out = Vec::with_capacity(body.len());
    let mut tested = false;
    for stmt in body {
        // pocl 3.1 loses what a test of the item guards if tests of the group follow before a barrier.
        if tested && (branches(&stmt) || fails(&stmt)) {
            out.push(barrier());
            tested = false;
        }
        tested = match &stmt.kind {
            StmtKind::Barrier(_) => false,
            // Where tests follow its last barrier, a loop is closed by another one.
            StmtKind::For(_) | StmtKind::While(..) if has_barrier(&stmt) => false,
            _ => tested || (has_test(&stmt) && !fails(&stmt)),
        };
        out.push(statement(stmt, names));
    }
    out
}

fn barrier() -> Stmt {
    Stmt::new(StmtKind::Barrier(Fences {
        local: true,
        global: false,
    }))
}

/// Whether this notes a failure of the group.
fn fails(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::If(_, then, _) if then.iter().any(|s| matches!(s.kind, StmtKind::Call(..))))
}

/// Whether a barrier stands in a branch.
fn branches(stmt: &Stmt) -> bool {
    any(stmt, &|kind| match kind {
        StmtKind::If(_, then, otherwise) => then.iter().chain(otherwise).any(has_barrier),
        _ => false,
    })
}

fn statement(stmt: Stmt, names: &mut Names) -> Stmt {
    elder_syntax::effort::deeper(|| {
        if !has_barrier(&stmt) {
            return stmt;
        }
        let kind = match stmt.kind {
            StmtKind::If(condition, then, otherwise) => branch(condition, then, otherwise, names),
            StmtKind::For(f) => StmtKind::For(For {
                body: closed(straight(f.body, names)),
                ..f
            }),
            StmtKind::While(condition, body) => StmtKind::While(condition, closed(straight(body, names))),
            StmtKind::Block(body) => StmtKind::Block(straight(body, names)),
            StmtKind::Subgroups(lanes, then, otherwise) => {
                StmtKind::Subgroups(lanes, straight(then, names), straight(otherwise, names))
            }
            other => other,
        };
        Stmt { kind, ..stmt }
    })
}

/// A branch that has a barrier, as a block.
fn branch(condition: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt>, names: &mut Names) -> StmtKind {
    let taken = names.fresh("taken");
    let mut block = vec![Stmt::new(StmtKind::Declare(Declaration {
        ty: Type::Scalar(PrimType::Bool),
        space: Space::Private,
        name: taken.clone(),
        dims: vec![],
        init: Some(condition),
        is_const: true,
    }))];
    let taken = make::var(taken);
    let not_taken = Expr::Unary(UnaryOp::Not, Box::new(taken.clone()));
    for (guard, body) in [(taken, then), (not_taken, otherwise)] {
        let guarded = guarded(body, &guard, names);
        match guarded.as_slice() {
            [] => {}
            [one] if !matches!(one.kind, StmtKind::Declare(_)) => block.extend(guarded),
            _ => block.push(Stmt::new(StmtKind::Block(guarded))),
        }
    }
    StmtKind::Block(block)
}

/// Statements that are executed where the guard, which all items of a group see alike, holds.
fn guarded(body: Vec<Stmt>, guard: &Expr, names: &mut Names) -> Vec<Stmt> {
    let mut out = Vec::new();
    let mut segment: Vec<Stmt> = Vec::new();
    let mut rest: std::collections::VecDeque<Stmt> = body.into();
    let close = |segment: &mut Vec<Stmt>, rest: &std::collections::VecDeque<Stmt>, out: &mut Vec<Stmt>| {
        let mut inside = Vec::new();
        let mut segment = std::mem::take(segment).into_iter();
        while let Some(stmt) = segment.next() {
            // What is declared before a barrier and used after it is declared outside of the guards.
            let StmtKind::Declare(d) = &stmt.kind else {
                inside.push(stmt);
                continue;
            };
            if d.space != Space::Local && !rest.iter().any(|later| mentions_name(later, &d.name)) {
                inside.push(stmt);
                continue;
            }
            // An inner block that has used the name before would hide what now stands in front of it.
            if inside.iter().any(|before| declares(before, &d.name)) {
                let before = std::mem::take(&mut inside);
                let before = before.into_iter().filter_map(|before| match &before.kind {
                    StmtKind::Declare(own) if mentions_any(&stmt, segment.as_slice(), &own.name) => {
                        let (declaration, value) = apart(before);
                        out.push(declaration);
                        value
                    }
                    _ => Some(before),
                });
                let before = before.collect();
                out.push(Stmt::new(StmtKind::If(guard.clone(), before, vec![])));
            }
            if matches!(d.init, Some(Expr::WorkItem(..))) {
                out.push(stmt);
                continue;
            }
            let (declaration, value) = apart(stmt);
            out.push(declaration);
            inside.extend(value);
        }
        if !inside.is_empty() {
            out.push(Stmt::new(StmtKind::If(guard.clone(), inside, vec![])));
        }
    };
    while let Some(stmt) = rest.pop_front() {
        if !has_barrier(&stmt) {
            segment.push(stmt);
            continue;
        }
        rest.push_front(stmt);
        close(&mut segment, &rest, &mut out);
        let Some(stmt) = rest.pop_front() else { break };
        out.push(with_barrier(stmt, guard, names));
    }
    close(&mut segment, &rest, &mut out);
    out
}

/// Whether one of the statements mentions a name.
fn mentions_any(first: &Stmt, others: &[Stmt], name: &Word) -> bool {
    std::iter::once(first)
        .chain(others)
        .any(|stmt| mentions_name(stmt, name))
}

/// A declaration as one without a value, and what assigns the value.
fn apart(mut stmt: Stmt) -> (Stmt, Option<Stmt>) {
    let StmtKind::Declare(d) = &mut stmt.kind else {
        return (stmt, None);
    };
    let value = d.init.take();
    d.is_const = false;
    let target = make::var(d.name.clone());
    let assigned = value.map(|value| Stmt::new(StmtKind::Assign(target, value)).at(stmt.span));
    (stmt, assigned)
}

/// Whether a name is declared in a statement.
fn declares(stmt: &Stmt, name: &str) -> bool {
    any(stmt, &|kind| match kind {
        StmtKind::Declare(d) => &*d.name == name,
        StmtKind::For(f) => &*f.var == name,
        _ => false,
    })
}

/// A statement with a barrier in it, its effects guarded.
fn with_barrier(stmt: Stmt, guard: &Expr, names: &mut Names) -> Stmt {
    let either =
        |value: Expr| Expr::Conditional(Box::new(guard.clone()), Box::new(value), Box::new(make::int(0)));
    let kind = match stmt.kind {
        StmtKind::For(f) => {
            let first = match f.first {
                Expr::Int(_) | Expr::WorkItem(..) => f.first,
                other => either(other),
            };
            let limit = either(f.limit);
            let first = match (&first, &limit) {
                // A first number below zero would be a round.
                (Expr::Int(n), _) if *n < 0 => either(first),
                _ => first,
            };
            StmtKind::For(For {
                first,
                limit,
                body: closed(straight(f.body, names)),
                ..f
            })
        }
        StmtKind::While(condition, body) => StmtKind::While(
            make::binary(BinaryOp::And, guard.clone(), condition),
            closed(straight(body, names)),
        ),
        StmtKind::If(condition, then, otherwise) => {
            // Of the inner branches, the second is taken where the outer one is and the first is not.
            if otherwise.is_empty() {
                branch(
                    make::binary(BinaryOp::And, guard.clone(), condition),
                    then,
                    vec![],
                    names,
                )
            } else {
                let inner = names.fresh("inner");
                let test = make::binary(BinaryOp::And, guard.clone(), condition);
                let not = Expr::Unary(UnaryOp::Not, Box::new(make::var(inner.clone())));
                let other = make::binary(BinaryOp::And, guard.clone(), not);
                let declared = Stmt::new(StmtKind::Declare(Declaration {
                    ty: Type::Scalar(PrimType::Bool),
                    space: Space::Private,
                    name: inner.clone(),
                    dims: vec![],
                    init: Some(test),
                    is_const: true,
                }));
                StmtKind::Block(vec![
                    declared,
                    Stmt::new(branch(make::var(inner), then, vec![], names)),
                    Stmt::new(branch(other, otherwise, vec![], names)),
                ])
            }
        }
        StmtKind::Block(body) => StmtKind::Block(guarded(body, guard, names)),
        StmtKind::Subgroups(lanes, then, otherwise) => {
            let then = guarded(then, guard, names);
            StmtKind::Subgroups(lanes, then, guarded(otherwise, guard, names))
        }
        other => other,
    };
    Stmt { kind, ..stmt }
}

/// The body of a loop with barriers, closed by one if tests follow the last.
fn closed(mut body: Vec<Stmt>) -> Vec<Stmt> {
    let tail = body.iter().rev().take_while(|stmt| !has_barrier(stmt));
    let tests = tail.into_iter().any(has_test);
    if tests && body.iter().any(has_barrier) {
        body.push(barrier());
    }
    body
}

/// Whether the work-items of a group wait for each other in it.
pub(super) fn has_barrier(stmt: &Stmt) -> bool {
    any(stmt, &|kind| matches!(kind, StmtKind::Barrier(_)))
}

fn has_test(stmt: &Stmt) -> bool {
    any(stmt, &|kind| matches!(kind, StmtKind::If(..)))
}

fn any(stmt: &Stmt, is: &dyn Fn(&StmtKind) -> bool) -> bool {
    elder_syntax::effort::deeper(|| {
        is(&stmt.kind)
            || match &stmt.kind {
                StmtKind::For(For { body, .. }) | StmtKind::While(_, body) | StmtKind::Block(body) => {
                    body.iter().any(|s| any(s, is))
                }
                StmtKind::If(_, then, otherwise) | StmtKind::Subgroups(_, then, otherwise) => {
                    then.iter().chain(otherwise).any(|s| any(s, is))
                }
                _ => false,
            }
    })
}

/// Reserves all names that are declared anywhere.
fn reserve(body: &[Stmt], names: &mut Names) {
    elder_syntax::effort::deeper(|| {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Declare(d) => names.reserve(d.name.clone()),
                StmtKind::For(f) => {
                    names.reserve(f.var.clone());
                    reserve(&f.body, names);
                }
                StmtKind::While(_, body) | StmtKind::Block(body) => reserve(body, names),
                StmtKind::If(_, then, otherwise) | StmtKind::Subgroups(_, then, otherwise) => {
                    reserve(then, names);
                    reserve(otherwise, names);
                }
                _ => {}
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_syntax::Name;
    use rustc_hash::FxHashMap;

    fn call(f: &str) -> Stmt {
        Stmt::new(StmtKind::Call(f.into(), vec![]))
    }

    fn test(condition: &str, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Stmt {
        Stmt::new(StmtKind::If(make::var(condition), then, otherwise))
    }

    fn rounds(variable: &str, limit: Expr, body: Vec<Stmt>) -> Stmt {
        Stmt::new(StmtKind::For(For {
            var: variable.into(),
            ty: PrimType::I32,
            first: make::int(0),
            limit,
            step: make::int(1),
            hints: vec![],
            body,
        }))
    }

    /// What is called, in order, as one work-item sees it.
    #[derive(Default)]
    struct Item {
        values: FxHashMap<Name, i64>,
        called: Vec<Name>,
    }

    impl Item {
        fn run(&mut self, body: &[Stmt]) {
            for stmt in body {
                match &stmt.kind {
                    StmtKind::Call(f, _) => self.called.push(f.clone()),
                    StmtKind::Declare(d) => {
                        let init = d.init.as_ref().map(|init| self.value(init));
                        self.values.insert(d.name.clone(), init.unwrap_or(i64::MIN));
                    }
                    StmtKind::Assign(Expr::Var(x), value) => {
                        let value = self.value(value);
                        self.values.insert(x.clone(), value);
                    }
                    StmtKind::If(condition, then, otherwise) => {
                        let taken = self.value(condition) != 0;
                        self.run(if taken { then } else { otherwise });
                    }
                    StmtKind::For(f) => {
                        let mut i = self.value(&f.first);
                        while i < self.value(&f.limit) {
                            self.values.insert(f.var.clone(), i);
                            self.run(&f.body);
                            i += 1;
                        }
                    }
                    StmtKind::Block(body) => self.run(body),
                    StmtKind::Barrier(_) => {}
                    other => panic!("{other:?}"),
                }
            }
        }

        fn value(&self, e: &Expr) -> i64 {
            match e {
                Expr::Int(n) => *n,
                Expr::Var(x) => self.values[x],
                Expr::Unary(UnaryOp::Not, a) => i64::from(self.value(a) == 0),
                Expr::Binary(BinaryOp::And, a, b) => i64::from(self.value(a) != 0 && self.value(b) != 0),
                Expr::Conditional(c, a, b) if self.value(c) != 0 => self.value(a),
                Expr::Conditional(_, _, b) => self.value(b),
                other => panic!("{other:?}"),
            }
        }
    }

    fn no_barrier_in_a_branch(body: &[Stmt]) -> bool {
        body.iter().all(|stmt| match &stmt.kind {
            StmtKind::If(..) => !has_barrier(stmt),
            StmtKind::For(For { body, .. }) | StmtKind::While(_, body) | StmtKind::Block(body) => {
                no_barrier_in_a_branch(body)
            }
            _ => true,
        })
    }

    fn body() -> Vec<Stmt> {
        let deep = test(
            "b",
            vec![call("f4"), barrier(), call("f5")],
            vec![
                rounds("i", make::var("n"), vec![barrier(), call("f6")]),
                call("f7"),
            ],
        );
        let then = vec![
            make::declare("x", Type::Scalar(PrimType::I32), Some(make::int(2))),
            call("f1"),
            barrier(),
            rounds(
                "k",
                make::var("x"),
                vec![call("f2"), barrier(), test("b", vec![call("f3")], vec![])],
            ),
            deep,
            call("f8"),
        ];
        let otherwise = vec![barrier(), call("f9")];
        vec![
            call("f0"),
            test("a", then, otherwise),
            test("b", vec![call("f10")], vec![]),
        ]
    }

    #[test]
    fn a_group_does_the_same_without_barriers_in_branches() {
        let before = body();
        assert!(!no_barrier_in_a_branch(&before));
        let after = flat(before.clone(), &mut Names::new());
        assert!(no_barrier_in_a_branch(&after));
        for choice in 0..4 {
            let values: FxHashMap<Name, i64> = [
                ("a".into(), choice & 1),
                ("b".into(), choice >> 1),
                ("n".into(), 3),
            ]
            .into_iter()
            .collect();
            let [one, other] = [&before, &after].map(|body| {
                let mut item = Item {
                    values: values.clone(),
                    called: vec![],
                };
                item.run(body);
                item.called
            });
            assert_eq!(one, other, "{values:?}");
        }
    }

    #[test]
    fn bodies_of_loops_with_barriers_end_with_one_where_tests_follow_the_last() {
        let flat = flat(body(), &mut Names::new());
        fn loops(body: &[Stmt], found: &mut Vec<bool>) {
            for stmt in body {
                match &stmt.kind {
                    StmtKind::For(f) => {
                        found.push(matches!(f.body.last().unwrap().kind, StmtKind::Barrier(_)))
                    }
                    StmtKind::Block(body) => loops(body, found),
                    _ => {}
                }
            }
        }
        let mut found = Vec::new();
        loops(&flat, &mut found);
        assert_eq!(found, [true, false]);
    }

    #[test]
    fn kernels_without_barriers_stay_as_they_are() {
        let before = vec![test("a", vec![call("f")], vec![call("g")])];
        assert_eq!(flat(before.clone(), &mut Names::new()), before);
    }
}

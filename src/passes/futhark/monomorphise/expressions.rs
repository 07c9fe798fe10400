//! Expressions in a copy, in the order in which they are evaluated: so it is seen what a size is bound by.

use super::{Copies, Scope};
use elder_futhark::tree::walk::deep;
use elder_futhark::tree::{Exp, ExpKind, Fun, VName};
use std::rc::Rc;

impl Copies<'_> {
    /// An expression.  Sizes of its type that nothing bound yet are read off its value.
    pub(super) fn exp(&mut self, scope: &mut Scope, e: &mut Exp) {
        deep(|| {
            if let ExpKind::LetFun(name, fun, body) = &mut e.kind {
                let mut made = self.local(scope, name, fun, body);
                if e.sizes.is_empty() {
                    made.attributes = made.attributes.and(&e.attributes);
                    *e = made;
                    return;
                }
                e.kind = made.kind;
            } else {
                self.parts(scope, e);
            }
            let mut sizes = self.bind_all(scope, &e.sizes);
            // What sizes within the expression left open is not in its value.
            let within = scope.open.len();
            e.ty = self.ty(scope, &e.ty);
            sizes.extend(scope.open.drain(within..));
            e.sizes = sizes;
        })
    }

    /// An expression that is perhaps not evaluated: what it binds is not known behind it.
    fn branch(&mut self, scope: &mut Scope, e: &mut Exp) {
        let mark = scope.trail.len();
        self.exp(scope, e);
        scope.leave(mark);
    }

    fn parts(&mut self, scope: &mut Scope, e: &mut Exp) {
        match &mut e.kind {
            ExpKind::Var(name, instance) => (*name, *instance) = self.instance(scope, name, instance),
            ExpKind::Intrinsic(_, instance) => {
                instance.sizes = self.sizes(scope, &instance.sizes);
                instance.types.iter_mut().for_each(|t| *t = self.ty(scope, t));
            }
            ExpKind::And(a, b) | ExpKind::Or(a, b) => {
                self.exp(scope, a);
                self.branch(scope, b);
            }
            ExpKind::Lambda(fun) => {
                let mark = scope.trail.len();
                *fun = Rc::new(self.fun(scope, fun, &[], Vec::new()));
                scope.leave(mark);
            }
            ExpKind::Let {
                sizes,
                pat,
                bound,
                body,
            } => {
                self.exp(scope, bound);
                *sizes = self.bind_all(scope, sizes);
                let (open, held) = (scope.open.len(), scope.held.len());
                sizes.extend(self.name_held(scope, &pat.ty));
                self.pat(scope, pat);
                sizes.extend(scope.open.drain(open..));
                self.exp(scope, body);
                scope.held.truncate(held);
            }
            ExpKind::If(condition, yes, no) => {
                self.exp(scope, condition);
                self.branch(scope, yes);
                self.branch(scope, no);
            }
            ExpKind::Match(scrutinee, cases) => {
                self.exp(scope, scrutinee);
                for (pat, body) in cases {
                    let mark = scope.trail.len();
                    self.pat(scope, pat);
                    self.exp(scope, body);
                    scope.leave(mark);
                }
            }
            ExpKind::Loop(l) => self.looped(scope, l),
            // What else there is evaluates its parts, and binds nothing.
            _ => e
                .evaluated_mut()
                .into_iter()
                .for_each(|part| self.exp(scope, part)),
        }
    }

    /// FUT-MO-LOCAL: the copies of a local function that its scope wants, where it stood.
    fn local(&mut self, scope: &mut Scope, name: &VName, fun: &Fun, body: &mut Exp) -> Exp {
        let outer = scope.locals.insert(name.id, Vec::new());
        let mark = scope.trail.len();
        self.exp(scope, body);
        let hole = Exp::of(ExpKind::Hole, &body.ty, body.span);
        let body = std::mem::replace(body, hole);
        // The function does not see what its scope binds.
        let behind = scope.leave(mark);
        let wanted = scope.locals.remove(&name.id).unwrap_or_default();
        if let Some(outer) = outer {
            scope.locals.insert(name.id, outer);
        }
        let mut copies = Vec::with_capacity(wanted.len());
        for local in wanted {
            let own = self.fun(scope, fun, &local.types, local.sizes);
            scope.leave(mark);
            copies.push((local.name, Rc::new(own)));
        }
        scope.again(behind);
        copies.into_iter().rev().fold(body, |rest, (name, fun)| {
            let (ty, span) = (rest.ty.clone(), rest.span);
            Exp::of(ExpKind::LetFun(name, fun, Box::new(rest)), &ty, span)
        })
    }
}

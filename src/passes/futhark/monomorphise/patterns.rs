//! Functions, loops and patterns in a copy: what binds names.

use super::{Copies, Scope};
use elder_futhark::ast::Liftedness;
use elder_futhark::tree::{Fun, Loop, LoopForm, Pat, PatKind, Type, VName};

impl Copies<'_> {
    /// A function for these types of its type parameters, with further size parameters.
    pub(super) fn fun(&mut self, scope: &mut Scope, fun: &Fun, types: &[Type], sizes: Vec<VName>) -> Fun {
        for (param, ty) in fun.types.iter().zip(types) {
            let is_lifted = param.lifted != Liftedness::Unlifted;
            scope.types.insert(param.name.id, (ty.clone(), is_lifted));
        }
        let mut made = fun.clone();
        made.types.clear();
        made.sizes = self.bind_all(scope, &fun.sizes);
        made.sizes.extend(sizes);
        for param in &mut made.params {
            self.pat(scope, &mut param.pat);
        }
        made.ret = self.ret(scope, &fun.ret);
        self.exp(scope, &mut made.body);
        made
    }

    /// A pattern; its names are bound from here on.
    pub(super) fn pat(&mut self, scope: &mut Scope, pat: &mut Pat) {
        pat.each_mut(&mut |part| {
            part.ty = self.ty(scope, &part.ty);
            if let PatKind::Var(name) = &mut part.kind {
                *name = self.bind(scope, name);
            }
        });
    }

    pub(super) fn looped(&mut self, scope: &mut Scope, l: &mut Loop) {
        self.exp(scope, &mut l.init);
        if let LoopForm::For(_, turns) | LoopForm::ForIn(_, turns) = &mut l.form {
            self.exp(scope, turns);
        }
        let mark = scope.trail.len();
        l.sizes = self.bind_all(scope, &l.sizes);
        let open = scope.open.len();
        self.pat(scope, &mut l.pat);
        l.sizes.extend(scope.open.drain(open..));
        match &mut l.form {
            LoopForm::For(name, _) => *name = self.bind(scope, name),
            LoopForm::ForIn(pat, _) => self.pat(scope, pat),
            LoopForm::While(condition) => self.exp(scope, condition),
        }
        self.exp(scope, &mut l.body);
        scope.leave(mark);
    }
}

//! Functions, loops and patterns in a copy: what binds names.

use super::{Copies, Scope};
use elder_futhark::ast::Liftedness;
use elder_futhark::tree::{Fun, Loop, LoopForm, Param, Pat, PatKind, Type, VName};

impl Copies<'_> {
    /// A function for these types of its type parameters, with further size parameters.
    pub(super) fn fun(&mut self, scope: &mut Scope, fun: &Fun, types: &[Type], sizes: Vec<VName>) -> Fun {
        for (param, ty) in fun.types.iter().zip(types) {
            let is_lifted = param.lifted != Liftedness::Unlifted;
            scope.types.insert(param.name.id, (ty.clone(), is_lifted));
        }
        let mut own = self.bind_all(scope, &fun.sizes);
        own.extend(sizes);
        let mut params = Vec::with_capacity(fun.params.len());
        for param in &fun.params {
            params.push(Param {
                pat: self.pat(scope, &param.pat),
                stars: param.stars.clone(),
            });
        }
        let ret = self.ret(scope, &fun.ret);
        Fun {
            sizes: own,
            types: Vec::new(),
            params,
            ret,
            annotated: fun.annotated,
            section: fun.section,
            body: self.exp(scope, &fun.body),
        }
    }

    /// A pattern; its names are bound from here on.
    pub(super) fn pat(&mut self, scope: &mut Scope, pat: &Pat) -> Pat {
        let ty = self.ty(scope, &pat.ty);
        let kind = match &pat.kind {
            PatKind::Wildcard => PatKind::Wildcard,
            PatKind::Lit(value) => PatKind::Lit(*value),
            PatKind::Var(name) => PatKind::Var(self.bind(scope, name)),
            PatKind::Record(parts) => {
                let parts = parts.iter();
                PatKind::Record(parts.map(|(f, p)| (f.clone(), self.pat(scope, p))).collect())
            }
            PatKind::Constr(name, parts) => {
                let parts = parts.iter().map(|p| self.pat(scope, p)).collect();
                PatKind::Constr(name.clone(), parts)
            }
        };
        Pat {
            kind,
            ty,
            span: pat.span,
        }
    }

    pub(super) fn looped(&mut self, scope: &mut Scope, l: &Loop) -> Loop {
        enum Bound {
            Count(elder_futhark::tree::Exp),
            Elements(elder_futhark::tree::Exp),
            Test,
        }
        let init = self.exp(scope, &l.init);
        let bound = match &l.form {
            LoopForm::For(_, bound) => Bound::Count(self.exp(scope, bound)),
            LoopForm::ForIn(_, array) => Bound::Elements(self.exp(scope, array)),
            LoopForm::While(_) => Bound::Test,
        };
        let mark = scope.trail.len();
        let mut sizes = self.bind_all(scope, &l.sizes);
        let open = scope.open.len();
        let pat = self.pat(scope, &l.pat);
        sizes.extend(scope.open.drain(open..));
        let form = match (&l.form, bound) {
            (LoopForm::For(name, _), Bound::Count(bound)) => LoopForm::For(self.bind(scope, name), bound),
            (LoopForm::ForIn(pat, _), Bound::Elements(array)) => LoopForm::ForIn(self.pat(scope, pat), array),
            (LoopForm::While(condition), _) => LoopForm::While(self.exp(scope, condition)),
            (form, _) => form.clone(),
        };
        let body = self.exp(scope, &l.body);
        scope.leave(mark);
        Loop {
            sizes,
            pat,
            stars: l.stars.clone(),
            annotated: l.annotated.clone(),
            init,
            form,
            body,
        }
    }
}

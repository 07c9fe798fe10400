//! Uses of a definition in its own body, when its result is not annotated (FUT-SZ-REC).
//!
//! What sizes the result has is not known before the body has been walked, so at each use they are unknown.  Sizes of
//! parameters that are still to be found are chosen anew at each use; when the body has been walked it is known what they
//! are, and the uses are looked at again.

use super::super::Checked;
use super::super::build;
use super::super::substitution::{Pairs, for_each_free, in_size};
use super::Sizing;
use super::functions::function_type;
use super::unification::Goal;
use super::variables::{Anew, SizeVar};
use crate::rules::sizes::FUT_SZ_REC;
use crate::tree::{Instance, Param, RetType, Scheme, Size, Stars, Type, VName};
use elder_syntax::Span;
use elder_syntax::prim::PrimType;

/// A definition as its body sees it.
pub(super) struct Recursive {
    /// Size parameters that are written down.
    explicit: Vec<VName>,
    /// Its type; all sizes of the result are existential.
    ty: Type,
}

/// One use: where, and which size each size of the definition is there.
pub(super) struct Use {
    span: Span,
    sizes: Vec<(VName, Size)>,
}

impl Sizing<'_> {
    /// The definition with these parameters, and a result of this type without sizes.
    pub(super) fn recursive(
        &mut self,
        explicit: &[(VName, Span)],
        params: &[Param],
        result: &Type,
        span: Span,
    ) -> Recursive {
        let result = self.vars.zonk(result);
        let mut made = Vec::new();
        let ty = self.with_new_sizes(&result, Anew::Flexible("a result"), span, &mut made);
        let exts: Vec<VName> = made.into_iter().map(|(v, _)| v).collect();
        for v in &exts {
            self.set_state(v, SizeVar::Outside);
        }
        let ret = RetType {
            exts,
            ty,
            stars: Stars::None,
        };
        Recursive {
            explicit: explicit.iter().map(|(v, _)| v.clone()).collect(),
            ty: function_type(params, &ret),
        }
    }

    /// FUT-SZ-REC
    pub(super) fn recursive_use(&mut self, f: &Recursive, span: Span) -> (Instance, Type) {
        FUT_SZ_REC.apply();
        let ty = self.normal(&f.ty);
        let ty = self.rename_binders(&ty);
        let mut sizes = f.explicit.clone();
        for_each_free(&ty, &mut |v| {
            if self.is_flexible(v) && !sizes.contains(v) {
                sizes.push(v.clone());
            }
        });
        let scheme = Scheme {
            sizes: sizes.clone(),
            types: Vec::new(),
            ty,
        };
        let (instance, ty) = self.instance(&scheme, &[], span);
        let sizes = sizes.into_iter().zip(instance.sizes).collect();
        self.recursive_uses.push(Use { span, sizes });
        (Instance::default(), ty)
    }

    /// Each use has sizes that the definition, now that it is known, can be used with.
    pub(super) fn uses_agree(&mut self) -> Checked<()> {
        let uses = std::mem::take(&mut self.recursive_uses);
        // What one use decides may concern another that was looked at before.
        let mut open = usize::MAX;
        loop {
            let left = self.open_sizes();
            if left == open {
                return Ok(());
            }
            open = left;
            for used in &uses {
                self.use_agrees(used)?;
            }
        }
    }

    fn use_agrees(&mut self, used: &Use) -> Checked<()> {
        let mut here = Pairs::default();
        let mut found = Vec::new();
        for (v, size) in &used.sizes {
            match self.normal_size(&Size::Var(v.clone())) {
                Size::Var(w)
                    if !here.sizes.iter().any(|(x, _)| *x == w) && (w == *v || self.is_flexible(&w)) =>
                {
                    here.sizes.push((w, size.clone()));
                }
                known => found.push((known, size.clone())),
            }
        }
        for (known, size) in found {
            let expected = in_size(&known, &mut here).unwrap_or(known);
            let array = |s: &Size| build::array(s.clone(), build::prim(PrimType::Bool));
            let (expected, found) = (array(&expected), array(&size));
            let goal = Goal {
                span: used.span,
                message: "a recursive use does not have the sizes that the function turns out to have",
                expected: &expected,
                found: &found,
            };
            self.unify(&goal, &expected, &found)?;
        }
        Ok(())
    }

    fn open_sizes(&self) -> usize {
        let open = |s: &&SizeVar| matches!(s, SizeVar::Flexible { .. } | SizeVar::Instance { .. });
        self.sizes.iter().filter(open).count()
    }
}

//! Type expressions denote types.
//!
//! What `[]`, `?[n].` and a size expression mean depends on the place where the type stands (a parameter, a result,
//! a coercion, a module type): the caller says so with a [`SizePolicy`].

use crate::ast;
use crate::check::env::Env;
use crate::check::{Checked, Context};
use crate::tree::{Size, Stars, Type, VName};
use elder_syntax::{Name, Span};

/// What a type expression denotes.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The type.
    pub ty: Type,
    /// Its stars.
    pub stars: Stars,
    /// Sizes bound by a top-level `?[n].` and by size-lifted abbreviations outside of arrows' results.
    pub exts: Vec<VName>,
    /// How much it may hide: functions, or sizes per value.
    pub lifted: ast::Liftedness,
}

/// What sizes in a type mean at one place.
pub trait SizePolicy {
    /// `[]`
    fn anonymous(&mut self, cx: &mut Context, span: Span) -> Checked<Size>;

    /// `[n]` of a `?[n].` (outside of arrows' results, whose `?[n].` belong to the arrow), or one that a size-lifted
    /// abbreviation hides.  The name returned is put into [`Resolved::exts`].
    fn existential(&mut self, cx: &mut Context, name: &Name, span: Span) -> Checked<VName>;

    /// `[e]`, where `env` knows the names bound by the type around it (`(n: i64) -> [n]t`, `?[n].[n]t`).
    fn expression(&mut self, cx: &mut Context, env: &Env, e: &ast::Exp) -> Checked<Size> {
        cx.check_size(env, e)
    }
}

impl Context {
    /// The type that `te` denotes (FUT-T-ABBR).
    pub fn resolve_type(
        &mut self,
        env: &Env,
        te: &ast::TypeExp,
        sizes: &mut dyn SizePolicy,
    ) -> Checked<Resolved> {
        let _ = (env, te, sizes);
        Err(super::Failed)
    }

    /// Enters size and type parameters into `env`, with their liftedness, and gives them in order (FUT-T-INST).
    pub fn bind_type_params(
        &mut self,
        env: &mut Env,
        params: &[ast::TypeParam],
    ) -> Checked<Vec<crate::tree::TypeFunParam>> {
        let _ = (env, params);
        Err(super::Failed)
    }
}

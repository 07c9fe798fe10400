//! What has a value wherever it stands.

use elder_futhark::intrinsics::Intrinsic;
use elder_futhark::tree::{Exp, ExpKind};
use elder_syntax::prim::{BinOp, PrimFn};

/// Whether a primitive function has a value for all operands.
pub(crate) fn cannot_fail(f: PrimFn) -> bool {
    match f {
        PrimFn::Bin(BinOp::Div | BinOp::Mod | BinOp::Pow | BinOp::Quot | BinOp::Rem, t) => t.is_float(),
        PrimFn::Bin(..) | PrimFn::Un(..) | PrimFn::Tern(..) | PrimFn::Convert(..) | PrimFn::Ldexp(_) => true,
    }
}

/// Whether an expression adds, compares and so on what `names` holds of.
pub(super) fn is_total(e: &Exp, names: &dyn Fn(&Exp) -> bool) -> bool {
    match &e.kind {
        ExpKind::Lit(_) => true,
        ExpKind::Var(..) => names(e),
        ExpKind::App { fun, args, .. } => {
            let ExpKind::Intrinsic(Intrinsic::Prim(f), _) = &fun.kind else {
                return false;
            };
            cannot_fail(*f) && args.iter().all(|arg| is_total(arg, names))
        }
        _ => false,
    }
}

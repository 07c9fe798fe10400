//! Which rule evaluates an expression.

use crate::futhark::intrinsics::rule;
use elder_futhark::intrinsics::Intrinsic;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{self, Coerced, ExpKind};
use elder_syntax::Rule;

/// The rule that evaluates an expression.
pub(crate) fn rule_of(kind: &ExpKind) -> &'static Rule {
    match kind {
        ExpKind::Lit(_) | ExpKind::String(_) => &rules::FUT_E_CONST,
        ExpKind::Var(..) | ExpKind::Intrinsic(..) => &rules::FUT_E_VAR,
        ExpKind::Record(_) => &rules::FUT_E_TUP,
        ExpKind::Field(..) => &rules::FUT_E_FIELD,
        ExpKind::RecordUpdate(..) => &rules::FUT_E_RECUPDATE,
        ExpKind::Array(_) => &rules::FUT_E_ARRAY,
        ExpKind::Range(_) => &rules::FUT_E_RANGE,
        ExpKind::Index(_, dims) => {
            if dims.iter().any(|d| matches!(d, tree::DimIndex::Slice(..))) {
                &rules::FUT_E_SLICE
            } else {
                &rules::FUT_E_INDEX
            }
        }
        ExpKind::Update(..) | ExpKind::UpdatePath(..) => &rules::FUT_E_UPDATE,
        ExpKind::Constr(..) => &rules::FUT_E_CONSTR,
        ExpKind::App { fun, .. } => match &fun.kind {
            ExpKind::Intrinsic(Intrinsic::Prim(_) | Intrinsic::Futhark(_), _) => &rules::FUT_E_BINOP,
            ExpKind::Intrinsic(Intrinsic::Eq | Intrinsic::Ne, _) => &rules::FUT_E_EQ,
            ExpKind::Intrinsic(Intrinsic::Op(op), _) => rule(*op),
            _ => &rules::FUT_E_CALL,
        },
        ExpKind::And(..) | ExpKind::Or(..) => &rules::FUT_E_LOGIC,
        ExpKind::Lambda(_) => &rules::FUT_E_LAMBDA,
        ExpKind::Let { .. } | ExpKind::LetFun(..) => &rules::FUT_E_LET,
        ExpKind::If(..) => &rules::FUT_E_IF,
        ExpKind::Match(..) => &rules::FUT_E_MATCH,
        ExpKind::Loop(l) => match l.form {
            tree::LoopForm::For(..) => &rules::FUT_E_LOOPFOR,
            tree::LoopForm::ForIn(..) => &rules::FUT_E_LOOPIN,
            tree::LoopForm::While(_) => &rules::FUT_E_WHILE,
        },
        ExpKind::Coerce(_, Coerced::Value) => &rules::FUT_E_COERCE,
        ExpKind::Coerce(..) => &rules::FUT_E_PROXY,
        ExpKind::Assert(..) => &rules::FUT_E_ASSERT,
        ExpKind::Attr(..) => &rules::FUT_E_ATTR,
        ExpKind::Hole => &rules::FUT_E_HOLE,
    }
}

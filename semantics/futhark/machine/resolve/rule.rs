//! Which rule evaluates an expression, for observers.

use elder_futhark::intrinsics::{Intrinsic, Op};
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{self, Coerced, ExpKind};
use elder_syntax::Rule;

/// The rule that evaluates an expression.
pub(super) fn rule_of(kind: &ExpKind) -> &'static Rule {
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
            ExpKind::Intrinsic(Intrinsic::Op(op), _) => rule_of_op(*op),
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

/// The rule that evaluates a polymorphic operation.
fn rule_of_op(op: Op) -> &'static Rule {
    match op {
        Op::Map | Op::Map2 | Op::Map3 | Op::Map4 | Op::Map5 | Op::Flatmap => &rules::FUT_E_MAP,
        Op::Zip | Op::Zip3 | Op::Zip4 | Op::Zip5 => &rules::FUT_E_ZIP,
        Op::Unzip | Op::Unzip3 | Op::Unzip4 | Op::Unzip5 => &rules::FUT_E_ZIP,
        Op::Reduce | Op::ReduceComm => &rules::FUT_E_REDUCE,
        Op::Scan => &rules::FUT_E_SCAN,
        Op::Filter => &rules::FUT_E_FILTER,
        Op::Partition => &rules::FUT_E_PARTITION,
        Op::Scatter | Op::Scatter2d | Op::Scatter3d => &rules::FUT_E_SCATTER,
        Op::Hist1d | Op::Hist2d | Op::Hist3d => &rules::FUT_E_HIST,
        Op::Iota => &rules::FUT_E_IOTA,
        Op::Replicate => &rules::FUT_E_REPL,
        Op::Copy | Op::Manifest | Op::Concat => &rules::FUT_E_COPY,
        Op::Flatten | Op::Unflatten | Op::Reshape => &rules::FUT_E_RESHAPE,
        Op::Transpose | Op::Rearrange => &rules::FUT_E_REARR,
        Op::StreamMap => &rules::FUT_E_STREAM_MAP,
        Op::StreamRed => &rules::FUT_E_STREAM_RED,
        Op::ScatterStream | Op::HistStream => &rules::FUT_E_ACC_NEW,
        Op::AccWrite => &rules::FUT_E_ACC_UPD,
        Op::FlatIndex2d | Op::FlatIndex3d | Op::FlatIndex4d => &rules::FUT_E_FLATINDEX,
        Op::FlatUpdate1d | Op::FlatUpdate2d | Op::FlatUpdate3d | Op::FlatUpdate4d => &rules::FUT_E_FLATINDEX,
        Op::Opaque | Op::Trace | Op::Break => &rules::FUT_E_CALL,
        Op::Jvp => &rules::FUT_E_JVP,
        Op::Vjp => &rules::FUT_E_VJP,
        Op::JvpVec => &rules::FUT_E_JMP,
        Op::VjpVec => &rules::FUT_E_MJP,
        Op::WithVjp => &rules::FUT_E_WITHVJP,
    }
}

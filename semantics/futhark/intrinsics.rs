//! The intrinsics, as both evaluators have them: how many arguments each takes, which rule says what it does.

use elder_futhark::intrinsics::{Intrinsic, Op};
use elder_futhark::rules::evaluation as rules;
use elder_syntax::Rule;

/// How many arguments an intrinsic takes.
pub fn arity(intrinsic: Intrinsic) -> usize {
    match intrinsic {
        Intrinsic::Prim(f) => f.parameters().len(),
        // One, or a tuple.
        Intrinsic::Futhark(_) => 1,
        Intrinsic::Eq | Intrinsic::Ne => 2,
        Intrinsic::Op(op) => match op {
            Op::Unzip | Op::Unzip3 | Op::Unzip4 | Op::Unzip5 => 1,
            Op::Iota | Op::Copy | Op::Flatten | Op::Transpose => 1,
            Op::Opaque | Op::Trace | Op::Break | Op::Manifest => 1,
            Op::Map | Op::Zip | Op::Filter | Op::Flatmap | Op::Replicate | Op::Concat | Op::StreamMap => 2,
            Op::Rearrange | Op::Reshape => 2,
            Op::Map2 | Op::Zip3 | Op::Reduce | Op::ReduceComm | Op::Scan | Op::Partition | Op::Unflatten => 3,
            Op::Scatter | Op::Scatter2d | Op::Scatter3d | Op::ScatterStream => 3,
            Op::StreamRed | Op::AccWrite => 3,
            Op::Jvp | Op::Vjp | Op::JvpVec | Op::VjpVec | Op::WithVjp => 3,
            Op::Map3 | Op::Zip4 | Op::FlatUpdate1d => 4,
            Op::Map4 | Op::Zip5 | Op::HistStream | Op::FlatUpdate2d => 5,
            Op::Hist1d | Op::Hist2d | Op::Hist3d | Op::Map5 | Op::FlatIndex2d | Op::FlatUpdate3d => 6,
            Op::FlatUpdate4d => 7,
            Op::FlatIndex3d => 8,
            Op::FlatIndex4d => 10,
        },
    }
}

/// The rule of a polymorphic intrinsic.
pub fn rule(op: Op) -> &'static Rule {
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

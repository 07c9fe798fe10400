//! The primitives by their names in text, and what stands in parentheses before their phrase arguments.
//!
//! A primitive is made with unknowns as its nat and data arguments; its signature, read off from it, then has unknowns in
//! the right places.

use super::metas::{Class, Data, Metas};
use crate::{AddressSpace, DataType, Extent, IndexTest, Nat, Prim, PrimType, Strategy, UpdateOp};
use elder_syntax::Span;
use std::collections::HashSet;

/// What stands before the phrase arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// A dimension of the launch: 0, 1 or 2; may be left out.
    Dimension,
    /// The width of vectors.
    Width,
    /// The number of lanes of a sub-group.
    Lanes,
    /// A size: the nat argument with that number.
    Nat(usize),
    /// An operator whose updates commute.
    Operator,
    /// The local and the global size of a launch.
    Extents,
    /// An extent and a stride, one pair a dimension.
    Strides,
}

/// The arguments that [`make`] cannot leave unknown.
#[derive(Clone, Debug)]
pub struct Leads {
    pub dimension: u8,
    pub width: u8,
    pub operator: UpdateOp,
    pub local: Extent,
    pub global: Extent,
    /// The extents and the strides of a part.
    pub part: [Extent; 2],
}

/// A primitive with unknowns.
pub struct Made {
    pub prim: Prim,
    /// Stands for the argument that is a number type.
    pub hole: Option<Data>,
}

/// The primitives that are written as functions, with what stands before their phrase arguments.
const TABLE: &[(&str, &[Lead])] = {
    use Lead::*;
    &[
        ("nat", &[Nat(0)]),
        ("at", &[Nat(0)]),
        ("asIndex", &[]),
        ("once", &[]),
        ("known", &[]),
        ("clamp", &[]),
        ("map", &[]),
        ("mapSeq", &[]),
        ("mapGlobal", &[Dimension]),
        ("mapWorkgroup", &[Dimension]),
        ("mapLocal", &[Dimension]),
        ("reduce", &[]),
        ("scanSeq", &[]),
        ("reduceLocal", &[Dimension]),
        ("scanLocal", &[Dimension]),
        ("reduceSubgroup", &[Lanes]),
        ("scanSubgroup", &[Lanes]),
        ("shuffle", &[Lanes]),
        ("hasSubgroups", &[Lanes]),
        ("ldexp", &[]),
        ("zip", &[]),
        ("unzip", &[]),
        ("split", &[Nat(0)]),
        ("join", &[]),
        ("pair", &[]),
        ("fst", &[]),
        ("snd", &[]),
        ("idx", &[]),
        ("toGlobal", &[]),
        ("toLocal", &[]),
        ("toPrivate", &[]),
        ("asVector", &[Width]),
        ("asScalar", &[Width]),
        ("splat", &[Width]),
        ("vec", &[]),
        ("take", &[Nat(0)]),
        ("drop", &[Nat(0)]),
        ("transpose", &[]),
        ("slide", &[Nat(1), Nat(2)]),
        ("padClamp", &[Nat(1), Nat(2)]),
        ("padCst", &[Nat(1), Nat(2)]),
        ("gather", &[]),
        ("reorder", &[]),
        ("reorderWithStride", &[Nat(1)]),
        ("strided", &[Nat(1), Strides]),
        ("generate", &[Nat(0)]),
        ("concat", &[]),
        ("scatter", &[]),
        ("scatterInto", &[]),
        ("scatterLast", &[]),
        ("partition", &[]),
        ("partitionWorkgroup", &[Nat(0)]),
        ("reduceByIndex", &[Operator]),
        ("iterate", &[Nat(2)]),
        ("loopSeq", &[Nat(0)]),
        ("iterWhile", &[]),
        ("update", &[]),
        ("call", &[]),
        ("run", &[Extents]),
        ("dblFor", &[Nat(0)]),
        ("idxAcc", &[]),
        ("idxUpd", &[Operator]),
        ("zipAcc1", &[]),
        ("zipAcc2", &[]),
        ("unzipAcc", &[]),
        ("splitAcc", &[]),
        ("joinAcc", &[Nat(1)]),
        ("cutAcc", &[Nat(1)]),
        ("pairAcc1", &[]),
        ("pairAcc2", &[]),
        ("pairAcc", &[]),
        ("asVectorAcc", &[Width]),
        ("asScalarAcc", &[Width]),
        ("takeAcc", &[Nat(0)]),
        ("dropAcc", &[Nat(0)]),
        ("transposeAcc", &[]),
        ("mapAcc", &[]),
        ("reorderAcc", &[]),
        ("strideAcc", &[Nat(1)]),
        ("stridedAcc", &[Nat(1), Strides]),
        ("scatterAcc", &[]),
        ("mapI", &[]),
        ("mapSeqI", &[]),
        ("mapGlobalI", &[Dimension]),
        ("mapWorkgroupI", &[Dimension]),
        ("mapLocalI", &[Dimension]),
        ("reduceI", &[]),
        ("scanI", &[]),
        ("reduceLocalI", &[Dimension]),
        ("scanLocalI", &[Dimension]),
        ("reduceSubgroupI", &[Lanes]),
        ("scanSubgroupI", &[Lanes]),
        ("shuffleI", &[Lanes]),
    ]
};

/// What stands before the phrase arguments of the primitive of that name.
pub fn leads(name: &str) -> Option<&'static [Lead]> {
    TABLE
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, leads)| *leads)
}

/// The names of all primitives, of operators on numbers and of conversions.
pub fn names() -> impl Iterator<Item = &'static str> {
    let operators = crate::UnOp::ALL.iter().map(|op| op.name());
    let operators = operators.chain(crate::BinOp::ALL.iter().map(|op| op.name()));
    let operators = operators.chain(crate::TernOp::ALL.iter().map(|op| op.name()));
    let conversions = PrimType::ALL.iter().map(|t| t.name()).chain(["num"]);
    TABLE
        .iter()
        .map(|(name, _)| *name)
        .chain(operators)
        .chain(conversions)
}

/// Whether a variable of that name would hide a primitive or read as a word.
pub fn is_taken(name: &str) -> bool {
    use std::sync::LazyLock;
    static TAKEN: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
        let words = [
            "nat", "data", "exp", "acc", "var", "upd", "comm", "idx", "min", "max", "overflow",
        ];
        names()
            .chain(words)
            .chain(crate::lexer::RESERVED.iter().copied())
            .collect()
    });
    TAKEN.contains(name)
}

/// The primitive of that name, with unknowns.
pub fn make(name: &str, leads: &Leads, metas: &mut Metas, span: Span) -> Option<Made> {
    let d = leads.dimension;
    let strategy = match name {
        "mapSeq" | "mapSeqI" => Strategy::Seq,
        "mapGlobal" | "mapGlobalI" => Strategy::Global(d),
        "mapWorkgroup" | "mapWorkgroupI" => Strategy::Workgroup(d),
        "mapLocal" | "mapLocalI" => Strategy::Local(d),
        _ => Strategy::Any,
    };
    let holed = |metas: &mut Metas, class: Class| Some(metas.fresh_data(class, span, "number type"));
    let scalar = Class {
        scalar: true,
        ..Class::default()
    };
    let test = IndexTest::named(name);
    let hole = match name {
        "nat" => holed(
            metas,
            Class {
                scalar: true,
                ..Class::literal(PrimType::I64)
            },
        ),
        "ldexp" | "asVector" | "asScalar" | "splat" | "asVectorAcc" | "asScalarAcc" | "reduceByIndex" => {
            holed(metas, scalar)
        }
        _ if test.is_some() => holed(
            metas,
            Class {
                scalar: true,
                ..Class::literal(PrimType::I32)
            },
        ),
        _ => None,
    };
    // Where the type of numbers is unknown, `bool` stands for it (see `Metas::import_data`).
    let number = PrimType::Bool;
    let (op, width, dimension) = (leads.operator, leads.width, d);
    let [extents, strides] = &leads.part;
    let mut n = |what: &'static str| metas.fresh_nat(span, what);
    macro_rules! prim {
        ($variant:ident $({ $($extra:ident $(: $value:expr)?),* })? [$($nat:ident),*] ($($data:ident),*)) => {{
            $(let $nat = n(concat!("size ", stringify!($nat)));)*
            $(let $data = metas.fresh_named(span, concat!("type ", stringify!($data)));)*
            Prim::$variant { $($($extra $(: $value)?,)*)? $($nat,)* $($data,)* }
        }};
    }
    let prim = match name {
        "nat" => prim!(NatValue { of: number }[value]()),
        "at" => prim!(IndexLiteral[value, n]()),
        "map" | "mapSeq" | "mapGlobal" | "mapWorkgroup" | "mapLocal" => prim!(Map { strategy }[n](from, to)),
        "reduce" => prim!(Reduce[n](from, to)),
        "scanSeq" => prim!(Scan[n](from, to)),
        "reduceLocal" => prim!(ReduceGroup { dimension }[n](of)),
        "scanLocal" => prim!(ScanGroup { dimension }[n](of)),
        "reduceSubgroup" => prim!(ReduceSubgroup { width }[m](of)),
        "scanSubgroup" => prim!(ScanSubgroup { width }[m](of)),
        "shuffle" => prim!(Shuffle { width }[m](of)),
        "reduceSubgroupI" => prim!(ReduceSubgroupI { width }[m](of)),
        "scanSubgroupI" => prim!(ScanSubgroupI { width }[m](of)),
        "shuffleI" => prim!(ShuffleI { width }[m](of)),
        "hasSubgroups" => Prim::HasSubgroups { width },
        "zip" => prim!(Zip[n](first, second)),
        "unzip" => prim!(Unzip[n](first, second)),
        "split" => prim!(Split[n, m](of)),
        "join" => prim!(Join[n, m](of)),
        "pair" => prim!(Pair[](first, second)),
        "fst" => prim!(Fst[](first, second)),
        "snd" => prim!(Snd[](first, second)),
        "idx" => prim!(Idx[n](of)),
        "toGlobal" => prim!(To { space: AddressSpace::Global }[](from, to)),
        "toLocal" => prim!(To { space: AddressSpace::Local }[](from, to)),
        "toPrivate" => prim!(To { space: AddressSpace::Private }[](from, to)),
        "asVector" => prim!(AsVector { width, of: number }[c]()),
        "asScalar" => prim!(AsScalar { width, of: number }[c]()),
        "ldexp" => Prim::Ldexp { of: number },
        "splat" => Prim::Splat { width, of: number },
        "take" => prim!(Take[n, m](of)),
        "drop" => prim!(Drop[n, m](of)),
        "transpose" => prim!(Transpose[n, m](of)),
        "slide" => prim!(Slide[n, size, step](of)),
        "padClamp" => prim!(PadClamp[n, left, right](of)),
        "padCst" => prim!(PadConst[n, left, right](of)),
        "gather" => prim!(Gather[n, m](of)),
        "reorder" => prim!(Reorder[n](of)),
        "reorderWithStride" => prim!(Stride[n, s](of)),
        "generate" => prim!(Generate[n](of)),
        "concat" => prim!(Concat[n, m](of)),
        "scatter" => prim!(Scatter[n](of)),
        "scatterInto" => prim!(ScatterInto[n, m](of)),
        "scatterLast" => prim!(ScatterLast[n, m](of)),
        "partition" => prim!(Partition[n](of, to)),
        "partitionWorkgroup" => prim!(PartitionGroups[width, n](of, to)),
        "reduceByIndex" => prim!(ReduceByIndex { op, of: number }[n, m]()),
        "iterate" => prim!(Iterate[n, m, k](of)),
        "loopSeq" => prim!(LoopSeq[k](of)),
        "iterWhile" => prim!(IterWhile[](of)),
        "update" => prim!(Update[n](of)),
        "run" => {
            let of = metas.fresh_named(span, "type of the result");
            let (local, global) = (leads.local.clone(), leads.global.clone());
            Prim::Run { of, local, global }
        }
        "strided" => prim!(Strided { extents: extents.clone(), strides: strides.clone() }[m, o](of)),
        "stridedAcc" => prim!(StridedAcc { extents: extents.clone(), strides: strides.clone() }[m, o](of)),
        "dblFor" => prim!(DoubleFor[k, n](of)),
        "idxAcc" => prim!(IdxAcc[n](of)),
        "idxUpd" => prim!(IdxUpd { op }[n](of)),
        "zipAcc1" => prim!(ZipAcc1[n](first, second)),
        "zipAcc2" => prim!(ZipAcc2[n](first, second)),
        "unzipAcc" => prim!(UnzipAcc[n](first, second)),
        "splitAcc" => prim!(SplitAcc[n, m](of)),
        "joinAcc" => prim!(JoinAcc[n, m](of)),
        "cutAcc" => prim!(CutAcc[n, l](of)),
        "pairAcc1" => prim!(PairAcc1[](first, second)),
        "pairAcc2" => prim!(PairAcc2[](first, second)),
        "pairAcc" => prim!(PairAcc[](first, second)),
        "asVectorAcc" => prim!(AsVectorAcc { width, of: number }[c]()),
        "asScalarAcc" => prim!(AsScalarAcc { width, of: number }[c]()),
        "takeAcc" => prim!(TakeAcc[n, m](of)),
        "dropAcc" => prim!(DropAcc[n, m](of)),
        "transposeAcc" => prim!(TransposeAcc[n, m](of)),
        "mapAcc" => prim!(MapAcc[n](from, to)),
        "reorderAcc" => prim!(ReorderAcc[n](of)),
        "strideAcc" => prim!(StrideAcc[n, s](of)),
        "scatterAcc" => prim!(ScatterAcc[n, m](of)),
        "mapI" | "mapSeqI" | "mapGlobalI" | "mapWorkgroupI" | "mapLocalI" => {
            prim!(MapI { strategy }[n](from, to))
        }
        "reduceI" => prim!(ReduceI[n](from, to)),
        "scanI" => prim!(ScanI[n](from, to)),
        "reduceLocalI" => prim!(ReduceGroupI { dimension }[n](of)),
        "scanLocalI" => prim!(ScanGroupI { dimension }[n](of)),
        _ => match test {
            Some(test) => prim!(AsIndex { from: number, test }[n]()),
            None => return None,
        },
    };
    Some(Made { prim, hole })
}

/// The primitive with its number type, for which `bool` stood.
pub fn with_number(prim: Prim, t: PrimType) -> Prim {
    match prim {
        Prim::NatValue { value, .. } => Prim::NatValue { of: t, value },
        Prim::AsIndex { test, n, .. } => Prim::AsIndex { from: t, test, n },
        Prim::AsVector { width, c, .. } => Prim::AsVector { width, of: t, c },
        Prim::AsScalar { width, c, .. } => Prim::AsScalar { width, of: t, c },
        Prim::Ldexp { .. } => Prim::Ldexp { of: t },
        Prim::Splat { width, .. } => Prim::Splat { width, of: t },
        Prim::VectorLiteral { width, .. } => Prim::VectorLiteral { width, of: t },
        Prim::VectorIdx { width, .. } => Prim::VectorIdx { width, of: t },
        Prim::Swizzle {
            width, components, ..
        } => Prim::Swizzle {
            width,
            of: t,
            components,
        },
        Prim::ReduceByIndex { op, n, m, .. } => Prim::ReduceByIndex { op, of: t, n, m },
        Prim::UpdateBy { op, .. } => Prim::UpdateBy { op, of: t },
        Prim::SwapAt { .. } => Prim::SwapAt { of: t },
        Prim::LetSize { most, .. } => Prim::LetSize { of: t, most },
        Prim::AsVectorAcc { width, c, .. } => Prim::AsVectorAcc { width, of: t, c },
        Prim::AsScalarAcc { width, c, .. } => Prim::AsScalarAcc { width, of: t, c },
        other => other,
    }
}

/// The nat and data arguments of a primitive that are unknowns, in the order of the table.
pub fn unknowns(prim: &Prim) -> (Vec<Nat>, Vec<DataType>) {
    let (mut nats, mut data) = (Vec::new(), Vec::new());
    prim.map(
        &mut |n| {
            nats.push(n.clone());
            n.clone()
        },
        &mut |x| {
            data.push(DataType::Var(x.clone()));
            DataType::Var(x.clone())
        },
    );
    (nats, data)
}

//! The types of the primitives: an arm a rule of the notes' sections 4, 10 and 16.

use crate::primitive::{Prim, Sharing, Strategy};
use crate::{DataType, Name, Nat, PhraseType, Ranges, UpdateOp};
use elder_syntax::prim::PrimType;
use std::sync::Arc;

/// The type of a primitive that is applied to all its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// The types of the phrase arguments.
    pub arguments: Vec<PhraseType>,
    /// The type of the whole.
    pub result: PhraseType,
    /// Whether the arguments share active identifiers.
    pub sharing: Sharing,
}

fn exp(d: &DataType) -> PhraseType {
    PhraseType::Exp(d.clone())
}
fn acc(d: &DataType) -> PhraseType {
    PhraseType::Acc(d.clone())
}
fn var(d: &DataType) -> PhraseType {
    PhraseType::var(d.clone())
}
fn arr(n: &Nat, d: &DataType) -> DataType {
    DataType::array(n.clone(), d.clone())
}
fn pair(a: &DataType, b: &DataType) -> DataType {
    DataType::pair(a.clone(), b.clone())
}
fn index(n: &Nat) -> PhraseType {
    PhraseType::Exp(DataType::Index(n.clone()))
}
fn indexes(n: &Nat, of: &Nat) -> PhraseType {
    PhraseType::Exp(arr(n, &DataType::Index(of.clone())))
}
fn num(t: PrimType) -> DataType {
    DataType::Num(t)
}
fn boolean() -> PhraseType {
    PhraseType::Exp(DataType::Num(PrimType::Bool))
}
/// `m.width.of`: a row for each sub-group.
fn rows(m: &Nat, width: u8, of: &DataType) -> DataType {
    arr(m, &arr(&Nat::lit(i64::from(width)), of))
}
fn lanes_to_lanes(width: u8) -> PhraseType {
    let width = Nat::lit(i64::from(width));
    fun([index(&width)], index(&width))
}
/// `n1. … .nk.of`
fn arrays(extents: &[Nat], of: &DataType) -> DataType {
    extents.iter().rev().fold(of.clone(), |of, n| arr(n, &of))
}
/// ⌈n/l⌉
fn rows_of(n: &Nat, l: &Nat) -> Nat {
    let rounded = n.plus(l).minus(&Nat::one());
    rounded.quotient(l, &Ranges::new())
}
/// θ1 → … → θ
fn fun<const N: usize>(arguments: [PhraseType; N], result: PhraseType) -> PhraseType {
    arguments
        .into_iter()
        .rev()
        .fold(result, |to, from| PhraseType::fun(from, to))
}
/// θ1 → … →p θ: only the last arrow is passive.
fn fun_passive<const N: usize>(arguments: [PhraseType; N], result: PhraseType) -> PhraseType {
    let mut reversed = arguments.into_iter().rev();
    let Some(last) = reversed.next() else {
        return result;
    };
    reversed.fold(PhraseType::passive_fun(last, result), |to, from| {
        PhraseType::fun(from, to)
    })
}

impl Prim {
    /// Types of the arguments and the result.
    pub fn signature(&self) -> Signature {
        Signature::of(self)
    }
}

impl Signature {
    /// The signature of `prim`.
    pub fn of(prim: &Prim) -> Signature {
        let comm = || PhraseType::Comm;
        let (arguments, result, sharing) = parts(prim, &comm);
        Signature {
            arguments,
            result,
            sharing,
        }
    }
}

fn parts(prim: &Prim, comm: &dyn Fn() -> PhraseType) -> (Vec<PhraseType>, PhraseType, Sharing) {
    let curried = |arguments: Vec<PhraseType>, result: PhraseType| (arguments, result, Sharing::Curried);
    let tuple = |arguments: Vec<PhraseType>, result: PhraseType| (arguments, result, Sharing::Tuple);
    match prim {
        Prim::Literal { of, .. } => curried(vec![], exp(of)),
        Prim::Unary { op, of } => tuple(vec![exp(of)], exp(&unary_result(*op, of))),
        Prim::Binary { op, of } => {
            let result = if op.is_comparison() { boolean() } else { exp(of) };
            tuple(vec![exp(of), exp(of)], result)
        }
        Prim::Ternary { of, .. } => tuple(vec![exp(of), exp(of), exp(of)], exp(of)),
        Prim::Ldexp { of } => tuple(vec![exp(&num(*of)), exp(&num(PrimType::I32))], exp(&num(*of))),
        Prim::Convert { to, from } => tuple(vec![exp(from)], exp(&num(*to))),
        Prim::NatValue { of, .. } => curried(vec![], exp(&num(*of))),
        Prim::IndexLiteral { n, .. } => curried(vec![], index(n)),
        Prim::AsIndex { from, n, .. } => curried(vec![exp(&num(*from))], index(n)),
        Prim::If { result } => tuple(vec![boolean(), result.clone(), result.clone()], result.clone()),
        Prim::Let { of, result } => curried(vec![exp(of), fun([exp(of)], result.clone())], result.clone()),

        Prim::Map { n, from, to, .. } => curried(
            vec![fun([exp(from)], exp(to)), exp(&arr(n, from))],
            exp(&arr(n, to)),
        ),
        Prim::Reduce { n, from, to } => curried(
            vec![fun([exp(from), exp(to)], exp(to)), exp(to), exp(&arr(n, from))],
            exp(to),
        ),
        Prim::Scan { n, from, to } => curried(
            vec![fun([exp(from), exp(to)], exp(to)), exp(to), exp(&arr(n, from))],
            exp(&arr(n, to)),
        ),
        Prim::ReduceGroup { n, of, .. } => curried(
            vec![fun([exp(of), exp(of)], exp(of)), exp(of), exp(&arr(n, of))],
            exp(of),
        ),
        Prim::ScanGroup { n, of, .. } => curried(
            vec![fun([exp(of), exp(of)], exp(of)), exp(of), exp(&arr(n, of))],
            exp(&arr(n, of)),
        ),
        Prim::ReduceSubgroup { width, m, of } => curried(
            vec![fun([exp(of), exp(of)], exp(of)), exp(&rows(m, *width, of))],
            exp(&arr(m, of)),
        ),
        Prim::ScanSubgroup { width, m, of } => curried(
            vec![fun([exp(of), exp(of)], exp(of)), exp(&rows(m, *width, of))],
            exp(&rows(m, *width, of)),
        ),
        Prim::Shuffle { width, m, of } => curried(
            vec![lanes_to_lanes(*width), exp(&rows(m, *width, of))],
            exp(&rows(m, *width, of)),
        ),
        Prim::HasSubgroups { .. } => curried(vec![], boolean()),
        Prim::Zip { n, first, second } => curried(
            vec![exp(&arr(n, first)), exp(&arr(n, second))],
            exp(&arr(n, &pair(first, second))),
        ),
        Prim::Unzip { n, first, second } => curried(
            vec![exp(&arr(n, &pair(first, second)))],
            exp(&pair(&arr(n, first), &arr(n, second))),
        ),
        Prim::Split { n, m, of } => curried(vec![exp(&arr(&n.times(m), of))], exp(&arr(m, &arr(n, of)))),
        Prim::Join { n, m, of } => curried(vec![exp(&arr(n, &arr(m, of)))], exp(&arr(&n.times(m), of))),
        Prim::Pair { first, second } => curried(vec![exp(first), exp(second)], exp(&pair(first, second))),
        Prim::Fst { first, second } => curried(vec![exp(&pair(first, second))], exp(first)),
        Prim::Snd { first, second } => curried(vec![exp(&pair(first, second))], exp(second)),
        Prim::Idx { n, of } => curried(vec![exp(&arr(n, of)), index(n)], exp(of)),
        Prim::To { from, to, .. } => curried(vec![fun([exp(from)], exp(to)), exp(from)], exp(to)),
        Prim::AsVector { width, of, c } => curried(
            vec![exp(&arr(&c.times(&Nat::lit(i64::from(*width))), &num(*of)))],
            exp(&arr(c, &DataType::Vector(*width, *of))),
        ),
        Prim::AsScalar { width, of, c } => curried(
            vec![exp(&arr(c, &DataType::Vector(*width, *of)))],
            exp(&arr(&c.times(&Nat::lit(i64::from(*width))), &num(*of))),
        ),
        Prim::Splat { width, of } => curried(vec![exp(&num(*of))], exp(&DataType::Vector(*width, *of))),
        Prim::VectorLiteral { width, of } => tuple(
            vec![exp(&num(*of)); usize::from(*width)],
            exp(&DataType::Vector(*width, *of)),
        ),
        Prim::Swizzle {
            width,
            of,
            components,
        } => curried(
            vec![exp(&DataType::Vector(*width, *of))],
            exp(&components.data(*of)),
        ),
        Prim::VectorIdx { width, of } => curried(
            vec![
                exp(&DataType::Vector(*width, *of)),
                index(&Nat::lit(i64::from(*width))),
            ],
            exp(&num(*of)),
        ),
        Prim::Take { n, m, of } => curried(vec![exp(&arr(&n.plus(m), of))], exp(&arr(n, of))),
        Prim::Drop { n, m, of } => curried(vec![exp(&arr(&n.plus(m), of))], exp(&arr(m, of))),
        Prim::Transpose { n, m, of } => curried(vec![exp(&arr(n, &arr(m, of)))], exp(&arr(m, &arr(n, of)))),
        Prim::Slide { n, size, step, of } => curried(
            vec![exp(&arr(&step.times(n).plus(size), of))],
            exp(&arr(&n.plus(&Nat::one()), &arr(size, of))),
        ),
        Prim::PadClamp { n, left, right, of } => {
            curried(vec![exp(&arr(n, of))], exp(&arr(&left.plus(n).plus(right), of)))
        }
        Prim::PadConst { n, left, right, of } => curried(
            vec![exp(of), exp(&arr(n, of))],
            exp(&arr(&left.plus(n).plus(right), of)),
        ),
        Prim::Gather { n, m, of } => curried(vec![indexes(m, n), exp(&arr(n, of))], exp(&arr(m, of))),
        Prim::Reorder { n, of } => curried(
            vec![
                fun([index(n)], index(n)),
                fun([index(n)], index(n)),
                exp(&arr(n, of)),
            ],
            exp(&arr(n, of)),
        ),
        Prim::Stride { n, of, .. } => curried(vec![exp(&arr(n, of))], exp(&arr(n, of))),
        Prim::Strided { m, of, extents, .. } => curried(vec![exp(&arr(m, of))], exp(&arrays(extents, of))),
        Prim::Generate { n, of } => curried(vec![fun([index(n)], exp(of))], exp(&arr(n, of))),
        Prim::Concat { n, m, of } => curried(
            vec![exp(&arr(n, of)), exp(&arr(m, of))],
            exp(&arr(&n.plus(m), of)),
        ),
        Prim::Scatter { n, of } => curried(vec![indexes(n, n), exp(&arr(n, of))], exp(&arr(n, of))),
        Prim::ScatterInto { n, m, of } | Prim::ScatterLast { n, m, of } => curried(
            vec![exp(&arr(m, of)), indexes(n, m), exp(&arr(n, of))],
            exp(&arr(m, of)),
        ),
        Prim::Partition { n, of, to } | Prim::PartitionGroups { n, of, to, .. } => {
            let k = Name::fresh("k");
            let count = Nat::var(&k);
            let parts = [exp(&arr(&count, of)), exp(&arr(&n.minus(&count), of))];
            curried(
                vec![
                    fun([exp(of)], boolean()),
                    exp(&arr(n, of)),
                    PhraseType::NatFun(k, Arc::new(fun(parts, exp(to)))),
                ],
                exp(to),
            )
        }
        Prim::ReduceByIndex { of, n, m, .. } => {
            let of = &num(*of);
            curried(
                vec![exp(&arr(m, of)), indexes(n, m), exp(&arr(n, of))],
                exp(&arr(m, of)),
            )
        }
        Prim::Iterate { n, m, k, of } => {
            let l = Name::fresh("l");
            let length = Nat::var(&l);
            let step = fun([exp(&arr(&length.times(n), of))], exp(&arr(&length, of)));
            curried(
                vec![
                    PhraseType::NatFun(l, Arc::new(step)),
                    exp(&arr(&m.times(&n.power(k)), of)),
                ],
                exp(&arr(m, of)),
            )
        }
        Prim::LoopSeq { k, of } => curried(vec![fun([index(k), exp(of)], exp(of)), exp(of)], exp(of)),
        Prim::IterWhile { of } => curried(
            vec![fun([exp(of)], boolean()), fun([exp(of)], exp(of)), exp(of)],
            exp(of),
        ),
        Prim::Update { n, of } => curried(vec![exp(&arr(n, of)), index(n), exp(of)], exp(&arr(n, of))),
        Prim::Call { function, .. } => {
            let (parameters, result) = function.parameters();
            let own = std::iter::once(function.clone());
            curried(own.chain(parameters.cloned()).collect(), result.clone())
        }
        Prim::Run { of, .. } => curried(vec![exp(of)], exp(of)),

        Prim::Skip {} => curried(vec![], comm()),
        Prim::Seq {} => tuple(vec![comm(), comm()], comm()),
        Prim::New { of, .. } => curried(vec![fun([var(of)], comm())], comm()),
        Prim::Assign { of } => tuple(vec![acc(of), exp(of)], comm()),
        Prim::For { n, .. } => curried(vec![fun([index(n)], comm())], comm()),
        Prim::Parfor { strategy, n, of } => {
            debug_assert!(*strategy != Strategy::Seq, "a sequential parfor is a `for`");
            curried(
                vec![acc(&arr(n, of)), fun_passive([index(n), acc(of)], comm())],
                comm(),
            )
        }
        Prim::ParforInPlace { n, of, .. } => curried(
            vec![var(&arr(n, of)), fun_passive([index(n), var(of)], comm())],
            comm(),
        ),
        // A loop of one iteration shares nothing with itself: its body may be active (DPIA-L-UNIFORM).
        Prim::ParforEach { n, .. } if n.is_one() => curried(vec![fun([index(n)], comm())], comm()),
        Prim::ParforEach { n, .. } => curried(vec![fun_passive([index(n)], comm())], comm()),
        Prim::While {} => tuple(vec![boolean(), comm()], comm()),
        Prim::LetSize { of, .. } => {
            let body = PhraseType::NatFun(Name::fresh("k"), Arc::new(comm()));
            tuple(vec![exp(&num(*of)), body], comm())
        }
        Prim::Part { n, m, of } => curried(
            vec![
                var(&arr(&n.plus(m), of)),
                fun([var(&arr(n, of)), var(&arr(m, of))], comm()),
            ],
            comm(),
        ),
        Prim::DoubleFor { k, n, of } => {
            let a = &arr(n, of);
            curried(
                vec![
                    var(a),
                    var(a),
                    fun([index(k), acc(a), exp(a)], comm()),
                    fun([exp(a)], comm()),
                ],
                comm(),
            )
        }
        Prim::Accumulating { op, of } => curried(
            vec![acc(of), fun([PhraseType::Upd(*op, of.clone())], comm())],
            comm(),
        ),
        Prim::UpdateBy { op, of } => tuple(vec![PhraseType::Upd(*op, num(*of)), exp(&num(*of))], comm()),
        Prim::SwapAt { of } => curried(
            vec![
                PhraseType::Upd(UpdateOp::Swap, num(*of)),
                fun_passive([var(&num(*of))], comm()),
            ],
            comm(),
        ),
        Prim::Fail { notice } => curried(vec![exp(&num(PrimType::I64)); notice.count()], comm()),
        Prim::Barrier { .. } => curried(vec![], comm()),
        Prim::Launch { .. } => curried(vec![comm()], comm()),

        Prim::IdxAcc { n, of } => curried(vec![acc(&arr(n, of)), index(n)], acc(of)),
        Prim::IdxUpd { op, n, of } => curried(
            vec![PhraseType::Upd(*op, arr(n, of)), index(n)],
            PhraseType::Upd(*op, of.clone()),
        ),
        Prim::ZipAcc1 { n, first, second } => {
            curried(vec![acc(&arr(n, &pair(first, second)))], acc(&arr(n, first)))
        }
        Prim::ZipAcc2 { n, first, second } => {
            curried(vec![acc(&arr(n, &pair(first, second)))], acc(&arr(n, second)))
        }
        Prim::UnzipAcc { n, first, second } => curried(
            vec![acc(&pair(&arr(n, first), &arr(n, second)))],
            acc(&arr(n, &pair(first, second))),
        ),
        Prim::SplitAcc { n, m, of } => curried(vec![acc(&arr(m, &arr(n, of)))], acc(&arr(&n.times(m), of))),
        Prim::JoinAcc { n, m, of } => curried(vec![acc(&arr(&n.times(m), of))], acc(&arr(n, &arr(m, of)))),
        Prim::CutAcc { n, l, of } => curried(vec![acc(&arr(n, of))], acc(&arr(&rows_of(n, l), &arr(l, of)))),
        Prim::PairAcc1 { first, second } => curried(vec![acc(&pair(first, second))], acc(first)),
        Prim::PairAcc2 { first, second } => curried(vec![acc(&pair(first, second))], acc(second)),
        Prim::PairAcc { first, second } => curried(vec![acc(first), acc(second)], acc(&pair(first, second))),
        Prim::AsVectorAcc { width, of, c } => curried(
            vec![acc(&arr(c, &DataType::Vector(*width, *of)))],
            acc(&arr(&c.times(&Nat::lit(i64::from(*width))), &num(*of))),
        ),
        Prim::AsScalarAcc { width, of, c } => curried(
            vec![acc(&arr(&c.times(&Nat::lit(i64::from(*width))), &num(*of)))],
            acc(&arr(c, &DataType::Vector(*width, *of))),
        ),
        Prim::TakeAcc { n, m, of } => curried(vec![acc(&arr(&n.plus(m), of))], acc(&arr(n, of))),
        Prim::DropAcc { n, m, of } => curried(vec![acc(&arr(&n.plus(m), of))], acc(&arr(m, of))),
        Prim::TransposeAcc { n, m, of } => {
            curried(vec![acc(&arr(m, &arr(n, of)))], acc(&arr(n, &arr(m, of))))
        }
        Prim::MapAcc { n, from, to } => curried(
            vec![fun_passive([acc(to)], acc(from)), acc(&arr(n, to))],
            acc(&arr(n, from)),
        ),
        Prim::ReorderAcc { n, of } => curried(
            vec![
                fun([index(n)], index(n)),
                fun([index(n)], index(n)),
                acc(&arr(n, of)),
            ],
            acc(&arr(n, of)),
        ),
        Prim::StridedAcc { m, of, extents, .. } => curried(vec![acc(&arr(m, of))], acc(&arrays(extents, of))),
        Prim::StrideAcc { n, of, .. } => curried(vec![acc(&arr(n, of))], acc(&arr(n, of))),
        Prim::ScatterAcc { n, m, of } => curried(vec![indexes(n, m), acc(&arr(m, of))], acc(&arr(n, of))),

        Prim::MapI {
            n,
            from,
            to,
            strategy,
        } => {
            // Only the sequential form lets its body be active (DPIA-I-MAPSEQI).
            let body = match strategy {
                Strategy::Seq => fun([exp(from), acc(to)], comm()),
                _ => fun_passive([exp(from), acc(to)], comm()),
            };
            curried(vec![body, exp(&arr(n, from)), acc(&arr(n, to))], comm())
        }
        Prim::ReduceI { n, from, to } => curried(
            vec![
                fun([exp(from), exp(to), acc(to)], comm()),
                exp(to),
                exp(&arr(n, from)),
                fun([exp(to)], comm()),
            ],
            comm(),
        ),
        Prim::ScanI { n, from, to } => curried(
            vec![
                fun([exp(from), exp(to), acc(to)], comm()),
                exp(to),
                exp(&arr(n, from)),
                acc(&arr(n, to)),
            ],
            comm(),
        ),
        Prim::ReduceGroupI { n, of, .. } => curried(
            vec![
                fun_passive([exp(of), exp(of), acc(of)], comm()),
                exp(of),
                exp(&arr(n, of)),
                fun([exp(of)], comm()),
            ],
            comm(),
        ),
        Prim::ReduceSubgroupI { width, m, of } => curried(
            vec![
                fun_passive([exp(of), exp(of), acc(of)], comm()),
                exp(&rows(m, *width, of)),
                acc(&arr(m, of)),
            ],
            comm(),
        ),
        Prim::ScanSubgroupI { width, m, of } => curried(
            vec![
                fun_passive([exp(of), exp(of), acc(of)], comm()),
                exp(&rows(m, *width, of)),
                acc(&rows(m, *width, of)),
            ],
            comm(),
        ),
        Prim::ShuffleI { width, m, of } => curried(
            vec![
                lanes_to_lanes(*width),
                exp(&rows(m, *width, of)),
                acc(&rows(m, *width, of)),
            ],
            comm(),
        ),
        Prim::ScanGroupI { n, of, .. } => curried(
            vec![
                fun_passive([exp(of), exp(of), acc(of)], comm()),
                exp(of),
                exp(&arr(n, of)),
                acc(&arr(n, of)),
            ],
            comm(),
        ),
    }
}

/// The type of the result of an operator of one operand; componentwise operators keep a vector's width.
fn unary_result(op: elder_syntax::prim::UnOp, of: &DataType) -> DataType {
    match of {
        DataType::Num(t) => num(op.result(*t).unwrap_or(*t)),
        DataType::Vector(w, t) => DataType::Vector(*w, op.result(*t).unwrap_or(*t)),
        other => other.clone(),
    }
}

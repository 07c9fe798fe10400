//! Parts of what a parallel loop computes (DPIA-X-TAKE-A, DPIA-X-RUN-VIEW).
//!
//! An acceptor cannot write the first n elements of an array and leave the others out.  Where the array is a map, the part of it is
//! the map of a part.  Otherwise it is stored as a whole and then copied, which one kernel cannot do: its groups cannot wait for each
//! other.  So a `run` around such a part goes beneath it.

use elder_dpia::rules::translation as rules;
use elder_dpia::{DataType, Extent, Nat, Node, Phrase, Prim, Strategy};

/// A part of a map, or of the joined rows of one, as a map of a part.
pub(super) fn part(e: &Phrase) -> Option<Phrase> {
    let Node::Prim(view @ (Prim::Take { n, m, .. } | Prim::Drop { n, m, .. }), arguments) = &*e.node else {
        return None;
    };
    let [array] = arguments.as_slice() else {
        return None;
    };
    let Node::Prim(prim, inner) = &*array.node else {
        return None;
    };
    let kept = match view {
        Prim::Take { .. } => n,
        _ => m,
    };
    match (prim, inner.as_slice()) {
        (
            Prim::Map {
                strategy, from, to, ..
            },
            [f, xs],
        ) => {
            rules::DPIA_X_TAKE_A.apply();
            let prim = Prim::Map {
                strategy: *strategy,
                n: kept.clone(),
                from: from.clone(),
                to: to.clone(),
            };
            let xs = cut(view, n, m, from, xs);
            Some(Phrase::prim(prim, vec![f.clone(), xs], e.span))
        }
        (Prim::Join { m: width, of, .. }, [rows]) => {
            let whole = |n: &Nat| n.divided_exactly(width).filter(Nat::is_integral);
            let (first, rest) = (whole(n)?, whole(m)?);
            rules::DPIA_X_TAKE_A.apply();
            let row = DataType::array(width.clone(), of.clone());
            let prim = Prim::Join {
                n: whole(kept)?,
                m: width.clone(),
                of: of.clone(),
            };
            let rows = cut(view, &first, &rest, &row, rows);
            Some(Phrase::prim(prim, vec![part(&rows).unwrap_or(rows)], e.span))
        }
        _ => None,
    }
}

/// The same view of another array.
fn cut(view: &Prim, n: &Nat, m: &Nat, of: &DataType, xs: &Phrase) -> Phrase {
    let (n, m, of) = (n.clone(), m.clone(), of.clone());
    let prim = match view {
        Prim::Take { .. } => Prim::Take { n, m, of },
        _ => Prim::Drop { n, m, of },
    };
    Phrase::prim(prim, vec![xs.clone()], xs.span)
}

/// `run(V(e))` as `V(run(e))`, if V takes a part of what loops over the grid compute.
pub(super) fn outside(local: &Extent, global: &Extent, e: &Phrase) -> Option<Phrase> {
    elder_syntax::effort::deeper(|| {
        let Node::Prim(prim, arguments) = &*e.node else {
            return None;
        };
        let (array, others) = arguments.split_last()?;
        let rebuilt = |array: Phrase| {
            let arguments = others.iter().cloned().chain([array]).collect();
            Phrase::prim(prim.clone(), arguments, e.span)
        };
        match prim {
            Prim::Take { .. }
            | Prim::Drop { .. }
            | Prim::Slide { .. }
            | Prim::Strided { .. }
            | Prim::PadClamp { .. }
            | Prim::PadConst { .. }
            | Prim::Gather { .. }
                if part(e).is_none() && is_computed(array) =>
            {
                rules::DPIA_X_RUN_VIEW.apply();
                let of = prim.signature().arguments.last()?.as_exp()?.clone();
                let run = Prim::Run {
                    of,
                    local: local.clone(),
                    global: global.clone(),
                };
                Some(rebuilt(Phrase::prim(run, vec![array.clone()], e.span)))
            }
            Prim::Join { .. }
            | Prim::Split { .. }
            | Prim::Transpose { .. }
            | Prim::Unzip { .. }
            | Prim::AsVector { .. }
            | Prim::AsScalar { .. }
            | Prim::Reorder { .. }
            | Prim::Stride { .. } => outside(local, global, array).map(rebuilt),
            _ => None,
        }
    })
}

/// Whether loops over the grid compute this array, seen through views.
fn is_computed(e: &Phrase) -> bool {
    elder_syntax::effort::deeper(|| match &*e.node {
        Node::Prim(Prim::Map { strategy, .. }, _) => {
            matches!(
                strategy,
                Strategy::Any | Strategy::Global(_) | Strategy::Workgroup(_)
            )
        }
        Node::Prim(Prim::Scatter { .. } | Prim::ScatterInto { .. } | Prim::ReduceByIndex { .. }, _) => true,
        Node::Prim(prim, arguments) => match prim {
            Prim::Zip { .. } | Prim::Concat { .. } | Prim::Pair { .. } => arguments.iter().any(is_computed),
            Prim::Take { .. }
            | Prim::Drop { .. }
            | Prim::Slide { .. }
            | Prim::Strided { .. }
            | Prim::PadClamp { .. }
            | Prim::PadConst { .. }
            | Prim::Gather { .. }
            | Prim::Join { .. }
            | Prim::Split { .. }
            | Prim::Transpose { .. }
            | Prim::Unzip { .. }
            | Prim::AsVector { .. }
            | Prim::AsScalar { .. }
            | Prim::Reorder { .. }
            | Prim::Stride { .. } => arguments.last().is_some_and(is_computed),
            _ => false,
        },
        _ => false,
    })
}

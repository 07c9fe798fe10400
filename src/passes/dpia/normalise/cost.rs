//! What is free to evaluate any number of times.

use crate::dpia::make;
use elder_dpia::{Binder, DataType, Node, Phrase, Prim};

/// What is written out at each of its uses has at most so many nodes: views of views would grow without bound.
pub(crate) const MOST_NODES: usize = 128;

/// Whether evaluating `p` any number of times costs nothing: variables, numerals, and rearrangements of such.
pub(crate) fn is_free(p: &Phrase) -> bool {
    make::within(p, MOST_NODES) && has_no_operator(p)
}

fn has_no_operator(p: &Phrase) -> bool {
    match &*p.node {
        Node::Var(_) => true,
        Node::Proj(inner, _) => has_no_operator(inner),
        Node::Prim(prim, arguments) => {
            rearranges(prim) && elder_syntax::effort::deeper(|| arguments.iter().all(has_no_operator))
        }
        _ => false,
    }
}

/// Numerals, and views whose index expressions are short.
fn rearranges(prim: &Prim) -> bool {
    matches!(
        prim,
        Prim::Literal { .. }
            | Prim::NatValue { .. }
            | Prim::IndexLiteral { .. }
            | Prim::Zip { .. }
            | Prim::Unzip { .. }
            | Prim::Split { .. }
            | Prim::Join { .. }
            | Prim::Pair { .. }
            | Prim::Fst { .. }
            | Prim::Snd { .. }
            | Prim::Take { .. }
            | Prim::Drop { .. }
            | Prim::Transpose { .. }
            | Prim::Slide { .. }
            | Prim::AsVector { .. }
            | Prim::AsScalar { .. }
            | Prim::Swizzle { .. }
    )
}

/// Whether an element of `p` is an element of something stored, or a numeral: it is found by indexes alone.
pub(crate) fn is_view(p: &Phrase) -> bool {
    match &*p.node {
        Node::Var(_) => true,
        Node::Proj(inner, _) | Node::Lambda(_, inner) => is_view(inner),
        Node::Prim(prim, arguments) => {
            let own = rearranges(prim)
                || matches!(
                    prim,
                    Prim::Idx { .. }
                        | Prim::Splat { .. }
                        | Prim::PadClamp { .. }
                        | Prim::PadConst { .. }
                        | Prim::Gather { .. }
                        | Prim::Reorder { .. }
                        | Prim::Stride { .. }
                        | Prim::Strided { .. }
                        | Prim::Concat { .. }
                        | Prim::Generate { .. }
                );
            own && elder_syntax::effort::deeper(|| arguments.iter().all(is_view))
        }
        _ => false,
    }
}

/// A number that the host would compute from numbers by so few terms is computed where it is used: a kernel and a cell for it cost
/// more.
const MOST_NUMBER_NODES: usize = 16;

/// Whether the variable stands for a number that a few operators compute from numbers.
pub(super) fn is_small_number(binder: &Binder, value: &Phrase) -> bool {
    fn of_numbers(p: &Phrase) -> bool {
        match &*p.node {
            Node::Var(_) => true,
            Node::Prim(prim, arguments) => {
                matches!(
                    prim,
                    Prim::Literal { .. }
                        | Prim::NatValue { .. }
                        | Prim::IndexLiteral { .. }
                        | Prim::Unary { .. }
                        | Prim::Binary { .. }
                        | Prim::Ternary { .. }
                        | Prim::Ldexp { .. }
                        | Prim::Convert { .. }
                        | Prim::Splat { .. }
                        | Prim::Idx { .. }
                ) && arguments.iter().all(of_numbers)
            }
            _ => false,
        }
    }
    binder.ty.as_exp().is_some_and(DataType::is_scalar)
        && make::within(value, MOST_NUMBER_NODES)
        && of_numbers(value)
}

//! Cells of which each iteration of a parallel loop uses only its own part (DPIA-H-OWN).
//!
//! Hoisting makes arrays with one part for each iteration out of cells that lay within a loop.  The body then uses an identifier from
//! outside actively, which the types forbid; it is right nevertheless, because every occurrence goes through an index that is the
//! loop's own variable.  Only what a pass made is judged so.

use crate::{Name, Node, Phrase, Prim};
use rustc_hash::{FxHashMap, FxHashSet};

/// The identifiers that occur in the body of a loop only at the loop's index, all in the same dimension.
pub(super) fn owned(body: &Phrase) -> FxHashSet<Name> {
    let Node::Lambda(index, inner) = &*body.node else {
        return FxHashSet::default();
    };
    let mut dimensions = FxHashMap::default();
    collect(inner, &index.name, &mut dimensions);
    let owned = dimensions.into_iter().filter(|(_, d)| !d.is_empty());
    owned.map(|(x, _)| x).collect()
}

/// For each identifier, the dimensions in which all its occurrences so far are indexed by `i`.
fn collect(p: &Phrase, i: &Name, out: &mut FxHashMap<Name, Vec<usize>>) {
    elder_syntax::effort::deeper(|| {
        let mut indexes = Vec::new();
        let mut rest = p;
        while let Node::Prim(Prim::Idx { .. } | Prim::IdxAcc { .. }, parts) = &*rest.node
            && let [array, index] = parts.as_slice()
        {
            indexes.push(index);
            rest = array;
        }
        let root = match &*rest.node {
            Node::Var(x) => Some(x),
            Node::Proj(inner, _) => match &*inner.node {
                Node::Var(x) => Some(x),
                _ => None,
            },
            _ => None,
        };
        match root {
            Some(x) => {
                // The last index that was met is that of the outermost dimension.
                let own = indexes.iter().rev().enumerate();
                let own: Vec<usize> = own
                    .filter(|(_, index)| is_variable(index, i))
                    .map(|(d, _)| d)
                    .collect();
                out.entry(x.clone())
                    .and_modify(|d| d.retain(|d| own.contains(d)))
                    .or_insert(own);
            }
            None => rest.children().for_each(|child| collect(child, i, out)),
        }
        for index in indexes {
            collect(index, i, out);
        }
    });
}

/// Whether an index is the variable, also as an index into a longer array.
fn is_variable(index: &Phrase, i: &Name) -> bool {
    match &*index.node {
        Node::Var(x) => x == i,
        Node::Prim(Prim::IndexLiteral { value, .. }, _) => value.as_variable() == Some(i),
        _ => false,
    }
}

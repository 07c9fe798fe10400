//! Decides where the cells lie whose address space was left open: accumulators, named numbers, results of loops (notes 10.2).
//!
//! A cell of numbers belongs to the one who computes it: one item, or, at the level of a group, every item for itself, since all of
//! them compute the same.  What parallel loops write must be seen by those who read it: global memory between kernels, local memory
//! within a group.  An array whose length is no constant cannot be private in OpenCL C.

use crate::Target;
use crate::dpia::make;
use crate::dpia::translate::of_scalars;
use elder_dpia::rules::translation as rules;
use elder_dpia::{AddressSpace, DataType, Entry, Name, Node, Phrase, Prim, Strategy};
use elder_syntax::{Diagnostic, Rule};
use rustc_hash::{FxHashMap, FxHashSet};

/// The rules of this pass.
pub static RULES: &[&Rule] = &[&rules::DPIA_O_ACCUM_SPACE, &rules::DPIA_O_SHARED_SPACE];

/// A private array is not longer than this, in numbers.
pub(crate) const MOST_PRIVATE: i64 = 256;

/// A local array is not longer than this, in numbers.
const MOST_LOCAL: i64 = 4096;

/// The pass.
///
/// # Errors
/// None.
pub fn run(entry: &Entry, _target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    let mut open = FxHashSet::default();
    left_open(&entry.body, &mut open);
    let mut body = allocate(&entry.body, Level::Host);
    // Each round moves a cell outwards, which can happen twice to each.
    for _ in 0..=2 * open.len() {
        let mut spaces = FxHashMap::default();
        spaces_of(&body, &mut spaces);
        let mut outwards = FxHashMap::default();
        differing(&body, &spaces, &open, &mut outwards);
        if outwards.is_empty() {
            break;
        }
        body = moved(&body, &outwards);
    }
    Ok(Entry {
        body,
        ..entry.clone()
    })
}

// Two cells that take turns in a loop are pointed to by the same pointers: they lie in one space, the outer one of theirs.

/// The cells whose space was left open.
fn left_open(c: &Phrase, out: &mut FxHashSet<Name>) {
    elder_syntax::effort::deeper(|| {
        if let Node::Prim(Prim::New { space: None, .. }, parts) = &*c.node
            && let Some((binder, _)) = parts.first().and_then(make::open)
        {
            out.insert(binder.name.clone());
        }
        c.children().for_each(|child| left_open(child, out));
    });
}

/// The spaces of all cells.
fn spaces_of(c: &Phrase, out: &mut FxHashMap<Name, AddressSpace>) {
    elder_syntax::effort::deeper(|| {
        if let Node::Prim(
            Prim::New {
                space: Some(space), ..
            },
            parts,
        ) = &*c.node
            && let Some((binder, _)) = parts.first().and_then(make::open)
        {
            out.insert(binder.name.clone(), *space);
        }
        c.children().for_each(|child| spaces_of(child, out));
    });
}

/// Cells that take turns with one in an outer space, and that space.
fn differing(
    c: &Phrase,
    spaces: &FxHashMap<Name, AddressSpace>,
    open: &FxHashSet<Name>,
    out: &mut FxHashMap<Name, AddressSpace>,
) {
    let width = |space: AddressSpace| match space {
        AddressSpace::Private => 0,
        AddressSpace::Local => 1,
        AddressSpace::Global => 2,
    };
    elder_syntax::effort::deeper(|| {
        if let Node::Prim(Prim::DoubleFor { .. }, parts) = &*c.node
            && let [front, back, ..] = parts.as_slice()
            && let (Node::Var(a), Node::Var(b)) = (&*front.node, &*back.node)
            && let (Some(of_a), Some(of_b)) = (spaces.get(a), spaces.get(b))
        {
            for (inner, outer, v) in [(of_a, of_b, a), (of_b, of_a, b)] {
                if width(*inner) < width(*outer) && open.contains(v) {
                    out.insert(v.clone(), *outer);
                }
            }
        }
        c.children().for_each(|child| differing(child, spaces, open, out));
    });
}

/// The same commands with these cells in these spaces.
fn moved(c: &Phrase, to: &FxHashMap<Name, AddressSpace>) -> Phrase {
    elder_syntax::effort::deeper(|| {
        let inner = c.map_children(&mut |part| moved(part, to));
        if let Node::Prim(Prim::New { of, .. }, parts) = &*inner.node
            && let Some(space) = parts
                .first()
                .and_then(make::open)
                .and_then(|(binder, _)| to.get(&binder.name))
        {
            let prim = Prim::New {
                space: Some(*space),
                of: of.clone(),
            };
            return Phrase::prim(prim, parts.clone(), inner.span);
        }
        inner
    })
}

/// A command of one item, with all cells in its own memory.
pub(crate) fn private(c: &Phrase) -> Phrase {
    elder_syntax::effort::deeper(|| {
        let inner = c.map_children(&mut private);
        match &*inner.node {
            Node::Prim(Prim::New { of, .. }, parts) => {
                let prim = Prim::New {
                    space: Some(AddressSpace::Private),
                    of: of.clone(),
                };
                Phrase::prim(prim, parts.clone(), inner.span)
            }
            _ => inner,
        }
    })
}

/// Where a command stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Host,
    /// Within a kernel, outside of its parallel loops: all items compute the same, each for itself.
    Grid,
    Group,
    Item,
}

fn allocate(c: &Phrase, level: Level) -> Phrase {
    elder_syntax::effort::deeper(|| match &*c.node {
        Node::Prim(Prim::New { space: None, of }, parts) => {
            let space = match parts.first().and_then(make::open) {
                Some((binder, body)) => decide(of, &binder.name, body, level),
                None => AddressSpace::Global,
            };
            let body = parts.iter().map(|part| allocate(part, level)).collect();
            let prim = Prim::New {
                space: Some(space),
                of: of.clone(),
            };
            Phrase::prim(prim, body, c.span)
        }
        Node::Prim(Prim::Launch { .. }, _) => c.map_children(&mut |part| allocate(part, Level::Grid)),
        Node::Prim(
            Prim::Parfor { strategy, .. }
            | Prim::ParforInPlace { strategy, .. }
            | Prim::ParforEach { strategy, .. },
            _,
        ) => {
            let inside = match strategy {
                Strategy::Workgroup(_) => Level::Group,
                Strategy::Global(_) | Strategy::Local(_) => Level::Item,
                Strategy::Any | Strategy::Seq => level,
            };
            c.map_children(&mut |part| allocate(part, inside))
        }
        _ => c.map_children(&mut |part| allocate(part, level)),
    })
}

/// The space of the cell `v` of this type with that scope.
fn decide(of: &DataType, v: &Name, scope: &Phrase, level: Level) -> AddressSpace {
    let numbers = size(of);
    let fits = |most: i64| numbers.is_some_and(|n| n <= most);
    let private = of_scalars(of) || fits(MOST_PRIVATE);
    let space = match level {
        Level::Item if private => AddressSpace::Private,
        Level::Item => AddressSpace::Global,
        Level::Host => AddressSpace::Global,
        Level::Grid if private && !is_written_in_parallel(scope, v) => AddressSpace::Private,
        Level::Grid => AddressSpace::Global,
        Level::Group => {
            if private && !is_written_in_parallel(scope, v) {
                AddressSpace::Private
            } else if fits(MOST_LOCAL) {
                AddressSpace::Local
            } else {
                AddressSpace::Global
            }
        }
    };
    match space {
        AddressSpace::Private => rules::DPIA_O_ACCUM_SPACE.apply(),
        _ => rules::DPIA_O_SHARED_SPACE.apply(),
    }
    space
}

/// How many numbers a value of this type has, if that is a constant.
pub(crate) fn size(of: &DataType) -> Option<i64> {
    match of {
        DataType::Num(_) | DataType::Index(_) => Some(1),
        DataType::Vector(width, _) => Some(i64::from(*width)),
        DataType::Array(n, element) => n.as_constant().and_then(|n| n.checked_mul(size(element)?)),
        DataType::Pair(a, b) => size(a)?.checked_add(size(b)?),
        DataType::Var(_) => None,
    }
}

/// Whether a parallel loop in `c`, or a kernel, uses the writing half of `v`, or all of it.
pub(crate) fn is_written_in_parallel(c: &Phrase, v: &Name) -> bool {
    any_parallel_of(c, &|c| c.mentions(v), &|c| writes(c, v))
}

/// Whether `c` has a parallel loop, or a kernel, for which `f` holds.
pub(crate) fn any_parallel(c: &Phrase, f: &dyn Fn(&Phrase) -> bool) -> bool {
    any_parallel_of(c, &|_| true, f)
}

/// The same, where `f` holds of nothing within what is not `asked`.
fn any_parallel_of(c: &Phrase, asked: &dyn Fn(&Phrase) -> bool, f: &dyn Fn(&Phrase) -> bool) -> bool {
    let any_child = |f: &dyn Fn(&Phrase) -> bool| c.children().any(|child| any_parallel_of(child, asked, f));
    elder_syntax::effort::deeper(|| {
        if !asked(c) {
            return false;
        }
        let parallel = match &*c.node {
            Node::Prim(
                Prim::Parfor { strategy, .. }
                | Prim::ParforInPlace { strategy, .. }
                | Prim::ParforEach { strategy, .. },
                _,
            ) => *strategy != Strategy::Seq,
            Node::Prim(Prim::Launch { .. }, _) => true,
            Node::Prim(Prim::DoubleFor { .. } | Prim::Part { .. }, _) => {
                // The cells are passed by the command, under other names.
                let has_any = || c.children().any(|child| any_parallel(child, &|_| true));
                return f(c) && has_any() || any_child(f);
            }
            _ => false,
        };
        (parallel && f(c)) || any_child(f)
    })
}

/// Whether the writing half of `v`, or all of it, is used in `c`.
pub(crate) fn writes(c: &Phrase, v: &Name) -> bool {
    elder_syntax::effort::deeper(|| match &*c.node {
        _ if !c.mentions(v) => false,
        Node::Var(_) => true,
        Node::Proj(inner, elder_dpia::Side::Second) => {
            !matches!(&*inner.node, Node::Var(_)) && writes(inner, v)
        }
        _ => c.children().any(|child| writes(child, v)),
    })
}

//! Decides who runs the loops whose strategy was left open (`Strategy::Any`); what the programmer decided stays.
//!
//! Such loops come from plain `map`s and from copies of arrays.  Where a loop stands decides: outside of all parallel loops it is run
//! by all work-items, or by the work-groups if its body has work for the items of a group; within a group by its items; within
//! one item, and around loops that are parallel already, one iteration after the other.  Loops that stand directly in each other
//! take one dimension each, the innermost dimension 0, so that neighbouring items touch neighbouring elements.  On a processor
//! only the outermost loop is parallel, the others are what its compiler makes vector code from.

use crate::Target;
use crate::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{AddressSpace, Entry, Node, Phrase, Prim, Strategy};
use elder_syntax::{Diagnostic, Rule};

/// The rules of this pass.
pub static RULES: &[&Rule] = &[
    &rules::DPIA_O_ANY_GRID,
    &rules::DPIA_O_ANY_GROUP,
    &rules::DPIA_O_ANY_ITEM,
];

/// The pass.
///
/// # Errors
/// None.
pub fn run(entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    let level = Level::Grid { dimensions: 3 };
    Ok(Entry {
        body: place(&entry.body, level, *target),
        ..entry.clone()
    })
}

/// Where a command stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// Outside of all parallel loops.
    Grid {
        /// How many dimensions a nest of loops may use.
        dimensions: u8,
    },
    /// Within a loop over work-groups.
    Group {
        /// How many dimensions the programmer's loops over items use here, at least 1.
        dimensions: u8,
    },
    /// Within a loop over work-items.
    Item,
}

/// What a command has in it.
#[derive(Clone, Copy, Debug, Default)]
struct Content {
    /// Loops over work-groups or over all items, or kernels.
    grid: bool,
    /// Dimensions of loops over the items of a group.
    local: u8,
    /// Local memory.
    local_memory: bool,
}

fn content(c: &Phrase) -> Content {
    fn walk(c: &Phrase, out: &mut Content) {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
            if let Node::Prim(prim, _) = &*c.node {
                match prim {
                    Prim::Parfor { strategy, .. }
                    | Prim::ParforInPlace { strategy, .. }
                    | Prim::ParforEach { strategy, .. } => match strategy {
                        Strategy::Global(_) | Strategy::Workgroup(_) => out.grid = true,
                        Strategy::Local(d) => out.local = out.local.max(d + 1),
                        Strategy::Any | Strategy::Seq => {}
                    },
                    Prim::Launch { .. } => out.grid = true,
                    Prim::New {
                        space: Some(AddressSpace::Local),
                        ..
                    } => out.local_memory = true,
                    _ => {}
                }
            }
            for child in c.children() {
                walk(child, out);
            }
        });
    }
    let mut out = Content::default();
    walk(c, &mut out);
    out
}

fn place(c: &Phrase, level: Level, target: Target) -> Phrase {
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || match &*c.node {
        Node::Prim(Prim::Launch { .. }, _) => {
            c.map_children(&mut |part| place(part, Level::Grid { dimensions: 3 }, target))
        }
        Node::Prim(
            prim @ (Prim::Parfor { strategy, .. }
            | Prim::ParforInPlace { strategy, .. }
            | Prim::ParforEach { strategy, .. }),
            arguments,
        ) => {
            let Some((body, others)) = arguments.split_last() else {
                return c.clone();
            };
            let strategy = match strategy {
                Strategy::Any => decide(body, level, target),
                decided => *decided,
            };
            let inside = match strategy {
                Strategy::Workgroup(_) => Level::Group {
                    dimensions: content(body).local.max(1),
                },
                // The loops of a nest, down to dimension 0.
                Strategy::Global(d) if d > 0 && directly_nested(body) => Level::Grid { dimensions: d },
                Strategy::Local(d) if d > 0 && directly_nested(body) => Level::Group { dimensions: d },
                Strategy::Global(_) | Strategy::Local(_) => Level::Item,
                Strategy::Any | Strategy::Seq => level,
            };
            with_strategy(prim, strategy, others, &place(body, inside, target), c)
        }
        _ => c.map_children(&mut |part| place(part, level, target)),
    })
}

/// The strategy of a loop that has none.
fn decide(body: &Phrase, level: Level, target: Target) -> Strategy {
    let within = content(body);
    match level {
        Level::Item => {
            rules::DPIA_O_ANY_ITEM.apply();
            Strategy::Seq
        }
        Level::Grid { dimensions } => {
            rules::DPIA_O_ANY_GRID.apply();
            if within.grid {
                Strategy::Seq
            } else if within.local > 0 || within.local_memory {
                Strategy::Workgroup(0)
            } else if target == Target::OpenMp {
                Strategy::Global(0)
            } else {
                Strategy::Global(nest(body).min(dimensions) - 1)
            }
        }
        Level::Group { dimensions } => {
            rules::DPIA_O_ANY_GROUP.apply();
            let depth = nest(body);
            if within.local > 0 || depth > dimensions {
                Strategy::Seq
            } else {
                Strategy::Local(depth - 1)
            }
        }
    }
}

/// Whether the body of a loop is another one and nothing else.
fn directly_nested(body: &Phrase) -> bool {
    let mut inner = body;
    while let Some((_, next)) = make::open(inner) {
        inner = next;
    }
    matches!(&*inner.node, Node::Prim(Prim::Parfor { .. }, _))
}

/// How many open loops stand directly in each other, from the one with this body inwards.
fn nest(body: &Phrase) -> u8 {
    let mut depth: u8 = 1;
    let mut inner = body;
    while let Some((_, next)) = make::open(inner) {
        inner = next;
        if let Node::Prim(
            Prim::Parfor {
                strategy: Strategy::Any,
                ..
            },
            parts,
        ) = &*inner.node
            && let Some(next) = parts.last()
        {
            depth = depth.saturating_add(1);
            inner = next;
        }
    }
    depth
}

/// The loop with that strategy; a sequential one that writes an acceptor or owns nothing is a `for`.
fn with_strategy(prim: &Prim, strategy: Strategy, others: &[Phrase], body: &Phrase, c: &Phrase) -> Phrase {
    let mut parts = others.to_vec();
    let prim = match (prim, others) {
        (Prim::Parfor { n, of, .. }, [a]) if strategy == Strategy::Seq => {
            return make::parfor(strategy, n, of, a.clone(), body, c.span);
        }
        (Prim::ParforEach { n, .. }, _) if strategy == Strategy::Seq => {
            return make::for_loop(n, body.clone(), c.span);
        }
        (Prim::Parfor { n, of, .. }, _) => Prim::Parfor {
            strategy,
            n: n.clone(),
            of: of.clone(),
        },
        (Prim::ParforInPlace { n, of, .. }, _) => Prim::ParforInPlace {
            strategy,
            n: n.clone(),
            of: of.clone(),
        },
        (Prim::ParforEach { n, .. }, _) => Prim::ParforEach {
            strategy,
            n: n.clone(),
        },
        (other, _) => other.clone(),
    };
    parts.push(body.clone());
    Phrase::prim(prim, parts, c.span)
}

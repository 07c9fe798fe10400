//! Decides who runs the loops whose strategy was left open (`Strategy::Any`); what the programmer decided stays.
//!
//! Such loops come from plain `map`s and from copies of arrays.  Where a loop stands decides: outside of all parallel loops it is run
//! by all work-items, or by the work-groups if its body has work for the items of a group; within a group by its items; within
//! one item, and around loops that are parallel already, one iteration after the other.  Loops that stand directly in each other
//! take one dimension each, the innermost dimension 0, so that neighbouring items touch neighbouring elements.  On a processor
//! only the outermost loop is parallel, the others are what its compiler makes vector code from.  [`once`] has the loop of one iteration around
//! what `run` marks.

mod once;

use crate::Target;
use crate::dpia::in_place::copy;
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{AddressSpace, Entry, Name, Node, Phrase, Prim, Strategy};
use elder_syntax::{Diagnostic, Rule};
use rustc_hash::FxHashMap;

/// The rules of this pass.
pub static RULES: &[&Rule] = &[
    &rules::DPIA_O_ANY_GRID,
    &rules::DPIA_O_ANY_GROUP,
    &rules::DPIA_O_ANY_ITEM,
    &rules::DPIA_O_ANY_ONCE,
];

/// The pass.
///
/// # Errors
/// None.
pub fn run(entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    let level = Level::Grid { dimensions: 3 };
    let mut placer = Placer {
        target: *target,
        distributions: FxHashMap::default(),
    };
    Ok(Entry {
        body: placer.place(&entry.body, level),
        ..entry.clone()
    })
}

/// A command of one item: its loops whose strategy was left open are run one iteration after the other.
pub(crate) fn of_item(c: &Phrase, target: Target) -> Phrase {
    let mut placer = Placer {
        target,
        distributions: FxHashMap::default(),
    };
    placer.place(c, Level::Item)
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
        elder_syntax::effort::deeper(|| {
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

struct Placer {
    target: Target,
    /// Which loops over items compute the parts of a cell of a group: the dimension of the group for each of its first dimensions.
    distributions: FxHashMap<Name, Vec<u8>>,
}

impl Placer {
    fn place(&mut self, c: &Phrase, level: Level) -> Phrase {
        elder_syntax::effort::deeper(|| match &*c.node {
            Node::Prim(Prim::Launch { local, global }, _) => c.map_children(&mut |body| {
                let level = Level::Grid { dimensions: 3 };
                match once::done_once(body) {
                    Some(body) => once::by_the_first(&self.place(body, level), local, global),
                    None => self.place(body, level),
                }
            }),
            Node::Prim(Prim::New { .. }, parts) => {
                if let (Level::Group { .. }, Some((v, body))) = (level, parts.first().and_then(make::open))
                    && let Some(dimensions) = distribution(body, &v.name)
                {
                    self.distributions.insert(v.name.clone(), dimensions);
                }
                c.map_children(&mut |part| self.place(part, level))
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
                if let (Level::Group { .. }, Strategy::Any, Some(target)) = (level, strategy, others.first())
                    && let Some(dimensions) = self.distribution_of(target, c)
                    && let Some(loops) = self.as_computed(c, &dimensions)
                {
                    rules::DPIA_O_ANY_GROUP.apply();
                    return loops;
                }
                let strategy = match strategy {
                    Strategy::Any => decide(body, level, self.target),
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
                let body = self.place(body, inside);
                with_strategy(prim, strategy, others, &body, c)
            }
            _ => c.map_children(&mut |part| self.place(part, level)),
        })
    }

    /// Who computes the cell that a loop writes, or copies.
    fn distribution_of(&self, target: &Phrase, c: &Phrase) -> Option<Vec<u8>> {
        let of = |p: &Phrase| self.distributions.get(whole_cell(p)?).cloned();
        of(target).or_else(|| of(&copy(c)?.1))
    }

    /// A nest of open loops over a cell, run by those who compute the parts of the cell elsewhere; `None` if it is not as deep.
    fn as_computed(&mut self, c: &Phrase, dimensions: &[u8]) -> Option<Phrase> {
        let Some((d, inner)) = dimensions.split_first() else {
            return Some(self.place(c, Level::Item));
        };
        let Node::Prim(
            prim @ (Prim::Parfor {
                strategy: Strategy::Any,
                ..
            }
            | Prim::ParforInPlace {
                strategy: Strategy::Any,
                ..
            }),
            parts,
        ) = &*c.node
        else {
            return None;
        };
        let [target, body] = parts.as_slice() else {
            return None;
        };
        let (i, rest) = make::open(body)?;
        let (o, command) = make::open(rest)?;
        let command = self.as_computed(command, inner)?;
        let body = Phrase::new(Node::Lambda(o.clone(), command), c.span);
        let body = Phrase::new(Node::Lambda(i.clone(), body), c.span);
        let strategy = Strategy::Local(*d);
        Some(with_strategy(
            prim,
            strategy,
            std::slice::from_ref(target),
            &body,
            c,
        ))
    }
}

/// The cell that an acceptor or a variable is the whole of.
fn whole_cell(target: &Phrase) -> Option<&Name> {
    match &*target.node {
        Node::Var(v) => Some(v),
        Node::Proj(inner, _) => whole_cell(inner),
        _ => None,
    }
}

/// The dimensions of the loops over items that the programmer has compute a cell, from the outermost inwards.
fn distribution(c: &Phrase, v: &Name) -> Option<Vec<u8>> {
    elder_syntax::effort::deeper(|| {
        if !c.mentions(v) {
            return None;
        }
        if let Node::Prim(Prim::Parfor { strategy, .. } | Prim::ParforInPlace { strategy, .. }, parts) =
            &*c.node
            && let Strategy::Local(d) = strategy
            && let [target, body] = parts.as_slice()
            && whole_cell(target) == Some(v)
        {
            let mut out = vec![*d];
            if let Some((_, rest)) = make::open(body)
                && let Some((own, inner)) = make::open(rest)
            {
                out.extend(distribution(inner, &own.name).unwrap_or_default());
            }
            return Some(out);
        }
        c.children().find_map(|child| distribution(child, v))
    })
}

/// The strategy of a loop that has none.
fn decide(body: &Phrase, level: Level, target: Target) -> Strategy {
    match level {
        Level::Item => {
            rules::DPIA_O_ANY_ITEM.apply();
            Strategy::Seq
        }
        Level::Grid { dimensions } => {
            rules::DPIA_O_ANY_GRID.apply();
            let within = content(body);
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
            let within = content(body);
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
    let body = &renamed(body, strategy);
    let prim = match (prim, others) {
        (Prim::Parfor { n, of, .. }, [a]) if strategy == Strategy::Seq => {
            return make::parfor(strategy, n, of, a.clone(), body, c.span);
        }
        (Prim::ParforInPlace { n, of, .. }, [v]) if strategy == Strategy::Seq => {
            // Iterations in order may share a variable.
            let Some((i, rest)) = make::open(body) else {
                return c.clone();
            };
            let Some((own, inner)) = make::open(rest) else {
                return c.clone();
            };
            let index = Phrase::var(&i.name, c.span);
            let write = make::idx_acc(n, of, make::writes(v), index.clone());
            let read = make::idx(n, of, make::reads(v), index);
            let element = Phrase::new(Node::Pair(write, read), c.span);
            let each = Phrase::new(Node::Lambda(i.clone(), inner.substitute(own, &element)), c.span);
            return make::for_loop(n, each, c.span);
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

/// The body of a loop, with the variable called as usual for the strategy, if it has the name that says nothing.
fn renamed(body: &Phrase, strategy: Strategy) -> Phrase {
    let text = match strategy {
        Strategy::Workgroup(_) => "g",
        Strategy::Local(_) => "l",
        _ => return body.clone(),
    };
    match make::open(body) {
        Some((i, inner)) if i.name.text() == "i" => {
            Phrase::lambda(text, i.ty.clone(), body.span, |new| inner.substitute(i, &new))
        }
        _ => body.clone(),
    }
}

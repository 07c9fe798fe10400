//! Phases of one kernel that meet in memory from outside of it.
//!
//! A kernel that the programmer marked may write its result in several steps, as it updates a copy: but what one step writes another item may touch
//! in the next step, and the grid has no barrier.

use crate::analyses::accesses::{Access, Collector, Scope, Who};
use crate::analyses::path::Step;
use crate::dpia::barriers::conflicts::{are_apart, commute};
use crate::dpia::make;
use elder_dpia::{Name, Nat, Node, Phrase, Prim, Strategy};
use elder_syntax::Span;
use rustc_hash::FxHashSet;

/// Memory from outside of a kernel that two of its steps touch by different items, and where; the steps are those of the grid, in order.
pub(super) fn meeting(body: &Phrase, steps: &[Phrase]) -> Option<(Name, [Span; 2])> {
    let mut scope = Scope::default();
    let mut own = FxHashSet::default();
    enter(body, &mut scope, &mut own);
    let mut phases: Vec<(Span, Vec<Access>, Loops)> = Vec::new();
    for step in steps {
        let mut collector = Collector::new(&mut scope, [Who::All, Who::All, Who::All]);
        collector.command(step);
        let mut found = collector.found;
        found.retain(|access| !own.contains(&access.root));
        let mut loops = Loops::default();
        loops.enter(step);
        for (before, accesses, others) in &phases {
            for a in accesses {
                let meets = |b: &&Access| {
                    a.root == b.root
                        && !commute(a.kind, b.kind)
                        && !are_apart(a, b, &|x| !loops.all.contains(x) && !others.all.contains(x))
                        && !by_one_item(a, others, b, &loops)
                };
                if found.iter().any(|b| meets(&b)) {
                    return Some((a.root.clone(), [*before, step.span]));
                }
            }
        }
        phases.push((step.span, found, loops));
    }
    None
}

/// Notes what the commands around the steps bind, and the cells of the kernel.
fn enter(c: &Phrase, scope: &mut Scope, own: &mut FxHashSet<Name>) {
    for part in make::flatten(c) {
        let Node::Prim(prim, parts) = &*part.node else {
            continue;
        };
        if !matches!(
            prim,
            Prim::New { .. } | Prim::Accumulating { .. } | Prim::Part { .. } | Prim::LetSize { .. }
        ) {
            continue;
        }
        scope.enter(prim, parts);
        let mut inner = parts.last();
        while let Some((binder, body)) = inner.and_then(make::open) {
            if matches!(prim, Prim::New { .. }) {
                own.insert(binder.name.clone());
            }
            inner = Some(body).filter(|body| make::is_function(body));
            if inner.is_none() {
                enter(body, scope, own);
            }
        }
        if let Some((_, body)) = parts.last().and_then(make::open_nat) {
            enter(body, scope, own);
        }
    }
}

/// The variables of the loops of a step.
#[derive(Default)]
struct Loops {
    all: FxHashSet<Name>,
    /// Whether groups or items divide the iterations of some.
    is_divided: bool,
    /// Of those that divide their iterations among all items, by the dimension.
    global: Vec<(u8, Name)>,
    /// The dimensions of those whose one iteration is the first item's.
    first: Vec<u8>,
}

impl Loops {
    fn enter(&mut self, c: &Phrase) {
        elder_syntax::effort::deeper(|| {
            if let Node::Prim(prim, parts) = &*c.node
                && let Some((i, _)) = parts.last().and_then(make::open)
            {
                self.all.insert(i.name.clone());
                if let Prim::Parfor { strategy, n, .. }
                | Prim::ParforInPlace { strategy, n, .. }
                | Prim::ParforEach { strategy, n } = prim
                {
                    self.is_divided |= !matches!(strategy, Strategy::Any | Strategy::Seq);
                    if let Strategy::Global(d) = strategy {
                        if n.is_one() {
                            self.first.push(*d);
                        }
                        self.global.push((*d, i.name.clone()));
                    }
                }
            }
            c.children().for_each(|child| self.enter(child));
        });
    }

    /// Whether the index is the iteration of a loop over all items in that dimension.
    fn is_own(&self, d: u8, index: &Nat) -> bool {
        self.global.iter().any(|(e, x)| *e == d && *index == Nat::var(x))
    }
}

/// Whether equal addresses are of one item: iteration i of a loop over all items goes to the same one, whatever its length is.
fn by_one_item(a: &Access, first: &Loops, b: &Access, second: &Loops) -> bool {
    // What is not divided the first item does.
    if !first.is_divided && !second.is_divided {
        return true;
    }
    let mut dimensions = first
        .global
        .iter()
        .chain(&second.global)
        .map(|(d, _)| *d)
        .peekable();
    dimensions.peek().is_some()
        && dimensions.all(|d| {
            let is_first = first.first.contains(&d) && second.first.contains(&d);
            is_first
                || a.path.iter().zip(b.path.iter()).any(|steps| match steps {
                    (Step::Index(Some(p)), Step::Index(Some(q))) => first.is_own(d, p) && second.is_own(d, q),
                    _ => false,
                })
        })
}

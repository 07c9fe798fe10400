//! Guards: what one item does for all (DPIA-L-UNIFORM).

use super::{Kernel, is_command};
use crate::analyses::accesses::{Kind, Scope};
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{AddressSpace, Name, Nat, Node, Phrase, Prim, Strategy};

/// A command of a group with its guards.
struct Guarded {
    command: Phrase,
    /// Whether it writes to memory that items share.
    writes: bool,
    /// Whether there are loops over items in it, barriers, or what lanes do together.
    items: bool,
}

impl Kernel<'_> {
    /// A sequential command at the level of the grid, with writes to shared memory left to the first item of the launch.
    pub(super) fn guard_grid(&mut self, c: &Phrase) -> Phrase {
        let Node::Prim(prim, parts) = &*c.node else {
            return c.clone();
        };
        self.scope.enter(prim, parts);
        if !self.writes(c) {
            return c.clone();
        }
        if !self.keeps_to_itself(c) {
            return c.map_children(&mut |part| match make::is_function(part) {
                true => self.under(part, &mut Kernel::guard_grid),
                false if is_command(part) => self.guard_grid(part),
                false => part.clone(),
            });
        }
        let sizes: Vec<Nat> = self.global.iter().cloned().collect();
        let wide = (0_u8..3).zip(sizes).filter(|(_, n)| !n.is_one());
        wide.fold(c.clone(), |body, (d, _)| first_of(Strategy::Global(d), body))
    }

    /// The command of a group with writes to shared memory left to the first item.
    pub(super) fn guard(&mut self, c: &Phrase) -> Phrase {
        self.guarded(c).command
    }

    fn guarded(&mut self, c: &Phrase) -> Guarded {
        elder_syntax::effort::deeper(|| {
            let Node::Prim(prim, parts) = &*c.node else {
                return Guarded {
                    command: c.clone(),
                    writes: false,
                    items: false,
                };
            };
            self.scope.enter(prim, parts);
            if let Prim::Parfor { strategy, .. }
            | Prim::ParforInPlace { strategy, .. }
            | Prim::ParforEach { strategy, .. } = prim
                && let Strategy::Local(_) = strategy
            {
                let used = local_dimensions(c);
                return Guarded {
                    command: self.first_item(c, |d| !used[d]),
                    writes: self.writes(c),
                    items: true,
                };
            }
            if by_lanes(c) {
                return Guarded {
                    command: c.clone(),
                    writes: self.writes(c),
                    items: true,
                };
            }
            self.parts_guarded(c)
        })
    }

    /// A command that is no loop over items: guarded as a whole where that can be, else in its parts.
    fn parts_guarded(&mut self, c: &Phrase) -> Guarded {
        let mut simple = true;
        let mut writes = false;
        let mut items = matches!(&*c.node, Node::Prim(Prim::Barrier { .. }, _));
        let command = c.map_children(&mut |part| {
            let mut walk = |kernel: &mut Self, part: &Phrase| {
                let part = kernel.guarded(part);
                simple = false;
                writes |= part.writes;
                items |= part.items;
                part.command
            };
            match make::is_function(part) {
                true => self.under(part, &mut walk),
                false if is_command(part) => walk(self, part),
                false => part.clone(),
            }
        });
        if simple {
            writes = self.writes(c);
        }
        let command = if !writes {
            c.clone()
        } else if !items && self.keeps_to_itself(c) {
            self.first_item(c, |_| true)
        } else {
            command
        };
        Guarded {
            command,
            writes,
            items,
        }
    }

    /// Whether a command writes to memory that items share.
    fn writes(&mut self, c: &Phrase) -> bool {
        self.accesses(c).iter().any(|access| access.kind != Kind::Read)
    }

    /// Whether a command writes no private cell that lives longer than it.
    fn keeps_to_itself(&self, c: &Phrase) -> bool {
        fn outer_writes(c: &Phrase, own: &mut Vec<Name>, scope: &Scope) -> bool {
            elder_syntax::effort::deeper(|| match &*c.node {
                Node::Prim(Prim::New { .. }, parts) => {
                    let Some((binder, body)) = parts.first().and_then(make::open) else {
                        return false;
                    };
                    own.push(binder.name.clone());
                    let found = outer_writes(body, own, scope);
                    own.pop();
                    found
                }
                Node::Proj(inner, elder_dpia::Side::First) => match &*inner.node {
                    Node::Var(v) => scope.space(v) == AddressSpace::Private && !own.contains(v),
                    _ => outer_writes(inner, own, scope),
                },
                _ => c.children().any(|child| outer_writes(child, own, scope)),
            })
        }
        !outer_writes(c, &mut Vec::new(), &self.scope)
    }

    /// `parforEach 1` over the items, in the dimensions that groups have and `chosen` says.
    fn first_item(&self, c: &Phrase, chosen: impl Fn(usize) -> bool) -> Phrase {
        let dimensions = (0_u8..3).filter(|d| self.wide[usize::from(*d)] && chosen(usize::from(*d)));
        dimensions.fold(c.clone(), |body, d| first_of(Strategy::Local(d), body))
    }
}

/// DPIA-L-UNIFORM-GUARD
fn first_of(strategy: Strategy, c: Phrase) -> Phrase {
    rules::DPIA_L_UNIFORM_GUARD.apply();
    make::once(strategy, c)
}

/// The dimensions of the loops over items in `c`.
fn local_dimensions(c: &Phrase) -> [bool; 3] {
    let mut out = [false; 3];
    fn walk(c: &Phrase, out: &mut [bool; 3]) {
        elder_syntax::effort::deeper(|| {
            if let Node::Prim(
                Prim::Parfor { strategy, .. }
                | Prim::ParforInPlace { strategy, .. }
                | Prim::ParforEach { strategy, .. },
                _,
            ) = &*c.node
                && let Strategy::Local(d) = strategy
                && let Some(used) = out.get_mut(usize::from(*d))
            {
                *used = true;
            }
            c.children().for_each(|child| walk(child, out));
        });
    }
    walk(c, &mut out);
    out
}

/// Whether the lanes of sub-groups do it, which are items of the group.
fn by_lanes(c: &Phrase) -> bool {
    matches!(
        &*c.node,
        Node::Prim(
            Prim::ReduceSubgroupI { .. } | Prim::ScanSubgroupI { .. } | Prim::ShuffleI { .. },
            _
        )
    )
}

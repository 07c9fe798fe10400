//! Which arrays of a function want a room: those that lie in cells, and have a size that the function binds.

use elder_core::memory::Lying;
use elder_core::names::Name;
use elder_core::tree::{Atom, Binder, Body, Exp, Lambda, Loop, Operator, Segmented, Soac, Stm, Type};
use elder_core::walk::{Fold, fold};
use rustc_hash::{FxHashMap, FxHashSet};

/// Arrays that want a room.
#[derive(Default)]
pub struct Wanted {
    /// The arrays, each with the number of its sizes.
    pub arrays: FxHashMap<Name, usize>,
    /// The sizes of such arrays, each list once.
    pub sizes: Vec<Vec<Atom>>,
}

impl Wanted {
    /// Those of a function.
    pub fn of(function: &Lambda) -> Wanted {
        let mut uses = Uses::default();
        uses.lambda(function);
        let mut finding = Finding {
            uses,
            wanted: Wanted::default(),
        };
        finding.body(&function.body);
        finding.wanted
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.arrays.is_empty()
    }

    /// The number of the sizes of an array, if it wants a room.
    pub fn size(&self, array: Name) -> Option<usize> {
        self.arrays.get(&array).copied()
    }
}

/// Whether a body makes arrays at all.
pub fn makes_arrays(body: &Body) -> bool {
    struct Makes(bool);
    impl Fold for Makes {
        fn binder(&mut self, binder: &Binder) {
            self.0 |= matches!(binder.ty, Type::Array { .. });
        }
    }
    let mut makes = Makes(false);
    makes.body(body);
    makes.0
}

/// What is done with names, and which are bound.
#[derive(Default)]
struct Uses {
    bound: FxHashSet<Name>,
    /// Arrays that have to lie in a cell of the item's: what is consumed, carried by a loop, or has its elements regrouped.
    owned: FxHashSet<Name>,
    /// Arrays of which there are views.
    viewed: FxHashSet<Name>,
}

impl Fold for Uses {
    fn bound(&mut self, name: &Name) {
        self.bound.insert(*name);
    }

    fn exp(&mut self, exp: &Exp) {
        match exp {
            Exp::Update { array, .. } | Exp::FlatUpdate { array, .. } | Exp::Reshape { array, .. } => {
                self.owned.insert(*array);
            }
            Exp::WithAcc { updates, .. } => {
                self.owned
                    .extend(updates.iter().flat_map(|update| &update.arrays));
            }
            Exp::Loop(it) => {
                let first = it.params.iter().map(|(_, first)| first);
                let names = first.chain(&it.body.results).filter_map(|atom| atom.name());
                self.owned.extend(names);
            }
            Exp::Slice { array, .. }
            | Exp::FlatIndex { array, .. }
            | Exp::Rearrange { array, .. }
            | Exp::Coerce { array, .. } => {
                self.viewed.insert(*array);
            }
            _ => {}
        }
        fold::exp(self, exp);
    }
}

struct Finding {
    uses: Uses,
    wanted: Wanted,
}

impl Finding {
    fn array(&mut self, binder: &Binder) {
        let sizes: Vec<Atom> = binder.ty.dims().iter().filter_map(|dim| dim.size()).collect();
        if sizes.len() != binder.ty.rank() || !matches!(binder.ty, Type::Array { .. }) {
            return;
        }
        let is_own = |size: &Atom| size.name().is_some_and(|name| self.uses.bound.contains(&name));
        if !sizes.iter().any(is_own) {
            return;
        }
        let known = &mut self.wanted.sizes;
        let number = known.iter().position(|own| *own == sizes).unwrap_or_else(|| {
            known.push(sizes);
            known.len() - 1
        });
        self.wanted.arrays.insert(binder.name, number);
    }

    /// Whether the value of this number of an expression lies in a cell.
    fn is_in_cell(&self, exp: &Exp, number: usize, name: Name) -> bool {
        let (is_owned, is_viewed) = (self.uses.owned.contains(&name), self.uses.viewed.contains(&name));
        match Lying::of(exp, number) {
            // Numbers are computed where they are read.
            Lying::Made if matches!(exp, Exp::Iota(_)) => is_owned || is_viewed,
            Lying::Made | Lying::Received => true,
            // The numbers may have another name.
            Lying::View(_) if matches!(exp, Exp::Atom(_) | Exp::Opaque(_)) => is_owned || is_viewed,
            Lying::View(_) => is_owned,
            Lying::Updated(_) => false,
        }
    }
}

impl Fold for Finding {
    fn stm(&mut self, stm: &Stm) {
        fold::stm(self, stm);
        for (number, value) in stm.pat.values.iter().enumerate() {
            if self.is_in_cell(&stm.exp, number, value.name) {
                self.array(value);
            }
        }
    }

    fn repetition(&mut self, it: &Loop) {
        for (param, _) in &it.params {
            self.array(&param.binder);
        }
        fold::repetition(self, it);
    }

    // Others execute these.
    fn soac(&mut self, _: &Soac) {}

    fn segmented(&mut self, _: &Segmented) {}

    fn operator(&mut self, _: &Operator) {}
}

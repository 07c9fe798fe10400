//! Cells that are never needed at one time share their memory (DPIA-H-REUSE).
//!
//! Two arrays interfere if both live at one command ([`lives`]).  Those that do not are given one storage, as by the colouring of an
//! interference graph: in the order of their scopes, each array of numbers that a cell is made of ([`storage`]) goes to the first storage of
//! its element type that is free and long enough, or may grow.  Cells of one type simply become one cell; any other becomes
//! a view of the storages of its arrays.
//!
//! It is done for the arrays of the host, and for those of a work-group, local and global.  Within a work-group, a storage that
//! changes hands is one cell to the passes after this one, so that barriers stand where its old owner is last read and its new one first written;
//! sharing that would need a barrier more than before is not done.  Private arrays are left to the C compilers, which see when
//! they are dead.  The pass stands before allocations leave their scopes (`hoist`): scopes say that a loop makes a cell anew each round.

mod lives;
mod storage;

use crate::Target;
use crate::dpia::barriers::{Kernel, Shared, Trial, Work, kernels};
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{AddressSpace, Binder, DataType, Entry, Name, Nat, Node, Phrase, PhraseType, Prim, Ranges};
use elder_syntax::{Diagnostic, Rule, Span};
use lives::Cell;
use rustc_hash::FxHashMap;
use storage::{Piece, Room};

/// The rules of this pass.
pub static RULES: &[&Rule] = &[&rules::DPIA_H_REUSE];

/// So many cells of one scope are looked at.
const MOST_CELLS: usize = 64;

/// The pass.
///
/// # Errors
/// None.
pub fn run(entry: &Entry, _target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    let body = kernels(&entry.body, &mut Groups);
    let body = shared(&body, &[AddressSpace::Global], None);
    Ok(Entry {
        body,
        ..entry.clone()
    })
}

/// The work on kernels: the arrays of each group.
struct Groups;

impl Work for Groups {
    fn group(&mut self, kernel: &mut Kernel<'_>, c: &Phrase) -> Phrase {
        shared(c, &[AddressSpace::Local, AddressSpace::Global], Some(kernel))
    }
}

/// An array of numbers that cells share.
#[derive(Clone, Debug)]
struct Storage {
    space: AddressSpace,
    element: DataType,
    length: Nat,
    /// The cells that use it.
    cells: Vec<usize>,
    /// The type of all its cells, if it may have no others.
    only: Option<DataType>,
}

/// Which storages the arrays of each cell are; `None` for a cell that keeps its own memory.
#[derive(Clone, Debug, Default)]
struct Sharing {
    storages: Vec<Storage>,
    places: Vec<Option<Vec<usize>>>,
}

/// The command with its arrays in these spaces in as few storages as are found; it is the host's, or what a group of a kernel does.
fn shared(c: &Phrase, spaces: &[AddressSpace], kernel: Option<&mut Kernel<'_>>) -> Phrase {
    let host = kernel.is_none();
    let mut cells = lives::cells(c, spaces, host);
    cells.truncate(MOST_CELLS);
    if cells.len() < 2 {
        return c.clone();
    }
    let mut trial = kernel.map(|kernel| Trial::new(kernel, c));
    let mut fits = |sharing: &Sharing| match &mut trial {
        Some(trial) => trial.allows(layout(&cells, sharing).shared()),
        None => true,
    };
    let mut sharing = Sharing::default();
    for (number, cell) in cells.iter().enumerate() {
        match pieces(cell) {
            Some(pieces) => sharing.place(number, cell, &pieces, &cells, &mut fits),
            None => sharing.places.push(None),
        }
    }
    if !sharing.storages.iter().any(|storage| storage.cells.len() > 1) {
        return c.clone();
    }
    rules::DPIA_H_REUSE.apply();
    rewritten(c, layout(&cells, &sharing))
}

/// The arrays of numbers that a cell needs where the whole begins; `None` if it keeps its own memory.
fn pieces(cell: &Cell) -> Option<Vec<Piece>> {
    let own = storage::pieces(&cell.of)?;
    match cell.certain {
        true => Some(own),
        false if cell.pinned => None,
        false => Some(own.into_iter().map(Piece::natural).collect()),
    }
}

impl Sharing {
    /// Finds storages for the arrays of a cell, one after the other; `fits` says whether a sharing is worth it.
    fn place(
        &mut self,
        number: usize,
        cell: &Cell,
        pieces: &[Piece],
        cells: &[Cell],
        fits: &mut dyn FnMut(&Sharing) -> bool,
    ) {
        // A cell of the same type gives its memory as it is.
        for other in 0..number {
            let free = |places: &Vec<usize>| places.iter().all(|s| self.storages[*s].is_free(cell, cells));
            if cells[other].of == cell.of
                && let Some(places) = self.places[other].clone().filter(free)
            {
                let mut next = self.clone();
                for s in &places {
                    next.storages[*s].cells.push(number);
                    if cell.pinned {
                        next.storages[*s].only = Some(cell.of.clone());
                    }
                }
                next.places.push(Some(places));
                let alike = |s: &Storage| !cell.pinned || s.cells.iter().all(|c| cells[*c].of == cell.of);
                if next.places[number]
                    .iter()
                    .flatten()
                    .all(|s| alike(&next.storages[*s]))
                    && fits(&next)
                {
                    *self = next;
                    return;
                }
            }
        }
        // Its own memory, then what can be saved of it.
        let first = self.storages.len();
        for piece in pieces {
            self.storages.push(Storage {
                space: cell.space,
                element: piece.element.clone(),
                length: piece.length.clone(),
                cells: vec![number],
                only: cell.pinned.then(|| cell.of.clone()),
            });
        }
        self.places.push(Some((first..self.storages.len()).collect()));
        if cell.pinned {
            return;
        }
        for position in (0..pieces.len()).rev() {
            for candidate in 0..first {
                if let Some(next) = self.merged(number, position, candidate, cells)
                    && fits(&next)
                {
                    *self = next;
                    break;
                }
            }
        }
    }

    /// With one array of the cell that was placed last in another storage.
    fn merged(&self, number: usize, position: usize, into: usize, cells: &[Cell]) -> Option<Sharing> {
        let mut next = self.clone();
        let places = next.places.get_mut(number)?.as_mut()?;
        let own = *places.get(position)?;
        if places.contains(&into) {
            return None;
        }
        places[position] = into;
        let piece = next.storages.remove(own);
        for place in next.places.iter_mut().flatten().flatten() {
            if *place > own {
                *place -= 1;
            }
        }
        let storage = next.storages.get_mut(into)?;
        if !storage.is_free(&cells[number], cells)
            || storage.element != piece.element
            || storage.only.is_some()
        {
            return None;
        }
        let at_most = |a: &Nat, b: &Nat| a == b || a.is_below(&b.plus(&Nat::one()), &Ranges::new());
        if !at_most(&piece.length, &storage.length) {
            if !at_most(&storage.length, &piece.length) {
                return None;
            }
            storage.length = piece.length;
        }
        storage.cells.push(number);
        Some(next)
    }
}

impl Storage {
    /// Whether none of its cells is needed together with this one.
    fn is_free(&self, cell: &Cell, cells: &[Cell]) -> bool {
        self.space == cell.space
            && self.only.as_ref().is_none_or(|only| *only == cell.of)
            && self.cells.iter().all(|other| !cells[*other].meets(cell))
    }
}

/// Shared memory, and the cells that are views of it.
#[derive(Default)]
struct Layout {
    storages: Vec<(Binder, AddressSpace, DataType, Span)>,
    views: FxHashMap<Name, Phrase>,
}

impl Layout {
    /// What the analysis of barriers has to know of it.
    fn shared(self) -> Shared {
        let storages = self.storages.into_iter();
        Shared {
            storages: storages.map(|(binder, space, ..)| (binder.name, space)).collect(),
            views: self.views,
        }
    }
}

/// The memory of the cells that share.
fn layout(cells: &[Cell], sharing: &Sharing) -> Layout {
    let shares = |places: &Vec<usize>| places.iter().any(|s| sharing.storages[*s].cells.len() > 1);
    let mut out = Layout::default();
    // Storages that only cells of one type use, all of them, are one cell of that type.
    let mut whole: FxHashMap<Vec<usize>, Phrase> = FxHashMap::default();
    let mut rooms: FxHashMap<usize, Room> = FxHashMap::default();
    for (number, places) in sharing.places.iter().enumerate() {
        let (cell, Some(places)) = (&cells[number], places) else {
            continue;
        };
        if !shares(places) {
            continue;
        }
        let users = |s: &usize| sharing.storages[*s].cells.iter();
        let alike = places.iter().flat_map(users).all(|other| {
            let (other, own) = (&cells[*other], sharing.places[*other].as_ref());
            other.certain && other.of == cell.of && own == Some(places)
        });
        let mut variable = |text: &str, of: &DataType| {
            let binder = Binder {
                name: Name::fresh(text),
                ty: PhraseType::var(of.clone()),
            };
            let variable = Phrase::var(&binder.name, cell.span);
            out.storages.push((binder, cell.space, of.clone(), cell.span));
            variable
        };
        let text = cell.binder.name.text();
        let view = if alike {
            let variable = whole
                .entry(places.clone())
                .or_insert_with(|| variable(text, &cell.of));
            Some(variable.clone())
        } else {
            let rooms: Vec<Room> = places
                .iter()
                .map(|s| {
                    let storage = &sharing.storages[*s];
                    let room = rooms.entry(*s).or_insert_with(|| Room {
                        variable: variable(
                            text,
                            &DataType::array(storage.length.clone(), storage.element.clone()),
                        ),
                        length: storage.length.clone(),
                    });
                    room.clone()
                })
                .collect();
            storage::view(&cell.of, &rooms, cell.span)
        };
        if let Some(view) = view {
            out.views.insert(cell.binder.name.clone(), view);
        }
    }
    out
}

/// The command with the cells that share, at its beginning.
fn rewritten(c: &Phrase, layout: Layout) -> Phrase {
    let body = without(c, &layout.views);
    let storages = layout.storages.into_iter();
    storages.rev().fold(body, |body, (binder, space, of, span)| {
        let scope = Phrase::new(Node::Lambda(binder, body), span);
        make::new(Some(space), &of, scope, span)
    })
}

/// The command with these views in the place of cells.
fn without(c: &Phrase, views: &FxHashMap<Name, Phrase>) -> Phrase {
    elder_syntax::effort::deeper(|| {
        if let Node::Prim(Prim::New { .. }, parts) = &*c.node
            && let Some((binder, body)) = parts.first().and_then(make::open)
            && let Some(view) = views.get(&binder.name)
        {
            return without(body, views).substitute(binder, view);
        }
        c.map_children(&mut |child| without(child, views))
    })
}

//! The store: cells, what was written in them, and who touched which address (DPIA-S-R, DPIA-S-A, DPIA-S-RACE).
//!
//! A cell is laid out as in memory, one array of scalars a component; an address is a place in one.  Every parallel loop under
//! way, every launch and every barrier interval has an *owner table*: for each address that was there before it began,
//! which iterations (groups, items) read, wrote or updated it.  An access that conflicts with one in the table is a race.

use crate::dpia::code::Type;
use crate::dpia::value::{INDEX, Layout, Source, Value, zeros};
use crate::failure::{Fail, Failure, Kind, Run};
use crate::memory::Memory;
use elder_dpia::rules::evaluation as rules;
use elder_dpia::{AddressSpace, PrimValue, Side, UpdateOp};
use elder_syntax::Span;
use elder_syntax::value::Data;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::fmt::Write;
use std::rc::Rc;

/// A variable's memory.
#[derive(Debug)]
pub struct Cell {
    /// Different for all cells of a run.
    pub id: u32,
    /// What the program calls it.
    pub name: Rc<str>,
    /// Where it lies.
    pub space: AddressSpace,
    /// How many owner tables there were when it was made; they do not know it.
    pub depth: usize,
    /// Its type.
    pub ty: Type<i64>,
    /// One a component.
    pub parts: Vec<Part>,
    bytes: u64,
    memory: Rc<Memory>,
}

/// The memory of a component.
#[derive(Debug)]
pub struct Part {
    /// Fields, dimensions, type.
    pub layout: Layout,
    /// The scalars.
    pub data: RefCell<Data>,
    /// In strict mode, which scalars were written.
    pub written: Option<RefCell<Vec<bool>>>,
}

/// What a new cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Zeros, as in the paper.
    Zero,
    /// Nothing that may be read.
    Nothing,
}

impl Fill {
    /// What strict mode asks for.
    pub fn of(strict: bool) -> Fill {
        match strict {
            true => Fill::Nothing,
            false => Fill::Zero,
        }
    }
}

/// A scalar in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The component.
    pub part: usize,
    /// The place in it.
    pub offset: usize,
}

/// A step of a path into a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An element.
    Index(i64),
    /// Half of a pair.
    Field(Side),
    /// A component of a vector.
    Lane(u8),
}

/// A path; the last step is the first to be taken.
pub type Path = SmallVec<[Step; 6]>;

impl Cell {
    /// A cell of this type.
    ///
    /// # Errors
    /// When there is not enough memory.
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        id: u32,
        name: &Rc<str>,
        space: AddressSpace,
        depth: usize,
        ty: Type<i64>,
        fill: Fill,
        memory: &Rc<Memory>,
        span: Span,
    ) -> Run<Rc<Cell>> {
        let mut parts = Vec::new();
        let mut bytes = 0u64;
        let layouts = ty.layout();
        for layout in &layouts {
            let size = layout
                .len()
                .and_then(|n| u64::try_from(n).ok()?.checked_mul(layout.element.bytes() as u64));
            bytes = size.and_then(|size| bytes.checked_add(size)).unwrap_or(u64::MAX);
        }
        if !memory.admits(bytes) {
            return Err(no_room(bytes, memory, span));
        }
        for layout in layouts {
            let n = layout.len().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
            parts.push(Part {
                data: RefCell::new(zeros(layout.element, n)),
                written: (fill == Fill::Nothing).then(|| RefCell::new(vec![false; n])),
                layout,
            });
        }
        memory.charge(bytes);
        Ok(Rc::new(Cell {
            id,
            name: name.clone(),
            space,
            depth,
            ty,
            parts,
            bytes,
            memory: memory.clone(),
        }))
    }

    /// The content, to be looked at when it is needed.
    pub fn content(self: &Rc<Cell>) -> Value {
        let mut sources = self
            .parts
            .iter()
            .enumerate()
            .map(|(k, part)| (Source::Cell(self.clone(), k), part.layout.clone()));
        self.ty.assemble(&mut sources)
    }

    /// Whether it holds one number or index.
    pub fn is_scalar(&self) -> bool {
        matches!(self.ty, Type::Num(_) | Type::Index(_))
    }

    /// DPIA-S-A: where a path leads; consumes the path.
    ///
    /// # Errors
    /// When an index of the path is out of bounds.
    pub fn address(&self, path: &mut Path, span: Span) -> Run<Address> {
        let (mut part, mut offset) = (0usize, 0i64);
        let mut ty = &self.ty;
        loop {
            match (ty, path.pop()) {
                (Type::Pair(a, b), Some(Step::Field(side))) => {
                    ty = match side {
                        Side::First => a,
                        Side::Second => {
                            part += a.leaves();
                            b
                        }
                    };
                }
                (Type::Array(n, element), Some(Step::Index(i))) => {
                    if i < 0 || i >= *n {
                        return Err(self.outside(i, *n, span));
                    }
                    offset = offset.saturating_mul(*n).saturating_add(i);
                    ty = element;
                }
                (Type::Vector(w, _), Some(Step::Lane(k))) if k < *w => {
                    offset = offset.saturating_mul(i64::from(*w)).saturating_add(i64::from(k));
                    break;
                }
                (Type::Num(_) | Type::Index(_), None) => break,
                _ => {
                    return Err(Failure::internal(
                        span,
                        format!("a path that is none of `{}`", self.name),
                    ));
                }
            }
        }
        match usize::try_from(offset) {
            Ok(offset) => Ok(Address { part, offset }),
            Err(_) => Err(Failure::internal(span, "an address that is negative")),
        }
    }

    fn outside(&self, i: i64, n: i64, span: Span) -> Fail {
        Failure::internal(
            span,
            format!(
                "index {i} is out of bounds of `{}`, which has {n} elements there",
                self.name
            ),
        )
    }

    /// What stands at an address.
    ///
    /// # Errors
    /// In strict mode, when nothing was written there.
    pub fn read(&self, at: Address, span: Span) -> Run<PrimValue> {
        let missing = || Failure::internal(span, format!("an address outside of `{}`", self.name));
        let part = self.parts.get(at.part).ok_or_else(missing)?;
        if let Some(written) = &part.written
            && !written.borrow().get(at.offset).copied().unwrap_or(false)
        {
            return Err(self.unwritten(at, span));
        }
        let value = part.data.borrow().get(at.offset).ok_or_else(missing)?;
        Ok(match value {
            PrimValue::I32(i) if part.layout.element == INDEX && self.indexes(at.part) => {
                PrimValue::I64(i64::from(i))
            }
            value => value,
        })
    }

    /// DPIA-S-R refuses.
    pub fn unwritten(&self, at: Address, span: Span) -> Fail {
        Failure::refused(
            Kind::Uninitialised,
            &rules::DPIA_S_R,
            "uninitialised",
            span,
            format!("{} is read before anything was written there", self.describe(at)),
        )
    }

    /// Whether a component holds indexes.
    fn indexes(&self, part: usize) -> bool {
        fn walk(ty: &Type<i64>, part: &mut usize) -> Option<bool> {
            match ty {
                Type::Array(_, element) => walk(element, part),
                Type::Pair(a, b) => walk(a, part).or_else(|| walk(b, part)),
                leaf => match *part {
                    0 => Some(matches!(leaf, Type::Index(_))),
                    _ => {
                        *part -= 1;
                        None
                    }
                },
            }
        }
        let mut part = part;
        walk(&self.ty, &mut part).unwrap_or(false)
    }

    /// Writes at an address.
    pub fn write(&self, at: Address, value: PrimValue, span: Span) -> Run<()> {
        let done = self.parts.get(at.part).is_some_and(|part| {
            if let Some(written) = &part.written
                && let Some(w) = written.borrow_mut().get_mut(at.offset)
            {
                *w = true;
            }
            super::value::set(&mut part.data.borrow_mut(), at.offset, value)
        });
        if done {
            return Ok(());
        }
        Err(Failure::internal(
            span,
            format!("a value that does not fit at {}", self.describe(at)),
        ))
    }

    /// The address in the words of the program: `out[2].1`.
    pub fn describe(&self, at: Address) -> String {
        let mut text = String::new();
        let Some(part) = self.parts.get(at.part) else {
            return format!("`{}`", self.name);
        };
        let mut rest = at.offset as i64;
        let mut indexes = Vec::new();
        let dims: Vec<i64> = part
            .layout
            .shape
            .iter()
            .copied()
            .chain(part.layout.width.map(i64::from))
            .collect();
        for n in dims.iter().rev() {
            indexes.push(rest.checked_rem(*n).unwrap_or(0));
            rest = rest.checked_div(*n).unwrap_or(0);
        }
        indexes.reverse();
        for i in &indexes {
            let _ = write!(text, "[{i}]");
        }
        for side in &part.layout.fields {
            text.push_str(match side {
                Side::First => ".1",
                Side::Second => ".2",
            });
        }
        format!("`{}{text}`", self.name)
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        self.memory.release(self.bytes);
    }
}

/// DPIA-E-LIMIT refuses.
pub fn no_room(bytes: u64, memory: &Memory, span: Span) -> Fail {
    let limit = memory.limit();
    Failure::limit(
        &rules::DPIA_E_LIMIT,
        "memory",
        span,
        format!("{bytes} more bytes of arrays do not fit in the {limit} bytes allowed"),
    )
}

/// What is done at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read.
    Read,
    /// Written.
    Write,
    /// Updated by an operator.
    Update(UpdateOp),
}

impl Access {
    fn verb(self) -> &'static str {
        match self {
            Access::Read => "reads",
            Access::Write => "writes",
            Access::Update(_) => "updates",
        }
    }
}

/// What runs side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parallel {
    /// The iterations of a parallel loop.
    Iterations,
    /// The work-groups of a launch.
    Groups,
    /// The items of a work-group between two barriers.
    Items,
}

impl Parallel {
    fn noun(self) -> &'static str {
        match self {
            Parallel::Iterations => "iteration",
            Parallel::Groups => "work-group",
            Parallel::Items => "work-item",
        }
    }

    fn premise(self) -> &'static str {
        match self {
            Parallel::Iterations => "disjoint",
            Parallel::Groups => "groups",
            Parallel::Items => "items",
        }
    }
}

/// One of those that did something, and whether there were others.
#[derive(Clone, Copy, Debug)]
struct Doers {
    who: u64,
    span: Span,
    /// A second one.
    other: Option<(u64, Span)>,
}

impl Doers {
    /// One that is not `who`.
    fn except(&self, who: u64) -> Option<(u64, Span)> {
        if self.who != who {
            return Some((self.who, self.span));
        }
        self.other
    }

    fn note(place: &mut Option<Doers>, who: u64, span: Span) {
        match place {
            None => {
                *place = Some(Doers {
                    who,
                    span,
                    other: None,
                });
            }
            Some(doers) if doers.who != who && doers.other.is_none() => doers.other = Some((who, span)),
            Some(_) => {}
        }
    }
}

/// What was done at an address.
#[derive(Clone, Copy, Debug, Default)]
struct Owners {
    readers: Option<Doers>,
    writers: Option<Doers>,
    updaters: Option<(UpdateOp, Doers)>,
}

/// Who touched what.
#[derive(Debug)]
pub struct OwnerTable {
    /// What runs side by side.
    pub of: Parallel,
    /// Whose turn it is.
    pub who: u64,
    /// How they are called, if not by one number: the sizes of the dimensions, first dimension fastest.
    pub dims: Option<[i64; 3]>,
    owners: FxHashMap<(u32, u32, usize), (AddressSpace, Owners)>,
    memory: Rc<Memory>,
}

/// Bytes that an address in a table takes.
const ENTRY_BYTES: u64 = (size_of::<(u32, u32, usize)>() + size_of::<(AddressSpace, Owners)>()) as u64;

impl OwnerTable {
    /// Nothing was touched; what the table takes is entered in the account.
    pub fn new(of: Parallel, memory: &Rc<Memory>) -> OwnerTable {
        rules::DPIA_S_RACE.apply();
        OwnerTable {
            of,
            who: 0,
            dims: None,
            owners: FxHashMap::default(),
            memory: memory.clone(),
        }
    }

    /// Forgets what was done in a space of memory: a barrier has ordered it.
    pub fn forget(&mut self, local: bool, global: bool) {
        let before = self.owners.len();
        if local && global {
            self.owners.clear();
        } else {
            self.owners.retain(|_, (space, _)| match space {
                AddressSpace::Global => !global,
                AddressSpace::Local => !local,
                AddressSpace::Private => true,
            });
        }
        let gone = (before - self.owners.len()) as u64;
        self.memory.release(gone * ENTRY_BYTES);
    }

    fn name(&self, who: u64) -> String {
        let noun = self.of.noun();
        match self.dims {
            Some([x, y, z]) if y > 1 || z > 1 => {
                let (x, y) = (x.max(1) as u64, y.max(1) as u64);
                format!("{noun} ({}, {}, {})", who % x, who / x % y, who / x / y)
            }
            _ => format!("{noun} {who}"),
        }
    }

    /// Enters an access.
    ///
    /// # Errors
    /// When there is no memory for it; DPIA-S-RACE, when it conflicts with one that is there.
    pub fn note(&mut self, cell: &Cell, at: Address, access: Access, span: Span) -> Run<()> {
        let who = self.who;
        let key = (cell.id, at.part as u32, at.offset);
        let (_, owners) = match self.owners.entry(key) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                if !self.memory.admits(ENTRY_BYTES) {
                    return Err(no_room(ENTRY_BYTES, &self.memory, span));
                }
                self.memory.charge(ENTRY_BYTES);
                entry.insert((cell.space, Owners::default()))
            }
        };
        let conflict = |doers: &Option<Doers>, did: Access| {
            doers
                .as_ref()
                .and_then(|d| d.except(who))
                .map(|(other, place)| (other, place, did))
        };
        let updaters = owners.updaters.map(|(_, doers)| doers);
        let updates = Access::Update(owners.updaters.map_or(UpdateOp::Add, |(op, _)| op));
        let found = match access {
            Access::Read => conflict(&owners.writers, Access::Write).or_else(|| conflict(&updaters, updates)),
            Access::Write => conflict(&owners.writers, Access::Write)
                .or_else(|| conflict(&owners.readers, Access::Read))
                .or_else(|| conflict(&updaters, updates)),
            Access::Update(op) => conflict(&owners.writers, Access::Write)
                .or_else(|| conflict(&owners.readers, Access::Read))
                .or_else(|| match owners.updaters {
                    Some((other, _)) if other != op => conflict(&updaters, updates),
                    _ => None,
                }),
        };
        match access {
            Access::Read => Doers::note(&mut owners.readers, who, span),
            Access::Write => Doers::note(&mut owners.writers, who, span),
            Access::Update(op) => {
                let mut doers = updaters;
                Doers::note(&mut doers, who, span);
                // Another operator than before, by the same one, makes it a plain write.
                owners.updaters = doers.map(|doers| (op, doers));
                if matches!(updates, Access::Update(old) if updaters.is_some() && old != op) {
                    Doers::note(&mut owners.writers, who, span);
                }
            }
        }
        match found {
            None => Ok(()),
            Some((other, place, did)) => Err(self.race(cell, at, (access, span), (other, place, did))),
        }
    }

    #[cold]
    #[inline(never)]
    fn race(
        &self,
        cell: &Cell,
        at: Address,
        (access, span): (Access, Span),
        (other, place, did): (u64, Span, Access),
    ) -> Fail {
        let address = cell.describe(at);
        let (here, there) = (self.name(self.who), self.name(other));
        let message = format!(
            "race: {here} {} {address}, which {there} {}",
            access.verb(),
            did.verb()
        );
        let plain = match self.of {
            Parallel::Iterations => "the iterations run in parallel",
            Parallel::Groups => "no barrier orders work-groups; only the end of a launch does",
            Parallel::Items => "no barrier is between the two",
        };
        let failure = Failure::refused(Kind::Race, &rules::DPIA_S_RACE, self.of.premise(), span, message);
        let failure = match place == span {
            true => failure.with_note(format!("{there} {} {address} at the same place", did.verb())),
            false => failure.and_at(place, format!("{there} {} {address} here", did.verb())),
        };
        failure.with_note(plain)
    }
}

impl Drop for OwnerTable {
    fn drop(&mut self) {
        self.memory.release(self.owners.len() as u64 * ENTRY_BYTES);
    }
}

//! Memory: arrays of cells that remember whether they were written, and who touched them last.
//!
//! An array is bytes, divided into cells of one scalar each.  A cell knows whether it was written.  Where several items reach an array,
//! a cell also knows who read it, wrote it, or updated it by an atomic operation: which item of which group in which launch, and in
//! which interval between barriers.  Two accesses to a cell are in order if one item makes both, if a barrier with the right fence
//! stands between two items of one group, or if they belong to two launches.  All others race, unless both read or both are atomic.

use super::failure::{Ended, Run};
use elder_kernel::c::Space;
use elder_kernel::rules::{KER_E_BOUNDS, KER_E_CELL, KER_E_HEAP, KER_E_RACE, KER_E_READ};
use elder_syntax::Name;
use elder_syntax::prim::{PrimType, PrimValue};

/// Where something lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// The number of the array.
    pub array: u32,
    /// Bytes from its start.
    pub offset: i64,
}

/// An access, for the order of accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Access {
    /// 0: none yet.
    launch: u32,
    /// [`MANY`]: several.
    group: u32,
    item: u32,
    interval: u32,
}

/// Several groups or items.
const MANY: u32 = u32::MAX;

/// The latest accesses to a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Owner {
    read: Access,
    written: Access,
    updated: Access,
}

/// What is done to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    Read,
    Write,
    /// By an atomic operation.
    Update,
}

/// Who makes the accesses at hand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Who {
    /// Launches, and loops that threads share, have numbers from 1 on.
    pub launch: u32,
    /// The group.
    pub group: u32,
    /// The item, or the iteration of a loop that threads share.
    pub item: u32,
    /// Barriers of the group so far that order local memory.
    pub local: u32,
    /// Barriers of the group so far that order global memory.
    pub global: u32,
}

/// An array.
struct Array {
    name: Name,
    space: Space,
    bytes: Vec<u8>,
    /// Bytes that ordinary accesses may touch: operations on whole words may go on to the next one.
    length: usize,
    /// Bytes of a cell.
    cell: usize,
    written: Vec<bool>,
    /// Empty where one item alone reaches the array.
    owners: Vec<Owner>,
    live: bool,
    heap: bool,
}

impl Array {
    /// Bytes of all that is kept of it.
    fn kept(&self) -> usize {
        self.bytes.len() + self.written.len() + self.owners.len() * size_of::<Owner>()
    }
}

/// All memory.
#[derive(Default)]
pub(super) struct Memory {
    arrays: Vec<Array>,
    /// Who is at work.
    pub who: Who,
    /// Bytes of all arrays.
    pub used: usize,
    /// Bytes of all that is kept of them.
    kept: usize,
    /// Whether a kernel noted a failure: what it writes from then on, and in which order, nobody sees.
    pub failed: bool,
    /// The first race of a launch.
    pub race: Option<Ended>,
}

/// What a new array is like.
pub(super) struct Shape<'a> {
    pub name: &'a Name,
    pub space: Space,
    /// Bytes of a cell.
    pub cell: usize,
    /// Bytes of all of them.
    pub length: usize,
    /// Whether several items reach it.
    pub shared: bool,
}

/// So many bytes are kept at most, with what is known of each cell, whatever a program may have.
const MOST_KEPT: usize = match usize::BITS {
    64 => 8 << 30,
    // An eighth of all that there can be.
    _ => usize::MAX / 8,
};

impl Shape<'_> {
    /// Whole words, the cells in them, and of how many of those it is kept who touched them.
    fn extent(&self) -> (usize, usize, usize) {
        let bytes = self.length.next_multiple_of(4);
        let cells = bytes.div_ceil(self.cell.max(1));
        (bytes, cells, if self.shared { cells } else { 0 })
    }

    /// Bytes of all that is kept of such an array.
    fn kept(&self) -> usize {
        let (bytes, cells, owners) = self.extent();
        bytes + cells + owners * size_of::<Owner>()
    }
}

impl Memory {
    /// That there is room for another array, if the program may have so many bytes.
    pub fn admit(&self, shape: &Shape<'_>, most_bytes: usize) -> Run {
        let has_room = shape.length <= MOST_KEPT
            && self.used.saturating_add(shape.length) <= most_bytes
            && self.kept + shape.kept() <= MOST_KEPT;
        match has_room {
            true => Ok(()),
            false => Err(Ended::Limit("memory")),
        }
    }

    /// A new array, all of it unwritten.
    pub fn array(&mut self, shape: &Shape<'_>) -> Address {
        let (bytes, cells, owners) = shape.extent();
        self.used += bytes;
        self.kept += shape.kept();
        self.arrays.push(Array {
            name: shape.name.clone(),
            space: shape.space,
            bytes: vec![0; bytes],
            length: shape.length,
            cell: shape.cell.max(1),
            written: vec![false; cells],
            owners: vec![Owner::default(); owners],
            live: true,
            heap: false,
        });
        Address {
            array: (self.arrays.len() - 1) as u32,
            offset: 0,
        }
    }

    /// A new array on the heap.
    pub fn on_heap(&mut self, shape: &Shape<'_>) -> Address {
        let at = self.array(shape);
        self.arrays[at.array as usize].heap = true;
        at
    }

    /// The array begins anew, if it has that length: all of it unwritten.
    pub fn renew(&mut self, at: u32, length: usize) -> bool {
        let array = &mut self.arrays[at as usize];
        let fits = array.length == length;
        if fits {
            array.written.fill(false);
            array.owners.fill(Owner::default());
        }
        fits
    }

    /// Gives an array on the heap back.
    pub fn free(&mut self, at: Address) -> Run {
        let array = &mut self.arrays[at.array as usize];
        if !array.heap || !array.live || at.offset != 0 {
            return Err(Ended::wrong(
                &KER_E_HEAP,
                "once",
                format!("`{}` is given back that is not to be", array.name),
            ));
        }
        array.live = false;
        self.used -= array.bytes.len();
        self.kept -= array.bytes.len();
        array.bytes = Vec::new();
        Ok(())
    }

    /// How many arrays there are.
    pub fn mark(&self) -> usize {
        self.arrays.len()
    }

    /// Drops all arrays since then.
    ///
    /// # Errors
    /// If one was not given back to the heap.
    pub fn release(&mut self, mark: usize) -> Run {
        KER_E_HEAP.apply();
        let lost = self.arrays[mark..]
            .iter()
            .find(|a| a.heap && a.live)
            .map(|a| a.name.clone());
        self.used -= self.arrays[mark..].iter().map(|a| a.bytes.len()).sum::<usize>();
        self.kept -= self.arrays[mark..].iter().map(Array::kept).sum::<usize>();
        self.arrays.truncate(mark);
        match lost {
            Some(name) => Err(Ended::wrong(
                &KER_E_HEAP,
                "returned",
                format!("`{name}` is never given back"),
            )),
            None => Ok(()),
        }
    }

    /// The cells that an access touches.
    fn cells(&self, at: Address, bytes: usize, atomic: bool) -> Run<(usize, std::ops::Range<usize>)> {
        KER_E_BOUNDS.apply();
        KER_E_CELL.apply();
        let array = &self.arrays[at.array as usize];
        let end = if atomic { array.bytes.len() } else { array.length };
        let start = usize::try_from(at.offset).ok();
        let start = start.filter(|start| start.checked_add(bytes).is_some_and(|last| last <= end));
        let Some(start) = start else {
            let message = format!(
                "{bytes} bytes at {} of `{}`, which has {}",
                at.offset, array.name, array.length
            );
            return Err(Ended::wrong(&KER_E_BOUNDS, "inside", message));
        };
        if !array.live {
            return Err(Ended::wrong(
                &KER_E_BOUNDS,
                "live",
                format!("`{}` was given back", array.name),
            ));
        }
        if !start.is_multiple_of(array.cell) || !bytes.is_multiple_of(array.cell) {
            let message = format!(
                "{bytes} bytes at {start} of `{}`, whose cells have {}",
                array.name, array.cell
            );
            return Err(Ended::wrong(&KER_E_CELL, "whole", message));
        }
        Ok((start, start / array.cell..(start + bytes) / array.cell))
    }

    /// Notes an access to a cell, and whether it races with another.
    #[inline]
    fn touch(&mut self, array: usize, cell: usize, does: Does) {
        let array = &mut self.arrays[array];
        let Some(owner) = array.owners.get_mut(cell) else {
            return;
        };
        KER_E_RACE.apply();
        let who = self.who;
        let interval = if array.space == Space::Local {
            who.local
        } else {
            who.global
        };
        let own = Access {
            launch: who.launch,
            group: who.group,
            item: who.item,
            interval,
        };
        let races = |other: &Access| {
            other.launch == own.launch
                && (other.group != own.group || (other.interval == own.interval && other.item != own.item))
        };
        let before = match does {
            Does::Read => [
                Some(("wrote", owner.written)),
                Some(("updated", owner.updated)),
                None,
            ],
            Does::Write => [
                Some(("wrote", owner.written)),
                Some(("updated", owner.updated)),
                Some(("read", owner.read)),
            ],
            Does::Update => [Some(("wrote", owner.written)), Some(("read", owner.read)), None],
        };
        for (what, other) in before.into_iter().flatten() {
            if races(&other) && !self.failed && self.race.is_none() {
                let does = match does {
                    Does::Read => "reads",
                    Does::Write => "writes",
                    Does::Update => "updates",
                };
                let item = |group: u32, item: u32| match (group, item) {
                    (MANY, _) => "several groups".to_owned(),
                    (group, MANY) => format!("several items of group {group}"),
                    (group, item) => format!("item {item} of group {group}"),
                };
                let message = format!(
                    "item {} of group {} {does} element {cell} of `{}`, which {} {what}",
                    own.item,
                    own.group,
                    array.name,
                    item(other.group, other.item)
                );
                self.race = Some(Ended::wrong(&KER_E_RACE, "alone", message));
            }
        }
        let last = match does {
            Does::Read => &mut owner.read,
            Does::Write => &mut owner.written,
            Does::Update => &mut owner.updated,
        };
        *last = match *last {
            // Who wrote before is no matter: that was in order, or a race, of which the first is kept.
            _ if does == Does::Write => own,
            last if last.launch != own.launch => own,
            last if last.group != own.group => Access { group: MANY, ..own },
            last if last.interval != own.interval || last.item == own.item => own,
            _ => Access { item: MANY, ..own },
        };
    }

    /// Reads a scalar; `lenient` takes what was never written for 0.
    pub fn load(&mut self, at: Address, t: PrimType, lenient: bool) -> Run<PrimValue> {
        KER_E_READ.apply();
        let (start, cells) = self.cells(at, t.bytes(), false)?;
        let number = at.array as usize;
        for cell in cells {
            self.touch(number, cell, Does::Read);
            if !self.arrays[number].written[cell] && !lenient {
                let message = format!(
                    "element {cell} of `{}` is read and was never written",
                    self.arrays[number].name
                );
                return Err(Ended::wrong(&KER_E_READ, "written", message));
            }
        }
        self.value(number, start, t)
    }

    /// Writes a scalar.
    pub fn store(&mut self, at: Address, value: PrimValue) -> Run {
        let (start, cells) = self.cells(at, value.prim_type().bytes(), false)?;
        let number = at.array as usize;
        for cell in cells {
            self.touch(number, cell, Does::Write);
            self.arrays[number].written[cell] = true;
        }
        encode(value, &mut self.arrays[number].bytes[start..]);
        Ok(())
    }

    /// Replaces an integer by what `f` makes of it, without anything coming between; gives what was there.
    ///
    /// Of a word that holds several cells, those that change were meant: the others keep what they have, whoever writes them meanwhile, since the
    /// whole word is compared before it is replaced.
    pub fn update(
        &mut self,
        at: Address,
        t: PrimType,
        f: impl FnOnce(PrimValue) -> Run<PrimValue>,
    ) -> Run<PrimValue> {
        let (start, cells) = self.cells(at, t.bytes(), true)?;
        let number = at.array as usize;
        let alone = cells.len() == 1;
        if alone && !self.arrays[number].written[cells.start] {
            let message = format!(
                "element {} of `{}` is updated and was never written",
                cells.start, self.arrays[number].name
            );
            return Err(Ended::wrong(&KER_E_READ, "written", message));
        }
        let old = self.value(number, start, t)?;
        let new = f(old)?;
        let size = self.arrays[number].cell;
        let changed = (old.bits() ^ new.bits()).to_le_bytes();
        for (cell, bytes) in cells.zip(changed.chunks(size)) {
            if alone || bytes.iter().any(|byte| *byte != 0) {
                self.touch(number, cell, Does::Update);
            }
        }
        encode(new, &mut self.arrays[number].bytes[start..]);
        Ok(old)
    }

    fn value(&self, array: usize, start: usize, t: PrimType) -> Run<PrimValue> {
        let array = &self.arrays[array];
        let bytes = &array.bytes[start..start + t.bytes()];
        if t == PrimType::Bool && bytes[0] > 1 {
            return Err(Ended::wrong(
                &KER_E_CELL,
                "truth",
                format!("a truth value of `{}` is {}", array.name, bytes[0]),
            ));
        }
        Ok(decode(t, bytes))
    }

    /// The bytes of an array, from outside.
    pub fn bytes(&self, at: Address) -> &[u8] {
        &self.arrays[at.array as usize].bytes
    }

    /// Whether a cell was written, from outside.
    pub fn is_written(&self, at: Address, cell: usize) -> bool {
        self.arrays[at.array as usize]
            .written
            .get(cell)
            .copied()
            .unwrap_or(false)
    }

    /// Writes bytes from the start of an array, from outside.
    pub fn fill(&mut self, at: Address, bytes: &[u8]) {
        let array = &mut self.arrays[at.array as usize];
        array.bytes[..bytes.len()].copy_from_slice(bytes);
        let cells = bytes.len() / array.cell;
        array.written[..cells].fill(true);
    }

    /// Copies an array to another, written or not.
    pub fn copy(&mut self, from: Address, to: Address) {
        let from = &self.arrays[from.array as usize];
        let (bytes, written) = (from.bytes.clone(), from.written.clone());
        let to = &mut self.arrays[to.array as usize];
        let (b, w) = (
            bytes.len().min(to.bytes.len()),
            written.len().min(to.written.len()),
        );
        to.bytes[..b].copy_from_slice(&bytes[..b]);
        to.written[..w].copy_from_slice(&written[..w]);
    }
}

/// The value with these bytes, lowest first.
fn decode(t: PrimType, bytes: &[u8]) -> PrimValue {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    PrimValue::of_bits(t, u64::from_le_bytes(word))
}

/// Writes a value, lowest byte first.
pub(super) fn encode(value: PrimValue, to: &mut [u8]) {
    let n = value.prim_type().bytes();
    to[..n].copy_from_slice(&value.bits().to_le_bytes()[..n]);
}

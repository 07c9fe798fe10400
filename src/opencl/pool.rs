//! Memory that is used again: blocks that host programs allocate and drop, often in every round of a loop.
//!
//! A [`Block`] is a counted handle.  What the last one gives back waits in the [`Pool`] for the next block of its size class: of each power
//! of two there are four classes, so at most a quarter of a block is never used.  What waits is freed only when there is no room otherwise.
//!
//! A device does what it is asked for in order, so a block may be handed out again while kernels that used it are still to run.

use crate::device::{Device, LEAST_BYTES, Part};
use crate::error::Error;
use elder_syntax::prim::PrimValue;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Memory that waits to be used again.
pub struct Pool<M> {
    home: Rc<Home<M>>,
    /// What each byte of a new block is.
    garbage: Option<u8>,
}

/// What a pool shares with its blocks.
struct Home<M> {
    /// What waits, by size class.
    free: RefCell<Vec<Vec<M>>>,
    /// Bytes of all memory that waits or is in use.
    held: Cell<u64>,
}

/// A block of memory, as one of those who count it.
pub struct Block<M>(Rc<Counted<M>>);

struct Counted<M> {
    /// Only gone while this is dropped.
    memory: Option<M>,
    /// Where it goes then, and its size class.
    home: Option<(Rc<Home<M>>, usize)>,
}

impl<M> Pool<M> {
    /// A pool of nothing; each byte of a block that it hands out is `garbage`, or whatever it was.
    pub fn new(garbage: Option<u8>) -> Pool<M> {
        Pool {
            home: Rc::new(Home {
                free: RefCell::new(Vec::new()),
                held: Cell::new(0),
            }),
            garbage,
        }
    }

    /// A block of at least so many bytes; `what` is for the message if there is no room.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], and whatever else the device refuses.
    pub fn allocate<D: Device<Memory = M>>(
        &self,
        device: &D,
        bytes: usize,
        what: &dyn Fn() -> String,
    ) -> Result<Block<M>, Error> {
        let (class, room) = class(bytes);
        let waiting = self.home.free.borrow_mut().get_mut(class).and_then(Vec::pop);
        let memory = match waiting {
            Some(memory) => memory,
            None => self.fresh(device, bytes, class, room, what)?,
        };
        if let (Some(byte), false) = (self.garbage, bytes == 0) {
            device.fill(Part::start(&memory), PrimValue::U8(byte), bytes)?;
        }
        Ok(Block(Rc::new(Counted {
            memory: Some(memory),
            home: Some((self.home.clone(), class)),
        })))
    }

    /// Memory of that size class from the device; what waits is freed if it has no more.
    fn fresh<D: Device<Memory = M>>(
        &self,
        device: &D,
        bytes: usize,
        class: usize,
        room: usize,
        what: &dyn Fn() -> String,
    ) -> Result<M, Error> {
        let limits = device.limits();
        let out_of_memory = |reason: String| Error::OutOfMemory {
            what: what(),
            bytes: bytes as u64,
            device: device.name().to_string(),
            reason,
        };
        // A block of the largest sizes may have no room beside what it needs; it is still the only one of its class that fits.
        let most = usize::try_from(limits.max_allocation).unwrap_or(usize::MAX);
        let asked = room.min(most);
        if bytes > most {
            return Err(out_of_memory(format!("allocates at most {most} at once")));
        }
        if self.home.held.get().saturating_add(asked as u64) > limits.memory {
            self.trim();
        }
        let held = self.home.held.get();
        if held.saturating_add(asked as u64) > limits.memory {
            let left = limits.memory.saturating_sub(held);
            return Err(out_of_memory(format!("has {left} of {} left", limits.memory)));
        }
        let memory = match device.allocate(asked, &what()) {
            Err(Error::OutOfMemory { .. }) => {
                self.trim();
                device.allocate(asked, &what())?
            }
            other => other?,
        };
        let mut free = self.home.free.borrow_mut();
        if free.len() <= class {
            free.resize_with(class + 1, Vec::new);
        }
        self.home.held.set(self.home.held.get() + room as u64);
        Ok(memory)
    }

    /// Frees all that waits.
    pub fn trim(&self) {
        let mut free = self.home.free.borrow_mut();
        let waiting = free.iter_mut().enumerate().map(|(class, of)| {
            let bytes = of.len() as u64 * room(class) as u64;
            of.clear();
            bytes
        });
        let freed: u64 = waiting.sum();
        self.home.held.set(self.home.held.get().saturating_sub(freed));
    }

    /// How many blocks wait.
    pub fn waiting(&self) -> usize {
        self.home.free.borrow().iter().map(Vec::len).sum()
    }

    /// Bytes of all memory that waits or is in use.
    pub fn held(&self) -> u64 {
        self.home.held.get()
    }
}

impl<M> Block<M> {
    /// Memory of no pool.
    pub fn alone(memory: M) -> Block<M> {
        Block(Rc::new(Counted {
            memory: Some(memory),
            home: None,
        }))
    }

    /// The memory.
    pub fn memory(&self) -> &M {
        let memory = self.0.memory.as_ref();
        memory.expect("the memory of a block is there as long as somebody counts it")
    }

    /// How many count it.
    pub fn counts(&self) -> usize {
        Rc::strong_count(&self.0)
    }

    /// Whether both are the same memory.
    pub fn is(&self, other: &Block<M>) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<M> Clone for Block<M> {
    fn clone(&self) -> Block<M> {
        Block(self.0.clone())
    }
}

impl<M> Drop for Counted<M> {
    fn drop(&mut self) {
        if let (Some(memory), Some((home, class))) = (self.memory.take(), &self.home)
            && let Some(of) = home.free.borrow_mut().get_mut(*class)
        {
            of.push(memory);
        }
    }
}

/// Size classes have this many bytes at least; blocks of none are a class of their own, as devices have blocks of none too.
const LEAST: usize = LEAST_BYTES;

/// The size class of blocks of so many bytes, and how many they have.
fn class(bytes: usize) -> (usize, usize) {
    if bytes == 0 {
        return (0, 0);
    }
    // So many quarters of a power of two, from 4 to 7, hold it.
    let last = bytes.max(LEAST) - 1;
    let power = last.ilog2();
    let quarter = (last >> (power - 2)) & 3;
    let class = 1 + (power + 1 - LEAST.ilog2()) as usize * 4 + quarter;
    (class, room(class))
}

/// How many bytes blocks of a size class have.
fn room(class: usize) -> usize {
    let Some(number) = class.checked_sub(1) else {
        return 0;
    };
    let quarters = number % 4 + 5;
    let shift = number / 4 + LEAST.ilog2() as usize - 1 - 2;
    match quarters.checked_shl(shift as u32) {
        Some(room) if room >> shift == quarters => room,
        _ => usize::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::Native;

    #[test]
    fn classes_hold_what_they_are_for() {
        assert_eq!(class(0), (0, 0));
        let mut last = 0;
        for bytes in (1..5000).chain((13..60).flat_map(|p| [(1 << p) - 1, 1 << p, (1 << p) + 1])) {
            let (number, room_of) = class(bytes);
            assert_eq!(room(number), room_of);
            assert!(room_of >= bytes, "{bytes} in {room_of}");
            assert!(
                room_of <= LEAST.max(bytes + bytes / 4 + 1),
                "{bytes} in {room_of}"
            );
            assert!(number >= last, "{bytes}");
            last = number;
        }
        assert_eq!(class(usize::MAX).1, usize::MAX);
    }

    #[test]
    fn what_is_dropped_is_handed_out_again() {
        let device = Native::new().unwrap();
        let pool = Pool::new(Some(0xa5));
        let what = || "a block".to_owned();
        let first = pool.allocate(&device, 1000, &what).unwrap();
        let other = first.clone();
        assert_eq!((first.counts(), first.is(&other)), (2, true));
        device.write(first.memory(), 0, &[1; 1000]).unwrap();
        drop(first);
        assert_eq!(pool.waiting(), 0);
        drop(other);
        assert_eq!(pool.waiting(), 1);
        let again = pool.allocate(&device, 900, &what).unwrap();
        assert_eq!(pool.waiting(), 0);
        let mut bytes = [0; 900];
        device.read(again.memory(), 0, &mut bytes).unwrap();
        assert_eq!(bytes, [0xa5; 900]);
        let held = pool.held();
        drop(again);
        assert_eq!(pool.held(), held);
        pool.trim();
        assert_eq!((pool.held(), pool.waiting()), (0, 0));
    }

    #[test]
    fn what_there_is_no_room_for_is_refused() {
        let device = Native::new().unwrap();
        let pool = Pool::new(None);
        let what = || "block `b`".to_owned();
        let error = pool.allocate(&device, 1 << 50, &what).err().unwrap();
        assert!(
            matches!(&error, Error::OutOfMemory { bytes, .. } if *bytes == 1 << 50),
            "{error}"
        );
    }
}

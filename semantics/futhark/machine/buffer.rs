//! Typed buffers with versions.
//!
//! The elements that the views of an array share.  Cells give the in-place update that
//! uniqueness permits; every update gives the buffer a new version, so that handles made
//! before it are known to be stale (FUT-E-POISON).

use crate::futhark::machine::array::{ArrayError, account};
use crate::futhark::machine::shape::type_of;
use crate::futhark::machine::value::{RtType, Value};
use crate::memory::Memory;
use crate::with_cells;
use elder_syntax::prim::PrimType;
use half::f16;
use std::cell::Cell;
use std::rc::Rc;

/// What can stand in a buffer.
pub trait Element: Clone + Default + std::fmt::Debug + 'static {
    /// The type of the scalars that elements are.
    const PRIM: Option<PrimType> = None;
    /// Whether an element may hold arrays of its own, so that reading it shares them.
    const SHARES: bool = false;
    /// The content of a cell.
    fn read(cell: &Cell<Self>) -> Self;
    /// The same element, sharing no buffer with this one.
    fn unshared(self) -> Result<Self, ArrayError> {
        Ok(self)
    }
    /// As a value.
    fn value(self) -> Value;
    /// Back from a value.
    fn from_value(value: &Value) -> Option<Self>;
    /// A buffer of this type.
    fn cells(buffer: Rc<Buffer<Self>>) -> Cells;
    /// What stands in the buffer of an array without elements, for the sizes that elements of this type would show.
    fn absent(_ty: Rc<RtType>) -> Option<Self> {
        None
    }
    /// The type of an element, if it may show sizes.
    fn element_type(&self) -> Option<Rc<RtType>> {
        None
    }
    /// The buffer, if its elements have this type.
    fn buffer(cells: &Cells) -> Option<&Rc<Buffer<Self>>>;
    /// A scalar in 64 bits, so that results of evaluation travel in registers; zero for anything else.
    fn word(self) -> u64;
    /// Back.
    fn from_word(word: u64) -> Self;
}

impl Element for Value {
    const SHARES: bool = true;
    fn word(self) -> u64 {
        0
    }
    fn from_word(_: u64) -> Value {
        Value::default()
    }
    fn read(cell: &Cell<Value>) -> Value {
        let value = cell.take();
        cell.set(value.clone());
        value
    }
    fn unshared(self) -> Result<Value, ArrayError> {
        match account(&self) {
            Some(memory) => self.deep_copy(&memory),
            None => Ok(self),
        }
    }
    fn value(self) -> Value {
        self
    }
    fn from_value(value: &Value) -> Option<Value> {
        Some(value.clone())
    }
    fn cells(buffer: Rc<Buffer<Value>>) -> Cells {
        Cells::Boxed(buffer)
    }
    fn absent(ty: Rc<RtType>) -> Option<Value> {
        ty.shows_sizes().then_some(Value::Type(ty))
    }
    fn element_type(&self) -> Option<Rc<RtType>> {
        let ty = type_of(self);
        ty.shows_sizes().then_some(ty)
    }
    fn buffer(cells: &Cells) -> Option<&Rc<Buffer<Value>>> {
        match cells {
            Cells::Boxed(b) => Some(b),
            _ => None,
        }
    }
}

/// The elements that views share.
pub struct Buffer<T> {
    cells: Vec<Cell<T>>,
    version: Cell<u32>,
    memory: Rc<Memory>,
}

impl<T: Element> Buffer<T> {
    /// A buffer of these elements.
    pub fn new(memory: &Rc<Memory>, elements: Vec<T>) -> Rc<Buffer<T>> {
        memory.charge((elements.len() * size_of::<T>()) as u64);
        let cells = elements.into_iter().map(Cell::new).collect();
        Rc::new(Buffer {
            cells,
            version: Cell::new(0),
            memory: memory.clone(),
        })
    }

    /// The element at a place that the view's shape vouches for.
    #[inline(always)]
    pub fn get(&self, at: i64) -> T {
        self.cells.get(at as usize).map_or_else(T::default, T::read)
    }

    /// The type of its elements, if they show sizes: all elements of an array have the same ones.
    pub fn element_type(&self) -> Option<Rc<RtType>> {
        self.cells
            .first()
            .map(T::read)
            .and_then(|first| first.element_type())
    }

    /// Replaces the element at a place that the view's shape vouches for.
    #[inline(always)]
    pub fn set(&self, at: i64, value: T) {
        if let Some(cell) = self.cells.get(at as usize) {
            cell.set(value);
        }
    }

    /// As [`Buffer::set`], of a scalar in 64 bits.
    #[inline(always)]
    pub fn set_word(&self, at: i64, word: u64) {
        self.set(at, T::from_word(word));
    }

    /// The cells of a run.
    pub fn run(&self, at: i64, len: usize) -> &[Cell<T>] {
        self.cells.get(at as usize..at as usize + len).unwrap_or(&[])
    }

    /// The version that fresh handles carry.
    #[inline(always)]
    pub fn version(&self) -> u32 {
        self.version.get()
    }

    /// Makes all handles stale; the new version.
    #[inline(always)]
    pub fn consume(&self) -> u32 {
        let version = self.version.get().wrapping_add(1);
        self.version.set(version);
        version
    }
}

impl<T> std::fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} elements, version {}", self.cells.len(), self.version.get())
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        self.memory.release((self.cells.len() * size_of::<T>()) as u64);
    }
}

/// A buffer of some element type.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Cells {
    Bool(Rc<Buffer<bool>>),
    I8(Rc<Buffer<i8>>),
    I16(Rc<Buffer<i16>>),
    I32(Rc<Buffer<i32>>),
    I64(Rc<Buffer<i64>>),
    U8(Rc<Buffer<u8>>),
    U16(Rc<Buffer<u16>>),
    U32(Rc<Buffer<u32>>),
    U64(Rc<Buffer<u64>>),
    F16(Rc<Buffer<f16>>),
    F32(Rc<Buffer<f32>>),
    F64(Rc<Buffer<f64>>),
    /// Constructors, and whatever else is no scalar, array or record.
    Boxed(Rc<Buffer<Value>>),
}

impl Cells {
    /// The version that fresh handles carry.
    #[inline]
    pub fn version(&self) -> u32 {
        with_cells!(self, b => b.version())
    }

    /// Makes all handles stale; the new version.
    pub fn consume(&self) -> u32 {
        with_cells!(self, b => b.consume())
    }

    /// The type of its elements, if they show sizes.
    pub fn element_type(&self) -> Option<Rc<RtType>> {
        with_cells!(self, b => b.element_type())
    }

    pub(crate) fn memory(&self) -> &Rc<Memory> {
        with_cells!(self, b => &b.memory)
    }

    /// The type of its scalars, if it holds scalars.
    #[inline]
    pub fn prim(&self) -> Option<PrimType> {
        fn prim_of<T: Element>(_: &Rc<Buffer<T>>) -> Option<PrimType> {
            T::PRIM
        }
        with_cells!(self, b => prim_of(b))
    }

    /// Whether it is the same buffer.
    pub(crate) fn same(&self, other: &Cells) -> bool {
        fn address<T>(b: &Rc<Buffer<T>>) -> *const u8 {
            Rc::as_ptr(b).cast()
        }
        let (a, b) = (
            with_cells!(self, b => address(b)),
            with_cells!(other, b => address(b)),
        );
        a == b
    }
}

//! Values, and arrays as views.
//!
//! An array is a *view*: a strided part of a buffer or a cell, or a way to find an element in other views.  Splitting,
//! joining, dropping, transposing and sliding a strided view give strided views, so most index arithmetic is done once a
//! view, not once an element.  Arrays of pairs are pairs of arrays, as in memory (one buffer a component).
//!
//! [`super::machine`] looks views up; nothing here reads an element.

use crate::dpia::code::{Body, Type};
use crate::dpia::store::Cell;
use crate::memory::Memory;
use elder_dpia::{PrimType, PrimValue, Side};
use elder_syntax::value::{Data, Element as _};
use elder_syntax::{with_data, with_prim_type};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// What a slot holds.
#[derive(Clone, Debug)]
pub enum Value {
    /// Nothing yet.
    Empty,
    /// A number, a truth value; an index is an `i64`.
    Scalar(PrimValue),
    /// A vector.
    Vector(Rc<[PrimValue]>),
    /// A pair; the halves may be elements that were not looked at yet.
    Pair(Rc<(Value, Value)>),
    /// An array, or an element of one that was not looked at yet.
    View(Rc<View>),
    /// A variable.
    Cell(Rc<Cell>),
}

/// Memory that is not written any more.
#[derive(Debug)]
pub struct Buffer {
    /// The elements.
    pub data: Data,
    bytes: u64,
    memory: Rc<Memory>,
}

impl Buffer {
    /// The elements, entered in the account.
    pub fn new(data: Data, memory: &Rc<Memory>) -> Buffer {
        let bytes = data.len() as u64 * data.prim_type().bytes() as u64;
        memory.charge(bytes);
        Buffer {
            data,
            bytes,
            memory: memory.clone(),
        }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.memory.release(self.bytes);
    }
}

/// Where the elements of a strided view are.
#[derive(Clone, Debug)]
pub enum Source {
    /// In a buffer.
    Buffer(Rc<Buffer>),
    /// In this component of a cell.
    Cell(Rc<Cell>, usize),
}

/// A dimension of a strided view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    /// Number of elements.
    pub len: i64,
    /// Scalars from one element to the next.
    pub stride: i64,
}

/// A strided view; without dimensions, one element that was not looked at yet.
#[derive(Clone, Debug)]
pub struct Flat {
    /// The memory.
    pub source: Source,
    /// The first scalar.
    pub offset: i64,
    /// Outermost first.
    pub dims: SmallVec<[Dim; 3]>,
    /// If the elements are vectors, how many neighbours each takes.
    pub width: Option<u8>,
}

/// An array.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum View {
    /// Strided.
    Flat(Flat),
    /// Pairs, so many dimensions in.
    Zip(Rc<View>, Rc<View>, usize),
    /// Element i, not looked at yet.
    Element(Rc<View>, i64),
    /// i ↦ base + i·step
    Affine { source: Rc<View>, base: i64, step: i64 },
    /// (i, …) ↦ base + Σ i·s
    Strided(Rc<View>, i64, Rc<[i64]>),
    /// Chunks of n.
    Split(Rc<View>, i64),
    /// Rows of m, one after the other.
    Join(Rc<View>, i64),
    /// Rows and columns exchanged.
    Transpose(Rc<View>),
    /// Element i of every row.
    Column(Rc<View>, i64),
    /// Windows this far apart.
    Slide(Rc<View>, i64),
    /// Element of the source, or the constant, or the nearest.
    Pad {
        source: Rc<View>,
        n: i64,
        left: i64,
        constant: Option<Value>,
    },
    /// By indexes.
    Gather { indexes: Rc<View>, source: Rc<View> },
    /// i ↦ i/(n/s) + s·(i mod n/s)
    Stride { source: Rc<View>, n: i64, s: i64 },
    /// The first n here, the others there.
    Concat(i64, Rc<View>, Rc<View>),
    /// Halves of the elements.
    Field(Side, Rc<View>),
    /// Neighbours as vectors.
    AsVector(u8, Rc<View>),
    /// Components of vectors.
    AsScalar(u8, Rc<View>),
    /// By a function of the index: the element, or which element of the source it is.
    Computed {
        body: Rc<Body>,
        frame: RefCell<Vec<Value>>,
        source: Option<Rc<View>>,
    },
}

impl Value {
    /// Element i of a view, not looked at yet.
    pub fn delayed(view: &Rc<View>, i: i64) -> Value {
        Value::View(Rc::new(View::Element(view.clone(), i)))
    }

    /// Whether looking at it runs code of the program.
    pub fn is_computing(&self) -> bool {
        self.any(&mut |view| matches!(view, View::Computed { .. }))
    }

    /// Whether what it is depends on a cell, or looking at it runs code.
    pub fn is_open(&self) -> bool {
        self.any(&mut |view| match view {
            View::Flat(flat) => matches!(flat.source, Source::Cell(..)),
            View::Computed { .. } => true,
            _ => false,
        })
    }

    fn any(&self, test: &mut dyn FnMut(&View) -> bool) -> bool {
        match self {
            Value::Empty | Value::Scalar(_) | Value::Vector(_) => false,
            Value::Cell(_) => true,
            Value::Pair(halves) => halves.0.any(test) || halves.1.any(test),
            Value::View(view) => view.any(test),
        }
    }
}

impl View {
    fn any(&self, test: &mut dyn FnMut(&View) -> bool) -> bool {
        if test(self) {
            return true;
        }
        elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || match self {
            View::Flat(_) => false,
            View::Element(v, _)
            | View::Affine { source: v, .. }
            | View::Split(v, _)
            | View::Join(v, _)
            | View::Transpose(v)
            | View::Column(v, _)
            | View::Strided(v, ..)
            | View::Slide(v, _)
            | View::Stride { source: v, .. }
            | View::Field(_, v)
            | View::AsVector(_, v)
            | View::AsScalar(_, v) => v.any(test),
            View::Pad { source, constant, .. } => {
                constant.as_ref().is_some_and(|c| c.any(test)) || source.any(test)
            }
            View::Zip(a, b, _)
            | View::Gather {
                indexes: a,
                source: b,
            }
            | View::Concat(_, a, b) => a.any(test) || b.any(test),
            View::Computed { source, .. } => source.as_ref().is_some_and(|v| v.any(test)),
        })
    }

    /// The strided view with its first dimension changed, if it is one.
    fn strided(&self, rank: usize, change: impl FnOnce(&mut Flat) -> bool) -> Option<Rc<View>> {
        let View::Flat(flat) = self else { return None };
        if flat.dims.len() < rank {
            return None;
        }
        let mut flat = flat.clone();
        change(&mut flat).then(|| Rc::new(View::Flat(flat)))
    }

    /// On both arrays of an array of pairs.
    fn zipped(&self, deeper: isize, of: impl Fn(&Rc<View>) -> Rc<View>) -> Option<Rc<View>> {
        let View::Zip(a, b, rank) = self else { return None };
        let rank = rank.checked_add_signed(deeper).filter(|r| *r > 0)?;
        Some(Rc::new(View::Zip(of(a), of(b), rank)))
    }
}

/// DPIA-E-SPLIT
pub fn split(view: &Rc<View>, n: i64) -> Rc<View> {
    view.strided(1, |flat| {
        let d = flat.dims[0];
        flat.dims[0] = Dim {
            len: n,
            stride: d.stride,
        };
        let chunks = d.len.checked_div(n).unwrap_or(0);
        let outer = d.stride.checked_mul(n);
        outer.is_some_and(|stride| {
            flat.dims.insert(0, Dim { len: chunks, stride });
            n > 0
        })
    })
    .or_else(|| view.zipped(1, |v| split(v, n)))
    .unwrap_or_else(|| Rc::new(View::Split(view.clone(), n)))
}

/// DPIA-E-JOIN
pub fn join(view: &Rc<View>, m: i64) -> Rc<View> {
    view.strided(2, |flat| {
        let (outer, inner) = (flat.dims[0], flat.dims[1]);
        flat.dims.remove(0);
        flat.dims[0].len = outer.len.saturating_mul(inner.len);
        inner.len.checked_mul(inner.stride) == Some(outer.stride) || outer.len <= 1
    })
    .or_else(|| view.zipped(-1, |v| join(v, m)))
    .unwrap_or_else(|| Rc::new(View::Join(view.clone(), m)))
}

/// DPIA-E-TAKE
pub fn take(view: &Rc<View>, n: i64) -> Rc<View> {
    view.strided(1, |flat| {
        flat.dims[0].len = flat.dims[0].len.min(n);
        true
    })
    .or_else(|| view.zipped(0, |v| take(v, n)))
    .unwrap_or_else(|| view.clone())
}

/// DPIA-E-DROP
pub fn drop_first(view: &Rc<View>, n: i64) -> Rc<View> {
    view.strided(1, |flat| {
        let d = flat.dims[0];
        let n = n.min(d.len);
        flat.offset += n * d.stride;
        flat.dims[0].len = d.len - n;
        true
    })
    .or_else(|| view.zipped(0, |v| drop_first(v, n)))
    .unwrap_or_else(|| {
        Rc::new(View::Affine {
            source: view.clone(),
            base: n,
            step: 1,
        })
    })
}

/// DPIA-E-TRANSPOSE
pub fn transpose(view: &Rc<View>) -> Rc<View> {
    view.strided(2, |flat| {
        flat.dims.swap(0, 1);
        true
    })
    .or_else(|| match &**view {
        View::Zip(_, _, rank) if *rank >= 2 => view.zipped(0, transpose),
        _ => None,
    })
    .unwrap_or_else(|| Rc::new(View::Transpose(view.clone())))
}

/// DPIA-E-STRIDED
pub fn strided(view: &Rc<View>, base: i64, strides: &[i64]) -> Rc<View> {
    let source = view.clone();
    Rc::new(match strides {
        [step] => View::Affine {
            source,
            base,
            step: *step,
        },
        _ => View::Strided(source, base, strides.into()),
    })
}

/// DPIA-E-SLIDE
pub fn slide(view: &Rc<View>, windows: i64, size: i64, step: i64) -> Rc<View> {
    view.strided(1, |flat| {
        let stride = flat.dims[0].stride;
        flat.dims[0] = Dim { len: size, stride };
        stride.checked_mul(step).is_some_and(|stride| {
            flat.dims.insert(0, Dim { len: windows, stride });
            true
        })
    })
    .or_else(|| view.zipped(1, |v| slide(v, windows, size, step)))
    .unwrap_or_else(|| Rc::new(View::Slide(view.clone(), step)))
}

/// DPIA-E-VECTOR, of numbers
pub fn as_vector(view: &Rc<View>, width: u8) -> Rc<View> {
    let w = i64::from(width);
    view.strided(1, |flat| {
        let d = flat.dims[0];
        flat.dims[0] = Dim {
            len: d.len / w,
            stride: w,
        };
        let plain = d.stride == 1 && flat.width.is_none() && flat.dims.len() == 1;
        flat.width = Some(width);
        plain
    })
    .unwrap_or_else(|| Rc::new(View::AsVector(width, view.clone())))
}

/// DPIA-E-VECTOR, of vectors
pub fn as_scalar(view: &Rc<View>, width: u8) -> Rc<View> {
    let w = i64::from(width);
    view.strided(1, |flat| {
        let d = flat.dims[0];
        flat.dims[0] = Dim {
            len: d.len * w,
            stride: 1,
        };
        let plain = d.stride == w && flat.width == Some(width) && flat.dims.len() == 1;
        flat.width = None;
        plain
    })
    .unwrap_or_else(|| Rc::new(View::AsScalar(width, view.clone())))
}

/// A component of a data type: a scalar array.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The fields that lead to it.
    pub fields: Vec<Side>,
    /// Its dimensions.
    pub shape: Vec<i64>,
    /// If its elements are vectors.
    pub width: Option<u8>,
    /// The type of the scalars.
    pub element: PrimType,
}

impl Layout {
    /// The number of scalars, if it can be one.
    pub fn len(&self) -> Option<i64> {
        let dims = self.shape.iter().copied().chain(self.width.map(i64::from));
        if self.shape.contains(&0) {
            return Some(0);
        }
        dims.into_iter()
            .try_fold(1i64, |n, d| n.checked_mul(d).filter(|n| *n >= 0))
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }
}

/// The type of indexes in memory.
pub const INDEX: PrimType = elder_dpia::entry::INDEX_TYPE;

impl Type<i64> {
    /// The components, in order.
    pub fn layout(&self) -> Vec<Layout> {
        let leaf = |element, width| {
            vec![Layout {
                fields: vec![],
                shape: vec![],
                width,
                element,
            }]
        };
        match self {
            Type::Num(t) => leaf(*t, None),
            Type::Vector(w, t) => leaf(*t, Some(*w)),
            Type::Index(_) => leaf(INDEX, None),
            Type::Array(n, element) => {
                let mut parts = element.layout();
                parts.iter_mut().for_each(|part| part.shape.insert(0, *n));
                parts
            }
            Type::Pair(a, b) => {
                let mut parts = Vec::new();
                for (side, half) in [(Side::First, a), (Side::Second, b)] {
                    for mut part in half.layout() {
                        part.fields.insert(0, side);
                        parts.push(part);
                    }
                }
                parts
            }
        }
    }

    /// The number of components.
    pub fn leaves(&self) -> usize {
        match self {
            Type::Num(_) | Type::Vector(..) | Type::Index(_) => 1,
            Type::Array(_, element) => element.leaves(),
            Type::Pair(a, b) => a.leaves() + b.leaves(),
        }
    }

    /// The value of this type whose components are in these memories, in order.
    pub fn assemble(&self, sources: &mut dyn Iterator<Item = (Source, Layout)>) -> Value {
        self.assemble_at(0, sources)
    }

    /// The same under `rank` dimensions.
    fn assemble_at(&self, rank: usize, sources: &mut dyn Iterator<Item = (Source, Layout)>) -> Value {
        match self {
            Type::Num(_) | Type::Vector(..) | Type::Index(_) => match sources.next() {
                Some((source, layout)) => Value::View(Rc::new(View::Flat(Flat::of(source, &layout)))),
                None => Value::Empty,
            },
            Type::Array(_, element) => element.assemble_at(rank + 1, sources),
            Type::Pair(a, b) => {
                let first = a.assemble_at(rank, sources);
                let second = b.assemble_at(rank, sources);
                match (rank, first, second) {
                    (1.., Value::View(a), Value::View(b)) => Value::View(Rc::new(View::Zip(a, b, rank))),
                    (_, a, b) => Value::Pair(Rc::new((a, b))),
                }
            }
        }
    }
}

impl Flat {
    /// All of a component in memory.
    pub fn of(source: Source, layout: &Layout) -> Flat {
        let mut dims: SmallVec<[Dim; 3]> = SmallVec::new();
        let mut stride = layout.width.map_or(1, i64::from);
        for &len in layout.shape.iter().rev() {
            dims.push(Dim { len, stride });
            stride = stride.saturating_mul(len);
        }
        dims.reverse();
        Flat {
            source,
            offset: 0,
            dims,
            width: layout.width,
        }
    }

    /// Where its scalars lie in its memory, if they are neighbours in order.
    pub fn range(&self) -> Option<std::ops::Range<usize>> {
        let mut expected = self.width.map_or(1, i64::from);
        for d in self.dims.iter().rev() {
            if d.stride != expected && d.len > 1 {
                return None;
            }
            expected = expected.checked_mul(d.len)?;
        }
        let start = usize::try_from(self.offset).ok()?;
        let end = start.checked_add(usize::try_from(expected).ok()?)?;
        Some(start..end)
    }
}

/// An empty memory of this type, with room.
pub fn with_capacity(t: PrimType, n: usize) -> Data {
    with_prim_type!(t, T => T::wrap(Vec::with_capacity(n)))
}

/// A memory of n zeros.
pub fn zeros(t: PrimType, n: usize) -> Data {
    with_prim_type!(t, T => T::wrap(vec![T::ZERO; n]))
}

macro_rules! each_type {
    ($macro:ident) => {
        $macro!(Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64)
    };
}

/// Appends a scalar; `false` if it has another type.
pub fn push(data: &mut Data, value: PrimValue) -> bool {
    macro_rules! cases {
        ($($v:ident),*) => { match (data, value) {
            $((Data::$v(d), PrimValue::$v(x)) => d.push(x),)*
            (Data::I32(d), PrimValue::I64(i)) => match i32::try_from(i) { Ok(i) => d.push(i), Err(_) => return false },
            _ => return false,
        } };
    }
    each_type!(cases);
    true
}

/// Replaces a scalar; `false` if there is none or it has another type.
pub fn set(data: &mut Data, i: usize, value: PrimValue) -> bool {
    macro_rules! cases {
        ($($v:ident),*) => { match (data, value) {
            $((Data::$v(d), PrimValue::$v(x)) => d.get_mut(i).map(|place| *place = x),)*
            (Data::I32(d), PrimValue::I64(n)) => match i32::try_from(n) {
                Ok(n) => d.get_mut(i).map(|place| *place = n),
                Err(_) => None,
            },
            _ => None,
        } };
    }
    each_type!(cases).is_some()
}

/// Appends a range of another memory; `false` if that has another type or the range is not in it.
pub fn append(data: &mut Data, from: &Data, range: std::ops::Range<usize>) -> bool {
    macro_rules! cases {
        ($($v:ident),*) => { match (data, from) {
            $((Data::$v(d), Data::$v(s)) => s.get(range).map(|part| d.extend_from_slice(part)),)*
            _ => None,
        } };
    }
    each_type!(cases).is_some()
}

/// A part of a memory.
pub fn part(data: &Data, range: std::ops::Range<usize>) -> Option<Data> {
    fn wrap<E: elder_syntax::value::Element>(all: &[E], range: std::ops::Range<usize>) -> Option<Data> {
        all.get(range).map(|part| E::wrap(part.to_vec()))
    }
    with_data!(data, all => wrap(all, range))
}

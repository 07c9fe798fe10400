//! Loops over scalars, compiled to a register machine.
//!
//! A loop, map, reduction, scan or filter whose work is on scalars only (array elements
//! may be read, and arrays of the loop updated) is translated, when it is first run,
//! into a list of instructions on 64-bit registers, and runs several times faster than
//! its tree.  The meaning is that of `eval`: the instructions come from the same code,
//! operators from [`Scalar::quick`] and [`crate::numeric`], and failures name the same
//! rules.  Whatever does not fit is left to `eval`; so is every run that is observed.
//!
//! [`compile`] translates; [`Machine::execute`](crate::futhark::machine::eval::Machine) runs.

pub mod compile;

use crate::futhark::machine::array::{Array, Cells, Data, Element};
use crate::futhark::machine::scalar::Scalar;
use crate::futhark::machine::value::Value;
use crate::{with_cells, with_scalar};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use elder_syntax::{Rule, Span};
use std::rc::Rc;

/// Number of registers.
pub const REGISTERS: usize = 256;

/// The registers: scalars as [`Scalar::into_bits`].
pub type Registers = [u64; REGISTERS];

/// A register.
pub type Reg = u8;

/// An instruction; the first register is the destination.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Inst {
    AddI64(Reg, Reg, Reg),
    SubI64(Reg, Reg, Reg),
    MulI64(Reg, Reg, Reg),
    LtI64(Reg, Reg, Reg),
    AddI32(Reg, Reg, Reg),
    LtI32(Reg, Reg, Reg),
    AddF64(Reg, Reg, Reg),
    SubF64(Reg, Reg, Reg),
    MulF64(Reg, Reg, Reg),
    LeF64(Reg, Reg, Reg),
    LtF64(Reg, Reg, Reg),
    /// An operator that is defined everywhere.
    Two(fn(u64, u64) -> u64, Reg, Reg, Reg),
    /// A conversion.
    One(fn(u64) -> u64, Reg, Reg),
    /// An operator that may fail.
    Try(BinOp, PrimType, Reg, Reg, Reg),
    /// Any primitive function.
    Prim(PrimFn, Reg, [Reg; 3]),
    /// A copy.
    Mov(Reg, Reg),
    /// Goes on elsewhere.
    Jump(u32),
    /// Goes on elsewhere if the register is false.
    Unless(Reg, u32),
    /// Goes on elsewhere if the register is true.
    When(Reg, u32),
    /// An element of an array of one dimension.
    Load(Reg, u8, Reg),
    /// An element of an array of two dimensions.
    Load2(Reg, u8, Reg, Reg),
    /// Replaces an element of an array of one dimension.
    Store(u8, Reg, Reg),
    /// Replaces an element of an array of two dimensions.
    Store2(u8, Reg, Reg, Reg),
    /// The size of an array.
    Size(Reg, u8),
    /// As `Store`, into an array that nothing else has seen.
    Put(u8, Reg, Reg),
    /// The counter goes on, and if it is less than the bound the next iteration begins there.
    Next(Reg, Reg, u32),
    /// One iteration begins.
    Tick,
    /// Fails if the register is false.
    Check(Reg),
}

/// What an array used by a kernel must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArrayKind {
    /// Element type.
    pub prim: PrimType,
    /// Number of dimensions, 1 or 2.
    pub rank: usize,
}

/// Scalars and tuples of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A scalar.
    Scalar(PrimType),
    /// A tuple or record.
    Tuple(Vec<Kind>),
}

/// A compiled loop.
#[derive(Debug)]
pub struct Kernel {
    /// The instructions.
    pub code: Vec<Inst>,
    /// Registers that hold constants.
    pub constants: Vec<(Reg, u64)>,
    /// Scalars taken from slots.
    pub scalars: Vec<(Origin, PrimType, Reg)>,
    /// Records, and arrays of records, whose parts are taken from slots, and how many parts each has: a polymorphic function may be run with
    /// others, which have those parts too.
    pub records: Vec<(Origin, Parts)>,
    /// Arrays taken from slots, and whether they are updated; arrays given otherwise come before them.
    pub arrays: Vec<(Origin, ArrayKind, bool)>,
    /// How many arrays are given otherwise: inputs, then outputs.
    pub given: usize,
    /// Kinds of the inputs and of what is carried from one iteration to the next, as they were when it was compiled.
    pub kinds: Vec<Kind>,
    /// Registers and types that are carried from one iteration to the next.
    pub carried: Vec<(Reg, PrimType)>,
    /// Types of the outputs.
    pub outputs: Vec<PrimType>,
    /// The kind of a result.
    pub result: Kind,
    /// The register for the number of iterations, and its counter.
    pub bound: Reg,
    /// Slots of a loop's parameter to be filled at the end: scalars from registers, arrays by number.
    pub back: Vec<(u32, Back)>,
    /// For instructions that can fail: where they come from, and the calls around.
    pub places: Vec<(u32, Span, Box<[Span]>)>,
    /// Rules that it applies.
    pub rules: Vec<&'static Rule>,
}

/// What a value consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// A record of so many fields.
    Record(usize),
    /// An array of one dimension, of records of so many fields.
    Zipped(usize),
}

impl Parts {
    /// Those of a value; `None` if it has none.
    pub fn of(value: &Value) -> Option<Parts> {
        match value {
            Value::Record(fields) => Some(Parts::Record(fields.len())),
            Value::Array(_, array) => match &array.data {
                Data::Record(fields) if array.shape.len() == 1 => Some(Parts::Zipped(fields.len())),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Where a kernel takes something from: a slot, and fields of what is in it.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The slot.
    pub slot: u32,
    /// Fields of records, or of arrays of records.
    pub path: Box<[u32]>,
}

impl Origin {
    /// What lies there.
    pub fn find<'v>(&self, content: &'v Value) -> Option<&'v Value> {
        self.path.iter().try_fold(content, |value, k| match value {
            Value::Record(fields) => fields.get(*k as usize),
            Value::Array(_, array) => match &array.data {
                Data::Record(fields) => fields.get(*k as usize),
                Data::Flat { .. } => None,
            },
            _ => None,
        })
    }
}

/// Where the final value of a loop's parameter lies.
#[derive(Clone, Debug)]
pub enum Back {
    /// In a register.
    Scalar(Reg, PrimType),
    /// The array of this number.
    Array(u8),
    /// A record of these.
    Record(Vec<Back>),
}

/// An array at the disposal of a kernel.
#[derive(Debug)]
pub struct Bank {
    /// The array.
    pub array: Rc<Array>,
    /// Version of its buffer.
    pub version: u32,
    /// Its buffer.
    pub cells: Cells,
    /// Place of the first element.
    pub offset: i64,
    /// Sizes; the second is 1 in an array of one dimension.
    pub sizes: [i64; 2],
    /// Strides.
    pub strides: [i64; 2],
}

impl Bank {
    /// The array, if it is of that kind and may be read.
    pub fn new(version: u32, array: &Rc<Array>, kind: ArrayKind) -> Option<Bank> {
        let Data::Flat {
            cells,
            strides,
            offset,
        } = &array.data
        else {
            return None;
        };
        if cells.prim() != Some(kind.prim) || array.shape.len() != kind.rank || array.fresh(version).is_err()
        {
            return None;
        }
        let second = |dims: &[i64]| dims.get(1).copied().unwrap_or(1);
        Some(Bank {
            array: array.clone(),
            version,
            cells: cells.clone(),
            offset: *offset,
            sizes: [array.len(), second(&array.shape)],
            strides: [*strides.first()?, second(strides)],
        })
    }

    /// Where an element lies, if the indices are in range.
    #[inline(always)]
    pub fn place(&self, i: u64, j: u64) -> Option<i64> {
        if i >= self.sizes[0] as u64 || j >= self.sizes[1] as u64 {
            return None;
        }
        Some(self.offset + i as i64 * self.strides[0] + j as i64 * self.strides[1])
    }

    /// The element at a place.
    #[inline(always)]
    pub fn load(&self, at: i64) -> u64 {
        with_cells!(&self.cells, b => b.get(at).word())
    }

    /// Fills a place of an array that nothing else has seen.
    #[inline(always)]
    pub fn put(&self, at: i64, word: u64) {
        with_cells!(&self.cells, b => b.set_word(at, word));
    }

    /// Replaces the element at a place.
    #[inline(always)]
    pub fn store(&mut self, at: i64, word: u64) {
        self.version = with_cells!(&self.cells, b => {
            b.set_word(at, word);
            b.consume()
        });
    }
}

/// An operator as a function on bits, if it is defined for all operands.
pub fn total(op: BinOp, prim: PrimType) -> Option<fn(u64, u64) -> u64> {
    fn of<T: Scalar>(op: BinOp) -> Option<fn(u64, u64) -> u64> {
        macro_rules! quick {
            ($op:ident) => {
                |a, b| {
                    T::quick(BinOp::$op, T::out_of_bits(a), T::out_of_bits(b))
                        .unwrap_or_default()
                        .into_bits()
                }
            };
        }
        macro_rules! compare {
            ($op:ident) => {
                |a, b| T::compare(BinOp::$op, T::out_of_bits(a), T::out_of_bits(b)).into()
            };
        }
        Some(match op {
            BinOp::Eq => compare!(Eq),
            BinOp::Ne => compare!(Ne),
            BinOp::Lt => compare!(Lt),
            BinOp::Le => compare!(Le),
            BinOp::Gt => compare!(Gt),
            BinOp::Ge => compare!(Ge),
            _ => {
                // Defined on a pair of ones: whether it is an operator that `quick` knows.
                let one = T::from_integer(1)?;
                T::quick(op, one, one)?;
                match op {
                    BinOp::Add => quick!(Add),
                    BinOp::Sub => quick!(Sub),
                    BinOp::Mul => quick!(Mul),
                    BinOp::And => quick!(And),
                    BinOp::Or => quick!(Or),
                    BinOp::Xor => quick!(Xor),
                    BinOp::Min => quick!(Min),
                    BinOp::Max => quick!(Max),
                    BinOp::Div if T::TYPE.is_float() => quick!(Div),
                    _ => return None,
                }
            }
        })
    }
    with_scalar!(prim, T => of::<T>(op))
}

/// A conversion as a function on bits.
pub fn conversion(from: PrimType, to: PrimType) -> fn(u64) -> u64 {
    fn of<S: Scalar, T: Scalar>(bits: u64) -> u64 {
        let value = crate::numeric::convert::convert(S::out_of_bits(bits).prim(), T::TYPE);
        T::of(&Value::from(value)).unwrap_or_default().into_bits()
    }
    fn to_type<S: Scalar>(to: PrimType) -> fn(u64) -> u64 {
        with_scalar!(to, T => of::<S, T>)
    }
    match (from, to) {
        (PrimType::I64, PrimType::F64) => |x| ((x as i64) as f64).to_bits(),
        (PrimType::I32, PrimType::F64) => |x| f64::from(x as i32).to_bits(),
        (PrimType::I32, PrimType::I64) => |x| i64::from(x as i32) as u64,
        (PrimType::I64, PrimType::I32) => |x| i64::from(x as i32) as u64,
        _ => with_scalar!(from, S => to_type::<S>(to)),
    }
}

impl Kind {
    /// The kind of a value.
    pub fn of(value: &Value) -> Option<Kind> {
        match value {
            Value::Record(fields) => Some(Kind::Tuple(fields.iter().map(Kind::of).collect::<Option<_>>()?)),
            other => Some(Kind::Scalar(other.prim()?.prim_type())),
        }
    }

    /// The kind of the elements of an array of one dimension.
    pub fn of_elements(array: &Array) -> Option<Kind> {
        if array.shape.len() != 1 {
            return None;
        }
        match &array.data {
            Data::Flat { cells, .. } => Some(Kind::Scalar(cells.prim()?)),
            Data::Record(fields) => {
                let fields = fields.iter().map(|f| Kind::of_elements(f.as_array()?));
                Some(Kind::Tuple(fields.collect::<Option<_>>()?))
            }
        }
    }

    /// The scalars in it, first to last.
    pub fn leaves(&self, out: &mut Vec<PrimType>) {
        match self {
            Kind::Scalar(p) => out.push(*p),
            Kind::Tuple(parts) => parts.iter().for_each(|p| p.leaves(out)),
        }
    }
}

/// The columns of an array of scalars or tuples, as they lie in memory.
pub fn columns(version: u32, array: &Rc<Array>, out: &mut Vec<Bank>) -> Option<()> {
    match &array.data {
        Data::Flat { cells, .. } => {
            let kind = ArrayKind {
                prim: cells.prim()?,
                rank: 1,
            };
            out.push(Bank::new(version, array, kind)?);
            Some(())
        }
        Data::Record(fields) => fields.iter().try_for_each(|f| match f {
            Value::Array(v, a) => columns(*v, a, out),
            _ => None,
        }),
    }
}

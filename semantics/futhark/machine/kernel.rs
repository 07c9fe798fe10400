//! Loops over scalars, compiled to a register machine.
//!
//! A loop, map, reduction, scan or filter whose work is on scalars only (array elements
//! may be read, and arrays of the loop updated) is translated, when it is first run,
//! into a list of instructions on 64-bit registers, and runs several times faster than
//! its tree.  The meaning is that of `eval`: the instructions come from the same code,
//! operators from [`Scalar::quick`] and [`crate::numeric`], and failures name the same
//! rules.  Whatever does not fit is left to `eval`; so is every run that is observed.
//!
//! Arrays that a kernel makes lie in [`Scratch`], one after the other, as long as the iteration that made them: no handle is counted and
//! nothing is given back singly.  The account of memory and fuel is kept as `eval` keeps it.
//!
//! [`compile`] translates; [`Machine::execute`](crate::futhark::machine::eval::Machine) runs.

pub mod compile;
pub mod scratch;

pub use scratch::{Scratch, Seen, Source};

use crate::futhark::machine::array::{Array, Cells, Data, Element, Flat};
use crate::futhark::machine::code::Function;
use crate::futhark::machine::scalar::Scalar;
use crate::futhark::machine::value::Value;
use crate::with_cells;
use elder_futhark::ast::RangeEnd;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, UnOp};
use elder_syntax::with_prim_type;
use elder_syntax::{Rule, Span};
use std::rc::Rc;

/// Number of registers, a power of two.
pub const REGISTERS: usize = 1024;

/// The registers: scalars as [`Scalar::word`].
pub type Registers = [u64; REGISTERS];

/// A register.
pub type Reg = u16;

/// What is in a register.
#[inline(always)]
pub fn at(r: &Registers, reg: Reg) -> u64 {
    r[usize::from(reg) % REGISTERS]
}

/// What is made of a size that may not be negative.
#[derive(Clone, Copy, Debug)]
pub enum Natural {
    /// `iota`
    Iota,
    /// `replicate`
    Replicate,
    /// `transpose` and `rearrange`
    Rearranged,
}

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
    AddF32(Reg, Reg, Reg),
    SubF32(Reg, Reg, Reg),
    MulF32(Reg, Reg, Reg),
    DivF64(Reg, Reg, Reg),
    DivF32(Reg, Reg, Reg),
    LeF32(Reg, Reg, Reg),
    LtF32(Reg, Reg, Reg),
    /// Integers of one type.
    EqWord(Reg, Reg, Reg),
    /// An operator that is defined everywhere.
    Two(fn(u64, u64) -> u64, Reg, Reg, Reg),
    /// A conversion.
    One(fn(u64) -> u64, Reg, Reg),
    /// An operator that may fail: its number.
    Try(u16, Reg, Reg, Reg),
    /// An operator of one operand.
    Unary(UnOp, PrimType, Reg, Reg),
    /// Any other primitive function.
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
    /// `a + i * s`
    Along(Reg, Reg, Reg, Reg),
    /// An element of an array: the place of the first, the index, which is in range, and the distance of neighbours.
    Element(Reg, u8, Reg, Reg, Reg),
    /// As `Element`, of scratch memory.
    Get(Reg, Reg, Reg, Reg),
    /// Replaces in scratch memory: the first place, the index, the element.
    Set(Reg, Reg, Reg),
    /// Fails unless the index is less than the size; whether it is that of an update.
    Within(Reg, Reg, bool),
    /// Fails unless the sizes are equal.
    Same(Reg, Reg),
    /// Fails if the size of what is made is negative.
    Natural(Reg, Natural),
    /// Fails unless the size, found in a value, is what a coercion says.
    Coerced(Reg, Reg),
    /// A slice: the number of its description.
    Slice(u16),
    /// A range: the number of its description.
    Range(u16),
    /// Fails unless a shape of two dimensions has as many elements as an array of one.
    Unflatten(Reg, Reg, Reg),
    /// So many elements, as many words for each, and bytes for the account: room in scratch memory.
    Alloc(Reg, Reg, Reg, u8),
    /// The same without an account.
    Room(Reg, Reg, Reg),
    /// Enters so many elements of so many bytes in the account.
    Account(Reg, u8),
    /// The same, whatever the limit.
    Charge(Reg, u8),
    /// As many copies of a word, from a place on.
    Fill(Reg, Reg, Reg),
    /// Copies an array, given by its number, to a place in scratch memory.
    Copy(Reg, u16),
    /// Copies an array, given by its number, to a row of a result.
    PutRow(u8, Reg, u16),
    /// Combines a register with all elements of an array, given by its number.
    Fold(BinOp, PrimType, Reg, u16),
    /// Where scratch memory ends, and how much of it is in the account.
    Mark(Reg, Reg),
    /// Gives back what came after.
    Release(Reg, Reg),
    /// As `Store`, into an array that nothing else has seen.
    Put(u8, Reg, Reg),
    /// The counter goes on, and if it is less than the bound the next iteration begins there.
    Next(Reg, Reg, u32),
    /// The same without fuel.
    Step(Reg, Reg, u32),
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
    /// Number of dimensions.
    pub rank: usize,
}

/// Scalars, arrays of them, and tuples.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A scalar.
    Scalar(PrimType),
    /// A tuple or record.
    Tuple(Vec<Kind>),
    /// An array of scalars.
    Array(ArrayKind),
    /// An array of records: its dimensions, and the arrays of its fields.
    Table(usize, Vec<Kind>),
}

/// What a kernel asks of an array before it runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// Where the first element lies.
    Offset,
    /// The size of a dimension.
    Size(usize),
    /// The distance of neighbours in a dimension.
    Stride(usize),
}

/// A range to be made.
#[derive(Clone, Copy, Debug)]
pub struct RangeOf {
    /// The type of its elements.
    pub prim: PrimType,
    /// First element, second element, where it ends.
    pub parts: (Reg, Option<Reg>, Reg),
    /// How it ends.
    pub end: RangeEnd,
    /// First element, step, size.
    pub into: [Reg; 3],
}

/// A slice to be taken.
#[derive(Clone, Copy, Debug)]
pub struct SliceOf {
    /// The size of the dimension.
    pub size: Reg,
    /// `i:j:s`
    pub parts: [Option<Reg>; 3],
    /// Where it starts, its step, its size.
    pub into: [Reg; 3],
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
    /// Functions in whose places their bodies are, and how many arguments each has already.
    pub functions: Vec<(Origin, Rc<Function>, usize)>,
    /// Arrays taken from slots, and whether they are updated; arrays given otherwise come before them.
    pub arrays: Vec<(Origin, ArrayKind, bool)>,
    /// How many arrays are given otherwise: inputs, then outputs.
    pub given: usize,
    /// Kinds of the inputs and of what is carried from one iteration to the next, as they were when it was compiled.
    pub kinds: Vec<Kind>,
    /// Registers and types that are carried from one iteration to the next.
    pub carried: Vec<(Reg, PrimType)>,
    /// The outputs: the type of their scalars, and the dimensions of an iteration's part.
    pub outputs: Vec<ArrayKind>,
    /// The kind of a result.
    pub result: Kind,
    /// Registers that hold what is known of arrays.
    pub parts: Vec<(Reg, u8, Part)>,
    /// Arrays that instructions name.
    pub seen: Vec<Seen>,
    /// Operators that instructions name.
    pub operators: Vec<Partial>,
    /// Slices that instructions name.
    pub slices: Vec<SliceOf>,
    /// Ranges that instructions name.
    pub ranges: Vec<RangeOf>,
    /// Calls within calls.
    pub nesting: u32,
    /// The result of a reduction.
    pub total: Option<Back>,
    /// The register for the number of iterations, and its counter.
    pub bound: Reg,
    /// Slots of a loop's parameter to be filled at the end: scalars from registers, arrays by number.
    pub back: Vec<(u32, Back)>,
    /// For instructions that can fail: where they come from, and the calls around.
    pub places: Vec<(u32, Span, Box<[Span]>)>,
    /// Rules that it applies.
    pub rules: Vec<&'static Rule>,
}

impl Kernel {
    /// Whether it changes nothing that was there before.
    pub fn leaves_no_trace(&self) -> bool {
        self.arrays.iter().all(|(_, _, updated)| !updated)
    }
}

/// What a value consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// A record of so many fields.
    Record(usize),
    /// An array of records: so many dimensions, and so many fields.
    Zipped(usize, usize),
}

impl Parts {
    /// Those of a value; `None` if it has none.
    pub fn of(value: &Value) -> Option<Parts> {
        match value {
            Value::Record(fields) => Some(Parts::Record(fields.len())),
            Value::Array(_, array) => match &array.data {
                Data::Record(fields) => Some(Parts::Zipped(array.shape.len(), fields.len())),
                Data::Flat(_) => None,
            },
            _ => None,
        }
    }
}

/// Where something lies before a kernel runs.
#[derive(Clone, Copy, Debug)]
pub enum Root {
    /// In a slot.
    Slot(u32),
    /// It is a top-level constant, which has been evaluated.
    Constant(u32),
}

/// Where a kernel takes something from, and fields of what is there.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Where.
    pub root: Root,
    /// Fields of records, or of arrays of records; what a function captured, and after that its arguments.
    pub path: Box<[u32]>,
}

impl Origin {
    /// What lies there.
    pub fn find<'v>(&self, content: &'v Value) -> Option<&'v Value> {
        self.path.iter().try_fold(content, |value, k| match value {
            Value::Record(fields) => fields.get(*k as usize),
            Value::Array(_, array) => match &array.data {
                Data::Record(fields) => fields.get(*k as usize),
                Data::Flat(_) => None,
            },
            Value::Function(closure) => {
                let (captured, k) = (&closure.captured, *k as usize);
                captured.get(k).or_else(|| closure.args.get(k - captured.len()))
            }
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
    /// An array that the kernel made, by its number.
    Seen(u16),
    /// An array of records of so many dimensions.
    Zipped(usize, Vec<Back>),
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
        let Data::Flat(flat) = &array.data else {
            return None;
        };
        if flat.cells.prim() != Some(kind.prim)
            || array.shape.len() != kind.rank
            || array.fresh(version).is_err()
        {
            return None;
        }
        let second = |dims: &[i64]| dims.get(1).copied().unwrap_or(1);
        Some(Bank {
            array: array.clone(),
            version,
            cells: flat.cells.clone(),
            offset: flat.offset,
            sizes: [array.len(), second(&array.shape)],
            strides: [*flat.strides.first()?, second(&flat.strides)],
        })
    }

    /// What is known of it.
    pub fn part(&self, part: Part) -> i64 {
        let dim = |dims: &[i64], k: usize| dims.get(k).copied().unwrap_or(0);
        match (part, &self.array.data) {
            (Part::Offset, _) => self.offset,
            (Part::Size(k), _) => dim(&self.array.shape, k),
            (Part::Stride(k), Data::Flat(Flat { strides, .. })) => dim(strides, k),
            (Part::Stride(_), Data::Record(_)) => 0,
        }
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

/// An operator that is not defined for all operands.
#[derive(Clone, Copy, Debug)]
pub struct Partial {
    /// What [`Scalar::quick`] says, on bits.
    pub quick: fn(u64, u64) -> Option<u64>,
    /// Which.
    pub op: BinOp,
    /// On which type.
    pub prim: PrimType,
}

impl Partial {
    /// The operator on the type.
    pub fn new(op: BinOp, prim: PrimType) -> Partial {
        fn of<T: Scalar>(op: BinOp) -> fn(u64, u64) -> Option<u64> {
            macro_rules! quick {
                ($($op:ident)*) => {
                    match op {
                        $(BinOp::$op => |a, b| {
                            T::quick(BinOp::$op, T::from_word(a), T::from_word(b)).map(T::word)
                        },)*
                        _ => |_, _| None,
                    }
                };
            }
            quick!(Div Mod Quot Rem Shl Shr Lshr)
        }
        let quick = with_prim_type!(prim, T => of::<T>(op));
        Partial { quick, op, prim }
    }
}

/// An operator as a function on bits, if it is defined for all operands.
pub fn total(op: BinOp, prim: PrimType) -> Option<fn(u64, u64) -> u64> {
    fn of<T: Scalar>(op: BinOp) -> Option<fn(u64, u64) -> u64> {
        macro_rules! quick {
            ($op:ident) => {
                |a, b| {
                    T::quick(BinOp::$op, T::from_word(a), T::from_word(b))
                        .unwrap_or_default()
                        .word()
                }
            };
        }
        macro_rules! compare {
            ($op:ident) => {
                |a, b| T::compare(BinOp::$op, T::from_word(a), T::from_word(b)).into()
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
    with_prim_type!(prim, T => of::<T>(op))
}

/// A conversion as a function on bits.
pub fn conversion(from: PrimType, to: PrimType) -> fn(u64) -> u64 {
    fn of<S: Scalar, T: Scalar>(bits: u64) -> u64 {
        let value = crate::numeric::convert::convert(S::from_word(bits).prim(), T::TYPE);
        T::from_value(&Value::from(value)).unwrap_or_default().word()
    }
    fn to_type<S: Scalar>(to: PrimType) -> fn(u64) -> u64 {
        with_prim_type!(to, T => of::<S, T>)
    }
    match (from, to) {
        (PrimType::I64, PrimType::F32) => |x| ((x as i64) as f32).to_bits().into(),
        (PrimType::I32, PrimType::F32) => |x| ((x as i32) as f32).to_bits().into(),
        (PrimType::Bool, PrimType::I64 | PrimType::I32) => |x| x,
        (PrimType::I64, PrimType::F64) => |x| ((x as i64) as f64).to_bits(),
        (PrimType::I32, PrimType::F64) => |x| f64::from(x as i32).to_bits(),
        (PrimType::I32, PrimType::I64) => |x| i64::from(x as i32) as u64,
        (PrimType::I64, PrimType::I32) => |x| i64::from(x as i32) as u64,
        _ => with_prim_type!(from, S => to_type::<S>(to)),
    }
}

impl Kind {
    /// The kind of a value.
    pub fn of(value: &Value) -> Option<Kind> {
        match value {
            Value::Record(fields) => Some(Kind::Tuple(fields.iter().map(Kind::of).collect::<Option<_>>()?)),
            Value::Array(_, array) => Kind::of_array(array, 0),
            other => Some(Kind::Scalar(other.prim()?.prim_type())),
        }
    }

    /// The kind of the elements of an array.
    pub fn of_elements(array: &Array) -> Option<Kind> {
        Kind::of_array(array, 1)
    }

    /// What is left of an array behind so many indices.
    fn of_array(array: &Array, indices: usize) -> Option<Kind> {
        let rank = array.shape.len().checked_sub(indices)?;
        match &array.data {
            Data::Flat(Flat { cells, .. }) => {
                let prim = cells.prim()?;
                Some(match rank {
                    0 => Kind::Scalar(prim),
                    _ => Kind::Array(ArrayKind { prim, rank }),
                })
            }
            Data::Record(fields) => {
                let fields = fields.iter().map(|f| Kind::of_array(f.as_array()?, indices));
                let fields = fields.collect::<Option<_>>()?;
                Some(match rank {
                    0 => Kind::Tuple(fields),
                    _ => Kind::Table(rank, fields),
                })
            }
        }
    }

    /// The arrays of scalars of which an array of such elements consists, first to last.
    pub fn leaves(&self, out: &mut Vec<ArrayKind>) {
        match self {
            Kind::Scalar(prim) => out.push(ArrayKind { prim: *prim, rank: 1 }),
            Kind::Array(kind) => out.push(ArrayKind {
                rank: kind.rank + 1,
                ..*kind
            }),
            Kind::Tuple(parts) | Kind::Table(_, parts) => parts.iter().for_each(|p| p.leaves(out)),
        }
    }

    /// The arrays of scalars in it, first to last.
    pub fn arrays(&self, out: &mut Vec<ArrayKind>) {
        match self {
            Kind::Scalar(_) => {}
            Kind::Array(kind) => out.push(*kind),
            Kind::Tuple(parts) | Kind::Table(_, parts) => parts.iter().for_each(|p| p.arrays(out)),
        }
    }
}

/// The arrays of scalars in a value, as they lie in memory.
pub fn columns(value: &Value, out: &mut Vec<Bank>) -> Option<()> {
    match value {
        Value::Array(version, array) => match &array.data {
            Data::Flat(Flat { cells, .. }) => {
                let kind = ArrayKind {
                    prim: cells.prim()?,
                    rank: array.shape.len(),
                };
                out.push(Bank::new(*version, array, kind)?);
                Some(())
            }
            Data::Record(fields) => fields.iter().try_for_each(|f| columns(f, out)),
        },
        Value::Record(fields) => fields.iter().try_for_each(|f| columns(f, out)),
        _ => Some(()),
    }
}

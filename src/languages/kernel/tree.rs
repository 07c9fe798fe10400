//! Checked kernels: what [`crate::check`] makes of trees of C.
//!
//! Names are numbers of slots, conversions are written out, and every operator says at which type it computes.  A place in memory is
//! an expression for its address.  The subset is that of what the lowering writes: no structs, arrays of one dimension.

use crate::c::{BinaryOp, Fences, Space, Type, Width, WorkItem};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use elder_syntax::{Name, Span};

/// The number of a variable in the frame of its function.
pub type Slot = usize;

/// A checked kernel or function.
#[derive(Clone, Debug)]
pub struct Routine {
    /// Its name.
    pub name: Name,
    /// The types of its parameters, which are the first slots.
    pub params: Vec<Type>,
    /// How many slots it has.
    pub slots: usize,
    /// How many arrays are declared in it.
    pub arrays: usize,
    /// What it does.
    pub body: Vec<Stmt>,
    /// Where it comes from.
    pub span: Span,
}

/// Who has to come to a statement together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meeting {
    /// Each item goes its own way.
    Nobody,
    /// The lanes of a sub-group hand each other values.
    Lanes,
    /// The items of a group wait for each other.
    Group,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Who meets in it.
    pub meeting: Meeting,
    /// Where it comes from.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A variable begins, unwritten if it has no value.
    Declare(Slot, Option<Expr>),
    /// An array begins, all of it unwritten; the slot gets its address.
    Array(Array),
    /// An array on the heap begins; the slot gets its address.
    Allocate(Array),
    /// An array on the heap ends.
    Free(Expr),
    /// The variable gets the value.
    Assign(Slot, Expr),
    /// The memory at the address gets the value.
    Store(Access, Expr),
    /// The lanes of sub-groups of a width give each other a value: the slot gets that of lane `from`.
    Exchange {
        /// What gets the other's value.
        to: Slot,
        /// The own value.
        own: Expr,
        /// The number of the other lane, modulo the width.
        from: Expr,
        /// The number of lanes.
        width: u32,
    },
    /// A counted loop.
    For(Box<For>),
    /// A conditional.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop.
    While(Expr, Vec<Stmt>),
    /// A block.
    Block(Vec<Stmt>),
    /// All items of a group wait for each other.
    Barrier(Fences),
    /// An expression for its effect.
    Evaluate(Expr),
    /// The routine ends.
    Return(Option<Expr>),
    /// The innermost loop ends.
    Break,
}

/// An array and its declaration.
#[derive(Clone, Debug)]
pub struct Array {
    /// Which of the routine's arrays it is.
    pub number: usize,
    /// The slot of its address.
    pub slot: Slot,
    /// The type of its elements.
    pub element: Type,
    /// How many they are, as `i64`; bytes for what is on the heap.
    pub count: Expr,
    /// Where they lie.
    pub space: Space,
    /// What it is called.
    pub name: Name,
}

/// A counted loop.
#[derive(Clone, Debug)]
pub struct For {
    /// The counter.
    pub slot: Slot,
    /// Where it starts.
    pub first: Expr,
    /// Whether there is another round.
    pub test: Expr,
    /// The counter's next value.
    pub next: Expr,
    /// How many perfectly nested loops from this one on are shared by threads as one; 0: none.
    pub shared: u32,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// One scalar or vector in memory.
#[derive(Clone, Debug)]
pub struct Access {
    /// Its address.
    pub address: Expr,
    /// The type of the scalar, or of the components.
    pub element: PrimType,
    /// How many components there are, if it is a vector.
    pub width: Option<Width>,
    /// The address is a multiple of so many bytes.
    pub align: usize,
}

/// An operation on memory that nothing comes between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomic {
    /// Reads.
    Load,
    /// Combines with the operand; gives what was there.
    Fetch(BinOp),
    /// Writes the operand; gives what was there.
    Exchange,
    /// Writes the second operand if the first is there; gives what was there.
    Swap,
}

/// An expression.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A constant.
    Constant(PrimValue),
    /// The value of a variable.
    Variable(Slot),
    /// What lies in memory.
    Load(Box<Access>),
    /// A primitive function of Elder, by component if there is a width.
    Prim(PrimFn, Option<Width>, Vec<Expr>),
    /// C's operator on numbers of that type.
    Arithmetic(BinaryOp, PrimType, Box<[Expr; 2]>),
    /// A comparison of numbers.
    Compare(BinaryOp, Box<[Expr; 2]>),
    /// The second operand counts only if the first is true.
    And(Box<[Expr; 2]>),
    /// The second operand counts only if the first is false.
    Or(Box<[Expr; 2]>),
    /// Whether it is false.
    Not(Box<Expr>),
    /// `-`
    Negate(PrimType, Box<Expr>),
    /// `~`
    Complement(PrimType, Box<Expr>),
    /// One of two.
    Conditional(Box<[Expr; 3]>),
    /// C's conversion to a type.
    Convert(PrimType, Box<Expr>),
    /// A vector of its components, or of one that all are.
    Vector(Width, Vec<Expr>),
    /// A component of a vector.
    Component(Box<Expr>, u8),
    /// An address so many times `size` bytes further on.
    Offset {
        /// From here.
        base: Box<Expr>,
        /// How many, an integer.
        count: Box<Expr>,
        /// In bytes.
        size: i64,
    },
    /// Where the work-item is.
    WorkItem(WorkItem, u8),
    /// What a function of the plan returns.
    Call(usize, Vec<Expr>),
    /// An operation on memory, and its operands.
    Atomic(Atomic, Box<Access>, Vec<Expr>),
}

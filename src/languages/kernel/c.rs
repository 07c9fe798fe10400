//! The tree of the C subset in which kernels are written.
//!
//! One tree serves both dialects, OpenCL C and C11 with OpenMP; what only one of
//! them has (address spaces, barriers; pragmas of OpenMP) the printer of the other
//! leaves out or spells differently.  Two families of operators stand side by side:
//!
//! - [`Expr::Binary`] and [`Expr::Unary`] are C's own operators.  They are for
//!   indices, bounds and conditions, whose operands are known to be small.
//! - [`Expr::Prim`] applies a primitive function of Elder with exactly the meaning of
//!   the reference semantics (integers wrap, division rounds as its name says).  It is
//!   for the arithmetic of the program.  On floats it prints as C's operator anyway.

use elder_syntax::prim::{PrimFn, PrimType, PrimValue};
use elder_syntax::{Name, Span};

/// Where a pointer points to, or where a declared variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Memory of the device, seen by all work-items.
    Global,
    /// Memory of a work-group.
    Local,
    /// Memory of a work-item: registers, mostly.
    Private,
    /// Memory of the device that kernels only read.
    Constant,
}

/// The number of components of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Width {
    W2,
    W3,
    W4,
    W8,
    W16,
}

impl Width {
    /// As a number.
    pub const fn count(self) -> u32 {
        match self {
            Width::W2 => 2,
            Width::W3 => 3,
            Width::W4 => 4,
            Width::W8 => 8,
            Width::W16 => 16,
        }
    }

    /// The width of that many components, if vectors have it.
    pub const fn of(count: u64) -> Option<Width> {
        match count {
            2 => Some(Width::W2),
            3 => Some(Width::W3),
            4 => Some(Width::W4),
            8 => Some(Width::W8),
            16 => Some(Width::W16),
            _ => None,
        }
    }
}

/// A type.  Arrays are no types here: they are declared with [`StmtKind::Declare`] or are pointed to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// The result of kernels.
    Void,
    /// A number.  A `bool` in memory (behind a pointer, in an array or a struct) takes one byte.
    Scalar(PrimType),
    /// Several numbers of one type.
    Vector(PrimType, Width),
    /// The struct of that name, see [`Struct`].
    Struct(Name),
    /// A pointer.
    Pointer(Box<Pointer>),
}

/// What there is to say about a pointer type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pointer {
    /// The type of the elements.
    pub to: Type,
    /// The memory that they lie in.
    pub space: Space,
    /// Whether they are only read through this pointer.
    pub is_const: bool,
    /// Whether they are reached through this pointer alone.
    pub restrict: bool,
}

/// A struct, made for a pair type; the field names are `x1`, `x2` by the custom of the paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struct {
    /// Its name.
    pub name: Name,
    /// Names, types and dimensions (empty unless the field is an array) of the fields, in order.
    pub fields: Vec<Field>,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// The type of the field, or of its elements.
    pub ty: Type,
    /// The sizes of its dimensions if it is an array.
    pub dims: Vec<u64>,
}

/// C's operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `!`
    Not,
    /// `~`
    Complement,
    /// `&`
    AddressOf,
    /// `*`
    Deref,
}

/// C's operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

/// The functions that tell a work-item where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WorkItem {
    /// `get_global_id`
    GlobalId,
    /// `get_global_size`
    GlobalSize,
    /// `get_group_id`
    GroupId,
    /// `get_num_groups`
    NumGroups,
    /// `get_local_id`
    LocalId,
    /// `get_local_size`
    LocalSize,
}

/// An expression without side effects (calls of built-in functions that have some stand in statements).
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number of the index type, printed plainly.
    Int(i64),
    /// A value of a primitive type, printed so that the very same value is read back.
    Literal(PrimValue),
    /// A variable.
    Var(Name),
    /// C's operator.
    Unary(UnaryOp, Box<Expr>),
    /// C's operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A primitive function of Elder, on scalars or, component by component, on vectors of one width.
    /// The width is given where the operands are vectors.
    Prim(PrimFn, Option<Width>, Vec<Expr>),
    /// `f(a, b)`
    Call(Name, Vec<Expr>),
    /// `(type) e`
    Cast(Type, Box<Expr>),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `e.name`
    Field(Box<Expr>, Name),
    /// Component `i` of a vector: `v.s3` of a constant number.
    Component(Box<Expr>, u8),
    /// A vector from as many scalars as it has components, or from one that all components are.
    VectorOf(PrimType, Width, Vec<Expr>),
    /// A struct from its fields: `(pair){a, b}`.
    StructOf(Name, Vec<Expr>),
    /// `vloadn(offset, pointer)`: the offset counts vectors.
    VLoad(VectorAccess),
    /// `get_global_id(d)` and its like.  C with OpenMP has none of them.
    WorkItem(WorkItem, u8),
}

/// A vector in an array of scalars; the first component lies at `width * offset`, without any alignment but the scalar's.
#[derive(Clone, Debug, PartialEq)]
pub struct VectorAccess {
    /// The type of the components.
    pub element: PrimType,
    /// How many they are.
    pub width: Width,
    /// In vectors from the pointer.
    pub offset: Box<Expr>,
    /// Points to scalars.
    pub pointer: Box<Expr>,
    /// The memory that it points to.
    pub space: Space,
}

/// A statement and the place of the source that it was made from ([`Span::NONE`]: none).
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it comes from.
    pub span: Span,
}

impl Stmt {
    /// A statement that comes from nowhere in particular.
    pub fn new(kind: StmtKind) -> Stmt {
        Stmt {
            kind,
            span: Span::NONE,
        }
    }

    /// The same statement, from this place.
    pub fn at(mut self, span: Span) -> Stmt {
        self.span = span;
        self
    }
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// Declares a variable.
    Declare(Declaration),
    /// `a = e;`
    Assign(Expr, Expr),
    /// `a += e;` and its like.
    Update(BinaryOp, Expr, Expr),
    /// `vstoren(value, offset, pointer);`
    VStore(Expr, VectorAccess),
    /// A counted loop.
    For(For),
    /// `if (c) { } else { }`; the second block may be empty.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `#if ELDER_SUBGROUPS >= lanes`: which of both the device gets is decided when the kernel is built ([`crate::subgroups`]).
    Subgroups(u8, Vec<Stmt>, Vec<Stmt>),
    /// `while (c) { }`
    While(Expr, Vec<Stmt>),
    /// `{ }`
    Block(Vec<Stmt>),
    /// All work-items of the group wait for each other.
    Barrier(Fences),
    /// A call for its effect.
    Call(Name, Vec<Expr>),
    /// `// text`
    Comment(String),
    /// `return;` or `return e;`
    Return(Option<Expr>),
    /// `break;`
    Break,
}

/// A declaration: `const float x = 1.0f;`, `local float tile[16][16];`.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The type of the variable, or of the elements if it is an array.
    pub ty: Type,
    /// `Private` or `Local`.
    pub space: Space,
    /// Its name.
    pub name: Name,
    /// The sizes of its dimensions; empty unless it is an array.
    pub dims: Vec<Expr>,
    /// What it starts with.
    pub init: Option<Expr>,
    /// Whether it is never assigned to.
    pub is_const: bool,
}

/// Which memory a barrier makes consistent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fences {
    /// `CLK_LOCAL_MEM_FENCE`
    pub local: bool,
    /// `CLK_GLOBAL_MEM_FENCE`
    pub global: bool,
}

/// A counted loop: `for (int i = first; i < limit; i += step)`.
#[derive(Clone, Debug, PartialEq)]
pub struct For {
    /// The counter.
    pub var: Name,
    /// Its type, an integer type.
    pub ty: PrimType,
    /// Where it starts.
    pub first: Expr,
    /// It stays below this.
    pub limit: Expr,
    /// What it grows by.
    pub step: Expr,
    /// What the compiler may do with the loop.
    pub hints: Vec<Hint>,
    /// What the loop does.
    pub body: Vec<Stmt>,
}

/// Advice to the compiler on a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Unroll it, by that factor or wholly.
    Unroll(Option<u32>),
    /// Do not unroll it.
    NoUnroll,
    /// OpenMP: iterations go to the threads; this many perfectly nested loops are taken as one.
    Parallel {
        /// At least 1.
        collapse: u32,
    },
    /// OpenMP: iterations may go to the lanes of vector instructions.
    Simd,
}

/// A function.  Kernels are functions too.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Whether the host launches it.
    pub is_kernel: bool,
    /// What it returns; kernels return nothing.
    pub result: Type,
    /// What it takes.
    pub params: Vec<Param>,
    /// What it does.
    pub body: Vec<Stmt>,
    /// The only size of work-groups that it may be launched with.
    pub required_work_group: Option<[u64; 3]>,
    /// A sentence about it, printed above it.
    pub comment: Option<String>,
    /// Where it comes from.
    pub span: Span,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// What is compiled together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// The structs, each after those that it contains.
    pub structs: Vec<Struct>,
    /// The functions, each after those that it calls.
    pub functions: Vec<Function>,
}

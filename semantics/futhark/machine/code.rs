//! Resolved programs: what the evaluator walks.
//!
//! Made from the typed tree by [`crate::futhark::machine::resolve`].  Names have become slots
//! of the frame of the function that is running, fields have become numbers, operators
//! know the type of their operands, calls of known functions go straight to them, and
//! a literal function given to `map` and its kin has become code in the frame of its
//! surroundings.  Sizes and types are ordinary code.

use crate::futhark::machine::kernel::Kernel;
use crate::futhark::machine::value::{RtType, Value};
use elder_futhark::ast::RangeEnd;
use elder_futhark::intrinsics::Op;
use elder_futhark::tree::Coerced;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use elder_syntax::{Name, Rule, Span};
use std::cell::OnceCell;
use std::rc::Rc;

/// A place in the frame of the function that is running.
pub type Slot = u32;

/// An expression.
#[derive(Debug)]
pub enum Code {
    /// A value known beforehand.
    Const(Value),
    /// The content of a slot.
    Local(Slot),
    /// A top-level constant, evaluated when first needed.
    Global(u32, Span),
    /// The k-th size that a top-level constant binds.
    GlobalSize(u32, u32, Span),
    /// `a op b` on scalars of a type, result of that type.
    Binary(BinOp, PrimType, Box<(Code, Code)>, Span),
    /// A comparison of scalars of a type.
    Compare(BinOp, PrimType, Box<(Code, Code)>),
    /// A conversion of scalars.
    Convert(PrimType, PrimType, Box<Code>),
    /// Any other function of scalars.
    Prim(PrimFn, Box<[Code]>, Span),
    /// A function of scalars that another arithmetic computes.
    Foreign(PrimFn, Box<[Code]>, Span),
    /// `==` (or, if false, `!=`) on anything.
    Equal(bool, Box<(Code, Code)>, Span),
    /// `a && b`
    And(Box<(Code, Code)>),
    /// `a || b`
    Or(Box<(Code, Code)>),
    /// Fields in the order of evaluation, each with its place in the record.
    Record(Box<[(u32, Code)]>),
    /// `e.f`
    Field(u32, Box<Code>),
    /// `r with f = v`, the path being field numbers.
    RecordUpdate(Box<(Code, Code)>, Box<[u32]>),
    /// `[a, b]`, with the element type.
    Array(Box<[Code]>, Box<TypeCode>, Span),
    /// `a..b...c` in an integer type.
    Range(Box<RangeCode>),
    /// `a[..]`
    Index(Box<IndexCode>),
    /// `a with [..] = v`
    Update(Box<IndexCode>, Box<Code>),
    /// `a with f[i].g = v`
    UpdatePath(Box<(Code, Box<[StepCode]>, Code)>, Span),
    /// A constructor.
    Constr(Box<ConstrCode>),
    /// A call of a known function; arguments are evaluated from the last to the first.
    Call(Box<CallCode>),
    /// A call of a function that is a value.
    Apply(Box<ApplyCode>),
    /// A closure.
    Closure(Rc<Function>),
    /// Binds and goes on.
    Let(Box<LetCode>),
    /// `if`
    If(Box<(Code, Code, Code)>),
    /// The first if no size of the type is below zero, else the second.
    IfNatural(Box<(TypeCode, Code, Code)>),
    /// `match`
    Match(Box<(Code, Box<[Case]>, Span)>),
    /// `loop`
    Loop(Box<LoopCode>),
    /// Compares the sizes of a value, and puts proxies in the place of its functions.
    Coerce(Box<CoerceCode>),
    /// `assert`
    Assert(Box<(Code, Code)>, Span),
    /// `???`
    Hole(Span),
    /// An intrinsic with all its arguments.
    Intrinsic(Box<IntrinsicCode>),
    /// Evaluates, then reads sizes off the value into slots.
    Sized(Box<(Code, Box<[SizeBinding]>)>),
    /// The value of the type in a slot whose numbers are all zero; where there is other code, that, unless the type is one of arrays.
    BlankOf(Box<(Slot, Option<Code>, Span)>),
    /// A type.
    Type(Box<TypeCode>),
    /// The same, on a stack that is sure to be large enough.
    Deep(Box<Code>),
    /// The body of a function in place of a call, for the sake of the call stack.
    Inlined(Box<(Code, Span)>),
    /// Marks an expression for observers.
    Observed(Box<Observed>),
}

/// A case of a match.
pub type Case = (PatCode, Code);

/// A size that a value shows, and code for what it must be.
pub type SizeCheck = (SizeWalk, Code);

/// An expression that an observer wants to know of.
#[derive(Debug)]
pub struct Observed {
    /// The rule that will be applied to it.
    pub rule: &'static Rule,
    /// Where it stands.
    pub span: Span,
    /// It.
    pub code: Code,
}

/// A function in code.
#[derive(Debug)]
pub struct Function {
    /// For messages.
    pub name: Name,
    /// How many arguments: sizes, types and values.
    pub params: u32,
    /// What a closure of it captures: slot outside, slot inside.
    pub captures: OnceCell<Box<[(Slot, Slot)]>>,
    /// Frame and body; filled in when the function has been resolved (a function may mention itself).
    pub body: OnceCell<Body>,
}

/// What a function does.
#[derive(Debug)]
pub struct Body {
    /// Number of slots of its frame.
    pub frame: u32,
    /// Parameters that are patterns: slot and pattern.
    pub patterns: Box<[(Slot, PatCode)]>,
    /// The body.
    pub code: Code,
}

/// A call of a known function.
#[derive(Debug)]
pub struct CallCode {
    /// The function.
    pub function: Rc<Function>,
    /// Slot of its closure if it is a local function that captures.
    pub closure: Option<Slot>,
    /// All arguments, first to last.
    pub args: Box<[Code]>,
    /// How many of them are sizes and types, which are evaluated after the values, from the first to the last.
    pub existential: u32,
    /// Arguments (by number) of which everything is consumed.
    pub consumed: Box<[u32]>,
    /// Where.
    pub span: Span,
    /// Whether the arguments are evaluated left to right.
    pub infix: bool,
}

/// A call of a function value.
#[derive(Debug)]
pub struct ApplyCode {
    /// The function.
    pub function: Code,
    /// Arguments, first to last.
    pub args: Box<[Code]>,
    /// How many of them are sizes and types, as in a call of a known function.
    pub existential: u32,
    /// Arguments (by number) of which everything is consumed.
    pub consumed: Box<[u32]>,
    /// Where.
    pub span: Span,
    /// Whether the arguments are evaluated left to right.
    pub infix: bool,
}

/// `e :> t`, or a part of it that a proxy does.
#[derive(Debug)]
pub struct CoerceCode {
    /// The value.
    pub value: Code,
    /// Sizes that proxies compare with, computed after the value.
    pub settled: Box<[(Slot, Code)]>,
    /// The sizes that the value shows, and what they must be.
    pub checks: Box<[SizeCheck]>,
    /// Functions in the value whose types change.
    pub proxies: Option<Proxies>,
    /// What is compared, for messages.
    pub what: Coerced,
    /// Where the coercion stands.
    pub span: Span,
}

/// Where a value needs proxies.
#[derive(Debug)]
pub enum Proxies {
    /// In its place: a function of the function that stands there and of its argument.
    Function(Rc<Function>),
    /// In fields of a record, by number.
    Record(Box<[(u32, Proxies)]>),
    /// In arguments of constructors: tag, number of the argument.
    Sum(Box<[(u32, u32, Proxies)]>),
}

/// `let`
#[derive(Debug)]
pub struct LetCode {
    /// What is bound.
    pub pat: PatCode,
    /// To what.
    pub bound: Code,
    /// Sizes read off the value.
    pub sizes: Box<[SizeBinding]>,
    /// Where.
    pub body: Code,
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum PatCode {
    /// Matches and binds nothing.
    Wild,
    /// Binds a slot.
    Slot(Slot),
    /// Fields of a record, by position.
    Record(Box<[PatCode]>),
    /// A literal.
    Lit(Value),
    /// A constructor.
    Constr(u32, Box<[PatCode]>),
}

/// Indexing.
#[derive(Debug)]
pub struct IndexCode {
    /// The array.
    pub array: Code,
    /// What to take of each dimension.
    pub dims: Box<[DimCode]>,
    /// Where.
    pub span: Span,
}

/// One dimension of an index.
#[derive(Debug)]
pub enum DimCode {
    /// `i`
    Fix(Code),
    /// `i:j:s`
    Slice(Option<Code>, Option<Code>, Option<Code>),
}

/// One step of the path of an update.
#[derive(Debug)]
pub enum StepCode {
    /// The field of this number.
    Field(u32),
    /// Elements.
    Index(Box<[DimCode]>),
}

/// A range.
#[derive(Debug)]
pub struct RangeCode {
    /// First element.
    pub start: Code,
    /// Second element.
    pub second: Option<Code>,
    /// How it ends.
    pub end: RangeEnd,
    /// Where it ends.
    pub bound: Code,
    /// Element type.
    pub prim: PrimType,
    /// Where.
    pub span: Span,
}

/// A constructor application.
#[derive(Debug)]
pub struct ConstrCode {
    /// The constructor's name.
    pub name: Name,
    /// Its number.
    pub tag: u32,
    /// Arguments.
    pub args: Box<[Code]>,
    /// The other constructors of its type, if they have sizes.
    pub others: Option<TypeCode>,
}

/// A loop.
#[derive(Debug)]
pub struct LoopCode {
    /// The parameter.
    pub pat: PatCode,
    /// Sizes read off the parameter before each iteration.
    pub sizes: Box<[SizeBinding]>,
    /// Initial value.
    pub init: Code,
    /// What makes it go round.
    pub form: LoopForm,
    /// The body.
    pub body: Code,
    /// The whole parameter, when the loop ends; read back from the pattern unless it binds everything.
    pub result: Code,
    /// Where.
    pub span: Span,
    /// Its iterations compiled, once they have been run and if that is possible.
    pub kernel: OnceCell<Option<Box<Kernel>>>,
}

/// What makes a loop go round.
#[derive(Debug)]
pub enum LoopForm {
    /// `for i < n`
    For(Slot, PrimType, Code),
    /// `for p in xs`; the array is kept in the slot.
    ForIn(PatCode, Code, Slot),
    /// `while c`
    While(Code),
}

/// A function given to an intrinsic.
#[derive(Debug)]
pub enum Callee {
    /// Code in this frame: patterns of the parameters and the body.
    Inline {
        /// The parameters.
        params: Box<[PatCode]>,
        /// The body.
        body: Code,
        /// Whether a parameter may be consumed, so that rows have to be copied.
        consumes: bool,
    },
    /// An operator on scalars.
    Prim(PrimFn),
    /// A function that is a value: the slot in which it was put before.
    Value(Slot),
}

/// An argument of an intrinsic.
#[derive(Debug)]
pub enum Argument {
    /// A function; the code, if any, is evaluated in its turn and put in the callee's slot.
    Function(Callee, Option<Code>),
    /// A value.
    Value(Code),
}

/// An intrinsic with all its arguments.
#[derive(Debug)]
pub struct IntrinsicCode {
    /// Which.
    pub op: Op,
    /// The arguments, first to last; evaluated from the last to the first.
    pub args: Box<[Argument]>,
    /// Type of an element of the result (of the second result for partitions), for results without elements.
    pub element: TypeCode,
    /// Constant numbers: the permutation of `rearrange`, the rank of `reshape`.
    pub numbers: Box<[usize]>,
    /// Where.
    pub span: Span,
    /// Its iterations compiled, once they have been run and if that is possible.
    pub kernel: OnceCell<Option<Box<Kernel>>>,
}

/// A type with code for its sizes.
#[derive(Debug)]
pub enum TypeCode {
    /// Without sizes.
    Known(Rc<RtType>),
    /// A type in a slot.
    Slot(Slot),
    /// An array.
    Array(Code, Box<TypeCode>),
    /// A record.
    Record(Box<[TypeCode]>),
    /// A sum: for each constructor its number and the types of its arguments.
    Sum(Box<[(u32, Box<[TypeCode]>)]>),
    /// A type whose values are stored one by one, with code of a function that gives its blank value.
    Blank(Box<(Code, TypeCode)>),
}

impl TypeCode {
    /// Whether the type has sizes, or may have them.
    pub fn shows_sizes(&self) -> bool {
        match self {
            TypeCode::Known(ty) => ty.shows_sizes(),
            TypeCode::Slot(_) | TypeCode::Array(..) | TypeCode::Sum(_) => true,
            TypeCode::Record(fields) => fields.iter().any(TypeCode::shows_sizes),
            TypeCode::Blank(parts) => parts.1.shows_sizes(),
        }
    }
}

/// How to find a size in a value: where to go before the dimension.
#[derive(Clone, Debug, PartialEq)]
pub struct SizeWalk {
    /// Steps from the value.
    pub steps: Box<[Step]>,
    /// The dimension of the array found there.
    pub dim: u32,
}

/// A step of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// To the field of a record, or of an array of records.
    Field(u32),
    /// To an argument of a constructor.
    Arg(u32, u32),
    /// To an element, if there is one.
    Element(u32),
}

/// A slot that gets a size: the first walk that arrives gives it.
#[derive(Debug)]
pub struct SizeBinding {
    /// The slot.
    pub slot: Slot,
    /// The walks.
    pub walks: Box<[SizeWalk]>,
}

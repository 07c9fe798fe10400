//! Programs of Core.
//!
//! A [`Program`] has [definitions](Definition): functions, which are called, and entry points, which are run from outside.  A [`Body`] is a list of
//! [statements](Stm), each of which binds a [pattern](Pat) to the value of an [expression](Exp), and the results.  Operands are
//! [`Atom`]s.  Expressions with bodies of their own are conditionals, loops, [combinators](Soac) with the functions that they
//! take, and accumulation.
//!
//! Types of variables have a [`Dim`] for each dimension.  Types of results have an [`Ext`], because some sizes are *hidden*: the
//! k-th existential size of some [`Results`] is what the body gives as its k-th witness, and what the pattern that binds them binds
//! first.  Existential sizes are numbers, so nothing has to be renamed to compare two types.
//!
//! What cannot be written here has no rule: an operand that is no atom; a tuple, an array of tuples, of accumulators or of
//! certificates; a function anywhere but as the argument of a combinator, or with an existential size; a star in a pattern; a function
//! of chunks without the size of its chunk; an operand or a mapped value that depends on the fold, other than by the function after
//! the scans.

use crate::memory::Memory;
use crate::names::{FunName, Name, Names, Text};
use crate::site::{Site, SiteId, Sites};
use elder_syntax::attribute::Attributes;
use elder_syntax::prim::{PrimFn, PrimType};

mod make;
mod screma;
mod segments;
mod tuned;
mod types;

pub use screma::{Screma, Shape};
pub use segments::{Level, Segmented};
pub use tuned::{Class, Tuned};
pub use types::{AccType, Atom, Binder, Dim, Dims, Ext, Given, Param, Results, Type, wide};

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// What its names are called.
    pub names: Names,
    /// Where its statements come from.
    pub sites: Sites,
    /// What can be called.
    pub functions: Vec<Definition>,
    /// What can be run.
    pub entries: Vec<Definition>,
    /// Where the arrays of the host lie, of a program in placed form.
    pub memory: Memory,
}

impl Program {
    /// A site of it.
    pub fn site(&self, at: SiteId) -> &Site {
        self.sites.get(at)
    }

    /// What is asked of those that execute what stands there.
    pub fn attributes(&self, at: SiteId) -> Attributes {
        self.sites.attributes(at)
    }

    /// A function of it.
    pub fn function(&self, name: FunName) -> Option<&Definition> {
        self.functions.get(name.index())
    }

    /// All definitions: functions, then entry points.
    pub fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.functions.iter().chain(&self.entries)
    }

    /// All definitions, to be changed.
    pub fn definitions_mut(&mut self) -> impl Iterator<Item = &mut Definition> {
        self.functions.iter_mut().chain(&mut self.entries)
    }

    /// The entry point of this name.
    pub fn entry(&self, name: &str) -> Option<&Definition> {
        self.entries.iter().find(|entry| entry.name == name)
    }
}

/// A function or an entry point.
///
/// A function is called; its sizes are parameters as all others.  One without parameters is evaluated when it is first called, and once in
/// a run.  An entry point is run from outside, so its sizes are read off the arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// What it is called.
    pub name: Text,
    /// The sizes that are read off the arguments; a function has none.
    pub sizes: Vec<Name>,
    /// What it takes.
    pub params: Vec<Param>,
    /// What it gives.
    pub results: Results,
    /// How.
    pub body: Body,
    /// Where it stands, and what is asked of its calls.
    pub at: SiteId,
}

/// Statements, one after the other, and results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// The statements; each sees the names that those before it bind.
    pub stms: Vec<Stm>,
    /// The existential sizes of the results, as many as these are said to hide.
    pub witnesses: Vec<Atom>,
    /// The results.
    pub results: Vec<Atom>,
}

/// A statement: `let [d] kept: [d]i32 = filter ..`.
#[derive(Clone, Debug, PartialEq)]
pub struct Stm {
    /// What it binds.
    pub pat: Pat,
    /// To the value of this.
    pub exp: Exp,
    /// The certificates that it relies on: it may only be executed after these assertions.
    pub certs: Vec<Name>,
    /// Whether a pass has proved that it does not fail.
    pub safe: bool,
    /// Where it comes from, and what is asked of those that execute it.
    pub at: SiteId,
}

impl Stm {
    /// What stands where a statement was taken out; it takes no room.
    pub fn gone() -> Stm {
        Stm::binding(Pat::default(), Exp::Atom(Atom::i64(0)), SiteId::default())
    }
}

/// What a statement binds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pat {
    /// The sizes that the expression hides, in its order; of type i64.
    pub sizes: Vec<Name>,
    /// The values.
    pub values: Vec<Binder>,
}

impl Pat {
    /// All that it binds: sizes, then values.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        let values = self.values.iter().map(|value| value.name);
        self.sizes.iter().copied().chain(values)
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Exp {
    /// An operand.
    Atom(Atom),
    /// A primitive function of scalars.
    Prim(PrimFn, Vec<Atom>),
    /// An element, by an index for each dimension.
    Index {
        /// Of which array.
        array: Name,
        /// The indexes.
        at: Vec<Atom>,
    },
    /// A part of an array, by an index or a section for each dimension.
    Slice {
        /// Of which array.
        array: Name,
        /// Which part.
        at: Vec<Cut>,
    },
    /// An array with another part; the array is consumed.
    Update {
        /// The array.
        array: Name,
        /// Which part.
        at: Vec<Cut>,
        /// What is put there.
        value: Atom,
    },
    /// A part of an array of one dimension, by strides that may run across it in any way.
    FlatIndex {
        /// The array.
        array: Name,
        /// Where the part begins.
        offset: Atom,
        /// The dimensions of the part.
        dims: Vec<Step>,
    },
    /// An array of one dimension with another such part; the array is consumed.
    FlatUpdate {
        /// The array.
        array: Name,
        /// Where the part begins.
        offset: Atom,
        /// The dimensions of the part.
        dims: Vec<Step>,
        /// What is put there.
        value: Name,
    },
    /// An array with these rows.
    Literal {
        /// The type of the rows.
        row: Type,
        /// The rows.
        elements: Vec<Atom>,
    },
    /// The numbers from 0, so many.
    Iota(Atom),
    /// An array of so many of the same.
    Replicate {
        /// How many.
        count: Atom,
        /// Of what.
        value: Atom,
    },
    /// Some value of that type, which nobody looks at.
    Blank(Type),
    /// The size of a dimension; of open programs only.
    Size {
        /// Which dimension, from 0.
        dimension: u16,
        /// Of which array.
        array: Name,
    },
    /// The same elements in another shape, of as many elements.
    Reshape {
        /// The new sizes.
        dims: Vec<Atom>,
        /// The array.
        array: Name,
    },
    /// The same array, whose sizes must be these.
    Coerce {
        /// What the sizes must be.
        dims: Vec<Atom>,
        /// The array.
        array: Name,
    },
    /// Dimensions in another order: dimension k of the result is dimension `order[k]` of the array.
    Rearrange {
        /// The order.
        order: Vec<u16>,
        /// The array.
        array: Name,
    },
    /// Arrays one after the other.
    Concat {
        /// How many rows they have together.
        total: Atom,
        /// The arrays, at least one.
        arrays: Vec<Name>,
    },
    /// A fresh array with the same elements.
    Copy(Name),
    /// The operand, of which no pass may assume anything.
    Opaque(Atom),
    /// A number of type i64 that tuning decides.
    Tuned(Tuned),
    /// A certificate, if this holds.  What is said otherwise is at the site of the statement.
    Assert {
        /// What is asserted.
        holds: Atom,
        /// The numbers of the message.
        numbers: Vec<Atom>,
    },
    /// The block of this owner is not used any more by this name; it gives nothing.  Of programs in placed form only.
    Release(Name),
    /// What a function gives.
    Call {
        /// The function.
        function: FunName,
        /// What it is passed.
        arguments: Vec<Atom>,
    },
    /// What one of two bodies gives.
    If {
        /// Which one.
        condition: Atom,
        /// If it is true.
        then: Box<Body>,
        /// If it is false.
        otherwise: Box<Body>,
        /// What both give.
        results: Results,
    },
    /// A loop.
    Loop(Box<Loop>),
    /// A combinator.
    Soac {
        /// How many elements each input has.
        width: Atom,
        /// The inputs.
        inputs: Vec<Name>,
        /// What it does with them.
        soac: Box<Soac>,
    },
    /// A combinator over a space, of the kernel form.
    Segmented(Box<Segmented>),
    /// Arrays as they are after a function has added to them; they are consumed.  After the arrays come the other results of
    /// the function.
    WithAcc {
        /// Groups of arrays; the function takes an accumulator for each, and gives these back first.
        updates: Vec<Accumulated>,
        /// The function.
        function: Box<Lambda>,
    },
    /// An accumulator after one more addition; nothing happens if the index is out of bounds.
    AccUpdate {
        /// The accumulator, which is consumed.
        acc: Name,
        /// Where, an index for each dimension of its space.
        at: Vec<Atom>,
        /// What is added, a value for each array.
        values: Vec<Atom>,
    },
}

impl Exp {
    /// What an array of a sized program has at these indexes: a scalar, or all of the row of this type.
    pub fn row(array: Name, at: impl IntoIterator<Item = Atom>, ty: &Type) -> Exp {
        let at = at.into_iter();
        match ty.dims() {
            [] => Exp::Index {
                array,
                at: at.collect(),
            },
            dims => {
                let whole = dims.iter().filter_map(|dim| dim.size()).map(Cut::whole);
                Exp::Slice {
                    array,
                    at: at.map(Cut::At).chain(whole).collect(),
                }
            }
        }
    }

    /// Whether there are several ways to execute it, which attributes choose between: combinators, accumulations, loops and calls.
    pub fn is_guided(&self) -> bool {
        matches!(
            self,
            Exp::Call { .. } | Exp::Loop(_) | Exp::Soac { .. } | Exp::Segmented(_) | Exp::WithAcc { .. }
        )
    }
}

/// What a slice takes of a dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cut {
    /// One row: the dimension is gone.
    At(Atom),
    /// Several: `start :+ count * stride`.
    Section {
        /// The first.
        start: Atom,
        /// How many.
        count: Atom,
        /// From each to the next.
        stride: Atom,
    },
}

impl Cut {
    /// All of a dimension of this size.
    pub fn whole(count: Atom) -> Cut {
        Cut::Section {
            start: Atom::i64(0),
            count,
            stride: Atom::i64(1),
        }
    }
}

/// The sizes of the part that cuts take.
pub fn counts(cuts: &[Cut]) -> Vec<Atom> {
    let count = |cut: &Cut| match cut {
        Cut::At(_) => None,
        Cut::Section { count, .. } => Some(*count),
    };
    cuts.iter().filter_map(count).collect()
}

/// A dimension of a part of a flat array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// How many.
    pub count: Atom,
    /// From each to the next, in elements of the array.
    pub stride: Atom,
}

/// The sizes of a part of a flat array.
pub fn step_counts(steps: &[Step]) -> Vec<Atom> {
    steps.iter().map(|step| step.count).collect()
}

/// A loop.  It gives the last values of its parameters; its sizes are hidden in their types.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The sizes that change, with their first values; the witnesses of the body are the next ones.
    pub sizes: Vec<(Name, Atom)>,
    /// What else changes, with its first value; the results of the body are the next ones.
    pub params: Vec<(Param, Atom)>,
    /// How often.
    pub form: Form,
    /// An iteration.
    pub body: Body,
}

/// How often a loop runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// So often, with the number of the iteration, from 0.
    For {
        /// The number of the iteration.
        index: Name,
        /// Its type.
        ty: PrimType,
        /// How often.
        bound: Atom,
    },
    /// As long as one of its parameters is true.
    While {
        /// Which.
        condition: Name,
    },
}

/// A function that a combinator takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Lambda {
    /// What it takes.
    pub params: Vec<Binder>,
    /// How it gives its results; it has no witnesses.
    pub body: Body,
    /// What it gives; all sizes are known outside.
    pub results: Vec<Type>,
}

/// A function of chunks of arrays.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    /// The size of the chunk, of type i64.
    pub size: Name,
    /// The function, in which this size may stand in the types.
    pub function: Lambda,
}

/// An operator that combines groups of operands.
#[derive(Clone, Debug, PartialEq)]
pub struct Operator {
    /// It takes two groups of operands and gives one; the programmer owes that it is associative.
    pub function: Lambda,
    /// A group that changes nothing.
    pub neutral: Vec<Atom>,
    /// Whether the programmer owes that groups may change places.
    pub commutative: bool,
}

impl Operator {
    /// How many operands a group has.
    pub fn operands(&self) -> usize {
        self.neutral.len()
    }
}

/// A combinator.
#[derive(Clone, Debug, PartialEq)]
pub enum Soac {
    /// Elements, which are mapped, reduced and scanned.
    Screma(Screma),
    /// The elements of which the predicate is true; their number is hidden.
    Filter {
        /// The predicate.
        predicate: Lambda,
    },
    /// Values put into arrays; those whose index is out of bounds are left out.
    Scatter {
        /// From an element to the indexes of all writes, and then their values.
        function: Lambda,
        /// Where to, a write each; the arrays are consumed.
        into: Vec<Target>,
    },
    /// Values combined with what stands in arrays; those whose index is out of bounds are left out.
    Hist {
        /// From an element to the indexes of all groups, and then their values.
        function: Lambda,
        /// Groups of arrays of one space, each with the operator of its elements; the arrays are consumed.
        into: Vec<(Vec<Target>, Operator)>,
    },
    /// Chunks, one beside the other: operands, which are reduced, and arrays, which are put one after the other.
    StreamPar {
        /// What reduces.
        operator: Operator,
        /// From a chunk to operands and arrays of its size.
        function: Chunk,
    },
    /// Chunks, one after the other, with a state that goes from each to the next.
    StreamSeq {
        /// The first state.
        initial: Vec<Atom>,
        /// From state and chunk to state and arrays of the chunk's size.
        function: Chunk,
    },
}

impl Soac {
    /// `map`, with accumulators or without.
    pub fn map(accs: Vec<Name>, function: Lambda) -> Soac {
        Soac::Screma(Screma::map(accs, function))
    }

    /// `redomap`
    pub fn redomap(operator: Operator, function: Lambda) -> Soac {
        Soac::Screma(Screma::redomap(operator, function))
    }

    /// `scanomap`
    pub fn scanomap(operator: Operator, function: Lambda) -> Soac {
        Soac::Screma(Screma::scanomap(operator, function))
    }
}

/// An array that is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The array.
    pub array: Name,
    /// How many of its dimensions indexes go into, from the outermost.
    pub rank: u16,
}

/// Arrays that an accumulator stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Accumulated {
    /// The sizes of their first dimensions, into which indexes go.
    pub space: Vec<Atom>,
    /// The arrays.
    pub arrays: Vec<Name>,
    /// What is added is combined with what is there; without an operator it takes its place.
    pub operator: Option<Operator>,
}

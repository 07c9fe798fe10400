//! The core language: what the text of Dex becomes when its names, types, dictionaries and rows are written (paper, Figure 2; notes,
//! section 2, with what Dex has beyond the paper).
//!
//! Operands are [values](Value), types among them; what computes is an [expression](Exp), and a [`Block`] names each result (A-normal form).
//! Sums are declared [types of data](Data), and `Bool`, `Either` and `Maybe` are such; dictionaries are values of data with one constructor, or
//! records; what an implicit argument was is an argument.  The programs after simplification are a part of this language: without functions
//! but those that handlers take.

use elder_syntax::Span;
use elder_syntax::names::{Name, Names, Text};
use elder_syntax::prim::PrimFn;

mod builtin;
pub mod print;
pub mod read;
pub mod rewrite;
mod value;

#[cfg(test)]
mod tests;

pub use builtin::{BOOL, EITHER, LIFTER, MAYBE};
pub use value::{
    Arrow, Choice, Classes, Construction, Effect, Labels, Lambda, Limit, Mark, Projection, Range, Row, Type,
    Value, View, base_name, base_names, base_of_name, label_in_rest, label_in_whole, sorted,
};

/// A label of a record or a variant; the number tells labels of one name apart.
pub type Label = (Text, u32);

/// The number of a declared type in [`Program::data`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DataName(pub u32);

impl DataName {
    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// What its names are called.
    pub names: Names,
    /// The declared types; [`BOOL`], [`EITHER`], [`MAYBE`] and [`LIFTER`] stand first in every program.
    pub data: Vec<Data>,
    /// The definitions, each of which sees those before it.
    pub definitions: Vec<Definition>,
}

impl Program {
    /// The definition of this name, the last of several.
    pub fn definition(&self, text: &str) -> Option<&Definition> {
        let called = |d: &&Definition| self.names.text(d.binder.name) == text;
        self.definitions.iter().rev().find(called)
    }

    /// The definitions that make a declared type an index set, if its form does not.
    pub fn index_set(&self, data: DataName) -> Option<IndexSet> {
        self.data.get(data.index())?.index_set
    }

    /// Whether a definition makes a declared type an index set.
    pub fn makes_index_set(&self, definition: Name) -> bool {
        let mut sets = self.data.iter().filter_map(|data| data.index_set);
        sets.any(|set| set.definitions().contains(&definition))
    }
}

/// A declared type.
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    /// What it is called.
    pub name: Text,
    /// Its parameters, which types of later ones and of fields may have.
    pub parameters: Vec<Binder>,
    /// Its constructors.
    pub constructors: Vec<Constructor>,
    /// The definitions that make it an index set, if its form does not.
    pub index_set: Option<IndexSet>,
    /// Where it is declared.
    pub at: Span,
}

/// What makes a declared type an index set (paper, section 3.4): definitions, functions of the parameters of the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexSet {
    /// How many members there are: an Int.
    pub size: Name,
    /// The number of a member: a function to Int.
    pub ordinal: Name,
    /// The member of a number: a function from Int.
    pub member: Name,
}

impl IndexSet {
    /// The three definitions.
    pub fn definitions(&self) -> [Name; 3] {
        [self.size, self.ordinal, self.member]
    }
}

/// A constructor.
#[derive(Clone, Debug, PartialEq)]
pub struct Constructor {
    /// What it is called.
    pub name: Text,
    /// What it holds; types of later fields may have earlier ones.
    pub fields: Vec<Binder>,
}

impl Constructor {
    /// Whether the type of a field has another field, as a size.
    pub fn holds_size(&self) -> bool {
        let mentioned = self.fields.iter().map(|field| rewrite::free(&field.ty));
        let is_held = |name| self.fields.iter().any(|other| other.name == name);
        mentioned.flatten().any(is_held)
    }
}

/// `def x : type = block`
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The name and its type.
    pub binder: Binder,
    /// What it is.
    pub body: Block,
    /// Where it stands.
    pub at: Span,
}

/// A name with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// The name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// Statements, and what the last of them leave.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The statements; each sees the names of those before it.
    pub stms: Vec<Stm>,
    /// The result.
    pub result: Value,
}

impl From<Value> for Block {
    fn from(result: Value) -> Block {
        Block { stms: vec![], result }
    }
}

/// `let x : type = e`
#[derive(Clone, Debug, PartialEq)]
pub struct Stm {
    /// The name and its type.
    pub binder: Binder,
    /// What it is.
    pub exp: Exp,
    /// Where it comes from.
    pub at: Span,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Exp {
    /// `v`
    Value(Value),
    /// `f v`
    Apply(Value, Value),
    /// `v[i]`
    Index(Value, Value),
    /// `for i: n. block`
    For(Box<Loop>),
    /// `case v of | C x y -> block end`
    Case(Value, Vec<Alternative>),
    /// `table n [u, v]`: the elements by their ordinals.
    Table(Type, Vec<Value>),
    /// `%add_f32 u v`
    Prim(PrimFn, Vec<Value>),
    /// `ordinal v`, `size n`, `fromOrdinal n v`, `unsafeFromOrdinal n v`, `inject v`
    IndexSet(IndexOp, Vec<Value>),
    /// `r ! i`
    Slice(Value, Value),
    /// `refer fst r`: the part of a reference.
    Part(Projection, Value),
    /// `get r`
    Get(Value),
    /// `ask r`: what a reader was given.
    Ask(Value),
    /// `r := v`
    Put(Value, Value),
    /// `r += v`
    Accumulate(Value, Value),
    /// `runState v f`
    RunState(Value, Value),
    /// `runReader v f`
    RunReader(Value, Value),
    /// `runAccum f`, by addition of vectors; `runAccum with zero plus f`
    RunAccum(Option<Box<Monoid>>, Value),
    /// `catch f`: `Nothing` if the function throws.
    Catch(Value),
    /// `throw type`
    Throw(Type),
    /// `fail type "why"`: what stands where no alternative of a pattern is met; it ends the run.
    Fail(Type, Text),
    /// `linearize f v`
    Linearize(Value, Value),
    /// `transpose f v`
    Transpose(Value, Value),
}

/// A monoid that accumulates.
#[derive(Clone, Debug, PartialEq)]
pub struct Monoid {
    /// The neutral element.
    pub zero: Value,
    /// The operation, of two arguments one after the other.
    pub plus: Value,
}

/// A loop over an index set.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// From the last index to the first.
    pub descending: bool,
    /// What it leaves to the order of its elements, if that is written down.
    pub class: Option<Class>,
    /// The index and its set.
    pub binder: Binder,
    /// What is computed for each.
    pub body: Block,
}

/// Classes of loops (notes, DX-P-CLASS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Its elements touch nothing from outside: they may be done in any order.
    Parallel,
    /// They do no more than to add to accumulators from outside.
    Accumulating,
    /// They touch a state from outside, so they are done one after the other.
    Sequential,
}

impl Class {
    /// All of them, as texts have them.
    pub const ALL: [(Class, &'static str); 3] = [
        (Class::Parallel, "parallel"),
        (Class::Accumulating, "accumulating"),
        (Class::Sequential, "sequential"),
    ];

    /// The name of it in texts.
    pub fn name(self) -> &'static str {
        let known = Class::ALL.iter().find(|(own, _)| *own == self);
        known.map_or("parallel", |(_, name)| name)
    }

    /// The class of a loop whose elements do this to what is outside of them.  A loop that throws does its other elements too (DX-E-FOR), and what
    /// a reader was given does not change.
    pub fn of(effects: &Row) -> Class {
        let class = |effect: &Effect| match effect {
            Effect::Read(_) | Effect::Except => Class::Parallel,
            Effect::Accum(_) => Class::Accumulating,
            Effect::State(_) => Class::Sequential,
        };
        match effects.rest {
            // What is not known may be a state.
            Some(_) => Class::Sequential,
            None => effects.effects.iter().map(class).max().unwrap_or(Class::Parallel),
        }
    }
}

/// What is done for a constructor or a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// For which.
    pub tag: Tag,
    /// What it holds.
    pub binders: Vec<Binder>,
    /// What is done.
    pub body: Block,
}

/// What tells the values of a sum apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tag {
    /// A constructor of a declared type, by its number.
    Constructor(DataName, usize),
    /// A label of a variant.
    Label(Label),
}

/// What is done with index sets and their members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexOp {
    /// The number of a member.
    Ordinal,
    /// How many there are.
    Size,
    /// The member of a number, which must be in range.
    FromOrdinal,
    /// The same, where it was found out that it is.
    UnsafeFromOrdinal,
    /// A member of a range, as one of the set that the range is of.
    Inject,
}

impl IndexOp {
    /// All of them, as texts have them.
    pub const ALL: [(IndexOp, &'static str); 5] = [
        (IndexOp::Ordinal, "ordinal"),
        (IndexOp::Size, "size"),
        (IndexOp::FromOrdinal, "fromOrdinal"),
        (IndexOp::UnsafeFromOrdinal, "unsafeFromOrdinal"),
        (IndexOp::Inject, "inject"),
    ];

    /// How many operands it has.
    pub fn operands(self) -> usize {
        match self {
            IndexOp::Ordinal | IndexOp::Size | IndexOp::Inject => 1,
            IndexOp::FromOrdinal | IndexOp::UnsafeFromOrdinal => 2,
        }
    }
}

/// The language of texts of core.  Its rules stand with those of Dex.
pub static LANGUAGE: elder_syntax::Language = elder_syntax::Language {
    name: "Dex's core",
    ending: "dxc",
    rules: &[],
    effort: Some(&crate::rules::elaboration::DX_EL_EFFORT),
};

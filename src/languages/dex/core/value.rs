//! Values and types.

use super::{Binder, Block, DataName, Label, Tag};
use elder_syntax::names::Name;
use elder_syntax::prim::{PrimType, PrimValue};
use std::sync::Arc;

/// A value that is a type.
pub type Type = Value;

/// A value: what may stand as an operand, and in types.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A variable.
    Var(Name),
    /// A number.
    Literal(PrimValue),
    /// `()`
    Unit,
    /// `(u, v)`
    Pair(Arc<Value>, Arc<Value>),
    /// `Left[Int, Float](v)`
    Con(Arc<Construction>),
    /// `{a = u, b = v}`, by [`sorted`].
    Record(Vec<(Label, Value)>),
    /// `{| a = v : {a: Int | b: Float} |}`: the label, the value, and the type of the whole.
    Variant(Label, Arc<Value>, Arc<Type>),
    /// `\x: type <effects>. block`
    Lambda(Arc<Lambda>),
    /// `view i: n. block`
    View(Arc<View>),
    /// `choose v of | Left x -> u | Right y -> v end`: made by simplification only.
    Choose(Arc<Choice>),
    /// `fst v`: a part of a value.
    Project(Projection, Arc<Value>),
    /// `Type`, `Type[Idx]`: the types that are in these classes.
    Kind(Classes),
    /// `Effects`: the type of rows.
    EffectsKind,
    /// `Fields`: the type of rows of fields.
    FieldsKind,
    /// `<State h, Accum g | e>`
    Effects(Arc<Row>),
    /// `fields {a: Int & ...r}`
    Fields(Arc<Labels>),
    /// `Int`, `Float`, ..
    Base(PrimType),
    /// `Unit`
    UnitType,
    /// `Fin v`
    Fin(Arc<Value>),
    /// `Range n (u ..< v)`
    Range(Arc<Range>),
    /// `a -> b`, `(x: a) -> <effects> b`
    Arrow(Arc<Arrow>),
    /// `n => a`, `(i: n) => a`
    Table(Arc<Binder>, Arc<Type>),
    /// `a & b`
    PairType(Arc<Type>, Arc<Type>),
    /// `Either[Int, Float]`
    DataType(DataName, Vec<Value>),
    /// `{a: Int & b: Float}`
    RecordType(Arc<Labels>),
    /// `{a: Int | b: Float}`
    VariantType(Arc<Labels>),
    /// `Ref h a`
    Ref(Arc<Type>, Arc<Type>),
}

impl Value {
    /// Types of all classes.
    pub const TYPE: Type = Value::Kind(Classes::NONE);
    /// `Int`
    pub const INT: Type = Value::Base(PrimType::I32);
    /// `Float`
    pub const FLOAT: Type = Value::Base(PrimType::F32);

    /// `(u, v)`
    pub fn pair(first: Value, second: Value) -> Value {
        Value::Pair(Arc::new(first), Arc::new(second))
    }

    /// `a & b`
    pub fn pair_type(first: Type, second: Type) -> Type {
        Value::PairType(Arc::new(first), Arc::new(second))
    }

    /// `fst v`
    pub fn project(part: Projection, whole: Value) -> Value {
        Value::Project(part, Arc::new(whole))
    }

    /// `(x: a) -> <effects> b`
    pub fn arrow(binder: Binder, effects: Row, result: Type) -> Type {
        Value::Arrow(Arc::new(Arrow {
            mark: Mark::Plain,
            binder,
            effects,
            result,
        }))
    }

    /// `(i: n) => a`
    pub fn table(binder: Binder, element: Type) -> Type {
        Value::Table(Arc::new(binder), Arc::new(element))
    }

    /// `Ref h a`
    pub fn reference(region: Type, content: Type) -> Type {
        Value::Ref(Arc::new(region), Arc::new(content))
    }
}

/// Fields by their labels, in the order of types.
pub fn sorted<T>(mut fields: Vec<(Label, T)>) -> Vec<(Label, T)> {
    fields.sort_by(|(a, _), (b, _)| a.cmp(b));
    fields
}

/// How many fields have the text of a label.
fn of_one_name<T>(fields: &[(Label, T)], label: &Label) -> u32 {
    fields.iter().filter(|((text, _), _)| *text == label.0).count() as u32
}

/// What a label of the rest of a row is in the whole: it stands behind the fields of its name.
pub fn label_in_whole<T>(fields: &[(Label, T)], label: &Label) -> Label {
    (label.0.clone(), label.1 + of_one_name(fields, label))
}

/// What a label of the whole of a row is in the rest; `None` if it is one of these fields.
pub fn label_in_rest<T>(fields: &[(Label, T)], label: &Label) -> Option<Label> {
    let number = label.1.checked_sub(of_one_name(fields, label))?;
    Some((label.0.clone(), number))
}

/// A constructor with all that it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Construction {
    /// Of which type.
    pub data: DataName,
    /// Which constructor.
    pub constructor: usize,
    /// The parameters of the type.
    pub parameters: Vec<Value>,
    /// What it holds.
    pub fields: Vec<Value>,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Lambda {
    /// What it takes.
    pub binder: Binder,
    /// What calling it does.
    pub effects: Row,
    /// What it gives.
    pub body: Block,
}

/// A table whose elements are computed when they are asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The index and its set.
    pub binder: Binder,
    /// The element.
    pub body: Block,
}

/// One of several values, by a sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What decides.
    pub scrutinee: Value,
    /// The values, with what the constructors hold.
    pub alternatives: Vec<(Tag, Vec<Binder>, Value)>,
}

/// A part of a value, or of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Projection {
    /// The first of a pair.
    First,
    /// The second of a pair.
    Second,
    /// A field of a record.
    Field(Label),
    /// What a value of data with one constructor holds, by its place.
    Held(usize),
}

/// Classes of types (paper, Figure 9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    /// |-Idx
    pub index: bool,
    /// |-Data
    pub data: bool,
    /// |-VSpace
    pub space: bool,
}

impl Classes {
    /// No class is asked for.
    pub const NONE: Classes = Classes {
        index: false,
        data: false,
        space: false,
    };

    /// The names of the classes.
    pub fn names(self) -> Vec<&'static str> {
        let all = [(self.index, "Idx"), (self.data, "Data"), (self.space, "VSpace")];
        all.into_iter()
            .filter(|(is, _)| *is)
            .map(|(_, name)| name)
            .collect()
    }
}

/// ε: a set of effects, and a variable for more.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Those that are known.
    pub effects: Vec<Effect>,
    /// The others.
    pub rest: Option<Value>,
}

impl Row {
    /// Nothing is done.
    pub const PURE: Row = Row {
        effects: vec![],
        rest: None,
    };

    /// Whether nothing is done.
    pub fn is_pure(&self) -> bool {
        self.effects.is_empty() && self.rest.is_none()
    }
}

/// What may be done, by region.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// References of the region are read and written.
    State(Value),
    /// They are added to.
    Accum(Value),
    /// What a reader was given is read.
    Read(Value),
    /// The rest may not be done.
    Except,
}

impl Effect {
    /// Its name, and its region.
    pub fn parts(&self) -> (&'static str, Option<&Value>) {
        match self {
            Effect::State(region) => ("State", Some(region)),
            Effect::Accum(region) => ("Accum", Some(region)),
            Effect::Read(region) => ("Read", Some(region)),
            Effect::Except => ("Except", None),
        }
    }
}

/// The fields of a record or a variant, by [`sorted`], and a row for more, whose labels stand behind these ([`label_in_whole`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labels {
    /// The fields.
    pub fields: Vec<(Label, Type)>,
    /// The others.
    pub rest: Option<Value>,
}

/// The members of an index set between two.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// Of which set.
    pub set: Type,
    /// The lower end.
    pub low: Limit,
    /// The upper end.
    pub high: Limit,
}

/// An end of a range.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    /// There is none.
    Open,
    /// This member is in the range.
    Including(Value),
    /// This member is not.
    Excluding(Value),
}

impl Limit {
    /// The member.
    pub fn member(&self) -> Option<&Value> {
        match self {
            Limit::Open => None,
            Limit::Including(value) | Limit::Excluding(value) => Some(value),
        }
    }
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// How the text of Dex writes it.
    pub mark: Mark,
    /// What it takes.
    pub binder: Binder,
    /// What calling it does.
    pub effects: Row,
    /// What it gives, which may depend on what it takes.
    pub result: Type,
}

/// How an arrow is written in Dex; types that differ in marks are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `->`
    Plain,
    /// `?->`: the argument was inferred.
    Implicit,
    /// `?=>`: the argument was an instance.
    Class,
    /// `-o`: said to be linear.
    Linear,
}

impl Mark {
    /// All of them, as they are written.
    pub const ALL: [(Mark, &'static str); 4] = [
        (Mark::Plain, "->"),
        (Mark::Implicit, "?->"),
        (Mark::Class, "?=>"),
        (Mark::Linear, "-o"),
    ];
}

/// The primitive types, as programs write them.
const BASES: [(PrimType, &str); 7] = [
    (PrimType::I32, "Int"),
    (PrimType::I64, "Int64"),
    (PrimType::U8, "Word8"),
    (PrimType::U32, "Word32"),
    (PrimType::U64, "Word64"),
    (PrimType::F32, "Float"),
    (PrimType::F64, "Float64"),
];

/// A primitive type as programs write it; `None` of one that Dex does not have.
pub fn base_name(base: PrimType) -> Option<&'static str> {
    BASES.iter().find(|(b, _)| *b == base).map(|(_, name)| *name)
}

/// The primitive type of that name.
pub fn base_of_name(name: &str) -> Option<PrimType> {
    BASES.iter().find(|(_, n)| *n == name).map(|(base, _)| *base)
}

/// The names of the primitive types.
pub fn base_names() -> impl Iterator<Item = &'static str> {
    BASES.iter().map(|(_, name)| *name)
}

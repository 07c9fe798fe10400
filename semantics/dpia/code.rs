//! Resolved programs: what [`super::resolve`] makes of a term once its sizes are known, and what the machine runs.
//!
//! Functions are gone: those of the term are applied, their parameters are *slots* of a frame.  Sizes that mention no
//! loop variable are numbers.  Three sorts of code are left: expressions, acceptors and commands.

use elder_dpia::rules::evaluation as rules;
use elder_dpia::{
    AddressSpace, BinOp, Components, Fences, IndexTest, Notice, PrimType, PrimValue, Side, Strategy, TernOp,
    UnOp, UpdateOp,
};
use elder_syntax::{Rule, Span};
use std::rc::Rc;

/// A place in the frame.
pub type Slot = usize;

/// A size, an index, a number of iterations.
#[derive(Clone, Debug, PartialEq)]
pub enum Nat {
    /// Known.
    Const(i64),
    /// The index in a slot.
    Slot(Slot),
    /// Computed from others.
    Op(NatOp, Box<(Nat, Nat)>),
}

/// Arithmetic on sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum NatOp {
    Add,
    Sub,
    Mul,
    /// Without remainder.
    DivExact,
    Div,
    Rem,
    Pow,
    Min,
    Max,
}

/// A data type with sizes of type `N`: code, or numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Type<N> {
    /// A number or truth value.
    Num(PrimType),
    /// An index below the size.
    Index(N),
    /// Numbers that one instruction treats.
    Vector(u8, PrimType),
    /// An array.
    Array(N, Rc<Type<N>>),
    /// A pair.
    Pair(Rc<Type<N>>, Rc<Type<N>>),
}

/// A function of one or two parameters as an expression in their slots.
#[derive(Debug)]
pub struct Body {
    /// The parameters.
    pub slots: [Slot; 2],
    /// In terms of them.
    pub body: Exp,
}

/// An expression.
#[derive(Debug)]
pub struct Exp {
    /// What is computed.
    pub kind: ExpKind,
    /// Where it stands.
    pub span: Span,
}

/// When a named value is brought into memory of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settle {
    /// It stays a view, of the store as it is when it is looked at.
    Never,
    /// If looking at it computes something, so that this is done once.
    IfComputing,
    /// Always: the store may change.
    Always,
}

/// The sorts of expressions; names as in [`elder_dpia::Prim`].
#[derive(Debug)]
#[allow(missing_docs)]
pub enum ExpKind {
    Slot(Slot),
    /// The content of the cell in a slot.
    Cell(Slot),
    Literal(PrimValue),
    VectorLiteral(PrimValue, u8),
    NatValue(Nat, PrimType),
    Index(Nat, Nat),
    AsIndex(Box<Exp>, Nat, IndexTest),
    Unary(UnOp, Box<Exp>),
    Binary(BinOp, Box<(Exp, Exp)>),
    Ternary(TernOp, Box<(Exp, Exp, Exp)>),
    Ldexp(PrimType, Box<(Exp, Exp)>),
    Convert(PrimType, Box<Exp>),
    If(Box<(Exp, Exp, Exp)>),
    Let {
        slot: Slot,
        value: Box<Exp>,
        ty: Type<Nat>,
        settle: Settle,
        /// Whether the program says `let`; otherwise a function is applied.
        by_let: bool,
        body: Box<Exp>,
    },
    Map {
        n: Nat,
        function: Box<Body>,
        array: Box<Exp>,
        to: Type<Nat>,
    },
    Reduce {
        n: Nat,
        function: Box<Body>,
        init: Box<Exp>,
        array: Box<Exp>,
        to: Type<Nat>,
    },
    Scan {
        n: Nat,
        function: Box<Body>,
        init: Box<Exp>,
        array: Box<Exp>,
        to: Type<Nat>,
    },
    /// What the lanes of m sub-groups compute of their rows.
    Subgroup {
        act: Act,
        width: u8,
        m: Nat,
        function: Box<Body>,
        array: Box<Exp>,
        of: Type<Nat>,
    },
    HasSubgroups,
    Zip(Box<(Exp, Exp)>),
    Unzip(Box<Exp>),
    Split(Nat, Box<Exp>),
    Join(Nat, Box<Exp>),
    Pair(Box<(Exp, Exp)>),
    Project(Side, Box<Exp>),
    Idx(Box<Exp>, Box<Exp>),
    To(Box<Exp>),
    AsVector(u8, Box<Exp>),
    AsScalar(u8, Box<Exp>),
    Splat(u8, Box<Exp>),
    /// Of its components.
    Vector(Vec<Exp>),
    Components(Components, Box<Exp>),
    /// A vector and the number of the component.
    Component(Box<Exp>, Box<Exp>),
    Take(Nat, Box<Exp>),
    Drop(Nat, Box<Exp>),
    Transpose(Nat, Nat, Box<Exp>),
    /// Number of windows, size, step.
    Slide(Nat, Nat, Nat, Box<Exp>),
    /// Length of the array, of the left and of the right end.
    PadClamp(Nat, Nat, Nat, Box<Exp>),
    PadConst(Nat, Nat, Nat, Box<(Exp, Exp)>),
    Gather(Nat, Box<(Exp, Exp)>),
    Reorder(Nat, Rc<Body>, Box<Exp>),
    /// Length and stride.
    Stride(Nat, Nat, Box<Exp>),
    /// Offset and strides.
    Strided(Nat, Vec<Nat>, Box<Exp>),
    Generate(Nat, Rc<Body>),
    Concat(Nat, Nat, Box<(Exp, Exp)>),
    /// Length of the target, of the source; the target's content, the indexes, the source.
    Scatter {
        m: Nat,
        n: Nat,
        default: Option<Box<Exp>>,
        /// Whether elements may go to one place: then the last counts.
        last: bool,
        indexes: Box<Exp>,
        array: Box<Exp>,
        of: Type<Nat>,
    },
    /// The function's nat and its two arrays are in the slots.
    Partition {
        n: Nat,
        predicate: Box<Body>,
        array: Box<Exp>,
        of: Type<Nat>,
        count: Slot,
        parts: [Slot; 2],
        body: Box<Exp>,
    },
    ReduceByIndex {
        op: UpdateOp,
        m: Nat,
        n: Nat,
        default: Box<Exp>,
        indexes: Box<Exp>,
        array: Box<Exp>,
        of: PrimType,
    },
    /// Each step's function with the type of its result.
    Iterate {
        init: Box<Exp>,
        steps: Vec<(Rc<Body>, Type<Nat>)>,
    },
    LoopSeq {
        k: Nat,
        function: Box<Body>,
        init: Box<Exp>,
        of: Type<Nat>,
    },
    IterWhile {
        condition: Box<Body>,
        step: Box<Body>,
        init: Box<Exp>,
        of: Type<Nat>,
    },
    Update {
        n: Nat,
        array: Box<Exp>,
        index: Box<Exp>,
        value: Box<Exp>,
        of: Type<Nat>,
    },
    Run(Box<Exp>),
}

/// What the lanes of a sub-group do together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// To one value.
    Reduce,
    /// To one value a lane: that of the lanes up to it.
    Scan,
    /// Nothing: each reads that of another.
    Shuffle,
}

impl Exp {
    /// The rule by which it is evaluated.
    pub fn rule(&self) -> &'static Rule {
        match &self.kind {
            ExpKind::Slot(_) => &rules::DPIA_E_VAR,
            ExpKind::Cell(_) => &rules::DPIA_S_R,
            ExpKind::Literal(_) | ExpKind::VectorLiteral(..) => &rules::DPIA_E_LIT,
            ExpKind::NatValue(..) => &rules::DPIA_E_NAT,
            ExpKind::Index(..) => &rules::DPIA_E_INDEX,
            ExpKind::AsIndex(_, _, IndexTest::Bounds) => &rules::DPIA_E_ASINDEX,
            ExpKind::AsIndex(_, _, IndexTest::Once) => &rules::DPIA_E_SCATTER,
            ExpKind::AsIndex(_, _, IndexTest::Known) => &rules::DPIA_E_KNOWN,
            ExpKind::AsIndex(_, _, IndexTest::Clamp) => &rules::DPIA_E_CLAMP,
            ExpKind::Unary(..) | ExpKind::Binary(..) | ExpKind::Ternary(..) | ExpKind::Ldexp(..) => {
                &rules::DPIA_E_OP
            }
            ExpKind::Convert(..) => &rules::DPIA_E_CONVERT,
            ExpKind::If(_) => &rules::DPIA_E_IF,
            ExpKind::Let { by_let: true, .. } => &rules::DPIA_E_LET,
            ExpKind::Let { .. } => &rules::DPIA_E_APP,
            ExpKind::Map { .. } => &rules::DPIA_E_MAP,
            ExpKind::Reduce { .. } => &rules::DPIA_E_REDUCE,
            ExpKind::Scan { .. } => &rules::DPIA_E_SCAN,
            ExpKind::Subgroup { .. } => &rules::DPIA_E_SUBGROUP,
            ExpKind::HasSubgroups => &rules::DPIA_E_HASSUBGROUPS,
            ExpKind::Zip(_) => &rules::DPIA_E_ZIP,
            ExpKind::Unzip(_) => &rules::DPIA_E_UNZIP,
            ExpKind::Split(..) => &rules::DPIA_E_SPLIT,
            ExpKind::Join(..) => &rules::DPIA_E_JOIN,
            ExpKind::Pair(_) => &rules::DPIA_E_PAIR,
            ExpKind::Project(Side::First, _) => &rules::DPIA_E_FST,
            ExpKind::Project(Side::Second, _) => &rules::DPIA_E_SND,
            ExpKind::Idx(..) => &rules::DPIA_E_IDX,
            ExpKind::To(_) => &rules::DPIA_E_TO,
            ExpKind::AsVector(..) | ExpKind::AsScalar(..) => &rules::DPIA_E_VECTOR,
            ExpKind::Splat(..) => &rules::DPIA_E_SPLAT,
            ExpKind::Vector(_) | ExpKind::Components(..) | ExpKind::Component(..) => {
                &rules::DPIA_E_COMPONENTS
            }
            ExpKind::Take(..) => &rules::DPIA_E_TAKE,
            ExpKind::Drop(..) => &rules::DPIA_E_DROP,
            ExpKind::Transpose(..) => &rules::DPIA_E_TRANSPOSE,
            ExpKind::Slide(..) => &rules::DPIA_E_SLIDE,
            ExpKind::PadClamp(..) | ExpKind::PadConst(..) => &rules::DPIA_E_PAD,
            ExpKind::Gather(..) => &rules::DPIA_E_GATHER,
            ExpKind::Reorder(..) => &rules::DPIA_E_REORDER,
            ExpKind::Stride(..) => &rules::DPIA_E_STRIDE,
            ExpKind::Strided(..) => &rules::DPIA_E_STRIDED,
            ExpKind::Generate(..) => &rules::DPIA_E_GENERATE,
            ExpKind::Concat(..) => &rules::DPIA_E_CONCAT,
            ExpKind::Scatter { last: true, .. } => &rules::DPIA_E_SCATTERLAST,
            ExpKind::Scatter { .. } => &rules::DPIA_E_SCATTER,
            ExpKind::Partition { .. } => &rules::DPIA_E_PARTITION,
            ExpKind::ReduceByIndex { .. } => &rules::DPIA_E_REDUCEBYINDEX,
            ExpKind::Iterate { .. } => &rules::DPIA_E_ITERATE,
            ExpKind::LoopSeq { .. } => &rules::DPIA_E_LOOP,
            ExpKind::IterWhile { .. } => &rules::DPIA_E_ITERWHILE,
            ExpKind::Update { .. } => &rules::DPIA_E_UPDATE,
            ExpKind::Run(_) => &rules::DPIA_E_RUN,
        }
    }
}

/// An acceptor or accumulator: leads a path to an address.
#[derive(Debug)]
pub struct Acc {
    /// What it does to the path.
    pub kind: AccKind,
    /// Where it stands.
    pub span: Span,
}

/// The sorts of acceptors; names as in [`elder_dpia::Prim`].
#[derive(Debug)]
#[allow(missing_docs)]
pub enum AccKind {
    /// The cell in a slot.
    Cell(Slot),
    Let {
        slot: Slot,
        value: Box<Exp>,
        ty: Type<Nat>,
        settle: Settle,
        body: Box<Acc>,
    },
    Idx(Box<Acc>, Box<Exp>),
    Zip(Side, Box<Acc>),
    Unzip(Box<Acc>),
    Split(Nat, Box<Acc>),
    Join(Nat, Box<Acc>),
    /// Length of the array and of its rows.
    Cut(Nat, Nat, Box<Acc>),
    Half(Side, Box<Acc>),
    Pair(Box<(Acc, Acc)>),
    AsVector(u8, Box<Acc>),
    AsScalar(u8, Box<Acc>),
    Take(Box<Acc>),
    Drop(Nat, Box<Acc>),
    Transpose(Box<Acc>),
    /// Offset and strides.
    Strided(Nat, Vec<Nat>, Box<Acc>),
    /// The slot of the index, and the acceptor of the element at it.
    Map(Slot, Box<Acc>),
    /// The function to apply to indexes.
    Reorder(Box<Body>, Box<Acc>),
    Stride(Nat, Nat, Box<Acc>),
    Scatter(Box<Exp>, Box<Acc>),
}

/// A command.
#[derive(Debug)]
pub struct Comm {
    /// What it does.
    pub kind: CommKind,
    /// Where it stands.
    pub span: Span,
}

/// The sorts of commands; names as in [`elder_dpia::Prim`].
#[derive(Debug)]
#[allow(missing_docs)]
pub enum CommKind {
    Skip,
    Seq(Box<(Comm, Comm)>),
    Let {
        slot: Slot,
        value: Box<Exp>,
        ty: Type<Nat>,
        settle: Settle,
        /// Whether the program says `let`; otherwise a function is applied.
        by_let: bool,
        body: Box<Comm>,
    },
    New {
        slot: Slot,
        space: Option<AddressSpace>,
        name: Rc<str>,
        of: Type<Nat>,
        body: Box<Comm>,
    },
    /// To a number, an index (width none), or a vector.
    Assign(Option<u8>, Box<(Acc, Exp)>),
    Update(UpdateOp, Box<(Acc, Exp)>),
    /// What a command makes of a number, which it finds in a cell.
    Swap {
        slot: Slot,
        name: Rc<str>,
        of: Type<Nat>,
        place: Acc,
        body: Box<Comm>,
    },
    If(Exp, Box<(Comm, Comm)>),
    For {
        n: Nat,
        slot: Slot,
        body: Box<Comm>,
    },
    Parfor {
        strategy: Strategy,
        n: Nat,
        slot: Slot,
        body: Box<Comm>,
    },
    While(Exp, Box<Comm>),
    LetSize {
        most: Nat,
        number: Exp,
        slot: Slot,
        body: Box<Comm>,
    },
    /// The step from the first variable into the second, the other way round, and the ends after an even and an odd number of steps.
    DoubleFor {
        k: Nat,
        slot: Slot,
        steps: Box<(Comm, Comm)>,
        ends: Box<(Comm, Comm)>,
    },
    /// What it says, and the numbers of that.
    Fail(Notice, Vec<Exp>),
    Barrier(Fences),
    /// What the items of a group do together, between two barriers.
    Together(Box<Comm>),
    Launch {
        local: Vec<Nat>,
        global: Vec<Nat>,
        /// Zero only if the body does nothing.
        work: Nat,
        body: Box<Comm>,
    },
}

impl Comm {
    /// The rule by which it runs.
    pub fn rule(&self) -> &'static Rule {
        match &self.kind {
            CommKind::Skip => &rules::DPIA_S_SKIP,
            CommKind::Seq(_) => &rules::DPIA_S_SEQ,
            CommKind::Let { by_let: true, .. } => &rules::DPIA_S_LET,
            CommKind::Let { .. } => &rules::DPIA_E_APP,
            CommKind::New { .. } => &rules::DPIA_S_NEW,
            CommKind::Assign(..) => &rules::DPIA_S_ASSIGN,
            CommKind::Update(..) => &rules::DPIA_S_UPDATE,
            CommKind::Swap { .. } => &rules::DPIA_S_SWAP,
            CommKind::If(..) => &rules::DPIA_S_IF,
            CommKind::For { .. } => &rules::DPIA_S_FOR,
            CommKind::Parfor { .. } => &rules::DPIA_S_PARFOR,
            CommKind::While(..) => &rules::DPIA_S_WHILE,
            CommKind::LetSize { .. } => &rules::DPIA_S_SIZE,
            CommKind::DoubleFor { .. } => &rules::DPIA_S_DBLFOR,
            CommKind::Fail(..) => &rules::DPIA_S_FAIL,
            CommKind::Barrier(_) => &rules::DPIA_S_BARRIER,
            CommKind::Together(_) => &rules::DPIA_S_TOGETHER,
            CommKind::Launch { .. } => &rules::DPIA_S_LAUNCH,
        }
    }
}

/// A resolved entry.
#[derive(Debug)]
pub enum Main {
    /// The functional reading.
    Value(Exp, Type<Nat>),
    /// The store semantics.
    Command(Comm),
}

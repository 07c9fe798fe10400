//! Kinds, data types and phrase types (paper Figure 1; notes, section 1).
//!
//! A *data type* says what a memory cell or a value holds; a *phrase type* says what a piece of program is: an
//! expression, an acceptor (a place to write to), a command, or a function between such.  `exp` and `acc` of the
//! same data type together are a variable.

use crate::{Name, Nat};
use elder_syntax::prim::{BinOp, PrimType};
use std::fmt;
use std::sync::Arc;

/// The kinds over which dependent functions range (DPIA-K-DEP).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Natural numbers: sizes.
    Nat,
    /// Data types.
    Data,
}

/// δ: what a cell or a value holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DataType {
    /// A number or a truth value of its real size; the paper's `num` is `f32` (DPIA-K-NUM).
    Num(PrimType),
    /// `idx(n)`: indexes into an array of length n, that is 0 … n−1 (DPIA-K-IDX).
    Index(Nat),
    /// `n.δ` (DPIA-K-ARR).
    Array(Nat, Arc<DataType>),
    /// `δ1 × δ2` (DPIA-K-PROD).
    Pair(Arc<DataType>, Arc<DataType>),
    /// `t<w>`: w numbers that one instruction treats; w is 2, 3, 4, 8 or 16 (DPIA-O-VEC-KIND).
    Vector(u8, PrimType),
    /// A variable (DPIA-K-VAR).
    Var(Name),
}

impl DataType {
    /// `n.element`
    pub fn array(n: Nat, element: DataType) -> DataType {
        DataType::Array(n, Arc::new(element))
    }

    /// `first × second`
    pub fn pair(first: DataType, second: DataType) -> DataType {
        DataType::Pair(Arc::new(first), Arc::new(second))
    }

    /// Whether a cell of this type is written by one assignment: numbers, indexes and vectors.
    pub fn is_scalar(&self) -> bool {
        matches!(self, DataType::Num(_) | DataType::Index(_) | DataType::Vector(..))
    }

    /// With `f` at every nat and `g` at every type variable.
    pub fn map(&self, f: &mut dyn FnMut(&Nat) -> Nat, g: &mut dyn FnMut(&Name) -> DataType) -> DataType {
        match self {
            DataType::Num(_) | DataType::Vector(..) => self.clone(),
            DataType::Index(n) => DataType::Index(f(n)),
            DataType::Array(n, d) => DataType::array(f(n), d.map(f, g)),
            DataType::Pair(a, b) => DataType::pair(a.map(f, g), b.map(f, g)),
            DataType::Var(x) => g(x),
        }
    }

    /// Calls `f` on every nat.
    pub fn each_nat(&self, f: &mut dyn FnMut(&Nat)) {
        match self {
            DataType::Num(_) | DataType::Vector(..) | DataType::Var(_) => {}
            DataType::Index(n) => f(n),
            DataType::Array(n, d) => {
                f(n);
                d.each_nat(f);
            }
            DataType::Pair(a, b) => {
                a.each_nat(f);
                b.each_nat(f);
            }
        }
    }

    /// Calls `f` on every variable of a nat or a data type.
    pub fn each_variable(&self, f: &mut dyn FnMut(&Name)) {
        match self {
            DataType::Num(_) | DataType::Vector(..) => {}
            DataType::Index(n) => n.each_variable(f),
            DataType::Array(n, d) => {
                n.each_variable(f);
                d.each_variable(f);
            }
            DataType::Pair(a, b) => {
                a.each_variable(f);
                b.each_variable(f);
            }
            DataType::Var(x) => f(x),
        }
    }
}

/// An operator whose updates commute, so that parallel threads may share the cell that they update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum UpdateOp {
    Add,
    Mul,
    Min,
    Max,
    And,
    Or,
    Xor,
    /// Assigns; of several updates any may count.
    Set,
    /// Assigns; whoever made the program owes that no two iterations update one cell.
    Once,
    /// By commands that make of a number another one (DPIA-X-SWAP); whoever made the program owes that those for one cell commute.
    Swap,
}

impl UpdateOp {
    /// Those that compute.
    pub const ALL: [UpdateOp; 7] = {
        use UpdateOp::*;
        [Add, Mul, Min, Max, And, Or, Xor]
    };

    /// As in text: `accumulate(+)`.
    pub fn symbol(self) -> &'static str {
        match self {
            UpdateOp::Add => "+",
            UpdateOp::Mul => "*",
            UpdateOp::Min => "min",
            UpdateOp::Max => "max",
            UpdateOp::And => "&",
            UpdateOp::Or => "|",
            UpdateOp::Xor => "^",
            UpdateOp::Set => "set",
            UpdateOp::Once => "once",
            UpdateOp::Swap => "swap",
        }
    }

    /// Whether an update assigns a value.
    pub fn assigns(self) -> bool {
        matches!(self, UpdateOp::Set | UpdateOp::Once)
    }

    /// Whether it makes no difference which of two updates of a cell comes first.
    pub fn commutes(self) -> bool {
        !self.assigns()
    }

    /// The operator on numbers, of those that compute.
    pub fn operator(self) -> Option<BinOp> {
        Some(match self {
            UpdateOp::Add => BinOp::Add,
            UpdateOp::Mul => BinOp::Mul,
            UpdateOp::Min => BinOp::Min,
            UpdateOp::Max => BinOp::Max,
            UpdateOp::And => BinOp::And,
            UpdateOp::Or => BinOp::Or,
            UpdateOp::Xor => BinOp::Xor,
            UpdateOp::Set | UpdateOp::Once | UpdateOp::Swap => return None,
        })
    }
}

/// θ: what a phrase is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PhraseType {
    /// An expression: may read the store.
    Exp(DataType),
    /// An acceptor: a place to write to.
    Acc(DataType),
    /// An accumulator: a place that can only be updated by the operator.  Passive, because updates commute
    /// (DPIA-X-ACCUM): parallel threads may share it.
    Upd(UpdateOp, DataType),
    /// A command: changes the store.
    Comm,
    /// `θ1 × θ2`
    Product(Arc<PhraseType>, Arc<PhraseType>),
    /// `θ1 → θ2`, or `θ1 →p θ2` if passive: then the function has no active free identifiers.
    Fun {
        /// Whether this is `→p`.
        passive: bool,
        /// θ1
        from: Arc<PhraseType>,
        /// θ2
        to: Arc<PhraseType>,
    },
    /// `(x:nat) → θ`
    NatFun(Name, Arc<PhraseType>),
    /// `(x:data) → θ`
    DataFun(Name, Arc<PhraseType>),
}

impl PhraseType {
    /// What a function of phrases takes, in order, and what it gives in the end.
    pub fn parameters(&self) -> (impl Iterator<Item = &PhraseType>, &PhraseType) {
        let mut from = Vec::new();
        let mut rest = self;
        while let PhraseType::Fun { from: own, to, .. } = rest {
            from.push(&**own);
            rest = to;
        }
        (from.into_iter(), rest)
    }

    /// `first × second`
    pub fn product(first: PhraseType, second: PhraseType) -> PhraseType {
        PhraseType::Product(Arc::new(first), Arc::new(second))
    }

    /// `from → to`
    pub fn fun(from: PhraseType, to: PhraseType) -> PhraseType {
        PhraseType::Fun {
            passive: false,
            from: Arc::new(from),
            to: Arc::new(to),
        }
    }

    /// `from →p to`
    pub fn passive_fun(from: PhraseType, to: PhraseType) -> PhraseType {
        PhraseType::Fun {
            passive: true,
            from: Arc::new(from),
            to: Arc::new(to),
        }
    }

    /// `var[δ] = acc[δ] × exp[δ]`: component 1 writes, component 2 reads.
    pub fn var(data: DataType) -> PhraseType {
        PhraseType::product(PhraseType::Acc(data.clone()), PhraseType::Exp(data))
    }

    /// `exp[δ]` as δ.
    pub fn as_exp(&self) -> Option<&DataType> {
        match self {
            PhraseType::Exp(d) => Some(d),
            _ => None,
        }
    }

    /// `var[δ]` as δ.
    pub fn as_var(&self) -> Option<&DataType> {
        match self {
            PhraseType::Product(a, b) => match (&**a, &**b) {
                (PhraseType::Acc(written), PhraseType::Exp(read)) if written == read => Some(read),
                _ => None,
            },
            _ => None,
        }
    }

    /// What is read of it, if it is `exp[δ]` or `var[δ]`.
    pub fn read(&self) -> Option<&DataType> {
        self.as_exp().or_else(|| self.as_var())
    }

    /// What is written of it, if it is `acc[δ]` or `var[δ]`.
    pub fn written(&self) -> Option<&DataType> {
        match self {
            PhraseType::Acc(d) => Some(d),
            _ => self.as_var(),
        }
    }

    /// With `f` at every nat and `g` at every variable of a data type.
    pub fn map(&self, f: &mut dyn FnMut(&Nat) -> Nat, g: &mut dyn FnMut(&Name) -> DataType) -> PhraseType {
        match self {
            PhraseType::Exp(d) => PhraseType::Exp(d.map(f, g)),
            PhraseType::Acc(d) => PhraseType::Acc(d.map(f, g)),
            PhraseType::Upd(op, d) => PhraseType::Upd(*op, d.map(f, g)),
            PhraseType::Comm => PhraseType::Comm,
            PhraseType::Product(a, b) => PhraseType::product(a.map(f, g), b.map(f, g)),
            PhraseType::Fun { passive, from, to } => PhraseType::Fun {
                passive: *passive,
                from: Arc::new(from.map(f, g)),
                to: Arc::new(to.map(f, g)),
            },
            PhraseType::NatFun(x, t) => PhraseType::NatFun(x.clone(), Arc::new(t.map(f, g))),
            PhraseType::DataFun(x, t) => PhraseType::DataFun(x.clone(), Arc::new(t.map(f, g))),
        }
    }

    /// Calls `f` on every nat.
    pub fn each_nat(&self, f: &mut dyn FnMut(&Nat)) {
        match self {
            PhraseType::Exp(d) | PhraseType::Acc(d) | PhraseType::Upd(_, d) => d.each_nat(f),
            PhraseType::Comm => {}
            PhraseType::Product(a, b) => {
                a.each_nat(f);
                b.each_nat(f);
            }
            PhraseType::Fun { from, to, .. } => {
                from.each_nat(f);
                to.each_nat(f);
            }
            PhraseType::NatFun(_, t) | PhraseType::DataFun(_, t) => t.each_nat(f),
        }
    }

    /// Calls `f` on every variable of a nat or a data type.
    pub fn each_variable(&self, f: &mut dyn FnMut(&Name)) {
        match self {
            PhraseType::Exp(d) | PhraseType::Acc(d) | PhraseType::Upd(_, d) => d.each_variable(f),
            PhraseType::Comm => {}
            PhraseType::Product(a, b) => {
                a.each_variable(f);
                b.each_variable(f);
            }
            PhraseType::Fun { from, to, .. } => {
                from.each_variable(f);
                to.each_variable(f);
            }
            PhraseType::NatFun(_, t) | PhraseType::DataFun(_, t) => t.each_variable(f),
        }
    }

    /// `θ[nat/x]`
    pub fn with_nat(&self, x: &Name, nat: &Nat) -> PhraseType {
        self.map(&mut |n| n.substitute(x, nat), &mut |y| DataType::Var(y.clone()))
    }

    /// `θ[data/x]`
    pub fn with_data(&self, x: &Name, data: &DataType) -> PhraseType {
        self.map(&mut Nat::clone, &mut |y| {
            if y == x {
                data.clone()
            } else {
                DataType::Var(y.clone())
            }
        })
    }
}

/// The text that the parser reads back.
impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataType::Num(t) => write!(f, "{t}"),
            DataType::Index(n) => write!(f, "idx({n})"),
            DataType::Array(n, d) if n.as_constant().is_some() || n.as_variable().is_some() => {
                write!(f, "{n}.{d}")
            }
            DataType::Array(n, d) => write!(f, "({n}).{d}"),
            DataType::Pair(a, b) => {
                write!(f, "({a}")?;
                let mut rest = b;
                while let DataType::Pair(next, others) = &**rest {
                    write!(f, ", {next}")?;
                    rest = others;
                }
                write!(f, ", {rest})")
            }
            DataType::Vector(w, t) => write!(f, "{t}<{w}>"),
            DataType::Var(x) => write!(f, "{x}"),
        }
    }
}

/// The text that the parser reads back.
impl fmt::Display for PhraseType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PhraseType::Exp(d) => write!(f, "exp[{d}]"),
            PhraseType::Acc(d) => write!(f, "acc[{d}]"),
            PhraseType::Upd(op, d) => write!(f, "upd({})[{d}]", op.symbol()),
            PhraseType::Comm => f.write_str("comm"),
            PhraseType::Product(a, b) => match (&**a, &**b) {
                (PhraseType::Acc(d), PhraseType::Exp(e)) if d == e => write!(f, "var[{d}]"),
                _ => write!(f, "({a} * {b})"),
            },
            PhraseType::Fun { passive, from, to } => {
                let arrow = if *passive { "->p" } else { "->" };
                match **from {
                    PhraseType::Fun { .. } | PhraseType::NatFun(..) | PhraseType::DataFun(..) => {
                        write!(f, "({from}) {arrow} {to}")
                    }
                    _ => write!(f, "{from} {arrow} {to}"),
                }
            }
            PhraseType::NatFun(x, t) => write!(f, "({x}: nat) -> {t}"),
            PhraseType::DataFun(x, t) => write!(f, "({x}: data) -> {t}"),
        }
    }
}

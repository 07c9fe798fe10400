//! Kinds, types and schemes (paper 5.1; notes, section 3), with the effects that make Progress true (notes, section 4.3).

use crate::Level;
use elder_syntax::Variable;
use std::sync::Arc;

/// κ
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// What a push array may hold: base types and their pairs.
    BT,
    /// What a pull array may hold: all but functions.
    GT,
    /// All types.
    TYP,
    /// Levels.
    LVL,
}

/// ε: at which level evaluating something does work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// ∅: at none.
    Pure,
    /// At this one.
    At(Level),
    /// A variable.
    Var(Variable),
}

/// `left ⊑ right`: `left` is ∅, or both are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constraint {
    /// The smaller.
    pub left: Effect,
    /// The larger.
    pub right: Effect,
}

/// bt, without variables: the primitive types of all languages.  `int` is `i32`, `half`, `float` and `double` are `f16`, `f32` and `f64`.
pub use elder_syntax::prim::PrimType as BaseType;

/// A base type as programs write it.
pub fn base_name(base: BaseType) -> &'static str {
    match base {
        BaseType::I32 => "int",
        BaseType::F16 => "half",
        BaseType::F32 => "float",
        BaseType::F64 => "double",
        other => other.name(),
    }
}

/// The base type of that name; each has that of all languages too.
pub fn base_of_name(name: &str) -> Option<BaseType> {
    let own = BaseType::ALL
        .iter()
        .copied()
        .find(|base| base_name(*base) == name);
    own.or_else(|| BaseType::from_name(name))
}

/// τ
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// α
    Var(Variable),
    /// bt
    Base(BaseType),
    /// `(τ1, τ2)`
    Pair(Arc<Type>, Arc<Type>),
    /// `τ1 →ε τ2`: calling it may do work at ε.
    Fun(Arc<Type>, Effect, Arc<Type>),
    /// `<α> →ε τ`
    LevelFun(Variable, Effect, Arc<Type>),
    /// `[τ]ε`: evaluating an element may do work at ε.
    Pull(Arc<Type>, Effect),
    /// `[τ]<γ>`
    Push(Arc<Type>, Level),
}

impl Type {
    /// `int`
    pub const INT: Type = Type::Base(BaseType::I32);
    /// `bool`
    pub const BOOL: Type = Type::Base(BaseType::Bool);
    /// `double`
    pub const DOUBLE: Type = Type::Base(BaseType::F64);
    /// `float`
    pub const FLOAT: Type = Type::Base(BaseType::F32);
}

/// σ: what a definition is, for all types, levels and effects that meet the constraints.
#[derive(Clone, Debug)]
pub struct Scheme {
    /// The bound type variables with their kinds (BT, GT or TYP).
    pub types: Vec<(Variable, Kind)>,
    /// The bound level variables.
    pub levels: Vec<Variable>,
    /// The bound effect variables.
    pub effects: Vec<Variable>,
    /// What the effects meet.
    pub constraints: Vec<Constraint>,
    /// The level of the turnstile under which it may be used (FCL-T-DEF); a bound variable where nothing fixes it.
    pub turnstile: Level,
    /// τ
    pub body: Type,
}

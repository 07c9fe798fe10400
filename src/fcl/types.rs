//! Kinds, types and schemes (paper 5.1; notes, section 3), with the effects that make Progress true (notes, section 4.3).

use crate::Level;
use elder_syntax::Variable;
use elder_syntax::prim::PrimType;
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

/// bt, without variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BaseType {
    /// 32 bits, two's complement.
    Int,
    /// IEEE, 64 bits.
    Double,
    /// Truth values.
    Bool,
}

impl BaseType {
    /// The type that all languages have.
    pub fn prim_type(self) -> PrimType {
        match self {
            BaseType::Int => PrimType::I32,
            BaseType::Double => PrimType::F64,
            BaseType::Bool => PrimType::Bool,
        }
    }
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
    pub const INT: Type = Type::Base(BaseType::Int);
    /// `bool`
    pub const BOOL: Type = Type::Base(BaseType::Bool);
    /// `double`
    pub const DOUBLE: Type = Type::Base(BaseType::Double);
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

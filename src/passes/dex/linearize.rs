//! Linearization (paper, Figure 6; notes, section 7): a block becomes its value, and the function from tangents to the tangent of it.
//!
//! The judgement is D_Δ[b] ⇝ E, ep, et: E[ep] is equivalent to b, and E[et] is its tangent where the names of Δ have the tangents that Δ says.
//! E is written into one list of statements, those of et into another.  Γ ⊢ L_xs[b] ⇝ e is [`Linearizer::reified`].  What comes in is what
//! simplification makes, what goes out has functions, and is to be simplified again.
//!
//! | file | rules |
//! | --- | --- |
//! | `statements.rs` | DX-L-LET, SKIP, DISC, by the form of the expression; INDEX, TABLE |
//! | `tangents.rs` | Tan, Zero, Δ of values: DX-L-TAN, ZERO, RESULT, VIEW, PROJ |
//! | `reified.rs` | DX-L-REIFY, and what is applied |
//! | `slopes.rs` | DX-L-ADD, MUL, PRIM |
//! | `control.rs` | DX-L-FOR, CASE, CATCH |
//! | `thrown.rs` | DX-L-THROW |
//! | `effects.rs` | references and handlers |
//! | `ahead.rs` | DX-L-AHEAD, before all others |
//!
//! **What moves.** Only names are in Δ that depend on the argument, and whose types have tangents; all else stands still (DX-L-SKIP, DX-L-DISC), and
//! a reference is there from its handler on.
//!
//! **The pass.** [`run`] is simplification that takes linearizations (DX-S-LIN) and leaves transpositions where they stand.

mod ahead;
mod control;
mod effects;
mod reified;
mod slopes;
mod statements;
mod tangents;
mod thrown;

use crate::dex::simplify::{self, Cases, Taken};
pub(in crate::dex) use ahead::ahead;
use elder_dex::core::{Binder, Block, Data, Effect, Program, Stm, Type, Value};
use elder_dex::rules::linearization::{self as rules, DX_L_REIFY};
use elder_syntax::names::{Name, Names};
use elder_syntax::{Diagnostic, Rule, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// The rules of the pass.
pub const RULES: &[&Rule] = rules::TABLE;

/// The simplified program with the derivatives of all functions in which none stays: what is linearized around a transposition waits for that.
///
/// # Errors
/// What has no tangent, by the premises of [`linearization`](elder_dex::rules::linearization), and what simplification refuses of what they make.
pub fn run(program: &Program) -> Result<Program, Vec<Diagnostic>> {
    let taken = Taken {
        linearizations: true,
        transpositions: false,
    };
    simplify::taking(program, Cases::Sums, taken).map(|made| made.program)
}

/// The result of a judgement.
type Done<T> = Result<T, Box<Diagnostic>>;

/// Where a function stands that is linearized.
pub(in crate::dex) struct Context<'p> {
    /// The names of the program.
    pub names: &'p mut Names,
    /// The declared types.
    pub data: &'p [Data],
    /// The statement.
    pub at: Span,
}

/// Γ ⊢ L_x[b] ⇝ e: what the simplified body of a function gives, and the function from the parameter's tangent to the tangent of it.
///
/// # Errors
/// What has no tangent, by the premises of [`linearization`](elder_dex::rules::linearization).
pub(in crate::dex) fn function(
    context: Context<'_>,
    parameter: &Binder,
    body: &Block,
    result: &Type,
) -> Done<Block> {
    let mut linearizer = Linearizer {
        names: context.names,
        data: context.data,
        types: FxHashMap::from_iter([(parameter.name, parameter.ty.clone())]),
        tangents: FxHashMap::default(),
        still: FxHashSet::default(),
        primal: Vec::new(),
        tangent: Vec::new(),
        at: context.at,
    };
    DX_L_REIFY.apply();
    let mut parameters = linearizer.parameters(&[]);
    let tangent = Binder {
        name: linearizer.names.again(parameter.name),
        ty: parameter.ty.clone(),
    };
    if !linearizer.is_trivial(&parameter.ty) {
        let moving = Tangent {
            value: Value::Var(tangent.name),
            ty: parameter.ty.clone(),
            region: None,
        };
        parameters.inside.insert(parameter.name, moving);
    }
    parameters.binders.push(tangent);
    let (block, _) = linearizer.reified(body, result, parameters)?;
    Ok(block)
}

/// Δ and Γ, and what was made.
struct Linearizer<'p> {
    names: &'p mut Names,
    data: &'p [Data],
    /// Γ: the types of the names that the block binds, and of the parameter.
    types: FxHashMap<Name, Type>,
    /// Δ
    tangents: FxHashMap<Name, Tangent>,
    /// References to what another operation than addition accumulates.
    still: FxHashSet<Name>,
    /// E
    primal: Vec<Stm>,
    /// The statements of et.
    tangent: Vec<Stm>,
    at: Span,
}

/// The tangent of a name.
#[derive(Clone)]
struct Tangent {
    value: Value,
    /// Its type: Tan of the name's.
    ty: Type,
    /// Of a reference: its region, and what is done there.
    region: Option<Region>,
}

/// A region of tangents.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Region {
    name: Name,
    handler: Handler,
}

/// What a region is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Handler {
    State,
    Reader,
    Accum,
}

impl Region {
    fn effect(self) -> Effect {
        let region = Value::Var(self.name);
        match self.handler {
            Handler::State => Effect::State(region),
            Handler::Reader => Effect::Read(region),
            Handler::Accum => Effect::Accum(region),
        }
    }
}

impl Linearizer<'_> {
    /// A statement of E.
    fn keep(&mut self, name: Name, ty: Type, exp: elder_dex::core::Exp) -> Value {
        let at = self.at;
        self.types.insert(name, ty.clone());
        let binder = Binder { name, ty };
        self.primal.push(Stm { binder, exp, at });
        Value::Var(name)
    }

    /// A statement of et.
    fn then(&mut self, name: Name, ty: Type, exp: elder_dex::core::Exp) -> Value {
        let at = self.at;
        let binder = Binder { name, ty };
        self.tangent.push(Stm { binder, exp, at });
        Value::Var(name)
    }

    /// What no simplified program has: a mistake in Elder.
    fn unexpected<T>(&self, what: &str) -> Done<T> {
        let message = format!("{what} is left where a derivative is taken");
        let mut error = Diagnostic::outside(message);
        error.span = self.at;
        Err(Box::new(error))
    }

    /// That a premise of a rule does not hold, and what to do about it.
    fn refuse<T>(
        &self,
        rule: &'static Rule,
        premise: &str,
        message: impl Into<String>,
        help: &'static str,
    ) -> Done<T> {
        let error = Diagnostic::error(rule.refuse(premise), self.at, message);
        Err(Box::new(error.with_help(help)))
    }
}

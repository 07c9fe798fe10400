//! Transposition (paper, Figure 7; notes, section 8): the weights of the argument of a linear function, from those of its result.
//!
//! The judgement is T_Ω[b, t] ⇝ e: for the weight t of what b gives, e adds to what stands in Ω for the linear variables of b what each of them
//! contributes.  b is simplified; e is core, which is simplified again.  e is written into the block that stands open.
//!
//! | file | rules |
//! | --- | --- |
//! | `blocks.rs` | DX-TR-LETNON, LETIDX, LETSLICE, LETASK, LETOTHER, LETTRIV, by the form of the statement |
//! | `here.rs` | DX-TR-LETHERE |
//! | `values.rs` | DX-TR-VAR, ZERO, PAIR, VIEW, LETPROJ |
//! | `expressions.rs` | DX-TR-ADD, MULL, MULR, PRIM, TABLE, FOR, CASE, CASEPART |
//! | `handlers.rs` | DX-TR-GET, PUT, RUNSTATE, ACC, RUNACCUM, RUNREADER |
//! | `spaces.rs` | DX-TR-SPACE, zeros and sums of vectors |
//! | `structure.rs` | DX-TR-STRUCT |
//!
//! **The pass.** [`run`] is simplification that takes transpositions (DX-S-TRANS), and then the linearizations around them.
//!
//! A linear variable is an alias of a slice wherever it is one of a table, so what is read of a table costs what is read.

mod blocks;
mod expressions;
mod handlers;
mod here;
mod spaces;
mod structure;
mod values;

use crate::dex::simplify::{self, Cases, Taken};
use elder_dex::core::{Binder, Block, Effect, Exp, Lambda, Program, Projection, Row, Stm, Type, Value};
use elder_dex::rules::transposition as rules;
use elder_syntax::names::{Name, Names, Text};
use elder_syntax::{Diagnostic, Rule, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The rules of the pass.
pub const RULES: &[&Rule] = rules::TABLE;

/// What becomes of linearizations that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// They are of functions that hold transpositions, as [`linearize`](super::linearize) left them, and are taken when these are.
    Taken,
    /// They stay, as nobody has taken linearizations.
    Left,
}

/// The simplified program with the transposes of all functions in which no derivative stays, and the linearizations around them.
///
/// # Errors
/// What is not linear by its form (DX-TR-STRUCT), what has no tangent, and what simplification refuses of what they make.
pub fn run(program: &Program, around: Around) -> Result<Program, Vec<Diagnostic>> {
    let taken = Taken {
        linearizations: around == Around::Taken,
        transpositions: true,
    };
    simplify::taking(program, Cases::Sums, taken).map(|made| made.program)
}

/// The result of a judgement.
type Done<T = ()> = Result<T, Box<Diagnostic>>;

/// `\h. \r: Ref h τ. e`: the action of an accumulator, which adds to r the weights of the argument of a simplified linear function.
///
/// # Errors
/// What is not linear by its form (DX-TR-STRUCT), at its place.
pub(super) fn action(
    program: &Program,
    names: &mut Names,
    parameter: &Binder,
    body: &Block,
    weight: (Value, Type),
    at: Span,
) -> Done<Value> {
    let mut transposer = Transposer {
        program,
        names,
        standing: FxHashMap::default(),
        zeros: FxHashSet::default(),
        stood: Vec::new(),
        tries: false,
        here: FxHashSet::default(),
        kept: Vec::new(),
        gone: FxHashSet::default(),
        readers: Vec::new(),
        blocks: Vec::new(),
        performed: Vec::new(),
        at,
    };
    let (value, ty) = weight;
    let value = transposer.space(&ty)?.map(|_| value);
    let weight = Weight { value, ty };
    match transposer.space(&parameter.ty)? {
        Some(space) => transposer.accumulating(parameter, space, |t| t.block(body, &weight)),
        None => Ok(transposer.handling(Effect::Accum, "x", &Value::UnitType, |t, _| {
            t.block(body, &weight)
        })?),
    }
}

/// t, a value of the type of what it weighs without its trivial parts (DX-TR-SPACE).
#[derive(Clone, Debug)]
struct Weight {
    /// Nothing, if the type is trivial.
    value: Option<Value>,
    /// The type of what is weighed.
    ty: Type,
}

/// A reference of the transposed program.
#[derive(Clone, Debug)]
struct Reference {
    value: Value,
    region: Value,
}

/// Where the weight of a value goes.
#[derive(Clone, Debug)]
enum Target {
    /// It is accumulated.
    Reference(Reference),
    /// It is kept with others of the same variable, of this number; the steps lead to a part.
    Kept(usize, Vec<Projection>),
}

/// What stands in Ω for a linear variable.
#[derive(Clone, Debug)]
enum Standing {
    /// For a value, and for what a reader was given: where its weight goes, unless the type is trivial.
    Value(Type, Option<Target>),
    /// For a reference to a state with this content: another, unless the type is trivial.
    State(Type, Option<Reference>),
    /// For a reference to an accumulator: its weight.
    Accum(Weight),
}

/// What is known where a judgement is made.
struct Transposer<'p> {
    program: &'p Program,
    names: &'p mut Names,
    /// Ω
    standing: FxHashMap<Name, Standing>,
    /// Variables that do not depend on the argument, and are zero.
    zeros: FxHashSet<Name>,
    /// The names that Ω has, in their order.
    stood: Vec<Name>,
    /// Variables that are used in their block only.
    here: FxHashSet<Name>,
    /// The weights that are kept, of each of those that were met.
    kept: Vec<Vec<(Vec<Projection>, Value)>>,
    /// Whether what is written is thrown away, so that nobody reads messages.
    tries: bool,
    /// Regions of handlers that are gone.
    gone: FxHashSet<Name>,
    /// Regions of readers that stay, by their references.
    readers: Vec<(Name, Value)>,
    /// The blocks that stand open.
    blocks: Vec<Vec<Stm>>,
    /// What is done in the handler that stands open.
    performed: Vec<Effect>,
    at: Span,
}

impl Transposer<'_> {
    fn fresh(&mut self, text: impl Into<Text>, ty: Type) -> Binder {
        let name = self.names.fresh(text);
        Binder { name, ty }
    }

    /// A statement of the block that stands open.
    fn emit(&mut self, text: &'static str, ty: Type, exp: Exp) -> Value {
        let binder = self.fresh(text, ty);
        let name = binder.name;
        self.push(Stm {
            binder,
            exp,
            at: self.at,
        });
        Value::Var(name)
    }

    fn push(&mut self, stm: Stm) {
        if let Some(block) = self.blocks.last_mut() {
            block.push(stm);
        }
    }

    /// The statements that a judgement writes, which gives `()`.
    fn within(&mut self, judge: impl FnOnce(&mut Self) -> Done) -> Done<Block> {
        let at = self.at;
        self.blocks.push(Vec::new());
        let judged = judge(self);
        let stms = self.blocks.pop().unwrap_or_default();
        self.at = at;
        judged?;
        let result = Value::Unit;
        Ok(Block { stms, result })
    }

    /// What stands for a variable from here on.
    fn stands(&mut self, name: Name, standing: Standing) {
        self.stood.push(name);
        self.standing.insert(name, standing);
    }

    /// That an effect is done here.
    fn performs(&mut self, effect: Effect) {
        if !self.performed.contains(&effect) {
            self.performed.push(effect);
        }
    }

    /// `\h. \r: Ref h τ ! <effect h, ..>. e`, with all that e does.
    fn handling(
        &mut self,
        effect: fn(Value) -> Effect,
        text: impl Into<Text>,
        content: &Type,
        judge: impl FnOnce(&mut Self, Reference) -> Done,
    ) -> Done<Value> {
        let region = self.fresh("h", Value::TYPE);
        let h = Value::Var(region.name);
        let binder = self.fresh(text, Value::reference(h.clone(), content.clone()));
        let reference = Reference {
            value: Value::Var(binder.name),
            region: h.clone(),
        };
        self.handled(region, binder, effect(h), |t| judge(t, reference))
    }

    /// The same with names that are given.
    fn handled(
        &mut self,
        region: Binder,
        binder: Binder,
        own: Effect,
        judge: impl FnOnce(&mut Self) -> Done,
    ) -> Done<Value> {
        let outside = std::mem::take(&mut self.performed);
        let body = self.within(judge);
        let mut inside = std::mem::replace(&mut self.performed, outside);
        inside.retain(|effect| *effect != own);
        for effect in &inside {
            self.performs(effect.clone());
        }
        inside.insert(0, own);
        let effects = Row {
            effects: inside,
            rest: None,
        };
        let inner = Value::Lambda(Arc::new(Lambda {
            binder,
            effects,
            body: body?,
        }));
        Ok(Value::Lambda(Arc::new(Lambda {
            binder: region,
            effects: Row::PURE,
            body: inner.into(),
        })))
    }

    /// The action of an accumulator that stands for a variable while the rest is judged.
    fn accumulating(
        &mut self,
        variable: &Binder,
        space: Type,
        judge: impl FnOnce(&mut Self) -> Done,
    ) -> Done<Value> {
        let text = self.names.text(variable.name).clone();
        self.handling(Effect::Accum, text, &space, |t, reference| {
            let standing = Standing::Value(variable.ty.clone(), Some(Target::Reference(reference)));
            t.stands(variable.name, standing);
            judge(t)
        })
    }
}

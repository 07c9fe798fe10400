//! What is known where a statement stands.
//!
//! What is known of a name holds as long as the name is in scope.  What is known of *expressions*, which statement computes which,
//! and what holds because something was executed before ([`Facts`]) ends with the body.

use super::becomes::Revealed;
use super::facts::Facts;
use super::proof;
use super::table::Switches;
use elder_core::analyses::aliases::Aliases;
use elder_core::analyses::effects::Counted;
use elder_core::analyses::uses::Uses;
use elder_core::tree::{Atom, Binder, Exp, Type};
use elder_core::{Name, Names};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use rustc_hash::FxHashMap;

/// What is known where a statement stands.
pub struct Engine<'p> {
    pub(super) switches: &'p Switches,
    pub(super) sharing: &'p Aliases,
    /// What each name was used as when the round began.
    pub(super) uses: Uses,
    /// What stands for a name.
    substitution: Vec<Option<Atom>>,
    /// What scalars are known to be in the branch that is walked.
    pub(super) known: FxHashMap<Name, Atom>,
    /// What a name was bound to, of expressions without parts.
    pub(super) definitions: Vec<Option<Box<Exp>>>,
    /// Certificates of assertions that have gone.
    pub(super) held: Vec<bool>,
    /// Of each name, the last body that it was found to be bound in.
    pub(super) inside: Vec<u32>,
    /// How many bodies were looked at so.
    pub(super) bodies: u32,
    /// The names of the program.
    pub(super) names: Names,
    /// How many loops and functions of combinators there are around.
    pub(super) repeated: u32,
    /// Of accumulators, what added to them changes nothing.
    pub(super) neutral: FxHashMap<Name, Vec<Atom>>,
    pub(super) facts: Facts,
    /// Combinators that were met, whose width is natural.
    pub(super) counted: Counted,
    /// The name of what a statement in scope computes, by the hash of its key: that of its [definition](Engine::defined).
    pub(super) computed: FxHashMap<u64, Name>,
    /// Their keys, in the order in which they came.
    pub(super) entered: Vec<u64>,
    /// The condition of the branch that comes next, and whether it holds there.
    pub(super) branch: Option<(Atom, bool)>,
    pub(super) changed: bool,
    /// What functions hide no longer, since this round began.
    pub(super) revealed: Vec<Option<Revealed>>,
}

impl<'p> Engine<'p> {
    pub(super) fn new(switches: &'p Switches, sharing: &'p Aliases, uses: Uses, names: Names) -> Engine<'p> {
        let count = names.len();
        Engine {
            switches,
            sharing,
            uses,
            substitution: vec![None; count],
            known: FxHashMap::default(),
            definitions: vec![None; count],
            held: vec![false; count],
            inside: vec![0; count],
            bodies: 0,
            names,
            repeated: 0,
            neutral: FxHashMap::default(),
            facts: Facts::of_names(count),
            counted: Counted::default(),
            computed: FxHashMap::default(),
            entered: Vec::new(),
            branch: None,
            changed: false,
            revealed: vec![],
        }
    }
}

impl Engine<'_> {
    /// What stands for an operand.
    pub(super) fn resolved(&self, atom: Atom) -> Atom {
        let substitution = atom.name().and_then(|name| *self.substitution.get(name.index())?);
        substitution.unwrap_or(atom)
    }

    /// From here on an operand stands for a name.
    pub(super) fn substitute(&mut self, name: Name, atom: Atom) {
        if let Some(substitution) = self.substitution.get_mut(name.index()) {
            *substitution = Some(atom);
        }
        // It stands in the types in which the name stood.
        self.uses.stands(name, atom);
    }

    /// The type of a variable in scope.
    pub(super) fn type_of(&self, name: Name) -> Option<&Type> {
        self.names.ty(name)
    }

    /// Whether a variable in scope is a scalar.
    pub(super) fn is_scalar(&self, name: Name) -> bool {
        matches!(self.type_of(name), Some(Type::Prim(_)))
    }

    /// A name is bound in the body of this number.
    pub(super) fn enclose(&mut self, name: Name, number: u32) {
        if self.inside.len() <= name.index() {
            self.inside.resize(self.names.len(), 0);
        }
        self.inside[name.index()] = number;
    }

    /// An accumulator adds to what another one adds to.
    pub(super) fn accumulates_like(&mut self, name: Name, other: Name) {
        let other = self.resolved(other.into()).name();
        if let Some(neutral) = other.and_then(|other| self.neutral.get(&other)).cloned() {
            self.neutral.insert(name, neutral);
        }
    }

    /// What a variable in scope was bound to.
    pub(super) fn defined(&self, atom: Atom) -> Option<&Exp> {
        self.definitions.get(atom.name()?.index())?.as_deref()
    }

    /// A variable with its type comes into scope.
    fn declare(&mut self, binder: &Binder) {
        self.names.note(binder.name, &binder.ty);
    }

    /// A variable with its type comes into scope.  An array that is there has no size below zero unless another one is 0: so of several dimensions the
    /// outermost is known only if who made the array asks for it, not if rows of nothing may have been turned to the outside.
    pub(super) fn learn(&mut self, binder: &Binder, asked: bool) {
        self.declare(binder);
        let dims = binder.ty.dims();
        if let (Some(elder_core::Dim::Is(size)), true) = (dims.first(), asked || dims.len() == 1) {
            self.facts.natural(*size);
        }
    }

    /// The facts that a condition says that holds, or does not.
    pub(super) fn assume(&mut self, condition: Atom, holds: bool) {
        let mut facts = std::mem::take(&mut self.facts);
        facts.assume(condition, holds, &|atom| self.defined(atom));
        self.facts = facts;
    }

    /// Whether a variable in scope stands in a type.
    pub(super) fn is_size(&self, name: Name) -> bool {
        self.uses.is_size(name)
    }

    /// Whether a condition is true.
    pub(super) fn holds(&self, condition: Atom) -> bool {
        proof::holds(&self.facts, condition, true, &|atom| self.defined(atom))
    }

    /// Whether a number is not negative.
    pub(super) fn is_natural(&self, number: Atom) -> bool {
        proof::is_natural(&self.facts, number, &|atom| self.defined(atom))
    }

    /// Whether a number is below another.
    pub(super) fn is_below(&self, a: Atom, b: Atom) -> bool {
        proof::is_below(&self.facts, a, b, &|atom| self.defined(atom))
    }

    /// Whether numbers together are at most another.
    pub(super) fn is_at_most(&self, parts: &[Atom], b: Atom) -> bool {
        proof::is_at_most(&self.facts, parts, b, &|atom| self.defined(atom))
    }

    /// What a computed number is by definition.
    pub(super) fn computed(&mut self, number: Atom, function: PrimFn, operands: &[Atom]) {
        let natural = |at: usize| {
            operands
                .get(at)
                .is_some_and(|operand| self.facts.is_natural(*operand))
        };
        let natural = [natural(0), natural(1)];
        let facts = &mut self.facts;
        match (function, operands, natural) {
            // The divisor is not zero, since this was executed.
            (PrimFn::Bin(BinOp::Mod, PrimType::I64), [_, b], [_, true])
            | (PrimFn::Bin(BinOp::Rem, PrimType::I64), [_, b], [true, true]) => {
                facts.natural(number);
                facts.below(number, *b);
            }
            (PrimFn::Bin(BinOp::Div | BinOp::Quot, PrimType::I64), [a, _], [true, true]) => {
                facts.natural(number);
                facts.at_most(number, *a);
            }
            (PrimFn::Bin(BinOp::Min, PrimType::I64), [a, b], natural) => {
                if natural == [true, true] {
                    facts.natural(number);
                }
                facts.at_most(number, *a);
                facts.at_most(number, *b);
            }
            (PrimFn::Bin(BinOp::Max, PrimType::I64), [a, b], natural) => {
                if natural.contains(&true) {
                    facts.natural(number);
                }
                facts.at_most(*a, number);
                facts.at_most(*b, number);
            }
            (
                PrimFn::Convert(PrimType::Bool | PrimType::U8 | PrimType::U16 | PrimType::U32, PrimType::I64),
                ..,
            ) => {
                facts.natural(number);
            }
            // There is no greater one.
            (PrimFn::Convert(PrimType::I32, PrimType::I64), ..) => {
                facts.at_most(number, Atom::i64(i32::MAX.into()));
            }
            _ => {}
        }
    }
}

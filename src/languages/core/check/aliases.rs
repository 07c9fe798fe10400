//! What shares memory with what (CORE-A-*).
//!
//! The thesis gives each variable the set of the names that it may share with.  Here a fresh array gets a *token*, and a variable
//! has the tokens that it may share: a view has those of its array.  Tokens never go out of scope (CORE-A-DEAD), so two results
//! that are one array are seen to be one although nobody can name it any more.
//!
//! To consume an array is to consume its tokens.  Some are *frozen*: to consume one of these breaks the premise that is noted with it.

use crate::names::Name;
use crate::rules::aliases::{
    CORE_A_BINOP, CORE_A_CONST, CORE_A_DEAD, CORE_A_INDEX, CORE_A_LETPAT, CORE_A_REARR, CORE_A_RESHAPE,
    CORE_A_SIZE, CORE_A_SLICE, CORE_A_VAR,
};
use crate::site::SiteId;
use crate::tree::{Atom, Binder, Exp, Type};
use elder_syntax::Rule;
use smallvec::SmallVec;

/// An array that was made, or came from outside; accumulators have one too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Token(u32);

/// What a value may share, in the order of the tokens.
pub(super) type Shared = SmallVec<[Token; 2]>;

/// A premise of a rule.
pub(super) type Premise = (&'static Rule, &'static str);

/// Where something was consumed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Consumed {
    /// By which statement.
    pub at: SiteId,
    /// Whether it is under an accumulator, in whose function we are.
    pub named: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    frozen: Option<Premise>,
    consumed: Option<Consumed>,
    is_acc: bool,
    /// What it is another token of.
    origin: Option<Token>,
}

/// The tokens of all names.
pub(super) struct Aliases {
    of: Vec<Shared>,
    tokens: Vec<State>,
    /// What was consumed, in that order.
    journal: Vec<Token>,
}

impl Aliases {
    /// Of a program with so many names.
    pub fn new(names: usize) -> Aliases {
        Aliases {
            of: vec![Shared::new(); names],
            tokens: Vec::new(),
            journal: Vec::new(),
        }
    }

    fn made(&mut self, state: State) -> Token {
        let token = Token(self.tokens.len() as u32);
        self.tokens.push(state);
        token
    }

    /// The token of a new array.
    pub fn fresh(&mut self) -> Token {
        self.made(State::default())
    }

    /// The token of an accumulator.
    pub fn accumulator(&mut self) -> Token {
        self.made(State {
            is_acc: true,
            ..State::default()
        })
    }

    /// The token of an array that may not be consumed by this premise.
    pub fn frozen(&mut self, premise: Premise) -> Token {
        self.made(State {
            frozen: Some(premise),
            ..State::default()
        })
    }

    /// Another token of what was consumed on another path.
    pub fn renamed(&mut self, token: Token) -> Token {
        self.made(State {
            origin: Some(token),
            ..State::default()
        })
    }

    /// With the tokens that these are other tokens of.
    pub fn with_origins(&self, shared: &[Token]) -> Shared {
        let mut all = Shared::new();
        for token in shared {
            let origins = std::iter::successors(Some(*token), |token| self.state(*token).origin);
            all.extend(origins);
        }
        all
    }

    /// The token that is made next: all that are made from now on are not below it.
    pub fn next(&self) -> Token {
        Token(self.tokens.len() as u32)
    }

    fn state(&self, token: Token) -> State {
        self.tokens.get(token.0 as usize).copied().unwrap_or_default()
    }

    /// The premise that a token is frozen by.
    pub fn premise(&self, token: Token) -> Option<Premise> {
        self.state(token).frozen
    }

    /// Where a token was consumed.
    pub fn consumed(&self, token: Token) -> Option<Consumed> {
        self.state(token).consumed
    }

    /// Whether it is the token of an accumulator.
    pub fn is_acc(&self, token: Token) -> bool {
        self.state(token).is_acc
    }

    /// A token is consumed.
    pub fn consume(&mut self, token: Token, by: Consumed) {
        if let Some(state) = self.tokens.get_mut(token.0 as usize) {
            state.consumed = Some(by);
            self.journal.push(token);
        }
    }

    /// How much was consumed so far.
    pub fn mark(&self) -> usize {
        self.journal.len()
    }

    /// As if nothing had been consumed since then; what was.
    pub fn undone(&mut self, mark: usize) -> Vec<(Token, Consumed)> {
        let since: Vec<Token> = self.journal.drain(mark..).collect();
        let taken = since.into_iter().filter_map(|token| {
            let state = self.tokens.get_mut(token.0 as usize)?;
            Some((token, state.consumed.take()?))
        });
        taken.collect()
    }

    /// That the function of the accumulators is over whose arrays were consumed between these marks.
    pub fn ended(&mut self, from: usize, to: usize) {
        for token in self.journal.get(from..to).unwrap_or_default() {
            let state = self.tokens.get_mut(token.0 as usize);
            if let Some(consumed) = state.and_then(|state| state.consumed.as_mut()) {
                consumed.named = false;
            }
        }
    }

    /// What a variable shares.
    pub fn of(&self, name: Name) -> Shared {
        self.of.get(name.index()).cloned().unwrap_or_default()
    }

    /// What an operand shares.
    pub fn of_atom(&self, atom: Atom) -> Shared {
        match atom {
            Atom::Var(name) => {
                CORE_A_VAR.apply();
                self.of(name)
            }
            Atom::Const(_) => {
                CORE_A_CONST.apply();
                Shared::new()
            }
        }
    }

    /// CORE-A-LETPAT: a variable is bound to what shares this; only arrays share.
    pub fn bind(&mut self, binder: &Binder, shared: Shared) {
        CORE_A_LETPAT.apply();
        CORE_A_DEAD.apply();
        let shared = match &binder.ty {
            Type::Array { .. } => shared,
            Type::Acc(_) => Shared::from_elem(self.accumulator(), 1),
            Type::Prim(_) | Type::Cert => return,
        };
        if let Some(of) = self.of.get_mut(binder.name.index()) {
            *of = shared;
        }
    }

    /// A variable is bound to what shares with nothing.
    pub fn bind_fresh(&mut self, binder: &Binder) {
        let fresh = self.fresh();
        self.bind(binder, Shared::from_elem(fresh, 1));
    }

    /// What the value of an expression shares that consumes nothing and has no bodies.
    pub fn shared(&mut self, exp: &Exp) -> Shared {
        match exp {
            Exp::Atom(atom) | Exp::Opaque(atom) => self.of_atom(*atom),
            Exp::Prim(..) | Exp::Assert { .. } => {
                CORE_A_BINOP.apply();
                Shared::new()
            }
            Exp::Index { .. } => {
                CORE_A_INDEX.apply();
                Shared::new()
            }
            Exp::Slice { array, .. } | Exp::FlatIndex { array, .. } => {
                CORE_A_SLICE.apply();
                self.of(*array)
            }
            Exp::Reshape { array, .. } | Exp::Coerce { array, .. } => {
                CORE_A_RESHAPE.apply();
                self.of(*array)
            }
            Exp::Rearrange { array, .. } => {
                CORE_A_REARR.apply();
                self.of(*array)
            }
            // All others make an array.
            _ => {
                CORE_A_SIZE.apply();
                Shared::from_elem(self.fresh(), 1)
            }
        }
    }
}

/// What either shares.
pub(super) fn union(into: &mut Shared, other: &[Token]) {
    into.extend_from_slice(other);
    into.sort_unstable();
    into.dedup();
}

/// Whether two values may share something.
pub(super) fn overlap(left: &[Token], right: &[Token]) -> bool {
    left.iter().any(|token| right.contains(token))
}

//! What shares memory with what (CORE-A-*).
//!
//! The thesis gives each variable the set of the names that it may share with.  Here a fresh array gets a *token*, and a variable
//! has the tokens that it may share: a view has those of its array.  Tokens never go out of scope (CORE-A-DEAD), so two results
//! that are one array are seen to be one although nobody can name it any more.
//!
//! To consume an array is to consume its tokens.  Some are *frozen*: to consume one of these breaks the premise that is noted with it.
//!
//! What a conditional gives from one of its branches may have the *side* with its token: two tokens of one array are apart if their
//! sides say that different branches of one conditional were taken.  A token without sides is the *base* of those with sides.

use crate::names::Name;
use crate::rules::aliases::{
    CORE_A_BINOP, CORE_A_CONST, CORE_A_DEAD, CORE_A_INDEX, CORE_A_LETPAT, CORE_A_REARR, CORE_A_RESHAPE,
    CORE_A_SIZE, CORE_A_SLICE, CORE_A_VAR,
};
use crate::site::SiteId;
use crate::tree::{Atom, Binder, Exp, Type};
use elder_syntax::Rule;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// An array that was made, or came from outside; accumulators have one too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// Which branch of a conditional was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Side {
    conditional: u32,
    then: bool,
}

impl Side {
    /// The other branch.
    fn other(self) -> Side {
        let Side { conditional, then } = self;
        Side {
            conditional,
            then: !then,
        }
    }
}

#[derive(Clone, Debug, Default)]
struct State {
    frozen: Option<Premise>,
    is_acc: bool,
    /// What it is another token of.
    origin: Option<Token>,
    /// The token that it is if that branch was taken.
    side: Option<(Token, Side)>,
    /// Of a base: which of its tokens were consumed.
    consumed: SmallVec<[(Token, Consumed); 1]>,
}

/// The tokens of all names.
pub(super) struct Aliases {
    of: Vec<Shared>,
    tokens: Vec<State>,
    sides: FxHashMap<(Token, Side), Token>,
    conditionals: u32,
    /// What was consumed, in that order.
    journal: Vec<Token>,
}

impl Aliases {
    /// Of a program with so many names.
    pub fn new(names: usize) -> Aliases {
        Aliases {
            of: vec![Shared::new(); names],
            tokens: Vec::new(),
            sides: FxHashMap::default(),
            conditionals: 0,
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

    /// Another token of an array, with the same sides: `known` has those of bases that have one already.
    pub fn renamed(&mut self, token: Token, known: &mut Vec<(Token, Token)>) -> Token {
        let base = self.base(token);
        let new = match known.iter().find(|(old, _)| *old == base) {
            Some((_, new)) => *new,
            None => {
                let frozen = self.premise(base);
                let new = self.made(State {
                    origin: Some(base),
                    frozen,
                    ..State::default()
                });
                known.push((base, new));
                new
            }
        };
        let sides: Vec<Side> = self.sides(token).collect();
        let sides = sides.into_iter().rev();
        sides.fold(new, |token, side| self.on(token, side))
    }

    /// The two sides of a conditional.
    pub fn conditional(&mut self) -> (Side, Side) {
        let conditional = self.conditionals;
        self.conditionals += 1;
        let side = Side {
            conditional,
            then: true,
        };
        (side, side.other())
    }

    /// A token, if that branch was taken.
    pub fn on(&mut self, token: Token, side: Side) -> Token {
        if let Some(known) = self.sides.get(&(token, side)) {
            return *known;
        }
        let own = self.made(State {
            side: Some((token, side)),
            ..State::default()
        });
        self.sides.insert((token, side), own);
        own
    }

    /// A token without the sides that it got since this one was made.
    pub fn before(&self, token: Token, from: Token) -> Token {
        let mut token = token;
        while token >= from
            && let Some((less, _)) = self.side(token)
        {
            token = less;
        }
        token
    }

    /// A token without sides.
    pub fn base(&self, token: Token) -> Token {
        self.before(token, Token(0))
    }

    fn side(&self, token: Token) -> Option<(Token, Side)> {
        self.state(token).and_then(|state| state.side)
    }

    /// The sides of a token, the last one first.
    fn sides(&self, token: Token) -> impl Iterator<Item = Side> {
        let sides = std::iter::successors(self.side(token), |(less, _)| self.side(*less));
        sides.map(|(_, side)| side)
    }

    /// Whether two tokens may be of one array: of one base, and not of different branches.
    pub fn may_be(&self, one: Token, other: Token) -> bool {
        if one == other {
            return true;
        }
        let differ = |side: Side| self.sides(other).any(|theirs| theirs == side.other());
        self.base(one) == self.base(other) && !self.sides(one).any(differ)
    }

    /// Whether two values may share something.
    pub fn overlap(&self, left: &[Token], right: &[Token]) -> bool {
        left.iter()
            .any(|one| right.iter().any(|other| self.may_be(*one, *other)))
    }

    /// Whether an array is from before this token was made.
    pub fn is_below(&self, token: Token, from: Token) -> bool {
        self.base(token) < from
    }

    /// The bases, and what these are other tokens of.
    pub fn with_origins(&self, shared: &[Token]) -> Shared {
        let mut all = Shared::new();
        for token in shared {
            let origin = |token: &Token| self.state(*token).and_then(|state| state.origin);
            all.extend(std::iter::successors(Some(self.base(*token)), origin));
        }
        all
    }

    /// The token that is made next: all that are made from now on are not below it.
    pub fn next(&self) -> Token {
        Token(self.tokens.len() as u32)
    }

    fn state(&self, token: Token) -> Option<&State> {
        self.tokens.get(token.0 as usize)
    }

    /// The premise that a token is frozen by.
    pub fn premise(&self, token: Token) -> Option<Premise> {
        self.state(self.base(token)).and_then(|state| state.frozen)
    }

    /// Where what a token may be was consumed.
    pub fn consumed(&self, token: Token) -> Option<Consumed> {
        let base = self.state(self.base(token))?;
        let consumed = base.consumed.iter().find(|(other, _)| self.may_be(token, *other));
        consumed.map(|(_, by)| *by)
    }

    /// Whether all was consumed that a token may be: who shares with it shares with what was consumed.
    pub fn is_gone(&self, token: Token) -> bool {
        let all = |other: Token| {
            self.sides(other)
                .all(|side| self.sides(token).any(|own| own == side))
        };
        self.state(self.base(token))
            .is_some_and(|base| base.consumed.iter().any(|(other, _)| all(*other)))
    }

    /// Whether it is the token of an accumulator.
    pub fn is_acc(&self, token: Token) -> bool {
        self.state(token).is_some_and(|state| state.is_acc)
    }

    /// A token is consumed.
    pub fn consume(&mut self, token: Token, by: Consumed) {
        let base = self.base(token);
        if let Some(state) = self.tokens.get_mut(base.0 as usize) {
            state.consumed.push((token, by));
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
            let base = self.base(token);
            let state = self.tokens.get_mut(base.0 as usize)?;
            let at = state.consumed.iter().position(|(other, _)| *other == token)?;
            Some(state.consumed.remove(at))
        });
        taken.collect()
    }

    /// That the function of the accumulators is over whose arrays were consumed between these marks.
    pub fn ended(&mut self, from: usize, to: usize) {
        let since: Vec<Token> = self.journal.get(from..to).unwrap_or_default().to_vec();
        for token in since {
            let base = self.base(token);
            let state = self.tokens.get_mut(base.0 as usize);
            for (other, consumed) in state.into_iter().flat_map(|state| &mut state.consumed) {
                consumed.named &= *other != token;
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
            Exp::Prim(..) | Exp::Assert { .. } | Exp::Tuned(_) => {
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

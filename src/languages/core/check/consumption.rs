//! Nothing is used after it was consumed (CORE-SAFE-*).
//!
//! A body is walked in the order in which it is executed.  A use of a consumed token is refused; so is the consumption of a token
//! that is frozen, as those of unstarred parameters are.  What is outside of the function of a combinator, or of a loop, is frozen
//! for as long as that is judged: it is executed many times.  Tokens are numbered in the order in which they are made, so what is
//! outside is below the token at which the function began.
//!
//! | file | what |
//! | --- | --- |
//! | `aliases.rs` | what shares with what |
//! | `consumption/calls.rs` | definitions, calls |
//! | `consumption/control.rs` | branches, loops |
//! | `consumption/soacs.rs` | combinators, operators, accumulation |
//! | `consumption/stars.rs` | the stars of a program that has none are found |

mod calls;
mod control;
mod soacs;
mod stars;

use super::aliases::{Aliases, Consumed, Premise, Shared, Token};
use super::{Checker, Judged};
use crate::names::Name;
use crate::rules::aliases::{
    CORE_A_TUP, CORE_A_UPDATE, CORE_SAFE_ACC, CORE_SAFE_FUN, CORE_SAFE_LOOP, CORE_SAFE_OTHER, CORE_SAFE_SEQ,
    CORE_SAFE_UPDATE,
};
use crate::tree::{Atom, Body, Exp, Program, Stm};
use crate::walk::{Fold, fold};
use calls::Summary;
use elder_syntax::Diagnostic;
use stars::Sought;

pub use stars::star;

/// All definitions.
pub(super) fn program(program: &Program) -> Result<(), Vec<Diagnostic>> {
    let mut consumption = Consumption {
        checker: Checker::new(program),
        aliases: Aliases::new(program.names.len()),
        frames: Vec::new(),
        summaries: vec![Summary::default(); program.functions.len()],
        sought: None,
    };
    consumption.definitions();
    consumption.checker.done()
}

struct Consumption<'p> {
    checker: Checker<'p>,
    aliases: Aliases,
    /// The functions of combinators, and the loops, that we are in.
    frames: Vec<Frame>,
    /// For each function, what its results may share.
    summaries: Vec<Summary>,
    /// The stars that were found, while they are sought.
    sought: Option<Sought>,
}

/// What is executed many times.
struct Frame {
    /// What is below is from outside.
    from: Token,
    /// What breaks who consumes something from outside.
    premise: Premise,
    /// What was used from outside.
    uses: Vec<Token>,
}

/// What an expression gives.
enum Gives {
    /// Values that share with nothing.
    Fresh,
    /// Values that share this.
    Shared(Vec<Shared>),
}

impl Gives {
    fn one(shared: Shared) -> Gives {
        Gives::Shared(vec![shared])
    }
}

impl Consumption<'_> {
    /// CORE-A-TUP: what the results of a body share.
    fn body(&mut self, body: &Body) -> Judged<Vec<Shared>> {
        let at = self.checker.at;
        elder_syntax::effort::deeper(|| {
            for stm in &body.stms {
                self.checker.at = stm.at;
                let judged = self.stm(stm);
                self.checker.note(judged);
            }
        });
        self.checker.at = at;
        CORE_A_TUP.apply();
        body.results.iter().map(|result| self.atom(*result)).collect()
    }

    /// A statement; what it binds is bound even if it is refused.
    fn stm(&mut self, stm: &Stm) -> Judged {
        let judged = self.exp(&stm.exp);
        let shared = match &judged {
            Ok(Gives::Shared(shared)) => shared.as_slice(),
            Ok(Gives::Fresh) | Err(_) => &[],
        };
        for (k, value) in stm.pat.values.iter().enumerate() {
            match shared.get(k) {
                Some(shared) => self.aliases.bind(value, shared.clone()),
                None => self.aliases.bind_fresh(value),
            }
        }
        judged.map(|_| ())
    }

    fn exp(&mut self, exp: &Exp) -> Judged<Gives> {
        match exp {
            Exp::Update { array, value, .. } => self.update(*array, *value),
            Exp::FlatUpdate { array, value, .. } => self.update(*array, Atom::Var(*value)),
            Exp::AccUpdate { acc, values, .. } => {
                CORE_SAFE_ACC.apply();
                for value in values {
                    self.atom(*value)?;
                }
                self.name(*acc)?;
                Ok(Gives::Fresh)
            }
            // A block is named by its owner, which is not looked at.
            Exp::Release(_) => Ok(Gives::Shared(vec![])),
            Exp::Call { function, arguments } => self.call(*function, arguments),
            Exp::If { then, otherwise, .. } => self.branches(then, otherwise),
            Exp::Loop(inside) => self.repetition(inside),
            Exp::Soac { inputs, soac, .. } => self.soac(inputs, soac),
            Exp::Segmented(it) => self.screma(&[], &it.screma).map(|()| Gives::Fresh),
            Exp::WithAcc { updates, function } => self.with_acc(updates, function),
            _ => {
                CORE_SAFE_OTHER.apply();
                let mut used = Used(Vec::new());
                fold::exp(&mut used, exp);
                for name in used.0 {
                    self.name(name)?;
                }
                Ok(Gives::one(self.aliases.shared(exp)))
            }
        }
    }

    /// CORE-SAFE-UPDATE, CORE-A-UPDATE
    fn update(&mut self, array: Name, value: Atom) -> Judged<Gives> {
        CORE_SAFE_UPDATE.apply();
        CORE_A_UPDATE.apply();
        let put = self.atom(value)?;
        let updated = self.name(array)?;
        self.checker.require(
            !self.aliases.overlap(&put, &updated),
            &CORE_SAFE_UPDATE,
            "apart",
            || {
                let (value, array) = (self.checker.atom_text(value), self.checker.name_text(array));
                format!("{value} is put into {array}, which it may share with")
            },
        )?;
        self.consume(array, &updated)?;
        Ok(Gives::Fresh)
    }

    /// A use of an operand; what it shares.
    fn atom(&mut self, atom: Atom) -> Judged<Shared> {
        match atom {
            Atom::Var(name) => self.name(name),
            Atom::Const(_) => Ok(self.aliases.of_atom(atom)),
        }
    }

    /// CORE-SAFE-SEQ: a use of a variable; what it shares.  The use of an accumulator is its last.
    fn name(&mut self, name: Name) -> Judged<Shared> {
        CORE_SAFE_SEQ.apply();
        let shared = self.aliases.of(name);
        for token in &shared {
            let Some(consumed) = self.aliases.consumed(*token) else {
                continue;
            };
            let text = self.checker.name_text(name);
            let (rule, premise, message) = match (self.aliases.is_acc(*token), consumed.named) {
                (true, _) => (
                    &CORE_SAFE_ACC,
                    "once",
                    format!("the accumulator {text} is used again"),
                ),
                (_, true) => (
                    &CORE_SAFE_ACC,
                    "named",
                    format!("{text} is used where it is accumulated"),
                ),
                (_, false) => (
                    &CORE_SAFE_SEQ,
                    "consumed",
                    format!("{text} is used after it was consumed"),
                ),
            };
            let before = self.checker.program.site(consumed.at).span;
            let refused = self.checker.refuse(rule, premise, message);
            return refused.map_err(|error| Box::new(error.and_at(before, "it is consumed here")));
        }
        if let Some(frame) = self.frames.last_mut() {
            let outside = shared
                .iter()
                .filter(|token| self.aliases.is_below(**token, frame.from));
            frame.uses.extend(outside);
        }
        if shared.iter().any(|token| self.aliases.is_acc(*token)) {
            self.consume(name, &shared)?;
        }
        Ok(shared)
    }

    /// What a variable shares is consumed.
    fn consume(&mut self, name: Name, shared: &[Token]) -> Judged {
        self.may_consume(shared, |checker| checker.name_text(name))?;
        self.consumed(shared, false);
        Ok(())
    }

    /// Refuses by the premise that something is frozen with, if anything is.  While stars are sought, a parameter of a loop or of a function gets one.
    fn may_consume(&mut self, shared: &[Token], what: impl Fn(&Checker<'_>) -> String) -> Judged {
        for token in shared {
            let outside = |frame: &&Frame| self.aliases.is_below(*token, frame.from);
            let outside = self.frames.last().filter(outside);
            let frozen = self.aliases.premise(*token);
            if let Some((rule, premise)) = frozen.or(outside.map(|frame| frame.premise)) {
                if let Some(sought) = &mut self.sought
                    && premise == "parameter"
                    && [CORE_SAFE_LOOP.id, CORE_SAFE_FUN.id].contains(&rule.id)
                {
                    sought.wanted.insert(self.aliases.base(*token));
                    continue;
                }
                let clause = rule.premises.iter().find(|known| known.key == premise);
                let clause = clause.map_or("", |premise| premise.text);
                let message = format!("{} is consumed, but {clause}", what(&self.checker));
                return self.checker.refuse(rule, premise, message);
            }
        }
        Ok(())
    }

    /// A token of which only some branch was consumed before is consumed whole.
    fn consumed(&mut self, shared: &[Token], named: bool) {
        let at = self.checker.at;
        for token in shared {
            if !self.aliases.is_gone(*token) {
                self.aliases.consume(*token, Consumed { at, named });
            }
        }
    }

    /// Judges what is executed many times.  What it gave, and what it used from outside.
    fn within<T>(&mut self, premise: Premise, inside: impl FnOnce(&mut Self) -> T) -> (T, Vec<Token>) {
        self.frames.push(Frame {
            from: self.aliases.next(),
            premise,
            uses: Vec::new(),
        });
        let result = inside(self);
        let mut uses = self.frames.pop().map(|frame| frame.uses).unwrap_or_default();
        uses.sort_unstable();
        uses.dedup();
        if let Some(outer) = self.frames.last_mut() {
            let outside = uses
                .iter()
                .filter(|token| self.aliases.is_below(**token, outer.from));
            outer.uses.extend(outside);
        }
        (result, uses)
    }
}

/// The names that an expression without bodies uses.
struct Used(Vec<Name>);

impl Fold for Used {
    fn used(&mut self, name: &Name) {
        self.0.push(*name);
    }
}

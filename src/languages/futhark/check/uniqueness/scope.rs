//! The variables in scope, what has been consumed, and the two things that can happen to a variable: being observed
//! and being consumed.

use super::aliases::{Aliases, Annotated, Paths, match_pattern, pattern_names, token, token_index};
use crate::check::Context;
use crate::rules::uniqueness::{FUT_U_BIND, FUT_U_HELD, FUT_U_LENT, FUT_U_R_CONSUME, FUT_U_VAR};
use crate::tree::{Pat, Stars, Type, VName};
use elder_syntax::{Diagnostic, Name, Refusal, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What is known of a variable.
#[derive(Debug)]
pub(super) struct Entry {
    pub name: Name,
    /// Whether it is still in scope.
    pub live: bool,
    /// Whether it may be consumed at its own level.
    pub consumable: bool,
    /// How many functions and loops surround its binding: nothing may be consumed from within further ones.
    pub level: u32,
    /// What it aliases.
    pub value: Annotated,
    pub kind: Kind,
}

/// Where a variable comes from.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A pattern of `let`, `match` or `loop`.
    Plain,
    /// A parameter of a function.
    Param {
        /// Whether all parts of it are starred.
        fully: bool,
    },
    /// A local function with the stars on its parameters and its result.
    Function(Rc<[Stars]>, Stars),
}

/// What a token stands for.
#[derive(Debug)]
enum Token {
    /// The result of applying a function, by name if it has one.
    Application(Option<Name>),
    /// The result of a loop.
    Loop,
    /// What one branch of a conditional consumed and another one may give.
    Branch(String),
    /// What a function was given, by name if it has one, at this level.
    Given(Option<Name>, u32),
}

/// Consumed variables with the places where they were.
pub(super) type Consumption = Vec<(u32, Span)>;

/// The value of an operand that waits until the other operands are evaluated too.
pub(super) struct Held {
    aliases: Aliases,
    /// When it was evaluated, and consumed if its parameter is starred.
    mark: usize,
    span: Span,
}

/// The state of the check of one definition.
pub(super) struct Checker<'a> {
    pub cx: &'a mut Context,
    failed: bool,
    reported: FxHashSet<(u32, Span)>,
    vars: FxHashMap<u32, Entry>,
    globals: FxHashMap<u32, Name>,
    tokens: Vec<Token>,
    consumed: FxHashMap<u32, Span>,
    /// What is in `consumed`, in order of time.
    trail: Vec<u32>,
    /// Local variables observed, in order of time.
    log: Vec<u32>,
    /// See [`Entry::level`].
    pub level: u32,
    pub paths: Paths,
}

impl<'a> Checker<'a> {
    pub fn new(cx: &'a mut Context) -> Checker<'a> {
        Checker {
            cx,
            failed: false,
            reported: FxHashSet::default(),
            vars: FxHashMap::default(),
            globals: FxHashMap::default(),
            tokens: Vec::new(),
            consumed: FxHashMap::default(),
            trail: Vec::new(),
            log: Vec::new(),
            level: 0,
            paths: Paths::default(),
        }
    }

    // ---- errors

    /// Whether nothing has been said yet about the use of a variable at this place.
    pub fn first_report(&mut self, var: u32, span: Span) -> bool {
        self.reported.insert((var, span))
    }

    /// Records an error and goes on.  The body of a functor is checked where it stands; once its abstract types are
    /// known there is more to alias, but that is no concern of whoever applies it.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if self.cx.instantiating > 0 {
            return;
        }
        self.failed = true;
        self.cx.diagnostics.push(diagnostic);
    }

    /// Whether there was an error.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// What a variable or token is called in messages.
    pub fn describe(&self, var: u32) -> String {
        if let Some(index) = token_index(var) {
            return match self.tokens.get(index) {
                Some(Token::Application(Some(f))) => format!("the result of applying \"{f}\""),
                Some(Token::Application(None)) | None => "the result of an application".to_owned(),
                Some(Token::Loop) => "the result of a loop".to_owned(),
                Some(Token::Branch(what)) => what.clone(),
                Some(Token::Given(Some(f), _)) => format!("what \"{f}\" was given"),
                Some(Token::Given(None, _)) => "what a function was given".to_owned(),
            };
        }
        format!("variable \"{}\"", self.name(var))
    }

    /// The name of a variable.
    pub fn name(&self, var: u32) -> Name {
        let local = self.vars.get(&var).map(|e| &e.name);
        local
            .or_else(|| self.globals.get(&var))
            .cloned()
            .unwrap_or_default()
    }

    // ---- variables

    /// Enters a variable whose value cannot be scalar; scalar ones need no entry.
    pub fn enter(&mut self, name: &VName, consumable: bool, value: Annotated, kind: Kind) {
        let entry = Entry {
            name: name.name.clone(),
            live: true,
            consumable,
            level: self.level,
            value,
            kind,
        };
        self.vars.insert(name.id, entry);
    }

    /// Rule FUT-U-BIND: binds the names of a pattern to the parts of a value; `extra` are further aliases.
    pub fn bind(&mut self, pat: &Pat, value: &Annotated, consumable: bool) {
        if matches!(value, Annotated::Scalar) {
            return;
        }
        FUT_U_BIND.apply();
        match_pattern(pat, value, &mut |name, _, part| {
            if !matches!(part, Annotated::Scalar) {
                let value = part.with_self(name.id, &mut self.paths);
                self.enter(name, consumable, value, Kind::Plain);
            }
        });
    }

    /// Ends the scope of the names of a pattern.
    pub fn unbind(&mut self, pat: &Pat) {
        pattern_names(pat, &mut |name, _| self.leave(name));
    }

    /// Ends the scope of a name.
    pub fn leave(&mut self, name: &VName) {
        if let Some(entry) = self.vars.get_mut(&name.id) {
            entry.live = false;
        }
    }

    /// The entry of a local variable.
    pub fn local(&self, var: u32) -> Option<&Entry> {
        self.vars.get(&var)
    }

    /// Whether a name for this is in scope.
    pub fn is_live(&self, var: u32) -> bool {
        token_index(var).is_none() && self.vars.get(&var).is_none_or(|e| e.live)
    }

    /// Whether this is a top-level name.
    pub fn is_global(&self, var: u32) -> bool {
        token_index(var).is_none() && !self.vars.contains_key(&var)
    }

    /// A new token for the result of an application.
    pub fn application_token(&mut self, function: Option<Name>) -> u32 {
        self.tokens.push(Token::Application(function));
        token(self.tokens.len() - 1)
    }

    /// A new token for the result of a loop.
    pub fn loop_token(&mut self) -> u32 {
        self.tokens.push(Token::Loop);
        token(self.tokens.len() - 1)
    }

    /// A new token for what one branch of a conditional consumed and another one may give.
    pub fn branch_token(&mut self, var: u32) -> u32 {
        let what = self.describe(var);
        self.tokens.push(Token::Branch(what));
        token(self.tokens.len() - 1)
    }

    /// A new token for what a function was given and applying it consumes.
    pub fn given_token(&mut self, function: Option<Name>) -> u32 {
        self.tokens.push(Token::Given(function, self.level));
        token(self.tokens.len() - 1)
    }

    /// The level at which a function was given this; `None` for all else.
    fn given_at(&self, var: u32) -> Option<u32> {
        match self.tokens.get(token_index(var)?)? {
            Token::Given(_, level) => Some(*level),
            Token::Application(_) | Token::Loop | Token::Branch(_) => None,
        }
    }

    /// Whether this stands for what a function was given.
    pub fn is_given(&self, var: u32) -> bool {
        self.given_at(var).is_some()
    }

    // ---- observing

    /// Rule FUT-U-VAR: a mention of a variable of this type.  `made_anew` if it is an instance of something more
    /// general that has no memory of its own.
    pub fn observe(&mut self, name: &VName, ty: &Type, made_anew: bool, span: Span) -> Annotated {
        FUT_U_VAR.apply();
        let value = match self.vars.get(&name.id) {
            Some(entry) => {
                self.log.push(name.id);
                match (&entry.kind, &entry.value) {
                    (Kind::Function(params, ret), Annotated::Arrow(aliases, _)) => {
                        Annotated::Arrow(aliases.clone(), super::aliases::with_stars(ty, params, ret))
                    }
                    (_, value) => value.clone(),
                }
            }
            None => {
                let lent = self.lent_by(name.id);
                let value = match made_anew {
                    true => Annotated::new(ty, &lent),
                    false => Annotated::global(ty, name.id, &lent, &mut self.paths),
                };
                if !matches!(value, Annotated::Scalar | Annotated::Arrow(..)) {
                    self.globals.entry(name.id).or_insert_with(|| name.name.clone());
                }
                value
            }
        };
        self.require_unconsumed(Some(&name.name), &value, span);
        value
    }

    /// Rule FUT-U-LENT: what a top-level definition shares memory with, as a function that captured it would.
    fn lent_by(&mut self, definition: u32) -> Aliases {
        let Some(vars) = self.cx.lent.get(&definition).cloned() else {
            return Aliases::NONE;
        };
        FUT_U_LENT.apply();
        let mut all = Aliases::NONE;
        for var in vars.iter() {
            self.globals.entry(var.id).or_insert_with(|| var.name.clone());
            all = all.union(&Aliases::of(var.id));
        }
        all.lent()
    }

    /// Rule FUT-U-LENT: what a top-level definition gives shares memory with these; whether that was not known.
    pub fn lend(&mut self, definition: u32, shared: &Aliases) -> bool {
        let named = |id| VName {
            name: self.name(id),
            id,
        };
        let vars: Rc<[VName]> = shared.vars().filter(|&v| self.is_global(v)).map(named).collect();
        if vars.is_empty() || self.cx.lent.get(&definition) == Some(&vars) {
            return false;
        }
        self.cx.lent.insert(definition, vars);
        true
    }

    fn require_unconsumed(&mut self, user: Option<&Name>, value: &Annotated, span: Span) {
        if self.consumed.is_empty() {
            return;
        }
        let mut bad = None;
        value.each(&mut |aliases| {
            bad = bad.or_else(|| {
                aliases
                    .vars()
                    .find_map(|v| self.consumed.get(&v).map(|&place| (v, place)))
            });
        });
        if let Some((var, place)) = bad {
            let refusal = FUT_U_VAR.refuse("consumed");
            self.used_after_consumption(refusal, user, var, place, span);
        }
    }

    fn used_after_consumption(
        &mut self,
        refusal: Refusal,
        user: Option<&Name>,
        var: u32,
        place: Span,
        span: Span,
    ) {
        if !self.first_report(var, span) {
            return;
        }
        let what = self.describe(var);
        let mut diagnostic = Diagnostic::error(
            refusal,
            span,
            format!("using {what}, but this was consumed before"),
        )
        .with_label("used here")
        .and_at(place, "consumed here")
        .with_help("to keep the old value, consume a `copy` of it");
        if let Some(user) = user.filter(|u| **u != self.name(var)) {
            diagnostic = diagnostic.with_note(format!("\"{user}\" may alias {what}"));
        }
        self.report(diagnostic);
    }

    /// A point in the log of observations.
    pub fn observations(&self) -> usize {
        self.log.len()
    }

    /// The local variables still in scope that were observed since then, each once; the log is shortened to these.
    pub fn observed_since(&mut self, mark: usize) -> Vec<u32> {
        let mut seen = self.log.split_off(mark.min(self.log.len()));
        seen.sort_unstable();
        seen.dedup();
        seen.retain(|&v| self.is_live(v));
        self.log.extend_from_slice(&seen);
        seen
    }

    // ---- consuming

    /// Rule FUT-U-R-CONSUME.
    pub fn consume(&mut self, aliases: &Aliases, span: Span) {
        let aliases = aliases.own();
        FUT_U_R_CONSUME.apply();
        let barred = aliases.vars().find(|&v| match token_index(v) {
            Some(_) => self.given_at(v).is_some_and(|level| level != self.level),
            None => self
                .vars
                .get(&v)
                .is_none_or(|e| e.live && !(e.consumable && e.level == self.level)),
        });
        if let Some(var) = barred.filter(|&v| self.reported.insert((v, span))) {
            let diagnostic = self.not_consumable(var, span);
            self.report(diagnostic);
        }
        if let Some((var, place)) = aliases
            .vars()
            .find_map(|v| self.consumed.get(&v).map(|&place| (v, place)))
        {
            let refusal = FUT_U_R_CONSUME.refuse("twice");
            self.used_after_consumption(refusal, None, var, place, span);
        }
        for var in aliases.vars() {
            self.mark_consumed(var, span);
        }
    }

    fn not_consumable(&self, var: u32, span: Span) -> Diagnostic {
        let what = self.describe(var);
        let outside = "nothing bound outside of a function or loop can be consumed inside of it";
        let note = match self.vars.get(&var) {
            None if self.is_given(var) => outside.to_owned(),
            None => format!("\"{}\" is defined at top level, for all to see", self.name(var)),
            Some(e) if e.consumable => outside.to_owned(),
            Some(Entry {
                kind: Kind::Param { .. },
                ..
            }) => {
                format!(
                    "only a parameter whose type is marked `*` can be consumed, and \"{}\" is not",
                    self.name(var)
                )
            }
            Some(Entry {
                kind: Kind::Function(..),
                ..
            }) => "functions cannot be consumed".to_owned(),
            Some(_) => format!("\"{}\" is only observed by this loop", self.name(var)),
        };
        Diagnostic::error(
            FUT_U_R_CONSUME.refuse("consumable"),
            span,
            format!("consuming {what}, which is not consumable"),
        )
        .with_note(note)
        .with_help("consume a `copy` instead")
    }

    /// Notes that a value was computed now and will be used only later.
    pub fn hold(&self, aliases: Aliases, span: Span, held: &mut Vec<Held>) {
        if !aliases.is_empty() {
            let mark = self.history();
            held.push(Held { aliases, mark, span });
        }
    }

    /// Rule FUT-U-HELD: none of these values has been consumed meanwhile.
    pub fn release(&mut self, held: &[Held]) {
        FUT_U_HELD.apply();
        for Held { aliases, mark, span } in held {
            let since = self.trail.get(*mark..).unwrap_or_default();
            let taken = since.iter().copied().find(|&v| aliases.has_var(v));
            if let Some(var) = taken
                && self.first_report(var, *span)
            {
                let what = self.describe(var);
                let place = self.consumed.get(&var).copied().unwrap_or(*span);
                self.report(
                    Diagnostic::error(
                        FUT_U_HELD.refuse("consumed"),
                        *span,
                        format!("using {what}, but this was consumed before"),
                    )
                    .with_label("evaluated here, used only when all operands are")
                    .and_at(place, "consumed here, by another operand")
                    .with_help("consume a `copy` of it, or bind the operands by `let` in the order meant"),
                );
            }
        }
    }

    fn mark_consumed(&mut self, var: u32, span: Span) {
        if let std::collections::hash_map::Entry::Vacant(slot) = self.consumed.entry(var) {
            slot.insert(span);
            self.trail.push(var);
        }
    }

    /// A point in the history of consumption.
    pub fn history(&self) -> usize {
        self.trail.len()
    }

    /// Whether anything was consumed since then.
    pub fn consumed_since(&self, mark: usize) -> bool {
        self.trail.len() > mark
    }

    /// What was consumed since then.
    pub fn consumption_since(&self, mark: usize) -> Consumption {
        let since = self.trail.get(mark..).unwrap_or_default();
        since
            .iter()
            .filter_map(|v| self.consumed.get(v).map(|&place| (*v, place)))
            .collect()
    }

    /// Undoes and returns all consumption since then.
    pub fn undo(&mut self, mark: usize) -> Consumption {
        let since = self.trail.split_off(mark.min(self.trail.len()));
        since
            .into_iter()
            .filter_map(|v| self.consumed.remove(&v).map(|place| (v, place)))
            .collect()
    }

    /// Does again what was undone.
    pub fn redo(&mut self, consumption: Consumption) {
        for (var, place) in consumption {
            self.mark_consumed(var, place);
        }
    }

    /// Whether this is consumed now.
    pub fn is_consumed(&self, var: u32) -> bool {
        self.consumed.contains_key(&var)
    }
}

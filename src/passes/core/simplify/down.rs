//! The way down: statements in their order, with what is known where each stands.
//!
//! First the rows of [`OPENING`] are tried on a statement: it may be replaced by statements within it; then those of [`PREPARING`], by
//! which names of its parts are put for.  Then its operands are put for (CORE-O-COPY), its parts are walked, the rows of [`ROWS`](super::table::ROWS) are tried until none applies, what does not depend on
//! a body leaves it ([`hoist`](super::rules::hoist), [`identities`](soacs::identities)), and last the statement is looked for among those before it (CORE-O-CSE).

use super::Known;
use super::becomes::{Becomes, Opened, Part};
use super::engine::Engine;
use super::key::Key;
use super::rules::{accumulators, branches, existential, hoist, soacs};
use super::table::{OPENING, PREPARING, Switches};
use elder_core::analyses::aliases::Aliases;
use elder_core::analyses::effects::{self, Counted};
use elder_core::analyses::uses::Uses;
use elder_core::rules::simplification::{
    CORE_O_ASSERTTRUE, CORE_O_COPY, CORE_O_CSE, CORE_O_IFKNOWN, CORE_O_UNEXFUN,
};
use elder_core::tree::{self, Atom, Body, Exp, Form, Lambda, Pat, Program, Soac, Stm, Type};
use elder_core::walk::{Rewrite, rewrite};
use elder_core::{Name, Names};
use elder_syntax::prim::PrimType;

/// Goes over a program once; whether a rule applied, and which combinators were counted.  What is known of the program may be known from before.
pub(super) fn round(
    program: &mut Program,
    switches: &Switches,
    known: Option<Known>,
) -> (bool, Known, Counted) {
    let revealed = match switches.on(&CORE_O_UNEXFUN) {
        true => existential::of_functions(program),
        false => vec![],
    };
    let is_revealed = revealed.iter().any(Option::is_some);
    let known = known.filter(|_| !is_revealed);
    let Known { sharing, uses } = known.unwrap_or_else(|| Known::of(program));
    let mut engine = Engine::new(switches, &sharing, uses, std::mem::take(&mut program.names));
    engine.changed = is_revealed;
    engine.revealed = revealed;
    for function in &mut program.functions {
        // A constant is evaluated once, any other function as often as it is called.
        let repeats = u32::from(!function.params.is_empty());
        engine.whole(function, false, repeats);
    }
    for entry in &mut program.entries {
        engine.whole(entry, true, 0);
    }
    program.names = std::mem::take(&mut engine.names);
    let (changed, uses, counted) = (engine.changed, engine.uses, engine.counted);
    (changed, Known { sharing, uses }, counted)
}

/// Goes once over a function that may be executed any number of times, likewise.
pub(super) fn round_of(
    names: &mut Names,
    functions: &[tree::Definition],
    lambda: &mut Lambda,
    switches: &Switches,
) -> (bool, Counted) {
    let sharing = Aliases::of_lambda(names.len(), functions, lambda);
    let uses = Uses::of_lambda(names.len(), lambda);
    let mut engine = Engine::new(switches, &sharing, uses, std::mem::take(names));
    engine.lambda(lambda);
    *names = engine.names;
    (engine.changed, engine.counted)
}

impl Engine<'_> {
    /// A definition, which is executed more often than once or not.
    fn whole(&mut self, definition: &mut tree::Definition, is_entry: bool, repeats: u32) {
        let outer = self.facts.mark();
        for param in &definition.params {
            self.learn(&param.binder, is_entry);
            // What comes from outside has no size below zero.
            let dims = param.binder.ty.dims().iter().filter(|_| is_entry);
            for size in dims.filter_map(|dim| dim.size()) {
                self.facts.natural(size);
            }
        }
        self.repeated += repeats;
        rewrite::definition(self, definition);
        self.repeated -= repeats;
        self.facts.back_to(outer);
    }

    /// CORE-O-IFKNOWN: a branch, in which the condition holds or does not.
    fn branch(&mut self, condition: Atom, holds: bool, body: &mut Body) {
        let mut known = Vec::new();
        if self.switches.on(&CORE_O_IFKNOWN) {
            branches::known(self, condition, holds, &mut known);
        }
        let mut outer = Vec::new();
        for (name, atom) in known {
            outer.push((name, self.known.insert(name, atom)));
        }
        self.branch = Some((condition, holds));
        self.body(body);
        for (name, before) in outer.into_iter().rev() {
            match before {
                Some(atom) => self.known.insert(name, atom),
                None => self.known.remove(&name),
            };
        }
    }

    /// What is known once a statement was executed.
    pub(super) fn executed(&mut self, stm: &Stm) {
        if let Exp::Soac { width, .. } = stm.exp {
            if self.is_natural(width) {
                self.counted.extend(effects::counted_by(stm));
            }
            // It would have been refused otherwise.
            self.facts.natural(width);
        }
        for value in &stm.pat.values {
            let asked = matches!(
                stm.exp,
                Exp::Literal { .. } | Exp::Replicate { .. } | Exp::Reshape { .. }
            );
            self.learn(value, asked);
        }
        accumulators::leave(self, stm);
        match &stm.exp {
            Exp::Assert { holds, .. } => self.assume(*holds, true),
            Exp::Tuned(_) => {
                if let [value] = &stm.pat.values[..] {
                    self.facts.natural(value.name.into());
                    self.facts.below(Atom::i64(0), value.name.into());
                }
            }
            Exp::Prim(function, operands) => {
                if let [value] = &stm.pat.values[..] {
                    self.computed(value.name.into(), *function, operands);
                }
            }
            Exp::Index { array, at } => {
                let dims = self.names.ty(*array).map_or(&[][..], Type::dims);
                for (at, dim) in at.iter().zip(dims) {
                    self.facts.natural(*at);
                    if let Some(size) = dim.size() {
                        // Whatever has an element is no size below zero.
                        self.facts.natural(size);
                        self.facts.below(*at, size);
                    }
                }
            }
            _ => {}
        }
        let is_kept = matches!(
            stm.exp,
            Exp::Prim(..)
                | Exp::Index { .. }
                | Exp::Slice { .. }
                | Exp::FlatIndex { .. }
                | Exp::Literal { .. }
                | Exp::Iota(_)
                | Exp::Replicate { .. }
                | Exp::Reshape { .. }
                | Exp::Coerce { .. }
                | Exp::Rearrange { .. }
                | Exp::Concat { .. }
                | Exp::Copy(_)
                | Exp::Assert { .. }
        );
        if let (true, [value]) = (is_kept, &stm.pat.values[..]) {
            let at = value.name.index();
            if self.definitions.len() <= at {
                self.definitions.resize(at + 1, None);
            }
            self.definitions[at] = Some(Box::new(stm.exp.clone()));
        }
    }

    /// The statements within a statement that stand for it.
    fn opened(&mut self, stm: &mut Stm) -> Option<Opened> {
        let mut rows = OPENING.iter().filter(|row| self.switches.on(row.rule));
        let (rule, opened) = rows.find_map(|row| Some((row.rule, (row.apply)(self, stm)?)))?;
        rule.apply();
        self.changed = true;
        Some(opened)
    }

    /// Names of the parts of a statement are put for.
    fn prepared(&mut self, stm: &mut Stm) {
        for row in PREPARING.iter().filter(|row| self.switches.on(row.rule)) {
            if (row.apply)(self, stm) {
                row.rule.apply();
                self.changed = true;
            }
        }
    }

    /// What a statement was opened to, in its place.
    fn inline(&mut self, stm: Stm, opened: Opened, out: &mut Vec<Stm>) {
        for part in opened.parts {
            match part {
                Part::Substitution(name, atom) => self.substitute(name, self.resolved(atom)),
                Part::Stm(mut part) => {
                    part.certs.extend(&stm.certs);
                    self.stm(part, out);
                }
            }
        }
        for (size, witness) in stm.pat.sizes.iter().zip(opened.witnesses) {
            self.substitute(*size, self.resolved(witness));
        }
        for (value, exp) in stm.pat.values.into_iter().zip(opened.values) {
            let pat = Pat::of([value]);
            self.stm(Stm::binding(pat, exp, stm.at.plain()), out);
        }
    }

    /// The rows of the table, until none applies.
    fn rewritten(&mut self, stm: &mut Stm) {
        let switches = self.switches;
        // A row makes a statement smaller or safe, so this ends.
        while let Some(becomes) = switches.rows.iter().find_map(|row| {
            let becomes = (row.apply)(self, stm)?;
            row.rule.apply();
            Some(becomes)
        }) {
            self.changed = true;
            match becomes {
                Becomes::Exp(exp) => stm.exp = exp,
                Becomes::Atom(atom) => stm.exp = Exp::Atom(self.resolved(atom)),
                Becomes::Safe => stm.safe = true,
                Becomes::Changed => {}
                Becomes::Shown(size, atom) => {
                    stm.pat.sizes.retain(|own| *own != size);
                    self.substitute(size, atom);
                    for value in &mut stm.pat.values {
                        self.ty(&mut value.ty);
                    }
                }
            }
        }
    }

    /// CORE-O-CSE: the name of the same statement before this one.  One that asks for something stays, to be asked for it.
    fn again(&mut self, stm: &mut Stm) {
        // What has a key gives one value.
        let [value] = &stm.pat.values[..] else {
            return;
        };
        if !self.switches.on(&CORE_O_CSE) {
            return;
        }
        let Some(key) = Key::of(&stm.exp) else {
            return;
        };
        if matches!(value.ty, Type::Array { .. }) && self.sharing.is_consumed(value.name) {
            return;
        }
        let hash = key.hash();
        match self.computed.get(&hash) {
            Some(_) if !stm.at.is_plain() => {}
            Some(first) if self.defined((*first).into()).and_then(Key::of) == Some(key) => {
                CORE_O_CSE.apply();
                self.changed = true;
                stm.exp = Exp::Atom((*first).into());
            }
            // Another statement has the same hash.
            Some(_) => {}
            None => {
                self.entered.push(hash);
                self.computed.insert(hash, value.name);
            }
        }
    }

    /// CORE-O-ASSERTTRUE: whether a statement is an assertion of what is true, whose certificate nobody hands on.
    fn is_assertion_of_truth(&mut self, stm: &Stm) -> bool {
        let (Exp::Assert { holds, .. }, [value]) = (&stm.exp, &stm.pat.values[..]) else {
            return false;
        };
        let number = value.name.index();
        let is_true = *holds == Atom::TRUE;
        let goes = is_true && self.switches.on(&CORE_O_ASSERTTRUE) && !self.uses.is_operand(value.name);
        if goes {
            CORE_O_ASSERTTRUE.apply();
            self.changed = true;
            if let Some(held) = self.held.get_mut(number) {
                *held = true;
            }
        }
        goes
    }
}

impl Rewrite for Engine<'_> {
    fn used(&mut self, name: &mut Name) {
        if let Atom::Var(other) = self.resolved((*name).into()) {
            *name = other;
        }
    }

    fn atom(&mut self, atom: &mut Atom) {
        *atom = self.resolved(*atom);
        if let Some(known) = atom.name().and_then(|name| self.known.get(&name)) {
            CORE_O_IFKNOWN.apply();
            self.changed = true;
            *atom = *known;
        }
    }

    fn exp(&mut self, exp: &mut Exp) {
        match exp {
            Exp::If {
                condition,
                then,
                otherwise,
                results,
            } => {
                self.atom(condition);
                for given in &mut results.given {
                    self.result(&mut given.ty);
                }
                self.branch(*condition, true, then);
                self.branch(*condition, false, otherwise);
                return;
            }
            Exp::Loop(it) => {
                for (param, _) in &mut it.params {
                    self.ty(&mut param.binder.ty);
                    self.learn(&param.binder, false);
                }
            }
            _ => {}
        }
        let outer = self.facts.mark();
        match exp {
            Exp::Loop(it) => {
                if let Form::For {
                    index,
                    ty: PrimType::I64,
                    bound,
                } = it.form
                {
                    self.facts.natural(index.into());
                    self.facts.below(index.into(), self.resolved(bound));
                }
            }
            Exp::Soac { inputs, soac, .. } => self.elements(inputs, soac),
            Exp::Segmented(it) => {
                let numbers = it.screma.function.params.iter().skip(it.screma.accs.len());
                for (number, size) in numbers.zip(&it.space) {
                    self.facts.natural(number.name.into());
                    self.facts.below(number.name.into(), self.resolved(*size));
                }
            }
            _ => {}
        }
        accumulators::enter(self, exp);
        let repeats = u32::from(matches!(exp, Exp::Loop(_)));
        self.repeated += repeats;
        rewrite::exp(self, exp);
        self.repeated -= repeats;
        self.facts.back_to(outer);
    }

    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        if let Some(opened) = self.opened(&mut stm) {
            elder_syntax::effort::deeper(|| self.inline(stm, opened, out));
            return;
        }
        self.prepared(&mut stm);
        rewrite::stm(self, &mut stm);
        stm.certs
            .retain(|cert| self.held.get(cert.index()) != Some(&true));
        self.rewritten(&mut stm);
        hoist::out_of(self, &mut stm, out);
        soacs::identities(self, &mut stm, out);
        if self.is_assertion_of_truth(&stm) {
            return;
        }
        self.again(&mut stm);
        self.executed(&stm);
        match (&stm.exp, &stm.pat.values[..]) {
            (Exp::Atom(atom), [value]) if self.switches.on(&CORE_O_COPY) => {
                CORE_O_COPY.apply();
                self.changed = true;
                self.substitute(value.name, *atom);
            }
            _ => out.push(stm),
        }
    }

    fn body(&mut self, body: &mut Body) {
        let (outer, facts) = (self.entered.len(), self.facts.mark());
        if let Some((condition, holds)) = self.branch.take() {
            self.assume(condition, holds);
        }
        rewrite::body(self, body);
        self.facts.back_to(facts);
        // Of a long definition the table is empty sooner than all that is in it is looked for.
        if outer == 0 && self.computed.capacity() < 8 * self.entered.len() {
            self.computed.clear();
            self.entered.clear();
        }
        for hash in self.entered.drain(outer..) {
            self.computed.remove(&hash);
        }
    }

    fn lambda(&mut self, lambda: &mut Lambda) {
        let facts = self.facts.mark();
        for param in &mut lambda.params {
            self.ty(&mut param.ty);
            self.learn(param, false);
        }
        self.repeated += 1;
        rewrite::lambda(self, lambda);
        self.repeated -= 1;
        self.facts.back_to(facts);
    }
}

impl Engine<'_> {
    /// What is known of the elements of inputs: those of `iota n` are natural and below n.
    fn elements(&mut self, inputs: &[Name], soac: &Soac) {
        let (skipped, function) = match soac {
            Soac::Screma(screma) => (screma.accs.len(), &screma.function),
            Soac::Scatter { function, .. } => (0, function),
            Soac::Filter { predicate } => (0, predicate),
            Soac::Hist { .. } | Soac::StreamPar { .. } | Soac::StreamSeq { .. } => return,
        };
        for (input, param) in inputs.iter().zip(function.params.iter().skip(skipped)) {
            let input = self.resolved((*input).into());
            if let Some(Exp::Iota(count)) = self.defined(input) {
                let count = *count;
                self.facts.natural(param.name.into());
                self.facts.below(param.name.into(), count);
            }
        }
    }
}

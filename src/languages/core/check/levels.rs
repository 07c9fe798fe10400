//! Who executes what, of programs in kernel form (CORE-L-*).
//!
//! A body is executed by the host, by a work-group, or by one item.  The function of `@global` is an item's, that of `@workgroup` a group's, that
//! of `@local` an item's again; whoever executes a combinator that says nothing executes its functions one after the other.  Scalars of a group are
//! computed by all of its items alike, so branches and loops around `@local` are the same for all of them by construction.

use super::Form;
use crate::analyses::calls::called_within;
use crate::names::{FunName, Name};
use crate::rules::levels::{CORE_L_DONE, CORE_L_GROUP, CORE_L_HOST, CORE_L_ITEM, CORE_L_SPACE};
use crate::site::SiteId;
use crate::tree::{Atom, Exp, Lambda, Level, Operator, Program, Segmented, Soac, Stm};
use crate::walk::{Fold, fold};
use elder_syntax::{Diagnostic, Rule, Span};
use rustc_hash::FxHashSet;

/// All definitions of a program of this form.
pub(super) fn program(program: &Program, form: Form) -> Result<(), Vec<Diagnostic>> {
    let mut levels = Levels {
        program,
        form,
        who: Who::Host,
        launched: false,
        inside: FxHashSet::default(),
        at: None,
        errors: Vec::new(),
    };
    let items = called_within(program);
    for (number, function) in program.functions.iter().enumerate() {
        levels.at = Some(function.at);
        levels.who = match items.contains(&FunName(number as u32)) {
            true => Who::Item,
            false => Who::Host,
        };
        fold::definition(&mut levels, function);
    }
    levels.who = Who::Host;
    for entry in &program.entries {
        levels.at = Some(entry.at);
        fold::definition(&mut levels, entry);
    }
    match levels.errors.is_empty() {
        true => Ok(()),
        false => Err(levels.errors),
    }
}

/// Who executes a body.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Who {
    /// The host.
    Host,
    /// Whoever executes a combinator that says nothing: one after the other.
    Sequence,
    /// The items of a work-group, all of them the same.
    Group,
    /// One item.
    Item,
}

struct Levels<'p> {
    program: &'p Program,
    form: Form,
    who: Who,
    /// Whether it is within a launch.
    launched: bool,
    /// What is bound within a launch.
    inside: FxHashSet<Name>,
    at: Option<SiteId>,
    errors: Vec<Diagnostic>,
}

impl Levels<'_> {
    fn report(&mut self, rule: &'static Rule, premise: &str, message: &str) {
        let span = self.at.map_or(Span::NONE, |at| self.program.site(at).span);
        self.errors
            .push(Diagnostic::error(rule.refuse(premise), span, message));
    }

    /// What a combinator over a space is by the level that it stands at; who executes its function.
    fn level(&mut self, segmented: &Segmented) -> Who {
        let (rule, premise, wanted, message) = match segmented.level {
            Level::Global | Level::Workgroup(_) => {
                let message = "a launch within a function of a combinator";
                (&CORE_L_HOST, "host", Who::Host, message)
            }
            Level::Local => {
                let message = "`@local` where no work-group is";
                (&CORE_L_GROUP, "within", Who::Group, message)
            }
        };
        rule.apply();
        match self.who {
            who if who == wanted => {}
            Who::Item => {
                let message = "a combinator over a space within what one item executes";
                self.report(&CORE_L_ITEM, "sequential", message);
            }
            _ => self.report(rule, premise, message),
        }
        match segmented.level {
            Level::Global | Level::Local => {
                CORE_L_ITEM.apply();
                Who::Item
            }
            Level::Workgroup(_) => Who::Group,
        }
    }

    /// CORE-L-SPACE
    fn outside(&mut self, atoms: &[Atom]) {
        CORE_L_SPACE.apply();
        let inside = |atom: &Atom| atom.name().is_some_and(|name| self.inside.contains(&name));
        if atoms.iter().any(inside) {
            let message = "a size that is bound within the launch";
            self.report(&CORE_L_SPACE, "outside", message);
        }
    }

    /// A function that others execute.
    fn executed(&mut self, who: Who, function: &Lambda) {
        let around = (self.who, self.launched);
        (self.who, self.launched) = (who, true);
        fold::lambda(self, function);
        (self.who, self.launched) = around;
    }
}

impl Fold for Levels<'_> {
    fn bound(&mut self, name: &Name) {
        if self.launched {
            self.inside.insert(*name);
        }
    }

    fn stm(&mut self, stm: &Stm) {
        let outside = self.at.replace(stm.at);
        let premise = match self.who {
            Who::Host if self.form >= Form::Kernel => Some("host"),
            Who::Item if self.form >= Form::Sequential => Some("item"),
            _ => None,
        };
        if let Some(premise) = premise {
            CORE_L_DONE.apply();
            if let Exp::Soac { .. } = stm.exp {
                self.report(
                    &CORE_L_DONE,
                    premise,
                    "a combinator that does not say who executes it",
                );
            }
        }
        fold::stm(self, stm);
        self.at = outside;
    }

    /// Whoever combines applies an operator, alone.
    fn operator(&mut self, operator: &Operator) {
        let around = std::mem::replace(&mut self.who, Who::Item);
        fold::operator(self, operator);
        self.who = around;
    }

    fn soac(&mut self, soac: &Soac) {
        let who = match self.who {
            Who::Item => Who::Item,
            // What is executed one after the other is no place to launch from, nor for the items of a group.
            Who::Host | Who::Sequence | Who::Group => Who::Sequence,
        };
        let around = std::mem::replace(&mut self.who, who);
        fold::soac(self, soac);
        self.who = around;
    }

    fn segmented(&mut self, segmented: &Segmented) {
        let who = self.level(segmented);
        if segmented.level == Level::Local {
            self.outside(&segmented.space);
        }
        let screma = &segmented.screma;
        for operator in screma.operators() {
            self.executed(Who::Item, &operator.function);
        }
        self.executed(who, &screma.function);
        if let Some(after) = &screma.after {
            self.executed(Who::Item, after);
        }
    }
}

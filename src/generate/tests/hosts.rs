//! What the host's way down is shown by is in many of Core's generated programs.

use elder_core::Program;
use elder_core::names::Name;
use elder_core::tree::{Atom, Body, Cut, Exp, Form, Loop, Soac, Stm, Type};
use elder_core::walk::{Fold, fold};
use elder_generate::Choices;
use elder_generate::core::case;
use std::collections::{BTreeMap, BTreeSet};

/// What is in a program.
#[derive(Default)]
struct Seen {
    /// Names that are bound to what is seen of an array.
    views: BTreeMap<Name, Name>,
    found: BTreeSet<&'static str>,
}

/// The array of which an expression is another view.
fn seen_of(exp: &Exp) -> Option<Name> {
    match exp {
        Exp::Slice { array, .. }
        | Exp::FlatIndex { array, .. }
        | Exp::Rearrange { array, .. }
        | Exp::Reshape { array, .. } => Some(*array),
        _ => None,
    }
}

impl Seen {
    fn of(program: &Program) -> BTreeSet<&'static str> {
        let mut seen = Seen::default();
        fold::program(&mut seen, program);
        if program.entries.len() > 1 {
            seen.found.insert("two entry points");
        }
        seen.found
    }

    fn add(&mut self, what: &'static str, holds: bool) {
        if holds {
            self.found.insert(what);
        }
    }

    fn repeated(&mut self, it: &Loop) {
        let pairs = it.params.iter().zip(&it.body.results);
        let seen =
            |(name, of): (&Name, &Name), result: &Atom, own: Name| *result == Atom::Var(*name) && *of == own;
        let is_own = pairs.clone().any(|((param, _), result)| {
            self.views
                .iter()
                .any(|view| seen(view, result, param.binder.name))
        });
        self.add("a state becomes what is seen of it", is_own);
        let numbers = |body: &Body| {
            body.stms
                .iter()
                .all(|stm| stm.pat.values.iter().all(|value| value.ty.rank() == 0))
        };
        let is_host = numbers(&it.body) && it.params.iter().all(|(param, _)| param.binder.ty.rank() == 0);
        self.add(
            "a while of numbers",
            is_host && matches!(it.form, Form::While { .. }),
        );
        let sizes: Vec<Name> = it
            .body
            .stms
            .iter()
            .filter(|stm| matches!(stm.exp, Exp::Prim(..)))
            .flat_map(|stm| stm.pat.names())
            .collect();
        let by_round = |stm: &Stm| {
            match (&stm.exp, &it.form) {
            (Exp::Slice { at, .. }, Form::For { index, .. }) => at.iter().any(|cut| {
                matches!(cut, Cut::Section { count: Atom::Var(count), .. } if count == index || sizes.contains(count))
            }),
            _ => false,
        }
        };
        self.add(
            "a part as long as the round says",
            it.body.stms.iter().any(by_round),
        );
    }
}

impl Fold for Seen {
    fn stm(&mut self, stm: &Stm) {
        if let (Some(array), [value]) = (seen_of(&stm.exp), stm.pat.values.as_slice()) {
            self.views.insert(value.name, array);
        }
        // What is within stands before what it is in.
        fold::stm(self, stm);
    }

    fn exp(&mut self, exp: &Exp) {
        fold::exp(self, exp);
        let is_seen =
            |seen: &Seen, arrays: &[Name]| arrays.iter().any(|array| seen.views.contains_key(array));
        match exp {
            Exp::WithAcc { updates, function } => {
                let arrays = |k: usize| {
                    updates
                        .iter()
                        .filter_map(move |update| update.arrays.get(k).copied())
                };
                let (first, second): (Vec<Name>, Vec<Name>) = (arrays(0).collect(), arrays(1).collect());
                self.add("an accumulator of a part", is_seen(self, &first));
                self.add("a second array that is a part", is_seen(self, &second));
                let others = function.results.iter().skip(updates.len());
                self.add(
                    "arrays behind accumulators",
                    others.map(Type::rank).any(|rank| rank > 0),
                );
            }
            Exp::Soac { inputs, soac, .. } => {
                let (what, arrays) = match &**soac {
                    Soac::Scatter { into, .. } => (
                        "a scatter into a part",
                        into.iter().map(|target| target.array).collect(),
                    ),
                    Soac::Hist { into, .. } => {
                        let targets = into.iter().flat_map(|(targets, _)| targets);
                        (
                            "a histogram into a part",
                            targets.map(|target| target.array).collect(),
                        )
                    }
                    _ => ("a combinator of a part", inputs.clone()),
                };
                self.add(what, is_seen(self, &arrays));
            }
            Exp::Replicate { value, .. } => {
                let is_part = value.name().is_some_and(|name| self.views.contains_key(&name));
                self.add("copies of a part", is_part);
            }
            Exp::Loop(it) => self.repeated(it),
            _ => {}
        }
    }
}

/// Each of these is in so many of a thousand programs.
#[test]
fn rows_are_met() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..1000 {
        for what in Seen::of(&case(&mut Choices::random(seed)).program) {
            *counts.entry(what).or_default() += 1;
        }
    }
    for (what, least) in [
        ("two entry points", 25),
        ("a state becomes what is seen of it", 70),
        ("a while of numbers", 40),
        ("a part as long as the round says", 20),
        ("an accumulator of a part", 60),
        ("a second array that is a part", 5),
        ("arrays behind accumulators", 20),
        ("a scatter into a part", 5),
        ("a histogram into a part", 5),
        ("a combinator of a part", 100),
        ("copies of a part", 5),
    ] {
        let count = counts.get(what).copied().unwrap_or(0);
        assert!(count >= least, "{what}: {count} of 1,000 programs");
    }
}

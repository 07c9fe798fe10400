//! What the checker accepts has no race.  Translated programs are changed at random: a variable is exchanged for another one of its type, so
//! that loops read what they write, cells are shared, acceptors are used twice.  Most of these are refused; those that are accepted
//! must run without a race by the store semantics, whatever else becomes of them.

use elder_dpia::{Binder, Entry, Node, Phrase, PhraseType, check};
use elder_generate::Choices;
use elder_generate::dpia::{Shape, case};
use elder_passes::{Target, within_dpia};
use elder_semantics::dpia::{Options, run};
use elder_semantics::failure::Kind;
use elder_semantics::options::Limits;

/// The stage that leaves loops over cells and acceptors, before launches are formed.
const STAGE: &str = "expand";

/// Walks through a term and exchanges the variable at the occurrence of that number.
struct Exchange<'a> {
    choices: &'a mut Choices,
    /// Occurrences that are still to be passed over.
    left: usize,
    scope: Vec<Binder>,
}

impl Exchange<'_> {
    fn phrase(&mut self, phrase: &Phrase) -> Phrase {
        match &*phrase.node {
            Node::Var(x) => {
                let Some(own) = self.scope.iter().rev().find(|b| b.name == *x).cloned() else {
                    return phrase.clone();
                };
                let others: Vec<Binder> = self
                    .scope
                    .iter()
                    .filter(|b| b.name != own.name && b.ty == own.ty)
                    .cloned()
                    .collect();
                if others.is_empty() {
                    return phrase.clone();
                }
                match self.left {
                    0 => {
                        self.left = usize::MAX;
                        match self.choices.pick(&others) {
                            Some(other) => Phrase::var(&other.name, phrase.span),
                            None => phrase.clone(),
                        }
                    }
                    _ => {
                        self.left -= 1;
                        phrase.clone()
                    }
                }
            }
            Node::Lambda(binder, body) => {
                self.scope.push(binder.clone());
                let body = self.phrase(body);
                self.scope.pop();
                Phrase::new(Node::Lambda(binder.clone(), body), phrase.span)
            }
            _ => phrase.map_children(&mut |part| self.phrase(part)),
        }
    }
}

/// The occurrences of variables that could be exchanged.
fn occurrences(
    phrase: &Phrase,
    scope: &mut Vec<PhraseType>,
    types: &mut Vec<(elder_dpia::Name, PhraseType)>,
) -> usize {
    match &*phrase.node {
        Node::Var(x) => {
            let own = types.iter().rev().find(|(y, _)| x == y).map(|(_, ty)| ty.clone());
            usize::from(own.is_some_and(|ty| scope.iter().filter(|other| **other == ty).count() > 1))
        }
        Node::Lambda(binder, body) => {
            scope.push(binder.ty.clone());
            types.push((binder.name.clone(), binder.ty.clone()));
            let found = occurrences(body, scope, types);
            scope.pop();
            types.pop();
            found
        }
        _ => phrase
            .children()
            .map(|part| occurrences(part, scope, types))
            .sum(),
    }
}

fn exchanged(entry: &Entry, choices: &mut Choices) -> Entry {
    let scope: Vec<Binder> = entry.inputs.iter().chain(&entry.outputs).cloned().collect();
    let mut types = scope.iter().map(|b| (b.name.clone(), b.ty.clone())).collect();
    let mut outer = scope.iter().map(|b| b.ty.clone()).collect();
    let count = occurrences(&entry.body, &mut outer, &mut types);
    let left = choices.below(count.max(1));
    let mut exchange = Exchange { choices, left, scope };
    let body = exchange.phrase(&entry.body);
    Entry {
        body,
        ..entry.clone()
    }
}

#[test]
fn what_is_accepted_has_no_race() {
    let (mut accepted, mut refused, mut races_refused) = (0, 0, 0);
    for seed in 0..600 {
        let mut choices = Choices::random(seed);
        let case = case(&mut choices, Shape::PLAIN);
        let Ok(mut entry) = Entry::closed(&case.program, "main") else {
            panic!("seed {seed}: no entry");
        };
        for pass in within_dpia().iter().map(|position| position.pass) {
            entry = pass
                .entry(&entry, &Target::OPENCL)
                .unwrap_or_else(|e| panic!("seed {seed}: {e:#?}"));
            if pass.name == STAGE {
                break;
            }
        }
        for _ in 0..6 {
            let mut changed = exchanged(&entry, &mut choices);
            if choices.one_in(2) {
                changed = exchanged(&changed, &mut choices);
            }
            let options = Options {
                limits: Limits::fuel(200_000),
                ..Options::default()
            };
            let race = || match run(&changed, case.inputs.clone(), &options).results {
                Err(failure) if failure.kind == Kind::Race => Some(failure),
                _ => None,
            };
            // As a program: what stands after a pass is believed to scatter to indexes that were tested.
            match check::obligations(&changed) {
                Ok(_) => {
                    accepted += 1;
                    if let Some(failure) = race() {
                        panic!(
                            "seed {seed}: accepted, but {}: {}",
                            failure.message,
                            elder_dpia::print::phrase(&changed.body)
                        );
                    }
                }
                Err(_) => {
                    refused += 1;
                    races_refused += usize::from(race().is_some());
                }
            }
        }
    }
    // The question is asked of programs of all sorts.
    assert!(accepted > 500, "{accepted} accepted");
    assert!(refused > 200, "{refused} refused");
    assert!(races_refused > 20, "{races_refused} of those refused have races");
}

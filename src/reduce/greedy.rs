//! The search: large pieces first, as long as anything can be taken away.

use crate::{Case, Edit, Language, Size, inputs};
use elder_syntax::Value;
use rustc_hash::{FxHashSet, FxHasher};
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};

/// A candidate as it is judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The text of the program.
    pub text: String,
    /// What its entry point reads.
    pub inputs: Vec<Value>,
}

/// What a judge says of some candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// None shows what is wanted.
    None,
    /// The first that does.
    First(usize),
    /// There is no time to say so.
    Over,
}

/// Who judges candidates.
pub trait Judge {
    /// How many may be judged together.
    fn together(&self) -> usize {
        1
    }

    /// Which candidate is the first that shows what is wanted.
    fn judge(&mut self, candidates: &[Candidate]) -> Judged;

    /// A candidate was kept, of so many nodes.
    fn kept(&mut self, _nodes: usize) {}
}

/// What came of a reduction.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smallest candidate that shows what is wanted.
    pub candidate: Candidate,
    /// Its nodes.
    pub nodes: usize,
    /// The nodes of the program before.
    pub before: usize,
    /// How many candidates were judged.
    pub tried: usize,
    /// How many of them were kept.
    pub kept: usize,
    /// Whether nothing more can be taken away.
    pub is_least: bool,
}

/// Where a round goes on: large pieces come first, and those of one size in the order of the text.
type Key = (Reverse<usize>, usize);

/// A case that is kept, and where.
type Kept<L> = (Key, Case<<L as Language>::Program>);

/// A case on its way.
struct Search<'l, L: Language> {
    language: &'l L,
    case: Case<L::Program>,
    /// Texts and inputs that were judged: they do not show what is wanted.
    known: FxHashSet<u64>,
    tried: usize,
    kept: usize,
}

/// How a round ended.
enum Round {
    Nothing,
    Smaller,
    Over,
}

/// The smallest case that the judge keeps.
pub fn reduce<L: Language>(language: &L, case: Case<L::Program>, judge: &mut dyn Judge) -> Reduced {
    let before = language.size(&case.program).nodes;
    let mut search = Search {
        language,
        case,
        known: FxHashSet::default(),
        tried: 0,
        kept: 0,
    };
    let is_least = loop {
        match search.round(judge) {
            Round::Nothing => break true,
            Round::Smaller => {}
            Round::Over => break false,
        }
    };
    Reduced {
        candidate: search.candidate(&search.case),
        nodes: language.size(&search.case.program).nodes,
        before,
        tried: search.tried,
        kept: search.kept,
        is_least,
    }
}

impl<L: Language> Search<'_, L> {
    /// Every edit once, the largest first.
    fn round(&mut self, judge: &mut dyn Judge) -> Round {
        let mut round = Round::Nothing;
        let mut from: Option<Key> = None;
        loop {
            match self.next(from, judge) {
                Ok(None) => return round,
                Ok(Some((key, case))) => {
                    self.case = case;
                    self.kept += 1;
                    judge.kept(self.language.size(&self.case.program).nodes);
                    from = Some(key);
                    round = Round::Smaller;
                }
                Err(()) => return Round::Over,
            }
        }
    }

    /// The first case from there on that is kept.
    fn next(&mut self, from: Option<Key>, judge: &mut dyn Judge) -> Result<Option<Kept<L>>, ()> {
        let case = self.case.clone();
        let mut edits: Vec<(Key, Edit<'_, L::Program>)> = self
            .language
            .edits(&case)
            .into_iter()
            .chain(inputs::edits(&case))
            .enumerate()
            .map(|(place, edit)| ((Reverse(edit.removes), place), edit))
            .filter(|(key, _)| from.is_none_or(|from| *key >= from))
            .collect();
        edits.sort_by_key(|(key, _)| *key);
        let size = self.measure(&case);
        let mut edits = edits.iter();
        loop {
            let mut batch: Vec<(Key, Candidate, u64)> = Vec::new();
            for (key, edit) in edits.by_ref() {
                let Some(made) = (edit.make)().filter(|made| self.measure(made) < size) else {
                    continue;
                };
                let candidate = self.candidate(&made);
                let hash = hash(&candidate);
                if self.known.insert(hash) {
                    batch.push((*key, candidate, hash));
                }
                if batch.len() >= judge.together() {
                    break;
                }
            }
            if batch.is_empty() {
                return Ok(None);
            }
            let candidates: Vec<Candidate> =
                batch.iter().map(|(_, candidate, _)| candidate.clone()).collect();
            self.tried += candidates.len();
            match judge.judge(&candidates) {
                Judged::Over => return Err(()),
                Judged::None => {}
                Judged::First(k) => {
                    let Some((key, candidate, _)) = batch.get(k) else {
                        continue;
                    };
                    // Those behind it were not judged by themselves.
                    for (_, _, hash) in &batch[k + 1..] {
                        self.known.remove(hash);
                    }
                    if let Some(program) = self.language.read(&candidate.text) {
                        let inputs = candidate.inputs.clone();
                        return Ok(Some((*key, Case { program, inputs })));
                    }
                }
            }
        }
    }

    /// The size of a case: what it reads counts as what it is made of.
    fn measure(&self, case: &Case<L::Program>) -> Size {
        let Size { nodes, detail } = self.language.size(&case.program);
        let read = inputs::size(&case.inputs);
        Size {
            nodes: nodes + read.nodes,
            detail: detail + read.detail,
        }
    }

    fn candidate(&self, case: &Case<L::Program>) -> Candidate {
        Candidate {
            text: self.language.text(&case.program),
            inputs: case.inputs.clone(),
        }
    }
}

fn hash(candidate: &Candidate) -> u64 {
    let mut hasher = FxHasher::default();
    candidate.text.hash(&mut hasher);
    for input in &candidate.inputs {
        input.to_string().hash(&mut hasher);
    }
    hasher.finish()
}

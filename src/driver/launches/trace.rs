//! What the statements of a program of Core bind and what it gives, and how what a host program shows and gives is something else.

use crate::engine::Settings;
use crate::finding::CHOICES;
use crate::judge::{self, Near};
use elder_core::tree::Program;
use elder_engine::core::options;
use elder_passes::core::plan::shown_as;
use elder_semantics::core;
use elder_semantics::failure::{Kind, Run};
use elder_semantics::kernel::program::is_mistake;
use elder_syntax::{Name, Value};
use rustc_hash::FxHashMap;

/// Elements of arrays that are kept of a run; statements behind that are not compared.
const KEPT: usize = 1 << 22;

/// What a program does.
pub(super) struct Trace {
    /// What its statements bind: by what an array is called, all of its values in order; none where choices make a difference.
    arrays: FxHashMap<Name, Vec<Option<Value>>>,
    end: Ended,
    /// Whether other choices make something else of it anywhere: then they may fail elsewhere.
    depends: bool,
}

/// How a program ends.
enum Ended {
    /// With values: each, if no choice makes another one of it.
    Values(Vec<Option<Value>>),
    /// It has none.
    Fails,
    /// Nobody knows, or that depends on choices.
    Open,
}

impl Trace {
    /// What the statements of a program of Core bind on these values, by the choices of the definition.
    pub(super) fn of(program: &Program, entry: &str, values: &[Value], settings: &Settings) -> Trace {
        let mut arrays: FxHashMap<Name, Vec<Option<Value>>> = FxHashMap::default();
        let mut room = KEPT;
        let mut names: FxHashMap<_, Name> = FxHashMap::default();
        let outcome = core::watched(program, entry, values, &options(settings), &mut |name, value| {
            let text = names.entry(name).or_insert_with(|| shown_as(program, name));
            let all = arrays.entry(text.clone()).or_default();
            room = room.saturating_sub(value.as_ref().map_or(1, |value| value.data().len() + 1));
            all.push(value.filter(|_| room > 0));
        });
        let end = match outcome.results {
            Ok(values) => Ended::Values(values.into_iter().map(Some).collect()),
            Err(failure) if failure.kind == Kind::Error => Ended::Fails,
            Err(_) => Ended::Open,
        };
        Trace {
            arrays,
            end,
            depends: false,
        }
    }

    /// The same without what other choices make something else of.
    pub(super) fn determined(
        mut self,
        program: &Program,
        entry: &str,
        values: &[Value],
        settings: &Settings,
        near: Near<'_>,
    ) -> Trace {
        for seed in (0..CHOICES).filter(|seed| *seed != settings.seed) {
            let other = Trace::of(program, entry, values, &Settings { seed, ..*settings });
            for (name, all) in &mut self.arrays {
                let others = other.arrays.get(name).map(Vec::as_slice).unwrap_or_default();
                self.depends |= keep_same(all, others, near);
            }
            self.end = match (self.end, other.end) {
                (Ended::Values(mut own), Ended::Values(others)) => {
                    self.depends |= keep_same(&mut own, &others, near);
                    Ended::Values(own)
                }
                (Ended::Fails, Ended::Fails) => Ended::Fails,
                _ => Ended::Open,
            };
        }
        self
    }

    /// How a run of the host program ends in another way: it fails where the program has values, has values where it fails, or has another value.
    pub(super) fn ended(&self, results: &Run<Vec<Value>>, near: Near<'_>) -> Option<String> {
        match (results, &self.end) {
            (Err(failure), _) if is_mistake(failure) => Some(failure.message.to_string()),
            (Err(failure), Ended::Values(_)) if failure.kind == Kind::Error && !self.depends => Some(
                format!("it fails, and the program has values: {}", failure.message),
            ),
            (Err(_), _) => None,
            (Ok(values), _) => self.gave(values, near),
        }
    }

    /// How what a run gave is something else.
    pub(super) fn gave(&self, values: &[Value], near: Near<'_>) -> Option<String> {
        match &self.end {
            Ended::Values(expected) if expected.len() != values.len() => Some(format!(
                "{} results, and the program has {}",
                values.len(),
                expected.len()
            )),
            Ended::Values(expected) => {
                let mut pairs = expected.iter().zip(values).enumerate();
                pairs.find_map(|(k, (expected, actual))| {
                    let difference = difference(expected.as_ref()?, actual, near)?;
                    Some(format!("result {k} is another one: {difference}"))
                })
            }
            Ended::Fails if !self.depends => Some(String::from("it has values, and the program fails")),
            Ended::Fails | Ended::Open => None,
        }
    }
}

/// Of values those that are the same as others; whether some are not.
fn keep_same(own: &mut [Option<Value>], others: &[Option<Value>], near: Near<'_>) -> bool {
    let mut depends = false;
    for (k, value) in own.iter_mut().enumerate() {
        let Some(known) = value else { continue };
        let other = others.get(k).and_then(Option::as_ref);
        if other.is_none_or(|other| difference(known, other, near).is_some()) {
            depends = true;
            *value = None;
        }
    }
    depends
}

fn difference(expected: &Value, actual: &Value, near: Near<'_>) -> Option<String> {
    let one = std::slice::from_ref;
    let answer = judge::values(one(expected), one(actual), near);
    answer.difference().map(|difference| difference.message)
}

/// Who compares what a run shows with what statements bind.
pub(super) struct Comparing<'t> {
    trace: &'t Trace,
    near: Near<'t>,
    /// How often an array was shown.
    times: FxHashMap<Name, usize>,
}

impl<'t> Comparing<'t> {
    /// Nothing was shown yet.
    pub(super) fn new(trace: &'t Trace, near: Near<'t>) -> Comparing<'t> {
        Comparing {
            trace,
            near,
            times: FxHashMap::default(),
        }
    }

    /// What the array of this name has to be, the next time that it is shown; `None` if nothing says it.
    pub(super) fn next(&mut self, name: &Name) -> Option<&'t Value> {
        let times = self.times.entry(name.clone()).or_default();
        let value = self.trace.arrays.get(name)?.get(*times);
        *times += 1;
        value?.as_ref()
    }

    /// How an array that is shown is another one than it has to be, with what that is.
    pub(super) fn shown(&mut self, name: &Name, actual: &Value) -> Option<(String, &'t Value)> {
        let expected = self.next(name)?;
        // Rows that are not there may have any size.
        if expected.data().is_empty() && actual.data().is_empty() {
            return None;
        }
        let difference = difference(expected, actual, self.near)?;
        let text = name.split('.').next().unwrap_or(name);
        Some((format!("`{text}` is another array: {difference}"), expected))
    }
}

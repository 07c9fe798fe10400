//! A program along the arrows of its language, where they do not lead to a device yet: what `elder dev` shows, and what the conformance
//! cases and `elder test --pass` run.

use crate::clock;
use crate::compile::SOURCE;
use crate::engine::{Failed, Program, Rejected, Settings, StopKind};
use crate::finding;
use crate::tower;
use elder_passes::programs::Futhark;
use elder_passes::tower::Of;
use elder_passes::{Arrow, Target};
use elder_semantics::futhark::reached::takes_derivatives;
use elder_syntax::language::{Program as Stage, known};
use elder_syntax::{Diagnostic, Rule, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// A program as it was written and after each arrow.
pub struct Road {
    /// As it was written.
    pub written: Box<dyn Stage>,
    /// After each arrow.
    pub made: Vec<(&'static Arrow, Box<dyn Stage>)>,
}

/// Where a road ends before its last arrow.
pub struct Refused {
    /// The arrow that refuses.
    pub arrow: &'static Arrow,
    /// Why.
    pub errors: Vec<Diagnostic>,
    /// The road as far as that arrow.
    pub until: Road,
}

impl Road {
    /// A program after each arrow that leads on from its language, without these of their rules; as far as the arrow `last`, if there is one of that
    /// name.  A program goes no further than an arrow that is of a fragment only and refuses it, unless that is the last.
    ///
    /// # Errors
    /// What an arrow refuses.
    pub fn of(
        written: Box<dyn Stage>,
        without: &[&'static Rule],
        last: Option<&str>,
    ) -> Result<Road, Refused> {
        let arrows = tower::onwards(written.language());
        let mut road = Road {
            written,
            made: Vec::new(),
        };
        for arrow in arrows {
            let before = road.made.last().map_or(&*road.written, |(_, before)| &**before);
            match arrow.without(before, &Target::OPENCL, without) {
                Ok(next) => road.made.push((arrow, next)),
                Err(errors) if leaves_out(arrow, &errors) && last != Some(arrow.name) => break,
                Err(errors) => {
                    return Err(Refused {
                        arrow,
                        errors,
                        until: road,
                    });
                }
            }
            if last == Some(arrow.name) {
                break;
            }
        }
        Ok(road)
    }

    /// How much processor time each of its arrows takes, at the least of so many times.  A program is not checked between them, as it is in builds with assertions.
    ///
    /// # Errors
    /// What an arrow refuses.
    pub fn times(&self, runs: usize) -> Result<Vec<(&'static str, Duration)>, Vec<Diagnostic>> {
        let before = std::iter::once(&self.written).chain(self.made.iter().map(|(_, made)| made));
        let mut times = Vec::with_capacity(self.made.len());
        for ((arrow, _), before) in self.made.iter().zip(before) {
            let mut least = Duration::MAX;
            for _ in 0..runs {
                let start = clock::thread();
                let made = arrow.take(&**before, &Target::OPENCL)?;
                least = least.min(clock::thread().saturating_sub(start));
                drop(made);
            }
            times.push((arrow.name, least));
        }
        Ok(times)
    }

    /// The derivation by which its last arrow makes its result, `None` if that arrow has none.
    ///
    /// # Errors
    /// What the arrow refuses.
    pub fn steps(&self) -> Option<Result<String, Vec<Diagnostic>>> {
        let (last, before) = self.made.split_last()?;
        let steps = last.0.steps?;
        Some(steps(
            before.last().map_or(&*self.written, |(_, before)| &**before),
        ))
    }

    /// What a run of an entry point costs, as it was written and behind each arrow: work, and rules applied.
    ///
    /// # Errors
    /// How a run fails; where it may take a derivative, since what numbers carry for one is not counted.
    pub(crate) fn costs(
        &self,
        entry: &str,
        values: &[Value],
    ) -> Result<Vec<(&'static str, u64, u64)>, Failed> {
        let made = self.made.iter().map(|(arrow, made)| (arrow.name, made));
        let mut costs = Vec::with_capacity(1 + self.made.len());
        for (name, stage) in std::iter::once((SOURCE, &self.written)).chain(made) {
            if known::<Futhark>(&**stage).is_some_and(|program| takes_derivatives(&program.tree, entry)) {
                let message = "what a derivative costs is not counted: leave out --cost, or ask for it of an entry point that takes none";
                return Err(Failed {
                    kind: StopKind::Unsupported,
                    diagnostic: Box::new(Diagnostic::outside(message.to_owned())),
                });
            }
            let Some(outcome) = finding::run(&**stage, entry, values, &Settings::default()) else {
                continue;
            };
            outcome.results?;
            costs.push((name, outcome.work, outcome.rules));
        }
        Ok(costs)
    }

    /// The texts, with the names of the arrows.
    pub fn texts(&self) -> Vec<(&'static str, String)> {
        let made = self.made.iter();
        std::iter::once((SOURCE, self.written.text()))
            .chain(made.map(|(arrow, program)| (arrow.name, program.text())))
            .collect()
    }
}

/// Whether a program is outside of the fragment that an arrow is of: it says by which premise.
pub(crate) fn leaves_out(arrow: &Arrow, errors: &[Diagnostic]) -> bool {
    arrow.of == Of::Fragment && errors.first().is_some_and(|error| error.refusal.is_some())
}

impl Program {
    /// The program with this entry point after each arrow, as [`Road::of`] takes it; `None` if nothing leads on from its language, or only on the way
    /// to a device, which [`Program::entry`] begins.
    ///
    /// # Errors
    /// Which entry points there are, or what an arrow refuses.
    pub fn road(
        &self,
        entry: &str,
        without: &[&'static Rule],
        last: Option<&str>,
    ) -> Option<Result<Road, Rejected>> {
        let road = self.road_until(entry, without, last)?;
        Some(road.and_then(|(road, refused)| match refused {
            None => Ok(road),
            Some(refused) => Err(refused),
        }))
    }

    /// The same as far as no arrow refuses, and what the one that does has to say.
    ///
    /// # Errors
    /// Which entry points there are.
    pub(crate) fn road_until(
        &self,
        entry: &str,
        without: &[&'static Rule],
        last: Option<&str>,
    ) -> Option<Result<(Road, Option<Rejected>), Rejected>> {
        let written = match self.checked.on_its_way(entry)? {
            Ok(written) => written,
            Err(errors) => return Some(Err(self.rejected(errors))),
        };
        Some(Ok(match Road::of(written, without, last) {
            Ok(road) => (road, None),
            Err(Refused { errors, until, .. }) => (until, Some(self.rejected(errors))),
        }))
    }
}

/// An entry point and an arrow.
type At = (String, &'static str);

/// What arrows made of a program's entry points: each is made once, however many cases run it.
#[derive(Default)]
pub(crate) struct Stages(RefCell<BTreeMap<At, Rc<dyn Stage>>>);

impl Stages {
    /// A program behind the arrow of that name, where its road leads there; itself otherwise.
    ///
    /// # Errors
    /// What an arrow refuses, and what the checker refuses of what one made; both are mistakes in Elder, as the program is checked.
    pub(crate) fn after(
        &self,
        entry: &str,
        name: &'static str,
        written: Box<dyn Stage>,
    ) -> Result<Rc<dyn Stage>, Failed> {
        let key = (entry.to_owned(), name);
        if let Some(made) = self.0.borrow().get(&key) {
            return Ok(made.clone());
        }
        let mut stage = written;
        for arrow in tower::road_to(stage.language(), name).unwrap_or_default() {
            // No arrow on a road that does not reach a device asks for which one it is.
            stage = arrow
                .take(&*stage, &Target::OPENCL)
                .map_err(|errors| wrong(&format!("{} refuses", arrow.name), errors))?;
            let checked = arrow.to.within(|| stage.check());
            checked
                .unwrap_or_else(|spent| Err(vec![*spent]))
                .map_err(|errors| wrong(&format!("after {}", arrow.name), errors))?;
        }
        let made: Rc<dyn Stage> = stage.into();
        self.0.borrow_mut().insert(key, made.clone());
        Ok(made)
    }
}

/// What went wrong at an arrow, by the first error.
fn wrong(place: &str, errors: Vec<Diagnostic>) -> Failed {
    let first = errors.into_iter().next();
    let mut diagnostic = first.unwrap_or_else(|| Diagnostic::outside("refused"));
    diagnostic.message = format!("{place}: {}", diagnostic.message);
    let kind = match diagnostic.refusal.is_some_and(tower::is_limit) {
        true => StopKind::Limit,
        false => StopKind::Internal,
    };
    Failed {
        kind,
        diagnostic: Box::new(diagnostic),
    }
}

//! A program along its pipeline: what `elder dev` shows, and what the conformance cases and `elder test --pass` run where it does not lead to a device
//! yet.

use crate::clock;
use crate::compile::SOURCE;
use crate::engine::{Failed, Overrides, Program, Rejected, Settings, StopKind};
use crate::finding;
use crate::judge::{self, Near};
use crate::start::Start;
use crate::{stage, tower};
use elder_compile::text;
use elder_core::rules::plan::CORE_K_PLACE;
use elder_kernel::Plan;
use elder_passes::pass::Floats;
use elder_passes::programs::{Futhark, Kernels};
use elder_passes::{Pipeline, Position, Schedule, Stage, Target, pipeline};
use elder_semantics::futhark::reached::takes_derivatives;
use elder_syntax::language::{self, known};
use elder_syntax::{Diagnostic, Rule, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// A program as it was written and after each position of a pipeline.
pub struct Lowering {
    /// As it was written.
    pub written: Stage,
    /// After each position.
    pub made: Vec<(Position, Stage)>,
    /// For what.
    target: Target,
}

/// Where a pipeline ends before its last position.
pub struct Refused {
    /// The position whose pass refuses.
    pub position: Position,
    /// Why.
    pub errors: Vec<Diagnostic>,
    /// Whether the program is outside of the fragment that the pass is of.
    pub is_outside: bool,
    /// The pipeline as far as that.
    pub until: Lowering,
}

/// Whether the checker excludes what a pass refuses, so that no program is to blame: a number that an index or a size stands for is not known.
fn is_excluded(error: &Diagnostic) -> bool {
    error.refusal.is_some_and(|by| by.id() == CORE_K_PLACE.id)
}

impl Lowering {
    /// A program after each position of the pipeline of its language, as far as the one of that name, if there is one.
    ///
    /// # Errors
    /// What a pass refuses.
    pub(crate) fn until(
        written: Rc<dyn language::Program>,
        last: Option<&str>,
    ) -> Result<Lowering, Box<Refused>> {
        let pipeline = tower::pipeline(written.language());
        let until = pipeline
            .zip(last)
            .and_then(|(pipeline, last)| pipeline.until(last));
        let positions = until.unwrap_or_else(|| tower::onwards(written.language()));
        match Lowering::along(Stage::of(written), positions, Target::OPENCL) {
            // Nobody asked for the pass by its name.
            Err(refused) if refused.is_outside && last.is_none() => Ok(refused.until),
            lowered => lowered,
        }
    }

    /// A program after each of these positions.
    /// A program goes no further than a pass that is of a fragment only and refuses it, unless that is the last.
    ///
    /// # Errors
    /// What a pass refuses.
    pub fn along(written: Stage, positions: &[Position], target: Target) -> Result<Lowering, Box<Refused>> {
        let mut lowering = Lowering {
            written,
            made: Vec::new(),
            target,
        };
        for stage in lowering.written.clone().along(positions, target) {
            match stage {
                Ok((position, stage)) => lowering.made.push((position.clone(), stage)),
                Err(refused) => {
                    let is_outside = refused.is_outside() && !refused.errors.iter().any(is_excluded);
                    if is_outside && lowering.made.len() + 1 < positions.len() {
                        break;
                    }
                    let pipeline::Refused { position, errors } = refused;
                    return Err(Box::new(Refused {
                        position: position.clone(),
                        errors,
                        is_outside,
                        until: lowering,
                    }));
                }
            }
        }
        Ok(lowering)
    }

    /// Each position with the program before it.
    pub(crate) fn steps_taken(&self) -> impl Iterator<Item = (&Position, &Stage)> {
        let before = std::iter::once(&self.written).chain(self.made.iter().map(|(_, made)| made));
        self.made.iter().map(|(position, _)| position).zip(before)
    }

    /// How much processor time each of its passes takes, at the least of so many times.  What a pass changes in place is its own, but for the program as it was
    /// written.  A program is not checked between them, as it is in builds with assertions.
    ///
    /// # Errors
    /// What a pass refuses.
    pub fn times(&self, runs: usize) -> Result<Vec<(&str, Duration)>, Vec<Diagnostic>> {
        let positions: Vec<Position> = self.made.iter().map(|(position, _)| position.clone()).collect();
        let names = self.made.iter().map(|(position, _)| position.name());
        let mut times: Vec<(&str, Duration)> = names.map(|name| (name, Duration::MAX)).collect();
        for _ in 0..runs {
            let mut stages = self.written.clone().along(&positions, self.target);
            for (_, least) in &mut times {
                let start = clock::thread();
                let made = stages.next();
                *least = clock::thread().saturating_sub(start).min(*least);
                made.transpose().map_err(|refused| refused.errors)?;
            }
        }
        Ok(times)
    }

    /// The derivation by which its last pass makes its result, `None` if that pass has none.
    ///
    /// # Errors
    /// What the pass refuses.
    pub fn steps(&self) -> Option<Result<String, Vec<Diagnostic>>> {
        let (last, before) = self.steps_taken().last()?;
        Some((last.pass.steps?)(&*before.program))
    }

    /// What a run of an entry point costs, as it was written and behind each position: work, and rules applied.
    ///
    /// # Errors
    /// How a run fails; where it gives another value than the program as it was written, which is a mistake in Elder; where it may take a derivative, since what numbers carry for one is not counted.
    pub(crate) fn costs(&self, entry: &str, values: &[Value]) -> Result<Vec<(&str, u64, u64)>, Failed> {
        let mut costs = Vec::with_capacity(1 + self.made.len());
        let is_derived = finding::is_derived(&*self.written.program);
        let classes = self.made.iter().map(|(position, _)| position.pass.floats);
        let near = Near::of(classes.max().unwrap_or(Floats::Bitwise), false, is_derived);
        let mut expected: Option<Vec<Value>> = None;
        for (name, stage) in self.stages() {
            if known::<Futhark>(&*stage.program)
                .is_some_and(|program| takes_derivatives(&program.tree, entry))
            {
                let message = "what a derivative costs is not counted: leave out --cost, or ask for it of an entry point that takes none";
                return Err(Failed {
                    kind: StopKind::Unsupported,
                    diagnostic: Box::new(Diagnostic::outside(message.to_owned())),
                });
            }
            let Some(outcome) = finding::run(&*stage.program, entry, values, &Settings::default()) else {
                continue;
            };
            let given = outcome.results?;
            let expected = expected.get_or_insert_with(|| given.clone());
            if let Some(difference) = judge::values(expected, &given, near).difference() {
                let message = format!("behind {name}: {}", String::from(difference));
                return Err(Failed::outside(StopKind::Internal, message));
            }
            costs.push((name, outcome.work, outcome.rules));
        }
        Ok(costs)
    }

    /// All its stages, with the names of the positions.
    pub(crate) fn stages(&self) -> impl Iterator<Item = (&str, &Stage)> {
        let made = self.made.iter();
        std::iter::once((SOURCE, &self.written)).chain(made.map(|(position, stage)| (position.name(), stage)))
    }

    /// The texts of its stages but for kernels, with the names of the positions, each made when it is asked for.
    pub fn texts(&self) -> impl Iterator<Item = (&str, String)> {
        let own = self
            .stages()
            .filter(|(_, stage)| known::<Kernels>(&*stage.program).is_none());
        own.map(|(name, stage)| (name, self.text(name, stage)))
    }

    /// The text of one of its stages, behind the position of that name.
    pub(crate) fn text(&self, name: &str, stage: &Stage) -> String {
        match name {
            SOURCE => stage.program.text(),
            name => text::stage(name, self.target, stage),
        }
    }

    /// The launch plan that it ends with, if it leads so far.
    pub fn plan(&self) -> Option<&Plan> {
        let (_, last) = self.made.last()?;
        Some(&known::<Kernels>(&*last.program)?.plan)
    }
}

/// How a program is taken along its pipeline.
#[derive(Clone, Debug)]
pub struct Way {
    /// As far as the position of this name, if there is one; the program as it was written for [`SOURCE`].
    pub last: Option<String>,
    /// Without these rules, wherever a pass has one of them.
    pub without: Vec<&'static Rule>,
    /// Without the passes at the positions of these names.
    pub skipped: Vec<String>,
    /// For what.
    pub target: Target,
    /// For a machine of these sizes.
    pub overrides: Overrides,
    /// By what skeletons are chosen, if not by what suits the target.
    pub schedule: Option<Schedule>,
}

impl Default for Way {
    /// The whole pipeline; no pass that does not lead to a device asks for which one it is.
    fn default() -> Way {
        Way {
            last: None,
            without: vec![],
            skipped: vec![],
            target: Target::OPENCL,
            overrides: Overrides::default(),
            schedule: None,
        }
    }
}

impl Way {
    /// As far as that position.
    pub fn to(last: &str) -> Way {
        Way {
            last: Some(last.to_owned()),
            ..Way::default()
        }
    }

    /// Those of the positions that are taken.
    ///
    /// # Errors
    /// A pass that leads to another language cannot be left out, but for the last one.
    fn positions(&self, of: &Pipeline, left: &[Position]) -> Result<Vec<Position>, String> {
        let mut pipeline = of.without(&self.without).scheduled(self.schedule);
        for name in &self.skipped {
            pipeline = pipeline
                .skipping(name)
                .ok_or_else(|| format!("`{name}` cannot be left out"))?;
        }
        let positions = match self.last.as_deref() {
            Some(SOURCE) => &[],
            Some(last) => pipeline.until(last).unwrap_or(pipeline.positions()),
            None => pipeline.positions(),
        };
        let is_left = |position: &&Position| left.iter().any(|left| left.name() == position.name());
        Ok(positions.iter().filter(is_left).cloned().collect())
    }
}

impl Program {
    /// The program with this entry point after each position of its pipeline; `None` if nothing leads on from its language.
    ///
    /// # Errors
    /// Which entry points there are, or what a pass refuses.
    pub fn lowering(&self, entry: &str, way: &Way) -> Option<Result<Lowering, Rejected>> {
        let lowering = self.lowering_until(entry, way)?;
        Some(lowering.and_then(|(lowering, refused)| match refused {
            None => Ok(lowering),
            Some(refused) => Err(refused),
        }))
    }

    /// The same as far as no pass refuses, and what the one that does has to say.
    ///
    /// # Errors
    /// Which entry points there are.
    pub(crate) fn lowering_until(
        &self,
        entry: &str,
        way: &Way,
    ) -> Option<Result<(Lowering, Option<Rejected>), Rejected>> {
        let Start { stage, left, target } = match self.start(&[entry], &way.overrides)? {
            Ok(start) => start,
            Err(errors) => return Some(Err(self.rejected(errors))),
        };
        if let Some(own) = target.filter(|own| *own != way.target) {
            return Some(Err(self.rejected(vec![stage::made_for_another(own, way.target)])));
        }
        let all = tower::pipelines().find(|pipeline| pipeline.positions().ends_with(left))?;
        let positions = match way.positions(all, left) {
            Ok(positions) => positions,
            Err(message) => return Some(Err(self.rejected(vec![Diagnostic::outside(message)]))),
        };
        Some(Ok(match Lowering::along(stage, &positions, way.target) {
            Ok(lowering) => (lowering, None),
            Err(refused) => (refused.until, Some(self.rejected(refused.errors))),
        }))
    }
}

/// Entry points, a position, and for what its passes are taken.
type At = (Vec<String>, &'static str, Target);

/// What passes made of a program with some of its entry points: each is made once, however many cases run it.
#[derive(Default)]
pub(crate) struct Stages(RefCell<BTreeMap<At, Rc<dyn language::Program>>>);

impl Stages {
    /// A program behind the position of that name, where its pipeline has it; itself otherwise.
    ///
    /// # Errors
    /// What a pass refuses, and what the checker refuses of what one made; both are mistakes in Elder, as the program is checked, but where the program is
    /// outside of the fragment that the pass is of.
    pub(crate) fn after(
        &self,
        (roots, target): (&[&str], Target),
        name: &'static str,
        start: Start,
    ) -> Result<Rc<dyn language::Program>, Failed> {
        let key = (
            roots.iter().map(|root| (*root).to_owned()).collect(),
            name,
            target,
        );
        if let Some(made) = self.0.borrow().get(&key) {
            return Ok(made.clone());
        }
        let pipeline = tower::pipeline(start.stage.program.language());
        let positions = pipeline
            .and_then(|pipeline| pipeline.until(name))
            .unwrap_or_default();
        let mut last = start.stage;
        for stage in last.clone().along(positions, target) {
            let (position, made) = stage.map_err(|refused| {
                let is_outside = refused.is_outside();
                let place = format!("{} refuses", refused.position.name());
                let failed = wrong(&place, refused.errors);
                match (is_outside, failed.kind) {
                    (true, StopKind::Internal) => Failed {
                        kind: StopKind::Unsupported,
                        ..failed
                    },
                    _ => failed,
                }
            })?;
            let checked = position.pass.to.within(|| made.program.check());
            checked
                .unwrap_or_else(|spent| Err(vec![*spent]))
                .map_err(|errors| wrong(&format!("after {}", position.name()), errors))?;
            last = made;
        }
        self.0.borrow_mut().insert(key, last.program.clone());
        Ok(last.program)
    }
}

/// What went wrong at a pass, by the first error.
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

//! A pipeline: passes with their options, one after the other, for one way down.
//!
//! A pass may stand in a pipeline several times.  So what commands, cases and documents name is a *position*: `simplify` is the first occurrence of a pass of that
//! name, `simplify.2` the second one, and `core.simplify` that of Core where a pass of another language before it has the name, too.
//!
//! Whatever takes a program along passes iterates over [`Stages`], which are the programs after each position.

use crate::core::plan::schedule::Schedule;
use crate::pass::{Options, Pass, Reading};
use crate::{Target, pass};
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language, Rule};
use std::rc::Rc;
use std::slice;
use std::sync::Arc;

/// A pipeline.
#[derive(Clone)]
pub struct Pipeline {
    /// What it is called.
    pub name: &'static str,
    positions: Vec<Position>,
}

/// A pass where it stands in a pipeline.
#[derive(Clone)]
pub struct Position {
    name: Arc<str>,
    /// The pass.
    pub pass: &'static Pass,
    /// What it is told here.
    pub options: Options,
}

/// Positions are told by pass and name.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.pass == other.pass && self.name == other.name
    }
}

impl Position {
    /// What it is called in its pipeline.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the pass makes of a program here.
    ///
    /// # Errors
    /// What it refuses.
    pub fn take(&self, program: Rc<dyn Program>, target: &Target) -> pass::Made {
        self.pass.with(program, target, &self.options)
    }
}

impl Pipeline {
    /// Passes one after the other.
    ///
    /// # Panics
    /// Where a pass does not go on where the one before it ends: a pipeline is a constant.
    pub fn of(name: &'static str, passes: impl IntoIterator<Item = &'static Pass>) -> Pipeline {
        let told = passes.into_iter().map(|pass| (pass, Options::default()));
        Pipeline::with(name, told)
    }

    /// The same, each with its options.
    ///
    /// # Panics
    /// As [`Pipeline::of`].
    pub fn with(name: &'static str, passes: impl IntoIterator<Item = (&'static Pass, Options)>) -> Pipeline {
        let mut positions: Vec<Position> = Vec::new();
        for (pass, options) in passes {
            if let Some(last) = positions.last() {
                assert!(
                    last.pass.to == pass.from,
                    "{name}: {} does not go on where {} ends",
                    pass.name,
                    last.name
                );
            }
            let alike = positions
                .iter()
                .filter(|position| position.pass.name == pass.name);
            let first = alike
                .clone()
                .next()
                .is_none_or(|first| first.pass.from == pass.from);
            let number = 1 + alike.filter(|position| position.pass.from == pass.from).count();
            let plain = match first {
                true => pass.name.to_owned(),
                false => format!("{}.{}", pass.from.ending, pass.name),
            };
            let name = match number {
                1 => plain,
                number => format!("{plain}.{number}"),
            };
            let name = name.into();
            positions.push(Position { name, pass, options });
        }
        Pipeline { name, positions }
    }

    /// Its positions, in order.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The language that it starts from; `None` of an empty one.
    pub fn from(&self) -> Option<&'static Language> {
        Some(self.positions.first()?.pass.from)
    }

    /// The language that it leads to; `None` of an empty one.
    pub fn to(&self) -> Option<&'static Language> {
        Some(self.positions.last()?.pass.to)
    }

    /// Where a position stands: by its own name, or by that of the pass with its language and its number, which stand in its own name only where they tell it from others.
    pub fn find(&self, name: &str) -> Option<usize> {
        let own = self.positions.iter().position(|position| position.name() == name);
        own.or_else(|| {
            let (language, rest) = name.split_once('.').unwrap_or(("", name));
            let (pass, number) = rest.rsplit_once('.').unwrap_or((rest, "1"));
            let alike =
                self.positions.iter().enumerate().filter(|(_, position)| {
                    position.pass.name == pass && position.pass.from.ending == language
                });
            let number: usize = number.parse().ok()?;
            alike.map(|(at, _)| at).nth(number.checked_sub(1)?)
        })
    }

    /// The positions as far as the one of that name, with it.
    pub fn until(&self, name: &str) -> Option<&[Position]> {
        Some(&self.positions[..=self.find(name)?])
    }

    /// The positions behind the one of that name.
    pub fn behind(&self, name: &str) -> Option<&[Position]> {
        Some(&self.positions[1 + self.find(name)?..])
    }

    /// The same without these rules, wherever a pass has one of them.
    pub fn without(&self, rules: &[&'static Rule]) -> Pipeline {
        let mut pipeline = self.clone();
        for Position { pass, options, .. } in &mut pipeline.positions {
            let own = rules
                .iter()
                .filter(|rule| pass.rules.iter().any(|own| own.id == rule.id));
            options.without.extend(own);
        }
        pipeline
    }

    /// The same by another schedule.
    pub fn scheduled(&self, schedule: Option<Schedule>) -> Pipeline {
        let mut pipeline = self.clone();
        for position in &mut pipeline.positions {
            position.options.schedule = schedule;
        }
        pipeline
    }

    /// The same without the pass at that position; `None` if there is none of that name, or if others come behind it that take what it leads to, another
    /// language.  The others keep their names.
    pub fn skipping(&self, name: &str) -> Option<Pipeline> {
        let mut pipeline = self.clone();
        let at = self.find(name)?;
        let Position { pass, .. } = pipeline.positions.remove(at);
        (pass.from == pass.to || at == pipeline.positions.len()).then_some(pipeline)
    }
}

/// A program on its way down, and how it can be run there.
#[derive(Clone)]
pub struct Stage {
    /// The program.
    pub program: Rc<dyn Program>,
    /// How the reference semantics can run it.
    pub reading: Reading,
}

impl Stage {
    /// A program as it was written.
    pub fn written(program: impl Program) -> Stage {
        Stage::of(Rc::new(program))
    }

    /// The same, shared.
    pub fn of(program: Rc<dyn Program>) -> Stage {
        Stage {
            program,
            reading: Reading::Iterations,
        }
    }

    /// The programs after each of these positions, made as they are asked for; nothing comes behind a pass that refuses.  A pass may change a program
    /// that nobody else holds in place.
    pub fn along(self, positions: &[Position], target: Target) -> Stages<'_> {
        Stages {
            at: Some(self),
            left: positions.iter(),
            target,
        }
    }
}

/// The programs after each position.
pub struct Stages<'p> {
    /// The program that the next pass takes; none behind one that refused.
    at: Option<Stage>,
    left: slice::Iter<'p, Position>,
    target: Target,
}

/// That a pass refuses a program.
pub struct Refused<'p> {
    /// Where.
    pub position: &'p Position,
    /// Why.
    pub errors: Vec<Diagnostic>,
}

impl Refused<'_> {
    /// Whether the program is outside of the fragment that the pass is of: it says by which premise.
    pub fn is_outside(&self) -> bool {
        let error = self.errors.first();
        self.position.pass.fragment && error.is_some_and(|error| error.refusal.is_some())
    }
}

impl<'p> Iterator for Stages<'p> {
    type Item = Result<(&'p Position, Stage), Refused<'p>>;

    fn next(&mut self) -> Option<Self::Item> {
        let position = self.left.next()?;
        let Stage { program, reading } = self.at.take()?;
        Some(match position.take(program, &self.target) {
            Ok(program) => {
                let reading = position.pass.then.of(reading);
                let made = Stage { program, reading };
                self.at = Some(made.clone());
                Ok((position, made))
            }
            Err(errors) => Err(Refused { position, errors }),
        })
    }
}

//! Programs that passes made, read from what `elder dev --pass` prints ([`elder_engine::dpia::made`]), on their way again: what the text says,
//! in the passes' own terms.  Such a program is translated by the passes that are left.

use crate::road::Start;
use crate::tower;
use elder_compile::written::of_dpia;
use elder_engine::dpia::made::{self, Made};
use elder_engine::dpia::{Readied, Source};
use elder_passes::pass::{Reading, expect};
use elder_passes::programs::Dpia;
use elder_passes::{Pass, Position, Target};
use elder_syntax::Diagnostic;
use std::rc::Rc;

/// A program that a pass made.
pub struct Stage<'m> {
    made: &'m Made,
    /// The pass.
    pub pass: &'static str,
    /// What it was made for, if that matters from here on.
    pub target: Option<Target>,
}

/// The words for targets.
const TARGETS: [(&str, Target); 2] = [("opencl", Target::OPENCL), ("c", Target::OpenMp)];

fn word(target: Target) -> &'static str {
    TARGETS
        .iter()
        .find(|(_, own)| *own == target)
        .map_or("", |(word, _)| *word)
}

/// The passes whose results have this form, in order: those that end at DPIA.
fn passes() -> impl Iterator<Item = &'static Pass> {
    tower::passes().filter(|pass| *pass.to == elder_dpia::LANGUAGE)
}

/// The positions that are left behind a pass.
fn behind(pass: &str) -> &'static [Position] {
    tower::pipelines()
        .find_map(|pipeline| pipeline.behind(pass))
        .unwrap_or_default()
}

/// The text of a program after a pass, with what is to be known of it; `now` says how it can be run.
pub fn text(pass: &str, target: Target, program: &Dpia, now: Reading) -> String {
    let Dpia {
        entry, obligations, ..
    } = program;
    made::text((pass, word(target)), entry, obligations, now, program.is_cut())
}

impl Stage<'_> {
    /// What a text says of the program in it.
    ///
    /// # Errors
    /// A pass or a target that is none.
    pub fn of(made: &Made) -> Result<Stage<'_>, String> {
        let position = passes().position(|own| own.name == made.pass);
        let position = position.ok_or_else(|| format!("there is no pass `{}`", made.pass))?;
        let target = TARGETS.iter().find(|(word, _)| *word == made.target);
        let (_, target) = target.ok_or("the first line names no target")?;
        // Up to there the passes do the same for all.
        let common = passes().position(|own| own.name == "place").unwrap_or(0);
        Ok(Stage {
            made,
            pass: passes().nth(position).map_or("", |own| own.name),
            target: (position >= common).then_some(*target),
        })
    }

    /// Where a definition of DPIA begins its way, which is in the middle if a pass made it.
    ///
    /// # Errors
    /// Which definitions there are; what the checker refuses.
    pub(crate) fn start(source: &Source, entry: &str) -> Result<Start, Vec<Diagnostic>> {
        let program = of_dpia(source, entry)?;
        Ok(match source.made.as_ref().and_then(|made| Stage::of(made).ok()) {
            Some(stage) => Start {
                stage: elder_passes::Stage {
                    program: Rc::new(program),
                    reading: stage.made.reading,
                },
                left: behind(stage.pass),
                target: stage.target,
            },
            None => Start::of(program),
        })
    }

    /// An entry whose work-items nothing orders yet, as the next passes order them; `None` of others.
    ///
    /// # Errors
    /// What a pass refuses.
    pub(crate) fn ordered(source: &Source, entry: &str) -> Result<Option<Readied>, Vec<Diagnostic>> {
        let Some(made) = source
            .made
            .as_ref()
            .filter(|made| made.reading == Reading::Unordered)
        else {
            return Ok(None);
        };
        let Start { stage, left, target } = Stage::start(source, entry)?;
        let mut last = stage;
        let mut later = last.along(left, target.unwrap_or(Target::OPENCL));
        while last.reading == Reading::Unordered
            && let Some(stage) = later.next()
        {
            last = stage.map_err(|refused| refused.errors)?.1;
        }
        let Dpia { entry, .. } = expect(&*last.program)?;
        Ok(Some(Readied {
            obligations: made.obligations(entry),
            entry: entry.clone(),
            reading: last.reading,
            is_cut: made.is_cut,
        }))
    }
}

/// That a program whose passes were taken for one target cannot go on for another.
pub fn made_for_another(own: Target, wanted: Target) -> Diagnostic {
    let message = format!(
        "the passes made this program for {}, not for {}",
        word(own),
        word(wanted)
    );
    let help = "choose another device, or another --target where it is printed";
    Diagnostic::outside(message).with_help(help)
}

//! Programs that passes made, read from what `elder dev --pass` prints ([`elder_engine::dpia::made`]), on their way again: what the text says,
//! in the passes' own terms.  Such a program is translated by the passes that are left.

use crate::start::Start;
use crate::tower;
use elder_compile::text;
use elder_compile::written::of_dpia;
use elder_engine::dpia::made::Made;
use elder_engine::dpia::{Readied, Source};
use elder_passes::pass::{Reading, expect};
use elder_passes::programs::Dpia;
use elder_passes::tower::dpia;
use elder_passes::{Pass, Pipeline, Position, Target};
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

/// The passes whose results have this form, in order: those that end at DPIA.
fn passes() -> impl Iterator<Item = &'static Pass> {
    tower::passes().filter(|pass| *pass.to == elder_dpia::LANGUAGE)
}

/// The positions that are left behind a pass.
fn behind(pass: &str) -> &'static [Position] {
    let behind = |pipeline: &'static Pipeline| {
        let mut left = pipeline.positions().iter();
        // Passes of other languages have some of these names too.
        left.find(|position| position.name() == pass && *position.pass.to == elder_dpia::LANGUAGE)?;
        Some(left.as_slice())
    };
    tower::pipelines().find_map(behind).unwrap_or_default()
}

impl Stage<'_> {
    /// What a text says of the program in it.
    ///
    /// # Errors
    /// A pass or a target that is none.
    pub fn of(made: &Made) -> Result<Stage<'_>, String> {
        let mut common = passes().take_while(|own| own.name != made.pass);
        let own = passes().find(|own| own.name == made.pass);
        let own = own.ok_or_else(|| format!("there is no pass `{}`", made.pass))?;
        let target = text::target(&made.target).ok_or("the first line names no target")?;
        // Up to there the passes do the same for all.
        let first = &dpia::PLACE;
        let is_for_one = own == first || common.any(|earlier| earlier == first);
        Ok(Stage {
            made,
            pass: own.name,
            target: is_for_one.then_some(target),
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
        let mut later = last.clone().along(left, target.unwrap_or(Target::OPENCL));
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
        text::word(own),
        text::word(wanted)
    );
    let help = "choose another device, or another --target where it is printed";
    Diagnostic::outside(message).with_help(help)
}

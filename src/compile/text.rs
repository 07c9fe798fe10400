//! Programs on their way as text: what `elder dev --pass` prints.

use elder_engine::Program;
use elder_engine::dpia::made;
use elder_kernel::Plan;
use elder_kernel::print::{self, Dialect, Printed};
use elder_passes::programs::Dpia;
use elder_passes::{Stage, Target};
use elder_syntax::language::known;

/// The words for targets.
const TARGETS: [(&str, Target); 2] = [("opencl", Target::OPENCL), ("c", Target::OpenMp)];

/// The word for a target.
pub fn word(target: Target) -> &'static str {
    let found = TARGETS.iter().find(|(_, own)| *own == target);
    found.map_or("", |(word, _)| *word)
}

/// The target that a word is for.
pub fn target(word: &str) -> Option<Target> {
    let found = TARGETS.iter().find(|(own, _)| *own == word);
    found.map(|(_, target)| *target)
}

/// The text of a program after the position of that name, for a target.  Of one of DPIA it has lines in front that say what the text itself cannot, so
/// that it is read as the result of that pass ([`made`]).
pub fn stage(name: &str, target: Target, stage: &Stage) -> String {
    match known::<Dpia>(&*stage.program) {
        Some(program) => {
            let Dpia {
                entry, obligations, ..
            } = program;
            let by = (name, word(target));
            made::text(by, entry, obligations, stage.reading, program.is_cut())
        }
        None => stage.program.text(),
    }
}

/// The text of all kernels of a plan, with the numbers of the program's lines.
pub fn kernels(program: &Program, plan: &Plan, dialect: Dialect) -> Printed {
    all(program, &[plan], dialect)
}

/// The same of all plans of a program together.
pub fn all(program: &Program, plans: &[&Plan], dialect: Dialect) -> Printed {
    let line_of = |span| program.sources().line_column(span).map(|(line, _)| line);
    let options = print::Options {
        line_of: Some(&line_of),
        ..print::Options::default()
    };
    let units: Vec<_> = plans.iter().map(|plan| plan.unit()).collect();
    print::print_all(&units.iter().collect::<Vec<_>>(), dialect, &options)
}

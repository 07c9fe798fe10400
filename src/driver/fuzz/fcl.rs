//! Differential fuzzing of FCL: generated kernels, judged by the properties of the language (paper, Propositions 1 and 2; notes,
//! section 11) and along the pipeline.
//!
//! | module | what |
//! | --- | --- |
//! | [`properties`] | preservation, progress, the two evaluators, order of threads, level polymorphism, `force`, `concat`, fusion |
//! | [`fuse`] | administrative steps done in advance |
//! | [`pipelines`] | the translation to commands of DPIA, every pass, kernels on a device |

pub mod fuse;
pub mod pipelines;
pub mod properties;

use super::Verdict;
use crate::judge::End;
use elder_fcl::{Entry, Type, alpha, print};
use elder_generate::fcl::{Case, Fault, Shape, case};
use elder_generate::{ChoiceTree, Choices};
use elder_passes::fcl::{Translated, translate};
use elder_semantics::failure::Kind;
use elder_semantics::fcl::{self, Options, Outcome};
use elder_semantics::options::Limits;
use elder_syntax::Diagnostic;

/// What the file of a generated program is called.
const FILE: &str = "generated.fcl";

/// A generated program that the checker accepts.
#[derive(Clone)]
pub struct Question {
    /// The program with its inputs.
    pub case: Case,
    /// Its `main`.
    pub entry: Entry,
}

/// The random tree of this seed.
pub fn tree(seed: u64, shape: Shape) -> ChoiceTree {
    super::recorded(seed, |c| case(c, shape))
}

/// The program of a tree, read from its text and checked.
///
/// # Errors
/// The verdict, if it is refused.
pub fn question(tree: &ChoiceTree, shape: Shape) -> Result<Question, Verdict> {
    accepted(case(&mut Choices::replaying(tree.clone()), shape))
}

/// The text is refused first for what it breaks.
pub fn is_refused(text: &str, fault: &Fault) -> Verdict {
    let loaded = elder_fcl::load::text(FILE, text);
    super::refused::judge(fault.rule, fault.premise, &loaded.diagnostics)
}

/// A case whose program is read from its text and checked.
///
/// # Errors
/// The verdict, if it is refused, or read as another program.
pub fn accepted(case: Case) -> Result<Question, Verdict> {
    let loaded = elder_fcl::load::text(FILE, &print::program(&case.program));
    let program = loaded.program.ok_or_else(|| {
        let message = super::rendered(&loaded.diagnostics);
        Verdict::differ("check", message)
    })?;
    if !alpha::equal_programs(&case.program, &program) {
        return Err(Verdict::differ(
            "what is printed",
            "it is read as another program",
        ));
    }
    let entry =
        Entry::of(&program, Some("main")).map_err(|why| Verdict::differ("entry", format!("{why:?}")))?;
    Ok(Question { case, entry })
}

/// How generated programs are run.
pub fn options(fuel: u64) -> Options {
    Options {
        limits: Limits::of(fuel, 1 << 26),
        ..Options::default()
    }
}

/// What a run ended in; run-time errors are results.
///
/// # Errors
/// The verdict, if there is nothing to compare or it ended as no program does that was checked.
pub fn ended(outcome: &Outcome) -> Result<End, Verdict> {
    match &outcome.results {
        Ok(values) => Ok(Ok(values.clone())),
        Err(failure) => match failure.kind {
            Kind::Error | Kind::Race => Ok(Err(elder_engine::failed(failure))),
            Kind::Limit => Err(Verdict::limit(failure.refusal)),
            kind => Err(Verdict::differ(
                "progress",
                format!("{kind:?}: {}", failure.message),
            )),
        },
    }
}

impl Question {
    /// Runs it.
    pub fn run(&self, options: &Options) -> Outcome {
        let parameters: Vec<&Type> = self.entry.parameters.iter().map(|(_, ty)| ty).collect();
        let kernel = fcl::Kernel {
            name: "main",
            parameters: &parameters,
            element: &self.entry.element,
            level: &self.entry.level,
            body: &self.entry.body,
            configuration: self.case.configuration,
        };
        fcl::run_kernel(&kernel, &self.case.inputs, options)
    }

    /// Translates it for its machine.
    ///
    /// # Errors
    /// What cannot be a kernel.
    pub fn translated(&self) -> Result<Translated, Vec<Diagnostic>> {
        translate(&self.entry, &self.case.configuration)
    }
}

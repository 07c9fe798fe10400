//! What the command knows of a language: its texts, as the engine has them, and where its passes begin.
//!
//! The languages themselves, each a value of the type [`Language`], stand in [`crate::tower`].

use crate::compile::EntryPoint;
use crate::start::Start;
use elder_engine::{Argument, Failed, Overrides, Program, Ran, Settings, StopKind, language};
use elder_passes::Pipeline;
use elder_passes::pass::Floats;
use elder_passes::tower::pipeline;
use elder_syntax::language::Program as Stage;
use elder_syntax::{Diagnostic, Language as Declared, Value};
use std::ops::Deref;

/// A language: what the engine does with its texts, and where its passes begin.
pub struct Language {
    /// Its texts, and its rules.
    pub text: &'static language::Language,
    /// The language whose passes its programs take.
    pub(crate) passes: &'static Declared,
    /// A checked program as its passes take it, with these entry points, for a machine of these sizes; of a language from which passes start.
    pub(crate) start: Option<Begins>,
    /// An entry point on its way to a device.
    pub(crate) compiled: Option<Compiled>,
    /// Runs an entry point of a program between passes by the reference semantics; `None` of a language whose programs are run in a way that
    /// their passes change ([`elder_passes::pass::Reading`]), or not at all.
    pub(crate) run: Option<Run>,
    /// The same of a program whose written form is of the language too: its values are those of the language itself.
    pub(crate) ran: Option<Called>,
    /// Calls a program that a pass made and that only later passes make runnable.
    pub(crate) unordered: Option<Unordered>,
    /// What else a text has to be that says which pass made it.
    pub(crate) sound: Option<Sound>,
}

/// How a checked program begins its way, with these entry points, for a machine of these sizes.
pub(crate) type Begins = fn(&Program, &[&str], &Overrides) -> Result<Start, Vec<Diagnostic>>;

/// How an entry point of a program between passes is called.
pub(crate) type Called = fn(&dyn Stage, &str, Vec<Argument>, &Settings) -> Ran;

/// How one is called that only later passes make runnable; `None` of any other program.
pub(crate) type Unordered = fn(&Program, &str, Vec<Argument>, &Settings) -> Option<Ran>;

/// What else a text has to be, and what is wrong with one that is not.
pub(crate) type Sound = fn(&Program) -> Result<(), String>;

/// How an entry point of a program between passes is run: on these values, and within these bounds.
pub(crate) type Run = fn(&dyn Stage, &str, &[Value], &Settings) -> Outcome;

/// How an entry point begins its way to a device, on a machine of these sizes.
pub(crate) type Compiled = fn(&Program, &str, &Overrides) -> Result<EntryPoint, Vec<Diagnostic>>;

impl Deref for Language {
    type Target = language::Language;

    fn deref(&self) -> &language::Language {
        self.text
    }
}

impl Language {
    /// One from which no pass starts.
    pub(crate) const fn of(text: &'static language::Language) -> Language {
        Language {
            text,
            passes: text.declared,
            start: None,
            compiled: None,
            run: None,
            ran: None,
            unordered: None,
            sound: None,
        }
    }

    /// The pipeline that its programs take; `None` if no pass starts from them.
    pub fn pipeline(&self) -> Option<&'static Pipeline> {
        pipeline(self.passes)
    }

    /// Whether its pipeline leads to kernels.
    pub fn is_compiled(&self) -> bool {
        self.pipeline()
            .is_some_and(|pipeline| pipeline.to() == Some(&elder_kernel::LANGUAGE))
    }

    /// Whether its pipeline leads to host programs.
    pub fn is_hosted(&self) -> bool {
        self.pipeline()
            .is_some_and(|pipeline| pipeline.to() == Some(&elder_kernel::host::LANGUAGE))
    }

    /// How the floats of compiled programs compare with those of the reference semantics; `None` if nothing compiles them.
    pub fn floats(&self) -> Option<Floats> {
        let pipeline = self.pipeline().filter(|_| self.is_compiled())?;
        let floats = pipeline.positions().iter().map(|position| position.pass.floats);
        floats.max()
    }
}

/// What a run of a program between passes gave.
pub(crate) struct Outcome {
    /// The results, or why there are none.
    pub results: Result<Vec<Value>, Failed>,
    /// Primitive functions applied, and elements read, written or made.
    pub work: u64,
    /// Rules applied, of a language in which rules test what others test by primitive functions.
    pub rules: u64,
    /// Premises that statements tested, which are no work: those of a statement that reads nothing, too.
    pub tested: u64,
}

impl Outcome {
    /// A run that was none: the program is not of the language.
    pub(crate) fn of_another(language: &str) -> Outcome {
        let message = format!("a program that is not of {language}");
        Outcome {
            results: Err(Failed::outside(StopKind::Internal, message)),
            work: 0,
            rules: 0,
            tested: 0,
        }
    }

    /// What was done at all.
    pub fn total(&self) -> u64 {
        self.work + self.rules
    }
}

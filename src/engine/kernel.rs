//! Kernels with their plan, as a program by itself: one entry point, `main`, executed by the reference semantics of kernels.
//!
//! A program that was compiled is judged by `crate::kernels`; there a kernel that does what none may do is a mistake of Elder's.  Here somebody
//! wrote it, and it is an error of the program.
//!
//! A text that begins with entries or entry points is a host program ([`host`]).

mod host;

use crate::language::Language;
use crate::{Argument, Checked, Failed, Imports, Program, Ran, Rejected, Results, Settings, StopKind, Watch};
use elder_dpia::rules::evaluation::{DPIA_E_ENTRY, DPIA_E_LIMIT};
use elder_kernel::check::{self, Target};
use elder_kernel::plan::Misfit;
use elder_kernel::read::{self, Read};
use elder_semantics::kernel::{Ended, Options, Prepared};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, SourceMap, Span};

/// The language.
pub static LANGUAGE: Language = Language {
    declared: &elder_kernel::LANGUAGE,
    load: |name, imports, _| file(name, imports),
    literate: None,
    prepare: || {},
};

/// Its entry point.
const MAIN: &str = "main";

/// Lanes of a sub-group that read from each other.
const LANES: u8 = 32;

/// The program of a text.
fn file(name: &str, imports: &mut dyn Imports) -> Result<Program, Rejected> {
    let text = imports
        .text(name)
        .map_err(|error| Rejected::unreadable(name, &error))?;
    if read::host::is_host(&text) {
        return host::file(name, &text);
    }
    let mut sources = SourceMap::new();
    let source = sources.add(name, text.as_str());
    let read = LANGUAGE.declared.within(|| {
        let read = read::program(source, &text)?;
        let target = target(&read);
        check::plan(&read.plan, target).map(|_| Source { read, target })
    });
    let judged = match read {
        Ok(judged) => judged.map_err(|refused| refused.diagnostic()),
        Err(spent) => Err(*spent),
    };
    match judged {
        Ok(program) => Program::of(sources, vec![], Some(program)),
        Err(refused) => Program::of(sources, vec![refused], None::<Source>),
    }
}

fn target(read: &Read) -> Target {
    Target {
        dialect: read.dialect,
        lanes: LANES,
    }
}

/// A checked program.
pub struct Source {
    read: Read,
    target: Target,
}

impl Checked for Source {
    fn language(&self) -> &'static elder_syntax::Language {
        LANGUAGE.declared
    }

    fn entries(&self) -> Vec<String> {
        vec![MAIN.to_owned()]
    }

    fn parameters(&self, entry: &str) -> Option<Vec<Option<PrimType>>> {
        let types = self.read.plan.parameters.iter().map(|p| Some(p.element));
        (entry == MAIN).then(|| types.collect())
    }

    fn usage(&self, entry: &str) -> String {
        match entry {
            MAIN => {
                let shown = self.read.plan.parameters.iter();
                let shown: Vec<String> = shown
                    .map(|p| format!("{}{}", "[]".repeat(p.shape.len()), p.element))
                    .collect();
                crate::takes(MAIN, &shown)
            }
            _ => format!("a plan is run as `{MAIN}`"),
        }
    }

    fn call(&self, entry: &str, arguments: Vec<Argument>, settings: &Settings, _: Watch) -> Ran {
        if entry != MAIN {
            let message = format!("there is no entry point `{entry}`");
            let diagnostic = Diagnostic::error(DPIA_E_ENTRY.refuse("argument"), Span::NONE, message);
            return Ran::stopped(StopKind::Arguments, diagnostic.with_help(self.usage(entry)));
        }
        let values = match crate::flat(arguments) {
            Ok(values) => values,
            Err(failed) => return failed.into(),
        };
        let prepared = match Prepared::new(&self.read.plan, self.target) {
            Ok(prepared) => prepared,
            Err(refused) => return Ran::stopped(StopKind::Internal, refused.diagnostic()),
        };
        let options = Options {
            fuel: settings.limits.fuel.unwrap_or(u64::MAX),
            memory: settings.limits.memory.map_or(usize::MAX, |bytes| bytes as usize),
            reversed: settings.seed % 2 == 1,
            ..Options::default()
        };
        Ran {
            results: match prepared.run(&values, &options) {
                Ok(values) => Ok(Results::of_data(values)),
                Err(ended) => Err(failed(ended)),
            },
            derivation: None,
            cost: None,
            words: None,
        }
    }
}

fn failed(ended: Ended) -> Failed {
    let (kind, diagnostic) = match ended {
        Ended::Wrong(fault) => (StopKind::Error, fault.diagnostic()),
        Ended::Refused(diagnostic) => (StopKind::Error, *diagnostic),
        Ended::Failed { first, .. } => (StopKind::Error, first.diagnostic()),
        Ended::Arguments { of, message, span } => {
            let refusal = DPIA_E_ENTRY.refuse(misfit(of));
            (StopKind::Arguments, Diagnostic::error(refusal, span, message))
        }
        Ended::Limit(what) => (StopKind::Limit, limit(what)),
    };
    Failed {
        kind,
        diagnostic: Box::new(diagnostic),
    }
}

/// The premise of DPIA-E-ENTRY that values from outside contradict.
pub fn misfit(of: Misfit) -> &'static str {
    match of {
        Misfit::Types => "argument",
        Misfit::Sizes => "agree",
    }
}

/// That steps or memory ran out.
pub fn limit(what: &str) -> Diagnostic {
    let premise = match what {
        "memory" => "memory",
        _ => "fuel",
    };
    let mut diagnostic = Diagnostic::outside(format!("kernels run out of {what}"));
    diagnostic.refusal = Some(DPIA_E_LIMIT.refuse(premise));
    diagnostic
}

//! Kernels with their plan, as a program by itself: one entry point, `main`, executed by the reference semantics of kernels.
//!
//! A program that was compiled is judged by `crate::kernels`; there a kernel that does what none may do is a mistake of Elder's.  Here somebody
//! wrote it, and it is an error of the program.

use super::{
    Argument, Checked, Failed, Program, Ran, Rejected, Results, ResultsOf, Settings, StopKind, Watch,
};
use crate::device::misfit;
use crate::tower::Language;
use elder_dpia::rules::evaluation::DPIA_E_ENTRY;
use elder_kernel::check::{self, Target};
use elder_kernel::read::{self, Read};
use elder_semantics::kernel::{Ended, Options, Prepared};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, SourceMap, Span};
use std::path::Path;

/// The language.
pub(crate) const LANGUAGE: Language = Language {
    declared: &elder_kernel::LANGUAGE,
    load: |path, _| file(path),
    run: None,
    literate: None,
    prepare: || {},
};

/// Its entry point.
const MAIN: &str = "main";

/// Lanes of a sub-group that read from each other.
const LANES: u8 = 32;

/// The program in a file.
fn file(path: &Path) -> Result<Program, Rejected> {
    let text = std::fs::read_to_string(path).map_err(|error| Rejected::unreadable(path, &error))?;
    let mut sources = SourceMap::new();
    let source = sources.add(
        path.display().to_string(),
        Some(path.to_path_buf()),
        text.as_str(),
    );
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
struct Source {
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
                super::takes(MAIN, &shown)
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
        let values = match super::flat(arguments) {
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
                Ok(values) => Ok(Results(ResultsOf::Data(values))),
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
        Ended::Limit(what) => (StopKind::Limit, crate::kernels::limit(what)),
    };
    Failed {
        kind,
        diagnostic: Box::new(diagnostic),
    }
}

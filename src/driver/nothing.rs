//! A language that says nothing, and a pass to it: what a new language costs, as a test.
//!
//! Its programs are blank files.  It has no semantics and no pipeline to kernels, so it cannot be run; programs of DPIA can be forgotten.

use crate::engine::{Checked, Rejected};
use crate::language::Language;
use elder_engine::language::Language as Textual;
use elder_engine::{Imports, Program as Text};
use elder_passes::pass::{Reading, Then};
use elder_passes::tower::within_dpia;
use elder_passes::{Pass, Pipeline};
use elder_syntax::{Diagnostic, Language as Declared, SourceMap, language};
use std::rc::Rc;
use std::sync::LazyLock;

static DECLARED: Declared = Declared {
    name: "Nothing",
    ending: "nothing",
    rules: &[],
    effort: None,
};

/// The language.
pub(crate) static LANGUAGE: Language = Language::of(&TEXTS);

static TEXTS: Textual = Textual {
    declared: &DECLARED,
    load: |name, imports, _| load(name, imports),
    literate: None,
    prepare: || {},
};

/// From DPIA to nothing.
pub(crate) static PASS: Pass = Pass {
    name: "forget",
    to: &DECLARED,
    description: "The program is forgotten",
    then: Then::Now(Reading::Unordered),
    run: |_, _, _| Ok(Rc::new(Blank)),
    ..Pass::WITHIN_DPIA
};

/// The way there.
pub(crate) static PIPELINE: LazyLock<Pipeline> = LazyLock::new(|| {
    Pipeline::of(
        "nothing",
        within_dpia().iter().map(|position| position.pass).chain([&PASS]),
    )
});

/// Its one program.
struct Blank;

impl language::Program for Blank {
    fn language(&self) -> &'static Declared {
        &DECLARED
    }

    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        Ok(())
    }

    fn text(&self) -> String {
        String::new()
    }
}

impl Checked for Blank {
    fn language(&self) -> &'static Declared {
        &DECLARED
    }

    fn entries(&self) -> Vec<String> {
        vec![]
    }
}

fn load(name: &str, imports: &mut dyn Imports) -> Result<Text, Rejected> {
    let text = imports
        .text(name)
        .map_err(|error| Rejected::unreadable(name, &error))?;
    let errors = vec![Diagnostic::outside("something, where there should be nothing")];
    match text.trim().is_empty() {
        true => Text::of(SourceMap::new(), vec![], Some(Blank)),
        false => Text::of(SourceMap::new(), errors, None::<Blank>),
    }
}

mod tests {
    use super::*;
    use crate::engine::{Program, Settings, StopKind};
    use crate::lowering::Lowering;
    use crate::{compile, tower};
    use elder_engine::Overrides;
    use elder_passes::Target;
    use std::path::PathBuf;

    fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn it_is_checked_and_cannot_be_run() {
        let folder = tempfile::tempdir().unwrap();
        let program =
            Program::load(&file(&folder, "a.nothing", "\n")).unwrap_or_else(|_| panic!("it is blank"));
        assert_eq!(program.language(), &DECLARED);
        let stopped = program.call("main", vec![], &Settings::default()).unwrap_err();
        assert_eq!(stopped.kind, StopKind::Unsupported);
        assert!(stopped.render_short().contains("Nothing programs cannot be run"));
        let refused = Program::load(&file(&folder, "b.nothing", "x")).err().unwrap();
        assert!(refused.render_short().contains("something"));
        let refused = compile::load(&file(&folder, "a.nothing", "")).err().unwrap();
        assert!(refused.render_short().contains("not compiled"));
    }

    #[test]
    fn its_pass_is_taken_by_name_and_leads_no_program_astray() {
        assert!(tower::passes().any(|pass| pass.name == "forget"));
        let folder = tempfile::tempdir().unwrap();
        let path = file(&folder, "p.dpia", "def main = fun(x: exp[f32]) x");
        let program = compile::load(&path).unwrap_or_else(|e| panic!("{}", e.render(false)));
        let start = program.start(&["main"], &Overrides::default());
        let start = start.and_then(Result::ok).expect("there is a start");
        let lowering = Lowering::along(start.stage, PIPELINE.positions(), Target::OPENCL);
        let lowering = lowering.unwrap_or_else(|_| panic!("it is taken"));
        let texts: Vec<(&str, String)> = lowering.texts().collect();
        let (before, last) = (&texts[texts.len() - 2], &texts[texts.len() - 1]);
        assert_eq!(before.0, "unroll");
        assert_eq!(last, &("forget", String::new()));
        let entry = program
            .entry("main")
            .unwrap_or_else(|e| panic!("{}", e.render(false)));
        assert!(program.plan(&entry, Target::OPENCL).is_ok());
        assert!(entry.left().iter().all(|position| position.name() != "forget"));
    }
}

//! The tower: the pipelines of all languages, and the passes that stand in them.
//!
//! Whatever ranges over "every pass" (the commands, the fuzzer, the conformance cases, the documents) walks [`passes`] or the positions of [`pipelines`], so a
//! new pass is shown, checked, run and compared from the day it stands in a pipeline.  The passes of a language are a file here.  Whether generated programs
//! meet its rules is another matter: `elder fuzz --rules` counts them, and `CONTRIBUTING.md` says what to do where none is met.

pub mod core;
pub mod dex;
pub mod dpia;
pub mod fcl;
pub mod futhark;

use crate::{Pass, Pipeline, Position};
use elder_syntax::Language;
use std::sync::LazyLock;

/// Within Core: all programs take it that come there.
const CORE: [&Pass; 13] = [
    &core::SIZES,
    &core::INLINE,
    &core::SIMPLIFY,
    &core::ACCUMULATE,
    &core::FUSE,
    &core::STRENGTH,
    &core::FLATTEN,
    &core::SIMPLIFY,
    &core::SEQUENCE,
    &core::CHECKS,
    &core::PLACE,
    &core::INSPECT,
    &core::PLAN,
];

/// Within DPIA, of programs whose cells are written before they are read.
const DPIA: [&Pass; 14] = [
    &dpia::NORMALISE,
    &dpia::TRANSLATE,
    &dpia::EXPAND,
    &dpia::IN_PLACE,
    &dpia::LENGTHS,
    &dpia::PLACE,
    &dpia::LAUNCHES,
    &dpia::DISTRIBUTE,
    &dpia::ALLOCATE,
    &dpia::REUSE,
    &dpia::HOIST,
    &dpia::BARRIERS,
    &dpia::UNROLL,
    &dpia::KERNELS,
];

/// All pipelines, one a language that programs are written in.
static PIPELINES: LazyLock<Vec<Pipeline>> = LazyLock::new(|| {
    let futhark = [
        &futhark::MONOMORPHISE,
        &futhark::DEFUNCTIONALISE,
        &futhark::CONSTRUCTORS,
        &futhark::CORE,
    ];
    let dex = [
        &dex::SIMPLIFY,
        &dex::LINEARIZE,
        &dex::TRANSPOSE,
        &dex::CLASSES,
        &dex::CORE,
    ];
    vec![
        Pipeline::of("futhark", futhark.into_iter().chain(CORE)),
        Pipeline::of("dex", dex.into_iter().chain(CORE)),
        Pipeline::of("core", CORE),
        Pipeline::of("fcl", [&fcl::FCL].into_iter().chain(DPIA)),
        // What a person wrote may read cells that nobody wrote.
        Pipeline::of("dpia", [&dpia::INITIALISE].into_iter().chain(DPIA)),
    ]
});

/// All pipelines.
pub fn pipelines() -> &'static [Pipeline] {
    &PIPELINES
}

/// The pipeline of programs that are written in a language; `None` if no pass starts from it.
pub fn pipeline(from: &Language) -> Option<&'static Pipeline> {
    pipelines().iter().find(|pipeline| pipeline.from() == Some(from))
}

/// All passes of all pipelines, each once, in the order in which they are taken.
pub fn passes() -> &'static [&'static Pass] {
    static PASSES: LazyLock<Vec<&Pass>> = LazyLock::new(|| {
        let mut all: Vec<&Pass> = Vec::new();
        for pipeline in pipelines() {
            let own: Vec<&Pass> = pipeline
                .positions()
                .iter()
                .map(|position| position.pass)
                .collect();
            for (place, pass) in own.iter().enumerate() {
                if all.contains(pass) {
                    continue;
                }
                // Before the next one that stands there already.
                let next = own[place..]
                    .iter()
                    .find_map(|later| all.iter().position(|known| known == later));
                all.insert(next.unwrap_or(all.len()), pass);
            }
        }
        all
    });
    &PASSES
}

/// The positions within DPIA that all programs go through, in order.
pub fn within_dpia() -> &'static [Position] {
    static WITHIN: LazyLock<Pipeline> =
        LazyLock::new(|| Pipeline::of("within DPIA", DPIA.into_iter().take(DPIA.len() - 1)));
    WITHIN.positions()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Stage, Target};
    use elder_core::check::Form;
    use elder_core::read;
    use elder_syntax::SourceId;
    use std::collections::HashSet;

    #[test]
    fn passes_are_told_by_language_and_name() {
        let names: HashSet<_> = passes().iter().map(|pass| (pass.from.name, pass.name)).collect();
        assert_eq!(names.len(), passes().len());
        for pass in passes() {
            assert!(!pass.name.is_empty() && !pass.description.is_empty());
            assert!(!pass.rules.is_empty(), "{} has no rules", pass.name);
        }
        for language in [
            &elder_futhark::LANGUAGE,
            &elder_dpia::LANGUAGE,
            &elder_fcl::LANGUAGE,
        ] {
            assert!(pipeline(language).is_some(), "{} has no pipeline", language.name);
        }
        assert!(pipeline(&elder_syntax::LANGUAGE).is_none());
    }

    /// The name of a pass is its first occurrence; others have a number, or the language.
    #[test]
    fn positions_have_names_of_their_own() {
        let names = |pipeline: &Pipeline| -> Vec<String> {
            let positions = pipeline.positions().iter();
            positions.map(|position| position.name().to_owned()).collect()
        };
        let dex = pipeline(&elder_dex::core::LANGUAGE).unwrap();
        assert_eq!(names(dex).first().unwrap(), "simplify");
        assert!(names(dex).contains(&"core.simplify".to_owned()));
        for pipeline in pipelines() {
            let own: HashSet<String> = names(pipeline).into_iter().collect();
            assert_eq!(own.len(), pipeline.positions().len());
            for (at, name) in names(pipeline).iter().enumerate() {
                assert_eq!(pipeline.find(name), Some(at));
            }
        }
        let twice = Pipeline::of("twice", [&core::SIMPLIFY, &core::INLINE, &core::SIMPLIFY]);
        assert_eq!(names(&twice), ["simplify", "inline", "simplify.2"]);
        let places = [
            "core.simplify",
            "core.simplify.2",
            "core.inline",
            "simplify.3",
            "dxc.simplify",
        ];
        assert_eq!(
            places.map(|name| twice.find(name)),
            [Some(0), Some(2), Some(1), None, None]
        );
        assert_eq!(
            names(&twice.skipping("simplify").unwrap()),
            ["inline", "simplify.2"]
        );
        assert!(dex.skipping("core").is_none());
    }

    /// A pass that stands in a pipeline twice is told other options at each position.
    #[test]
    fn passes_are_taken_again_with_other_options() {
        let text = "fun double (x: i64): i64 = let y: i64 = x + x in y
            entry main (n: i64): i64 = let a: i64 = double 2i64 let b: i64 = n + a in b";
        let program = read::program(SourceId(0), text, &|_| None).unwrap();
        let written = crate::programs::Core {
            program,
            interface: crate::programs::Interface::Same,
            form: Form::Sized,
        };
        let all = Options {
            without: core::SIMPLIFY.rules.to_vec(),
            ..Options::default()
        };
        let none = Options::default();
        let passes = [
            (&core::SIMPLIFY, all),
            (&core::INLINE, none.clone()),
            (&core::SIMPLIFY, none),
        ];
        let pipeline = Pipeline::with("again", passes);
        let stages = Stage::written(written).along(pipeline.positions(), Target::OPENCL);
        let made: Vec<(String, String)> = stages
            .map(|stage| {
                let (position, stage) = stage.unwrap_or_else(|refused| panic!("{:?}", refused.errors));
                (position.name().to_owned(), stage.program.text())
            })
            .collect();
        let [first, second, third] = made.as_slice() else {
            panic!("three stages");
        };
        assert_eq!(third.0, "simplify.2");
        assert!(
            first.1.contains("double 2i64") && first.1.contains("x + x"),
            "{}",
            first.1
        );
        assert!(second.1.contains("2i64 + 2i64"), "{}", second.1);
        assert!(
            third.1.contains("n + 4i64") && !third.1.contains("2i64 + 2i64"),
            "{}",
            third.1
        );
    }

    #[test]
    #[should_panic(expected = "does not go on where")]
    fn a_pipeline_goes_on_where_its_passes_end() {
        let _ = Pipeline::of("wrong", [&core::SIMPLIFY, &dpia::EXPAND]);
    }
}

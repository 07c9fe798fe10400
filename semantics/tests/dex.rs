//! Cases of evaluation of Dex's core, in other orders than that of the definition.

use elder_dex::core::{Program, read};
use elder_dex::elaborate::file;
use elder_dex::library;
use elder_semantics::dex::literate::Session;
use elder_semantics::dex::{Mode, Options, order, running};
use elder_syntax::SourceId;
use elder_syntax::value::read_values;
use std::path::{Path, PathBuf};

/// Seeds of other orders.
const SEEDS: std::ops::Range<u64> = 1..9;

struct Case {
    file: PathBuf,
    text: String,
    program: Program,
}

impl Case {
    fn read(file: PathBuf) -> Case {
        let text = std::fs::read_to_string(&file).expect("the folder has text files");
        let program = match read::checked(SourceId(0), &text) {
            Ok(program) => program,
            Err(errors) => panic!("{}: {errors:#?}", file.display()),
        };
        Case { file, text, program }
    }

    /// What stands behind `-- KEY: `.
    fn field(&self, key: &str) -> Option<&str> {
        let lines = self.text.lines().filter_map(|line| line.strip_prefix("-- "));
        let mut fields = lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        fields.next()
    }

    fn options(&self) -> Options {
        let mut options = Options::default();
        if let Some((key, value)) = self.field("limits").and_then(|limits| limits.split_once('=')) {
            let value = value.parse().expect("limits are numbers");
            match key {
                "seed" => options = options.choosing(value),
                "fuel" => options.limits.fuel = Some(value),
                "memory" => options.limits.memory = Some(value),
                other => panic!("no limit is called {other}"),
            }
        }
        options
    }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/dex/cases/evaluation");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let paths = files.map(|file| file.expect("its files can be listed").path());
    paths.map(Case::read).collect()
}

/// No loop of the cases depends on the order: they touch states, which keeps it, or add what floats represent exactly.
#[test]
fn other_orders_give_the_same() {
    for case in cases() {
        for seed in SEEDS {
            let options = case.options();
            let difference = order::difference(&case.program, "main", &[], &options, seed);
            assert_eq!(difference, None, "{} with seed {seed}", case.file.display());
        }
    }
}

/// The program of a text of Dex.
fn elaborated(text: &str) -> Program {
    let mut elaborator = library::elaborator();
    for (_, outcome) in file(&mut elaborator, SourceId(0), text).items {
        outcome.expect("the text is legal");
    }
    elaborator.into_program()
}

/// What a definition `main` of a text of Dex costs.
fn work(text: &str) -> u64 {
    let outcome = elder_semantics::dex::run(&elaborated(text), "main", &[], &Options::default());
    outcome.results.expect("the program has a result");
    outcome.cost.work
}

/// C97: what is added at an index costs the element, whatever the size of the table.
#[test]
fn histograms_cost_their_labels() {
    let histogram = |monoid: &str, bins: u32, labels: u32| {
        work(&format!(
            "main : (Fin {bins})=>Float = yieldAccum {monoid}\\counts. for i:(Fin {labels}).\n  counts!(fromOrdinal (Fin {bins}) (ordinal i)) += 1.0\n"
        ))
    };
    for monoid in ["(AddMonoid Float) ", ""] {
        let labels = |bins| histogram(monoid, bins, 60) - histogram(monoid, bins, 30);
        assert_eq!(labels(100), labels(1000), "by {monoid}");
    }
}

/// The machine gives what the definition gives, or fails by the same premise at the same place; it takes most of the cases.
#[test]
fn the_machine_gives_the_same() {
    let (mut taken, mut all) = (0, 0);
    for case in cases() {
        let options = case.options();
        let difference = running::difference(&case.program, "main", &[], &options);
        assert_eq!(difference, None, "{}", case.file.display());
        match running::beside(&case.program, "main", &[], &options) {
            Ok(_) => taken += 1,
            Err(untaken) => println!("{}: {}", case.file.display(), untaken.0),
        }
        all += 1;
    }
    assert!(taken * 4 >= all * 3, "the machine takes {taken} of {all}");
}

/// Histograms by each form of an accumulator and by a state: labels that are computed and such that are read.
#[test]
fn the_machine_takes_histograms() {
    let counted = |counts: &str| {
        format!(
            "def label (i:n) : (Fin 7) = asidx (mod (%lshr_i32 (ordinal i * 40503) 4) 7)\n\nlabels : (Fin 60)=>(Fin 7) = for i. label i\n\nmain : (Fin 7)=>Float =\n  {counts}\n"
        )
    };
    for counts in [
        "yieldAccum (AddMonoid Float) \\counts. for i:(Fin 60). counts!(label i) += 1.0",
        "yieldAccumVector \\counts. for i:(Fin 60). counts!(labels.i) += 1.0",
        "yieldState (for _. 0.0) \\counts. rof i:(Fin 60). (counts!(labels.i)) := 0.5 + get (counts!(labels.i))",
    ] {
        let program = elaborated(&counted(counts));
        let options = Options::default();
        if let Err(untaken) = running::beside(&program, "main", &[], &options) {
            panic!("{counts}: {}", untaken.0);
        }
        assert_eq!(
            running::difference(&program, "main", &[], &options),
            None,
            "{counts}"
        );
    }
}

/// Entry points that the machine takes, on these arguments, and gives the same.
#[track_caller]
fn taken(text: &str, arguments: &str) {
    let program = elaborated(text);
    let options = Options::default();
    let arguments = read_values(arguments.as_bytes()).expect("the arguments are values");
    if let Err(untaken) = running::beside(&program, "main", &arguments, &options) {
        panic!("{text}: {}", untaken.0);
    }
    let difference = running::difference(&program, "main", &arguments, &options);
    assert_eq!(difference, None, "{text}");
}

#[test]
fn the_machine_takes_sums_as_arguments() {
    let text = "def main (xs:(Fin 3)=>Maybe Int) (e:(Float | (Int & Bool))) : (Int & Float) =\n  total = yieldState 0 \\ref. for i. case xs.i of\n    Nothing -> ()\n    Just x -> ref := get ref + x\n  y = case e of\n    Left x -> x\n    Right (k, b) -> if b then IToF k else 0.0\n  (total, y)\n";
    taken(text, "[1u8, 0u8, 1u8] [5, 6, 7] 0u8 1.5f32 0 false");
    taken(text, "[0u8, 0u8, 1u8] [5, 6, 7] 1u8 0f32 4 true");
}

/// What is computed beside a derivative, and the function at its point, is the machine's.
#[test]
fn the_machine_takes_derivatives() {
    let text = "def main (k:Int) : (Float & (Fin 2)=>Float) =\n  xs = for i:(Fin 4). IToF (k + ordinal i)\n  f = \\w:Float. sum for i. sin (w * xs.i)\n  (y, lin) = linearize f 0.5\n  (grad f y, for j. lin (IToF (ordinal j)))\n";
    taken(text, "3");
}

/// What commands print, item by item, is the same by both; an item that fails leaves the others as they are.
#[test]
fn items_of_a_file_are_the_same_by_both() {
    let text = "xs : (Fin 4)=>Int = for i. 3 * ordinal i\n\nwrong : Int = xs.(unsafeFromOrdinal _ 4)\n\nys : (Fin 4)=>(Int & Float) = for i. (xs.i + 1, IToF xs.i)\n\ntwice = \\x:Int. x + x\n\ndone : Maybe Int = Just (twice (fst ys.(asidx 2)))\n";
    let program = elaborated(text);
    let printed = |mode| {
        let options = Options {
            mode,
            ..Options::default()
        };
        let mut session = Session::new(&program, &options);
        let names = ["xs", "wrong", "ys", "twice", "done", "xs"];
        let names = names.map(|name| program.definition(name).expect("it is defined").binder.name);
        names.map(|name| session.printed(name).map_err(|failure| failure.message))
    };
    assert_eq!(printed(Mode::Any), printed(Mode::Definition));
}

//! The bodies of the fuzz targets.
//!
//! Each takes bytes, makes its input from them, and checks a property; the property always includes that nothing panics, overflows or hangs.
//! Most walk the tables of languages and rungs ([`guided`]), so what is new there is fuzzed at once.
//!
//! | body | input | property |
//! | --- | --- | --- |
//! | [`stages`] | choices that make a program of any language | it is accepted, and has one value behind every pass |
//! | [`kernels`] | the same of languages that are compiled | its kernels and plans have that value |
//! | [`devices`] | the same | it has that value compiled, as C or on `ELDER_DEVICE` |
//! | [`refusals`] | choices that make a program which breaks a rule | it is refused by that rule |
//! | [`cases`] | choices that change a case of the definition | all configurations end as the definition does |
//! | [`texts`] | a text of any language, or choices that make a malformed one | every command answers; what is read is printed and read as the same |
//! | [`uniqueness`] | a program of Futhark that aliases and consumes | if accepted, it never reads what was consumed, and copies before all updates change no result |
//! | [`data_format`] | bytes | what is read and written again reads as the same |

mod choices;
mod consuming;
mod fronts;

pub use choices::Choices;
pub use consuming::consuming;
pub use fronts::{dpia_front, fcl_front};

use elder_driver::commands::fuzz::guided::{self, Target};
use elder_driver::fuzz::Verdict;
use elder_driver::fuzz::malformed::{self, Malformed};
use elder_driver::stack;
use elder_driver::tower::LANGUAGES;
use elder_futhark::check::imports::check_text;
use elder_futhark::tree;
use elder_generate::{self as generate, ChoiceTree};
use elder_semantics::failure::Kind;
use elder_semantics::futhark::machine::interface;
use elder_semantics::futhark::{Argument, Options, run};
use elder_semantics::options::Limits;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::{self, Tolerance, Value};
use elder_syntax::{Diagnostic, SourceMap, report};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;

/// A target: its name, and its body.
pub type Body = (&'static str, fn(&[u8]));

/// All targets, each a file in `fuzz/fuzz_targets`.
pub static BODIES: &[Body] = &[
    ("stages", stages),
    ("kernels", kernels),
    ("devices", devices),
    ("refusals", refusals),
    ("cases", cases),
    ("texts", texts),
    ("uniqueness", uniqueness),
    ("data_format", data_format),
];

/// Work for the thread with a large stack.
type Work = (fn(&[u8]), Vec<u8>);

/// How work ended: as it panicked, if it did.
type Ended = thread::Result<()>;

/// A thread with a stack as the commands have it; it lives as long as the process, and keeps what it judges with.
static DEEP: LazyLock<Mutex<(Sender<Work>, Receiver<Ended>)>> = LazyLock::new(|| {
    let (work, working) = channel::<Work>();
    let (ended, ending) = channel();
    let all = move || {
        for (body, bytes) in working {
            let done = catch_unwind(AssertUnwindSafe(|| body(&bytes)));
            if ended.send(done).is_err() {
                break;
            }
        }
    };
    let thread = thread::Builder::new().stack_size(stack::STACK).spawn(all);
    assert!(thread.is_ok(), "the system gives no thread");
    Mutex::new((work, ending))
});

/// Does something where there is room for deep recursion.
fn deeply(body: fn(&[u8]), bytes: &[u8]) {
    let deep = DEEP.lock().unwrap_or_else(PoisonError::into_inner);
    let ended = match deep.0.send((body, bytes.to_vec())) {
        Ok(()) => deep.1.recv(),
        Err(_) => return,
    };
    drop(deep);
    if let Ok(Err(panic)) = ended {
        resume_unwind(panic);
    }
}

/// Nothing was found.
fn agrees(verdict: Option<Verdict>) {
    if let Some(Verdict::Differ { place, message }) = verdict {
        panic!("{place}: {message}");
    }
}

/// Generated programs of all languages behind every pass.
pub fn stages(bytes: &[u8]) {
    deeply(|bytes| agrees(guided::STAGES.judge(bytes)), bytes);
}

/// Generated programs down to kernels and plans.
pub fn kernels(bytes: &[u8]) {
    deeply(|bytes| agrees(guided::KERNELS.judge(bytes)), bytes);
}

/// Generated programs on a device.
pub fn devices(bytes: &[u8]) {
    deeply(|bytes| agrees(guided::DEVICES.judge(bytes)), bytes);
}

/// Programs that break a rule.
pub fn refusals(bytes: &[u8]) {
    deeply(|bytes| agrees(guided::REFUSALS.judge(bytes)), bytes);
}

/// Changed cases of the definition.
pub fn cases(bytes: &[u8]) {
    deeply(|bytes| agrees(guided::CASES.judge(bytes)), bytes);
}

/// The text of a language, which the first byte says: the rest, or, if that begins as no text does, choices that make a malformed one.
pub fn texts(bytes: &[u8]) {
    deeply(answered, bytes);
}

/// The input of [`texts`].
pub fn text(bytes: &[u8]) -> Option<Malformed> {
    let (first, rest) = bytes.split_first()?;
    let language = LANGUAGES.get(usize::from(*first) % LANGUAGES.len())?.declared;
    match rest.first() {
        Some(..b'\t') => {
            let tree = ChoiceTree::from_bytes(&rest[1..]);
            malformed::made(&mut generate::Choices::replaying(tree), &[language])
        }
        _ => Some(Malformed {
            ending: language.ending,
            program: rest.to_vec(),
            values: Vec::new(),
        }),
    }
}

thread_local! {
    /// For the files that commands read.
    static FOLDER: tempfile::TempDir = tempfile::TempDir::new().expect("there is room for files");
}

fn answered(bytes: &[u8]) {
    let Some(input) = text(bytes) else { return };
    // A fuzzer has no business in the file system.
    let has = |word: &[u8]| input.program.windows(word.len()).any(|at| at == word);
    if has(b"import") || has(b"@") {
        return;
    }
    let file = FOLDER.with(|folder| input.write(folder.path(), "input"));
    agrees(file.ok().map(|file| malformed::survives(&file)));
    for (ending, front) in fronts::FRONTS {
        if *ending == input.ending {
            front(&input.program);
        }
    }
}

/// The program of an input of a target, with what it reads.
pub fn shown(target: &str, bytes: &[u8]) -> Option<String> {
    match guided::TARGETS.iter().find(|own| own.name == target) {
        Some(target) => Some(target.show(bytes)),
        None if target == "texts" => Some(text(bytes)?.text()),
        None => None,
    }
}

/// Inputs of a target to begin with: on each configuration those of the first seeds whose programs take as many choices as half of them do, or more.
pub fn seeds(target: &Target, each: usize) -> Vec<Vec<u8>> {
    /// Longer ones are slow to run and to change.
    const LONGEST: usize = 2_500;
    const TRIED: u64 = 100;
    let of_configuration = |configuration| {
        let made = (0..TRIED).map(|seed| target.input(configuration, seed));
        let mut made: Vec<Vec<u8>> = made.filter(|input| input.len() < LONGEST).collect();
        let mut lengths: Vec<usize> = made.iter().map(Vec::len).collect();
        lengths.sort_unstable();
        let median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
        made.retain(|input| input.len() >= median);
        made.truncate(each);
        made
    };
    (0..target.count()).flat_map(of_configuration).collect()
}

/// Diagnostics are placed inside the text and can be rendered.
fn check_diagnostics(text: &str, diagnostics: &[Diagnostic], sources: &SourceMap) {
    for diagnostic in diagnostics {
        let span = diagnostic.span;
        assert!(
            span.start <= span.end && (span.end as usize) <= text.len().max(1) + 1,
            "place {span:?} is outside of a text of {} bytes",
            text.len()
        );
    }
    let _ = report::render_short(diagnostics, sources);
    let _ = report::render(diagnostics, sources, false);
}

/// The data formats.
pub fn data_format(bytes: &[u8]) {
    let Ok(values) = value::read_values(bytes) else {
        return;
    };
    let mut text = Vec::new();
    let mut binary = Vec::new();
    for value in &values {
        value::text::write(value, &mut text);
        text.push(b'\n');
        value::binary::write(value, &mut binary);
    }
    for written in [text, binary] {
        let again = value::read_values(&written).expect("what was written can be read");
        assert_eq!(values.len(), again.len());
        for (a, b) in values.iter().zip(&again) {
            if let Some(difference) = value::compare::difference(a, b, Tolerance::Bitwise) {
                panic!("{difference}");
            }
        }
    }
}

/// Property FUT-P-1: in an accepted program nobody can tell an update in place from one of a copy.
pub fn uniqueness(bytes: &[u8]) {
    let (text, copying) = consuming(&mut Choices::new(bytes));
    let Some(program) = check_text("fuzz.fut", &text).program else {
        return;
    };
    let once = |program: &tree::Program| {
        let options = Options {
            limits: Limits::of(20_000, 1 << 20),
            depth: 200,
            ..Options::default()
        };
        let argument = Argument::Data(Value::scalar(PrimValue::I64(3)));
        match run(program, "main", vec![argument], options).results {
            Ok(values) => Ok(values.iter().map(interface::to_data).collect::<Vec<_>>()),
            Err(failure) => Err(failure),
        }
    };
    let outcome = once(&program);
    if let Err(failure) = &outcome {
        assert!(
            !matches!(failure.kind, Kind::Internal | Kind::Poison),
            "{:?}: {} in\n{text}",
            failure.kind,
            failure.message
        );
    }
    // With copies there is less that may be inferred to be unique, so this may be refused.
    let Some(copying) = check_text("fuzz.fut", &copying).program else {
        return;
    };
    if let (Ok(a), Ok(b)) = (outcome, once(&copying)) {
        for (a, b) in a.iter().zip(&b) {
            if let (Some(a), Some(b)) = (a, b)
                && let Some(difference) = value::compare::difference(a, b, Tolerance::Bitwise)
            {
                panic!("copies make a difference: {difference} in\n{text}");
            }
        }
    }
}

//! What `elder dev --pass` prints, as programs that run: a text of DPIA with lines in front that say what the text itself cannot.
//!
//! Those lines name the pass that made it, for the rules of commands that the translation makes are not those of commands that a person
//! writes; the conditions on sizes that the checker, or the staging of FCL, left to the launch; and whether parts of a result may stay unwritten.
//! A program that begins so is checked as the result of that pass, run as such, and translated by the passes that are left.

use crate::engine::Rejected;
use crate::road::Start;
use crate::tower;
use elder_dpia::check::{self, Condition, Obligation};
use elder_dpia::{DataType, Entry, Name, Nat, PhraseType, Program, Ranges, load, print};
use elder_passes::pass::{Reading, expect};
use elder_passes::programs::{Dpia, Origin};
use elder_passes::{Pass, Position, Target};
use elder_syntax::{Diagnostic, Rule, SourceMap};
use std::io;
use std::path::Path;
use std::rc::Rc;

/// How the line that names the pass begins.
const PASS: &str = "-- after the pass: ";
/// How lines with conditions begin.
const REQUIRES: &str = "-- requires ";
/// The lines for a program that is run in another way than others after the pass: it was staged.
const READINGS: [(&str, Reading); 2] = [
    ("-- nothing orders yet what its work-items do", Reading::Unordered),
    ("-- each loop over the items of a group is a step", Reading::Steps),
];
/// The line for results that may stay unwritten in part.
const CUT: &str = "-- results may end before the arrays that hold them";

/// A program that a pass made.
pub struct Stage {
    /// The program, one definition, checked.
    pub program: Program,
    /// The pass.
    pub pass: &'static str,
    /// How the reference semantics can run it.
    pub reading: Reading,
    /// What it was made for, if that matters from here on.
    pub target: Option<Target>,
    /// The sizes that the conditions speak of.
    sizes: Vec<Name>,
    conditions: Vec<Required>,
    /// Whether parts of its results may stay unwritten.
    pub is_cut: bool,
}

/// A condition on the sizes of the definition, by their positions among them.
struct Required {
    condition: Condition,
    rule: &'static Rule,
    premise: &'static str,
}

/// The words for targets.
const TARGETS: [(&str, Target); 2] = [("opencl", Target::OPENCL), ("c", Target::OpenMp)];

fn word(target: Target) -> &'static str {
    TARGETS
        .iter()
        .find(|(_, own)| *own == target)
        .map_or("", |(word, _)| *word)
}

/// The passes whose results have this form, in order: those that end at DPIA.
fn passes() -> impl Iterator<Item = &'static Pass> {
    tower::passes().filter(|pass| *pass.to == elder_dpia::LANGUAGE)
}

/// How programs of DPIA are run after a pass.
fn reading(pass: &str) -> Reading {
    let pipeline = tower::pipeline(&elder_dpia::LANGUAGE);
    let own = pipeline
        .and_then(|pipeline| pipeline.until(pass))
        .unwrap_or_default();
    own.iter().fold(Reading::Iterations, |reading, position| {
        position.pass.then.of(reading)
    })
}

/// The positions that are left behind a pass.
fn behind(pass: &str) -> &'static [Position] {
    tower::pipelines()
        .find_map(|pipeline| pipeline.behind(pass))
        .unwrap_or_default()
}

/// The text of a program after a pass, with what is to be known of it; `now` says how it can be run.
pub fn text(pass: &str, target: Target, program: &Dpia, now: Reading) -> String {
    let Dpia {
        entry, obligations, ..
    } = program;
    let body = print::entry(entry);
    let mut out = format!("{PASS}{pass}, for {}\n", word(target));
    // Sizes have the names under which the text has them.
    let printed = load::forced(pass, &body).program;
    let printed = printed.and_then(|program| Some(Entry::of(program.definitions.last()?)?.sizes));
    let sizes = printed.unwrap_or_else(|| entry.sizes.clone());
    for o in obligations {
        let condition = o.condition.map(&|n| renamed(n, &entry.sizes, &sizes));
        out.push_str(&format!("{REQUIRES}{}/{}: {condition}\n", o.rule.id, o.premise));
    }
    let said = READINGS
        .iter()
        .filter(|(_, own)| *own == now && reading(pass) != now);
    for (line, _) in said {
        out.push_str(&format!("{line}\n"));
    }
    if program.is_cut() {
        out.push_str(&format!("{CUT}\n"));
    }
    out + &body
}

/// A term with sizes of another list in the places of its own.
pub(crate) fn renamed(nat: &Nat, from: &[Name], to: &[Name]) -> Nat {
    let new = |x: &Name| {
        from.iter()
            .position(|y| x == y)
            .and_then(|k| to.get(k))
            .map(Nat::var)
    };
    nat.rebuild(&mut { new }, &Ranges::new())
}

/// The program of such a text; `None` if it is any other program.
///
/// # Errors
/// What is wrong with the lines in front, and what the checker refuses.
pub fn read(name: &str, text: &str) -> Option<Result<(SourceMap, Stage), Rejected>> {
    let first = text.lines().next()?.strip_prefix(PASS)?;
    let loaded = load::forced(name, text);
    let refused = |sources: &SourceMap, diagnostics| Rejected {
        sources: sources.clone(),
        diagnostics,
    };
    let Some(program) = loaded.program else {
        return Some(Err(refused(&loaded.sources, loaded.diagnostics)));
    };
    let sources = loaded.sources;
    let stage =
        header(first, text, program).map_err(|message| refused(&sources, vec![Diagnostic::outside(message)]));
    Some(stage.and_then(|stage| match stage.check() {
        Ok(()) => Ok((sources.clone(), stage)),
        Err(errors) => Err(refused(&sources, errors)),
    }))
}

/// The program of a file of such a text.
///
/// # Errors
/// When the file cannot be read.
pub fn read_file(path: &Path) -> io::Result<Option<Result<(SourceMap, Stage), Rejected>>> {
    let text = std::fs::read_to_string(path)?;
    Ok(read(&path.display().to_string(), &text))
}

fn header(first: &str, text: &str, program: Program) -> Result<Stage, String> {
    let (pass, target) = first.split_once(", for ").unwrap_or((first, ""));
    let position = passes().position(|own| own.name == pass);
    let position = position.ok_or_else(|| format!("there is no pass `{pass}`"))?;
    let target = TARGETS
        .iter()
        .find(|(word, _)| *word == target)
        .map(|(_, target)| *target);
    let target = target.ok_or("the first line names no target")?;
    // Up to there the passes do the same for all.
    let common = passes().position(|own| own.name == "place").unwrap_or(0);
    let last = program.definitions.last().and_then(Entry::of);
    let sizes = last.map(|entry| entry.sizes).unwrap_or_default();
    let lines = text.lines().take_while(|line| line.starts_with("--"));
    let conditions = lines.clone().filter_map(|line| line.strip_prefix(REQUIRES));
    Ok(Stage {
        conditions: conditions
            .map(|line| required(line, &sizes))
            .collect::<Result<_, _>>()?,
        is_cut: lines.clone().any(|line| line == CUT),
        target: (position >= common).then_some(target),
        reading: READINGS
            .iter()
            .find(|(said, _)| lines.clone().any(|line| line == *said))
            .map_or(reading(pass), |(_, own)| *own),
        pass: passes().nth(position).map_or("", |own| own.name),
        program,
        sizes,
    })
}

/// A condition in the words of [`Condition`]'s display, and the rule that asks for it.
fn required(line: &str, sizes: &[Name]) -> Result<Required, String> {
    let wrong = || format!("`{line}` is no condition");
    let (by, condition) = line.split_once(": ").ok_or_else(wrong)?;
    let (rule, premise) = by.split_once('/').ok_or_else(wrong)?;
    let rule = tower::rules().find(|r| r.id == rule).ok_or_else(wrong)?;
    let premise = rule
        .premises
        .iter()
        .find(|p| p.key == premise)
        .ok_or_else(wrong)?
        .key;
    let two = |separator: &str| {
        let (a, b) = condition.split_once(separator)?;
        Some((term(a, sizes)?, term(b, sizes)?))
    };
    let condition = None
        .or_else(|| two(" divides ").map(|(a, b)| Condition::Divides(a, b)))
        .or_else(|| two(" <= ").map(|(a, b)| Condition::LessEq(a, b)))
        .or_else(|| two(" < ").map(|(a, b)| Condition::Less(a, b)))
        .or_else(|| Some(Condition::Positive(term(condition.strip_suffix(" > 0")?, sizes)?)))
        .or_else(|| {
            Some(Condition::Fits(term(
                condition.strip_suffix(" fits 64 bits")?,
                sizes,
            )?))
        });
    Ok(Required {
        condition: condition.ok_or_else(wrong)?,
        rule,
        premise,
    })
}

/// A term over these sizes: read as the length of an array.
fn term(text: &str, sizes: &[Name]) -> Option<Nat> {
    let parameters: Vec<String> = sizes.iter().map(|x| format!("{}: nat, ", x.text())).collect();
    let text = format!("def term = fun({}xs: ({text}).bool) xs", parameters.concat());
    let program = load::forced("term", &text).program?;
    let entry = Entry::of(program.definitions.last()?)?;
    match &entry.inputs.first()?.ty {
        PhraseType::Exp(DataType::Array(n, _)) => Some(renamed(n, &entry.sizes, sizes)),
        _ => None,
    }
}

impl Stage {
    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        let entries = self.program.definitions.iter().filter_map(Entry::of);
        for entry in entries {
            check::entry(&entry)?;
        }
        Ok(())
    }

    /// What a launch of its entry has to test.
    pub fn obligations(&self, entry: &Entry) -> Vec<Obligation> {
        let conditions = self.conditions.iter().map(|required| Obligation {
            condition: required.condition.map(&|n| renamed(n, &self.sizes, &entry.sizes)),
            rule: required.rule,
            premise: required.premise,
            span: entry.body.span,
        });
        conditions.collect()
    }

    /// One of its entries, to be taken along the passes that are left.
    pub(crate) fn start(&self, entry: Entry) -> Start {
        let program = Dpia {
            obligations: self.obligations(&entry),
            entry,
            origin: Origin::Kept { cut: self.is_cut },
        };
        Start {
            stage: elder_passes::Stage {
                program: Rc::new(program),
                reading: self.reading,
            },
            left: behind(self.pass),
            target: self.target,
        }
    }

    /// The entry as the reference semantics can run it, and how.  Where nothing orders yet what items do, that is what the next passes make of it.
    ///
    /// # Errors
    /// What a pass refuses.
    pub fn runnable(&self, entry: &Entry) -> Result<(Entry, Reading), Vec<Diagnostic>> {
        let target = self.target.unwrap_or(Target::OPENCL);
        let Start {
            stage: mut last,
            left,
            ..
        } = self.start(entry.clone());
        let mut later = last.along(left, target);
        while last.reading == Reading::Unordered
            && let Some(stage) = later.next()
        {
            last = stage.map_err(|refused| refused.errors)?.1;
        }
        let runnable = expect::<Dpia>(&*last.program)?;
        Ok((runnable.entry.clone(), last.reading))
    }
}

/// That a program whose passes were taken for one target cannot go on for another.
pub fn made_for_another(own: Target, wanted: Target) -> Diagnostic {
    let message = format!(
        "the passes made this program for {}, not for {}",
        word(own),
        word(wanted)
    );
    let help = "choose another device, or another --target where it is printed";
    Diagnostic::outside(message).with_help(help)
}

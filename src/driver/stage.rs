//! What `elder dev --pass` prints, as programs that run: a text of DPIA with lines in front that say what the text itself cannot.
//!
//! Those lines name the pass that made it, for the rules of commands that the translation makes are not those of commands that a person
//! writes; the conditions on sizes that the checker, or the staging of FCL, left to the launch; and whether parts of a result may stay unwritten.
//! A program that begins so is checked as the result of that pass, run as such, and translated by the passes that are left.

use crate::compile::{INITIALISED, STAGED};
use crate::engine::{self, Rejected};
use crate::tower;
use elder_dpia::check::{self, Condition, Obligation};
use elder_dpia::{DataType, Entry, Name, Nat, PhraseType, Program, Ranges, load, print};
use elder_passes::{PASSES, Target};
use elder_syntax::{Diagnostic, Rule, SourceMap};
use std::io;
use std::path::Path;

/// How the line that names the pass begins.
const PASS: &str = "-- after the pass: ";
/// How lines with conditions begin.
const REQUIRES: &str = "-- requires ";
/// The line for results that may stay unwritten in part.
const CUT: &str = "-- results may end before the arrays that hold them";

/// A program that a pass made.
pub struct Stage {
    /// The program, one definition, checked.
    pub program: Program,
    /// The first of the passes that are left, as a position in [`PASSES`].
    left: usize,
    /// What it was made for, if that matters from here on.
    target: Option<Target>,
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

/// The text of an entry after a pass, with what is to be known of it.
pub fn text(pass: &str, target: Target, entry: &Entry, obligations: &[Obligation], is_cut: bool) -> String {
    let body = print::entry(entry);
    let word = TARGETS
        .iter()
        .find(|(_, t)| *t == target)
        .map_or("", |(word, _)| *word);
    let mut out = format!("{PASS}{pass}, for {word}\n");
    // Sizes have the names under which the text has them.
    let printed = load::forced(pass, &body).program;
    let printed = printed.and_then(|program| Some(Entry::of(program.definitions.last()?)?.sizes));
    let sizes = printed.unwrap_or_else(|| entry.sizes.clone());
    for o in obligations {
        let condition = o.condition.map(&|n| renamed(n, &entry.sizes, &sizes));
        out.push_str(&format!("{REQUIRES}{}/{}: {condition}\n", o.rule.id, o.premise));
    }
    if is_cut {
        out.push_str(&format!("{CUT}\n"));
    }
    out + &body
}

fn renamed(nat: &Nat, from: &[Name], to: &[Name]) -> Nat {
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
        header(first, text, program).map_err(|message| refused(&sources, vec![engine::plain(message)]));
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
    let position = PASSES.iter().position(|p| p.name == pass);
    let left = match (position, pass) {
        (Some(position), _) => position + 1,
        (None, INITIALISED | STAGED) => 0,
        _ => return Err(format!("there is no pass `{pass}`")),
    };
    let target = TARGETS
        .iter()
        .find(|(word, _)| *word == target)
        .map(|(_, target)| *target);
    let target = target.ok_or("the first line names no target")?;
    // Up to there the passes do the same for all.
    let common = PASSES.iter().position(|p| p.name == "place").unwrap_or(0);
    let last = program.definitions.last().and_then(Entry::of);
    let sizes = last.map(|entry| entry.sizes).unwrap_or_default();
    let lines = text.lines().take_while(|line| line.starts_with("--"));
    let conditions = lines.clone().filter_map(|line| line.strip_prefix(REQUIRES));
    Ok(Stage {
        conditions: conditions
            .map(|line| required(line, &sizes))
            .collect::<Result<_, _>>()?,
        is_cut: lines.clone().any(|line| line == CUT),
        target: (left > common).then_some(target),
        program,
        left,
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
        .or_else(|| Some(Condition::Positive(term(condition.strip_suffix(" > 0")?, sizes)?)));
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

    /// The passes that are left, for that target.
    ///
    /// # Errors
    /// When it was made for another one.
    pub fn left(&self, target: Target) -> Result<&'static [elder_passes::Pass], Box<Diagnostic>> {
        match self.target {
            Some(own) if own != target => {
                let word = |t: Target| {
                    TARGETS
                        .iter()
                        .find(|(_, own)| *own == t)
                        .map_or("", |(word, _)| *word)
                };
                let message = format!(
                    "the passes made this program for {}, not for {}",
                    word(own),
                    word(target)
                );
                let help = "choose another device, or another --target where it is printed";
                Err(Box::new(engine::plain(message).with_help(help)))
            }
            _ => Ok(&PASSES[self.left..]),
        }
    }

    /// The entry as the reference semantics can run it, and whether by the semantics of work-groups.  Between the forming of launches and the
    /// pass that puts barriers, cells belong to items and groups that nothing orders yet: what is run then is what that pass makes of it.
    ///
    /// # Errors
    /// What a pass refuses.
    pub fn runnable(&self, entry: &Entry) -> Result<(Entry, bool), Vec<Diagnostic>> {
        let place = |name: &str| PASSES.iter().position(|p| p.name == name).unwrap_or(0);
        let (formed, ordered) = (place("launches") + 1, place("barriers") + 1);
        if self.left <= formed {
            return Ok((entry.clone(), false));
        }
        let target = self.target.unwrap_or(Target::OPENCL);
        let rest = PASSES.get(self.left..ordered).unwrap_or_default();
        let entry = rest
            .iter()
            .try_fold(entry.clone(), |entry, pass| (pass.run)(&entry, &target))?;
        Ok((entry, true))
    }
}

//! What `elder dev --pass` prints, as programs that run: a text of DPIA with lines in front that say what the text itself cannot.
//!
//! Those lines name the pass that made it, for the rules of commands that the translation makes are not those of commands that a person
//! writes; the conditions on sizes that the checker, or the staging of FCL, left to the launch; how it is run from there on; and whether parts of a
//! result may stay unwritten.  A program that begins so is checked as the result of that pass, and run as such.

use crate::Rejected;
use crate::languages::rules;
use elder_dpia::check::{self, Condition, Obligation};
use elder_dpia::{DataType, Entry, Name, Nat, PhraseType, Program, Ranges, Reading, load, print};
use elder_syntax::{Diagnostic, Rule, SourceMap};

/// How the line that names the pass begins.
const PASS: &str = "-- after the pass: ";
/// How lines with conditions begin.
const REQUIRES: &str = "-- requires ";
/// The lines that say how a program is run, where that is not by its iterations in any order.
const READINGS: [(&str, Reading); 3] = [
    ("-- nothing orders yet what its work-items do", Reading::Unordered),
    ("-- each loop over the items of a group is a step", Reading::Steps),
    ("-- the items of a group meet at its barriers", Reading::Groups),
];
/// The line for results that may stay unwritten in part.
const CUT: &str = "-- results may end before the arrays that hold them";

/// What is said of a program that a pass made.
pub struct Made {
    /// The pass, and the target that it was taken for.
    pub pass: String,
    /// The word for the target.
    pub target: String,
    /// How the reference semantics can run it.
    pub reading: Reading,
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

/// The text of a program after a pass for a target, with what a launch has to test, how it can be run, and whether parts of its results may stay
/// unwritten.
pub fn text(
    (pass, target): (&str, &str),
    entry: &Entry,
    obligations: &[Obligation],
    reading: Reading,
    is_cut: bool,
) -> String {
    let body = print::entry(entry);
    let mut out = format!("{PASS}{pass}, for {target}\n");
    // Sizes have the names under which the text has them.
    let printed = load::forced(pass, &body).program;
    let printed = printed.and_then(|program| Some(Entry::of(program.definitions.last()?)?.sizes));
    let sizes = printed.unwrap_or_else(|| entry.sizes.clone());
    for o in obligations {
        let condition = o.condition.map(&|n| renamed(n, &entry.sizes, &sizes));
        out.push_str(&format!("{REQUIRES}{}/{}: {condition}\n", o.rule.id, o.premise));
    }
    if let Some((line, _)) = READINGS.iter().find(|(_, own)| *own == reading) {
        out.push_str(&format!("{line}\n"));
    }
    if is_cut {
        out.push_str(&format!("{CUT}\n"));
    }
    out + &body
}

/// A term with sizes of another list in the places of its own.
pub fn renamed(nat: &Nat, from: &[Name], to: &[Name]) -> Nat {
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
pub fn read(name: &str, text: &str) -> Option<Result<(SourceMap, Program, Made), Rejected>> {
    let first = text.lines().next()?.strip_prefix(PASS)?;
    let loaded = load::forced(name, text);
    let sources = loaded.sources;
    let read = match loaded.program {
        None => Err(loaded.diagnostics),
        Some(program) => header(first, text, &program)
            .map_err(|message| vec![Diagnostic::outside(message)])
            .and_then(|made| {
                let mut entries = program.definitions.iter().filter_map(Entry::of);
                entries.try_for_each(|entry| check::entry(&entry).map(|_| ()))?;
                Ok((program, made))
            }),
    };
    Some(match read {
        Ok((program, made)) => Ok((sources, program, made)),
        Err(diagnostics) => Err(Rejected { sources, diagnostics }),
    })
}

fn header(first: &str, text: &str, program: &Program) -> Result<Made, String> {
    let (pass, target) = first
        .split_once(", for ")
        .ok_or("the first line names no target")?;
    let last = program.definitions.last().and_then(Entry::of);
    let sizes = last.map(|entry| entry.sizes).unwrap_or_default();
    let lines = text.lines().take_while(|line| line.starts_with("--"));
    let conditions = lines.clone().filter_map(|line| line.strip_prefix(REQUIRES));
    Ok(Made {
        conditions: conditions
            .map(|line| required(line, &sizes))
            .collect::<Result<_, _>>()?,
        is_cut: lines.clone().any(|line| line == CUT),
        reading: READINGS
            .iter()
            .find(|(stated, _)| lines.clone().any(|line| line == *stated))
            .map_or(Reading::Iterations, |(_, own)| *own),
        pass: pass.to_owned(),
        target: target.to_owned(),
        sizes,
    })
}

/// A condition in the words of [`Condition`]'s display, and the rule that asks for it.
fn required(line: &str, sizes: &[Name]) -> Result<Required, String> {
    let wrong = || format!("`{line}` is no condition");
    let (by, condition) = line.split_once(": ").ok_or_else(wrong)?;
    let (rule, premise) = by.split_once('/').ok_or_else(wrong)?;
    let rule = rules().find(|r| r.id == rule).ok_or_else(wrong)?;
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

impl Made {
    /// What a launch of an entry has to test.
    pub fn obligations(&self, entry: &Entry) -> Vec<Obligation> {
        let conditions = self.conditions.iter().map(|required| Obligation {
            condition: required.condition.map(&|n| renamed(n, &self.sizes, &entry.sizes)),
            rule: required.rule,
            premise: required.premise,
            span: entry.body.span,
        });
        conditions.collect()
    }
}

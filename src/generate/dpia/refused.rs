//! Programs that break one rule.
//!
//! A well-typed program gets one definition more, in which one phrase breaks a premise of a rule; its parts are generated, and what stands
//! around it.  The table says which premise refuses.  Program and table are texts, so that lexer, parser and elaboration take part.

use super::terms::Generator;
use super::{Shape, case};
use crate::Choices;
pub use crate::kit::Fault;
use crate::kit::{faults, pieces};
use elder_dpia::{DataType, Nat, PrimType, print};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The head of definitions around what stands in an expression, or in a command.
const EXPRESSION: &str = "def «x0»(n: nat, m: nat, xs: n.i32, ys: m.f32, i: idx(m), x: i32) = ";
const COMMAND: &str = "def «x0»(gs: 4.idx(4), a: acc[4.i32], out: acc[i32]) = ";

/// Where a fault may stand: the definition around it, up to its body, and what may stand around it there; `…` is the fault.
const PLACES: &[(&str, &str, &[&str])] = &[
    (
        "expressions",
        EXPRESSION,
        &[
            "…",
            "let «x1» = … in «i32»",
            "(«f32», …)",
            "generate(2, fun «x1». …)",
            "map(fun «x1». …, «3.i32»)",
            "loopSeq(3, fun «x1» «x2». let «x3» = … in «x2», «i32»)",
        ],
    ),
    ("hosts", EXPRESSION, &["…", "let «x1» = … in «i32»", "(«f32», …)"]),
    (
        "commands",
        COMMAND,
        &[
            "…",
            "skip ; …",
            "… ; out := «i32»",
            "if «bool» { … } else { skip }",
            "for «x1» < 3 { … }",
            "new i32 «x1» { «x1».wr := «i32» ; … }",
            "new 2.f32 «x1» { «x1».wr := «2.f32» ; … }",
        ],
    ),
    (
        "launches",
        COMMAND,
        &["…", "skip ; …", "new i32 «x1» { «x1».wr := «i32» ; … }"],
    ),
];

/// All of them.
static FAULTS: LazyLock<Vec<Fault>> = LazyLock::new(|| faults(include_str!("refused/faults.txt")));

/// A program that breaks one rule, and the rule with the premise that has to refuse.
pub fn refused(c: &mut Choices, shape: Shape) -> (String, Fault) {
    let fault = FAULTS[c.below(FAULTS.len())];
    let place = PLACES.iter().find(|(place, ..)| *place == fault.place);
    let (_, head, contexts) = place.copied().unwrap_or(("", "", &["…"]));
    let context = c.pick(contexts).copied().unwrap_or("…");
    let template = format!("{head}{}", context.replace('…', fault.template));
    let definition = c.part(|c| filled(c, &template, shape));
    let program = c.part(|c| print::program(&case(c, shape).program));
    let last = match fault.place {
        // What is no definition belongs to the one before it.
        "definitions" => false,
        "ends" => true,
        _ => c.one_in(2),
    };
    let text = match last {
        true => format!("{program}\n{definition}\n"),
        false => format!("{definition}\n{program}\n"),
    };
    (text, fault)
}

/// A template with names and expressions in their places.
fn filled(c: &mut Choices, template: &str, shape: Shape) -> String {
    let mut names: BTreeMap<&str, String> = BTreeMap::new();
    let mut out = String::new();
    for (is_generated, part) in pieces(template) {
        if !is_generated {
            out.push_str(part);
        } else if part.starts_with('x') {
            let fresh = names.len();
            let name = names.entry(part).or_insert_with(|| format!("broken{fresh}"));
            out.push_str(name);
        } else if let Some(ty) = written(part) {
            let phrase = c.part(|c| {
                let (mut generator, depth) = (Generator::closed(c, shape), c.below(3));
                generator.term(c, &ty, depth)
            });
            out += &format!("({} : {})", print::phrase(&phrase), print::data_type(&ty));
        }
    }
    out
}

/// The data type of a text as the table has it.
fn written(text: &str) -> Option<DataType> {
    if let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        let (first, second) = inner.split_once(", ")?;
        return Some(DataType::pair(written(first)?, written(second)?));
    }
    if let Some((length, element)) = text.split_once('.') {
        return Some(DataType::array(Nat::lit(length.parse().ok()?), written(element)?));
    }
    match text.split_once('<') {
        Some((element, width)) => Some(DataType::Vector(
            width.strip_suffix('>')?.parse().ok()?,
            PrimType::from_name(element)?,
        )),
        None => PrimType::from_name(text).map(DataType::Num),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_name_rules_and_types() {
        for fault in FAULTS.iter() {
            let rule = elder_dpia::rules::find(fault.rule);
            let premises = rule.map(|rule| rule.premises).unwrap_or_default();
            assert!(premises.iter().any(|p| p.key == fault.premise), "{fault:?}");
            let known = |(is_generated, part): (bool, &str)| {
                !is_generated || part.starts_with('x') || written(part).is_some()
            };
            assert!(pieces(fault.template).all(known), "{fault:?}");
        }
    }
}

//! Programs that break one rule.
//!
//! A well-typed program gets one definition more, in which one phrase breaks a premise of a rule; its parts are generated, and what stands
//! around it.  The table says which premise refuses.  Program and table are texts, so that lexer, parser and elaboration take part.

use super::terms::Generator;
use super::{Shape, case};
use crate::Choices;
use crate::faults::row;
use elder_dpia::{DataType, Nat, PrimType, print};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A way to break a premise.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The rule that has to refuse.
    pub rule: &'static str,
    /// Its premise.
    pub premise: &'static str,
    place: Place,
    /// What is written.  Between `«` and `»` stands the type of an expression, or `x0` to `x9` for a new name.
    template: &'static str,
}

/// Where a fault may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Wherever an expression may.
    Expression,
    /// In an expression of the host.
    Host,
    /// Wherever a command may.
    Command,
    /// In a command of the host that is done once.
    Launch,
    /// Among definitions.
    Definition,
    /// As the last definition.
    End,
}

impl Place {
    const ALL: [(&'static str, Place); 6] = [
        ("[expressions]", Place::Expression),
        ("[hosts]", Place::Host),
        ("[commands]", Place::Command),
        ("[launches]", Place::Launch),
        ("[definitions]", Place::Definition),
        ("[ends]", Place::End),
    ];

    /// What may stand around a fault: `…` is where it stands.
    fn contexts(self) -> &'static [&'static str] {
        match self {
            Place::Expression => &[
                "…",
                "let «x1» = … in «i32»",
                "(«f32», …)",
                "generate(2, fun «x1». …)",
                "map(fun «x1». …, «3.i32»)",
                "loopSeq(3, fun «x1» «x2». let «x3» = … in «x2», «i32»)",
            ],
            Place::Host => &["…", "let «x1» = … in «i32»", "(«f32», …)"],
            Place::Command => &[
                "…",
                "skip ; …",
                "… ; out := «i32»",
                "if «bool» { … } else { skip }",
                "for «x1» < 3 { … }",
                "new i32 «x1» { «x1».wr := «i32» ; … }",
                "new 2.f32 «x1» { «x1».wr := «2.f32» ; … }",
            ],
            Place::Launch => &["…", "skip ; …", "new i32 «x1» { «x1».wr := «i32» ; … }"],
            Place::Definition | Place::End => &["…"],
        }
    }

    /// The definition around it, up to its body.
    fn head(self) -> &'static str {
        match self {
            Place::Expression | Place::Host => {
                "def «x0»(n: nat, m: nat, xs: n.i32, ys: m.f32, i: idx(m), x: i32) = "
            }
            Place::Command | Place::Launch => "def «x0»(gs: 4.idx(4), a: acc[4.i32], out: acc[i32]) = ",
            Place::Definition | Place::End => "",
        }
    }
}

/// All of them.
static FAULTS: LazyLock<Vec<Fault>> = LazyLock::new(|| {
    let mut place = Place::Expression;
    let mut out = Vec::new();
    for line in include_str!("refused/faults.txt").lines() {
        if let Some((_, other)) = Place::ALL.iter().find(|(name, _)| *name == line) {
            place = *other;
        }
        if let Some((rule, premise, template)) = row(line) {
            out.push(Fault {
                rule,
                premise,
                place,
                template,
            });
        }
    }
    out
});

/// A program that breaks one rule, and the rule with the premise that has to refuse.
pub fn refused(c: &mut Choices, shape: Shape) -> (String, Fault) {
    let fault = FAULTS[c.below(FAULTS.len())].clone();
    let context = c.pick(fault.place.contexts()).copied().unwrap_or("…");
    let template = format!("{}{}", fault.place.head(), context.replace('…', fault.template));
    let definition = c.part(|c| filled(c, &template, shape));
    let program = c.part(|c| print::program(&case(c, shape).program));
    let last = match fault.place {
        // What is no definition belongs to the one before it.
        Place::Definition => false,
        Place::End => true,
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
    for (i, part) in template.split(['«', '»']).enumerate() {
        if i % 2 == 0 {
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
            let parts = fault.template.split(['«', '»']).skip(1).step_by(2);
            let known = |part: &str| part.starts_with('x') || written(part).is_some();
            assert!(parts.into_iter().all(known), "{fault:?}");
        }
    }
}

//! Programs that break one rule.
//!
//! A well-typed program gets one statement or declaration that breaks a premise of a rule; its parts are generated, and it stands in any block.  The
//! table says which premise refuses.  What breaks it is a text, so that lexer and parser take part, and has a place in the tree.

use super::generator::Generator;
use super::quote::{Part, many, part};
use super::signature::written;
use super::types::Ty;
use crate::Choices;
pub use crate::kit::Fault;
use crate::kit::{faults, pieces};
use std::collections::BTreeMap;
use std::sync::LazyLock;

impl Fault {
    /// Whether an array is updated in place and read afterwards.
    pub fn updates(&self) -> bool {
        self.rule == "FUT-U-VAR" && self.template.contains("» with [")
    }
}

/// All of them.
pub static FAULTS: LazyLock<Vec<Fault>> = LazyLock::new(|| faults(include_str!("refused/faults.txt")));

/// The head of those that stand in a block; the others stand among declarations.
const STATEMENTS: &str = "statements";

/// Stands where the text does that breaks a rule.
pub const BROKEN: &str = "let broken_here = 0";

impl Generator {
    /// The place of the statement that breaks a rule, if it is to stand here.
    pub fn planned(&mut self, c: &mut Choices) -> Option<Part> {
        let here = self.fault.as_ref().is_some_and(|fault| fault.place == STATEMENTS) && c.below(6) == 0;
        if here { self.break_rule(c) } else { None }
    }

    /// The place of the declaration that breaks a rule, if one has to.
    pub fn planned_declaration(&mut self, c: &mut Choices) -> Option<Part> {
        let here = self.fault.as_ref().is_some_and(|fault| fault.place != STATEMENTS);
        if here { self.break_rule(c) } else { None }
    }

    /// The place of what breaks the planned rule, whose text is kept.
    pub fn break_rule(&mut self, c: &mut Choices) -> Option<Part> {
        let fault = self.fault.take()?;
        let (broken, _) = self.filled(c, fault.template);
        self.broken = Some(broken.text().replace(&format!("{} ", super::COPY), ""));
        Some(part!(BROKEN))
    }

    /// A template with its parts, and the new names in it; see the table.
    pub fn filled(&mut self, c: &mut Choices, template: &str) -> (Part, BTreeMap<String, String>) {
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        let mut types: BTreeMap<String, Ty> = BTreeMap::new();
        let mut out: Vec<Part> = Vec::new();
        for (is_generated, part) in pieces(template) {
            if !is_generated {
                out.push(part.replace('¶', "\n").into());
                continue;
            }
            if let Some((count, text)) = part.strip_prefix('*').and_then(|part| part.split_once(' ')) {
                let times = 0..count.parse().unwrap_or(0);
                let times = times.map(|time| text.replace('$', &i32::to_string(&time)));
                out.push(times.collect::<String>().into());
                continue;
            }
            if part == "@" {
                out.push(self.version(c).into());
                continue;
            }
            let is_name = part.len() == 2 && part.starts_with('x');
            if is_name {
                let name = names.entry(part.to_owned()).or_insert_with(|| self.name("w"));
                out.push(Part::from(&*name));
                continue;
            }
            let (alone, part) = match part.strip_prefix('*') {
                Some(part) => (true, part),
                None => (false, part),
            };
            let ty = match part {
                "a" | "b" => match types.get(part) {
                    Some(ty) => ty.clone(),
                    None => {
                        let ty = self.data(c, 1);
                        types.insert(part.to_owned(), ty.clone());
                        ty
                    }
                },
                _ => written(part),
            };
            let exp = match alone {
                true => self.fresh(c, &ty, 1),
                false => self.exp(c, &ty, 1),
            };
            // What is written must have the type whatever stands around it.
            out.push(exp.of_type(&ty).into());
        }
        (many("", out), names)
    }
}

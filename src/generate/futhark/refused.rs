//! Programs that break one rule.
//!
//! A well-typed program gets one statement or declaration that breaks a premise of a rule; its parts are generated, and it stands in any block.  The
//! table says which premise refuses.  A table of texts, so that lexer and parser take part.

use super::generator::Generator;
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

impl Generator {
    /// The statement that breaks a rule, if it is to stand here.
    pub fn planned(&mut self, c: &mut Choices) -> Option<String> {
        let here = self.fault.as_ref().is_some_and(|fault| fault.place == STATEMENTS) && c.below(6) == 0;
        if here { self.break_rule(c) } else { None }
    }

    /// The declaration that breaks a rule, if one has to.
    pub fn planned_declaration(&mut self, c: &mut Choices) -> Option<String> {
        let here = self.fault.as_ref().is_some_and(|fault| fault.place != STATEMENTS);
        if here { self.break_rule(c) } else { None }
    }

    /// What breaks the planned rule.
    pub fn break_rule(&mut self, c: &mut Choices) -> Option<String> {
        let fault = self.fault.take()?;
        let (text, _) = self.filled(c, fault.template);
        self.broken = Some(text.clone());
        Some(text)
    }

    /// A template with its parts, and the new names in it; see the table.
    pub fn filled(&mut self, c: &mut Choices, template: &str) -> (String, BTreeMap<String, String>) {
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        let mut types: BTreeMap<String, Ty> = BTreeMap::new();
        let mut out = String::new();
        for (is_generated, part) in pieces(template) {
            if !is_generated {
                out.push_str(&part.replace('¶', "\n"));
                continue;
            }
            if let Some((count, text)) = part.strip_prefix('*').and_then(|part| part.split_once(' ')) {
                for time in 0..count.parse().unwrap_or(0) {
                    out += &text.replace('$', &i32::to_string(&time));
                }
                continue;
            }
            if part == "@" {
                out += &self.version(c);
                continue;
            }
            let is_name = part.len() == 2 && part.starts_with('x');
            if is_name {
                let name = names.entry(part.to_owned()).or_insert_with(|| self.name("w"));
                out.push_str(name);
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
            out += &format!("({} : {})", exp.operand(0), ty.text());
        }
        (out, names)
    }
}

//! Which text a variable gets.

use crate::elaborate::{fixed_level, is_operator};
use crate::lexer::RESERVED;
use crate::{Expression, Level, Node, Variable};
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables in scope, of expressions and of levels alike.
#[derive(Default)]
pub struct Names {
    texts: FxHashMap<Variable, String>,
    /// The texts that somebody has now.
    taken: FxHashSet<String>,
    /// Where the search for the next free text goes on, by the text that was wanted.
    next: FxHashMap<String, u32>,
}

impl Names {
    /// The text of a variable.
    pub fn of<'n>(&'n self, x: &'n Variable) -> &'n str {
        self.texts.get(x).map_or(x.text(), String::as_str)
    }

    /// Gives texts to the free variables of an expression, except those that are bound later.
    pub fn reserve(&mut self, e: &Expression, later: impl Fn(&Variable) -> bool) {
        let mut bound: FxHashSet<&Variable> = FxHashSet::default();
        let mut used: Vec<&Variable> = Vec::new();
        let mut rest = vec![e];
        while let Some(e) = rest.pop() {
            match &*e.node {
                Node::Var(x) => used.push(x),
                Node::Fn(x, _) | Node::LevelFn(x, _) | Node::Let(x, ..) => {
                    bound.insert(x);
                }
                Node::LevelApply(_, level)
                | Node::PushArray(_, level)
                | Node::Operator {
                    level: Some(level), ..
                } => used.extend(level.variable()),
                _ => {}
            }
            rest.extend(e.children());
        }
        used.reverse();
        for x in used {
            if !bound.contains(x) && !later(x) && !self.texts.contains_key(x) {
                let text = x.text().to_owned();
                if self.taken.insert(text.clone()) {
                    self.texts.insert(x.clone(), text);
                } else {
                    self.bind(x);
                }
            }
        }
    }

    /// A definition's name, to the end of the text.
    pub fn bind_global(&mut self, x: &Variable) -> String {
        self.bind(x)
    }

    /// A variable that comes into scope.
    pub fn bind(&mut self, x: &Variable) -> String {
        self.bind_unless(x, |text| is_operator(text) || RESERVED.contains(&text))
    }

    /// A level variable that comes into scope.
    pub fn bind_level(&mut self, x: &Variable) -> String {
        self.bind_unless(x, |text| fixed_level(text).is_some() || RESERVED.contains(&text))
    }

    /// A level variable that a signature does not bind; a text of its own for each.
    pub fn level_variable(&mut self, x: &Variable) {
        if !self.texts.contains_key(x) {
            self.bind_level(x);
        }
    }

    /// A type variable; a text of its own for each.
    pub fn type_variable(&mut self, x: &Variable) -> String {
        match self.texts.get(x) {
            Some(text) => text.clone(),
            None => self.bind_unless(x, |text| matches!(text, "int" | "double" | "bool" | "forall")),
        }
    }

    fn bind_unless(&mut self, x: &Variable, refused: impl Fn(&str) -> bool) -> String {
        let wanted = sanitised(x.text());
        let free = |taken: &FxHashSet<String>, text: &str| !taken.contains(text) && !refused(text);
        let mut text = wanted.clone();
        if !free(&self.taken, &text) {
            let number = self.next.entry(wanted.clone()).or_insert(1);
            loop {
                text = format!("{wanted}{number}");
                if free(&self.taken, &text) {
                    break;
                }
                *number += 1;
            }
        }
        self.taken.insert(text.clone());
        self.texts.insert(x.clone(), text.clone());
        text
    }

    /// Ends the scope of the binder with this text.
    pub fn release(&mut self, text: &str) {
        self.taken.remove(text);
        let wanted = text.trim_end_matches(|c: char| c.is_ascii_digit());
        self.next.remove(wanted);
    }

    /// A level, with the texts of its variables.
    pub fn level(&self, level: &Level) -> String {
        match level.variable() {
            None => level.to_string(),
            Some(x) => {
                let mut above = String::new();
                let mut rest = level;
                while let Level::Succ(below) = rest {
                    above += "1+";
                    rest = below;
                }
                above + self.of(x)
            }
        }
    }
}

/// The text as a name of the language.
fn sanitised(text: &str) -> String {
    let mut out: String = text
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '\''))
        .collect();
    if !out.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        out.insert(0, 'x');
    }
    out
}

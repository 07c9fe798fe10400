//! Derivations: which rule was applied to which expression with which value, as a tree.

use elder_syntax::{Rule, SourceMap, Span};
use std::fmt::Write;

/// A derivation, recorded while the program runs.
#[derive(Debug)]
pub struct Derivation {
    nodes: Vec<Node>,
    /// The recorded expressions under way; `None` for one that is not recorded.
    open: Vec<Option<usize>>,
    max_depth: usize,
    max_nodes: usize,
    omitted: u64,
}

#[derive(Debug)]
struct Node {
    rule: &'static Rule,
    span: Span,
    depth: usize,
    /// What was reduced, in small steps; otherwise it is the text at the place.
    subject: Option<String>,
    value: Option<String>,
}

/// Longer texts of expressions and values are cut.
const WIDTH: usize = 60;

impl Derivation {
    /// A derivation of at most so many nodes, nested at most so deep.
    pub fn new(max_depth: usize, max_nodes: usize) -> Derivation {
        Derivation {
            nodes: Vec::new(),
            open: Vec::new(),
            max_depth,
            max_nodes,
            omitted: 0,
        }
    }

    /// The tree as text, conclusions before premises.
    pub fn render(&self, sources: &SourceMap) -> String {
        let mut out = String::new();
        for node in &self.nodes {
            let written = || {
                sources
                    .get(node.span.source)
                    .and_then(|f| f.text.get(node.span.start as usize..node.span.end as usize))
                    .unwrap_or("")
            };
            let (text, arrow) = match &node.subject {
                Some(subject) => (subject.as_str(), '↪'),
                None => (written(), '⇓'),
            };
            let value = node.value.as_deref().unwrap_or("no value");
            let _ = writeln!(
                out,
                "{:indent$}{} {} {arrow} {value}   [{}]",
                "",
                node.rule.id,
                shorten(text),
                sources.describe(node.span),
                indent = 2 * node.depth,
            );
        }
        if self.omitted > 0 {
            let _ = writeln!(out, "({} more applications of rules are left out)", self.omitted);
        }
        out
    }

    /// A rule is about to be applied at a place.
    pub fn open(&mut self, rule: &'static Rule, span: Span) {
        self.push(rule, span, || None);
    }

    /// A rule of small steps is about to be applied to a term.
    pub fn open_step(&mut self, rule: &'static Rule, span: Span, subject: impl FnOnce() -> String) {
        self.push(rule, span, || Some(shorten(&subject())));
    }

    fn push(&mut self, rule: &'static Rule, span: Span, subject: impl FnOnce() -> Option<String>) {
        let depth = self.open.len();
        if depth >= self.max_depth || self.nodes.len() >= self.max_nodes {
            self.omitted += 1;
            self.open.push(None);
            return;
        }
        self.open.push(Some(self.nodes.len()));
        self.nodes.push(Node {
            rule,
            span,
            depth,
            subject: subject(),
            value: None,
        });
    }

    /// It has been, with this value as text unless it failed.
    pub fn close(&mut self, value: Option<String>) {
        if let Some(Some(node)) = self.open.pop()
            && let Some(node) = self.nodes.get_mut(node)
        {
            node.value = value.map(|text| shorten(&text));
        }
    }

    /// Whether what is under way is recorded, so that its value is worth showing.
    pub fn is_recording(&self) -> bool {
        matches!(self.open.last(), Some(Some(_)))
    }
}

fn shorten(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= WIDTH {
        return line;
    }
    let front: String = line.chars().take(WIDTH - 1).collect();
    format!("{front}…")
}

//! Files whose commands print their results under them, in lines that begin with `>`.

use crate::{Exit, Failed, refused};
use elder_syntax::{Diagnostic, SourceMap, Span, report};

/// A file that was run, item by item.
pub struct Printed {
    /// The files that took part.
    pub sources: SourceMap,
    /// The items, in order.
    pub items: Vec<Item>,
    /// What is wrong outside of items.
    pub outside: Vec<Diagnostic>,
}

/// An item.
pub struct Item {
    /// Where it stands, without what is expected.
    pub span: Span,
    /// The lines that are expected under it.
    pub expected: Vec<String>,
    /// What it printed, or why it has no result.
    pub outcome: Result<Vec<String>, Failure>,
}

/// Why an item has no result.
pub struct Failure {
    /// What sort.
    pub kind: Kind,
    /// Why.
    pub failed: Failed,
}

/// What an item may fail in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Its text.
    Parse,
    /// A name that means nothing, or that is defined already.
    Name,
    /// Its types.
    Type,
    /// Its way to a device.
    Compile,
    /// Its run.
    Run,
}

impl Kind {
    /// How the lines under an item begin, or, of a run, how they end.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Parse => "Parse error",
            Kind::Name => "Error",
            Kind::Type => "Type error",
            Kind::Compile => "Not compiled",
            Kind::Run => "Runtime error",
        }
    }

    /// What lines under an item say that it fails in.
    pub fn of(lines: &[String]) -> Option<Kind> {
        let (first, last) = (lines.first()?, lines.last()?);
        if last == Kind::Run.words() {
            return Some(Kind::Run);
        }
        let kinds = [Kind::Parse, Kind::Name, Kind::Type];
        kinds.into_iter().find(|kind| {
            let rest = first.strip_prefix(kind.words());
            rest.is_some_and(|rest| rest.starts_with(':'))
        })
    }
}

impl Item {
    /// The lines under the item.
    pub fn lines(&self, sources: &SourceMap) -> Vec<String> {
        match &self.outcome {
            Ok(lines) => lines.clone(),
            Err(failure) => failure.lines(sources),
        }
    }
}

impl Failure {
    fn lines(&self, sources: &SourceMap) -> Vec<String> {
        let diagnostic = &self.failed.diagnostic;
        if self.kind == Kind::Run {
            let message = diagnostic.message.lines().map(str::to_owned);
            return message.chain([self.kind.words().to_owned()]).collect();
        }
        let mut lines = vec![format!("{}: {}", self.kind.words(), diagnostic.message)];
        if let Some((line, column, length)) = marked(diagnostic.span, sources) {
            let marks = "^".repeat(length);
            lines.extend([String::new(), line, format!("{}{marks}", " ".repeat(column))]);
        }
        lines
    }
}

/// The line in which a place begins, the column, and how many characters of the line it has.
pub fn marked(span: Span, sources: &SourceMap) -> Option<(String, usize, usize)> {
    let text = &sources.get(span.source)?.text;
    let (start, end) = (span.start as usize, span.end as usize);
    let begin = text.get(..start)?.rfind('\n').map_or(0, |place| place + 1);
    let line = text.get(begin..)?.lines().next().unwrap_or("");
    let column = text.get(begin..start)?.chars().count();
    let end = end.min(begin + line.len()).max(start);
    let length = text.get(start..end)?.chars().count().max(1);
    Some((line.to_owned(), column, length))
}

impl Printed {
    /// The file with what its items printed under them.
    pub fn text(&self) -> String {
        let source = self.items.first().map(|item| item.span.source);
        let Some(file) = source.and_then(|source| self.sources.get(source)) else {
            return String::new();
        };
        let mut out = String::new();
        let mut items = self.items.iter().peekable();
        let mut end = 0;
        for line in file.text.split_inclusive('\n') {
            end += line.len();
            if !line.starts_with('>') {
                out.push_str(line);
            }
            // An item ends in this line.
            while let Some(item) = items.next_if(|item| item.span.end as usize <= end) {
                if !out.is_empty() && !out.ends_with('\n') {
                    out.push('\n');
                }
                for line in item.lines(&self.sources) {
                    out.push_str(format!("> {line}").trim_end());
                    out.push('\n');
                }
            }
        }
        out
    }

    /// How a command ends that printed it.
    pub fn exit(&self) -> Exit {
        let failures = self.items.iter().filter_map(|item| item.outcome.as_ref().err());
        let exits = failures.map(|failure| match failure.kind {
            Kind::Compile | Kind::Run => failure.failed.kind.into(),
            Kind::Parse | Kind::Name | Kind::Type => {
                refused(std::slice::from_ref(&*failure.failed.diagnostic))
            }
        });
        let outside = (!self.outside.is_empty()).then(|| refused(&self.outside));
        exits.chain(outside).max().unwrap_or(Exit::Value)
    }

    /// What is wrong.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let failures = self.items.iter().filter_map(|item| item.outcome.as_ref().err());
        let inside = failures.map(|failure| &*failure.failed.diagnostic);
        inside.chain(&self.outside)
    }

    /// What is wrong, for people.
    pub fn render(&self, colour: bool) -> String {
        report::render(self.diagnostics(), &self.sources, colour)
    }
}

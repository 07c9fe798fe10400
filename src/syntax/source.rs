//! Source files and places in them.
//!
//! Every file that takes part in a run is entered into one [`SourceMap`]; a
//! [`Span`] names a file and a byte range in it and is small enough to be copied
//! everywhere.

use std::sync::{Arc, OnceLock};

/// The number of a source file in its [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// A half-open range of bytes in one source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of things that no programmer wrote.
    pub const NONE: Span = Span {
        source: SourceId(u32::MAX),
        start: 0,
        end: 0,
    };

    /// A range of bytes in `source`.
    pub fn new(source: SourceId, start: usize, end: usize) -> Span {
        Span {
            source,
            start: start as u32,
            end: end as u32,
        }
    }

    /// The smallest span that covers both; `self` if they lie in different files.
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// One source file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name of the file or the pseudo-name (`<prelude>/soacs.fut`) that messages show.
    pub name: String,
    /// The whole text.
    pub text: Arc<str>,
    /// Where its lines begin, once somebody has asked for one.
    lines: OnceLock<Vec<usize>>,
}

impl SourceFile {
    /// The bytes at which lines begin, in order.
    fn lines(&self) -> &[usize] {
        self.lines.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
        })
    }
}

/// All source files of one run.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Enters a file and returns its number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        self.files.push(SourceFile {
            name: name.into(),
            text: text.into(),
            lines: OnceLock::new(),
        });
        SourceId(self.files.len() as u32 - 1)
    }

    /// The file with this number, `None` for [`Span::NONE`].
    pub fn get(&self, id: SourceId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// Line and column, both from 1 and the column in characters, of the start of a span.
    pub fn line_column(&self, span: Span) -> Option<(usize, usize)> {
        let file = self.get(span.source)?;
        let at = span.start as usize;
        let line = file.lines().partition_point(|begin| *begin <= at);
        let begin = *file.lines().get(line.checked_sub(1)?)?;
        let column = file.text.get(begin..at)?.chars().count() + 1;
        Some((line, column))
    }

    /// `file:line:column` of the start of a span.
    pub fn describe(&self, span: Span) -> String {
        match (self.get(span.source), self.line_column(span)) {
            (Some(file), Some((line, column))) => format!("{}:{line}:{column}", file.name),
            _ => "<built in>".to_string(),
        }
    }
}

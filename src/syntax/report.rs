//! Diagnostics as text for people.
//!
//! A report shows the rule's id as its code, the lines concerned with what is to be
//! said beside them, the facts, which premise refused, and the way out.  Rendering
//! never fails: places that no file has are left out.

use crate::diagnostic::Severity;
use crate::{Diagnostic, SourceId, SourceMap, Span};
use ariadne::{Cache, Color, Config, IndexType, Label, Report, ReportKind, Source};
use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Nobody reads more at a time.
const MOST: usize = 50;

/// Renders diagnostics, one after another, and how many more there are; with ANSI colours if `colour`.
pub fn render<'d>(
    diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
    sources: &SourceMap,
    colour: bool,
) -> String {
    let mut files = Files {
        sources,
        lines: FxHashMap::default(),
    };
    first(diagnostics, |d| files.report(d, colour))
}

/// One line a diagnostic, as `file:line:column: error: message [ID]`, and how many more there are.
pub fn render_short<'d>(
    diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
    sources: &SourceMap,
) -> String {
    first(diagnostics, |d| {
        let place = sources
            .get(d.span.source)
            .map(|_| sources.describe(d.span) + ": ");
        place.unwrap_or_default() + &headline(d) + "\n"
    })
}

/// The first diagnostics, each as this writes it, and how many more there are.
fn first<'d>(
    diagnostics: impl IntoIterator<Item = &'d Diagnostic>,
    mut write: impl FnMut(&Diagnostic) -> String,
) -> String {
    let mut rest = diagnostics.into_iter();
    let mut out: String = rest.by_ref().take(MOST).map(&mut write).collect();
    match rest.count() {
        0 => {}
        more => out.push_str(&format!("and {more} more errors\n")),
    }
    out
}

fn headline(d: &Diagnostic) -> String {
    let kind = match d.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    match &d.refusal {
        Some(refusal) => format!("{kind}: {} [{}]", d.message, refusal.id()),
        None => format!("{kind}: {}", d.message),
    }
}

/// What the rule demands that was not so.
fn premise(d: &Diagnostic) -> Option<String> {
    let refusal = d.refusal?;
    let premise = refusal.rule.premises.get(refusal.premise?)?;
    Some(format!("{refusal} demands that {}", premise.text))
}

/// Lines of more bytes than this are not shown whole.
const LINE: usize = 500;
/// As many characters are shown of them, before and after the place.
const AROUND: usize = 40;

fn remarks(d: &Diagnostic, notes: impl Iterator<Item = String>) -> String {
    let mut out: String = notes.map(|note| format!("  note: {note}\n")).collect();
    if let Some(help) = &d.help {
        out.push_str(&format!("  help: {help}\n"));
    }
    out
}

type Place = (SourceId, Range<usize>);

/// The files of a run, cut into lines when they are first needed.
struct Files<'a> {
    sources: &'a SourceMap,
    lines: FxHashMap<SourceId, Source<Arc<str>>>,
}

impl Cache<SourceId> for &mut Files<'_> {
    type Storage = Arc<str>;

    fn fetch(&mut self, id: &SourceId) -> Result<&Source<Arc<str>>, impl fmt::Debug> {
        let file = self.sources.get(*id).ok_or("no such file")?;
        Ok::<_, &str>(
            self.lines
                .entry(*id)
                .or_insert_with(|| Source::from(file.text.clone())),
        )
    }

    fn display<'a>(&self, id: &'a SourceId) -> Option<impl fmt::Display + 'a> {
        self.sources.get(*id).map(|file| file.name.clone())
    }
}

impl Files<'_> {
    /// A span as the renderer wants it: within its file and between characters.
    fn place(&self, span: Span) -> Option<Place> {
        let text = &self.sources.get(span.source)?.text;
        let mut start = (span.start as usize).min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = (span.end as usize).clamp(start, text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        Some((span.source, start..end))
    }

    /// Whether the first line of a place is too long to be shown.
    fn has_long_line(&self, place: &Place) -> bool {
        let Some(file) = self.sources.get(place.0) else {
            return false;
        };
        let (before, after) = file.text.split_at(place.1.start);
        let start = before
            .bytes()
            .rev()
            .take(LINE + 1)
            .take_while(|b| *b != b'\n')
            .count();
        start + after.bytes().take(LINE + 1).take_while(|b| *b != b'\n').count() > LINE
    }

    /// A report with only what stands around the place.
    fn brief(&self, d: &Diagnostic, place: &Place, notes: impl Iterator<Item = String>) -> String {
        let mut out = format!("{}: {}\n", self.sources.describe(d.span), headline(d));
        if let Some(file) = self.sources.get(place.0) {
            let (before, after) = file.text.split_at(place.1.start);
            let before: Vec<char> = before
                .chars()
                .rev()
                .take_while(|c| *c != '\n')
                .take(AROUND)
                .collect();
            let before: String = before.into_iter().rev().collect();
            let after: String = after.chars().take_while(|c| *c != '\n').take(AROUND).collect();
            out.push_str(&format!(
                "  … {before}{after} …\n    {}^\n",
                " ".repeat(before.chars().count())
            ));
        }
        out + &remarks(d, notes)
    }

    fn report(&mut self, d: &Diagnostic, colour: bool) -> String {
        let notes = d.notes.iter().cloned().chain(premise(d));
        let Some(place) = self.place(d.span) else {
            return headline(d) + "\n" + &remarks(d, notes);
        };
        if self.has_long_line(&place)
            || d.labels
                .iter()
                .filter_map(|l| self.place(l.span))
                .any(|p| self.has_long_line(&p))
        {
            return self.brief(d, &place, notes);
        }
        let (kind, main_colour) = match d.severity {
            Severity::Error => (ReportKind::Error, Color::Red),
            Severity::Warning => (ReportKind::Warning, Color::Yellow),
        };
        let config = Config::default()
            .with_index_type(IndexType::Byte)
            .with_color(colour);
        let main = Label::new(place.clone()).with_color(main_colour);
        let main = match &d.label {
            Some(label) => main.with_message(label),
            None => main.with_message("here"),
        };
        let mut report = Report::build(kind, place)
            .with_config(config)
            .with_message(&d.message)
            .with_label(main);
        for (i, label) in d.labels.iter().enumerate() {
            // A recursive function is called from the same place again and again.
            let shown = |other: &crate::Label| other.span == label.span && other.message == label.message;
            if label.span == d.span || d.labels[..i].iter().any(shown) {
                continue;
            }
            if let Some(place) = self.place(label.span) {
                report.add_label(
                    Label::new(place)
                        .with_color(Color::Blue)
                        .with_message(&label.message),
                );
            }
        }
        if let Some(refusal) = &d.refusal {
            report = report.with_code(refusal.id());
        }
        for note in notes {
            report.add_note(note);
        }
        if let Some(help) = &d.help {
            report.add_help(help);
        }
        let mut out = Vec::new();
        match report.finish().write(&mut *self, &mut out) {
            Ok(()) => String::from_utf8_lossy(&out).into_owned(),
            Err(_) => headline(d) + "\n",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::rules! {
        static TABLE = Typing;
        DEMO = "DEMO-IF", "branches agree", "own", [branches: "the branches have one type"];
    }

    fn sources() -> (SourceMap, SourceId) {
        let mut sources = SourceMap::new();
        let id = sources.add("é.fut", "def f = \"é\"\ndef g = if true then 1 else false\n");
        (sources, id)
    }

    #[test]
    fn a_report_shows_code_place_facts_premise_and_help() {
        assert_eq!(TABLE.len(), 1);
        let (sources, id) = sources();
        let d = Diagnostic::error(DEMO.refuse("branches"), Span::new(id, 34, 35), "branches differ")
            .with_label("an integer")
            .and_at(Span::new(id, 41, 46), "a bool")
            .with_note("i32 is not bool")
            .with_help("write 0");
        let text = render(&[d], &sources, false);
        for part in [
            "[DEMO-IF]",
            "branches differ",
            "é.fut:2:22",
            "an integer",
            "a bool",
            "i32 is not bool",
            "DEMO-IF/branches demands that the branches have one type",
            "write 0",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
        assert!(!text.contains('\u{1b}'));
    }

    #[test]
    fn long_lines_are_cut() {
        let mut sources = SourceMap::new();
        let id = sources.add(
            "long.fut",
            format!("def f =\n{}é1{}\n", "(".repeat(9999), ")".repeat(9999)),
        );
        let d = Diagnostic::warning(Span::new(id, 10_009, 10_010), "deep").with_help("less");
        let text = render(&[d], &sources, false);
        assert!(
            text.starts_with("long.fut:2:10001: warning: deep\n  … ((("),
            "{text}"
        );
        assert!(text.ends_with("  help: less\n") && text.len() < 300, "{text}");
    }

    #[test]
    fn the_same_place_is_shown_once() {
        let (sources, id) = sources();
        let mut d = Diagnostic::warning(Span::new(id, 4, 5), "deep");
        for _ in 0..5 {
            d = d
                .and_at(Span::new(id, 4, 5), "called")
                .and_at(Span::new(id, 8, 12), "called");
        }
        assert_eq!(render(&[d], &sources, false).matches("called").count(), 1);
    }

    #[test]
    fn impossible_places_do_not_hurt() {
        let (sources, id) = sources();
        for span in [
            Span::new(id, 10, 11),
            Span::new(id, 900, 1000),
            Span::new(id, 30, 3),
            Span::NONE,
        ] {
            let d = Diagnostic::warning(span, "odd").and_at(span, "also odd");
            assert!(render(&[d], &sources, true).contains("odd"));
        }
        let d = Diagnostic::warning(Span::new(id, 13, 14), "odd");
        assert_eq!(render_short(&[d], &sources), "é.fut:2:1: warning: odd\n");
    }
}

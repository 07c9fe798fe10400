//! Diagnostics as data: what `--message-format json` prints, an object a diagnostic.  `docs/messages.md` says what is in it.

use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, SourceMap, Span};
use serde_json::{Value, json};

/// A diagnostic as an object.
pub fn json(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    let refusal = diagnostic.refusal;
    let premise = refusal.and_then(|refusal| refusal.rule.premises.get(refusal.premise?));
    let labels = diagnostic.labels.iter().map(|label| {
        json!({
            "span": span(label.span, sources),
            "message": label.message,
        })
    });
    json!({
        "severity": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "rule": refusal.map(|refusal| refusal.rule.id),
        "premise": premise.map(|premise| premise.key),
        "demands": premise.map(|premise| premise.text),
        "message": diagnostic.message,
        "span": span(diagnostic.span, sources),
        "label": diagnostic.label,
        "labels": labels.collect::<Vec<_>>(),
        "notes": diagnostic.notes,
        "help": diagnostic.help,
    })
}

/// A place; `null` of what stands in no text.
fn span(span: Span, sources: &SourceMap) -> Value {
    let Some(file) = sources.get(span.source) else {
        return Value::Null;
    };
    let position = |byte: u32| {
        let at = sources.line_column(Span {
            start: byte,
            end: byte,
            ..span
        });
        json!({
            "byte": byte,
            "line": at.map(|(line, _)| line),
            "column": at.map(|(_, column)| column),
        })
    };
    json!({
        "file": file.name,
        "start": position(span.start),
        "end": position(span.end),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_futhark::rules::uniqueness::FUT_U_VAR;

    #[test]
    fn an_object_has_the_rule_the_premise_and_the_places() {
        let mut sources = SourceMap::new();
        let source = sources.add("é.fut", "def é = 1\ndef g = é\n");
        let error = Diagnostic::error(FUT_U_VAR.refuse("consumed"), Span::new(source, 19, 21), "used")
            .with_label("here")
            .and_at(Span::new(source, 4, 6), "consumed")
            .with_note("a fact")
            .with_help("copy it");
        let stated = json(&error, &sources);
        assert_eq!(stated["rule"], "FUT-U-VAR");
        assert_eq!(stated["premise"], "consumed");
        assert_eq!(stated["severity"], "error");
        assert_eq!(
            stated["span"],
            json!({
                "file": "é.fut",
                "start": {"byte": 19, "line": 2, "column": 9},
                "end": {"byte": 21, "line": 2, "column": 10},
            })
        );
        assert_eq!(stated["labels"][0]["span"]["start"]["byte"], 4);
        assert_eq!(stated["notes"], json!(["a fact"]));
        assert_eq!(stated["help"], "copy it");
    }

    #[test]
    fn what_is_in_no_text_has_no_place_and_no_rule() {
        let stated = json(&Diagnostic::outside("no file"), &SourceMap::new());
        assert_eq!(
            [
                &stated["span"],
                &stated["rule"],
                &stated["premise"],
                &stated["help"]
            ],
            [&Value::Null; 4]
        );
    }
}

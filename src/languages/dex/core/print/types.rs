//! Types.

use super::{Level, Printer};
use crate::core::rewrite::free;
use crate::core::{Arrow, Binder, Label, Labels, Limit, Mark, Range, Type, Value, base_name};

impl Printer<'_> {
    /// `a`: a label.
    pub(super) fn label(&mut self, (text, number): &Label) {
        let text = super::texts::shown(text);
        self.word(&text);
        if *number > 0 {
            self.word(&format!("#{number}"));
        }
    }

    /// A type; what is none is printed as a value.
    pub(super) fn ty(&mut self, ty: &Type) {
        match ty {
            Value::Kind(classes) => {
                self.word("Type");
                let names = classes.names();
                if !names.is_empty() {
                    self.word(&format!("[{}]", names.join(", ")));
                }
            }
            Value::EffectsKind => self.word("Effects"),
            Value::FieldsKind => self.word("Fields"),
            Value::Base(base) => match base_name(*base) {
                Some(name) => self.word(name),
                None => self.word(base.name()),
            },
            Value::Fin(size) => {
                self.word("Fin ");
                self.value_at(size, Level::Atom);
            }
            Value::Range(range) => self.range(range),
            Value::Arrow(arrow) => self.arrow(arrow),
            Value::Table(binder, element) => {
                self.domain(binder, free(element).contains(&binder.name));
                self.word(" => ");
                self.value(element);
            }
            Value::PairType(first, second) => {
                self.value_at(first, Level::Atom);
                self.word(" & ");
                self.value_at(second, Level::Part);
            }
            Value::DataType(data, parameters) => {
                let name = self.program.data.get(data.index()).map(|data| data.name.clone());
                self.word(&super::texts::shown(&name.unwrap_or_else(|| "_".into())));
                self.parameters(parameters);
            }
            Value::RecordType(labels) => self.labels(labels, "&"),
            Value::VariantType(labels) => self.labels(labels, "|"),
            Value::Fields(labels) => {
                self.word("fields ");
                self.labels(labels, "&");
            }
            Value::Effects(row) => self.row(row),
            Value::Ref(region, content) => {
                self.word("Ref ");
                self.value_at(region, Level::Atom);
                self.word(" ");
                self.value_at(content, Level::Atom);
            }
            _ => self.word("Unit"),
        }
    }

    /// `[a, b]`, nothing if there are none.
    pub(super) fn parameters(&mut self, parameters: &[Value]) {
        if !parameters.is_empty() {
            self.word("[");
            self.list(parameters, ", ", Self::value);
            self.word("]");
        }
    }

    /// What an arrow is from, with its name if what follows has it.
    fn domain(&mut self, binder: &Binder, is_used: bool) {
        if is_used {
            self.word("(");
            self.binder(binder);
            self.word(")");
        } else {
            self.value_at(&binder.ty, Level::Argument);
        }
    }

    fn arrow(&mut self, arrow: &Arrow) {
        self.domain(&arrow.binder, arrow_uses(arrow));
        let mark = Mark::ALL.iter().find(|(mark, _)| *mark == arrow.mark);
        self.word(&format!(" {} ", mark.map_or("->", |(_, text)| text)));
        if !arrow.effects.is_pure() {
            self.row(&arrow.effects);
            self.word(" ");
        }
        let from = self.out.len();
        self.value(&arrow.result);
        // A row in front is read as that of the arrow.
        if arrow.effects.is_pure() && self.out[from..].starts_with('<') {
            self.out.insert_str(from, "<> ");
        }
    }

    /// `{a: Int & b: Float & ...r}`
    fn labels(&mut self, labels: &Labels, between: &str) {
        self.word("{");
        match labels.fields.as_slice() {
            [] => self.word(between),
            // Nothing else says what one field is of.
            [_] if between == "|" && labels.rest.is_none() => self.word("| "),
            _ => {}
        }
        let spaced = format!(" {between} ");
        self.list(&labels.fields, &spaced, |p, (label, ty)| {
            p.label(label);
            p.word(": ");
            p.value_at(ty, Level::Atom);
        });
        if let Some(rest) = &labels.rest {
            self.word(if labels.fields.is_empty() { " " } else { &spaced });
            self.word("...");
            self.value_at(rest, Level::Atom);
        }
        self.word("}");
    }

    /// `Range n (u ..< v)`
    fn range(&mut self, range: &Range) {
        self.word("Range ");
        self.value_at(&range.set, Level::Atom);
        self.word(" (");
        if let Some(member) = range.low.member() {
            self.value_at(member, Level::Atom);
            self.word(" ");
        }
        let low = matches!(range.low, Limit::Excluding(_));
        let high = matches!(range.high, Limit::Excluding(_));
        self.word(match (low, high) {
            (false, false) => "..",
            (true, false) => "<..",
            (false, true) => "..<",
            (true, true) => "<..<",
        });
        if let Some(member) = range.high.member() {
            self.word(" ");
            self.value_at(member, Level::Atom);
        }
        self.word(")");
    }
}

/// Whether effects or result have the argument.
pub(super) fn arrow_uses(arrow: &Arrow) -> bool {
    let effects = Value::Effects(std::sync::Arc::new(arrow.effects.clone()));
    free(&arrow.result).contains(&arrow.binder.name) || free(&effects).contains(&arrow.binder.name)
}

//! Records, variants and their types; rows of effects.

use super::Printer;
use super::expressions::Place;
use crate::ast::{Exp, FieldValue, Ident, Labels, Row, is_capital};

impl Printer {
    /// `{a = 1, b, ...r}`
    pub(super) fn record(&mut self, fields: &[FieldValue], rest: Option<&Exp>) {
        // Behind an arrow, `{}` and `{A` would begin a row of effects.
        let is_row = match fields.first() {
            Some(field) => is_capital(&field.label.name),
            None => rest.is_none(),
        };
        self.put(if is_row { "{," } else { "{" });
        self.separated(fields, ", ", |p, field| {
            p.put(&field.label.name);
            if let Some(value) = &field.value {
                p.put(" = ");
                p.exp(value, Place::WHOLE);
            }
        });
        if let Some(rest) = rest {
            self.put(if fields.is_empty() { "" } else { ", " });
            self.rest(rest, Place::WHOLE);
        }
        self.put("}");
    }

    /// `{a: Int & ...r}`, with `&` or `|`
    pub(super) fn row_type(&mut self, labels: &Labels, sign: &str) {
        let Labels { fields, rest } = labels;
        self.put("{");
        if fields.is_empty() {
            self.put(sign);
        }
        let between = format!(" {sign} ");
        self.separated(fields, &between, |p, field| {
            p.put(&field.label.name);
            p.put(": ");
            p.exp(&field.ty, Place::CLOSED);
        });
        match rest {
            Some(rest) => {
                if !fields.is_empty() {
                    self.put(&between);
                }
                self.rest(rest, Place::CLOSED);
            }
            None if fields.len() == 1 && sign == "|" => self.put(" |"),
            None => {}
        }
        self.put("}");
    }

    /// `...r`
    pub(super) fn rest(&mut self, rest: &Exp, place: Place) {
        self.behind("...", rest, place);
    }

    /// `{| a | b | `
    pub(super) fn labels(&mut self, labels: &[Ident]) {
        self.put("{| ");
        for label in labels {
            self.put(&label.name);
            self.put(" | ");
        }
    }

    /// `{State h | eff} `
    pub(super) fn effects(&mut self, row: Option<&Row>) {
        let Some(row) = row else {
            return;
        };
        self.put("{");
        self.separated(&row.effects, ", ", |p, (effect, region)| {
            p.put(&effect.name);
            if let Some(region) = region {
                p.put(" ");
                p.put(&region.name);
            }
        });
        if let Some(rest) = &row.rest {
            self.put(if row.effects.is_empty() { "|" } else { " | " });
            self.put(&rest.name);
        }
        self.put("} ");
    }
}

//! Types, and values that stand in them.

use super::numbers::number;
use super::{Level, Shown, base};
use crate::core::rewrite::free;
use crate::core::{Arrow, Binder, Effect, Lambda, Limit, Mark, Program, Row, Value};
use crate::layout::Layout;
use elder_syntax::names::Name;
use std::cell::RefCell;

pub(super) struct Types<'p> {
    pub program: &'p Program,
    /// What arrows, tables and functions around bind.
    pub bound: RefCell<Vec<Binder>>,
}

impl Types<'_> {
    /// What `inside` shows stands where a name is bound.
    fn within<T>(&self, binder: &Binder, inside: impl FnOnce() -> T) -> T {
        self.bound.borrow_mut().push(binder.clone());
        let shown = inside();
        self.bound.borrow_mut().pop();
        shown
    }

    pub(super) fn name(&self, name: Name) -> &str {
        self.program.names.text(name)
    }

    fn all(&self, values: &[Value]) -> Vec<Shown> {
        values.iter().map(|value| self.value(value)).collect()
    }

    pub fn value(&self, value: &Value) -> Shown {
        match value {
            Value::Var(name) => Shown::word(self.name(*name)),
            Value::Literal(literal) => Shown::word(number(*literal)),
            Value::Unit => Shown::word("()"),
            Value::Pair(first, second) => Shown::at(
                Level::Argument,
                Layout::all([
                    Layout::text("("),
                    self.value(first).as_level(Level::Application),
                    Layout::text(", "),
                    self.value(second).as_level(Level::Application),
                    Layout::text(")"),
                ]),
            ),
            Value::Project(..) => self.projection(value),
            Value::Lambda(lambda) => self.lambda(lambda),
            Value::Con(con) => {
                let data = self.program.data.get(con.data.index());
                let constructor = data.and_then(|data| data.constructors.get(con.constructor));
                let name = constructor.map_or("_", |constructor| constructor.name.as_str());
                Shown::applied(name, self.all(&con.fields))
            }
            Value::Kind(_) => Shown::word("Type"),
            Value::EffectsKind => Shown::word("Effects"),
            Value::FieldsKind => Shown::word("Fields"),
            Value::Effects(row) => Shown::word(self.row(row)),
            Value::Base(ty) => Shown::word(base(*ty)),
            Value::UnitType => Shown::word("Unit"),
            Value::Fin(size) => Shown::applied("Fin", vec![self.value(size)]),
            Value::Range(range) => {
                let end = |limit: &Limit| {
                    let left_out = matches!(limit, Limit::Excluding(_));
                    limit.member().map(|member| (left_out, self.value(member)))
                };
                Shown::range(end(&range.low), end(&range.high))
            }
            Value::Arrow(..) | Value::Table(..) => Shown::at(Level::Whole, self.function(value).align()),
            Value::PairType(first, second) => Shown::joined(self.value(first), "&", self.value(second)),
            Value::DataType(data, parameters) => Shown::data(self.program, *data, self.all(parameters)),
            Value::RecordType(labels) | Value::VariantType(labels) | Value::Fields(labels) => {
                let fields = labels.fields.iter();
                let fields = fields
                    .map(|(label, ty)| (label.clone(), self.value(ty)))
                    .collect();
                let rest = labels.rest.as_ref().map(|rest| self.value(rest));
                let operator = match value {
                    Value::VariantType(_) => "|",
                    _ => "&",
                };
                Shown::labels(fields, rest, operator)
            }
            Value::Ref(region, content) => {
                Shown::applied("Ref", vec![self.value(region), self.value(content)])
            }
            other => Shown::word(crate::core::print::value(
                self.program,
                &self.program.names,
                other,
            )),
        }
    }

    /// `\x:Int32. x`
    fn lambda(&self, lambda: &Lambda) -> Shown {
        if let Some(name) = self.declared(lambda) {
            return Shown::word(name);
        }
        let binder = &lambda.binder;
        let body = self.within(binder, || self.body(&lambda.body));
        let layout = Layout::all([
            Layout::text(format!("\\{}:", self.name(binder.name))),
            self.value(&binder.ty).argument(),
            Layout::text("."),
            Layout::all([Layout::space(), body]).nest(2),
        ]);
        Shown::at(Level::Whole, layout.group())
    }

    /// The name of a declared type, where a function of its parameters gives that and nothing else.
    fn declared(&self, lambda: &Lambda) -> Option<&str> {
        let mut taken = vec![lambda.binder.name];
        let mut body = &lambda.body;
        loop {
            match (body.stms.as_slice(), &body.result) {
                ([], Value::Lambda(inner)) => {
                    taken.push(inner.binder.name);
                    body = &inner.body;
                }
                ([], Value::DataType(data, parameters)) => {
                    let mut pairs = taken.iter().zip(parameters);
                    let same = pairs.all(|(name, parameter)| *parameter == Value::Var(*name));
                    let data = self.program.data.get(data.index())?;
                    return (same && taken.len() == parameters.len()).then_some(data.name.as_str());
                }
                _ => return None,
            }
        }
    }

    /// What a function gives, if that is a value; what it computes, in the words of core.
    fn body(&self, block: &crate::core::Block) -> Layout {
        match block.stms.as_slice() {
            [] => self.value(&block.result).whole(),
            [first, ..] => {
                let whole = Value::Lambda(std::sync::Arc::new(Lambda {
                    binder: Binder {
                        name: first.binder.name,
                        ty: Value::UnitType,
                    },
                    effects: Row::PURE,
                    body: block.clone(),
                }));
                let text = crate::core::print::value(self.program, &self.program.names, &whole);
                let body = text.split_once(". ").map_or(text.as_str(), |(_, body)| body);
                Layout::text(body.trim_end())
            }
        }
    }

    /// `(a:Type) ?-> a -> a`: arrows that are broken where they are too long.
    fn function(&self, ty: &Value) -> Layout {
        match ty {
            Value::Arrow(arrow) => {
                let mark = Mark::ALL.iter().find(|(mark, _)| *mark == arrow.mark);
                let mark = match mark {
                    Some((Mark::Linear, _)) => "--o",
                    Some((_, text)) => text,
                    None => "->",
                };
                let row = match arrow.effects.is_pure() {
                    true => String::new(),
                    false => format!(" {}", self.row(&arrow.effects)),
                };
                let domain = self.domain(&arrow.binder, uses(arrow));
                self.within(&arrow.binder, || {
                    self.step(domain, &format!("{mark}{row}"), &arrow.result)
                })
            }
            Value::Table(binder, element) => {
                let domain = self.domain(binder, free(element).contains(&binder.name));
                self.within(binder, || self.step(domain, "=>", element))
            }
            other => self.value(other).whole(),
        }
    }

    fn step(&self, domain: Layout, arrow: &str, result: &Value) -> Layout {
        let behind = Layout::all([
            Layout::space(),
            Layout::text(format!("{arrow} ")),
            self.function(result),
        ]);
        Layout::all([domain, behind.group()])
    }

    /// What an arrow is from, with its name if what follows has it.
    fn domain(&self, binder: &Binder, is_used: bool) -> Layout {
        match is_used {
            true => Layout::all([
                Layout::text(format!("({}:", self.name(binder.name))),
                self.value(&binder.ty).argument(),
                Layout::text(")"),
            ]),
            false => self.value(&binder.ty).argument(),
        }
    }

    /// `{State h, Accum g | eff}`
    fn row(&self, row: &Row) -> String {
        let effect = |effect: &Effect| match effect.parts() {
            (name, Some(region)) => format!("{name} {}", self.value(region).argument().rendered()),
            (name, None) => name.to_owned(),
        };
        let effects: Vec<String> = row.effects.iter().map(effect).collect();
        match &row.rest {
            None => format!("{{{}}}", effects.join(", ")),
            Some(rest) => {
                let rest = self.value(rest).whole().rendered();
                let before = if effects.is_empty() { "" } else { " " };
                format!("{{{}{before}| {rest}}}", effects.join(", "))
            }
        }
    }
}

/// Whether effects or result have the argument.
fn uses(arrow: &Arrow) -> bool {
    let effects = Value::Effects(std::sync::Arc::new(arrow.effects.clone()));
    free(&arrow.result).contains(&arrow.binder.name) || free(&effects).contains(&arrow.binder.name)
}

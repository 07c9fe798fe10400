//! Values as commands print them: `:p e`.
//!
//! What is printed goes by the type: a table says of which index set it is, unless that is `Fin n`; a table of characters is a text.

use super::environment::Environment;
use super::types::{End, Fields, Range, TableType, Type};
use super::value::{Closure, Construction, Value};
use super::{Interpreter, Step};
use elder_dex::core::Label;
use elder_dex::core::rewrite::free;
use elder_dex::layout::Layout;
use elder_dex::shown::numbers::{escaped, number};
use elder_dex::shown::{self, Level, Shown};
use elder_syntax::prim::{PrimType, PrimValue};
use std::rc::Rc;

/// What stands for a function that is not written out.
const FUNCTION: &str = "<function>";

impl Interpreter<'_> {
    /// A value of this type, which has no views.
    pub(super) fn shown(&mut self, ty: &Rc<Type>, value: &Value) -> Step<Shown> {
        Ok(match (value, &**ty) {
            (Value::Number(it), _) => Shown::word(number(it.scalar())),
            (Value::Unit, _) => Shown::word("()"),
            (Value::Pair(both), Type::Pair(first, second)) => {
                let first = self.shown(first, &both.0)?;
                let second = self.shown(second, &both.1)?;
                Shown::at(Level::Argument, Layout::pair(first.argument(), second.argument()))
            }
            (Value::Con(con), _) => self.construction(con)?,
            (Value::Record(values), Type::Record(types)) => self.record(values, types)?,
            (Value::Variant(variant), _) => {
                let Type::Variant(types) = &*variant.ty else {
                    return Err(self.malformed("a variant is of another type"));
                };
                let held = types.iter().find(|(label, _)| *label == variant.label);
                let (text, number) = &variant.label;
                let before: String = (0..*number).map(|_| format!("{text}|")).collect();
                let held = match held {
                    Some((_, ty)) => self.shown(&ty.clone(), &variant.held)?,
                    None => return Err(self.malformed("a variant has a label that its type has not")),
                };
                let parts = [
                    Layout::text(format!("{{|{before} {text} = ")),
                    held.whole(),
                    Layout::text(" |}"),
                ];
                Shown::at(Level::Argument, Layout::all(parts))
            }
            (Value::Member(set, ordinal), _) => {
                let set = self.type_shown(set)?;
                let parts = [
                    Layout::text(format!("{ordinal}@")),
                    set.as_level(Level::Application),
                ];
                Shown::at(Level::Application, Layout::all(parts))
            }
            (Value::Table(table), Type::Table(of)) => self.table_shown(of, table.elements())?,
            (Value::Closure(closure), _) => self.function_shown(closure),
            (Value::Derivative(_), _) => Shown::word(FUNCTION),
            (Value::Reference(_), _) => Shown::word("a reference"),
            (Value::Type(ty), _) => self.type_shown(ty)?,
            _ => return Err(self.malformed("a value is of another type")),
        })
    }

    /// `(AsList 2 [1, 2])`: the types of later fields may have earlier ones.
    fn construction(&mut self, con: &Construction) -> Step<Shown> {
        let program = self.program;
        let declared = program.data.get(con.data.index());
        let found = declared.and_then(|data| Some((data, data.constructors.get(con.constructor)?)));
        let Some((data, constructor)) = found else {
            return Err(self.malformed("there is no such constructor"));
        };
        let mut environment = Environment::default();
        for (parameter, value) in data.parameters.iter().zip(&con.parameters) {
            environment.bind(parameter.name, value.clone());
        }
        let mut parts = vec![Layout::text(constructor.name.as_str())];
        for (field, value) in constructor.fields.iter().zip(&con.fields) {
            let ty = self.ty(&environment, &field.ty)?;
            environment.bind(field.name, value.clone());
            parts.extend([Layout::text(" "), self.shown(&ty, value)?.argument()]);
        }
        let level = match con.fields.is_empty() {
            true => Level::Argument,
            false => Level::Application,
        };
        Ok(Shown::at(level, Layout::all(parts).align()))
    }

    /// `{a = 1, b = 2.}`
    fn record(&mut self, values: &[(Label, Value)], types: &Fields) -> Step<Shown> {
        let mut parts = vec![Layout::text("{")];
        for (place, (label, value)) in values.iter().enumerate() {
            let Some((_, ty)) = types.iter().find(|(own, _)| own == label) else {
                return Err(self.malformed("a record has a label that its type has not"));
            };
            let separator = if place > 0 { ", " } else { "" };
            parts.push(Layout::text(format!("{separator}{} = ", label.0)));
            parts.push(self.shown(ty, value)?.argument());
        }
        parts.push(Layout::text("}"));
        Ok(Shown::at(Level::Argument, Layout::all(parts)))
    }

    /// `[1, 2]@(Fin 2 & Fin 1)`, `"text"`
    fn table_shown(&mut self, of: &TableType, elements: &[Value]) -> Step<Shown> {
        let set = self.set_of(of)?;
        let mut shown = Vec::with_capacity(elements.len());
        let mut characters = Vec::new();
        for (ordinal, element) in elements.iter().enumerate() {
            let index = self.element(&set, ordinal as u64)?;
            let ty = self.element_at(of, index)?;
            match element.as_number().map(|number| number.scalar()) {
                Some(PrimValue::U8(byte)) => characters.push(byte),
                _ => shown.push(self.shown(&ty, element)?.argument()),
            }
        }
        let is_text = !characters.is_empty() || elements.is_empty() && self.is_text(of)?;
        let layout = match is_text {
            true => Layout::text(format!("\"{}\"", escaped(&characters, '"'))),
            false => Layout::list(shown),
        };
        if matches!(&*set, Type::Fin(_)) {
            return Ok(Shown::at(Level::Argument, layout));
        }
        let set = self.type_shown(&set)?;
        let parts = [layout, Layout::text("@"), set.argument()];
        Ok(Shown::at(Level::Argument, Layout::all(parts)))
    }

    /// Whether elements are characters, whatever the index.
    fn is_text(&mut self, of: &TableType) -> Step<bool> {
        Ok(matches!(&*of.element, elder_dex::core::Value::Base(PrimType::U8)))
    }

    /// A function as it is written, where nothing of what surrounds it stands in it; otherwise that it is one.
    fn function_shown(&self, closure: &Closure) -> Shown {
        let lambda = elder_dex::core::Value::Lambda(closure.lambda.clone());
        let definitions = &self.program.definitions;
        let is_at_top = |name| {
            definitions
                .iter()
                .any(|definition| definition.binder.name == name)
        };
        match free(&lambda).into_iter().all(is_at_top) {
            true => shown::value(self.program, &lambda),
            false => Shown::word(FUNCTION),
        }
    }

    /// A closed type.
    pub(super) fn type_shown(&mut self, ty: &Rc<Type>) -> Step<Shown> {
        Ok(match &**ty {
            Type::Unit => Shown::word("Unit"),
            Type::Base(base) => Shown::word(shown::base(*base)),
            Type::Fin(size) => Shown::applied("Fin", vec![Shown::word(size.to_string())]),
            Type::Range(range) => self.range_shown(range)?,
            Type::Pair(first, second) => {
                let first = self.type_shown(first)?;
                Shown::joined(first, "&", self.type_shown(second)?)
            }
            Type::Data(data, parameters) => {
                let mut shown = Vec::with_capacity(parameters.len());
                for parameter in parameters {
                    shown.push(match parameter {
                        Value::Type(ty) => self.type_shown(ty)?,
                        Value::Number(it) => Shown::word(number(it.scalar())),
                        _ => Shown::word("_"),
                    });
                }
                Shown::data(self.program, *data, shown)
            }
            Type::Record(fields) => Shown::labels(self.fields_shown(fields)?, None, "&"),
            Type::Fields(fields) => Shown::labels(self.fields_shown(fields)?, None, "&"),
            Type::Variant(fields) => Shown::labels(self.fields_shown(fields)?, None, "|"),
            Type::Table(of) => {
                let set = self.set_of(of)?;
                let element = match self.size(&set)? {
                    0 => Shown::word("_"),
                    _ => {
                        let index = self.element(&set, 0)?;
                        let element = self.element_at(of, index)?;
                        self.type_shown(&element)?
                    }
                };
                let parts = [
                    self.type_shown(&set)?.argument(),
                    Layout::text(" => "),
                    element.whole(),
                ];
                Shown::at(Level::Whole, Layout::all(parts))
            }
            Type::Reference(content) => {
                let content = self.type_shown(content)?;
                Shown::applied("Ref", vec![Shown::word("_"), content])
            }
            Type::Opaque => Shown::word("_"),
        })
    }

    fn fields_shown(&mut self, fields: &Fields) -> Step<Vec<(Label, Shown)>> {
        let shown = |(label, ty): &(Label, Rc<Type>)| Ok((label.clone(), self.type_shown(ty)?));
        fields.iter().map(shown).collect()
    }

    fn range_shown(&mut self, range: &Range) -> Step<Shown> {
        let low = self.end_shown(&range.set, range.ends.0)?;
        Ok(Shown::range(low, self.end_shown(&range.set, range.ends.1)?))
    }

    /// The member at an end of a range, and whether it is left out.
    fn end_shown(&mut self, set: &Rc<Type>, end: End) -> Step<Option<(bool, Shown)>> {
        let (left_out, ordinal) = match end {
            End::Open => return Ok(None),
            End::Including(ordinal) => (false, ordinal),
            End::Excluding(ordinal) => (true, ordinal),
        };
        let member = self.element(set, ordinal)?;
        let shown = self.shown(set, &member)?;
        let word = Shown::at(Level::Argument, shown.argument());
        Ok(Some((left_out, word)))
    }
}

//! What names stand for.

use super::token::{Kind, token};
use super::{Failure, In, Parsed};
use crate::core::{Binder, Data, DataName, Program, Type, Value, base_of_name};
use crate::rules::core_text::DX_C_DATA;
use crate::rules::typing::DX_T_VAR;
use elder_syntax::names::{Name, Text};
use elder_syntax::parsing::{self, SimpleSpan, accept, advance, comma_separated, expect, peek, unexpected};
use elder_syntax::spelling::closest;
use rustc_hash::FxHashMap;

/// A program in the making, and what its names stand for where the reader is.
pub(super) struct Reader {
    pub program: Program,
    /// What a text stands for that was bound.
    bound: FxHashMap<Text, Name>,
    /// What was bound, and what its text stood for before.
    log: Vec<(Text, Option<Name>)>,
    data: FxHashMap<Text, DataName>,
    constructors: FxHashMap<Text, (DataName, usize)>,
}

/// How much was bound when a scope began.
#[derive(Clone, Copy)]
pub(super) struct Opened(usize);

/// What a name stands for.
pub(super) enum Meant {
    Variable(Name),
    Constructor(DataName, usize),
    Data(DataName),
    Type(Type),
}

impl Default for Reader {
    fn default() -> Reader {
        let mut reader = Reader {
            program: Program::default(),
            bound: FxHashMap::default(),
            log: Vec::new(),
            data: FxHashMap::default(),
            constructors: FxHashMap::default(),
        };
        for (number, data) in Program::default().data.iter().enumerate() {
            reader.know(DataName(number as u32), data);
        }
        reader
    }
}

impl Reader {
    /// A scope begins.
    pub fn open(&self) -> Opened {
        Opened(self.log.len())
    }

    /// A scope ends: what was bound in it is not any more.
    pub fn close(&mut self, opened: Opened) {
        while self.log.len() > opened.0
            && let Some((text, before)) = self.log.pop()
        {
            match before {
                Some(name) => self.bound.insert(text, name),
                None => self.bound.remove(&text),
            };
        }
    }

    /// Type and constructors are known from here on.
    pub fn know(&mut self, number: DataName, data: &Data) {
        self.data.insert(data.name.clone(), number);
        for (place, constructor) in data.constructors.iter().enumerate() {
            self.constructors
                .insert(constructor.name.clone(), (number, place));
        }
    }

    /// Refuses a name that a type or a constructor has.
    pub fn declared_once(&self, text: &Text, place: SimpleSpan) -> Parsed<()> {
        match self.data.contains_key(text)
            || self.constructors.contains_key(text)
            || base_of_name(text).is_some()
        {
            true => Err(declared_twice(text, place)),
            false => Ok(()),
        }
    }

    /// `x: a`, where `x` is not in scope yet.
    pub fn unbound(&mut self, inp: &mut In<'_, '_>) -> Parsed<(Text, Type)> {
        let place = ident_place(inp)?;
        let text = text_of(&parsing::name_at(inp, place));
        expect(inp, Kind::Colon)?;
        Ok((text, self.value(inp)?))
    }

    /// A new variable, in scope from here on.
    pub fn bind(&mut self, text: Text, ty: Type) -> Binder {
        let name = self.program.names.fresh(text.clone());
        let before = self.bound.insert(text.clone(), name);
        self.log.push((text, before));
        Binder { name, ty }
    }

    /// `x: a`, in scope from here on.
    pub fn binder(&mut self, inp: &mut In<'_, '_>) -> Parsed<Binder> {
        let (text, ty) = self.unbound(inp)?;
        Ok(self.bind(text, ty))
    }

    /// `(x: a, y: b)`, or nothing.
    pub fn held(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Binder>> {
        match accept(inp, Kind::LParen) {
            true => comma_separated(inp, Kind::RParen, |inp| self.binder(inp)),
            false => Ok(vec![]),
        }
    }

    /// What the name at this place stands for.
    pub fn resolve(&mut self, inp: &mut In<'_, '_>, place: SimpleSpan) -> Parsed<Meant> {
        let text = text_of(&parsing::name_at(inp, place));
        DX_T_VAR.apply();
        if let Some(name) = self.bound.get(&text) {
            return Ok(Meant::Variable(*name));
        }
        if let Some((data, number)) = self.constructors.get(&text) {
            return Ok(Meant::Constructor(*data, *number));
        }
        if let Some(data) = self.data.get(&text) {
            return Ok(Meant::Data(*data));
        }
        if let Some(base) = base_of_name(&text) {
            return Ok(Meant::Type(Value::Base(base)));
        }
        if text.starts_with(char::is_uppercase) {
            let known = self.data.keys().chain(self.constructors.keys());
            return Err(unknown(
                &text,
                place,
                "type or constructor",
                known.map(ToString::to_string),
            ));
        }
        // Nothing hangs on what a name is that is reported, so there may be more to say.
        let near = closest(&text, self.bound.keys().map(ToString::to_string));
        let message = match near {
            Some(near) => format!("nothing here is called `{text}`; `{near}` is there"),
            None => format!("nothing here is called `{text}`"),
        };
        let failure = Failure::mistake(DX_T_VAR.refuse("bound"), place, message);
        inp.state().0.record(failure);
        Ok(Meant::Variable(self.bind(text, Value::UnitType).name))
    }

    /// The variable of the name that comes next.
    pub fn variable(&mut self, inp: &mut In<'_, '_>) -> Parsed<Name> {
        let place = ident_place(inp)?;
        match self.resolve(inp, place)? {
            Meant::Variable(name) => Ok(name),
            _ => {
                let text = text_of(&parsing::name_at(inp, place));
                Err(unknown(&text, place, "definition", std::iter::empty()))
            }
        }
    }

    /// The declared type of the name at this place.
    pub fn declared(&mut self, inp: &mut In<'_, '_>, place: SimpleSpan) -> Parsed<DataName> {
        let text = text_of(&parsing::name_at(inp, place));
        match self.data.get(&text) {
            Some(data) => Ok(*data),
            None => {
                let known = self.data.keys().map(ToString::to_string);
                Err(unknown(&text, place, "declared type", known))
            }
        }
    }

    /// The constructor of the name that comes next.
    pub fn constructor(&self, inp: &mut In<'_, '_>) -> Parsed<(DataName, usize)> {
        let place = ident_place(inp)?;
        let text = text_of(&parsing::name_at(inp, place));
        DX_C_DATA.apply();
        match self.constructors.get(&text) {
            Some(found) => Ok(*found),
            None => {
                let known = self.constructors.keys().map(ToString::to_string);
                Err(unknown(&text, place, "constructor", known))
            }
        }
    }
}

/// That there is nothing of a name.
pub(super) fn unknown(
    text: &str,
    place: SimpleSpan,
    what: &str,
    known: impl Iterator<Item = String>,
) -> Failure {
    let message = match closest(text, known) {
        Some(near) => format!("no {what} is called `{text}`; `{near}` is there"),
        None => format!("no {what} is called `{text}`"),
    };
    Failure::mistake(DX_C_DATA.refuse("name"), place, message)
}

/// That a name is taken.
pub(super) fn declared_twice(text: &str, place: SimpleSpan) -> Failure {
    let message = format!("a type or a constructor is called `{text}` already");
    Failure::mistake(DX_C_DATA.refuse("once"), place, message)
}

/// The place of a name.
pub(super) fn ident_place(inp: &mut In<'_, '_>) -> Parsed<SimpleSpan> {
    match peek(inp) {
        Some(Kind::Ident) => Ok(advance(inp)),
        _ => unexpected(inp, token(Kind::Ident)),
    }
}

/// A name.
pub(super) fn ident(inp: &mut In<'_, '_>) -> Parsed<Text> {
    let place = ident_place(inp)?;
    Ok(text_of(&parsing::name_at(inp, place)))
}

/// A name without its backquotes.
pub(super) fn text_of(written: &Text) -> Text {
    let inside = written.strip_prefix('`').and_then(|text| text.strip_suffix('`'));
    inside.map_or_else(|| written.clone(), Text::new)
}

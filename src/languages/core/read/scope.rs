//! What names stand for.

use super::token::{Kind, OPERAND, token};
use super::{Failure, In, Parsed, Rules};
use crate::names::{FunName, Name, Text};
use crate::rules::syntax::CORE_S_NAME;
use crate::tree::{Atom, Program, Type};
use elder_syntax::parsing::{self, SimpleSpan, accept, advance, next_span, peek, unexpected};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::spelling::closest;
use elder_syntax::value::constant;
use rustc_hash::FxHashMap;

/// A program in the making, and what its names stand for where the reader is.
pub(super) struct Reader<'r> {
    pub program: Program,
    pub rules: Rules<'r>,
    /// All functions of the text, with their numbers.
    functions: &'r FxHashMap<Text, u32>,
    /// What a text stands for.
    bound: FxHashMap<Text, Name>,
    /// What was bound since the beginning of the definition, and what its text stood for before.
    log: Vec<(Text, Option<Name>)>,
}

/// How much was bound when a scope began.
#[derive(Clone, Copy)]
pub(super) struct Opened(usize);

/// An operand as it is written.
#[derive(Clone, Copy)]
pub(super) enum Written {
    /// A name.
    Name(SimpleSpan),
    /// A number or a truth value.
    Const(PrimValue),
}

impl<'r> Reader<'r> {
    pub fn new(rules: Rules<'r>, functions: &'r FxHashMap<Text, u32>) -> Reader<'r> {
        Reader {
            program: Program::default(),
            rules,
            functions,
            bound: FxHashMap::default(),
            log: Vec::new(),
        }
    }

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

    /// A new variable, which nothing refers to yet.
    pub fn make(&mut self, text: Text, ty: Type) -> Name {
        self.program.names.typed(text, ty).name
    }

    /// From here on, what this variable is called stands for it.
    pub fn show(&mut self, name: Name) {
        let text = self.program.names.text(name).clone();
        let before = self.bound.insert(text.clone(), name);
        self.log.push((text, before));
    }

    /// A new variable that the next name is for.
    pub fn bind(&mut self, inp: &mut In<'_, '_>, ty: Type) -> Parsed<Name> {
        let text = ident(inp)?;
        let name = self.make(text, ty);
        self.show(name);
        Ok(name)
    }

    /// The type of a variable, unless it was not bound.
    pub fn type_of(&self, name: Name) -> Option<&Type> {
        self.program.names.ty(name)
    }

    /// The variable of this text.
    pub fn lookup(&self, text: &str) -> Option<Name> {
        self.bound.get(text).copied()
    }

    /// The variable that the name at this place stands for.  One that is not bound is reported, and one of that name made up.
    pub fn resolve(&mut self, inp: &mut In<'_, '_>, place: SimpleSpan) -> Name {
        let text = parsing::name_at(inp, place);
        CORE_S_NAME.apply();
        if let Some(name) = self.lookup(&text) {
            return name;
        }
        let near = closest(&text, self.bound.keys().map(ToString::to_string));
        let message = match near {
            Some(near) => format!("nothing here is called `{text}`; `{near}` is there"),
            None => format!("nothing here is called `{text}`"),
        };
        let failure = Failure::mistake(CORE_S_NAME.refuse("bound"), place, message);
        inp.state().0.record(failure);
        let name = self.program.names.fresh(text);
        self.show(name);
        name
    }

    /// The function that the name at this place stands for.
    pub fn function(&mut self, inp: &mut In<'_, '_>, place: SimpleSpan) -> Parsed<FunName> {
        let text = parsing::name_at(inp, place);
        CORE_S_NAME.apply();
        if let Some(number) = self.functions.get(&text) {
            return Ok(FunName(*number));
        }
        let near = closest(&text, self.functions.keys().map(ToString::to_string));
        let message = match near {
            Some(near) => format!("no function is called `{text}`; `{near}` is there"),
            None => format!("no function is called `{text}`"),
        };
        Err(Failure::mistake(CORE_S_NAME.refuse("function"), place, message))
    }

    /// Whether a function has this name.
    pub fn is_function(&self, text: &str) -> bool {
        self.functions.contains_key(text)
    }

    /// The operand that was written.
    pub fn meant(&mut self, inp: &mut In<'_, '_>, written: Written) -> Atom {
        match written {
            Written::Name(place) => Atom::Var(self.resolve(inp, place)),
            Written::Const(value) => Atom::Const(value),
        }
    }

    /// A variable that is in scope.
    pub fn used(&mut self, inp: &mut In<'_, '_>) -> Parsed<Name> {
        let place = ident_place(inp)?;
        Ok(self.resolve(inp, place))
    }

    /// An operand.
    pub fn atom(&mut self, inp: &mut In<'_, '_>) -> Parsed<Atom> {
        let written = written(inp)?;
        Ok(self.meant(inp, written))
    }

    /// Operands between commas, up to what closes them, which is passed.
    pub fn atoms_until(&mut self, inp: &mut In<'_, '_>, close: Kind) -> Parsed<Vec<Atom>> {
        let written = parsing::comma_separated(inp, close, written)?;
        Ok(written
            .into_iter()
            .map(|written| self.meant(inp, written))
            .collect())
    }

    /// `(a, b)`
    pub fn atoms(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Atom>> {
        parsing::expect(inp, Kind::LParen)?;
        self.atoms_until(inp, Kind::RParen)
    }

    /// `a, b`, as far as there are some.
    pub fn bare_atoms(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Atom>> {
        let mut atoms = Vec::new();
        if peek(inp).is_some_and(begins_operand) {
            atoms.push(self.atom(inp)?);
            while parsing::accept(inp, Kind::Comma) {
                atoms.push(self.atom(inp)?);
            }
        }
        Ok(atoms)
    }

    /// `(xs, ys)`
    pub fn variables(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Name>> {
        parsing::expect(inp, Kind::LParen)?;
        let places = parsing::comma_separated(inp, Kind::RParen, ident_place)?;
        Ok(places.into_iter().map(|place| self.resolve(inp, place)).collect())
    }

    /// Operands one after the other, as far as there are some.
    pub fn arguments(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Atom>> {
        let mut atoms = Vec::new();
        while peek(inp).is_some_and(begins_operand) {
            atoms.push(self.atom(inp)?);
        }
        Ok(atoms)
    }

    /// Variables one after the other, as far as there are some.
    pub fn inputs(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Name>> {
        let mut names = Vec::new();
        while peek(inp) == Some(Kind::Ident) {
            names.push(self.used(inp)?);
        }
        Ok(names)
    }

    /// The scalar type of an operand; `None` if it is no scalar.
    pub fn scalar(&self, atom: Atom) -> Option<PrimType> {
        match atom {
            Atom::Const(value) => Some(value.prim_type()),
            Atom::Var(name) => match self.type_of(name)? {
                Type::Prim(t) => Some(*t),
                _ => None,
            },
        }
    }
}

/// Whether an operand begins with such a token.
pub(super) fn begins_operand(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Ident | Kind::Number | Kind::Minus | Kind::True | Kind::False
    )
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
    Ok(parsing::name_at(inp, place))
}

/// A number without a type.
pub(super) fn natural<N: std::str::FromStr>(inp: &mut In<'_, '_>) -> Parsed<N> {
    match peek(inp) {
        Some(Kind::Nat) => match parsing::next_text(inp).parse() {
            Ok(number) => {
                inp.skip();
                Ok(number)
            }
            Err(_) => unexpected(inp, parsing::Expected::NOTHING),
        },
        _ => unexpected(inp, token(Kind::Nat)),
    }
}

/// An operand as it is written.
pub(super) fn written(inp: &mut In<'_, '_>) -> Parsed<Written> {
    let constant = |inp: &mut In<'_, '_>, value| {
        inp.skip();
        Ok(Written::Const(value))
    };
    match peek(inp) {
        Some(Kind::Ident) => Ok(Written::Name(advance(inp))),
        Some(Kind::True) => constant(inp, PrimValue::Bool(true)),
        Some(Kind::False) => constant(inp, PrimValue::Bool(false)),
        Some(Kind::Number | Kind::Minus) => {
            let negative = accept(inp, Kind::Minus);
            if peek(inp) != Some(Kind::Number) {
                return unexpected(inp, token(Kind::Number));
            }
            let place = next_span(inp);
            let text = parsing::next_text(inp);
            inp.skip();
            number(negative, text, place).map(Written::Const)
        }
        _ => unexpected(inp, OPERAND),
    }
}

/// The number of a text.
fn number(negative: bool, text: &str, place: SimpleSpan) -> Parsed<PrimValue> {
    let sign = if negative { "-" } else { "" };
    match constant::read(&format!("{sign}{text}"), None) {
        Ok(Some(value)) => Ok(value),
        Err(error) => Err(Failure::mistake(error.refusal, place, error.message)),
        // Every token for numbers has the form of a scalar.
        Ok(None) => Err(Failure::expected(OPERAND, Some(Kind::Number), place)),
    }
}

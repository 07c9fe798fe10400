//! Programs from their text.
//!
//! The grammar, with layout free:
//!
//! ```text
//! program := (data | definition | counted)*
//! data    := "data" name held? ("=" name held? ("|" name held?)*)?
//! definition := "def" binder "=" block
//! counted := "indexset" name "=" name "," name "," name
//! held    := "(" binder,* ")"
//! binder  := name ":" value
//! block   := (("let" binder "=" exp)+ "in")? value
//! ```
//!
//! [`values`] has the grammar of values and types, [`expressions`] that of expressions.  A name stands for what bound it last, and is seen behind
//! its binder only; where nothing binds it, it may be that of a declared type, a constructor or a primitive type.  Names are resolved while the text
//! is read, so what comes out is a [`Program`]; one that nobody has judged.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod expressions;
mod scope;
pub mod token;
mod types;
mod values;

use super::{Block, Constructor, Data, DataName, Definition, IndexSet, Program, Stm};
use crate::check;
use crate::rules::core_text::{DX_C_DATA, DX_C_PROGRAM};
use elder_syntax::parsing::{self, accept, advance, expect, name_at, nested, peek, since, unexpected};
use elder_syntax::{Diagnostic, SourceId};
use scope::Reader;
use token::{DEFINITION, Kind};

/// The input of a rule.
type In<'t, 'p> = parsing::In<'t, 'p, Kind>;
/// The result of a rule.
type Parsed<T> = parsing::Parsed<T, Kind>;
/// Why the reader could not go on.
type Failure = parsing::Failure<Kind>;

/// The program of a text, if it can be read.
///
/// # Errors
/// The rules of [`core_text`](crate::rules::core_text), and `DX-T-VAR` of names that nothing binds.
pub fn program(source: SourceId, text: &str) -> Result<Program, Vec<Diagnostic>> {
    DX_C_PROGRAM.apply();
    let (tokens, wrong) = token::lex(source, text);
    let read = |inp: &mut In<'_, '_>| {
        let mut reader = Reader::default();
        reader.definitions(inp)?;
        Ok(reader.program)
    };
    let (program, errors) = parsing::run(source, text, || (tokens, wrong), read);
    match program {
        Some(program) if errors.is_empty() => Ok(program),
        _ => Err(errors),
    }
}

/// The program of a text, read and checked.
///
/// # Errors
/// What [`program`] and [`check::program`] refuse.
pub fn checked(source: SourceId, text: &str) -> Result<Program, Vec<Diagnostic>> {
    let checked = super::LANGUAGE.within(|| {
        let program = program(source, text)?;
        check::program(&program)?;
        Ok(program)
    });
    checked.unwrap_or_else(|spent| Err(vec![*spent]))
}

impl Reader {
    fn definitions(&mut self, inp: &mut In<'_, '_>) -> Parsed<()> {
        loop {
            inp.state().0.begin();
            match peek(inp) {
                Some(Kind::Data) => self.data(inp)?,
                Some(Kind::Def) => self.definition(inp)?,
                Some(Kind::IndexSet) => self.index_set(inp)?,
                None => return Ok(()),
                _ => return unexpected(inp, DEFINITION.or(parsing::Expected::END)),
            }
        }
    }

    /// `data Maybe(a: Type) = Nothing | Just(x: a)`
    fn data(&mut self, inp: &mut In<'_, '_>) -> Parsed<()> {
        let start = inp.cursor();
        advance(inp);
        DX_C_DATA.apply();
        let place = scope::ident_place(inp)?;
        let name = scope::text_of(&name_at(inp, place));
        self.declared_once(&name, place)?;
        let outside = self.open();
        let parameters = self.held(inp)?;
        // A type does not stand in its own fields.
        let mut constructors: Vec<Constructor> = Vec::new();
        let mut places = Vec::new();
        let mut goes_on = accept(inp, Kind::Equals);
        while goes_on {
            let place = scope::ident_place(inp)?;
            let text = scope::text_of(&name_at(inp, place));
            if text == name || constructors.iter().any(|other| other.name == text) {
                return Err(scope::declared_twice(&text, place));
            }
            self.declared_once(&text, place)?;
            let inside = self.open();
            let fields = self.held(inp)?;
            self.close(inside);
            places.push(place);
            constructors.push(Constructor { name: text, fields });
            goes_on = accept(inp, Kind::Or);
        }
        self.close(outside);
        let at = since(inp, &start);
        self.declare(Data {
            name,
            parameters,
            constructors,
            index_set: None,
            at,
        });
        Ok(())
    }

    /// `indexset Suit = size, ordinal, member`
    fn index_set(&mut self, inp: &mut In<'_, '_>) -> Parsed<()> {
        advance(inp);
        DX_C_DATA.apply();
        let place = scope::ident_place(inp)?;
        let data = self.declared(inp, place)?;
        expect(inp, Kind::Equals)?;
        let size = self.variable(inp)?;
        expect(inp, Kind::Comma)?;
        let ordinal = self.variable(inp)?;
        expect(inp, Kind::Comma)?;
        let member = self.variable(inp)?;
        let declared = self.program.data.get_mut(data.index());
        let counted = IndexSet {
            size,
            ordinal,
            member,
        };
        match declared.map(|declared| declared.index_set.replace(counted)) {
            Some(Some(_)) => Err(scope::declared_twice(&name_at(inp, place), place)),
            _ => Ok(()),
        }
    }

    /// A declared type, seen from here on.
    fn declare(&mut self, data: Data) {
        let number = DataName(u32::try_from(self.program.data.len()).unwrap_or(u32::MAX));
        self.know(number, &data);
        self.program.data.push(data);
    }

    /// `def x: a = block`
    fn definition(&mut self, inp: &mut In<'_, '_>) -> Parsed<()> {
        let start = inp.cursor();
        advance(inp);
        let (text, ty) = self.unbound(inp)?;
        let at = since(inp, &start);
        expect(inp, Kind::Equals)?;
        let body = self.block(inp)?;
        let binder = self.bind(text, ty);
        self.program.definitions.push(Definition { binder, body, at });
        Ok(())
    }

    /// Statements and the result.
    fn block(&mut self, inp: &mut In<'_, '_>) -> Parsed<Block> {
        nested(inp, |inp| {
            let outside = self.open();
            let mut stms = Vec::new();
            while peek(inp) == Some(Kind::Let) {
                let start = inp.cursor();
                advance(inp);
                let (text, ty) = self.unbound(inp)?;
                expect(inp, Kind::Equals)?;
                let exp = self.exp(inp)?;
                let at = since(inp, &start);
                let binder = self.bind(text, ty);
                stms.push(Stm { binder, exp, at });
            }
            if !stms.is_empty() {
                expect(inp, Kind::In)?;
            }
            let result = self.value(inp)?;
            self.close(outside);
            Ok(Block { stms, result })
        })
    }
}

//! Values and types.
//!
//! ```text
//! value := "\" binder ("!" row)? "." block | "view" binder "." block
//!        | "choose" atom "of" ("|" tag held? "->" value)* "end"
//!        | domain arrow row? value | domain "=>" value | whole
//! domain := "(" binder ")" | whole
//! arrow := "->" | "?->" | "?=>" | "-o"
//! whole := part ("&" whole)?
//! part  := projection atom | "Fin" atom | "Ref" atom atom | "Range" atom "(" atom? (".." | "<.." | "..<" | "<..<") atom? ")"
//!        | "fields" labels | atom
//! projection := "fst" | "snd" | "#" label | "@" number
//! atom  := name | constructor ("[" value,* "]")? "(" value,* ")" | type ("[" value,* "]")? | number | "()" | "(" value ("," value)? ")"
//!        | "{" (label "=" value),* "}" | "{" "|" label "=" value ":" value "|" "}" | labels | row
//!        | "Type" ("[" class,* "]")? | "Effects" | "Fields" | "Unit"
//! labels := "{" "&"? field ("&" field)* "}" | "{" "|"? field ("|" field)* "}" | "{" ("&" | "|") "}"    -- one field alone is of a record
//! field := label ":" atom | "..." atom         -- the latter as the last
//! label := name ("#" number)?
//! row   := "<" effect,* ("|" atom)? ">"       effect := ("State" | "Accum" | "Read") atom | "Except"
//! tag   := constructor | "#" label
//! ```

use super::scope::{Meant, Reader, ident, ident_place};
use super::token::{Kind, VALUE};
use super::{Failure, In, Parsed};
use crate::core::{Choice, Construction, DataName, Label, Lambda, Projection, Row, Tag, Value, View, sorted};
use elder_syntax::parsing::{
    accept, advance, comma_separated, expect, nested, next_span, next_text, peek, peek_many, unexpected,
};
use elder_syntax::prim::PrimType;
use elder_syntax::value::constant;
use std::sync::Arc;

impl Reader {
    /// A value or a type.
    pub fn value(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        nested(inp, |inp| match peek(inp) {
            Some(Kind::Lambda) => self.lambda(inp),
            Some(Kind::View) => self.view(inp),
            Some(Kind::Choose) => self.choose(inp),
            _ if is_named_domain(inp) => self.dependent(inp),
            _ => {
                let first = self.part(inp)?;
                self.beyond(inp, first)
            }
        })
    }

    fn lambda(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        advance(inp);
        let outside = self.open();
        let binder = self.binder(inp)?;
        let effects = match accept(inp, Kind::Bang) {
            true => self.row(inp)?,
            false => Row::PURE,
        };
        expect(inp, Kind::Dot)?;
        let body = self.block(inp)?;
        self.close(outside);
        Ok(Value::Lambda(Arc::new(Lambda {
            binder,
            effects,
            body,
        })))
    }

    fn view(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        advance(inp);
        let outside = self.open();
        let binder = self.binder(inp)?;
        expect(inp, Kind::Dot)?;
        let body = self.block(inp)?;
        self.close(outside);
        Ok(Value::View(Arc::new(View { binder, body })))
    }

    fn choose(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        advance(inp);
        let scrutinee = self.atom(inp)?;
        expect(inp, Kind::Of)?;
        let mut alternatives = Vec::new();
        while accept(inp, Kind::Or) {
            let tag = self.tag(inp)?;
            let outside = self.open();
            let binders = self.held(inp)?;
            expect(inp, Kind::Arrow)?;
            let value = self.value(inp)?;
            self.close(outside);
            alternatives.push((tag, binders, value));
        }
        expect(inp, Kind::End)?;
        Ok(Value::Choose(Arc::new(Choice {
            scrutinee,
            alternatives,
        })))
    }

    /// What an alternative is for.
    pub fn tag(&mut self, inp: &mut In<'_, '_>) -> Parsed<Tag> {
        if accept(inp, Kind::Hash) {
            return Ok(Tag::Label(label(inp)?));
        }
        let (data, number) = self.constructor(inp)?;
        Ok(Tag::Constructor(data, number))
    }

    /// A value that is no pair of types, no arrow and no function, unless in parentheses.
    pub fn part(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        match peek(inp) {
            Some(Kind::First | Kind::Second | Kind::Hash | Kind::At) => {
                let part = projection(inp)?;
                Ok(Value::project(part, self.atom(inp)?))
            }
            Some(Kind::Fin) => {
                advance(inp);
                Ok(Value::Fin(Arc::new(self.atom(inp)?)))
            }
            Some(Kind::Ref) => {
                advance(inp);
                let region = self.atom(inp)?;
                Ok(Value::reference(region, self.atom(inp)?))
            }
            Some(Kind::Range) => self.range(inp),
            Some(Kind::Fields) => {
                advance(inp);
                self.row_of_fields(inp)
            }
            _ => self.atom(inp),
        }
    }

    /// A value that holds together beside others.
    pub fn atom(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        match peek(inp) {
            Some(Kind::Ident) => self.named(inp),
            Some(Kind::Int | Kind::Number) => number(inp),
            Some(Kind::LParen) => self.parentheses(inp),
            Some(Kind::LBrace) => self.braces(inp),
            Some(Kind::Less) => Ok(Value::Effects(Arc::new(self.row(inp)?))),
            Some(Kind::Type) => self.kind(inp),
            Some(word @ (Kind::Effects | Kind::FieldsKind | Kind::Unit)) => {
                advance(inp);
                Ok(match word {
                    Kind::Effects => Value::EffectsKind,
                    Kind::FieldsKind => Value::FieldsKind,
                    _ => Value::UnitType,
                })
            }
            _ => unexpected(inp, VALUE),
        }
    }

    fn named(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        let place = ident_place(inp)?;
        match self.resolve(inp, place)? {
            Meant::Variable(name) => Ok(Value::Var(name)),
            Meant::Type(ty) => Ok(ty),
            Meant::Data(data) => Ok(Value::DataType(data, self.parameters(inp)?)),
            Meant::Constructor(data, number) => self.construction(inp, data, number),
        }
    }

    fn construction(&mut self, inp: &mut In<'_, '_>, data: DataName, constructor: usize) -> Parsed<Value> {
        let parameters = self.parameters(inp)?;
        expect(inp, Kind::LParen)?;
        Ok(Value::Con(Arc::new(Construction {
            data,
            constructor,
            parameters,
            fields: comma_separated(inp, Kind::RParen, |inp| self.value(inp))?,
        })))
    }

    /// `[a, b]`, or nothing.
    fn parameters(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Value>> {
        match accept(inp, Kind::LBracket) {
            true => comma_separated(inp, Kind::RBracket, |inp| self.value(inp)),
            false => Ok(vec![]),
        }
    }

    /// `()`, `(v)`, `(u, v)`
    fn parentheses(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        advance(inp);
        if accept(inp, Kind::RParen) {
            return Ok(Value::Unit);
        }
        let mut value = self.value(inp)?;
        if accept(inp, Kind::Comma) {
            value = Value::pair(value, self.value(inp)?);
        }
        expect(inp, Kind::RParen)?;
        Ok(value)
    }

    /// A record, a variant, or the type of one.
    fn braces(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        let next = peek_many::<_, 6>(inp);
        match next.map(|kind| kind.unwrap_or(Kind::RParen)) {
            [_, Kind::RBrace, ..]
            | [_, Kind::Ident, Kind::Equals, ..]
            | [_, Kind::Ident, Kind::Hash, Kind::Int, Kind::Equals, _] => self.record(inp),
            [_, Kind::Or, Kind::Ident, Kind::Equals, ..]
            | [_, Kind::Or, Kind::Ident, Kind::Hash, Kind::Int, Kind::Equals] => self.variant(inp),
            _ => self.labelled(inp),
        }
    }

    fn record(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        advance(inp);
        let fields = comma_separated(inp, Kind::RBrace, |inp| {
            let label = label(inp)?;
            expect(inp, Kind::Equals)?;
            Ok((label, self.value(inp)?))
        })?;
        Ok(Value::Record(sorted(fields)))
    }

    fn variant(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        advance(inp);
        advance(inp);
        let label = label(inp)?;
        expect(inp, Kind::Equals)?;
        let value = self.value(inp)?;
        expect(inp, Kind::Colon)?;
        let ty = self.value(inp)?;
        expect(inp, Kind::Or)?;
        expect(inp, Kind::RBrace)?;
        Ok(Value::Variant(label, Arc::new(value), Arc::new(ty)))
    }
}

/// `a`, `a#1`
pub(super) fn label(inp: &mut In<'_, '_>) -> Parsed<Label> {
    let text = ident(inp)?;
    let number = match accept(inp, Kind::Hash) {
        true => natural(inp)?,
        false => 0,
    };
    Ok((text, number))
}

/// `fst`, `snd`, `#a`, `@0`
pub(super) fn projection(inp: &mut In<'_, '_>) -> Parsed<Projection> {
    let first = peek(inp);
    match first {
        Some(Kind::First | Kind::Second | Kind::Hash | Kind::At) => advance(inp),
        _ => {
            return unexpected(
                inp,
                super::token::token(Kind::First).or(super::token::token(Kind::Hash)),
            );
        }
    };
    Ok(match first {
        Some(Kind::First) => Projection::First,
        Some(Kind::Second) => Projection::Second,
        Some(Kind::At) => Projection::Held(natural(inp)?),
        _ => Projection::Field(label(inp)?),
    })
}

/// A number without a type.
fn natural<N: std::str::FromStr>(inp: &mut In<'_, '_>) -> Parsed<N> {
    match next_text(inp).parse() {
        Ok(number) if peek(inp) == Some(Kind::Int) => {
            advance(inp);
            Ok(number)
        }
        _ => unexpected(inp, super::token::token(Kind::Int)),
    }
}

/// A number with its type; those without are Int or Float.
fn number(inp: &mut In<'_, '_>) -> Parsed<Value> {
    let default = match peek(inp) {
        Some(Kind::Int) => PrimType::I32,
        _ => PrimType::F32,
    };
    let place = next_span(inp);
    let read = constant::read(next_text(inp), Some(default));
    advance(inp);
    match read {
        Ok(Some(value)) => Ok(Value::Literal(value)),
        Err(error) => Err(Failure::mistake(error.refusal, place, error.message)),
        // Every token for numbers has the form of a scalar.
        Ok(None) => Err(Failure::expected(VALUE, Some(Kind::Number), place)),
    }
}

/// `(x:` begins the named argument of an arrow, and nothing else.
pub(super) fn is_named_domain(inp: &mut In<'_, '_>) -> bool {
    peek_many(inp) == [Some(Kind::LParen), Some(Kind::Ident), Some(Kind::Colon)]
}

/// Whether a value that holds together begins so.
pub(super) fn begins_atom(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Ident
            | Kind::Int
            | Kind::Number
            | Kind::LParen
            | Kind::LBrace
            | Kind::Less
            | Kind::Type
            | Kind::Effects
            | Kind::FieldsKind
            | Kind::Unit
    )
}

/// Whether a value begins so that is no function, no choice and no dependent arrow.
pub(super) fn begins_part(kind: Kind) -> bool {
    let prefixes = [
        Kind::First,
        Kind::Second,
        Kind::Hash,
        Kind::At,
        Kind::Fin,
        Kind::Ref,
        Kind::Range,
        Kind::Fields,
    ];
    begins_atom(kind) || prefixes.contains(&kind)
}

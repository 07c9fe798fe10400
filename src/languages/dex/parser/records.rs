//! Records, variants and their types; rows of effects.

use super::expected::{EFFECT, FIELD, token};
use super::names::{ident, taken};
use super::operators::{begins_operand, exp};
use super::{Failure, In, Parsed};
use crate::ast::{ExpKind, FieldType, FieldValue, Ident, Labels, Row, is_capital};
use crate::lexer::Kind;
use crate::rules::syntax::{DX_SYN_EFFECTS, DX_SYN_RECORD};
use elder_syntax::parsing::{
    accept, chained, expect, next_span, next_text, peek, peek_many, since, unexpected,
};

/// `{a=1, b}`, `{a:Int & b:Float}`, `{a:Int | b:Float}`
pub(super) fn record(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    DX_SYN_RECORD.apply();
    match peek_many(inp) {
        [_, Some(Kind::Ampersand), _] => {
            inp.skip();
            inp.skip();
            labels(inp, Kind::Ampersand)
        }
        [_, Some(Kind::Ident), Some(Kind::Colon)] => {
            inp.skip();
            let first = typed(inp)?;
            // The first sign between fields says which type it is; a single field is a record.
            let separator = match peek(inp) {
                Some(Kind::Bar) => Kind::Bar,
                _ => Kind::Ampersand,
            };
            let mut all = Labels {
                fields: vec![first],
                rest: None,
            };
            if accept(inp, separator) {
                more(inp, separator, &mut all)?;
            }
            close(inp, separator)?;
            Ok(row_type(all, separator))
        }
        _ => {
            inp.skip();
            values(inp)
        }
    }
}

fn row_type(labels: Labels, separator: Kind) -> ExpKind {
    match separator {
        Kind::Bar => ExpKind::VariantType(labels),
        _ => ExpKind::RecordType(labels),
    }
}

/// The fields of a type and the closing bracket, behind a first `&` or `{|`.
fn labels(inp: &mut In<'_, '_>, separator: Kind) -> Parsed<ExpKind> {
    let mut all = Labels {
        fields: Vec::new(),
        rest: None,
    };
    more(inp, separator, &mut all)?;
    close(inp, separator)?;
    Ok(row_type(all, separator))
}

/// Further fields of a type, behind a separator, and the rest of the row.
fn more(inp: &mut In<'_, '_>, separator: Kind, all: &mut Labels) -> Parsed<()> {
    loop {
        match peek(inp) {
            Some(Kind::RCurly) => return Ok(()),
            Some(Kind::Ellipsis) => {
                inp.skip();
                all.rest = Some(Box::new(exp(inp)?));
                return Ok(());
            }
            Some(Kind::Ident) => all.fields.push(typed(inp)?),
            _ => return unexpected(inp, FIELD.or(token(Kind::RCurly))),
        }
        chained(inp)?;
        if !accept(inp, separator) {
            return Ok(());
        }
    }
}

/// The end of a type.
fn close(inp: &mut In<'_, '_>, separator: Kind) -> Parsed<()> {
    let own = match peek(inp) {
        Some(Kind::RCurly) => {
            inp.skip();
            return Ok(());
        }
        Some(Kind::Bar) if separator == Kind::Ampersand => "`&`",
        Some(Kind::Ampersand) if separator == Kind::Bar => "`|`",
        Some(Kind::Comma) => match separator {
            Kind::Bar => "`|`",
            _ => "`&`",
        },
        _ => return unexpected(inp, token(separator).or(token(Kind::RCurly))),
    };
    let message = format!("the fields of this type are separated by {own}");
    let refusal = DX_SYN_RECORD.refuse("separator");
    Err(
        Failure::mistake(refusal, next_span(inp), message).with_help(
            "`&` stands between the fields of a record's type, `|` between those of a variant's, `,` between values",
        ),
    )
}

/// `a : type`
fn typed(inp: &mut In<'_, '_>) -> Parsed<FieldType> {
    let label = ident(inp)?;
    expect(inp, Kind::Colon)?;
    let ty = exp(inp)?;
    Ok(FieldType { label, ty })
}

/// The fields of a record and the closing bracket.
fn values(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    let mut fields = Vec::new();
    let mut rest = None;
    // `{,}` is the record without fields.
    accept(inp, Kind::Comma);
    loop {
        match peek(inp) {
            Some(Kind::RCurly) => break,
            Some(Kind::Ellipsis) => {
                inp.skip();
                rest = Some(Box::new(exp(inp)?));
                accept(inp, Kind::Comma);
                if peek(inp) != Some(Kind::RCurly) {
                    return unexpected(inp, token(Kind::RCurly));
                }
                break;
            }
            Some(Kind::Ident) => {
                let label = ident(inp)?;
                let value = match peek(inp) {
                    Some(Kind::Equals) => {
                        inp.skip();
                        Some(exp(inp)?)
                    }
                    _ => None,
                };
                fields.push(FieldValue { label, value });
            }
            _ => return unexpected(inp, FIELD.or(token(Kind::RCurly))),
        }
        if !accept(inp, Kind::Comma) && peek(inp) != Some(Kind::RCurly) {
            let mut wanted = token(Kind::Comma).or(token(Kind::RCurly));
            if fields.len() == 1 && fields.iter().all(|f| f.value.is_none()) {
                wanted = wanted.or(token(Kind::Equals)).or(token(Kind::Colon));
            }
            return unexpected(inp, wanted);
        }
    }
    inp.skip();
    Ok(ExpKind::Record(fields, rest))
}

/// `{| b | a = e |}`, `{| a | ...e |}`, `{|}`, `{|...r}`
pub(super) fn variant(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    DX_SYN_RECORD.apply();
    inp.skip();
    if peek_many(inp) == [Some(Kind::Ident), Some(Kind::Colon)] || peek(inp) == Some(Kind::RCurly) {
        return labels(inp, Kind::Bar);
    }
    let mut skipped = Vec::new();
    loop {
        if accept(inp, Kind::Ellipsis) {
            let rest = Box::new(exp(inp)?);
            if skipped.is_empty() && accept(inp, Kind::RCurly) {
                return Ok(ExpKind::VariantType(Labels {
                    fields: Vec::new(),
                    rest: Some(rest),
                }));
            }
            expect(inp, Kind::Bar)?;
            expect(inp, Kind::RCurly)?;
            return Ok(ExpKind::Lift(skipped, rest));
        }
        if peek(inp) != Some(Kind::Ident) {
            return unexpected(inp, FIELD.or(token(Kind::Ellipsis)).or(token(Kind::RCurly)));
        }
        let label = ident(inp)?;
        if accept(inp, Kind::Equals) {
            let value = Box::new(exp(inp)?);
            expect(inp, Kind::Bar)?;
            expect(inp, Kind::RCurly)?;
            return Ok(ExpKind::Variant(skipped, label, value));
        }
        if !accept(inp, Kind::Bar) {
            return unexpected(inp, token(Kind::Equals).or(token(Kind::Bar)));
        }
        chained(inp)?;
        skipped.push(label);
    }
}

/// A row of effects, if one begins here.
pub(super) fn effects(inp: &mut In<'_, '_>) -> Parsed<Option<Row>> {
    let begins = match peek_many(inp) {
        [Some(Kind::LVariant), Some(Kind::Ident), Some(Kind::RCurly)] => true,
        [Some(Kind::LCurly), Some(Kind::Bar), _] => true,
        // `{}` before a type; alone it is a record.
        [Some(Kind::LCurly), Some(Kind::RCurly), Some(next)] => begins_operand(next),
        [Some(Kind::LCurly), Some(Kind::Ident), Some(next)] if next != Kind::Colon => {
            let here = inp.save();
            inp.skip();
            let capital = is_capital(next_text(inp));
            inp.rewind(here);
            capital
        }
        _ => false,
    };
    if !begins {
        return Ok(None);
    }
    DX_SYN_EFFECTS.apply();
    let start = inp.cursor();
    let variable = accept(inp, Kind::LVariant);
    if !variable {
        inp.skip();
    }
    let mut effects = Vec::new();
    while !variable && !matches!(peek(inp), Some(Kind::Bar | Kind::RCurly)) {
        chained(inp)?;
        effects.push(effect(inp)?);
        if !accept(inp, Kind::Comma) && !matches!(peek(inp), Some(Kind::Bar | Kind::RCurly)) {
            return unexpected(
                inp,
                token(Kind::Comma).or(token(Kind::Bar)).or(token(Kind::RCurly)),
            );
        }
    }
    let rest = match variable || accept(inp, Kind::Bar) {
        true => Some(ident(inp)?),
        false => None,
    };
    expect(inp, Kind::RCurly)?;
    Ok(Some(Row {
        effects,
        rest,
        span: since(inp, &start),
    }))
}

/// `State h`, `IO`
fn effect(inp: &mut In<'_, '_>) -> Parsed<(Ident, Option<Ident>)> {
    if peek(inp) != Some(Kind::Ident) {
        return unexpected(inp, EFFECT);
    }
    let name = taken(inp);
    let region = match peek(inp) {
        Some(Kind::Ident) => Some(taken(inp)),
        _ => None,
    };
    Ok((name, region))
}

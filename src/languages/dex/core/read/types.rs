//! What only types have: arrows, pairs, ranges, labels, rows.  The grammar stands in `values.rs`.

use super::scope::{Reader, ident_place, text_of, unknown};
use super::token::{Kind, RANGE, token};
use super::values::{begins_atom, label};
use super::{In, Parsed};
use crate::core::{Arrow, Binder, Classes, Effect, Labels, Limit, Mark, Range, Row, Value, sorted};
use crate::rules::core_text::DX_C_DATA;
use elder_syntax::parsing::{accept, advance, comma_separated, expect, name_at, nested, peek, unexpected};
use std::sync::Arc;

/// The arrows.
const ARROWS: [(Kind, Mark); 4] = [
    (Kind::Arrow, Mark::Plain),
    (Kind::Implicit, Mark::Implicit),
    (Kind::Class, Mark::Class),
    (Kind::Linear, Mark::Linear),
];

impl Reader {
    /// `(x: a) -> b`, `(i: n) => b`
    pub fn dependent(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        advance(inp);
        let outside = self.open();
        let binder = self.binder(inp)?;
        expect(inp, Kind::RParen)?;
        let whole = match self.arrow(inp, binder)? {
            Ok(whole) => whole,
            Err(_) => return unexpected(inp, token(Kind::Arrow).or(token(Kind::To))),
        };
        self.close(outside);
        Ok(whole)
    }

    /// What begins with a part: itself, a pair of types, or an arrow.
    pub fn beyond(&mut self, inp: &mut In<'_, '_>, first: Value) -> Parsed<Value> {
        let ty = self.pair(inp, first)?;
        let name = self.program.names.fresh("_");
        let whole = self.arrow(inp, Binder { name, ty })?;
        Ok(whole.unwrap_or_else(|domain| domain.ty))
    }

    /// `a & b & c`, of which the first was read.
    fn pair(&mut self, inp: &mut In<'_, '_>, first: Value) -> Parsed<Value> {
        if !accept(inp, Kind::And) {
            return Ok(first);
        }
        nested(inp, |inp| {
            let second = self.part(inp)?;
            Ok(Value::pair_type(first, self.pair(inp, second)?))
        })
    }

    /// The arrow from a domain; the domain again if none stands there.
    fn arrow(&mut self, inp: &mut In<'_, '_>, binder: Binder) -> Parsed<Result<Value, Binder>> {
        if accept(inp, Kind::To) {
            let element = self.value(inp)?;
            return Ok(Ok(Value::table(binder, element)));
        }
        let next = peek(inp);
        let Some((_, mark)) = ARROWS.into_iter().find(|(kind, _)| Some(*kind) == next) else {
            return Ok(Err(binder));
        };
        advance(inp);
        let effects = match peek(inp) {
            Some(Kind::Less) => self.row(inp)?,
            _ => Row::PURE,
        };
        let result = self.value(inp)?;
        Ok(Ok(Value::Arrow(Arc::new(Arrow {
            mark,
            binder,
            effects,
            result,
        }))))
    }

    /// `Type`, `Type[Idx, Data]`
    pub fn kind(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        advance(inp);
        let mut classes = Classes::NONE;
        if accept(inp, Kind::LBracket) {
            comma_separated(inp, Kind::RBracket, |inp| {
                let place = ident_place(inp)?;
                DX_C_DATA.apply();
                match text_of(&name_at(inp, place)).as_str() {
                    "Idx" => classes.index = true,
                    "Data" => classes.data = true,
                    "VSpace" => classes.space = true,
                    other => {
                        let known = ["Idx", "Data", "VSpace"].into_iter().map(str::to_owned);
                        return Err(unknown(other, place, "class", known));
                    }
                }
                Ok(())
            })?;
        }
        Ok(Value::Kind(classes))
    }

    /// `<State h, Accum g | e>`
    pub fn row(&mut self, inp: &mut In<'_, '_>) -> Parsed<Row> {
        expect(inp, Kind::Less)?;
        let mut row = Row::PURE;
        while !matches!(peek(inp), Some(Kind::Or | Kind::Greater)) {
            row.effects.push(self.effect(inp)?);
            if !accept(inp, Kind::Comma) {
                break;
            }
        }
        if accept(inp, Kind::Or) {
            row.rest = Some(self.atom(inp)?);
        }
        expect(inp, Kind::Greater)?;
        Ok(row)
    }

    fn effect(&mut self, inp: &mut In<'_, '_>) -> Parsed<Effect> {
        let place = ident_place(inp)?;
        DX_C_DATA.apply();
        match text_of(&name_at(inp, place)).as_str() {
            "State" => Ok(Effect::State(self.atom(inp)?)),
            "Accum" => Ok(Effect::Accum(self.atom(inp)?)),
            "Read" => Ok(Effect::Read(self.atom(inp)?)),
            "Except" => Ok(Effect::Except),
            other => {
                let known = ["State", "Accum", "Read", "Except"]
                    .into_iter()
                    .map(str::to_owned);
                Err(unknown(other, place, "effect", known))
            }
        }
    }

    /// `Range n (u ..< v)`
    pub fn range(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        advance(inp);
        let set = self.atom(inp)?;
        expect(inp, Kind::LParen)?;
        let low = self.end(inp)?;
        let (open, closed) = match peek(inp) {
            Some(Kind::Between) => (false, false),
            Some(Kind::After) => (true, false),
            Some(Kind::Before) => (false, true),
            Some(Kind::Inside) => (true, true),
            _ => return unexpected(inp, RANGE),
        };
        advance(inp);
        let high = self.end(inp)?;
        expect(inp, Kind::RParen)?;
        let limit = |end: Option<Value>, excluded| match (end, excluded) {
            (None, _) => Limit::Open,
            (Some(member), false) => Limit::Including(member),
            (Some(member), true) => Limit::Excluding(member),
        };
        Ok(Value::Range(Arc::new(Range {
            set,
            low: limit(low, open),
            high: limit(high, closed),
        })))
    }

    fn end(&mut self, inp: &mut In<'_, '_>) -> Parsed<Option<Value>> {
        match peek(inp).is_some_and(begins_atom) {
            true => self.atom(inp).map(Some),
            false => Ok(None),
        }
    }

    /// The type of a record or a variant.
    pub fn labelled(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        let (labels, between) = self.labels(inp)?;
        Ok(match between {
            Kind::Or => Value::VariantType(Arc::new(labels)),
            _ => Value::RecordType(Arc::new(labels)),
        })
    }

    /// A row of fields, which is written as the type of a record.
    pub fn row_of_fields(&mut self, inp: &mut In<'_, '_>) -> Parsed<Value> {
        let (labels, _) = self.labels(inp)?;
        Ok(Value::Fields(Arc::new(labels)))
    }

    /// `{a: Int & b: Float & ...r}`, and what separates; that is `&` where there is one field.
    fn labels(&mut self, inp: &mut In<'_, '_>) -> Parsed<(Labels, Kind)> {
        expect(inp, Kind::LBrace)?;
        let mut labels = Labels::default();
        let mut between = None;
        let separators = token(Kind::And).or(token(Kind::Or));
        if let Some(first @ (Kind::And | Kind::Or)) = peek(inp) {
            advance(inp);
            between = Some(first);
        }
        loop {
            match peek(inp) {
                Some(Kind::RBrace) => break,
                Some(Kind::Rest) => {
                    advance(inp);
                    labels.rest = Some(self.atom(inp)?);
                    break;
                }
                _ => {
                    let label = label(inp)?;
                    expect(inp, Kind::Colon)?;
                    labels.fields.push((label, self.atom(inp)?));
                }
            }
            match (peek(inp), between) {
                (Some(Kind::RBrace), _) => break,
                (Some(next @ (Kind::And | Kind::Or)), None) => between = Some(next),
                (next, Some(own)) if next == Some(own) => {}
                _ => return unexpected(inp, between.map_or(separators, token)),
            }
            advance(inp);
        }
        expect(inp, Kind::RBrace)?;
        labels.fields = sorted(labels.fields);
        Ok((labels, between.unwrap_or(Kind::And)))
    }
}

//! Expressions.
//!
//! ```text
//! exp := value | part atom | part "[" value "]" | part "!" atom | part ":=" atom | part "+=" atom
//!      | ("for" | "rof") ("parallel" | "accumulating" | "sequential")? binder "." block
//!      | "case" atom "of" ("|" tag held? "->" block)* "end"
//!      | "table" atom "[" value,* "]"
//!      | primitive atom* | ("ordinal" | "size" | "fromOrdinal" | "unsafeFromOrdinal" | "inject") atom*
//!      | "refer" projection atom | "get" atom | "ask" atom
//!      | ("runState" | "runReader") atom atom | "runAccum" ("with" atom atom)? atom
//!      | "catch" atom | "throw" atom | "fail" atom text | ("linearize" | "transpose") atom atom
//! ```

use super::scope::{Reader, unknown};
use super::token::{EXPRESSION, Kind, token};
use super::values::{begins_atom, begins_part, is_named_domain, projection};
use super::{Failure, In, Parsed};
use crate::core::{Alternative, Class, Exp, IndexOp, Loop, Monoid, Value};
use crate::lexer::literal;
use crate::rules::core_text::DX_C_DATA;
use elder_syntax::names::Text;
use elder_syntax::parsing::{
    accept, advance, comma_separated, expect, next_span, next_text, peek, unexpected,
};
use elder_syntax::prim::PrimFn;

impl Reader {
    /// An expression.
    pub fn exp(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        let Some(first) = peek(inp) else {
            return unexpected(inp, EXPRESSION);
        };
        match first {
            Kind::For | Kind::Rof => self.for_loop(inp),
            Kind::Case => self.case(inp),
            Kind::Table => self.table(inp),
            Kind::Primitive => self.primitive(inp),
            Kind::Lambda | Kind::View | Kind::Choose => Ok(Exp::Value(self.value(inp)?)),
            _ if is_named_domain(inp) => Ok(Exp::Value(self.value(inp)?)),
            _ if let Some(op) = index_op(inp) => {
                advance(inp);
                Ok(Exp::IndexSet(op, self.atoms(inp)?))
            }
            _ if begins_part(first) => self.joined(inp),
            _ => self.worded(inp),
        }
    }

    /// What begins with a word for one expression.
    fn worded(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        let Some(first) = peek(inp) else {
            return unexpected(inp, EXPRESSION);
        };
        let before = inp.save();
        advance(inp);
        Ok(match first {
            Kind::Refer => {
                let part = projection(inp)?;
                Exp::Part(part, self.atom(inp)?)
            }
            Kind::Get => Exp::Get(self.atom(inp)?),
            Kind::Ask => Exp::Ask(self.atom(inp)?),
            Kind::RunState => {
                let value = self.atom(inp)?;
                Exp::RunState(value, self.atom(inp)?)
            }
            Kind::RunReader => {
                let value = self.atom(inp)?;
                Exp::RunReader(value, self.atom(inp)?)
            }
            Kind::RunAccum => {
                let monoid = match accept(inp, Kind::With) {
                    true => {
                        let zero = self.atom(inp)?;
                        let plus = self.atom(inp)?;
                        Some(Box::new(Monoid { zero, plus }))
                    }
                    false => None,
                };
                Exp::RunAccum(monoid, self.atom(inp)?)
            }
            Kind::Catch => Exp::Catch(self.atom(inp)?),
            Kind::Throw => Exp::Throw(self.atom(inp)?),
            Kind::Fail => {
                let ty = self.atom(inp)?;
                Exp::Fail(ty, message(inp)?)
            }
            Kind::Linearize => {
                let function = self.atom(inp)?;
                Exp::Linearize(function, self.atom(inp)?)
            }
            Kind::Transpose => {
                let function = self.atom(inp)?;
                Exp::Transpose(function, self.atom(inp)?)
            }
            _ => {
                inp.rewind(before);
                return unexpected(inp, EXPRESSION);
            }
        })
    }

    /// What begins with a value: an application, an index, a slice, a change, or the value.
    fn joined(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        let first = self.part(inp)?;
        Ok(match peek(inp) {
            Some(Kind::LBracket) => {
                advance(inp);
                let at = self.value(inp)?;
                expect(inp, Kind::RBracket)?;
                Exp::Index(first, at)
            }
            Some(Kind::Bang) => {
                advance(inp);
                Exp::Slice(first, self.atom(inp)?)
            }
            Some(Kind::Put) => {
                advance(inp);
                Exp::Put(first, self.atom(inp)?)
            }
            Some(Kind::AddTo) => {
                advance(inp);
                Exp::Accumulate(first, self.atom(inp)?)
            }
            Some(next) if begins_atom(next) => Exp::Apply(first, self.atom(inp)?),
            _ => Exp::Value(self.beyond(inp, first)?),
        })
    }

    fn for_loop(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        let descending = peek(inp) == Some(Kind::Rof);
        advance(inp);
        let class = class(inp);
        let outside = self.open();
        let binder = self.binder(inp)?;
        expect(inp, Kind::Dot)?;
        let body = self.block(inp)?;
        self.close(outside);
        Ok(Exp::For(Box::new(Loop {
            descending,
            class,
            binder,
            body,
        })))
    }

    fn case(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        advance(inp);
        let scrutinee = self.atom(inp)?;
        expect(inp, Kind::Of)?;
        let mut alternatives = Vec::new();
        while accept(inp, Kind::Or) {
            let tag = self.tag(inp)?;
            let outside = self.open();
            let binders = self.held(inp)?;
            expect(inp, Kind::Arrow)?;
            let body = self.block(inp)?;
            self.close(outside);
            alternatives.push(Alternative { tag, binders, body });
        }
        expect(inp, Kind::End)?;
        Ok(Exp::Case(scrutinee, alternatives))
    }

    fn table(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        advance(inp);
        let set = self.atom(inp)?;
        expect(inp, Kind::LBracket)?;
        let elements = comma_separated(inp, Kind::RBracket, |inp| self.value(inp))?;
        Ok(Exp::Table(set, elements))
    }

    fn primitive(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        let text = next_text(inp).trim_start_matches('%');
        let place = next_span(inp);
        DX_C_DATA.apply();
        let Some(f) = PrimFn::from_name(text) else {
            return Err(unknown(text, place, "primitive function", std::iter::empty()));
        };
        advance(inp);
        Ok(Exp::Prim(f, self.atoms(inp)?))
    }

    /// Operands one after the other, as far as there are some.
    fn atoms(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Value>> {
        let mut atoms = Vec::new();
        while peek(inp).is_some_and(begins_atom) {
            atoms.push(self.atom(inp)?);
        }
        Ok(atoms)
    }
}

fn index_op(inp: &mut In<'_, '_>) -> Option<IndexOp> {
    peek(inp).filter(|kind| kind.is_reserved())?;
    let text = next_text(inp);
    let (op, _) = IndexOp::ALL.into_iter().find(|(_, name)| *name == text)?;
    Some(op)
}

/// The class of a loop, which stands before the name of its index.
fn class(inp: &mut In<'_, '_>) -> Option<Class> {
    let text = next_text(inp);
    let (class, _) = Class::ALL.into_iter().find(|(_, name)| *name == text)?;
    let before = inp.save();
    advance(inp);
    match peek(inp) {
        // It is the name.
        Some(Kind::Colon) => {
            inp.rewind(before);
            None
        }
        _ => Some(class),
    }
}

/// A text in quotes.
fn message(inp: &mut In<'_, '_>) -> Parsed<Text> {
    if peek(inp) != Some(Kind::Text) {
        return unexpected(inp, token(Kind::Text));
    }
    let place = next_span(inp);
    let read = literal::string(next_text(inp));
    advance(inp);
    match read {
        Ok(text) => Ok(text.into()),
        Err(refused) => Err(Failure::mistake(refused.refusal, place, refused.message)),
    }
}

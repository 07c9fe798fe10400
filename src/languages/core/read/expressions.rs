//! Expressions.
//!
//! ```text
//! exp := atom | atom op atom | function atom* | name "[" cut,* "]" | name "with" "[" cut,* "]" "=" atom
//!      | "flat" name "[" atom ("," step)* "]" | "flat" name "with" "[" atom ("," step)* "]" "=" name
//!      | "[" atom,* "]" ":" type | "iota" atom | "replicate" atom atom | "blank" type | "size" number name | "copy" name | "opaque" atom
//!      | "tuned" text ("outer" | "intra" | "cores" | "group" | "tile" | "elements") number?
//!      | ("reshape" | "coerce") "(" atom,* ")" name | "rearrange" "(" number,* ")" name | "concat" atom name+
//!      | "assert" atom text? ("(" atom,* ")")?
//!      | "if" atom ":" results "then" body "else" body
//!      | "loop" ("[" name "=" atom "]")* ("(" name ":" "*"? type "=" atom ")")* ("for" name ":" type "<" atom | "while" name) "do" body
//!      | name "[" atom,* "]" "+=" atom ("," atom)*
//! cut := atom | atom ":+" atom "*" atom          -- an index, or start, count and stride
//! step := atom "*" atom                          -- count and stride
//! ```

use super::scope::{Reader, Written, begins_operand, ident, ident_place, natural, written};
use super::statements::text_of;
use super::token::{CLASS, EXPRESSION, Kind, OPERAND, operator, token};
use super::types::element;
use super::{Failure, In, Parsed};
use crate::names::Name;
use crate::rules::syntax::CORE_S_OPERATOR;
use crate::site::Message;
use crate::tree::{Atom, Binder, Class, Cut, Exp, Form, Loop, Param, Step, Tuned, Type};
use elder_syntax::parsing::{
    SimpleSpan, accept, advance, comma_separated, expect, name_at, next_span, peek, unexpected,
};
use elder_syntax::prim::{BinOp, PrimFn, PrimValue};

impl Reader<'_> {
    /// An expression; with the message of an assertion.
    pub fn exp(&mut self, inp: &mut In<'_, '_>) -> Parsed<(Exp, Option<Message>)> {
        let exp = match peek(inp) {
            Some(Kind::Ident) => self.named(inp)?,
            Some(kind) if begins_operand(kind) => {
                let place = next_span(inp);
                let first = self.atom(inp)?;
                match peek(inp).and_then(operator) {
                    Some(op) => self.binary(inp, first, place, op)?,
                    None => Exp::Atom(first),
                }
            }
            Some(Kind::LBracket) => self.literal(inp)?,
            Some(Kind::Assert) => return self.assertion(inp),
            Some(kind) if kind != Kind::In && kind != Kind::Let => {
                let before = inp.save();
                inp.skip();
                match self.worded(inp, kind)? {
                    Some(exp) => exp,
                    None => {
                        inp.rewind(before);
                        return unexpected(inp, EXPRESSION);
                    }
                }
            }
            _ => return unexpected(inp, EXPRESSION),
        };
        Ok((exp, None))
    }

    /// What begins with a word, which is passed; `None` if nothing begins with it.
    fn worded(&mut self, inp: &mut In<'_, '_>, word: Kind) -> Parsed<Option<Exp>> {
        Ok(Some(match word {
            Kind::Iota => Exp::Iota(self.atom(inp)?),
            Kind::Replicate => Exp::Replicate {
                count: self.atom(inp)?,
                value: self.atom(inp)?,
            },
            Kind::Blank => Exp::Blank(self.ty(inp)?),
            Kind::Size => Exp::Size {
                dimension: natural(inp)?,
                array: self.used(inp)?,
            },
            Kind::Copy => Exp::Copy(self.used(inp)?),
            Kind::Opaque => Exp::Opaque(self.atom(inp)?),
            Kind::Tuned => Exp::Tuned(self.tuned(inp)?),
            Kind::Reshape => Exp::Reshape {
                dims: self.atoms(inp)?,
                array: self.used(inp)?,
            },
            Kind::Coerce => Exp::Coerce {
                dims: self.atoms(inp)?,
                array: self.used(inp)?,
            },
            Kind::Rearrange => {
                expect(inp, Kind::LParen)?;
                Exp::Rearrange {
                    order: comma_separated(inp, Kind::RParen, natural)?,
                    array: self.used(inp)?,
                }
            }
            Kind::Concat => Exp::Concat {
                total: self.atom(inp)?,
                arrays: self.inputs(inp)?,
            },
            Kind::Flat => self.flat(inp)?,
            Kind::If => self.conditional(inp)?,
            Kind::Loop => self.repetition(inp)?,
            Kind::WithAcc => self.with_acc(inp)?,
            Kind::Segmap | Kind::Segred | Kind::Segscan | Kind::Segscrema => self.segmented(inp, word)?,
            word => return self.combinator(inp, word),
        }))
    }

    /// What begins with a name: a variable, an operator between operands, an index, an update, or an application.
    fn named(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        let place = ident_place(inp)?;
        let text = name_at(inp, place);
        let is_variable = self.lookup(&text).is_some();
        match peek(inp) {
            Some(Kind::LBracket) => {
                let array = self.resolve(inp, place);
                self.indexed(inp, array)
            }
            Some(Kind::With) => {
                inp.skip();
                let array = self.resolve(inp, place);
                let at = self.cuts(inp)?;
                expect(inp, Kind::Equals)?;
                let value = self.atom(inp)?;
                Ok(Exp::Update { array, at, value })
            }
            // A function may be applied to a negative number.
            Some(kind)
                if let Some(op) = operator(kind)
                    && (is_variable || kind != Kind::Minus) =>
            {
                let first = Atom::Var(self.resolve(inp, place));
                self.binary(inp, first, place, op)
            }
            Some(kind) if begins_operand(kind) => self.application(inp, &text, place),
            _ if is_variable || !(self.is_function(&text) || PrimFn::from_name(&text).is_some()) => {
                Ok(Exp::Atom(Atom::Var(self.resolve(inp, place))))
            }
            _ => self.application(inp, &text, place),
        }
    }

    /// A primitive function, or one of the program, of operands.
    fn application(&mut self, inp: &mut In<'_, '_>, text: &str, place: SimpleSpan) -> Parsed<Exp> {
        if let Some(function) = PrimFn::from_name(text) {
            return Ok(Exp::Prim(function, self.arguments(inp)?));
        }
        let function = self.function(inp, place)?;
        let arguments = self.arguments(inp)?;
        Ok(Exp::Call { function, arguments })
    }

    /// An operator, which comes next, and its second operand.
    fn binary(&mut self, inp: &mut In<'_, '_>, first: Atom, place: SimpleSpan, op: BinOp) -> Parsed<Exp> {
        advance(inp);
        let second = self.atom(inp)?;
        if first.name().is_some_and(|name| self.type_of(name).is_none()) {
            // It is not bound, which was reported.
            return Ok(Exp::Atom(first));
        }
        CORE_S_OPERATOR.apply();
        match self.scalar(first).filter(|t| op.exists_on(*t)) {
            Some(t) => Ok(Exp::Prim(PrimFn::Bin(op, t), vec![first, second])),
            None => {
                let message = match self.scalar(first) {
                    Some(t) => format!("there is no `{op}` on {t}"),
                    None => format!("the first operand of `{op}` is no scalar"),
                };
                let refusal = CORE_S_OPERATOR.refuse("exists");
                Err(Failure::mistake(refusal, place, message))
            }
        }
    }

    /// `[i, j]` or `[i, start :+ count * stride]`, and `[i] += v`
    fn indexed(&mut self, inp: &mut In<'_, '_>, array: Name) -> Parsed<Exp> {
        let at = self.cuts(inp)?;
        let indexes: Option<Vec<Atom>> = at
            .iter()
            .map(|cut| match cut {
                Cut::At(at) => Some(*at),
                Cut::Section { .. } => None,
            })
            .collect();
        match indexes {
            Some(at) if accept(inp, Kind::AddTo) => {
                let values = self.bare_atoms(inp)?;
                Ok(Exp::AccUpdate {
                    acc: array,
                    at,
                    values,
                })
            }
            Some(at) => Ok(Exp::Index { array, at }),
            None => Ok(Exp::Slice { array, at }),
        }
    }

    fn cuts(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Cut>> {
        expect(inp, Kind::LBracket)?;
        let mut cuts = Vec::new();
        while !accept(inp, Kind::RBracket) {
            let start = self.atom(inp)?;
            cuts.push(match accept(inp, Kind::Count) {
                false => Cut::At(start),
                true => {
                    let Step { count, stride } = self.step(inp)?;
                    Cut::Section { start, count, stride }
                }
            });
            if !accept(inp, Kind::Comma) && peek(inp) != Some(Kind::RBracket) {
                return unexpected(
                    inp,
                    token(Kind::Comma)
                        .or(token(Kind::RBracket))
                        .or(token(Kind::Count)),
                );
            }
        }
        Ok(cuts)
    }

    /// `count * stride`
    fn step(&mut self, inp: &mut In<'_, '_>) -> Parsed<Step> {
        let count = self.atom(inp)?;
        expect(inp, Kind::Star)?;
        let stride = self.atom(inp)?;
        Ok(Step { count, stride })
    }

    /// `[a, b]: i32`
    fn literal(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        inp.skip();
        let elements = self.atoms_until(inp, Kind::RBracket)?;
        expect(inp, Kind::Colon)?;
        let row = self.ty(inp)?;
        Ok(Exp::Literal { row, elements })
    }

    /// `flat xs[offset, count * stride]`, with or without an update
    fn flat(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        let array = self.used(inp)?;
        let is_update = accept(inp, Kind::With);
        expect(inp, Kind::LBracket)?;
        let offset = self.atom(inp)?;
        let mut dims = Vec::new();
        while accept(inp, Kind::Comma) {
            dims.push(self.step(inp)?);
        }
        expect(inp, Kind::RBracket)?;
        if !is_update {
            return Ok(Exp::FlatIndex { array, offset, dims });
        }
        expect(inp, Kind::Equals)?;
        let value = self.used(inp)?;
        Ok(Exp::FlatUpdate {
            array,
            offset,
            dims,
            value,
        })
    }

    /// `assert holds "no row of {}" (n)`
    fn assertion(&mut self, inp: &mut In<'_, '_>) -> Parsed<(Exp, Option<Message>)> {
        inp.skip();
        let holds = self.atom(inp)?;
        let message = match peek(inp) {
            Some(Kind::Message) => Some(text_of(inp)),
            _ => None,
        };
        let numbers = match peek(inp) {
            Some(Kind::LParen) => self.atoms(inp)?,
            _ => Vec::new(),
        };
        Ok((Exp::Assert { holds, numbers }, message))
    }

    /// `"name" class`, with what it is by default.
    fn tuned(&mut self, inp: &mut In<'_, '_>) -> Parsed<Tuned> {
        if peek(inp) != Some(Kind::Message) {
            return unexpected(inp, token(Kind::Message));
        }
        let name = text_of(inp).text().into();
        let before = inp.save();
        let is_word = peek(inp) == Some(Kind::Ident);
        let class = match is_word {
            true => {
                let place = advance(inp);
                let text = name_at(inp, place);
                Class::ALL.into_iter().find(|class| class.name() == text)
            }
            false => None,
        };
        let Some(class) = class else {
            inp.rewind(before);
            return unexpected(inp, CLASS);
        };
        let default = match peek(inp) {
            Some(Kind::Number | Kind::Minus) => match written(inp)? {
                Written::Const(PrimValue::I64(number)) => Some(number),
                _ => {
                    inp.rewind(before);
                    return unexpected(inp, CLASS);
                }
            },
            _ => None,
        };
        Ok(Tuned { name, class, default })
    }

    fn conditional(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        let condition = self.atom(inp)?;
        expect(inp, Kind::Colon)?;
        let results = self.results(inp)?;
        expect(inp, Kind::Then)?;
        let then = Box::new(self.body(inp)?);
        expect(inp, Kind::Else)?;
        let otherwise = Box::new(self.body(inp)?);
        Ok(Exp::If {
            condition,
            then,
            otherwise,
            results,
        })
    }

    /// Sizes stand in the types of parameters; first values and the bound see neither sizes nor parameters.
    fn repetition(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        let mut sizes = Vec::new();
        while accept(inp, Kind::LBracket) {
            let text = ident(inp)?;
            expect(inp, Kind::Equals)?;
            let first = self.atom(inp)?;
            expect(inp, Kind::RBracket)?;
            sizes.push((self.make(text, Type::SIZE), first));
        }
        let mut params = Vec::new();
        while accept(inp, Kind::LParen) {
            let text = ident(inp)?;
            expect(inp, Kind::Colon)?;
            let unique = accept(inp, Kind::Star);
            let scope = self.open();
            for (size, _) in &sizes {
                self.show(*size);
            }
            let ty = self.ty(inp)?;
            let name = self.make(text, ty.clone());
            let binder = Binder { name, ty };
            self.show(name);
            self.place(inp, &binder)?;
            self.close(scope);
            expect(inp, Kind::Equals)?;
            let first = self.atom(inp)?;
            expect(inp, Kind::RParen)?;
            params.push((Param { binder, unique }, first));
        }
        let counted = match peek(inp) {
            Some(Kind::For) => {
                inp.skip();
                let text = ident(inp)?;
                expect(inp, Kind::Colon)?;
                let ty = element(inp)?;
                expect(inp, Kind::Less)?;
                let bound = self.atom(inp)?;
                let index = self.make(text, Type::Prim(ty));
                Some(Form::For { index, ty, bound })
            }
            Some(Kind::While) => {
                inp.skip();
                None
            }
            _ => {
                let wanted = token(Kind::For).or(token(Kind::While)).or(token(Kind::LParen));
                return unexpected(inp, wanted);
            }
        };
        let scope = self.open();
        for name in sizes.iter().map(|(size, _)| *size) {
            self.show(name);
        }
        for (param, _) in &params {
            self.show(param.binder.name);
        }
        let form = match counted {
            Some(form) => {
                if let Form::For { index, .. } = form {
                    self.show(index);
                }
                form
            }
            None if peek(inp) == Some(Kind::Ident) => Form::While {
                condition: self.used(inp)?,
            },
            None => return unexpected(inp, OPERAND),
        };
        expect(inp, Kind::Do)?;
        let body = self.body(inp)?;
        self.close(scope);
        Ok(Exp::Loop(Box::new(Loop {
            sizes,
            params,
            form,
            body,
        })))
    }
}

//! Functions, combinators and accumulation.
//!
//! ```text
//! lambda   := "(" "\" ("[" name "]")? ("(" name ":" type ")")* ":" types "->" body ")"     -- the name is the size of a chunk
//! operator := "commutative"? lambda "(" atom,* ")"
//! soac     := "map" atom ("with" name*)? lambda name*        | "filter" atom lambda name*
//!           | ("reduce" | "scan") atom operator name*        | ("redomap" | "scanomap") atom operator lambda name*
//!           | "screma" atom ("with" name*)? ("reduce" operator)* ("scan" operator)* lambda ("after" lambda)? name*
//!           | "scatter" atom lambda targets name*            | "hist" atom lambda (targets operator)* name*
//!           | "stream_map" atom lambda name*                 | ("stream_red" | "stream_par") atom operator lambda name*
//!           | "stream_seq" atom "(" atom,* ")" lambda name*
//! segmented := ("segmap" | "segred" operator | "segscan" operator | "segscrema") ..    -- as "map", "redomap", "scanomap" and "screma" behind their width, with
//!              level "(" atom,* ")" for the width and without inputs
//! level    := "@global" | "@workgroup" "(" atom ")" | "@local"
//! targets  := "into" "(" (name ":" number),* ")"             -- how many dimensions are indexed
//! with_acc := "with_acc" (("[" atom "]")* "(" name,* ")" operator?)* "do" lambda
//! ```

use super::scope::{Reader, natural};
use super::token::{Kind, token};
use super::{In, Parsed};
use crate::names::Name;
use crate::tree::{
    Accumulated, Atom, Binder, Body, Chunk, Exp, Lambda, Level, Operator, Screma, Segmented, Soac, Target,
    Type,
};
use elder_syntax::parsing::{accept, comma_separated, expect, peek, peek_many, unexpected};

impl Reader<'_> {
    /// A combinator, whose word is passed; `None` if the word is none.
    pub fn combinator(&mut self, inp: &mut In<'_, '_>, word: Kind) -> Parsed<Option<Exp>> {
        let is_combinator = matches!(
            word,
            Kind::Map
                | Kind::Reduce
                | Kind::Redomap
                | Kind::Scan
                | Kind::Scanomap
                | Kind::Screma
                | Kind::Filter
                | Kind::Scatter
                | Kind::Hist
                | Kind::StreamMap
                | Kind::StreamRed
                | Kind::StreamPar
                | Kind::StreamSeq
        );
        if !is_combinator {
            return Ok(None);
        }
        let width = self.atom(inp)?;
        let soac = match word {
            Kind::Map => Soac::map(self.accumulators(inp)?, self.lambda(inp)?),
            Kind::Reduce => {
                let operator = self.operator(inp)?;
                let function = self.identity(&operator);
                Soac::redomap(operator, function)
            }
            Kind::Redomap => Soac::redomap(self.operator(inp)?, self.lambda(inp)?),
            Kind::Scan => {
                let operator = self.operator(inp)?;
                let function = self.identity(&operator);
                Soac::scanomap(operator, function)
            }
            Kind::Scanomap => Soac::scanomap(self.operator(inp)?, self.lambda(inp)?),
            Kind::Screma => Soac::Screma(self.screma(inp)?),
            Kind::Filter => Soac::Filter {
                predicate: self.lambda(inp)?,
            },
            Kind::Scatter => {
                let function = self.lambda(inp)?;
                let into = self.targets(inp)?;
                Soac::Scatter { function, into }
            }
            Kind::Hist => {
                let function = self.lambda(inp)?;
                let mut into = Vec::new();
                while peek(inp) == Some(Kind::Into) {
                    into.push((self.targets(inp)?, self.operator(inp)?));
                }
                Soac::Hist { function, into }
            }
            Kind::StreamMap => Soac::StreamPar {
                operator: Operator::nothing(),
                function: self.chunk(inp)?,
            },
            Kind::StreamRed | Kind::StreamPar => Soac::StreamPar {
                operator: self.operator(inp)?,
                function: self.chunk(inp)?,
            },
            _ => Soac::StreamSeq {
                initial: self.atoms(inp)?,
                function: self.chunk(inp)?,
            },
        };
        Ok(Some(Exp::Soac {
            width,
            inputs: self.inputs(inp)?,
            soac: Box::new(soac),
        }))
    }

    /// `segmap @global (n, m) (\(i: i64) (j: i64): i32 -> ..)`, behind its word
    pub fn segmented(&mut self, inp: &mut In<'_, '_>, word: Kind) -> Parsed<Exp> {
        let level = match peek(inp) {
            Some(Kind::Workgroup) => {
                inp.skip();
                expect(inp, Kind::LParen)?;
                let items = self.atom(inp)?;
                expect(inp, Kind::RParen)?;
                Level::Workgroup(items)
            }
            Some(Kind::Local) => {
                inp.skip();
                Level::Local
            }
            Some(Kind::Global) => {
                inp.skip();
                Level::Global
            }
            _ => {
                let levels = token(Kind::Global)
                    .or(token(Kind::Workgroup))
                    .or(token(Kind::Local));
                return unexpected(inp, levels);
            }
        };
        let space = self.atoms(inp)?;
        let screma = match word {
            Kind::Segmap => Screma::map(self.accumulators(inp)?, self.lambda(inp)?),
            Kind::Segred => Screma::redomap(self.operator(inp)?, self.lambda(inp)?),
            Kind::Segscan => Screma::scanomap(self.operator(inp)?, self.lambda(inp)?),
            _ => self.screma(inp)?,
        };
        Ok(Exp::Segmented(Box::new(Segmented { level, space, screma })))
    }

    /// `screma n reduce (\..) (0i32) scan (\..) (1i32) (\(x: i32): .. -> ..) after (\(s: i32): .. -> ..) xs`, behind its width
    fn screma(&mut self, inp: &mut In<'_, '_>) -> Parsed<Screma> {
        Ok(Screma {
            accs: self.accumulators(inp)?,
            reductions: self.operators(inp, Kind::Reduce)?,
            scans: self.operators(inp, Kind::Scan)?,
            function: self.lambda(inp)?,
            after: match accept(inp, Kind::After) {
                true => Some(self.lambda(inp)?),
                false => None,
            },
        })
    }

    /// `with acc`
    fn accumulators(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Name>> {
        match accept(inp, Kind::With) {
            true => self.inputs(inp),
            false => Ok(Vec::new()),
        }
    }

    /// Operators, each behind this word.
    fn operators(&mut self, inp: &mut In<'_, '_>, word: Kind) -> Parsed<Vec<Operator>> {
        let mut operators = Vec::new();
        while accept(inp, word) {
            operators.push(self.operator(inp)?);
        }
        Ok(operators)
    }

    /// `(\(a: i32) (b: i32): i32 -> ..)`
    pub fn lambda(&mut self, inp: &mut In<'_, '_>) -> Parsed<Lambda> {
        let scope = self.open();
        self.backslash(inp)?;
        let function = self.function_behind(inp)?;
        self.close(scope);
        Ok(function)
    }

    /// `(\[c] (xs: [c]i32): [c]i32 -> ..)`
    fn chunk(&mut self, inp: &mut In<'_, '_>) -> Parsed<Chunk> {
        let scope = self.open();
        self.backslash(inp)?;
        expect(inp, Kind::LBracket)?;
        let size = self.bind(inp, Type::SIZE)?;
        expect(inp, Kind::RBracket)?;
        let function = self.function_behind(inp)?;
        self.close(scope);
        Ok(Chunk { size, function })
    }

    fn backslash(&mut self, inp: &mut In<'_, '_>) -> Parsed<()> {
        expect(inp, Kind::LParen)?;
        expect(inp, Kind::Lambda)?;
        Ok(())
    }

    /// A function behind its backslash, up to the parenthesis that closes.
    fn function_behind(&mut self, inp: &mut In<'_, '_>) -> Parsed<Lambda> {
        let mut params = Vec::new();
        while accept(inp, Kind::LParen) {
            params.push(self.binder(inp)?);
            expect(inp, Kind::RParen)?;
        }
        if peek(inp) != Some(Kind::Colon) {
            return unexpected(inp, token(Kind::LParen).or(token(Kind::Colon)));
        }
        inp.skip();
        let results = self.types(inp)?;
        expect(inp, Kind::Arrow)?;
        let body = self.body(inp)?;
        expect(inp, Kind::RParen)?;
        Ok(Lambda::new(params, body, results))
    }

    fn operator(&mut self, inp: &mut In<'_, '_>) -> Parsed<Operator> {
        let commutative = accept(inp, Kind::Commutative);
        Ok(Operator {
            function: self.lambda(inp)?,
            neutral: self.atoms(inp)?,
            commutative,
        })
    }

    /// The function that gives its operands, for what is reduced as it is.
    fn identity(&mut self, operator: &Operator) -> Lambda {
        let first = operator.function.params.iter().take(operator.neutral.len());
        let params: Vec<Binder> = first
            .map(|param| Binder {
                name: self.make("x".into(), param.ty.clone()),
                ty: param.ty.clone(),
            })
            .collect();
        let given = params.iter().map(|param| Atom::Var(param.name)).collect();
        let results = params.iter().map(|param| param.ty.clone()).collect();
        Lambda::new(params, Body::of(Vec::new(), given), results)
    }

    /// `into (counts: 1)`
    fn targets(&mut self, inp: &mut In<'_, '_>) -> Parsed<Vec<Target>> {
        expect(inp, Kind::Into)?;
        expect(inp, Kind::LParen)?;
        comma_separated(inp, Kind::RParen, |inp| {
            let array = self.used(inp)?;
            expect(inp, Kind::Colon)?;
            let rank = natural(inp)?;
            Ok(Target { array, rank })
        })
    }

    /// `with_acc [k] (zeros) (\(a: i64) (b: i64): i64 -> ..) (0i64) do (\(acc: acc [k] i64): .. -> ..)`, whose word is passed
    pub fn with_acc(&mut self, inp: &mut In<'_, '_>) -> Parsed<Exp> {
        let mut updates = Vec::new();
        while !accept(inp, Kind::Do) {
            let mut space = Vec::new();
            while accept(inp, Kind::LBracket) {
                space.push(self.atom(inp)?);
                expect(inp, Kind::RBracket)?;
            }
            let arrays = self.variables(inp)?;
            let operator = match peek_many(inp) {
                [Some(Kind::Commutative), _] | [Some(Kind::LParen), Some(Kind::Lambda)] => {
                    Some(self.operator(inp)?)
                }
                _ => None,
            };
            updates.push(Accumulated {
                space,
                arrays,
                operator,
            });
        }
        Ok(Exp::WithAcc {
            updates,
            function: Box::new(self.lambda(inp)?),
        })
    }
}

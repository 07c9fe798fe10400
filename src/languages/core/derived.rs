//! Derived combinators, and what they stand for: `filter` and `stream_par`, in terms of [`Screma`] and `scatter`.
//!
//! They are nodes of the tree all the same, since passes know them by name; their rules say that they are these programs (CORE-E-FILTER,
//! CORE-E-STREAM-PAR).  The expansion is of sized programs.

use crate::builder::Builder;
use crate::names::{Name, Names};
use crate::tree::{
    Atom, Binder, Chunk, Exp, Lambda, Operator, Pat, Program, Screma, Soac, Stm, Target, Type,
};
use crate::walk::{Fold, Rewrite, fold, rewrite};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

/// The program without derived combinators, if it has some.  Streams have chunks of one row.
pub fn expanded(program: &Program) -> Option<Program> {
    let mut program = program.clone();
    expand(&mut program, true).then_some(program)
}

/// Puts what filters stand for in their places; whether there were some.
pub fn expand_filters(program: &mut Program) -> bool {
    expand(program, false)
}

fn expand(program: &mut Program, streams: bool) -> bool {
    let mut derived = Derived { streams, found: false };
    fold::program(&mut derived, program);
    if derived.found {
        let mut names = std::mem::take(&mut program.names);
        let mut expand = Expand {
            names: &mut names,
            streams,
        };
        rewrite::program(&mut expand, program);
        program.names = names;
    }
    derived.found
}

/// Whether something is derived.
struct Derived {
    streams: bool,
    found: bool,
}

impl Fold for Derived {
    fn soac(&mut self, soac: &Soac) {
        match soac {
            Soac::Filter { .. } => self.found = true,
            Soac::StreamPar { .. } if self.streams => self.found = true,
            _ => fold::soac(self, soac),
        }
    }
}

struct Expand<'n> {
    names: &'n mut Names,
    streams: bool,
}

impl Rewrite for Expand<'_> {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        let Exp::Soac { width, inputs, soac } = stm.exp else {
            return out.push(stm);
        };
        let Stm { certs, safe, at, .. } = stm;
        let mut builder = Builder::new(self.names, at);
        match *soac {
            Soac::Filter { predicate } => filter(&mut builder, stm.pat, (width, inputs), &predicate),
            Soac::StreamPar { operator, function } if self.streams => {
                let screma = stream_par(&mut builder, operator, &function);
                builder.bind_pat(stm.pat, combinator(width, inputs, Soac::Screma(screma)));
            }
            soac => builder.bind_pat(stm.pat, combinator(width, inputs, soac)),
        }
        let made = builder.finish(vec![]).stms.into_iter();
        out.extend(made.map(|made| Stm {
            certs: certs.clone(),
            safe,
            at: if made.exp.is_guided() { at } else { made.at },
            ..made
        }));
    }
}

fn combinator(width: Atom, inputs: Vec<Name>, soac: Soac) -> Exp {
    Exp::Soac {
        width,
        inputs,
        soac: Box::new(soac),
    }
}

/// CORE-E-FILTER: how many elements are kept is the sum of ones and zeros, where each goes is the sum up to it; what is not kept goes
/// nowhere.
fn filter(b: &mut Builder<'_>, pat: Pat, (width, inputs): (Atom, Vec<Name>), predicate: &Lambda) {
    let rows: Vec<Type> = predicate.params.iter().map(|param| param.ty.clone()).collect();
    let one = PrimFn::Convert(PrimType::Bool, PrimType::I64);
    let screma = Screma {
        reductions: vec![b.sum()],
        scans: vec![b.sum()],
        after: Some(b.lambda("s", &[Type::SIZE, Type::SIZE], |b, x| {
            let number = b.number(BinOp::Mul, x[0], x[1]);
            vec![b.number(BinOp::Sub, number, Atom::i64(1))]
        })),
        ..Screma::map(
            vec![],
            b.lambda("x", &rows, |b, x| {
                let holds = b.apply(predicate, x);
                vec![b.prim("k", one, holds); 3]
            }),
        )
    };
    let places = b.fresh("ats", Type::SIZE.rows(width));
    let count = pat.sizes.into_iter().map(|name| Binder { name, ty: Type::SIZE });
    let counted = Pat {
        sizes: vec![],
        values: count.chain([places.clone()]).collect(),
    };
    b.bind_pat(counted, combinator(width, inputs.clone(), Soac::Screma(screma)));
    let blanks = pat.values.iter().map(|value| Target {
        array: b.bind("blank", Exp::Blank(value.ty.clone())),
        rank: 1,
    });
    let into: Vec<Target> = blanks.collect();
    let handed = [vec![Type::SIZE], rows].concat();
    let function = b.lambda("x", &handed, |_, x| {
        let places = std::iter::repeat_n(x[0], into.len());
        places.chain(x[1..].iter().copied()).collect()
    });
    let inputs = std::iter::once(places.name).chain(inputs).collect();
    let kept = Pat {
        sizes: vec![],
        values: pat.values,
    };
    b.bind_pat(kept, combinator(width, inputs, Soac::Scatter { function, into }));
}

/// CORE-E-STREAM-PAR, with chunks of one row: the function of chunks is one of elements, each in an array of its own.
fn stream_par(b: &mut Builder<'_>, operator: Operator, chunk: &Chunk) -> Screma {
    let Chunk { size, function } = chunk;
    // What is no array was refused by the types.
    let row = |ty: &Type| ty.row(1).unwrap_or(Type::Cert);
    let rows: Vec<Type> = function.params.iter().map(|param| row(&param.ty)).collect();
    let operands = operator.operands();
    let function = b.lambda("x", &rows, |b, x| {
        let mut put = vec![(*size, Atom::i64(1))];
        for ((param, row), element) in function.params.iter().zip(&rows).zip(x) {
            let exp = Exp::Literal {
                row: row.clone(),
                elements: vec![*element],
            };
            put.push((param.name, b.bind("xs", exp).into()));
        }
        let mut results = b.splice(&function.body, put);
        for (result, ty) in results.iter_mut().zip(&function.results).skip(operands) {
            if let Atom::Var(array) = *result {
                let row = row(ty);
                let first = Exp::row(array, [Atom::i64(0)], &row);
                *result = b.bind_as("y", row, first).into();
            }
        }
        results
    });
    match operands {
        0 => Screma::map(vec![], function),
        _ => Screma::redomap(operator, function),
    }
}

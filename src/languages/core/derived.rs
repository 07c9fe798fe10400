//! Derived combinators, and what they stand for: `filter` and `stream_par`, in terms of [`Screma`] and `scatter`; combinators over spaces, in terms of maps.
//!
//! They are nodes of the tree all the same, since passes know them by name; their rules say that they are these programs (CORE-E-FILTER,
//! CORE-E-STREAM-PAR, CORE-E-SEG).  The expansion is of sized programs.

use crate::builder::Builder;
use crate::names::{Name, Names};
use crate::tree::{
    Atom, Binder, Chunk, Exp, Lambda, Operator, Pat, Program, Screma, Segmented, Soac, Stm, Target, Type,
};
use crate::walk::{Fold, Rewrite, fold, rewrite};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

/// The program without derived combinators, and without places, if it has some.  Streams have chunks of one row.
pub fn expanded(program: &Program) -> Option<Program> {
    let mut program = program.clone();
    crate::memory::erase(&mut program);
    expand(&mut program, true).then_some(program)
}

/// Puts what filters stand for in their places; whether there were some.
pub fn expand_filters(program: &mut Program) -> bool {
    expand(program, false)
}

fn expand(program: &mut Program, all: bool) -> bool {
    let mut derived = Derived { all, found: false };
    fold::program(&mut derived, program);
    if derived.found {
        let mut names = std::mem::take(&mut program.names);
        let mut expand = Expand {
            names: &mut names,
            all,
        };
        rewrite::program(&mut expand, program);
        program.names = names;
    }
    derived.found
}

/// Whether something is derived.
struct Derived {
    /// Streams and combinators over spaces too.
    all: bool,
    found: bool,
}

impl Fold for Derived {
    fn soac(&mut self, soac: &Soac) {
        match soac {
            Soac::Filter { .. } => self.found = true,
            Soac::StreamPar { .. } if self.all => self.found = true,
            _ => fold::soac(self, soac),
        }
    }

    fn segmented(&mut self, segmented: &Segmented) {
        self.found |= self.all;
        fold::segmented(self, segmented);
    }
}

struct Expand<'n> {
    names: &'n mut Names,
    /// Streams and combinators over spaces too.
    all: bool,
}

impl Rewrite for Expand<'_> {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        let Stm { certs, safe, at, .. } = stm;
        let (width, inputs, soac) = match stm.exp {
            Exp::Soac { width, inputs, soac } => (width, inputs, soac),
            Exp::Segmented(segmented) if self.all => {
                let mut builder = Builder::new(self.names, at);
                let exp = segmented_from(&mut builder, *segmented);
                builder.bind_pat(stm.pat, exp);
                return out.extend(builder.finish(vec![]).stms.into_iter().map(|made| Stm {
                    certs: certs.clone(),
                    ..made
                }));
            }
            exp => return out.push(Stm { exp, certs, ..stm }),
        };
        let mut builder = Builder::new(self.names, at);
        match *soac {
            Soac::Filter { predicate } => filter(&mut builder, stm.pat, (width, inputs), &predicate),
            Soac::StreamPar { operator, function } if self.all => {
                let screma = stream_par(&mut builder, operator, &function);
                builder.bind_pat(stm.pat, Exp::soac(width, inputs, Soac::Screma(screma)));
            }
            soac => builder.bind_pat(stm.pat, Exp::soac(width, inputs, soac)),
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

/// CORE-E-SEG: the combinator of the last dimension, mapped over the numbers of the others.
fn segmented_from(b: &mut Builder<'_>, segmented: Segmented) -> Exp {
    let Segmented { space, screma, .. } = segmented;
    let accs = screma.accs.len();
    let numbers: Vec<Binder> = screma.function.params[accs..].to_vec();
    // From the inside: what a dimension does of the accumulators that it is handed.
    let last = numbers.len().saturating_sub(1);
    over(b, (&space, &numbers), 0, last, screma)
}

/// The combinator of a dimension and those within it.
fn over(
    b: &mut Builder<'_>,
    (space, numbers): (&[Atom], &[Binder]),
    k: usize,
    last: usize,
    screma: Screma,
) -> Exp {
    let width = space[k];
    // Of fewer than no elements it is a combinator that fails, not the numbers of its places.
    let nothing = b.lambda("x", &[], |_, _| vec![]);
    b.bind_pat(
        Pat::default(),
        Exp::soac(width, vec![], Soac::map(vec![], nothing)),
    );
    let inputs = vec![b.bind("is", Exp::Iota(width))];
    if k == last {
        let mut screma = screma;
        screma.function.params.truncate(screma.accs.len());
        screma.function.params.push(numbers[k].clone());
        return Exp::soac(width, inputs, Soac::Screma(screma));
    }
    let outer = screma.accs.clone();
    let own: Vec<Binder> = outer
        .iter()
        .map(|acc| b.fresh("acc", b.type_of((*acc).into())))
        .collect();
    let inner = Screma {
        accs: own.iter().map(|acc| acc.name).collect(),
        ..screma
    };
    let body = b.body(|b| {
        let exp = over(b, (space, numbers), k + 1, last, inner);
        b.bind_all("x", exp).into_iter().map(Atom::Var).collect()
    });
    let results = body.results.iter().map(|result| b.type_of(*result)).collect();
    let params = own.into_iter().chain([numbers[k].clone()]).collect();
    let function = Lambda::new(params, body, results);
    Exp::soac(width, inputs, Soac::map(outer, function))
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
    let count = pat.sizes.into_iter().map(Binder::size);
    let counted = Pat::of(count.chain([places.clone()]));
    b.bind_pat(counted, Exp::soac(width, inputs.clone(), Soac::Screma(screma)));
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
    b.bind_pat(
        Pat::of(pat.values),
        Exp::soac(width, inputs, Soac::Scatter { function, into }),
    );
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

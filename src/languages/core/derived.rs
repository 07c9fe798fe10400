//! Derived combinators, and what they stand for: `filter` and `stream_par`, in terms of [`Screma`] and `scatter`.
//!
//! They are nodes of the tree all the same, since passes know them by name; their rules say that they are these programs (CORE-E-FILTER,
//! CORE-E-STREAM-PAR).  The expansion is of sized programs.

use crate::builder::Builder;
use crate::names::{Name, Names};
use crate::tree::{
    Atom, Binder, Body, Chunk, Cut, Dim, Exp, Lambda, Operator, Pat, Program, Screma, Soac, Stm, Target, Type,
};
use crate::walk::{Rewrite, rewrite};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

/// The program without derived combinators, if it has some.  Streams have chunks of one row.
pub fn expanded(program: &Program) -> Option<Program> {
    let mut program = program.clone();
    let names = std::mem::take(&mut program.names);
    let mut expand = Expand { names, some: false };
    rewrite::program(&mut expand, &mut program);
    program.names = expand.names;
    expand.some.then_some(program)
}

struct Expand {
    names: Names,
    /// Whether anything was derived.
    some: bool,
}

impl Rewrite for Expand {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        let from = out.len();
        let (safe, certs) = (stm.safe, stm.certs.clone());
        let Stm { pat, exp, at, .. } = stm;
        let mut builder = Builder::new(&mut self.names, at);
        match exp {
            Exp::Soac { width, inputs, soac } => match *soac {
                Soac::Filter { predicate } => {
                    self.some = true;
                    filter(&mut builder, pat, (width, inputs), predicate);
                }
                Soac::StreamPar { operator, function } => {
                    self.some = true;
                    let soac = Box::new(Soac::Screma(stream_par(&mut builder, operator, function)));
                    builder.bind_pat(pat, Exp::Soac { width, inputs, soac });
                }
                soac => {
                    let soac = Box::new(soac);
                    builder.bind_pat(pat, Exp::Soac { width, inputs, soac });
                }
            },
            exp => builder.bind_pat(pat, exp),
        }
        out.extend(builder.finish(vec![]).stms);
        for stm in &mut out[from..] {
            (stm.safe, stm.certs) = (safe, certs.clone());
        }
    }
}

/// Binary, on sizes.
fn arithmetic(op: BinOp) -> PrimFn {
    PrimFn::Bin(op, PrimType::I64)
}

/// Sums of numbers.
fn sum(builder: &mut Builder<'_>) -> Operator {
    let [left, right] = ["a", "b"].map(|text| builder.fresh(text, Type::SIZE));
    let mut inner = builder.inner();
    let both = vec![left.name.into(), right.name.into()];
    let result = inner.prim("c", arithmetic(BinOp::Add), both);
    Operator {
        function: Lambda {
            body: inner.finish(vec![result]),
            params: vec![left, right],
            results: vec![Type::SIZE],
        },
        neutral: vec![Atom::i64(0)],
        commutative: true,
    }
}

/// CORE-E-FILTER: how many elements are kept is the sum of ones and zeros, where each goes is the sum up to it; what is not kept goes
/// nowhere.
fn filter(builder: &mut Builder<'_>, pat: Pat, (width, inputs): (Atom, Vec<Name>), predicate: Lambda) {
    let (reduction, scan) = (sum(builder), sum(builder));
    let Lambda { params, body, .. } = predicate;
    let mut inner = builder.inner();
    for stm in body.stms {
        inner.push(stm);
    }
    let kept = inner.prim("k", PrimFn::Convert(PrimType::Bool, PrimType::I64), body.results);
    let function = Lambda {
        body: inner.finish(vec![kept; 3]),
        results: vec![Type::SIZE; 3],
        params: params.clone(),
    };
    let [until, kept] = ["s", "k"].map(|text| builder.fresh(text, Type::SIZE));
    let mut inner = builder.inner();
    let both = vec![until.name.into(), kept.name.into()];
    let number = inner.prim("p", arithmetic(BinOp::Mul), both);
    let place = inner.prim("at", arithmetic(BinOp::Sub), vec![number, Atom::i64(1)]);
    let after = Lambda {
        body: inner.finish(vec![place]),
        params: vec![until, kept],
        results: vec![Type::SIZE],
    };
    let places = builder.fresh("ats", Type::array([Dim::Is(width)], PrimType::I64));
    let count = pat.sizes.into_iter().map(|name| Binder { name, ty: Type::SIZE });
    let counted = Pat {
        sizes: vec![],
        values: count.chain([places.clone()]).collect(),
    };
    let screma = Screma {
        accs: vec![],
        reductions: vec![reduction],
        scans: vec![scan],
        function,
        after: Some(after),
    };
    builder.bind_pat(counted, combinator(width, inputs.clone(), Soac::Screma(screma)));
    let blank = |value: &Binder| Target {
        array: builder.bind_as("blank", value.ty.clone(), Exp::Blank(value.ty.clone())),
        rank: 1,
    };
    let into: Vec<Target> = pat.values.iter().map(blank).collect();
    let at = builder.fresh("at", Type::SIZE);
    let mut own = vec![at.clone()];
    own.extend(params.iter().map(|param| builder.fresh("x", param.ty.clone())));
    let rows = own[1..].iter();
    let places_of = vec![Atom::Var(at.name); into.len()];
    let function = Lambda {
        body: Body {
            results: places_of
                .into_iter()
                .chain(rows.clone().map(|row| row.name.into()))
                .collect(),
            ..Body::default()
        },
        results: vec![Type::SIZE; into.len()]
            .into_iter()
            .chain(rows.map(|row| row.ty.clone()))
            .collect(),
        params: own,
    };
    let inputs = std::iter::once(places.name).chain(inputs).collect();
    let kept = Pat {
        sizes: vec![],
        values: pat.values,
    };
    builder.bind_pat(kept, combinator(width, inputs, Soac::Scatter { function, into }));
}

fn combinator(width: Atom, inputs: Vec<Name>, soac: Soac) -> Exp {
    Exp::Soac {
        width,
        inputs,
        soac: Box::new(soac),
    }
}

/// CORE-E-STREAM-PAR, with chunks of one row: the function of chunks is one of elements, each in an array of its own.
fn stream_par(builder: &mut Builder<'_>, operator: Operator, chunk: Chunk) -> Screma {
    let Chunk { size, mut function } = chunk;
    let mut one = One(size);
    one.lambda(&mut function);
    let operands = operator.operands();
    let mut inner = builder.inner();
    let mut params = Vec::with_capacity(function.params.len());
    for chunk in function.params {
        let row = chunk.ty.row(1).unwrap_or(Type::Cert);
        let element = inner.fresh("x", row.clone());
        let exp = Exp::Literal {
            elements: vec![element.name.into()],
            row,
        };
        params.push(element);
        let pat = Pat {
            sizes: vec![],
            values: vec![chunk],
        };
        inner.bind_pat(pat, exp);
    }
    for stm in function.body.stms {
        inner.push(stm);
    }
    let mut results = function.body.results;
    let mut types = function.results;
    for (result, ty) in results.iter_mut().zip(&mut types).skip(operands) {
        let row = ty.row(1).unwrap_or(Type::Cert);
        if let Atom::Var(array) = *result {
            *result = inner.bind_as("y", row.clone(), first(array, &row)).into();
        }
        *ty = row;
    }
    let function = Lambda {
        params,
        body: inner.finish(results),
        results: types,
    };
    match operands {
        0 => Screma::map(vec![], function),
        _ => Screma::redomap(operator, function),
    }
}

/// The first row of an array.
fn first(array: Name, row: &Type) -> Exp {
    let whole = row.dims().iter().filter_map(|dim| match dim {
        Dim::Is(count) => Some(Cut::Section {
            start: Atom::i64(0),
            count: *count,
            stride: Atom::i64(1),
        }),
        Dim::Open => None,
    });
    match row {
        Type::Array { .. } => Exp::Slice {
            array,
            at: std::iter::once(Cut::At(Atom::i64(0))).chain(whole).collect(),
        },
        _ => Exp::Index {
            array,
            at: vec![Atom::i64(0)],
        },
    }
}

/// The size of a chunk is 1.
struct One(Name);

impl Rewrite for One {
    fn atom(&mut self, atom: &mut Atom) {
        if *atom == Atom::Var(self.0) {
            *atom = Atom::i64(1);
        }
    }
}

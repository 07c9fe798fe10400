//! Edits of expressions, patterns and types.

use super::declarations::remove;
use super::nodes::{self, change::Node, look};
use super::{Change, Program, at, at_exp, literals};
use crate::{Case, inputs};
use elder_futhark::ast::{self, *};
use elder_syntax::Name;

/// Edits of all expressions, patterns and types.
pub fn edits(case: &Case<Program>) -> Vec<Change<'_>> {
    let mut edits = Vec::new();
    for (number, node) in nodes::all(&case.program.syntax).into_iter().enumerate() {
        match node {
            look::Node::Exp(e) => {
                plain(case, number, e, &mut edits);
                parts(case, number, e, &mut edits);
                own(case, number, e, &mut edits);
            }
            look::Node::Pat(pat) => pattern(case, number, pat, &mut edits),
            look::Node::Type(ty) => types(case, number, ty, &mut edits),
            look::Node::Dec(_) | look::Node::Module(_) | look::Node::Interface(_) | look::Node::Spec(_) => {}
        }
    }
    edits
}

/// A literal for the expression.
fn plain<'a>(case: &'a Case<Program>, number: usize, e: &'a Exp, edits: &mut Vec<Change<'a>>) {
    let size = nodes::size(e);
    let literals = match &e.kind {
        ExpKind::Lit(literal) => literals::plainer(literal)
            .into_iter()
            .map(|literal| literals::exp(ExpKind::Lit(literal)))
            .collect(),
        _ => case
            .program
            .types
            .exp(e.span)
            .map(literals::plain)
            .unwrap_or_default(),
    };
    for literal in literals {
        let removes = size.saturating_sub(nodes::size(&literal));
        edits.push(at_exp(case, removes, number, move |e| {
            *e = literal.clone();
            Some(())
        }));
    }
}

/// A part of the same type for the whole, whatever stands between them; where types are not known, one that stands directly in it.
fn parts<'a>(case: &'a Case<Program>, number: usize, e: &'a Exp, edits: &mut Vec<Change<'a>>) {
    let size = nodes::size(e);
    let mut within: Vec<(&Exp, bool)> = directly(e).into_iter().map(|part| (part, true)).collect();
    let mut next = 0;
    while let Some((part, _)) = within.get(next).copied() {
        within.extend(directly(part).into_iter().map(|part| (part, false)));
        next += 1;
    }
    for (part, is_direct) in within {
        if !case
            .program
            .types
            .are_same(e.span, part.span)
            .unwrap_or(is_direct)
        {
            continue;
        }
        edits.push(at_exp(case, size - nodes::size(part), number, move |e| {
            *e = part.clone();
            Some(())
        }));
    }
}

/// The expressions that stand directly in an expression, not in its types.
fn directly(e: &Exp) -> Vec<&Exp> {
    let exp = |node| match node {
        look::Node::Exp(e) => Some(e),
        _ => None,
    };
    look::parts(look::Node::Exp(e))
        .into_iter()
        .filter_map(exp)
        .collect()
}

/// What else becomes of a sort of expression.
fn own<'a>(case: &'a Case<Program>, number: usize, e: &'a Exp, edits: &mut Vec<Change<'a>>) {
    match &e.kind {
        ExpKind::Let(sizes, pat, bound, _) => {
            if !sizes.is_empty() {
                edits.push(at_exp(case, 0, number, |e| match &mut e.kind {
                    ExpKind::Let(sizes, ..) => {
                        sizes.clear();
                        Some(())
                    }
                    _ => None,
                }));
            }
            if let Some(name) = bound_name(pat) {
                edits.push(at_exp(case, 3, number, move |e| substitute(e, name)));
            }
            if let (PatKind::Tuple(pats), ExpKind::Tuple(bound)) = (&pat.kind, &bound.kind)
                && pats.len() == bound.len()
            {
                for (k, bound) in bound.iter().enumerate() {
                    edits.push(at_exp(case, nodes::size(bound) + 1, number, move |e| {
                        without_component(e, k)
                    }));
                }
            }
        }
        ExpKind::LetFun(fun, _) => {
            if let Some(ret) = &fun.ret {
                edits.push(at_exp(
                    case,
                    nodes::count(look::Node::Type(ret)),
                    number,
                    |e| match &mut e.kind {
                        ExpKind::LetFun(fun, _) => fun.ret.take().map(drop),
                        _ => None,
                    },
                ));
            }
            for k in 0..fun.type_params.len() {
                edits.push(at_exp(case, 0, number, move |e| match &mut e.kind {
                    ExpKind::LetFun(fun, _) => remove(&mut fun.type_params, k),
                    _ => None,
                }));
            }
        }
        ExpKind::Lambda(_, Some(ret), _) => {
            edits.push(at_exp(
                case,
                nodes::count(look::Node::Type(ret)),
                number,
                |e| match &mut e.kind {
                    ExpKind::Lambda(_, ret, _) => ret.take().map(drop),
                    _ => None,
                },
            ));
        }
        // A function that is applied where it stands binds its parameter.
        ExpKind::Apply(f, _) if matches!(&f.kind, ExpKind::Lambda(pats, ..) if !pats.is_empty()) => {
            edits.push(at_exp(case, 1, number, applied_lambda));
        }
        ExpKind::Tuple(all) | ExpKind::Array(all) => {
            for (from, count) in inputs::pieces(all.len())
                .into_iter()
                .filter(|(_, count)| *count < all.len())
            {
                let removes = all.iter().skip(from).take(count).map(nodes::size).sum();
                edits.push(at_exp(case, removes, number, move |e| match &mut e.kind {
                    ExpKind::Array(all) => {
                        drop(all.drain(from..from + count));
                        Some(())
                    }
                    ExpKind::Tuple(all) => {
                        drop(all.drain(from..from + count));
                        if all.len() == 1 {
                            *e = all.remove(0);
                        }
                        Some(())
                    }
                    _ => None,
                }));
            }
        }
        ExpKind::Record(fields) => {
            for k in 0..fields.len() {
                edits.push(at_exp(case, 1, number, move |e| match &mut e.kind {
                    ExpKind::Record(fields) => remove(fields, k),
                    _ => None,
                }));
            }
        }
        ExpKind::Match(_, cases) => {
            for k in 0..cases.len() {
                let removes = 1 + nodes::size(&cases[k].body);
                edits.push(at_exp(case, removes, number, move |e| match &mut e.kind {
                    ExpKind::Match(_, cases) if cases.len() > 1 => remove(cases, k),
                    _ => None,
                }));
                edits.push(at_exp(case, removes, number, move |e| match &mut e.kind {
                    ExpKind::Match(of, cases) => {
                        let ast::Case { pat, body, .. } = cases.get(k)?.clone();
                        let of = of.clone();
                        e.kind = ExpKind::Let(vec![], Box::new(pat), of, Box::new(body));
                        Some(())
                    }
                    _ => None,
                }));
            }
        }
        ExpKind::Loop(_) => edits.push(at_exp(case, 1, number, one_round)),
        ExpKind::Range {
            second: Some(second), ..
        } => {
            edits.push(at_exp(case, nodes::size(second), number, |e| match &mut e.kind {
                ExpKind::Range { second, .. } => second.take().map(drop),
                _ => None,
            }));
        }
        ExpKind::Index(_, dims) | ExpKind::Update(_, dims, _) => {
            for k in 0..dims.len() {
                edits.push(at_exp(case, 1, number, move |e| match &mut e.kind {
                    ExpKind::Index(_, dims) | ExpKind::Update(_, dims, _) if dims.len() > 1 => {
                        remove(dims, k)
                    }
                    _ => None,
                }));
            }
        }
        _ => {}
    }
}

/// The name that a pattern binds to the whole.
fn bound_name(pat: &Pat) -> Option<&Name> {
    match &pat.kind {
        PatKind::Var(own) => Some(&own.name),
        PatKind::Ascribe(pat, _) | PatKind::Attr(_, pat) => bound_name(pat),
        _ => None,
    }
}

/// `let x = e in b` becomes b with e for x.
fn substitute(e: &mut Exp, name: &Name) -> Option<()> {
    let ExpKind::Let(_, _, bound, body) = &mut e.kind else {
        return None;
    };
    let mut body = Exp::clone(body);
    nodes::each_exp(Node::Exp(&mut body), &mut |inner| {
        if matches!(&inner.kind, ExpKind::Var(own) if own.path.is_empty() && own.name == *name) {
            *inner = Exp::clone(bound);
        }
    });
    *e = body;
    Some(())
}

/// `let (x, y) = (a, b) in c` becomes `let x = a in c`.
fn without_component(e: &mut Exp, k: usize) -> Option<()> {
    let ExpKind::Let(_, pat, bound, _) = &mut e.kind else {
        return None;
    };
    let (PatKind::Tuple(pats), ExpKind::Tuple(all)) = (&mut pat.kind, &mut bound.kind) else {
        return None;
    };
    remove(pats, k)?;
    remove(all, k)?;
    if pats.len() == 1 {
        (**pat, **bound) = (pats.remove(0), all.remove(0));
    }
    Some(())
}

/// `(\p q -> b) a` becomes `let p = a in \q -> b`.
fn applied_lambda(e: &mut Exp) -> Option<()> {
    let ExpKind::Apply(f, argument) = &mut e.kind else {
        return None;
    };
    let ExpKind::Lambda(pats, ret, body) = &mut f.kind else {
        return None;
    };
    let pat = pats.first()?.clone();
    remove(pats, 0)?;
    let body = match pats.is_empty() {
        true => Exp::clone(body),
        false => literals::exp(ExpKind::Lambda(pats.clone(), ret.clone(), body.clone())),
    };
    e.kind = ExpKind::Let(vec![], Box::new(pat), argument.clone(), Box::new(body));
    Some(())
}

/// A loop becomes its body, with its parameter bound to the first value and the number of the round to 0.
fn one_round(e: &mut Exp) -> Option<()> {
    let ExpKind::Loop(own) = &e.kind else { return None };
    let Loop {
        pat,
        init,
        form,
        body,
        ..
    } = &**own;
    let body = match form {
        LoopForm::For(index, _) => {
            let pat = Pat {
                kind: PatKind::Var(index.clone()),
                span: index.span,
            };
            let zero = literals::exp(ExpKind::Lit(Literal::Int(0, None)));
            literals::exp(ExpKind::Let(
                vec![],
                Box::new(pat),
                Box::new(zero),
                Box::new(body.clone()),
            ))
        }
        LoopForm::ForIn(pat, of) => {
            let first = DimIndex::Fix(literals::exp(ExpKind::Lit(Literal::Int(0, None))));
            let element = literals::exp(ExpKind::Index(Box::new(of.clone()), vec![first]));
            literals::exp(ExpKind::Let(
                vec![],
                Box::new(pat.clone()),
                Box::new(element),
                Box::new(body.clone()),
            ))
        }
        LoopForm::While(_) => body.clone(),
    };
    *e = match init {
        Some(init) => literals::exp(ExpKind::Let(
            vec![],
            Box::new(pat.clone()),
            Box::new(init.clone()),
            Box::new(body),
        )),
        None => body,
    };
    Some(())
}

fn pattern<'a>(case: &'a Case<Program>, number: usize, pat: &'a Pat, edits: &mut Vec<Change<'a>>) {
    let size = nodes::count(look::Node::Pat(pat));
    if let PatKind::Ascribe(inner, _) | PatKind::Attr(_, inner) = &pat.kind {
        let removes = size - nodes::count(look::Node::Pat(inner));
        edits.push(at(case, removes, number, move |node| match node {
            Node::Pat(pat) => {
                *pat = Pat::clone(inner);
                Some(())
            }
            _ => None,
        }));
    }
    if !matches!(pat.kind, PatKind::Wildcard | PatKind::Ascribe(..)) {
        edits.push(at(case, size - 1, number, |node| match node {
            Node::Pat(pat) => {
                pat.kind = PatKind::Wildcard;
                Some(())
            }
            _ => None,
        }));
    }
}

/// A change of a type.
type OfType<'a> = Box<dyn Fn(&mut TypeExp) -> Option<()> + 'a>;

fn types<'a>(case: &'a Case<Program>, number: usize, ty: &'a TypeExp, edits: &mut Vec<Change<'a>>) {
    let mut edit = |removes: usize, change: OfType<'a>| {
        edits.push(at(case, removes, number, move |node| match node {
            Node::Type(ty) => change(ty),
            _ => None,
        }));
    };
    match &ty.kind {
        TypeExpKind::Array(SizeExp::Exp(size), _) => edit(
            nodes::size(size),
            Box::new(|ty| match &mut ty.kind {
                TypeExpKind::Array(size, _) => {
                    *size = SizeExp::Any(ty.span);
                    Some(())
                }
                _ => None,
            }),
        ),
        TypeExpKind::Unique(inner) | TypeExpKind::Exists(_, inner) => edit(
            1,
            Box::new(|ty| {
                *ty = TypeExp::clone(inner);
                Some(())
            }),
        ),
        TypeExpKind::Tuple(all) => {
            for k in 0..all.len() {
                edit(
                    nodes::count(look::Node::Type(&all[k])),
                    Box::new(move |ty| {
                        let TypeExpKind::Tuple(all) = &mut ty.kind else {
                            return None;
                        };
                        remove(all, k)?;
                        if all.len() == 1 {
                            *ty = all.remove(0);
                        }
                        Some(())
                    }),
                );
            }
        }
        TypeExpKind::Record(fields) => {
            for k in 0..fields.len() {
                edit(
                    1,
                    Box::new(move |ty| match &mut ty.kind {
                        TypeExpKind::Record(fields) => remove(fields, k),
                        _ => None,
                    }),
                );
            }
        }
        TypeExpKind::Sum(constructors) => {
            for k in 0..constructors.len() {
                edit(
                    1,
                    Box::new(move |ty| match &mut ty.kind {
                        TypeExpKind::Sum(constructors) if constructors.len() > 1 => remove(constructors, k),
                        _ => None,
                    }),
                );
            }
        }
        _ => {}
    }
}

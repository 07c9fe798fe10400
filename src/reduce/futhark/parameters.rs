//! Parameters are dropped, with the argument at each use and, of the entry point, with what is read for it.

use super::declarations::{chain, remove};
use super::nodes::{self, change::Node, look};
use super::{Change, Program, at_exp, changed, literals};
use crate::{Case, Edit};
use elder_futhark::ast::*;
use elder_futhark::tree::{Type, TypeKind};
use elder_syntax::Name;

/// Edits of the parameters of all functions; inputs go to the entry point of that name.
pub fn edits<'a>(case: &'a Case<Program>, entry: &str) -> Vec<Change<'a>> {
    let mut edits = Vec::new();
    for (number, node) in nodes::all(&case.program.syntax).into_iter().enumerate() {
        match node {
            look::Node::Dec(Dec {
                kind: DecKind::Val(def),
                ..
            }) => {
                for k in 0..def.params.len() {
                    let read = (def.entry && def.name.name == entry).then(|| read(case, def, k));
                    match read {
                        // What one reads for it is not known.
                        Some(None) => {}
                        read => of_definition(case, number, def, k, read.flatten(), &mut edits),
                    }
                }
            }
            look::Node::Exp(Exp {
                kind: ExpKind::LetFun(fun, _),
                ..
            }) => {
                for k in 0..fun.params.len() {
                    let removes = nodes::count(look::Node::Pat(&fun.params[k]));
                    edits.push(at_exp(case, removes, number, move |e| {
                        let ExpKind::LetFun(fun, rest) = &mut e.kind else {
                            return None;
                        };
                        let name = fun.name.name.clone();
                        remove(&mut fun.params, k)?;
                        drop_arguments(Node::Exp(&mut fun.body), &name, k);
                        drop_arguments(Node::Exp(rest), &name, k);
                        restore(Node::Exp(&mut fun.body), &name);
                        restore(Node::Exp(rest), &name);
                        if !fun.params.is_empty() {
                            return Some(());
                        }
                        // A function without parameters is a value.
                        let pat = Pat {
                            kind: PatKind::Var(fun.name.clone()),
                            span: fun.name.span,
                        };
                        let kind =
                            ExpKind::Let(vec![], Box::new(pat), Box::new(fun.body.clone()), rest.clone());
                        e.kind = kind;
                        Some(())
                    }));
                }
            }
            _ => {}
        }
    }
    edits
}

/// Which inputs a parameter of the entry point reads: from that one on, so many.
fn read(case: &Case<Program>, def: &ValDef, k: usize) -> Option<(usize, usize)> {
    let components = |pat: &Pat| -> Option<usize> { Some(leaves(type_of(case, pat)?)) };
    let counts = def
        .params
        .iter()
        .map(components)
        .collect::<Option<Vec<usize>>>()?;
    (counts.iter().sum::<usize>() == case.inputs.len()).then(|| {
        (
            counts.iter().take(k).sum(),
            counts.get(k).copied().unwrap_or_default(),
        )
    })
}

/// The type of a pattern, whether or not it says one itself.
fn type_of<'a>(case: &'a Case<Program>, pat: &Pat) -> Option<&'a Type> {
    let own = case.program.types.pat(pat.span);
    own.or_else(|| match &pat.kind {
        PatKind::Ascribe(inner, _) | PatKind::Attr(_, inner) => type_of(case, inner),
        _ => None,
    })
}

/// How many values are read for a parameter of this type.
fn leaves(ty: &Type) -> usize {
    match &**ty {
        TypeKind::Record(fields) => fields.iter().map(|(_, ty)| leaves(ty)).sum(),
        _ => 1,
    }
}

fn of_definition<'a>(
    case: &'a Case<Program>,
    number: usize,
    def: &ValDef,
    k: usize,
    read: Option<(usize, usize)>,
    edits: &mut Vec<Change<'a>>,
) {
    let pat = &def.params[k];
    let removes = nodes::count(look::Node::Pat(pat)) + read.map_or(0, |(_, count)| count);
    let values = match read {
        Some((from, 1)) => case
            .inputs
            .get(from)
            .and_then(literals::of_value)
            .into_iter()
            .collect(),
        Some(_) => vec![],
        None => type_of(case, pat).map(literals::plain).unwrap_or_default(),
    };
    // It is not used at all, or it is a constant.
    for value in std::iter::once(None).chain(values.into_iter().map(Some)) {
        let name = def.name.name.clone();
        edits.push(Edit::new(removes, move || {
            let mut made = changed(case, |program| {
                let Node::Dec(Dec {
                    kind: DecKind::Val(def),
                    ..
                }) = nodes::at(program, number)?
                else {
                    return None;
                };
                let pat = def.params.get(k)?.clone();
                remove(&mut def.params, k)?;
                if let Some(value) = &value {
                    let body = Box::new(def.body.clone());
                    def.body =
                        literals::exp(ExpKind::Let(vec![], Box::new(pat), Box::new(value.clone()), body));
                }
                for dec in &mut program.decs {
                    drop_arguments(Node::Dec(dec), &name, k);
                    restore(Node::Dec(dec), &name);
                }
                Some(())
            })?;
            if let Some((from, count)) = read {
                drop(made.inputs.drain(from..from + count));
            }
            Some(made)
        }));
    }
}

/// Applications of a function go without their k-th argument.
fn drop_arguments(node: Node<'_>, name: &Name, k: usize) {
    nodes::each_exp_first(node, &mut |e| {
        drop_argument(e, name, k);
        true
    });
}

/// What a function is called that lost an argument, so that no application of it loses another one.
const DONE: &str = " ";

fn drop_argument(e: &mut Exp, name: &Name, k: usize) {
    let count = {
        let (head, arguments) = chain(e);
        match &head.kind {
            ExpKind::Var(own) if own.name == *name => arguments.len(),
            _ => return,
        }
    };
    let Some(behind) = count.checked_sub(k + 1) else {
        return;
    };
    let mut at = e;
    for _ in 0..behind {
        let ExpKind::Apply(f, _) = &mut at.kind else {
            return;
        };
        at = f;
    }
    let ExpKind::Apply(f, _) = &at.kind else { return };
    let f = Exp::clone(f);
    *at = f;
    mark(at);
}

/// The function of an application has lost an argument.
fn mark(e: &mut Exp) {
    match &mut e.kind {
        ExpKind::Apply(f, _) => mark(f),
        ExpKind::Var(own) => own.name = DONE.into(),
        _ => {}
    }
}

/// Functions are called what they were called before.
fn restore(node: Node<'_>, name: &Name) {
    nodes::each_exp(node, &mut |e| {
        if let ExpKind::Var(own) = &mut e.kind
            && own.name == DONE
        {
            own.name = name.clone();
        }
    });
}

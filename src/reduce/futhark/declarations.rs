//! Edits of declarations: dropped, said with less, written out where they are used.

use super::nodes::{self, change::Node, each_type, is_named, look};
use super::{Change, Program, at, changed, literals, modules};
use crate::{Case, Edit, inputs};
use elder_futhark::ast::{self, *};
use elder_syntax::Name;

/// Edits of all declarations.
pub fn edits(case: &Case<Program>) -> Vec<Change<'_>> {
    let syntax = &case.program.syntax;
    let mut edits = dropped(case);
    for (number, node) in nodes::all(syntax).into_iter().enumerate() {
        let look::Node::Dec(dec) = node else {
            continue;
        };
        if dec.doc.is_some() || !dec.attrs.is_empty() {
            edits.push(at(case, 0, number, |node| {
                let Node::Dec(dec) = node else { return None };
                dec.doc = None;
                dec.attrs.clear();
                Some(())
            }));
        }
        match &dec.kind {
            DecKind::Val(def) => value(case, number, def, &mut edits),
            DecKind::Type(def) => {
                for k in 0..def.params.len() {
                    edits.push(at(case, 0, number, move |node| match node {
                        Node::Dec(Dec {
                            kind: DecKind::Type(def),
                            ..
                        }) => remove(&mut def.params, k),
                        _ => None,
                    }));
                }
                if def.params.is_empty() {
                    edits.push(type_written_out(case, def));
                }
            }
            DecKind::Module(def) => modules::of_module(case, number, def, &mut edits),
            DecKind::Local(_) | DecKind::Open(_) => edits.push(bare(case, number)),
            DecKind::ModType(_) | DecKind::Import(_) => {}
        }
    }
    modules::specs(case, &mut edits);
    edits
}

/// Drops an element.
pub fn remove<T>(list: &mut Vec<T>, k: usize) -> Option<()> {
    (k < list.len()).then(|| drop(list.remove(k)))
}

/// Declarations are dropped: many together, down to single ones.
fn dropped(case: &Case<Program>) -> Vec<Change<'_>> {
    let mut edits = Vec::new();
    let mut lists: Vec<Vec<usize>> = Vec::new();
    nodes::each_list(&mut case.program.syntax.decs.clone(), &mut |decs| {
        lists.push(
            decs.iter()
                .map(|dec| nodes::count(look::Node::Dec(dec)))
                .collect(),
        );
    });
    for (list, sizes) in lists.into_iter().enumerate() {
        for (from, count) in inputs::pieces(sizes.len()) {
            let removes = sizes.iter().skip(from).take(count).sum();
            edits.push(Edit::new(removes, move || {
                changed(case, |program| {
                    let mut number = 0;
                    nodes::each_list(&mut program.decs, &mut |decs| {
                        if number == list {
                            drop(decs.drain(from..from + count));
                        }
                        number += 1;
                    });
                    Some(())
                })
            }));
        }
    }
    edits
}

/// Edits of a definition: less is said of its type, or it is written out.
fn value<'a>(case: &'a Case<Program>, number: usize, def: &ValDef, edits: &mut Vec<Change<'a>>) {
    if let Some(ret) = &def.ret {
        let removes = nodes::count(look::Node::Type(ret));
        edits.push(at(case, removes, number, |node| match node {
            Node::Dec(Dec {
                kind: DecKind::Val(def),
                ..
            }) => def.ret.take().map(drop),
            _ => None,
        }));
    }
    for k in 0..def.type_params.len() {
        edits.push(at(case, 1, number, move |node| match node {
            Node::Dec(Dec {
                kind: DecKind::Val(def),
                ..
            }) => remove(&mut def.type_params, k),
            _ => None,
        }));
        edits.push(at(case, 2, number, move |node| match node {
            Node::Dec(dec) => without_size(dec, k),
            _ => None,
        }));
    }
    for tail in tails(&def.body) {
        edits.extend(of_any_type(case, tail));
    }
    let name = &def.name.name;
    if !def.entry && uses(&case.program.syntax, name) == 1 {
        edits.push(written_out(case, def));
    }
}

/// A size parameter is dropped, and nothing is said of the sizes that it is.
fn without_size(dec: &mut Dec, k: usize) -> Option<()> {
    let DecKind::Val(def) = &mut dec.kind else {
        return None;
    };
    let TypeParam::Size(Ident { name, .. }) = def.type_params.get(k)?.clone() else {
        return None;
    };
    remove(&mut def.type_params, k)?;
    each_type(Node::Dec(dec), &mut |ty| {
        if let TypeExpKind::Array(size, _) = &mut ty.kind
            && matches!(size, SizeExp::Exp(e) if is_named(e, &name))
        {
            *size = SizeExp::Any(ty.span);
        }
    });
    Some(())
}

/// The expressions whose value is that of a body: any other would do as well, of any type.
fn tails(body: &Exp) -> Vec<&Exp> {
    let mut all = vec![body];
    let mut last = body;
    while let ExpKind::Let(_, _, _, body) | ExpKind::LetFun(_, body) | ExpKind::LetWith(_, _, _, body) =
        &last.kind
    {
        all.push(body);
        last = body;
    }
    all
}

/// A part for the whole, whatever its type.
fn of_any_type<'a>(case: &'a Case<Program>, whole: &Exp) -> Vec<Change<'a>> {
    let all = nodes::all(&case.program.syntax);
    // The typed edits have those of the same type, and literals.
    let is_whole = |node: &look::Node<'_>| matches!(node, look::Node::Exp(e) if e.span == whole.span && nodes::size(e) == nodes::size(whole));
    let Some(number) = all.iter().position(is_whole) else {
        return vec![];
    };
    let size = nodes::size(whole);
    let parts = all
        .into_iter()
        .skip(number + 1)
        .take(size - 1)
        .filter_map(|node| match node {
            look::Node::Exp(e) => Some(e),
            _ => None,
        });
    let is_other = |part: &&Exp| case.program.types.are_same(whole.span, part.span) == Some(false);
    let edit = |part: &'a Exp| {
        super::at_exp(case, size - nodes::size(part), number, move |e| {
            *e = part.clone();
            Some(())
        })
    };
    parts.filter(is_other).map(edit).collect()
}

/// How often a value is used.
pub fn uses(program: &ast::Program, name: &Name) -> usize {
    let is_use = |node: &look::Node<'_>| match node {
        look::Node::Exp(e) => match &e.kind {
            ExpKind::Var(own) | ExpKind::BinOp(own, ..) => own.name == *name,
            ExpKind::SectionLeft(_, own) | ExpKind::SectionRight(own, _) => own.name == *name,
            _ => false,
        },
        _ => false,
    };
    nodes::all(program).iter().filter(|node| is_use(node)).count()
}

/// The definition is written where it is used, and nowhere else.
fn written_out<'a>(case: &'a Case<Program>, def: &ValDef) -> Change<'a> {
    let def = def.clone();
    Edit::new(2 + 2 * def.params.len(), move || {
        changed(case, |program| {
            nodes::each_list(&mut program.decs, &mut |decs| {
                decs.retain(|dec| !matches!(&dec.kind, DecKind::Val(own) if own.name == def.name));
            });
            for dec in &mut program.decs {
                nodes::each_exp_first(Node::Dec(dec), &mut |e| !replace_call(e, &def));
            }
            Some(())
        })
    })
}

/// A function and its arguments, in the order of the text.
pub fn chain(e: &Exp) -> (&Exp, Vec<&Exp>) {
    let (mut head, mut arguments) = (e, Vec::new());
    while let ExpKind::Apply(f, argument) = &head.kind {
        arguments.push(&**argument);
        head = f;
    }
    arguments.reverse();
    (head, arguments)
}

/// Where the definition is called with all of its arguments, it becomes its body, with parameters that are bound; elsewhere a function.
/// Whether that was done.
fn replace_call(e: &mut Exp, def: &ValDef) -> bool {
    let (head, arguments) = chain(e);
    let is_use = matches!(&head.kind, ExpKind::Var(own) if own.name == def.name.name);
    if is_use && arguments.len() >= def.params.len() {
        let bound = def.params.iter().zip(&arguments).rev();
        let body = bound.fold(def.body.clone(), |body, (pat, argument)| {
            let pat = match def.type_params.is_empty() {
                true => pat.clone(),
                false => without_types(pat),
            };
            literals::exp(ExpKind::Let(
                vec![],
                Box::new(pat),
                Box::new((*argument).clone()),
                Box::new(body),
            ))
        });
        let rest = arguments[def.params.len()..]
            .iter()
            .map(|argument| (*argument).clone());
        *e = literals::applied(body, rest);
        return true;
    }
    if is_use && arguments.is_empty() && def.type_params.is_empty() {
        let params = def.params.clone();
        *e = literals::exp(ExpKind::Lambda(
            params,
            def.ret.clone(),
            Box::new(def.body.clone()),
        ));
        return true;
    }
    false
}

/// A pattern that says nothing of types.
fn without_types(pat: &Pat) -> Pat {
    let all = |pats: &[Pat]| pats.iter().map(without_types).collect();
    let kind = match &pat.kind {
        PatKind::Ascribe(pat, _) => return without_types(pat),
        PatKind::Tuple(pats) => PatKind::Tuple(all(pats)),
        PatKind::Constr(name, pats) => PatKind::Constr(name.clone(), all(pats)),
        kind => kind.clone(),
    };
    Pat { kind, span: pat.span }
}

/// The type stands wherever its name stood.
fn type_written_out<'a>(case: &'a Case<Program>, def: &TypeDef) -> Change<'a> {
    let def = def.clone();
    Edit::new(1, move || {
        changed(case, |program| {
            nodes::each_list(&mut program.decs, &mut |decs| {
                decs.retain(|dec| !matches!(&dec.kind, DecKind::Type(own) if own.name == def.name));
            });
            for dec in &mut program.decs {
                each_type(Node::Dec(dec), &mut |ty| {
                    if matches!(&ty.kind, TypeExpKind::Var(own) if own.name == def.name.name) {
                        ty.kind = def.body.kind.clone();
                    }
                });
            }
            Some(())
        })
    })
}

/// What was local or opened is not.
fn bare(case: &Case<Program>, number: usize) -> Change<'_> {
    at(case, 1, number, |node| {
        let Node::Dec(dec) = node else { return None };
        let DecKind::Local(inner) = &mut dec.kind else {
            return None;
        };
        let inner = Dec::clone(inner);
        *dec = inner;
        Some(())
    })
}

//! Edits of modules and module types: said with less, dissolved, written out.

use super::nodes::{self, change::Node, each_type, is_named, look};
use super::{Change, Program, at, changed, literals};
use crate::{Case, Edit, inputs};
use elder_futhark::ast::*;
use elder_syntax::Name;

/// Edits of a module.
pub fn of_module<'a>(case: &'a Case<Program>, number: usize, def: &ModDef, edits: &mut Vec<Change<'a>>) {
    if let Some(ascription) = &def.ascription {
        let removes = nodes::count(look::Node::Interface(ascription));
        edits.push(at(case, removes, number, |node| match node {
            Node::Dec(Dec {
                kind: DecKind::Module(def),
                ..
            }) => def.ascription.take().map(drop),
            _ => None,
        }));
    }
    match (&def.body.kind, def.params.as_slice()) {
        (ModExpKind::Decs(_), []) => edits.push(dissolved(case, &def.name.name)),
        (ModExpKind::Var(of), []) => edits.push(module_written_out(case, &def.name.name, of)),
        _ => {}
    }
}

/// The declarations of a module stand in its place, and its name before none of theirs.
fn dissolved<'a>(case: &'a Case<Program>, name: &Name) -> Change<'a> {
    let name = name.clone();
    Edit::new(2, move || {
        changed(case, |program| {
            nodes::each_list(&mut program.decs, &mut |decs| {
                let own = std::mem::take(decs);
                for dec in own {
                    match dec.kind {
                        DecKind::Module(ModDef {
                            name: own,
                            body:
                                ModExp {
                                    kind: ModExpKind::Decs(inner),
                                    ..
                                },
                            ..
                        }) if own.name == name => decs.extend(inner),
                        kind => decs.push(Dec { kind, ..dec }),
                    }
                }
            });
            let strip = |own: &mut QualName| {
                if own.path.first() == Some(&name) {
                    own.path.remove(0);
                }
            };
            for dec in &mut program.decs {
                nodes::each_exp(Node::Dec(dec), &mut |e| match &mut e.kind {
                    ExpKind::Var(own) | ExpKind::BinOp(own, ..) => strip(own),
                    ExpKind::SectionLeft(_, own) | ExpKind::SectionRight(own, _) => strip(own),
                    ExpKind::LocalOpen(own, inner) if own.path.is_empty() && own.name == name => {
                        let inner = std::mem::replace(&mut **inner, literals::exp(ExpKind::Hole));
                        *e = inner;
                    }
                    // The parser cannot tell a field from a component of a module.
                    ExpKind::Field(of, field) if is_named(of, &name) => {
                        e.kind = ExpKind::Var(QualName {
                            path: vec![],
                            name: field.name.clone(),
                            span: field.span,
                        });
                    }
                    _ => {}
                });
                each_type(Node::Dec(dec), &mut |ty| {
                    if let TypeExpKind::Var(own) = &mut ty.kind {
                        strip(own);
                    }
                });
                each_module(Node::Dec(dec), &strip);
            }
            Some(())
        })
    })
}

/// Every name of a module or of a module type from this node on.
fn each_module(node: Node<'_>, visit: &dyn Fn(&mut QualName)) {
    nodes::change::each(node, &mut |node| {
        if let Node::Module(ModExp {
            kind: ModExpKind::Var(own),
            ..
        })
        | Node::Interface(ModTypeExp {
            kind: ModTypeExpKind::Var(own),
            ..
        }) = node
        {
            visit(own);
        }
    });
}

/// What a module is another name of stands wherever it stood.
fn module_written_out<'a>(case: &'a Case<Program>, name: &Name, of: &QualName) -> Change<'a> {
    let (name, of) = (name.clone(), of.clone());
    Edit::new(2, move || {
        changed(case, |program| {
            nodes::each_list(&mut program.decs, &mut |decs| {
                decs.retain(|dec| !matches!(&dec.kind, DecKind::Module(own) if own.name.name == name));
            });
            let put = |own: &mut QualName| {
                if own.path.first() == Some(&name) {
                    let whole = of.path.iter().chain([&of.name]).cloned();
                    own.path.splice(0..1, whole);
                } else if own.path.is_empty() && own.name == name {
                    (own.path, own.name) = (of.path.clone(), of.name.clone());
                }
            };
            for dec in &mut program.decs {
                nodes::each_exp(Node::Dec(dec), &mut |e| {
                    if let ExpKind::Var(own) | ExpKind::BinOp(own, ..) = &mut e.kind {
                        put(own);
                    }
                });
                each_type(Node::Dec(dec), &mut |ty| {
                    if let TypeExpKind::Var(own) = &mut ty.kind {
                        put(own);
                    }
                });
                each_module(Node::Dec(dec), &put);
            }
            Some(())
        })
    })
}

/// Items of module types are dropped.
pub fn specs<'a>(case: &'a Case<Program>, edits: &mut Vec<Change<'a>>) {
    for (number, node) in nodes::all(&case.program.syntax).into_iter().enumerate() {
        let look::Node::Interface(ModTypeExp {
            kind: ModTypeExpKind::Specs(specs),
            ..
        }) = node
        else {
            continue;
        };
        for (from, count) in inputs::pieces(specs.len()) {
            edits.push(at(case, 2 * count, number, move |node| match node {
                Node::Interface(ModTypeExp {
                    kind: ModTypeExpKind::Specs(specs),
                    ..
                }) => {
                    drop(specs.drain(from..from + count));
                    Some(())
                }
                _ => None,
            }));
        }
    }
}

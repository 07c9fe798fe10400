//! Nodes of Futhark's syntax tree, numbered from the root on, each before its parts.

pub use elder_futhark::ast::walk::{change, look};
use elder_futhark::ast::*;
use elder_syntax::Name;

/// All nodes of a program, in their order.
pub fn all(program: &Program) -> Vec<look::Node<'_>> {
    fn below<'a>(node: look::Node<'a>, out: &mut Vec<look::Node<'a>>) {
        out.push(node);
        for part in look::parts(node) {
            below(part, out);
        }
    }
    let mut out = Vec::new();
    for node in look::decs(&program.decs) {
        below(node, &mut out);
    }
    out
}

/// How many nodes there are from this one on.
pub fn count(node: look::Node<'_>) -> usize {
    1 + look::parts(node).into_iter().map(count).sum::<usize>()
}

/// How many nodes an expression has.
pub fn size(e: &Exp) -> usize {
    count(look::Node::Exp(e))
}

/// The node of that number, to be changed.
pub fn at(program: &mut Program, mut number: usize) -> Option<change::Node<'_>> {
    change::decs(&mut program.decs)
        .into_iter()
        .find_map(|node| within(node, &mut number))
}

fn within<'a>(node: change::Node<'a>, number: &mut usize) -> Option<change::Node<'a>> {
    match number.checked_sub(1) {
        None => Some(node),
        Some(left) => {
            *number = left;
            change::parts(node)
                .into_iter()
                .find_map(|part| within(part, number))
        }
    }
}

/// Every expression from this node on, each after its parts.
pub fn each_exp(node: change::Node<'_>, visit: &mut dyn FnMut(&mut Exp)) {
    change::each(node, &mut |node| {
        if let change::Node::Exp(e) = node {
            visit(e);
        }
    });
}

/// Every expression from this node on, each before its parts, which are left out if `visit` says so.
pub fn each_exp_first(node: change::Node<'_>, visit: &mut dyn FnMut(&mut Exp) -> bool) {
    change::each_first(node, &mut |node| match node {
        change::Node::Exp(e) => visit(e),
        _ => true,
    });
}

/// Every list of declarations, that of the file before those of its modules.
pub fn each_list(decs: &mut Vec<Dec>, visit: &mut dyn FnMut(&mut Vec<Dec>)) {
    visit(decs);
    for dec in decs {
        change::each_first(change::Node::Dec(dec), &mut |node| match node {
            change::Node::Module(module) => {
                if let ModExpKind::Decs(own) = &mut module.kind {
                    visit(own);
                }
                true
            }
            // Lists stand in modules, and these in declarations and each other.
            node => matches!(node, change::Node::Dec(_)),
        });
    }
}

/// Every type from this node on, each after its parts.
pub fn each_type(node: change::Node<'_>, visit: &mut dyn FnMut(&mut TypeExp)) {
    change::each(node, &mut |node| {
        if let change::Node::Type(ty) = node {
            visit(ty);
        }
    });
}

/// Whether it is that variable.
pub fn is_named(e: &Exp, name: &Name) -> bool {
    matches!(&e.kind, ExpKind::Var(own) if own.path.is_empty() && own.name == *name)
}

//! Copies of phrases with binders of their own.

use crate::{Binder, DataType, Name, Nat, Node, Phrase, Ranges};
use rustc_hash::FxHashMap;

impl Phrase {
    /// The phrase with fresh names for all variables and sizes that it binds.
    pub fn renewed(&self) -> Phrase {
        walk(self, &mut FxHashMap::default())
    }
}

fn walk(p: &Phrase, names: &mut FxHashMap<Name, Name>) -> Phrase {
    let rename = |names: &FxHashMap<Name, Name>, n: &Nat| {
        if !n.variables().iter().any(|x| names.contains_key(x)) {
            return n.clone();
        }
        n.rebuild(&mut |x| names.get(x).map(Nat::var), &Ranges::new())
    };
    elder_syntax::effort::deeper(|| {
        let node = match &*p.node {
            Node::Var(x) => Node::Var(names.get(x).unwrap_or(x).clone()),
            Node::Lambda(binder, body) => {
                let name = binder.name.renewed();
                let ty = binder
                    .ty
                    .map(&mut |n| rename(names, n), &mut |x| DataType::Var(x.clone()));
                let shadowed = names.insert(binder.name.clone(), name.clone());
                let body = walk(body, names);
                restore(names, &binder.name, shadowed);
                Node::Lambda(Binder { name, ty }, body)
            }
            Node::NatLambda(x, body) => {
                let name = x.renewed();
                let shadowed = names.insert(x.clone(), name.clone());
                let body = walk(body, names);
                restore(names, x, shadowed);
                Node::NatLambda(name, body)
            }
            Node::NatApply(f, n) => Node::NatApply(walk(f, names), rename(names, n)),
            Node::DataApply(f, d) => {
                let d = d.map(&mut |n| rename(names, n), &mut |x| DataType::Var(x.clone()));
                Node::DataApply(walk(f, names), d)
            }
            Node::Prim(prim, arguments) => {
                let prim = prim.map(&mut |n| rename(names, n), &mut |x| DataType::Var(x.clone()));
                Node::Prim(prim, arguments.iter().map(|a| walk(a, names)).collect())
            }
            _ => return p.map_children(&mut |c| walk(c, names)),
        };
        Phrase::new(node, p.span)
    })
}

fn restore(names: &mut FxHashMap<Name, Name>, x: &Name, shadowed: Option<Name>) {
    match shadowed {
        Some(old) => names.insert(x.clone(), old),
        None => names.remove(x),
    };
}

//! Which numbers the host computes by itself (DPIA-G-HOST-NUMBER).

use elder_dpia::{DataType, Entry, Name, Node, Phrase, PhraseType, Prim};
use elder_kernel::number::Number;
use elder_syntax::prim::PrimType;
use rustc_hash::FxHashSet;

/// The inputs of an entry that are integers or truth values.
pub(super) fn inputs(entry: &Entry) -> FxHashSet<Name> {
    let is_number = |ty: &PhraseType| matches!(ty, PhraseType::Exp(DataType::Num(t)) if Number::has_type(*t));
    let inputs = entry.inputs.iter().filter(|binder| is_number(&binder.ty));
    inputs.map(|binder| binder.name.clone()).collect()
}

/// Whether an expression is made of sizes, numerals and these inputs, by operators that always have a value.
pub(super) fn is_known(e: &Phrase, inputs: &FxHashSet<Name>) -> bool {
    elder_syntax::effort::deeper(|| {
        let own = match &*e.node {
            Node::Var(x) => inputs.contains(x),
            Node::Prim(prim, _) => match prim {
                Prim::Literal { of, .. } => number(of).is_some(),
                Prim::NatValue { of, .. } => Number::has_type(*of),
                Prim::Binary { op, of } => number(of).is_some_and(|t| {
                    Number::binary(*op, t, Number::Literal(0), Number::Literal(0)).is_some()
                }),
                Prim::Convert { to, from } => Number::has_type(*to) && number(from).is_some(),
                Prim::If {
                    result: PhraseType::Exp(of),
                } => number(of).is_some(),
                _ => false,
            },
            _ => false,
        };
        own && e.children().all(|part| is_known(part, inputs))
    })
}

fn number(of: &DataType) -> Option<PrimType> {
    match of {
        DataType::Num(t) => Some(*t).filter(|t| Number::has_type(*t)),
        _ => None,
    }
}

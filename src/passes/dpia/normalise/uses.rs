//! How often what a variable stands for is evaluated, and whether evaluating it can fail.

use elder_dpia::{BinOp, Binder, DataType, Name, Node, Phrase, PhraseType, Prim, PrimValue};

/// How often a variable is evaluated when the term around it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Uses {
    /// It does not occur.
    Never,
    /// It occurs once and is evaluated.
    Once,
    /// It occurs once, where it may not be evaluated, or only in part.
    Perhaps,
    /// It occurs several times, or in what is repeated.
    Many,
}

impl Uses {
    /// Of two terms that are both evaluated.
    fn and(self, other: Uses) -> Uses {
        match (self, other) {
            (Uses::Never, uses) | (uses, Uses::Never) => uses,
            _ => Uses::Many,
        }
    }

    /// Of a term that may not be evaluated.
    fn perhaps(self) -> Uses {
        match self {
            Uses::Once => Uses::Perhaps,
            uses => uses,
        }
    }

    /// Of a term that is repeated.
    fn repeated(self) -> Uses {
        match self {
            Uses::Never => Uses::Never,
            _ => Uses::Many,
        }
    }
}

/// Whether replacing the variable would compute the argument several times.
pub(crate) fn must_be_named(binder: &Binder, body: &Phrase, argument: &Phrase) -> bool {
    matches!(binder.ty, PhraseType::Exp(_))
        && !super::is_free(argument)
        && match of(body, &binder.name) {
            Uses::Once => false,
            Uses::Never | Uses::Perhaps => !is_total(argument),
            Uses::Many => true,
        }
}

/// Whether the function looks at its parameter at most once.
pub(crate) fn is_used_once(f: &Phrase) -> bool {
    match &*f.node {
        Node::Lambda(binder, body) => of(body, &binder.name) != Uses::Many,
        _ => false,
    }
}

/// How often `x` is evaluated in `p`, which is in normal form, as far as can be seen.
pub(super) fn of(p: &Phrase, x: &Name) -> Uses {
    elder_syntax::effort::deeper(|| match &*p.node {
        _ if !p.mentions(x) => Uses::Never,
        Node::Var(_) => Uses::Once,
        Node::Prim(prim, arguments) => {
            // An index that stands in a term or a size is a variable there.
            let mut total = Uses::Never;
            prim.each_nat(&mut |n| {
                if n.mentions(x) {
                    total = Uses::Many;
                }
            });
            for (k, argument) in arguments.iter().enumerate() {
                if total == Uses::Many {
                    return total;
                }
                let mut uses = of(argument, x);
                if repeats(prim, k, argument) {
                    uses = uses.repeated();
                }
                if may_skip(prim, k) {
                    uses = uses.perhaps();
                }
                total = total.and(uses);
            }
            total
        }
        _ => p
            .children()
            .fold(Uses::Never, |total, child| total.and(of(child, x))),
    })
}

/// Whether the primitive may evaluate its argument of that position several times, or moves it into a kernel: functions that are called
/// once for each element, what views show several times.
pub(super) fn repeats(prim: &Prim, position: usize, argument: &Phrase) -> bool {
    match prim {
        Prim::Let { .. }
        | Prim::New { .. }
        | Prim::LetSize { .. }
        | Prim::Part { .. }
        | Prim::To { .. }
        | Prim::Accumulating { .. }
        | Prim::Seq {} => false,
        Prim::While {}
        | Prim::Run { .. }
        | Prim::Launch { .. }
        | Prim::Slide { .. }
        | Prim::Strided { .. }
        | Prim::PadClamp { .. } => true,
        Prim::PadConst { .. }
        | Prim::Splat { .. }
        | Prim::Partition { .. }
        | Prim::PartitionGroups { .. } => position == 0,
        Prim::Gather { .. } => position == 1,
        _ => matches!(&*argument.node, Node::Lambda(..) | Node::NatLambda(..)),
    }
}

/// Whether the primitive may not evaluate its argument of that position, or not all of it.
fn may_skip(prim: &Prim, position: usize) -> bool {
    match prim {
        Prim::If { .. } => position > 0,
        Prim::Fst { .. } | Prim::Snd { .. } | Prim::Take { .. } | Prim::Drop { .. } => true,
        Prim::Idx { .. } => position == 0,
        _ => false,
    }
}

/// Whether evaluating the expression is defined for all values and ends.
pub(crate) fn is_total(e: &Phrase) -> bool {
    let own = match &*e.node {
        Node::Prim(
            Prim::AsIndex { .. } | Prim::Scatter { .. } | Prim::ScatterInto { .. } | Prim::IterWhile { .. },
            _,
        ) => false,
        Node::Prim(Prim::Binary { op, of }, parts) => {
            let integral = match of {
                DataType::Num(t) | DataType::Vector(_, t) => t.is_integer(),
                _ => true,
            };
            match op {
                BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem => {
                    !integral || parts.get(1).is_some_and(is_positive)
                }
                BinOp::Pow => !integral,
                _ => true,
            }
        }
        _ => true,
    };
    own && elder_syntax::effort::deeper(|| e.children().all(is_total))
}

/// A numeral that any number can be divided by.
fn is_positive(e: &Phrase) -> bool {
    match &*e.node {
        Node::Prim(Prim::Literal { value, .. }, _) => match value {
            PrimValue::I8(n) => *n > 0,
            PrimValue::I16(n) => *n > 0,
            PrimValue::I32(n) => *n > 0,
            PrimValue::I64(n) => *n > 0,
            PrimValue::U8(n) => *n > 0,
            PrimValue::U16(n) => *n > 0,
            PrimValue::U32(n) => *n > 0,
            PrimValue::U64(n) => *n > 0,
            _ => false,
        },
        _ => false,
    }
}

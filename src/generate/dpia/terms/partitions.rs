//! Partitions, and what is done with parts whose size only the run knows.

use super::apply::prim;
use super::{Generator, Level, exp};
use crate::Choices;
use elder_dpia::{DataType, Name, Nat, Node, Phrase, Prim};
use elder_syntax::Span;

impl Generator {
    /// Both parts one after the other, how many the first are, or a reduction of one of them, or of a part of that.
    pub(super) fn partitioned(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (n, of) = match goal {
            DataType::Array(n, of) if !c.one_in(4) => (n.clone(), (**of).clone()),
            _ => (self.size(c), c.part(|c| self.data_type(c, 0))),
        };
        let predicate = self.predicate(c, &of, depth);
        let values = self.part(c, &DataType::array(n.clone(), of.clone()), depth);
        let kind = match goal {
            DataType::Array(length, element) if *length == n && **element == of => Kind::Both,
            DataType::Num(t) if t.is_integer() && c.one_in(3) => Kind::Number(*t),
            _ => Kind::Reduced(c.below(2)),
        };
        let reduction = match kind {
            Kind::Reduced(_) => {
                let step = self.sequential(|g| {
                    g.function2(c, ("x", &of), ("a", goal), |g, c| g.part(c, goal, depth.min(2)))
                });
                Some((step, self.part(c, goal, depth.min(1))))
            }
            _ => None,
        };
        let again = match kind {
            Kind::Reduced(_) if c.one_in(3) => Some((self.predicate(c, &of, depth), c.below(2))),
            _ => None,
        };
        let function = of_parts(&n, &of, |sizes, parts| match (kind, reduction) {
            (Kind::Number(of), _) => {
                let [value, _] = sizes;
                prim(Prim::NatValue { of, value }, vec![])
            }
            (Kind::Reduced(side), Some((step, init))) => {
                let reduced = |n: &Nat, part: &Phrase| {
                    let (n, from, to) = (n.clone(), of.clone(), goal.clone());
                    prim(Prim::Reduce { n, from, to }, vec![step, init, part.clone()])
                };
                let (size, part) = (&sizes[side], &parts[side]);
                match again {
                    None => reduced(size, part),
                    Some((predicate, side)) => {
                        let function =
                            of_parts(size, &of, |sizes, parts| reduced(&sizes[side], &parts[side]));
                        let (n, of, to) = (size.clone(), of.clone(), goal.clone());
                        let arguments = vec![predicate, part.clone(), function];
                        prim(Prim::Partition { n, of, to }, arguments)
                    }
                }
            }
            _ => {
                let ([n, m], of) = (sizes, of.clone());
                prim(Prim::Concat { n, m, of }, parts.into())
            }
        });
        let to = goal.clone();
        let partition = if self.strategies && self.level == Level::Host && c.one_in(2) {
            let width = Nat::lit(*c.pick(&[4, 1, 2, 3, 8])?);
            Prim::PartitionGroups { width, n, of, to }
        } else {
            Prim::Partition { n, of, to }
        };
        Some(prim(partition, vec![predicate, values, function]))
    }

    /// What an item decides of an element.
    fn predicate(&mut self, c: &mut Choices, of: &DataType, depth: usize) -> Phrase {
        let truth = DataType::Num(elder_dpia::PrimType::Bool);
        self.sequential(|g| g.function(c, "x", of, |g, c| g.part(c, &truth, depth.min(2))))
    }
}

/// `λk yes no. body`, of the sizes of both parts and the parts.
fn of_parts(n: &Nat, of: &DataType, body: impl FnOnce([Nat; 2], [Phrase; 2]) -> Phrase) -> Phrase {
    let k = Name::fresh("k");
    let sizes = [Nat::var(&k), n.minus(&Nat::var(&k))];
    let [first, second] = sizes.clone().map(|size| exp(&DataType::array(size, of.clone())));
    let body = Phrase::lambda("yes", first, Span::NONE, |yes| {
        Phrase::lambda("no", second, Span::NONE, |no| body(sizes, [yes, no]))
    });
    Phrase::new(Node::NatLambda(k, body), Span::NONE)
}

/// What becomes of the parts.
#[derive(Clone, Copy)]
enum Kind {
    Both,
    Number(elder_dpia::PrimType),
    /// Of this part.
    Reduced(usize),
}

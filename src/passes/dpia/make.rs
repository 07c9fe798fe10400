//! Constructors of the commands, acceptors and expressions that the passes make.

use elder_dpia::rules::translation as rules;
use elder_dpia::{
    AddressSpace, DataType, Name, Nat, Node, Phrase, PhraseType, Prim, PrimType, Side, Strategy,
};
use elder_syntax::Span;

/// `skip`
pub fn skip(span: Span) -> Phrase {
    Phrase::prim(Prim::Skip {}, vec![], span)
}

/// Whether `c` is `skip`.
pub fn is_skip(c: &Phrase) -> bool {
    matches!(&*c.node, Node::Prim(Prim::Skip {}, _))
}

/// `first ; second`, without superfluous `skip`s.
pub fn seq(first: Phrase, second: Phrase) -> Phrase {
    if is_skip(&first) {
        return second;
    }
    if is_skip(&second) {
        return first;
    }
    let span = first.span.to(second.span);
    Phrase::prim(Prim::Seq {}, vec![first, second], span)
}

/// All of them, one after the other.
pub fn sequence(commands: impl IntoIterator<Item = Phrase>, span: Span) -> Phrase {
    let mut all: Vec<Phrase> = commands.into_iter().collect();
    let Some(last) = all.pop() else {
        return skip(span);
    };
    all.into_iter().rev().fold(last, |rest, c| seq(c, rest))
}

/// The commands of a sequence, in order.
pub fn flatten(c: &Phrase) -> Vec<Phrase> {
    let mut out = Vec::new();
    let mut todo = vec![c.clone()];
    while let Some(c) = todo.pop() {
        match &*c.node {
            Node::Prim(Prim::Seq {}, parts) => todo.extend(parts.iter().rev().cloned()),
            _ => out.push(c),
        }
    }
    out
}

/// `acc := exp` at a type that one assignment writes.
pub fn assign(of: &DataType, acc: Phrase, exp: Phrase) -> Phrase {
    let span = exp.span;
    Phrase::prim(Prim::Assign { of: of.clone() }, vec![acc, exp], span)
}

/// `acc :=δ exp` at any type (notes, section 5); loops over arrays get the strategy from where they end up.
pub fn assign_all(of: &DataType, acc: Phrase, exp: Phrase) -> Phrase {
    let span = exp.span;
    match of {
        DataType::Array(n, element) => {
            rules::DPIA_A_ASG_ARR.apply();
            let (given, taken) = (
                PhraseType::Exp((**element).clone()),
                PhraseType::Acc((**element).clone()),
            );
            let copy = Phrase::lambda("x", given, span, |x| {
                Phrase::lambda("o", taken, span, |o| assign_all(element, o, x))
            });
            let prim = Prim::MapI {
                strategy: Strategy::Any,
                n: n.clone(),
                from: (**element).clone(),
                to: (**element).clone(),
            };
            Phrase::prim(prim, vec![copy, exp, acc], span)
        }
        DataType::Pair(first, second) => {
            rules::DPIA_A_ASG_PAIR.apply();
            let left = assign_all(first, pair_acc1(first, second, &acc), fst(first, second, &exp));
            let right = assign_all(second, pair_acc2(first, second, &acc), snd(first, second, &exp));
            seq(left, right)
        }
        _ => {
            rules::DPIA_A_ASG_NUM.apply();
            assign(of, acc, exp)
        }
    }
}

/// The half of a variable that writes.
pub fn writes(v: &Phrase) -> Phrase {
    v.project(Side::First)
}

/// The half of a variable that reads.
pub fn reads(v: &Phrase) -> Phrase {
    v.project(Side::Second)
}

/// `new`
pub fn new(space: Option<AddressSpace>, of: &DataType, body: Phrase, span: Span) -> Phrase {
    Phrase::prim(
        Prim::New {
            space,
            of: of.clone(),
        },
        vec![body],
        span,
    )
}

/// `for`
pub fn for_loop(n: &Nat, body: Phrase, span: Span) -> Phrase {
    Phrase::prim(
        Prim::For {
            unroll: false,
            n: n.clone(),
        },
        vec![body],
        span,
    )
}

/// The command as the one iteration of a loop: run by the first one only of those whom this strategy distributes loops over.
pub fn once(strategy: Strategy, c: Phrase) -> Phrase {
    let (n, span) = (Nat::one(), c.span);
    let index = PhraseType::Exp(DataType::Index(n.clone()));
    let body = Phrase::lambda("first", index, span, |_| c);
    Phrase::prim(Prim::ParforEach { strategy, n }, vec![body], span)
}

/// `parfor`, or `for` over the elements of the acceptor if the strategy is sequential (DPIA-I-MAPSEQI); `body` has index and acceptor as
/// parameters.
pub fn parfor(strategy: Strategy, n: &Nat, of: &DataType, acc: Phrase, body: &Phrase, span: Span) -> Phrase {
    if strategy == Strategy::Seq {
        let index = PhraseType::Exp(DataType::Index(n.clone()));
        let each = Phrase::lambda("i", index, span, |i| {
            body.apply(&i).apply(&idx_acc(n, of, acc, i))
        });
        return for_loop(n, rename_index(&each, body), span);
    }
    Phrase::prim(
        Prim::Parfor {
            strategy,
            n: n.clone(),
            of: of.clone(),
        },
        vec![acc, body.clone()],
        span,
    )
}

/// `λi. …` with the text that `like`'s first parameter has.
fn rename_index(each: &Phrase, like: &Phrase) -> Phrase {
    match (&*each.node, &*like.node) {
        (Node::Lambda(binder, body), Node::Lambda(old, _)) => {
            Phrase::lambda(old.name.text(), binder.ty.clone(), each.span, |i| {
                body.substitute(binder, &i)
            })
        }
        _ => each.clone(),
    }
}

/// `idx n δ e i`
pub fn idx(n: &Nat, of: &DataType, e: Phrase, i: Phrase) -> Phrase {
    let span = e.span;
    Phrase::prim(
        Prim::Idx {
            n: n.clone(),
            of: of.clone(),
        },
        vec![e, i],
        span,
    )
}

/// `idxAcc n δ a i`
pub fn idx_acc(n: &Nat, of: &DataType, a: Phrase, i: Phrase) -> Phrase {
    let span = a.span;
    Phrase::prim(
        Prim::IdxAcc {
            n: n.clone(),
            of: of.clone(),
        },
        vec![a, i],
        span,
    )
}

/// The index `value` into arrays of length n.
pub fn index(value: &Nat, n: &Nat, span: Span) -> Phrase {
    Phrase::prim(
        Prim::IndexLiteral {
            value: value.clone(),
            n: n.clone(),
        },
        vec![],
        span,
    )
}

/// `fst`, reduced on a pair.
pub fn fst(first: &DataType, second: &DataType, e: &Phrase) -> Phrase {
    if let Node::Prim(Prim::Pair { .. }, parts) = &*e.node {
        return parts[0].clone();
    }
    let prim = Prim::Fst {
        first: first.clone(),
        second: second.clone(),
    };
    Phrase::prim(prim, vec![e.clone()], e.span)
}

/// `snd`, reduced on a pair.
pub fn snd(first: &DataType, second: &DataType, e: &Phrase) -> Phrase {
    if let Node::Prim(Prim::Pair { .. }, parts) = &*e.node {
        return parts[1].clone();
    }
    let prim = Prim::Snd {
        first: first.clone(),
        second: second.clone(),
    };
    Phrase::prim(prim, vec![e.clone()], e.span)
}

/// `pairAcc1`, reduced on a `pairAcc`.
pub fn pair_acc1(first: &DataType, second: &DataType, a: &Phrase) -> Phrase {
    if let Node::Prim(Prim::PairAcc { .. }, parts) = &*a.node {
        return parts[0].clone();
    }
    let prim = Prim::PairAcc1 {
        first: first.clone(),
        second: second.clone(),
    };
    Phrase::prim(prim, vec![a.clone()], a.span)
}

/// `pairAcc2`, reduced on a `pairAcc`.
pub fn pair_acc2(first: &DataType, second: &DataType, a: &Phrase) -> Phrase {
    if let Node::Prim(Prim::PairAcc { .. }, parts) = &*a.node {
        return parts[1].clone();
    }
    let prim = Prim::PairAcc2 {
        first: first.clone(),
        second: second.clone(),
    };
    Phrase::prim(prim, vec![a.clone()], a.span)
}

/// Whether a term, written out as a tree, has at most so many nodes.
pub fn within(p: &Phrase, nodes: usize) -> bool {
    fn left(p: &Phrase, budget: usize) -> Option<usize> {
        let budget = budget.checked_sub(1)?;
        p.children().try_fold(budget, |budget, child| left(child, budget))
    }
    left(p, nodes).is_some()
}

/// The variable and body of an abstraction.
pub fn open(p: &Phrase) -> Option<(&elder_dpia::Binder, &Phrase)> {
    match &*p.node {
        Node::Lambda(binder, body) => Some((binder, body)),
        _ => None,
    }
}

/// Whether `p` is an abstraction.
pub fn is_function(p: &Phrase) -> bool {
    matches!(&*p.node, Node::Lambda(..) | Node::NatLambda(..))
}

/// The nat and the body of the command of a [`Prim::LetSize`].
pub fn open_nat(p: &Phrase) -> Option<(&Name, &Phrase)> {
    match &*p.node {
        Node::NatLambda(k, body) => Some((k, body)),
        _ => None,
    }
}

/// The first n elements of a variable of n+m, and the others, as variables (DPIA-X-PART).
pub fn parts(n: &Nat, m: &Nat, of: &DataType, v: &Phrase) -> [Phrase; 2] {
    let view = |acc: Prim, exp: Prim| {
        let acc = Phrase::prim(acc, vec![writes(v)], v.span);
        let exp = Phrase::prim(exp, vec![reads(v)], v.span);
        Phrase::new(Node::Pair(acc, exp), v.span)
    };
    let (n, m, of) = (|| n.clone(), || m.clone(), || of.clone());
    let lo = view(
        Prim::TakeAcc {
            n: n(),
            m: m(),
            of: of(),
        },
        Prim::Take {
            n: n(),
            m: m(),
            of: of(),
        },
    );
    let hi = view(
        Prim::DropAcc {
            n: n(),
            m: m(),
            of: of(),
        },
        Prim::Drop {
            n: n(),
            m: m(),
            of: of(),
        },
    );
    [lo, hi]
}

/// Whether `x` occurs in `p`, as a phrase or within a nat.
pub fn mentions(p: &Phrase, x: &Name) -> bool {
    p.mentions(x)
}

/// Calls `f` on every occurrence of a variable, in phrases and in index terms.
pub fn each_use(p: &Phrase, f: &mut dyn FnMut(&Name)) {
    elder_syntax::effort::deeper(|| match &*p.node {
        Node::Var(x) => f(x),
        Node::Prim(prim, arguments) => {
            prim.each_nat(&mut |n| n.variables().iter().for_each(&mut *f));
            for argument in arguments {
                each_use(argument, f);
            }
        }
        _ => {
            for child in p.children() {
                each_use(child, f);
            }
        }
    });
}

/// Whether two terms without binders are the same.
pub fn same(p: &Phrase, q: &Phrase) -> bool {
    elder_syntax::effort::deeper(|| match (&*p.node, &*q.node) {
        (Node::Var(x), Node::Var(y)) => x == y,
        (Node::Proj(a, s), Node::Proj(b, t)) => s == t && same(a, b),
        (Node::Pair(a, b), Node::Pair(c, d)) => same(a, c) && same(b, d),
        (Node::Prim(f, a), Node::Prim(g, b)) => {
            f == g && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        _ => false,
    })
}

/// The value of a nat as a number.
pub fn nat_value(of: PrimType, value: &Nat, span: Span) -> Phrase {
    let value = value.clone();
    Phrase::prim(Prim::NatValue { of, value }, vec![], span)
}

/// `if condition { command }`
pub fn if_then(condition: Phrase, command: Phrase, span: Span) -> Phrase {
    let result = PhraseType::Comm;
    Phrase::prim(Prim::If { result }, vec![condition, command, skip(span)], span)
}

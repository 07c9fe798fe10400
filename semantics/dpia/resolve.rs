//! From terms to code, once the sizes of a run are known.
//!
//! Resolution is normalisation by evaluation: whatever is not an expression (functions, acceptors, commands, variables)
//! is passed by name and applied here, so that none of it is left when the code runs; expressions are passed by value, in
//! a slot of the frame (DPIA-E-APP).  The commands between the stages (`mapI`, `reduceI` and so on) mean the loops that
//! stage II makes of them (notes, section 8), and so they are resolved to those.

mod acceptor;
mod command;
mod expression;
mod nat;

pub(super) use nat::{compute, too_large, what};

use crate::dpia::code::{Exp, Main, Nat, Settle, Slot, Type};
use crate::failure::{Fail, Failure, Run};
use elder_dpia::rules::evaluation::DPIA_E_LIMIT;
use elder_dpia::{Binder, DataType, Entry, Name, Node, Phrase, PhraseType, Prim, Side};
use elder_syntax::Span;

/// What a variable stands for.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// The value in a slot.
    Slot(Slot),
    /// The cell in a slot: a variable, its acceptor or its content.
    Cell(Slot),
    /// A phrase, by name.
    Phrase(Phrase, Env),
    /// A nat.
    Nat(Nat),
    /// A data type.
    Data(Type<Nat>),
}

/// What variables stand for.
pub(super) type Env = im::OrdMap<Name, Binding>;

/// What a phrase is applied to.
#[derive(Clone, Debug)]
enum Arg {
    Phrase(Phrase, Env),
    Slot(Slot),
    Nat(Nat),
    Data(Type<Nat>),
    Side(Side),
}

/// A phrase whose functions have been applied.
enum Head {
    Slot(Slot),
    Cell(Slot),
    Prim(Prim, Vec<Phrase>, Env),
}

/// Expressions that were passed on the way to a head, to be named before it.
struct Named {
    slot: Slot,
    value: Box<Exp>,
    ty: Type<Nat>,
    span: Span,
}

/// Larger code would not fit in memory.
const MAX_NODES: u64 = 4_000_000;

/// The resolver of one program.
pub(super) struct Resolver {
    command: bool,
    nodes: u64,
    /// The number of slots that a frame needs.
    pub(super) frame: usize,
}

/// The code of an entry whose inputs are in the first slots (for a command as cells, followed by the cells of its
/// outputs) and the size of its frame.
pub(super) fn entry(entry: &Entry, sizes: &[(Name, i64)]) -> Run<(Main, usize)> {
    let command = entry.result.is_none();
    let mut resolver = Resolver {
        command,
        nodes: 0,
        frame: 0,
    };
    let mut env = Env::new();
    for (name, value) in sizes {
        env.insert(name.clone(), Binding::Nat(Nat::Const(*value)));
    }
    let mut depth = 0;
    for binder in entry.parameters() {
        let slot = resolver.fresh(&mut depth);
        // An index may stand in sizes, as a value.
        let index = matches!(binder.ty.as_exp(), Some(elder_dpia::DataType::Index(_)));
        let binding = if command && !index {
            Binding::Cell(slot)
        } else {
            Binding::Slot(slot)
        };
        env.insert(binder.name.clone(), binding);
    }
    let main = match &entry.result {
        Some(result) => {
            let ty = resolver.ty(result, &env, entry.body.span)?;
            Main::Value(resolver.exp(&entry.body, &env, depth)?, ty)
        }
        None => Main::Command(resolver.comm(&entry.body, &env, depth)?),
    };
    Ok((main, resolver.frame))
}

impl Resolver {
    /// The next slot.
    fn fresh(&mut self, depth: &mut usize) -> Slot {
        let slot = *depth;
        *depth += 1;
        self.frame = self.frame.max(*depth);
        slot
    }

    fn count(&mut self, span: Span) -> Run<()> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(Failure::limit(
                &DPIA_E_LIMIT,
                "memory",
                span,
                "the program is too large once its functions are applied",
            ));
        }
        Ok(())
    }

    /// `phrase arguments` as code, in which slots from `depth` on are free: what its head is, within what got names on the way there.  The
    /// last argument is the first to be taken.
    fn applied<T>(
        &mut self,
        (phrase, env, arguments, depth): (&Phrase, &Env, Vec<Arg>, usize),
        code: impl FnOnce(&mut Self, Head, usize, Span) -> Run<T>,
        within: impl Fn(Named, Settle, T) -> T,
    ) -> Run<T> {
        elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || {
            let mut depth = depth;
            let mut named = Vec::new();
            let (head, span) = self.head(phrase, env, arguments, &mut depth, &mut named)?;
            let code = code(self, head, depth, span)?;
            let settle = self.settle(false);
            let names = named.into_iter().rev();
            Ok(names.fold(code, |body, named| within(named, settle, body)))
        })
    }

    /// Applies functions until a variable or a primitive is at the head; also gives the head's place.
    fn head(
        &mut self,
        phrase: &Phrase,
        env: &Env,
        mut arguments: Vec<Arg>,
        depth: &mut usize,
        named: &mut Vec<Named>,
    ) -> Run<(Head, Span)> {
        let mut phrase = phrase.clone();
        let mut env = env.clone();
        loop {
            let span = phrase.span;
            self.count(span)?;
            let next = match &*phrase.node {
                Node::Var(x) => match env.get(x) {
                    Some(Binding::Phrase(p, e)) => (p.clone(), e.clone()),
                    Some(Binding::Slot(s)) if arguments.is_empty() => return Ok((Head::Slot(*s), span)),
                    Some(Binding::Cell(s)) if arguments.iter().all(|a| matches!(a, Arg::Side(_))) => {
                        return Ok((Head::Cell(*s), span));
                    }
                    Some(_) => {
                        return Err(Failure::internal(
                            span,
                            format!("`{x}` is applied or out of place"),
                        ));
                    }
                    None => {
                        return Err(Failure::internal(
                            span,
                            format!("the variable `{x}` is not bound"),
                        ));
                    }
                },
                Node::Lambda(binder, body) => {
                    let argument = arguments.pop();
                    let binding = self.bind(binder, argument, &env, depth, named, span)?;
                    (body.clone(), env.update(binder.name.clone(), binding))
                }
                Node::Apply(p, q) => {
                    arguments.push(Arg::Phrase(q.clone(), env.clone()));
                    (p.clone(), env)
                }
                Node::NatLambda(x, body) => match arguments.pop() {
                    Some(Arg::Nat(n)) => (body.clone(), env.update(x.clone(), Binding::Nat(n))),
                    _ => {
                        return Err(Failure::internal(
                            span,
                            "a function of nats is not applied to one",
                        ));
                    }
                },
                Node::NatApply(p, n) => {
                    arguments.push(Arg::Nat(self.nat(n, &env, span)?));
                    (p.clone(), env)
                }
                Node::DataLambda(x, body) => match arguments.pop() {
                    Some(Arg::Data(d)) => (body.clone(), env.update(x.clone(), Binding::Data(d))),
                    _ => {
                        return Err(Failure::internal(
                            span,
                            "a function of data types is not applied to one",
                        ));
                    }
                },
                Node::DataApply(p, d) => {
                    arguments.push(Arg::Data(self.ty(d, &env, span)?));
                    (p.clone(), env)
                }
                Node::Proj(p, side) => {
                    arguments.push(Arg::Side(*side));
                    (p.clone(), env)
                }
                Node::Pair(first, second) => match arguments.pop() {
                    Some(Arg::Side(Side::First)) => (first.clone(), env),
                    Some(Arg::Side(Side::Second)) => (second.clone(), env),
                    _ => return Err(Failure::internal(span, "a phrase pair is not projected")),
                },
                Node::Prim(prim, ps) if arguments.is_empty() => {
                    return Ok((Head::Prim(prim.clone(), ps.clone(), env), span));
                }
                // A function or a phrase pair under a `let`.
                Node::Prim(Prim::Let { .. }, ps) => match ps.as_slice() {
                    [value, body] => {
                        arguments.push(Arg::Phrase(value.clone(), env.clone()));
                        (body.clone(), env)
                    }
                    _ => return Err(Failure::internal(span, "`let` of other than two parts")),
                },
                Node::Prim(prim, _) => {
                    return Err(Failure::internal(
                        span,
                        format!("`{}` is no function", prim.name()),
                    ));
                }
            };
            (phrase, env) = next;
        }
    }

    /// DPIA-E-APP: what a parameter stands for.
    fn bind(
        &mut self,
        binder: &Binder,
        argument: Option<Arg>,
        env: &Env,
        depth: &mut usize,
        named: &mut Vec<Named>,
        span: Span,
    ) -> Run<Binding> {
        let (phrase, outer) = match argument {
            Some(Arg::Slot(slot)) => return Ok(Binding::Slot(slot)),
            Some(Arg::Phrase(phrase, outer)) => (phrase, outer),
            _ => {
                return Err(Failure::internal(
                    span,
                    format!("the function of `{}` is not applied", binder.name),
                ));
            }
        };
        let PhraseType::Exp(data) = &binder.ty else {
            return Ok(Binding::Phrase(phrase, outer));
        };
        // A variable, and the content of a cell, need no slot of their own.
        match &*phrase.node {
            Node::Var(x) => {
                if let Some(binding @ (Binding::Slot(_) | Binding::Cell(_))) = outer.get(x) {
                    return Ok(binding.clone());
                }
            }
            Node::Proj(p, _) => {
                if let Node::Var(x) = &*p.node
                    && let Some(binding @ Binding::Cell(_)) = outer.get(x)
                {
                    return Ok(binding.clone());
                }
            }
            _ => {}
        }
        let ty = self.ty(data, env, span)?;
        let value = self.exp(&phrase, &outer, *depth)?;
        let slot = self.fresh(depth);
        named.push(Named {
            slot,
            value: Box::new(value),
            ty,
            span: phrase.span,
        });
        Ok(Binding::Slot(slot))
    }

    /// When an expression that is passed gets memory of its own.
    fn settle(&self, by_let: bool) -> Settle {
        match (self.command, by_let) {
            (false, _) => Settle::IfComputing,
            (true, false) => Settle::Never,
            (true, true) => Settle::Always,
        }
    }

    /// The data type as code.
    fn ty(&mut self, data: &DataType, env: &Env, span: Span) -> Run<Type<Nat>> {
        // Types share parts that are copied here.
        self.count(span)?;
        Ok(match data {
            DataType::Num(t) => Type::Num(*t),
            DataType::Vector(w, t) => Type::Vector(*w, *t),
            DataType::Index(n) => Type::Index(self.nat(n, env, span)?),
            DataType::Array(n, d) => Type::Array(self.nat(n, env, span)?, self.ty(d, env, span)?.into()),
            DataType::Pair(a, b) => Type::Pair(self.ty(a, env, span)?.into(), self.ty(b, env, span)?.into()),
            DataType::Var(x) => match env.get(x) {
                Some(Binding::Data(d)) => d.clone(),
                _ => {
                    return Err(Failure::internal(
                        span,
                        format!("the data type `{x}` is not known"),
                    ));
                }
            },
        })
    }
}

/// The arguments of a primitive, of which there are as many as its signature says.
fn parts<const N: usize>(prim: &Prim, phrases: Vec<Phrase>, span: Span) -> Result<[Phrase; N], Fail> {
    <[Phrase; N]>::try_from(phrases)
        .map_err(|_| Failure::internal(span, format!("`{}` has not its {N} arguments", prim.name())))
}

fn misplaced(prim: &Prim, what: &str, span: Span) -> Fail {
    Failure::internal(span, format!("`{}` is no {what}", prim.name()))
}

//! Stage I: functional terms to commands, by acceptor- and continuation-passing (paper 4, notes 6, 7, 10 and 16).
//!
//! Two translations call each other.  *Acceptor-passing*, `A⦇E⦈(A)`, is a command that writes the value of E to the acceptor A
//! ([`accept`]).  *Continuation-passing*, `C⦇E⦈(C)`, is a command that hands an expression with the value of E to the continuation C
//! ([`continuation`]).  A continuation is a Rust closure that can be called once, so no command is ever duplicated; what a continuation
//! would use several times is stored first ([`Stage::shared`]).
//!
//! Sequential state, as in `loopSeq`, `iterWhile` and `iterate`, is in [`state`]; assignment at compound types in [`make::assign_all`].

mod accept;
mod continuation;
mod partition;
mod parts;
mod scatter;
mod state;
mod views;

use crate::Target;
use crate::analyses::types::Types;
use crate::dpia::make;
use crate::dpia::normalise::{MOST_NODES, is_free, is_used_once, is_view};
use elder_dpia::rules::translation as rules;
use elder_dpia::{
    AddressSpace, Binder, DataType, Entry, Extent, Name, Node, Phrase, PhraseType, Prim, Strategy,
};
use elder_syntax::{Diagnostic, Rule, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// The rules of this pass.
pub static RULES: &[&Rule] = rules::STAGE_I;

/// A command, or why there is none.
type Outcome = Result<Phrase, Box<Diagnostic>>;

/// What is done with an expression; called once.
type Continuation<'a> = Box<dyn FnOnce(&mut Stage, Phrase) -> Outcome + 'a>;

/// What is done with several expressions.
type Continuations<'a> = Box<dyn FnOnce(&mut Stage, Vec<Phrase>) -> Outcome + 'a>;

/// The pass: an expression becomes the command that writes it to new outputs; a command stays one, with its expressions translated.
///
/// # Errors
/// A term that is not in normal form.
pub fn run(entry: &Entry, _target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    let mut stage = Stage {
        types: Types::default(),
        bound: FxHashSet::default(),
        local: None,
    };
    for binder in entry.parameters() {
        stage.types.insert(&binder.name, &binder.ty);
    }
    let mut out = entry.clone();
    // Variables are where their abstractions are, as those that the translation makes.
    let body = entry.body.placed(&mut FxHashMap::default(), true);
    match &entry.result {
        Some(data) => {
            let acceptor = stage.outputs(data, "out", body.span, &mut out.outputs);
            out.body = stage.accept(&body, acceptor).map_err(|d| vec![*d])?;
            out.result = None;
        }
        None => out.body = stage.command(&body).map_err(|d| vec![*d])?,
    }
    Ok(out)
}

/// The state of the translation.
pub(crate) struct Stage {
    /// The types of all variables in scope.
    types: Types,
    /// The parameters of the commands that were translated.
    bound: FxHashSet<Name>,
    /// The size of a work-group, within a `run`.
    local: Option<Extent>,
}

impl Stage {
    /// An acceptor of the program's result: several results are several outputs (DPIA-X-MULTI).
    fn outputs(&mut self, data: &DataType, text: &str, span: Span, outputs: &mut Vec<Binder>) -> Phrase {
        if let DataType::Pair(first, second) = data {
            rules::DPIA_X_MULTI_A.apply();
            let parts = vec![
                self.outputs(first, &format!("{text}1"), span, outputs),
                self.outputs(second, &format!("{text}2"), span, outputs),
            ];
            let prim = Prim::PairAcc {
                first: (**first).clone(),
                second: (**second).clone(),
            };
            return Phrase::prim(prim, parts, span);
        }
        let name = Name::fresh(text);
        let ty = PhraseType::Acc(data.clone());
        self.types.insert(&name, &ty);
        outputs.push(Binder {
            name: name.clone(),
            ty,
        });
        Phrase::var(&name, span)
    }

    /// `λx. body`
    fn lambda(
        &mut self,
        text: &str,
        ty: PhraseType,
        span: Span,
        body: impl FnOnce(&mut Stage, Phrase) -> Outcome,
    ) -> Outcome {
        let name = Name::fresh(text);
        self.types.insert(&name, &ty);
        let inner = body(self, Phrase::var(&name, span))?;
        Ok(Phrase::new(Node::Lambda(Binder { name, ty }, inner), span))
    }

    /// `new of (λv. body)`
    fn new_cell(
        &mut self,
        space: Option<AddressSpace>,
        text: &str,
        of: &DataType,
        span: Span,
        body: impl FnOnce(&mut Stage, Phrase) -> Outcome,
    ) -> Outcome {
        let body = self.lambda(text, PhraseType::var(of.clone()), span, body)?;
        Ok(make::new(space, of, body, span))
    }

    /// The data type of an expression in normal form.
    fn data(&self, e: &Phrase) -> Result<DataType, Box<Diagnostic>> {
        self.types.data(e).ok_or_else(|| not_normal(e))
    }

    /// `C⦇e⦈(λx. P)` of `let x = e in P` (DPIA-X-LET-C): a number is stored in a cell, an array that is looked at several times too, unless
    /// that is free.
    fn named(&mut self, e: &Phrase, f: &Phrase, then: Continuation) -> Outcome {
        rules::DPIA_X_LET_C.apply();
        let text = make::open(f).map_or("x", |(b, _)| b.name.text());
        self.cell_unless(text, e, is_used_once(f), then)
    }

    /// `C⦇e⦈(λx. …)` where x is used several times: what is not free to evaluate is stored in a cell.
    fn shared(&mut self, text: &str, e: &Phrase, then: Continuation) -> Outcome {
        self.cell_unless(text, e, false, then)
    }

    /// `C⦇e⦈(λx. …)` where x is a cell, unless evaluating it is free, or it is an array that is used once.
    fn cell_unless(&mut self, text: &str, e: &Phrase, once: bool, then: Continuation) -> Outcome {
        let of = self.data(e)?;
        let text = text.to_owned();
        self.pass(
            e,
            Box::new(move |stage, x| {
                let array = !of_scalars(&of) && make::within(&x, MOST_NODES);
                if array && (once || is_view(&x)) || is_free(&x) {
                    return then(stage, x);
                }
                let span = x.span;
                stage.new_cell(None, &text, &of, span, |stage, v| {
                    let store = stage.assign(&of, make::writes(&v), x)?;
                    Ok(make::seq(store, then(stage, make::reads(&v))?))
                })
            }),
        )
    }

    /// `new of (λt. A⦇e⦈(t.1) ; then t.2)`
    fn stored(&mut self, space: Option<AddressSpace>, e: &Phrase, then: Continuation) -> Outcome {
        let of = self.data(e)?;
        self.new_cell(space, "tmp", &of, e.span, |stage, t| {
            let write = stage.accept(e, make::writes(&t))?;
            Ok(make::seq(write, then(stage, make::reads(&t))?))
        })
    }

    /// `C⦇e1⦈(λx1. … C⦇en⦈(λxn. then [x1, …, xn]))`
    fn pass_all(&mut self, expressions: &[Phrase], done: Vec<Phrase>, then: Continuations) -> Outcome {
        let Some((first, rest)) = expressions.split_first() else {
            return then(self, done);
        };
        self.pass(
            first,
            Box::new(move |stage, x| {
                let mut done = done;
                done.push(x);
                stage.pass_all(rest, done, then)
            }),
        )
    }

    /// Translates the expressions within a command that the programmer wrote.
    fn command(&mut self, c: &Phrase) -> Outcome {
        elder_syntax::effort::deeper(|| self.command_node(c))
    }

    fn command_node(&mut self, c: &Phrase) -> Outcome {
        let Node::Prim(prim, arguments) = &*c.node else {
            return Err(not_normal(c));
        };
        match (prim, arguments.as_slice()) {
            (Prim::Assign { .. }, [a, e]) => self.with_acceptor(a, Box::new(|stage, a| stage.accept(e, a))),
            (Prim::UpdateBy { .. }, [u, e]) => self.pass(
                e,
                Box::new(|stage, x| {
                    stage.with_acceptor(
                        u,
                        Box::new(move |_, u| Ok(Phrase::prim(prim.clone(), vec![u, x], c.span))),
                    )
                }),
            ),
            (Prim::Fail { .. }, numbers) => self.pass_all(
                numbers,
                vec![],
                Box::new(|_, numbers| Ok(Phrase::prim(prim.clone(), numbers, c.span))),
            ),
            (Prim::Let { .. }, [e, f]) => self.named(e, f, Box::new(|stage, x| stage.command(&f.apply(&x)))),
            (Prim::If { .. }, [b, yes, no]) => self.pass(
                b,
                Box::new(|stage, b| {
                    let parts = vec![b, stage.command(yes)?, stage.command(no)?];
                    Ok(Phrase::prim(prim.clone(), parts, c.span))
                }),
            ),
            (Prim::LetSize { .. }, [e, f]) => {
                let (k, body) = make::open_nat(f).ok_or_else(|| not_normal(f))?;
                rules::DPIA_X_SIZE_C.apply();
                self.pass(
                    e,
                    Box::new(|stage, e| {
                        let body = Node::NatLambda(k.clone(), stage.command(body)?);
                        let parts = vec![e, Phrase::new(body, f.span)];
                        Ok(Phrase::prim(prim.clone(), parts, c.span))
                    }),
                )
            }
            (Prim::While {}, [b, body]) => self.while_loop(b, body, c.span),
            (Prim::Launch { local, .. }, [body]) => {
                let outer = self.local.replace(local.clone());
                let body = self.command(body);
                self.local = outer;
                Ok(Phrase::prim(prim.clone(), vec![body?], c.span))
            }
            (Prim::Parfor { .. } | Prim::Accumulating { .. } | Prim::SwapAt { .. }, [a, f]) => self
                .with_acceptor(
                    a,
                    Box::new(|stage, a| {
                        Ok(Phrase::prim(
                            prim.clone(),
                            vec![a, stage.command_function(f)?],
                            c.span,
                        ))
                    }),
                ),
            (Prim::ShuffleI { .. }, [g, xss, a]) => self.pass(
                xss,
                Box::new(|_, xss| {
                    Ok(Phrase::prim(
                        prim.clone(),
                        vec![g.clone(), xss, a.clone()],
                        c.span,
                    ))
                }),
            ),
            (
                Prim::MapI { .. }
                | Prim::ReduceI { .. }
                | Prim::ScanI { .. }
                | Prim::ReduceGroupI { .. }
                | Prim::ScanGroupI { .. }
                | Prim::ReduceSubgroupI { .. }
                | Prim::ScanSubgroupI { .. },
                [f, rest @ ..],
            ) => {
                let f = self.command_function(f)?;
                let (last, values) = rest.split_last().ok_or_else(|| not_normal(c))?;
                let last = match &*last.node {
                    Node::Lambda(..) => self.command_function(last)?,
                    _ => last.clone(),
                };
                self.pass_all(
                    values,
                    vec![],
                    Box::new(move |_, values| {
                        let mut all = vec![f];
                        all.extend(values);
                        all.push(last);
                        Ok(Phrase::prim(prim.clone(), all, c.span))
                    }),
                )
            }
            _ => {
                let parts = arguments.iter().map(|a| match &*a.node {
                    Node::Lambda(..) => self.command_function(a),
                    Node::Prim(..) if prim_is_command(a) => self.command(a),
                    _ => Ok(a.clone()),
                });
                let parts = parts.collect::<Result<_, _>>()?;
                Ok(Phrase::prim(prim.clone(), parts, c.span))
            }
        }
    }

    /// A function whose result is a command, with its body translated.  Where it is met again, its variables are renewed.
    fn command_function(&mut self, f: &Phrase) -> Outcome {
        let Some((binder, body)) = make::open(f) else {
            return Err(not_normal(f));
        };
        if self.bound.insert(binder.name.clone()) {
            self.types.insert(&binder.name, &binder.ty);
            let body = self.command_body(body)?;
            return Ok(Phrase::new(Node::Lambda(binder.clone(), body), f.span));
        }
        self.lambda(binder.name.text(), binder.ty.clone(), f.span, |stage, x| {
            stage.command_body(&body.substitute(binder, &x))
        })
    }

    fn command_body(&mut self, body: &Phrase) -> Outcome {
        match &*body.node {
            Node::Lambda(..) => self.command_function(body),
            _ => self.command(body),
        }
    }

    /// An acceptor with the indexes in it translated.
    fn with_acceptor(&mut self, a: &Phrase, then: Continuation) -> Outcome {
        let Node::Prim(prim, arguments) = &*a.node else {
            return then(self, a.clone());
        };
        let (prim, span) = (prim.clone(), a.span);
        match (&prim, arguments.as_slice()) {
            (Prim::IdxAcc { .. } | Prim::IdxUpd { .. }, [target, j]) => self.pass(
                j,
                Box::new(|stage, j| {
                    stage.with_acceptor(
                        target,
                        Box::new(move |stage, target| then(stage, Phrase::prim(prim, vec![target, j], span))),
                    )
                }),
            ),
            (Prim::ScatterAcc { .. }, [indexes, target]) => self.pass(
                indexes,
                Box::new(|stage, j| {
                    stage.with_acceptor(
                        target,
                        Box::new(move |stage, target| then(stage, Phrase::prim(prim, vec![j, target], span))),
                    )
                }),
            ),
            (Prim::PairAcc { .. }, [first, second]) => self.with_acceptor(
                first,
                Box::new(|stage, first| {
                    stage.with_acceptor(
                        second,
                        Box::new(move |stage, second| {
                            then(stage, Phrase::prim(prim, vec![first, second], span))
                        }),
                    )
                }),
            ),
            (Prim::MapAcc { .. }, [f, target]) => self.with_acceptor(
                target,
                Box::new(move |stage, target| then(stage, Phrase::prim(prim, vec![f.clone(), target], span))),
            ),
            (Prim::ReorderAcc { .. }, [f, g, target]) => self.with_acceptor(
                target,
                Box::new(move |stage, target| {
                    then(
                        stage,
                        Phrase::prim(prim, vec![f.clone(), g.clone(), target], span),
                    )
                }),
            ),
            (_, [target]) => self.with_acceptor(
                target,
                Box::new(move |stage, target| then(stage, Phrase::prim(prim, vec![target], span))),
            ),
            _ => then(self, a.clone()),
        }
    }
}

/// Whether a value of this type is some numbers: no arrays.
pub(crate) fn of_scalars(data: &DataType) -> bool {
    match data {
        DataType::Pair(a, b) => of_scalars(a) && of_scalars(b),
        other => other.is_scalar(),
    }
}

fn prim_is_command(p: &Phrase) -> bool {
    matches!(&*p.node, Node::Prim(prim, _) if prim.signature().result == PhraseType::Comm)
}

/// A term that β-reduction should have removed.
fn not_normal(p: &Phrase) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error(
            rules::DPIA_A_BETA.refuse("normal"),
            p.span,
            "this is not in the normal form that the translation expects",
        )
        .with_help("only numbers, arrays, pairs and commands can be computed; functions must be applied"),
    )
}

impl Stage {
    /// `acc :=δ exp`
    fn assign(&mut self, of: &DataType, acc: Phrase, exp: Phrase) -> Outcome {
        Ok(make::assign_all(of, acc, exp))
    }
}

/// The strategy of a loop that no programmer wrote: decided by the place where it ends up (DPIA-A-ASG-ARR).
pub(crate) const COPY: Strategy = Strategy::Any;

//! Forms the kernels: which part of the program each launch runs, and what the host does between them.
//!
//! Only the end of a kernel makes all work-items of the device wait for each other, so every command that follows a parallel loop
//! over the grid is in another kernel (DPIA-X-GRIDSYNC).  What stands between kernels and is sequential becomes a kernel of one item;
//! loops and choices around kernels stay on the host, and the memory that lives across kernels is allocated there.

mod numbers;
mod phases;
mod sizes;

use crate::Target;
use crate::dpia::allocate::{any_parallel, is_written_in_parallel};
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{
    AddressSpace, Binder, DataType, Entry, Name, Nat, Node, Phrase, PhraseType, Prim, PrimType, Strategy,
};
use elder_syntax::{Diagnostic, Rule, Span};
use rustc_hash::FxHashSet;

/// The rules of this pass.
pub static RULES: &[&Rule] = &[
    &rules::DPIA_X_GRIDSYNC_A,
    &rules::DPIA_X_HOST_SEQ,
    &rules::DPIA_X_HOST_LOOP,
    &rules::DPIA_X_LAUNCH_SIZE,
];

/// The pass.
///
/// # Errors
/// DPIA-X-GRIDSYNC-A refuses a kernel that the programmer marked but that would have to be several.
pub fn run(entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    let mut former = Former {
        target: *target,
        lent: Vec::new(),
        inputs: numbers::inputs(entry),
    };
    Ok(Entry {
        body: former.host(&entry.body).map_err(|d| vec![*d])?,
        ..entry.clone()
    })
}

struct Former {
    target: Target,
    /// The accumulators that enclosing commands lend: to each kernel that uses one it is lent anew.
    lent: Vec<(Prim, Phrase, Binder)>,
    /// Integers and truth values that the program is given: the host knows them.
    inputs: FxHashSet<Name>,
}

impl Former {
    /// The command as host code with launches.
    fn host(&mut self, c: &Phrase) -> Result<Phrase, Box<Diagnostic>> {
        elder_syntax::effort::deeper(|| {
            let mut out = Vec::new();
            let mut sequential = Vec::new();
            for part in make::flatten(c) {
                if any_parallel(&part, &|_| true) {
                    self.flush(&mut sequential, &mut out, c.span);
                    out.push(self.parallel(&part)?);
                } else if !make::is_skip(&part) {
                    sequential.push(part);
                }
            }
            self.flush(&mut sequential, &mut out, c.span);
            Ok(make::sequence(out, c.span))
        })
    }

    /// The collected sequential commands as a kernel of one item.
    fn flush(&self, sequential: &mut Vec<Phrase>, out: &mut Vec<Phrase>, span: Span) {
        if !sequential.is_empty() {
            rules::DPIA_X_HOST_SEQ.apply();
            let one = || smallvec::smallvec![Nat::one()];
            let prim = Prim::Launch {
                local: one(),
                global: one(),
            };
            out.push(self.launch(prim, make::sequence(sequential.drain(..), span), span));
        }
    }

    /// A launch of that body, with the accumulators lent that it uses.
    fn launch(&self, prim: Prim, body: Phrase, span: Span) -> Phrase {
        let lent = self.lent.iter().rev().fold(body, |body, (lend, a, binder)| {
            if !make::mentions(&body, &binder.name) {
                return body;
            }
            let body = Phrase::lambda(binder.name.text(), binder.ty.clone(), span, |u| {
                body.substitute(binder, &u)
            });
            Phrase::prim(lend.clone(), vec![a.clone(), body], span)
        });
        Phrase::prim(prim, vec![lent], span)
    }

    /// A command with parallel loops in it.
    fn parallel(&mut self, c: &Phrase) -> Result<Phrase, Box<Diagnostic>> {
        let Node::Prim(prim, parts) = &*c.node else {
            return Ok(c.clone());
        };
        match (prim, parts.as_slice()) {
            (Prim::Launch { global, .. }, [body]) => {
                let one = global.iter().all(Nat::is_one);
                one_kernel(body, one)?;
                Ok(self.launch(prim.clone(), body.clone(), c.span))
            }
            (
                Prim::Parfor { strategy, .. }
                | Prim::ParforInPlace { strategy, .. }
                | Prim::ParforEach { strategy, .. },
                _,
            ) if *strategy != Strategy::Seq => {
                rules::DPIA_X_GRIDSYNC_A.apply();
                rules::DPIA_X_LAUNCH_SIZE.apply();
                let (local, global) = sizes::of(c, self.target);
                Ok(self.launch(Prim::Launch { local, global }, c.clone(), c.span))
            }
            (Prim::New { of, .. }, [body]) => {
                let body = self.under(body)?;
                Ok(make::new(Some(AddressSpace::Global), of, body, c.span))
            }
            (Prim::Accumulating { .. }, [a, body]) => {
                let Some((binder, inner)) = make::open(body) else {
                    return Ok(c.clone());
                };
                self.lent.push((prim.clone(), a.clone(), binder.clone()));
                let inner = self.host(inner);
                self.lent.pop();
                inner
            }
            (Prim::If { .. }, [condition, yes, no]) => {
                rules::DPIA_X_HOST_LOOP.apply();
                let (yes, no) = (self.host(yes)?, self.host(no)?);
                self.with_condition(condition, c.span, |_, condition| {
                    Phrase::prim(prim.clone(), vec![condition, yes, no], c.span)
                })
            }
            (Prim::While {}, [condition, body]) => {
                rules::DPIA_X_HOST_LOOP.apply();
                let body = self.host(body)?;
                self.with_condition(condition, c.span, |again, condition| {
                    let body = make::seq(body, again);
                    Phrase::prim(prim.clone(), vec![condition, body], c.span)
                })
            }
            (Prim::LetSize { of, .. }, [number, body]) => {
                rules::DPIA_X_HOST_LOOP.apply();
                let body = self.under(body)?;
                let of = DataType::Num(*of);
                self.with_value("size", &of, number, c.span, |_, number| {
                    Phrase::prim(prim.clone(), vec![number, body], c.span)
                })
            }
            (Prim::DoubleFor { .. }, [front, back, body, result]) => {
                rules::DPIA_X_HOST_LOOP.apply();
                let body = self.under(body)?;
                let result = self.under(result)?;
                Ok(Phrase::prim(
                    prim.clone(),
                    vec![front.clone(), back.clone(), body, result],
                    c.span,
                ))
            }
            // `for`, and a sequential loop over the elements of a variable.
            _ => {
                rules::DPIA_X_HOST_LOOP.apply();
                let parts = parts.iter().map(|part| self.under(part));
                let parts = parts.collect::<Result<_, _>>()?;
                Ok(Phrase::prim(prim.clone(), parts, c.span))
            }
        }
    }

    /// A function whose result is a command of the host; anything else is left alone.
    fn under(&mut self, f: &Phrase) -> Result<Phrase, Box<Diagnostic>> {
        match &*f.node {
            Node::Lambda(binder, body) => {
                let body = match &*body.node {
                    Node::Lambda(..) => self.under(body)?,
                    _ => self.host(body)?,
                };
                Ok(Phrase::new(Node::Lambda(binder.clone(), body), f.span))
            }
            Node::NatLambda(k, body) => Ok(Phrase::new(Node::NatLambda(k.clone(), self.host(body)?), f.span)),
            _ => Ok(f.clone()),
        }
    }

    fn with_condition(
        &mut self,
        condition: &Phrase,
        span: Span,
        then: impl FnOnce(Phrase, Phrase) -> Phrase,
    ) -> Result<Phrase, Box<Diagnostic>> {
        let boolean = DataType::Num(PrimType::Bool);
        self.with_value("condition", &boolean, condition, span, then)
    }

    /// What the host cannot compute by itself it reads from a cell: a kernel computes the value into one.  `then` gets the command that computes it again.
    fn with_value(
        &mut self,
        text: &str,
        of: &DataType,
        value: &Phrase,
        span: Span,
        then: impl FnOnce(Phrase, Phrase) -> Phrase,
    ) -> Result<Phrase, Box<Diagnostic>> {
        if crate::dpia::lengths::cell_of(value).is_some() || numbers::is_known(value, &self.inputs) {
            return Ok(then(make::skip(span), value.clone()));
        }
        let cell = Phrase::lambda(text, PhraseType::var(of.clone()), span, |v| {
            let compute = || {
                let assign = make::assign(of, make::writes(&v), value.clone());
                let mut out = Vec::new();
                self.flush(&mut vec![assign], &mut out, span);
                make::sequence(out, span)
            };
            make::seq(compute(), then(compute(), make::reads(&v)))
        });
        Ok(make::new(Some(AddressSpace::Global), of, cell, span))
    }
}

/// Refuses a kernel in which one part of the grid would have to wait for another; one item waits for nobody.
fn one_kernel(body: &Phrase, one: bool) -> Result<(), Box<Diagnostic>> {
    let parts = grid_steps(body);
    for x in made_within(body) {
        let writer = parts.iter().position(|p| is_written_in_parallel(p, &x));
        let Some(writer) = writer else { continue };
        let other = parts
            .iter()
            .enumerate()
            .find(|(k, p)| *k != writer && make::mentions(p, &x));
        if let Some((_, other)) = other
            && let Some(first) = parts.get(writer)
        {
            let message = "this is in one kernel with the loop whose results it needs, and work-groups cannot wait for each other";
            return Err(two_kernels(first.span, other.span, message, &x));
        }
    }
    if let Some((x, [first, other])) = phases::meeting(body, &parts).filter(|_| !one) {
        let message = "this is in one kernel with what touches the same elements, and work-groups cannot wait for each other";
        return Err(two_kernels(first, other, message, &x));
    }
    Ok(())
}

/// DPIA-X-GRIDSYNC-A refuses two phases of a kernel that meet in this memory.
fn two_kernels(first: Span, other: Span, message: &str, x: &Name) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error(rules::DPIA_X_GRIDSYNC_A.refuse("kernel"), other, message)
            .and_at(first, "the loop")
            .with_note(format!("the memory between them: `{x}`"))
            .with_help("take one of them out of `run`, so that it becomes a kernel of its own"),
    )
}

/// The commands of a kernel at the level of the grid, in order.
fn grid_steps(c: &Phrase) -> Vec<Phrase> {
    let mut out = Vec::new();
    add_steps(c, &mut out);
    out
}

fn add_steps(c: &Phrase, out: &mut Vec<Phrase>) {
    elder_syntax::effort::deeper(|| {
        for part in make::flatten(c) {
            match &*part.node {
                Node::Prim(Prim::New { .. } | Prim::Accumulating { .. }, parts) => {
                    if let Some((_, body)) = parts.last().and_then(make::open) {
                        add_steps(body, out);
                    }
                }
                Node::Prim(Prim::Part { n, m, of }, parts) => {
                    if let [v, body] = parts.as_slice() {
                        let [lo, hi] = make::parts(n, m, of, v);
                        add_steps(&body.apply(&lo).apply(&hi), out);
                    }
                }
                Node::Prim(Prim::LetSize { .. }, parts) => {
                    if let Some((_, body)) = parts.last().and_then(make::open_nat) {
                        add_steps(body, out);
                    }
                }
                _ => out.push(part),
            }
        }
    });
}

/// The cells that a kernel makes at the level of the grid.
fn made_within(c: &Phrase) -> Vec<Name> {
    let mut out = Vec::new();
    add_cells(c, &mut out);
    out
}

fn add_cells(c: &Phrase, out: &mut Vec<Name>) {
    elder_syntax::effort::deeper(|| {
        for part in make::flatten(c) {
            if let Node::Prim(Prim::New { .. }, parts) = &*part.node
                && let Some((binder, body)) = parts.last().and_then(make::open)
            {
                out.push(binder.name.clone());
                add_cells(body, out);
            }
        }
    });
}

//! ⟦·⟧comm: commands to statements (notes, section 9.1). Loops are in [`super::loops`].

use super::acceptor::Target;
use super::environment::{Binding, Environment};
use super::memory::{Cell, Storage, malformed, pointed_type};
use super::text::{Done, Text};
use super::trap;
use crate::analyses::path::Path;
use elder_dpia::entry::components;
use elder_dpia::rules::kernels as rules;
use elder_dpia::{AddressSpace, DataType, Name, Nat, Node, Phrase, PhraseType, Prim, PrimValue, Strategy};
use elder_kernel::c::{self, Expr, Space, StmtKind, Type, UnaryOp};
use elder_kernel::make;
use elder_syntax::{Diagnostic, Name as Word, Span};

impl Text<'_> {
    /// ⟦P⟧comm η
    pub fn command(&mut self, phrase: &Phrase, env: &Environment) -> Done {
        elder_syntax::effort::deeper(|| {
            let outer = std::mem::replace(&mut self.span, phrase.span);
            let result = self.command_here(phrase, env);
            self.span = outer;
            result
        })
    }

    fn command_here(&mut self, phrase: &Phrase, env: &Environment) -> Done {
        let span = phrase.span;
        let (prim, arguments) = match &*phrase.node {
            Node::Var(x) => {
                return match env.get(x).cloned() {
                    Some(Binding::Phrase(phrase, inner)) => self.command(&phrase, &inner),
                    _ => Err(malformed(span, &format!("`{x}` is no command"))),
                };
            }
            Node::Apply(f, argument) => {
                let (x, body) = abstraction(f)?;
                let env = env.with(x, Binding::Phrase(argument.clone(), env.clone()));
                return self.command(body, &env);
            }
            Node::Proj(p, side) if matches!(&*p.node, Node::Pair(..)) => {
                return self.command(&p.project(*side), env);
            }
            Node::Prim(prim, arguments) => (prim, arguments.as_slice()),
            _ => return Err(malformed(span, "a function stands where a command should")),
        };
        match (prim, arguments) {
            (Prim::Skip {}, []) => {
                rules::DPIA_G_SKIP.apply();
                Ok(())
            }
            (Prim::Fail { notice }, numbers) => {
                rules::DPIA_G_FAIL.apply();
                let numbers = numbers.iter().map(|e| self.value(e, env, Path::empty()));
                let numbers = numbers.collect::<Done<Vec<_>>>()?;
                let fail = self.fail(trap::noticed(notice, span), numbers);
                self.push(fail);
                Ok(())
            }
            (Prim::Seq {}, [first, second]) => {
                rules::DPIA_G_SEQ.apply();
                self.command(first, env)?;
                self.command(second, env)
            }
            (Prim::Assign { of }, [a, e]) => {
                rules::DPIA_G_ASSIGN.apply();
                self.assign(a, e, of, env)
            }
            (Prim::New { space, of }, [f]) => {
                let (x, body) = abstraction(f)?;
                let space = space.unwrap_or(AddressSpace::Private);
                let of = self.data(of, env)?;
                self.allocation(x, of, space, body, env, span)
            }
            (
                Prim::If {
                    result: PhraseType::Comm,
                },
                [condition, then, otherwise],
            ) => {
                rules::DPIA_G_IF.apply();
                let test = self.value(condition, env, Path::empty())?;
                if test == Expr::Literal(PrimValue::Bool(false)) {
                    return self.command(otherwise, env);
                }
                let then = self.knowing(condition, true, env, |text| {
                    text.inner(|text| text.command(then, env))
                })?;
                let otherwise = self.knowing(condition, false, env, |text| {
                    text.inner(|text| text.command(otherwise, env))
                })?;
                if let Node::Prim(Prim::HasSubgroups { width }, _) = &*condition.node {
                    self.push_kind(StmtKind::Subgroups(*width, then, otherwise));
                    return Ok(());
                }
                let condition = test;
                match (then.is_empty(), otherwise.is_empty()) {
                    (true, true) => {}
                    (true, false) => {
                        let not = Expr::Unary(UnaryOp::Not, Box::new(condition));
                        self.push_kind(StmtKind::If(not, otherwise, vec![]));
                    }
                    _ => self.push_kind(StmtKind::If(condition, then, otherwise)),
                }
                Ok(())
            }
            (Prim::While {}, [condition, body]) => self.while_loop(condition, body, env),
            (Prim::For { unroll, n }, [f]) => {
                let (x, body) = abstraction(f)?;
                let n = self.nat(n, env)?;
                self.for_loop(x, &n, *unroll, |text, i| {
                    text.command(body, &env.with(x, Binding::Index(i)))
                })
            }
            (Prim::Parfor { strategy, n, of }, [a, f]) => {
                let (x, inner) = abstraction(f)?;
                let (o, body) = abstraction(inner)?;
                let n_here = self.nat(n, env)?;
                let element = |i: Phrase| {
                    Phrase::prim(
                        Prim::IdxAcc {
                            n: n.clone(),
                            of: of.clone(),
                        },
                        vec![a.clone(), i],
                        a.span,
                    )
                };
                self.parallel_loop(*strategy, x, &n_here, span, |text, i| {
                    let (own, env) = text.own_element(x, i, env, element);
                    text.command(body, &env.0.with(o, Binding::Phrase(own, env.1)))
                })
            }
            (Prim::ParforInPlace { strategy, n, of }, [v, f]) => {
                let (x, inner) = abstraction(f)?;
                let (w, body) = abstraction(inner)?;
                let n_here = self.nat(n, env)?;
                let element = |i: Phrase| {
                    let acceptor = Prim::IdxAcc {
                        n: n.clone(),
                        of: of.clone(),
                    };
                    let expression = Prim::Idx {
                        n: n.clone(),
                        of: of.clone(),
                    };
                    let first = v.project(elder_dpia::Side::First);
                    let second = v.project(elder_dpia::Side::Second);
                    let acceptor = Phrase::prim(acceptor, vec![first, i.clone()], v.span);
                    let expression = Phrase::prim(expression, vec![second, i], v.span);
                    Phrase::new(Node::Pair(acceptor, expression), v.span)
                };
                let run = |text: &mut Self, i: Nat| {
                    let (own, env) = text.own_element(x, i, env, element);
                    text.command(body, &env.0.with(w, Binding::Phrase(own, env.1)))
                };
                match strategy {
                    Strategy::Seq => self.for_loop(x, &n_here, false, run),
                    _ => self.parallel_loop(*strategy, x, &n_here, span, run),
                }
            }
            (Prim::ParforEach { strategy, n }, [f]) => {
                let (x, body) = abstraction(f)?;
                let n = self.nat(n, env)?;
                self.parallel_loop(*strategy, x, &n, span, |text, i| {
                    text.command(body, &env.with(x, Binding::Index(i)))
                })
            }
            (Prim::LetSize { of, most }, [number, f]) => {
                rules::DPIA_G_SIZE.apply();
                let Node::NatLambda(k, body) = &*f.node else {
                    return Err(malformed(span, "the command of a size is not known"));
                };
                let most = self.nat(most, env)?;
                let size = self.checked_size(k, number, *of, &most, env, span)?;
                self.command(body, &env.with(k, Binding::Index(size)))
            }
            (Prim::Part { n, m, of }, [v, f]) => {
                rules::DPIA_G_PART.apply();
                let (body, inner) = in_parts(f, crate::dpia::make::parts(n, m, of, v), env)?;
                self.command(body, &inner)
            }
            (Prim::DoubleFor { k, n, of }, [b, other, body, after]) => {
                let k = self.nat(k, env)?;
                let of = DataType::array(self.nat(n, env)?, self.data(of, env)?);
                self.taking_turns(&k, &of, (b, other), body, after, env, span)
            }
            (Prim::Accumulating { .. }, [a, f]) => {
                let (u, body) = abstraction(f)?;
                self.command(body, &env.with(u, Binding::Phrase(a.clone(), env.clone())))
            }
            (Prim::UpdateBy { op, of }, [u, e]) => {
                rules::DPIA_G_UPDATE.apply();
                self.update(*op, *of, u, e, env, span)
            }
            (Prim::SwapAt { of }, [u, f]) => {
                rules::DPIA_G_SWAP.apply();
                let (v, body) = abstraction(f)?;
                self.swap(*of, u, (v, body), env, span)
            }
            (
                Prim::ReduceSubgroupI { width, m, of }
                | Prim::ScanSubgroupI { width, m, of }
                | Prim::ShuffleI { width, m, of },
                [f, xss, a],
            ) => {
                let m = self.nat(m, env)?;
                self.subgroup(prim, (*width, &m, of), [f, xss, a], env, span)
            }
            (Prim::Barrier { fences }, []) => {
                rules::DPIA_G_BARRIER.apply();
                if !self.is_openmp() {
                    self.push_kind(StmtKind::Barrier(c::Fences {
                        local: fences.local,
                        global: fences.global,
                    }));
                }
                Ok(())
            }
            _ => Err(malformed(
                span,
                &format!("`{}` is no command of a kernel", prim.name()),
            )),
        }
    }

    /// ⟦A := E⟧: the value first, then the place.
    fn assign(&mut self, a: &Phrase, e: &Phrase, of: &DataType, env: &Environment) -> Done {
        let value = self.value(e, env, Path::empty())?;
        match self.acceptor(a, env, Path::empty())? {
            Target::Place(place) => self.store(&place, value, a.span),
            Target::Neighbours(access) => {
                self.push_kind(StmtKind::VStore(value, access));
                Ok(())
            }
            Target::Lanes(places) => {
                let value = self.named(value, of, "v");
                for (lane, place) in places.iter().enumerate() {
                    let component = match &value {
                        Expr::VectorOf(_, _, all) if all.len() == 1 => all[0].clone(),
                        _ => make::component(value.clone(), lane as u8),
                    };
                    self.store(place, component, a.span)?;
                }
                Ok(())
            }
        }
    }

    /// ⟦new δ (λx. P)⟧
    fn allocation(
        &mut self,
        x: &Name,
        of: DataType,
        space: AddressSpace,
        body: &Phrase,
        env: &Environment,
        span: Span,
    ) -> Done {
        let outlives = self.outlives_items(space, &of);
        if outlives && self.recording.is_on() {
            return self.on_trial(x, &of, body, env, span);
        }
        let (mut dropped, mut tried_here) = (Vec::new(), false);
        if outlives {
            // The trial of an array around was one of this array too.
            let tried = match self.recording.tried(x) {
                Some(tried) => Some(tried),
                None => {
                    tried_here = true;
                    self.trial(x, &of, body, env, span)?;
                    self.recording.tried(x)
                }
            };
            dropped = tried.unwrap_or_default();
        }
        let cell = self.allocate(x.text(), of, space, &dropped, None, span)?;
        self.command(body, &env.with(x, Binding::Cell(cell)))?;
        if tried_here {
            self.recording.forget();
        }
        Ok(())
    }

    /// A trial translation of a new private array, and of what uses it: what is left of it are the dimensions that each work-item does without, of this array and
    /// of all that are made within.  Those have no trials of their own, which each array around would double.
    fn trial(&mut self, x: &Name, of: &DataType, body: &Phrase, env: &Environment, span: Span) -> Done {
        self.recording.forget();
        let before = (self.names.clone(), self.uses.clone(), self.ids.clone());
        let locals = (
            self.locals.len(),
            self.local_parameters.len(),
            self.local_bytes,
            self.heap.clone(),
            self.group_memory.len(),
        );
        let trial = self.apart(|text| text.on_trial(x, of, body, env, span));
        (self.names, self.uses, self.ids) = before;
        self.locals.truncate(locals.0);
        self.local_parameters.truncate(locals.1);
        (self.local_bytes, self.heap) = (locals.2, locals.3);
        self.group_memory.truncate(locals.4);
        trial.map(|_| ())
    }

    /// A new private array in a trial: its accesses are recorded.
    fn on_trial(&mut self, x: &Name, of: &DataType, body: &Phrase, env: &Environment, span: Span) -> Done {
        let parts = components(of);
        let (place, first) = self.recording.begin(x, parts.len());
        let private = AddressSpace::Private;
        let done = self
            .allocate(x.text(), of.clone(), private, &[], Some(first), span)
            .and_then(|cell| self.command(body, &env.with(x, Binding::Cell(cell))));
        let recorded = self.recording.end(first);
        done?;
        let ranks = parts.iter().map(|part| part.shape.len());
        let dropped = ranks
            .zip(recorded)
            .map(|(rank, accesses)| self.own_dimensions(rank, &accesses, span));
        let dropped = dropped.collect::<Done<Vec<_>>>()?;
        self.recording.found(place, dropped);
        Ok(())
    }

    /// The element of a parallel loop's acceptor that iteration `i` owns, with the environment of the body and that of the element.
    fn own_element(
        &mut self,
        x: &Name,
        i: Nat,
        env: &Environment,
        element: impl FnOnce(Phrase) -> Phrase,
    ) -> (Phrase, (Environment, Environment)) {
        // The acceptor must not see the loop's variable, even if an outer one has the same name.
        let own = x.renewed();
        let phrase = element(Phrase::var(&own, self.span));
        let body = env.with(x, Binding::Index(i.clone()));
        (phrase, (body, env.with(&own, Binding::Index(i))))
    }

    /// Two buffers that take turns (DPIA-G-DBLFOR): pointers to them that are exchanged after each step.
    #[allow(clippy::too_many_arguments)]
    fn taking_turns(
        &mut self,
        k: &Nat,
        of: &DataType,
        buffers: (&Phrase, &Phrase),
        body: &Phrase,
        after: &Phrase,
        env: &Environment,
        span: Span,
    ) -> Done {
        rules::DPIA_G_DBLFOR.apply();
        let (i, rest) = abstraction(body)?;
        let (o, rest) = abstraction(rest)?;
        let (x, body) = abstraction(rest)?;
        let (r, after) = abstraction(after)?;
        let part = (of, has_updates(body));
        let input = self.pointers("in", buffers.0, part, env, span)?;
        let output = self.pointers("out", buffers.1, part, env, span)?;
        let memory = |cell: &Cell| -> Vec<Option<Space>> {
            let spaces = cell.parts.iter().map(|part| match &part.storage {
                Storage::Own(own) => Some(own.space),
                Storage::Buffer(_) | Storage::Scalar(_) => None,
            });
            spaces.collect()
        };
        // In C all memory is one.
        if !self.is_openmp() && memory(&input) != memory(&output) {
            let message = "the two that take turns lie in different memory";
            let refusal = rules::DPIA_G_DBLFOR.refuse("memory");
            let help = "make both by `newLocal`, or both by `newGlobal`";
            return Err(Box::new(
                Diagnostic::error(refusal, span, message).with_help(help),
            ));
        }
        let inner = env
            .with(o, Binding::Cell(output.clone()))
            .with(x, Binding::Cell(input.clone()));
        self.for_loop(i, k, false, |text, at| {
            text.command(body, &inner.with(i, Binding::Index(at)))?;
            for (part, b) in input.parts.iter().zip(&output.parts) {
                let (Storage::Own(a), Storage::Own(b)) = (&part.storage, &b.storage) else {
                    continue;
                };
                let ty = make::shared_pointer(pointed_type(&part.component, a.space, span)?, a.space);
                text.exchange(ty, &a.name, &b.name);
                if let (Some(a), Some(b)) = (&a.start, &b.start) {
                    text.exchange(Type::Scalar(text.host.index_type()), a, b);
                }
            }
            Ok(())
        })?;
        self.command(after, &env.with(r, Binding::Cell(input)))
    }

    /// Two variables of a type exchange what they have.
    fn exchange(&mut self, ty: Type, a: &Word, b: &Word) {
        let other = self.names.fresh("other");
        self.push(make::declare(other.clone(), ty, Some(make::var(a.clone()))));
        self.push(make::assign(make::var(a.clone()), make::var(b.clone())));
        self.push(make::assign(make::var(b.clone()), make::var(other)));
    }

    /// A data type of the program, in terms of the kernel's index variables.
    pub fn data(&mut self, data: &DataType, env: &Environment) -> Done<DataType> {
        let mut failed = None;
        let out = data.map(
            &mut |n| match self.nat(n, env) {
                Ok(n) => n,
                Err(error) => {
                    failed = Some(error);
                    n.clone()
                }
            },
            &mut |x| DataType::Var(x.clone()),
        );
        failed.map_or(Ok(out), Err)
    }
}

/// The body of a function of two parts of an array, and where it is read.
pub fn in_parts<'f>(
    f: &'f Phrase,
    [first, second]: [Phrase; 2],
    env: &Environment,
) -> Done<(&'f Phrase, Environment)> {
    let (lo, rest) = abstraction(f)?;
    let (hi, body) = abstraction(rest)?;
    let inner = env
        .with(lo, Binding::Phrase(first, env.clone()))
        .with(hi, Binding::Phrase(second, env.clone()));
    Ok((body, inner))
}

/// The variable and the body of a function.
pub fn abstraction(f: &Phrase) -> Done<(&Name, &Phrase)> {
    match &*f.node {
        Node::Lambda(binder, body) => Ok((&binder.name, body)),
        _ => Err(malformed(f.span, "a command's body is not written out")),
    }
}

/// Whether a command has an update, of whatever.
fn has_updates(command: &Phrase) -> bool {
    let mut waiting = vec![command];
    while let Some(p) = waiting.pop() {
        if matches!(
            &*p.node,
            Node::Prim(Prim::UpdateBy { .. } | Prim::SwapAt { .. }, _)
        ) {
            return true;
        }
        waiting.extend(p.children());
    }
    false
}

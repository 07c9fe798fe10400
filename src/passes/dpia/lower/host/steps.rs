//! The commands at the level of the host: loops, branches and memory around launches, and the numbers that decide them (DPIA-G-HOST).

use super::{Host, Rank, ScalarKey};
use crate::analyses::path::Path;
use crate::dpia::lower::command::{abstraction, in_parts};
use crate::dpia::lower::environment::{Binding, Environment};
use crate::dpia::lower::expression::Value;
use crate::dpia::lower::memory::{Storage, malformed, unmet};
use crate::dpia::lower::text::{Done, Text};
use crate::dpia::lower::width::WIDE;
use crate::dpia::lower::{sizes, trap};
use crate::dpia::make;
use elder_dpia::check::work;
use elder_dpia::rules::kernels as rules;
use elder_dpia::{DataType, Extent, Name, Nat, Node, Phrase, PhraseType, Prim, PrimType};
use elder_kernel::plan::{ScalarAt, Source, Step};
use elder_kernel::size::Size;
use elder_syntax::{Name as Word, Span};

impl Host {
    /// The steps of a command at the level of the host.
    pub(super) fn steps(&mut self, phrase: &Phrase, env: &Environment) -> Done<Vec<Step>> {
        let mut steps = Vec::new();
        self.steps_onto(phrase, env, &mut steps)?;
        Ok(steps)
    }

    /// The same, behind those that are there: a sequence of many commands is one row of steps.
    fn steps_onto(&mut self, phrase: &Phrase, env: &Environment, steps: &mut Vec<Step>) -> Done {
        elder_syntax::effort::deeper(|| self.steps_here(phrase, env, steps))
    }

    fn steps_here(&mut self, phrase: &Phrase, env: &Environment, steps: &mut Vec<Step>) -> Done {
        let span = phrase.span;
        let Node::Prim(prim, arguments) = &*phrase.node else {
            return Err(malformed(span, "a function stands where a command should"));
        };
        if !has_launch(phrase) && !matches!(prim, Prim::Skip {}) {
            // A command that nobody made a kernel of is run by one work-item.
            steps.extend(self.kernel(phrase, env, one_item())?);
            return Ok(());
        }
        match (prim, arguments.as_slice()) {
            (Prim::Skip {}, []) => Ok(()),
            (Prim::Launch { local, global }, [body]) => {
                let resolve = |extent: &Extent| extent.iter().map(|n| host_nat(n, env)).collect::<Extent>();
                let launch = (resolve(local), resolve(global));
                for (failed, site) in self.asked(&launch, &host_nat(&work(body), env), span)? {
                    steps.push(Step::Read {
                        size: self.names.fresh("failed"),
                        scalar: Source::Known(failed),
                        most: Size::Const(0),
                        site,
                    });
                }
                steps.extend(self.kernel(body, env, launch)?);
                Ok(())
            }
            (Prim::Seq {}, [first, second]) => {
                rules::DPIA_G_HOST.apply();
                self.steps_onto(first, env, steps)?;
                self.steps_onto(second, env, steps)
            }
            (Prim::New { of, .. }, [f]) => {
                rules::DPIA_G_HOST.apply();
                let (x, body) = abstraction(f)?;
                let of = of.map(&mut |n| host_nat(n, env), &mut |x| DataType::Var(x.clone()));
                let cell = self.buffers_of(x.text(), &of, Rank::Temporary, span)?;
                self.steps_onto(body, &env.with(x, Binding::Cell(cell)), steps)
            }
            (Prim::For { n, .. }, [f]) => {
                rules::DPIA_G_HOST.apply();
                let (i, body) = abstraction(f)?;
                let n = host_nat(n, env);
                let count = self.size(&n, span)?;
                let (word, index) = self.counter(i, &n);
                let inner = env.with(i, Binding::Index(index.clone()));
                let body = self.below(&index, &n, |host| host.steps(body, &inner))?;
                steps.push(Step::For {
                    var: word,
                    count,
                    body,
                });
                Ok(())
            }
            (
                Prim::If {
                    result: PhraseType::Comm,
                },
                [condition, then, otherwise],
            ) => {
                rules::DPIA_G_HOST.apply();
                let (own, condition) = self.source(condition, PrimType::Bool, env)?;
                steps.extend(own);
                let then = self.steps(then, env)?;
                let otherwise = self.steps(otherwise, env)?;
                steps.push(Step::If {
                    condition,
                    then,
                    otherwise,
                });
                Ok(())
            }
            (Prim::While {}, [condition, body]) => {
                rules::DPIA_G_HOST.apply();
                let (own, condition) = self.scalar(condition, PrimType::Bool, env)?;
                let mut body = self.steps(body, env)?;
                body.extend(own.clone());
                steps.extend(own);
                steps.push(Step::While { condition, body });
                Ok(())
            }
            (Prim::LetSize { of, most }, [number, f]) => {
                rules::DPIA_G_SIZE.apply();
                let Node::NatLambda(k, body) = &*f.node else {
                    return Err(malformed(span, "the command of a size is not known"));
                };
                let most = host_nat(most, env);
                let mut bound = self.size(&most, span)?;
                if self.plan.index == WIDE {
                    // The number is an `i32`, though the cell that it is read from may hold a wide index.
                    bound = bound.min(Size::Const(i64::from(i32::MAX)));
                }
                let number = crate::dpia::lengths::cell_of(number).unwrap_or(number);
                let (own, scalar) = self.source(number, *of, env)?;
                steps.extend(own);
                let beyond = most.plus(&Nat::one());
                let (word, index) = self.counter(k, &beyond);
                steps.push(Step::Read {
                    size: word,
                    scalar,
                    most: bound,
                    site: trap::no_size(span),
                });
                let inner = env.with(k, Binding::Index(index.clone()));
                self.below(&index, &beyond, |host| host.steps_onto(body, &inner, steps))
            }
            (Prim::Part { n, m, of }, [v, f]) => {
                rules::DPIA_G_PART.apply();
                let (body, inner) = in_parts(f, make::parts(n, m, of, v), env)?;
                self.steps_onto(body, &inner, steps)
            }
            (Prim::DoubleFor { k, .. }, [b, other, body, after]) => {
                rules::DPIA_G_HOST.apply();
                steps.extend(self.taking_turns(k, (b, other), body, after, env, span)?);
                Ok(())
            }
            (Prim::Accumulating { .. }, [a, f]) => {
                rules::DPIA_G_HOST.apply();
                let (u, body) = abstraction(f)?;
                let inner = env.with(u, Binding::Phrase(a.clone(), env.clone()));
                self.steps_onto(body, &inner, steps)
            }
            _ => Err(malformed(
                span,
                &format!("`{}` cannot be done by the host", prim.name()),
            )),
        }
    }

    /// A counter of the host's loops, below `n`: its word, and the nat that kernels know it by.
    fn counter(&mut self, i: &Name, n: &Nat) -> (Word, Nat) {
        let own = i.renewed();
        let word = self.names.fresh(i.text());
        if let Some(high) = sizes::largest(n, &self.sizes, &self.counters) {
            let last = (high - Size::Const(1)).max(Size::Const(0));
            self.counters.insert(own.clone(), (Size::Const(0), last));
        }
        let below = self
            .counters
            .get(&own)
            .map(|(_, last)| last.clone() + Size::Const(1));
        self.plan.terms.variable(word.clone(), below);
        self.sizes.insert(own.clone(), word.clone());
        (word, Nat::var(&own))
    }

    /// What `f` gives where a number of the host is below `n`: kernels that it launches there know it.
    fn below<T>(&mut self, i: &Nat, n: &Nat, f: impl FnOnce(&mut Self) -> T) -> T {
        let Some(x) = i.as_variable() else {
            return f(self);
        };
        let inner = self.known.below(x, n);
        let outer = std::mem::replace(&mut self.known, inner);
        let result = f(self);
        self.known = outer;
        result
    }

    /// Buffers that take turns: the host exchanges them after each step.
    fn taking_turns(
        &mut self,
        k: &Nat,
        (b, other): (&Phrase, &Phrase),
        body: &Phrase,
        after: &Phrase,
        env: &Environment,
        span: Span,
    ) -> Done<Vec<Step>> {
        let (i, rest) = abstraction(body)?;
        let (o, rest) = abstraction(rest)?;
        let (x, body) = abstraction(rest)?;
        let (r, after) = abstraction(after)?;
        let cell = |v: &Phrase| match &*v.node {
            Node::Var(x) => match env.get(x) {
                Some(Binding::Cell(cell)) => Some(cell.clone()),
                _ => None,
            },
            _ => None,
        };
        let (Some(input), Some(output)) = (cell(b), cell(other)) else {
            return Err(unmet(
                &rules::DPIA_G_DBLFOR,
                span,
                "only whole buffers can take turns",
            ));
        };
        let k = host_nat(k, env);
        let count = self.size(&k, span)?;
        let (word, index) = self.counter(i, &k);
        let inner = env
            .with(i, Binding::Index(index.clone()))
            .with(o, Binding::Cell(output.clone()))
            .with(x, Binding::Cell(input.clone()));
        let mut steps = self.below(&index, &k, |host| host.steps(body, &inner))?;
        for (a, b) in input.parts.iter().zip(&output.parts) {
            if let (Storage::Buffer(a), Storage::Buffer(b)) = (&a.storage, &b.storage)
                && let (Some((a, _)), Some((b, _))) = (self.buffers.get(a), self.buffers.get(b))
            {
                steps.push(Step::Swap(*a, *b));
            }
        }
        let mut all = vec![Step::For {
            var: word,
            count,
            body: steps,
        }];
        all.extend(self.steps(after, &env.with(r, Binding::Cell(input)))?);
        Ok(all)
    }

    /// A number that the host needs, and the steps that compute it if the host cannot.
    fn source(&mut self, e: &Phrase, of: PrimType, env: &Environment) -> Done<(Vec<Step>, Source)> {
        if let Some(number) = self.number(e, env) {
            return Ok((vec![], Source::Known(number)));
        }
        let (steps, at) = self.scalar(e, of, env)?;
        Ok((steps, Source::At(at)))
    }

    /// The parameter that a scalar is.
    pub(in crate::dpia::lower) fn scalar_input(&self, key: ScalarKey) -> Option<usize> {
        let scalar = self.scalars.get(&key)?;
        elder_kernel::number::Number::has_type(scalar.ty).then_some(scalar.input)
    }

    /// Where the host reads a number, and the steps that compute it.
    fn scalar(&mut self, condition: &Phrase, of: PrimType, env: &Environment) -> Done<(Vec<Step>, ScalarAt)> {
        let (names, words) = (self.names.clone(), self.sizes.clone());
        let mut text = Text::new(self, names, one_item());
        if let Value::Place(place) = text.expression(condition, env, Path::empty())?
            && let Storage::Buffer(key) = place.part.storage
            && let Some(index) = sizes::size(&text.offset(&place, false), &words)
            && let Some((buffer, _)) = self.buffers.get(&key)
        {
            return Ok((
                vec![],
                ScalarAt {
                    buffer: *buffer,
                    index,
                },
            ));
        }
        let truth = DataType::Num(of);
        let cell = self.buffers_of("condition", &truth, Rank::Temporary, condition.span)?;
        let buffer = match cell.parts.first().map(|p| &p.storage) {
            Some(Storage::Buffer(key)) => self.buffers.get(key).map(|(buffer, _)| *buffer),
            _ => None,
        };
        let no_number = || malformed(condition.span, "what the host reads is no number");
        let buffer = buffer.ok_or_else(no_number)?;
        let target = Name::fresh("condition");
        let env = env.with(&target, Binding::Cell(cell));
        let acceptor = Phrase::var(&target, condition.span);
        let command = Phrase::prim(
            Prim::Assign { of: truth },
            vec![acceptor, condition.clone()],
            condition.span,
        );
        let steps = self.kernel(&command, &env, one_item())?;
        Ok((
            steps,
            ScalarAt {
                buffer,
                index: Size::Const(0),
            },
        ))
    }
}

/// A nat of the program at the level of the host.
pub fn host_nat(nat: &Nat, env: &Environment) -> Nat {
    let mut find = |x: &Name| match env.get(x) {
        Some(Binding::Index(value)) => Some(value.clone()),
        _ => None,
    };
    nat.rebuild(&mut find, &elder_dpia::Ranges::new())
}

/// How many launches a command has.
pub(super) fn launches(phrase: &Phrase) -> usize {
    elder_syntax::effort::deeper(|| match &*phrase.node {
        Node::Prim(Prim::Launch { .. }, _) => 1,
        _ => phrase.children().map(launches).sum(),
    })
}

/// Whether a command has a launch.
fn has_launch(phrase: &Phrase) -> bool {
    elder_syntax::effort::deeper(|| match &*phrase.node {
        Node::Prim(Prim::Launch { .. }, _) => true,
        _ => phrase.children().any(has_launch),
    })
}

/// The launch of a kernel that one work-item runs.
fn one_item() -> (Extent, Extent) {
    let one: Extent = [Nat::one()].into_iter().collect();
    (one.clone(), one)
}

//! Sequential state: loops whose steps replace one value by the next (notes, 16.3 to 16.5).

use super::continuation::direct;
use super::{Continuation, Outcome, Stage, not_normal};
use crate::dpia::make;
use elder_dpia::rules::translation as rules;
use elder_dpia::{Binder, DataType, Name, Nat, Node, Phrase, PhraseType, Prim, PrimType, PrimValue};
use elder_syntax::Span;

impl Stage {
    /// DPIA-X-ITER-C: two arrays with swapped roles; the first step reads the input itself.
    pub(super) fn iterate(&mut self, e: &Phrase, then: Continuation) -> Outcome {
        let Node::Prim(Prim::Iterate { n, m, k, of }, arguments) = &*e.node else {
            return Err(not_normal(e));
        };
        let [f, input] = arguments.as_slice() else {
            return Err(not_normal(e));
        };
        rules::DPIA_X_ITER_C.apply();
        let span = e.span;
        let steps = k.as_constant();
        if steps == Some(0) {
            return self.pass(input, then);
        }
        self.pass(
            input,
            Box::new(move |stage, x| {
                // With a known number of steps the first one reads the input and the arrays are as long as its result.
                let known = steps.is_some();
                let rest = if known { k.minus(&Nat::one()) } else { k.clone() };
                let longest = m.times(&n.power(&rest));
                let array = DataType::array(longest.clone(), of.clone());
                stage.new_cell(None, "front", &array, span, |stage, front| {
                    let first = if known {
                        stage.accept(&f.apply_nat(&longest).apply(&x), make::writes(&front))?
                    } else {
                        stage.assign(&array, make::writes(&front), x)?
                    };
                    if rest.is_zero() {
                        return Ok(make::seq(first, then(stage, make::reads(&front))?));
                    }
                    let loops = stage.new_cell(None, "back", &array, span, |stage, back| {
                        let index = PhraseType::Exp(DataType::Index(rest.clone()));
                        let body = stage.lambda("step", index, span, |stage, i| {
                            stage.iterate_step(f, [n, m, &rest, &longest], of, &i, span)
                        })?;
                        let result =
                            stage.lambda("r", PhraseType::Exp(array.clone()), span, |stage, r| {
                                let take = Prim::Take {
                                    n: m.clone(),
                                    m: longest.minus(m),
                                    of: of.clone(),
                                };
                                then(stage, Phrase::prim(take, vec![r], span))
                            })?;
                        let prim = Prim::DoubleFor {
                            k: rest.clone(),
                            n: longest.clone(),
                            of: of.clone(),
                        };
                        Ok(Phrase::prim(prim, vec![front, back, body, result], span))
                    })?;
                    Ok(make::seq(first, loops))
                })
            }),
        )
    }

    /// `λo e. A⦇f l (take e)⦈(takeAcc o)` with l = m n^(rest−1−i)
    fn iterate_step(
        &mut self,
        f: &Phrase,
        [n, m, rest, longest]: [&Nat; 4],
        of: &DataType,
        i: &Phrase,
        span: Span,
    ) -> Outcome {
        let Node::Var(i) = &*i.node else {
            return Err(not_normal(i));
        };
        let exponent = rest.minus(&Nat::one()).minus(&Nat::var(i));
        let length = m.times(&n.power(&exponent));
        let longer = length.times(n);
        let array = DataType::array(longest.clone(), of.clone());
        let (taken, given) = (PhraseType::Acc(array.clone()), PhraseType::Exp(array));
        self.lambda("o", taken, span, |stage, o| {
            stage.lambda("e", given, span, |stage, e| {
                let take = Prim::Take {
                    m: longest.minus(&longer),
                    n: longer,
                    of: of.clone(),
                };
                let accept = Prim::TakeAcc {
                    n: length.clone(),
                    m: longest.minus(&length),
                    of: of.clone(),
                };
                let input = Phrase::prim(take, vec![e], span);
                let output = Phrase::prim(accept, vec![o], span);
                stage.accept(&f.apply_nat(&length).apply(&input), output)
            })
        })
    }

    /// DPIA-X-LOOP: in one cell where the step is in place, else in two with swapped roles if the state is an array, else through a copy.
    pub(super) fn loop_seq(&mut self, e: &Phrase, then: Continuation) -> Outcome {
        let Node::Prim(Prim::LoopSeq { k, of }, arguments) = &*e.node else {
            return Err(not_normal(e));
        };
        let [f, init] = arguments.as_slice() else {
            return Err(not_normal(e));
        };
        rules::DPIA_X_LOOP_C.apply();
        let span = e.span;
        let index = PhraseType::Exp(DataType::Index(k.clone()));
        let index_text = make::open(f).map_or("i", |(b, _)| b.name.text()).to_owned();
        let state_text = state_text(f, 1);
        if let DataType::Array(n, element) = of
            && !is_in_place_function(f, 1)
        {
            return self.new_cell(None, &state_text, of, span, |stage, front| {
                let first = stage.accept(init, make::writes(&front))?;
                let loops = stage.new_cell(None, &state_text, of, span, |stage, back| {
                    let body = stage.lambda(&index_text, index, span, |stage, i| {
                        stage.lambda("o", PhraseType::Acc(of.clone()), span, |stage, o| {
                            stage.lambda("e", PhraseType::Exp(of.clone()), span, |stage, e| {
                                stage.accept(&f.apply(&i).apply(&e), o)
                            })
                        })
                    })?;
                    let result =
                        stage.lambda("r", PhraseType::Exp(of.clone()), span, |stage, r| then(stage, r))?;
                    let prim = Prim::DoubleFor {
                        k: k.clone(),
                        n: n.clone(),
                        of: (**element).clone(),
                    };
                    Ok(Phrase::prim(prim, vec![front, back, body, result], span))
                })?;
                Ok(make::seq(first, loops))
            });
        }
        self.new_cell(None, &state_text, of, span, |stage, v| {
            let first = stage.accept(init, make::writes(&v))?;
            let body = stage.lambda(&index_text, index, span, |stage, i| {
                stage.step(&f.apply(&i), of, &v, span)
            })?;
            let rest = then(stage, make::reads(&v))?;
            Ok(make::sequence([first, make::for_loop(k, body, span), rest], span))
        })
    }

    /// DPIA-X-ITERWHILE
    pub(super) fn iter_while(&mut self, e: &Phrase, then: Continuation) -> Outcome {
        let Node::Prim(Prim::IterWhile { of }, arguments) = &*e.node else {
            return Err(not_normal(e));
        };
        let [p, f, init] = arguments.as_slice() else {
            return Err(not_normal(e));
        };
        rules::DPIA_X_ITERWHILE_C.apply();
        let span = e.span;
        let boolean = DataType::Num(PrimType::Bool);
        self.new_cell(None, &state_text(f, 0), of, span, |stage, v| {
            let first = stage.accept(init, make::writes(&v))?;
            let loops = stage.new_cell(None, "goes_on", &boolean, span, |stage, c| {
                let test = p.apply(&make::reads(&v));
                let loops = if has_state(p) {
                    // A condition that has loops of its own is written once.
                    let yes = Prim::Literal {
                        value: PrimValue::Bool(true),
                        of: boolean.clone(),
                    };
                    let before = make::assign(&boolean, make::writes(&c), Phrase::prim(yes, vec![], span));
                    let again = stage.accept(&test, make::writes(&c))?;
                    let step = stage.step(f, of, &v, span)?;
                    let result = PhraseType::Comm;
                    let choice = vec![make::reads(&c), step, make::skip(span)];
                    let choice = Phrase::prim(Prim::If { result }, choice, span);
                    let parts = vec![make::reads(&c), make::seq(again, choice)];
                    make::seq(before, Phrase::prim(Prim::While {}, parts, span))
                } else {
                    let before = stage.accept(&test, make::writes(&c))?;
                    let step = stage.step(f, of, &v, span)?;
                    let again = stage.accept(&test, make::writes(&c))?;
                    let parts = vec![make::reads(&c), make::seq(step, again)];
                    make::seq(before, Phrase::prim(Prim::While {}, parts, span))
                };
                Ok(make::seq(loops, then(stage, make::reads(&v))?))
            })?;
            Ok(make::seq(first, loops))
        })
    }

    /// A loop that the programmer wrote as a command; a condition that needs commands is kept in a cell.
    pub(super) fn while_loop(&mut self, condition: &Phrase, body: &Phrase, span: Span) -> Outcome {
        rules::DPIA_X_WHILE_C.apply();
        if let Some(condition) = direct(condition) {
            let parts = vec![condition, self.command(body)?];
            return Ok(Phrase::prim(Prim::While {}, parts, span));
        }
        let boolean = DataType::Num(PrimType::Bool);
        self.new_cell(None, "goes_on", &boolean, span, |stage, c| {
            let before = stage.accept(condition, make::writes(&c))?;
            let step = stage.command(body)?;
            let again = before.renewed();
            let parts = vec![make::reads(&c), make::seq(step, again)];
            Ok(make::seq(before, Phrase::prim(Prim::While {}, parts, span)))
        })
    }

    /// `U⦇f s⦈(v)` with s for v.2
    fn step(&mut self, f: &Phrase, of: &DataType, v: &Phrase, span: Span) -> Outcome {
        let state = Binder {
            name: Name::fresh("s"),
            ty: PhraseType::Exp(of.clone()),
        };
        self.types.insert(&state.name, &state.ty);
        let next = f.apply(&Phrase::var(&state.name, span));
        let command = self.in_place(&state.name, &next, of, v)?;
        Ok(command.substitute(&state, &make::reads(v)))
    }

    /// DPIA-X-INPLACE: `U⦇t⦈(v)` makes v hold t, in which `s` is what v holds; all reads come before the first write.
    fn in_place(&mut self, s: &Name, t: &Phrase, of: &DataType, v: &Phrase) -> Outcome {
        let span = t.span;
        match &*t.node {
            Node::Var(x) if x == s => {
                rules::DPIA_X_INPLACE.apply();
                Ok(make::skip(span))
            }
            Node::Prim(Prim::Update { n, of: element }, parts) if is_in_place(t, s) => {
                rules::DPIA_X_INPLACE.apply();
                let [old, j, value] = parts.as_slice() else {
                    return Err(not_normal(t));
                };
                let at = DataType::Index(n.clone());
                let reads_state = make::mentions(j, s);
                self.pass(
                    j,
                    Box::new(move |stage, j| {
                        // An index that does not depend on the state keeps its value while the state is written.
                        if !reads_state {
                            return stage.update_element(s, [old, value], (of, element), v, (n, j));
                        }
                        stage.new_cell(None, "at", &at, span, |stage, kept| {
                            let keep = make::assign(&at, make::writes(&kept), j);
                            let at = (n, make::reads(&kept));
                            let rest = stage.update_element(s, [old, value], (of, element), v, at)?;
                            Ok(make::seq(keep, rest))
                        })
                    }),
                )
            }
            Node::Prim(Prim::If { .. }, parts) if is_in_place(t, s) => {
                rules::DPIA_X_INPLACE.apply();
                let [b, yes, no] = parts.as_slice() else {
                    return Err(not_normal(t));
                };
                self.pass(
                    b,
                    Box::new(move |stage, b| {
                        let yes = stage.in_place(s, yes, of, v)?;
                        let no = stage.in_place(s, no, of, v)?;
                        let result = PhraseType::Comm;
                        Ok(Phrase::prim(Prim::If { result }, vec![b, yes, no], span))
                    }),
                )
            }
            Node::Prim(Prim::Let { .. }, parts) if is_in_place(t, s) => {
                let [value, f] = parts.as_slice() else {
                    return Err(not_normal(t));
                };
                self.named(
                    value,
                    f,
                    Box::new(move |stage, x| stage.in_place(s, &f.apply(&x), of, v)),
                )
            }
            _ => {
                if of.is_scalar()
                    && let Some(next) = direct(t)
                {
                    rules::DPIA_X_INPLACE.apply();
                    return Ok(make::assign(of, make::writes(v), next));
                }
                rules::DPIA_X_STEP.apply();
                self.new_cell(None, "next", of, span, |stage, w| {
                    let compute = stage.accept(t, make::writes(&w))?;
                    Ok(make::seq(
                        compute,
                        stage.assign(of, make::writes(v), make::reads(&w))?,
                    ))
                })
            }
        }
    }

    /// The new element first, then the rest of the step, then the write.
    fn update_element(
        &mut self,
        s: &Name,
        [old, value]: [&Phrase; 2],
        (of, element): (&DataType, &DataType),
        v: &Phrase,
        (n, at): (&Nat, Phrase),
    ) -> Outcome {
        let target = make::idx_acc(n, element, make::writes(v), at);
        if matches!(&*old.node, Node::Var(x) if x == s)
            && element.is_scalar()
            && let Some(value) = direct(value)
        {
            return Ok(make::assign(element, target, value));
        }
        rules::DPIA_X_INPLACE.apply();
        let span = value.span;
        self.new_cell(None, "element", element, span, |stage, kept| {
            let keep = stage.accept(value, make::writes(&kept))?;
            let rest = stage.in_place(s, old, of, v)?;
            let write = stage.assign(element, target, make::reads(&kept))?;
            Ok(make::sequence([keep, rest, write], span))
        })
    }
}

/// Whether a term has loops with a state.
fn has_state(e: &Phrase) -> bool {
    elder_syntax::effort::deeper(|| {
        let own = matches!(
            &*e.node,
            Node::Prim(
                Prim::IterWhile { .. } | Prim::LoopSeq { .. } | Prim::Iterate { .. },
                _
            )
        );
        own || e.children().any(has_state)
    })
}

/// Whether the step is the state with some elements replaced.
fn is_in_place(t: &Phrase, s: &Name) -> bool {
    match &*t.node {
        Node::Var(x) => x == s,
        Node::Prim(Prim::Update { .. }, parts) => parts.first().is_some_and(|old| is_in_place(old, s)),
        Node::Prim(Prim::If { .. }, parts) => parts.iter().skip(1).all(|branch| is_in_place(branch, s)),
        Node::Prim(Prim::Let { .. }, parts) => parts
            .get(1)
            .and_then(make::open)
            .is_some_and(|(_, body)| is_in_place(body, s)),
        _ => false,
    }
}

/// The same for a function of `skip` more parameters before the state.
fn is_in_place_function(f: &Phrase, skip: usize) -> bool {
    match (make::open(f), skip) {
        (Some((binder, body)), 0) => is_in_place(body, &binder.name),
        (Some((_, body)), _) => is_in_place_function(body, skip - 1),
        (None, _) => false,
    }
}

/// The name that the programmer gave the state.
fn state_text(f: &Phrase, skip: usize) -> String {
    match (make::open(f), skip) {
        (Some((binder, _)), 0) => binder.name.text().to_owned(),
        (Some((_, body)), _) => state_text(body, skip - 1),
        (None, _) => "state".to_owned(),
    }
}

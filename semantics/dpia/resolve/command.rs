//! Commands to code.  Assignment at compound types, and the commands of stage I, mean the loops of the notes' sections
//! 5 and 8; they are written down as such loops here, in the tree.

use super::{Arg, Binding, Env, Head, Resolver, misplaced, parts};
use crate::dpia::code::{Comm, CommKind, Nat as CodeNat};
use crate::failure::{Failure, Run};
use elder_dpia::{
    AddressSpace, BinOp, DataType, Name, Nat, Node, Phrase, PhraseType, Prim, PrimType, Side, Strategy,
};
use elder_syntax::Span;

impl Resolver {
    /// The command as code; slots from `depth` on are free.
    pub(super) fn comm(&mut self, phrase: &Phrase, env: &Env, depth: usize) -> Run<Comm> {
        self.comm_of(phrase, env, vec![], depth)
    }

    fn comm_of(&mut self, phrase: &Phrase, env: &Env, arguments: Vec<Arg>, depth: usize) -> Run<Comm> {
        let code = |this: &mut Self, head, depth, span| match head {
            Head::Slot(_) | Head::Cell(_) => {
                Err(Failure::internal(span, "a value where a command is needed"))
            }
            Head::Prim(prim, ps, env) => this.comm_prim(&prim, ps, &env, depth, span),
        };
        self.applied((phrase, env, arguments, depth), code, |named, settle, body| {
            Comm {
                kind: CommKind::Let {
                    slot: named.slot,
                    value: named.value,
                    ty: named.ty,
                    settle,
                    by_let: false,
                    body: Box::new(body),
                },
                span: named.span,
            }
        })
    }

    fn comm_prim(&mut self, prim: &Prim, ps: Vec<Phrase>, env: &Env, depth: usize, span: Span) -> Run<Comm> {
        let mut depth = depth;
        let kind = match prim {
            Prim::Skip {} => CommKind::Skip,
            Prim::Seq {} => {
                let [a, b] = parts(prim, ps, span)?;
                CommKind::Seq(Box::new((self.comm(&a, env, depth)?, self.comm(&b, env, depth)?)))
            }
            Prim::Let { of, .. } => {
                let [value, function] = parts(prim, ps, span)?;
                let value = Box::new(self.exp(&value, env, depth)?);
                let slot = self.fresh(&mut depth);
                CommKind::Let {
                    slot,
                    value,
                    ty: self.ty(of, env, span)?,
                    settle: self.settle(true),
                    by_let: true,
                    body: Box::new(self.comm_of(&function, env, vec![Arg::Slot(slot)], depth)?),
                }
            }
            Prim::If { .. } => {
                let [condition, a, b] = parts(prim, ps, span)?;
                let condition = self.exp(&condition, env, depth)?;
                let branches = (self.comm(&a, env, depth)?, self.comm(&b, env, depth)?);
                CommKind::If(condition, Box::new(branches))
            }
            Prim::New { space, of } => {
                let [function] = parts(prim, ps, span)?;
                let name = match &*function.node {
                    Node::Lambda(binder, _) => binder.name.text().into(),
                    _ => "v".into(),
                };
                let of = self.ty(of, env, span)?;
                let slot = self.fresh(&mut depth);
                let cell = Name::fresh(&name);
                let inner = env.update(cell.clone(), Binding::Cell(slot));
                let variable = Phrase::var(&cell, span);
                let body = self.comm_of(&function, env, vec![Arg::Phrase(variable, inner)], depth)?;
                CommKind::New {
                    slot,
                    space: *space,
                    name,
                    of,
                    body: Box::new(body),
                }
            }
            Prim::Assign { of } => {
                let [a, e] = parts(prim, ps, span)?;
                match of {
                    DataType::Num(_) | DataType::Index(_) | DataType::Var(_) => {
                        let sides = (self.acc(&a, env, depth)?, self.exp(&e, env, depth)?);
                        CommKind::Assign(None, Box::new(sides))
                    }
                    DataType::Vector(w, _) => {
                        let sides = (self.acc(&a, env, depth)?, self.exp(&e, env, depth)?);
                        CommKind::Assign(Some(*w), Box::new(sides))
                    }
                    DataType::Array(..) | DataType::Pair(..) => {
                        self.comm(&compound_assignment(of, &a, &e, span), env, depth)?
                            .kind
                    }
                }
            }
            Prim::UpdateBy { op, .. } => {
                let [a, e] = parts(prim, ps, span)?;
                let sides = (self.acc(&a, env, depth)?, self.exp(&e, env, depth)?);
                CommKind::Update(*op, Box::new(sides))
            }
            Prim::SwapAt { of } => {
                let [place, function] = parts(prim, ps, span)?;
                let place = self.acc(&place, env, depth)?;
                let of = self.ty(&DataType::Num(*of), env, span)?;
                let slot = self.fresh(&mut depth);
                let cell = Name::fresh("v");
                let inner = env.update(cell.clone(), Binding::Cell(slot));
                let variable = Phrase::var(&cell, span);
                let body = self.comm_of(&function, env, vec![Arg::Phrase(variable, inner)], depth)?;
                CommKind::Swap {
                    slot,
                    name: "v".into(),
                    of,
                    place,
                    body: Box::new(body),
                }
            }
            Prim::Accumulating { .. } => {
                let [a, function] = parts(prim, ps, span)?;
                return self.comm_of(&function, env, vec![Arg::Phrase(a, env.clone())], depth);
            }
            Prim::For { n, .. } => {
                let [function] = parts(prim, ps, span)?;
                let n = self.nat(n, env, span)?;
                let slot = self.fresh(&mut depth);
                let body = self.comm_of(&function, env, vec![Arg::Slot(slot)], depth)?;
                CommKind::For {
                    n,
                    slot,
                    body: Box::new(body),
                }
            }
            Prim::ParforEach { strategy, n } => {
                let [function] = parts(prim, ps, span)?;
                let n = self.nat(n, env, span)?;
                let slot = self.fresh(&mut depth);
                let body = self.comm_of(&function, env, vec![Arg::Slot(slot)], depth)?;
                CommKind::Parfor {
                    strategy: *strategy,
                    n,
                    slot,
                    body: Box::new(body),
                }
            }
            Prim::Parfor { strategy, n, of } => {
                let [a, function] = parts(prim, ps, span)?;
                let slot = self.fresh(&mut depth);
                let (index, inner) = self.slot_var(env, "i", slot, span);
                let element = element_acc(n, of, &a, &index, span);
                let arguments = vec![Arg::Phrase(element, inner), Arg::Slot(slot)];
                let body = self.comm_of(&function, env, arguments, depth)?;
                CommKind::Parfor {
                    strategy: *strategy,
                    n: self.nat(n, env, span)?,
                    slot,
                    body: Box::new(body),
                }
            }
            Prim::ParforInPlace { strategy, n, of } => {
                let [variable, function] = parts(prim, ps, span)?;
                let slot = self.fresh(&mut depth);
                let (index, inner) = self.slot_var(env, "i", slot, span);
                let writes = element_acc(n, of, &variable.project(Side::First), &index, span);
                let reads = element(n, of, &variable.project(Side::Second), &index, span);
                let pair = Phrase::new(Node::Pair(writes, reads), span);
                let arguments = vec![Arg::Phrase(pair, inner), Arg::Slot(slot)];
                let body = Box::new(self.comm_of(&function, env, arguments, depth)?);
                let n = self.nat(n, env, span)?;
                match strategy {
                    Strategy::Seq => CommKind::For { n, slot, body },
                    _ => CommKind::Parfor {
                        strategy: *strategy,
                        n,
                        slot,
                        body,
                    },
                }
            }
            Prim::While {} => {
                let [condition, body] = parts(prim, ps, span)?;
                CommKind::While(
                    self.exp(&condition, env, depth)?,
                    Box::new(self.comm(&body, env, depth)?),
                )
            }
            Prim::LetSize { most, .. } => {
                let [number, function] = parts(prim, ps, span)?;
                let most = self.nat(most, env, span)?;
                let number = self.exp(&number, env, depth)?;
                let slot = self.fresh(&mut depth);
                let body = self.comm_of(&function, env, vec![Arg::Nat(CodeNat::Slot(slot))], depth)?;
                CommKind::LetSize {
                    most,
                    number,
                    slot,
                    body: Box::new(body),
                }
            }
            Prim::Part { n, m, of } => {
                let [variable, function] = parts(prim, ps, span)?;
                let (write, read) = (variable.project(Side::First), variable.project(Side::Second));
                let view = |acc: Prim, exp: Prim| {
                    let acc = Phrase::prim(acc, vec![write.clone()], span);
                    let exp = Phrase::prim(exp, vec![read.clone()], span);
                    Phrase::new(Node::Pair(acc, exp), span)
                };
                let (n, m, of) = (n.clone(), m.clone(), of.clone());
                let lo = view(
                    Prim::TakeAcc {
                        n: n.clone(),
                        m: m.clone(),
                        of: of.clone(),
                    },
                    Prim::Take {
                        n: n.clone(),
                        m: m.clone(),
                        of: of.clone(),
                    },
                );
                let hi = view(
                    Prim::DropAcc {
                        n: n.clone(),
                        m: m.clone(),
                        of: of.clone(),
                    },
                    Prim::Drop { n, m, of },
                );
                let arguments = vec![Arg::Phrase(hi, env.clone()), Arg::Phrase(lo, env.clone())];
                return self.comm_of(&function, env, arguments, depth);
            }
            Prim::DoubleFor { k, .. } => {
                let [first, second, step, end] = parts(prim, ps, span)?;
                let slot = self.fresh(&mut depth);
                let mut between = |from: &Phrase, to: &Phrase| {
                    let arguments = vec![
                        Arg::Phrase(from.project(Side::Second), env.clone()),
                        Arg::Phrase(to.project(Side::First), env.clone()),
                        Arg::Slot(slot),
                    ];
                    self.comm_of(&step, env, arguments, depth)
                };
                let steps = (between(&first, &second)?, between(&second, &first)?);
                let mut after = |last: &Phrase| {
                    let content = Arg::Phrase(last.project(Side::Second), env.clone());
                    self.comm_of(&end, env, vec![content], depth)
                };
                let ends = (after(&first)?, after(&second)?);
                CommKind::DoubleFor {
                    k: self.nat(k, env, span)?,
                    slot,
                    steps: Box::new(steps),
                    ends: Box::new(ends),
                }
            }
            Prim::Fail { notice } => {
                let numbers = ps.iter().map(|e| self.exp(e, env, depth));
                CommKind::Fail(notice.clone(), numbers.collect::<Run<_>>()?)
            }
            Prim::Barrier { fences } => CommKind::Barrier(*fences),
            Prim::Launch { local, global } => {
                let [body] = parts(prim, ps, span)?;
                let mut sizes = |extent: &elder_dpia::Extent| -> Run<Vec<_>> {
                    extent.iter().map(|n| self.nat(n, env, span)).collect()
                };
                let (local, global) = (sizes(local)?, sizes(global)?);
                CommKind::Launch {
                    local,
                    global,
                    work: self.nat(&elder_dpia::check::work(&body), env, span)?,
                    body: Box::new(self.comm(&body, env, depth)?),
                }
            }
            Prim::MapI { .. } | Prim::ReduceI { .. } | Prim::ScanI { .. } => {
                let loops = intermediate(prim, ps, span)?;
                self.comm(&loops, env, depth)?.kind
            }
            Prim::ScanGroupI { .. }
            | Prim::ReduceSubgroupI { .. }
            | Prim::ScanSubgroupI { .. }
            | Prim::ShuffleI { .. } => {
                let loops = intermediate(prim, ps, span)?;
                CommKind::Together(Box::new(self.comm(&loops, env, depth)?))
            }
            // The result is in a cell that the group shares.
            Prim::ReduceGroupI { n, of, .. } => {
                let [function, init, array, end] = parts(prim, ps, span)?;
                let slot = self.fresh(&mut depth);
                let result = Name::fresh("result");
                let env = env.update(result.clone(), Binding::Cell(slot));
                let result = Phrase::var(&result, span);
                let write = |r: Phrase| Some(assign(of, result.project(Side::First), r, span));
                let loops = fold(n, of, of, [&function, &init, &array], span, |_, _| None, write);
                let together = Comm {
                    kind: CommKind::Together(Box::new(self.comm(&loops, &env, depth)?)),
                    span,
                };
                let end = call(&end, [&result.project(Side::Second)]);
                let end = self.comm(&end, &env, depth)?;
                let body = Comm {
                    kind: CommKind::Seq(Box::new((together, end))),
                    span,
                };
                CommKind::New {
                    slot,
                    space: None,
                    name: "result".into(),
                    of: self.ty(of, &env, span)?,
                    body: Box::new(body),
                }
            }
            _ => return Err(misplaced(prim, "command", span)),
        };
        Ok(Comm { kind, span })
    }
}

/// `idxAcc A i`
pub(super) fn element_acc(n: &Nat, of: &DataType, a: &Phrase, index: &Phrase, span: Span) -> Phrase {
    let prim = Prim::IdxAcc {
        n: n.clone(),
        of: of.clone(),
    };
    Phrase::prim(prim, vec![a.clone(), index.clone()], span)
}

/// `idx E i`
fn element(n: &Nat, of: &DataType, e: &Phrase, index: &Phrase, span: Span) -> Phrase {
    let prim = Prim::Idx {
        n: n.clone(),
        of: of.clone(),
    };
    Phrase::prim(prim, vec![e.clone(), index.clone()], span)
}

fn assign(of: &DataType, a: Phrase, e: Phrase, span: Span) -> Phrase {
    Phrase::prim(Prim::Assign { of: of.clone() }, vec![a, e], span)
}

/// An application that is left to the resolver, which names the expressions among the arguments.
fn call<const N: usize>(function: &Phrase, arguments: [&Phrase; N]) -> Phrase {
    arguments.iter().fold(function.clone(), |f, a| {
        let span = f.span;
        Phrase::new(Node::Apply(f, (*a).clone()), span)
    })
}

fn seq(a: Phrase, b: Phrase) -> Phrase {
    let span = a.span;
    Phrase::prim(Prim::Seq {}, vec![a, b], span)
}

fn index_type(n: &Nat) -> PhraseType {
    PhraseType::Exp(DataType::Index(n.clone()))
}

/// `new δ (λv. body)`; the cell belongs to whoever runs this.
fn cell(of: &DataType, text: &str, span: Span, body: impl FnOnce(Phrase, Phrase) -> Phrase) -> Phrase {
    let function = Phrase::lambda(text, PhraseType::var(of.clone()), span, |v| {
        body(v.project(Side::First), v.project(Side::Second))
    });
    let prim = Prim::New {
        space: Some(AddressSpace::Private),
        of: of.clone(),
    };
    Phrase::prim(prim, vec![function], span)
}

fn each(n: &Nat, span: Span, body: impl FnOnce(Phrase) -> Phrase) -> Phrase {
    let function = Phrase::lambda("i", index_type(n), span, body);
    let prim = Prim::For {
        unroll: false,
        n: n.clone(),
    };
    Phrase::prim(prim, vec![function], span)
}

/// DPIA-A-ASG-ARR, DPIA-A-ASG-PAIR: component by component.
fn compound_assignment(of: &DataType, a: &Phrase, e: &Phrase, span: Span) -> Phrase {
    match of {
        DataType::Array(n, element_type) => {
            let strategy = Strategy::Any;
            let function = Phrase::lambda("i", index_type(n), span, |i| {
                Phrase::lambda("o", PhraseType::Acc((**element_type).clone()), span, |o| {
                    assign(element_type, o, element(n, element_type, e, &i, span), span)
                })
            });
            let prim = Prim::Parfor {
                strategy,
                n: n.clone(),
                of: (**element_type).clone(),
            };
            Phrase::prim(prim, vec![a.clone(), function], span)
        }
        DataType::Pair(first, second) => {
            let (first, second) = ((**first).clone(), (**second).clone());
            let half = |acc: Prim, exp: Prim, of: &DataType| {
                let a = Phrase::prim(acc, vec![a.clone()], span);
                assign(of, a, Phrase::prim(exp, vec![e.clone()], span), span)
            };
            let (f, s) = (first.clone(), second.clone());
            let left = half(
                Prim::PairAcc1 {
                    first: f.clone(),
                    second: s.clone(),
                },
                Prim::Fst {
                    first: f.clone(),
                    second: s.clone(),
                },
                &first,
            );
            let right = half(
                Prim::PairAcc2 {
                    first: f.clone(),
                    second: s.clone(),
                },
                Prim::Snd { first: f, second: s },
                &second,
            );
            seq(left, right)
        }
        _ => assign(of, a.clone(), e.clone(), span),
    }
}

/// The loops that the commands of stage I mean: DPIA-I-MAPI, DPIA-I-MAPSEQI, DPIA-I-REDUCEI-SAFE and the like.
fn intermediate(prim: &Prim, ps: Vec<Phrase>, span: Span) -> Run<Phrase> {
    Ok(match prim {
        Prim::MapI {
            strategy,
            n,
            from,
            to,
        } => {
            let [function, array, out] = parts(prim, ps, span)?;
            let step = |i: &Phrase, o: &Phrase| call(&function, [&element(n, from, &array, i, span), o]);
            if *strategy == Strategy::Seq {
                return Ok(each(n, span, |i| step(&i, &element_acc(n, to, &out, &i, span))));
            }
            let body = Phrase::lambda("i", index_type(n), span, |i| {
                Phrase::lambda("o", PhraseType::Acc(to.clone()), span, |o| step(&i, &o))
            });
            let prim = Prim::Parfor {
                strategy: *strategy,
                n: n.clone(),
                of: to.clone(),
            };
            Phrase::prim(prim, vec![out, body], span)
        }
        Prim::ReduceI { n, from, to } => {
            let [function, init, array, end] = parts(prim, ps, span)?;
            fold(
                n,
                from,
                to,
                [&function, &init, &array],
                span,
                |_, _| None,
                |r| Some(call(&end, [&r])),
            )
        }
        Prim::ScanI { n, from, to } => {
            let [function, init, array, out] = parts(prim, ps, span)?;
            let write =
                |i: &Phrase, r: &Phrase| Some(assign(to, element_acc(n, to, &out, i, span), r.clone(), span));
            fold(n, from, to, [&function, &init, &array], span, write, |_| None)
        }
        Prim::ScanGroupI { n, of, .. } => {
            let [function, init, array, out] = parts(prim, ps, span)?;
            let write =
                |i: &Phrase, r: &Phrase| Some(assign(of, element_acc(n, of, &out, i, span), r.clone(), span));
            fold(n, of, of, [&function, &init, &array], span, write, |_| None)
        }
        Prim::ReduceSubgroupI { width, m, of } => {
            let [function, array, out] = parts(prim, ps, span)?;
            let row = DataType::array(Nat::lit(i64::from(*width)), of.clone());
            each(m, span, |j| {
                let row = element(m, &row, &array, &j, span);
                let target = element_acc(m, of, &out, &j, span);
                halve(&function, of, i64::from(*width), row, target, span)
            })
        }
        Prim::ScanSubgroupI { width, m, of } => {
            let [function, array, out] = parts(prim, ps, span)?;
            let row = DataType::array(Nat::lit(i64::from(*width)), of.clone());
            each(m, span, |j| {
                let source = element(m, &row, &array, &j, span);
                let target = element_acc(m, &row, &out, &j, span);
                prefixes((&function, of, i64::from(*width)), 1, source, target, span)
            })
        }
        Prim::ShuffleI { width, m, of } => {
            let [function, array, out] = parts(prim, ps, span)?;
            let lanes = Nat::lit(i64::from(*width));
            let row = DataType::array(lanes.clone(), of.clone());
            each(m, span, |j| {
                let source = element(m, &row, &array, &j, span);
                let target = element_acc(m, &row, &out, &j, span);
                each(&lanes, span, |l| {
                    let from = call(&function, [&l]);
                    let value = element(&lanes, of, &source, &from, span);
                    assign(of, element_acc(&lanes, of, &target, &l, span), value, span)
                })
            })
        }
        _ => return Err(misplaced(prim, "command between the stages", span)),
    })
}

/// An index term with the variable that the phrase is.
fn term(i: &Phrase, n: &Nat, span: Span, of: impl FnOnce(Nat) -> Nat) -> Phrase {
    let value = match &*i.node {
        Node::Var(name) => of(Nat::var(name)),
        _ => of(Nat::zero()),
    };
    Phrase::prim(Prim::IndexLiteral { value, n: n.clone() }, vec![], span)
}

/// Neighbours are combined until one value is left, which is written to `out`.
fn halve(function: &Phrase, of: &DataType, width: i64, values: Phrase, out: Phrase, span: Span) -> Phrase {
    let (all, half) = (Nat::lit(width), Nat::lit(width / 2));
    let step = |i: &Phrase, target: &Phrase| {
        let at = |second: i64| {
            let index = term(i, &all, span, |i| i.times(&Nat::lit(2)).plus(&Nat::lit(second)));
            element(&all, of, &values, &index, span)
        };
        call(function, [&at(1), &at(0), target])
    };
    if width == 2 {
        return each(&Nat::one(), span, |i| step(&i, &out));
    }
    cell(
        &DataType::array(half.clone(), of.clone()),
        "partial",
        span,
        |write, read| {
            let level = each(&half, span, |i| {
                step(&i, &element_acc(&half, of, &write, &i, span))
            });
            seq(level, halve(function, of, width / 2, read, out.clone(), span))
        },
    )
}

/// Each value is combined with the one `distance` before it, for distances 1, 2, 4, …
fn prefixes(
    (function, of, width): (&Phrase, &DataType, i64),
    distance: i64,
    values: Phrase,
    out: Phrase,
    span: Span,
) -> Phrase {
    let lanes = Nat::lit(width);
    let step = |i: &Phrase, target: &Phrase| {
        let own = element(&lanes, of, &values, i, span);
        let before = term(i, &lanes, span, |i| i.minus(&Nat::lit(distance)));
        let combined = call(
            function,
            [&own, &element(&lanes, of, &values, &before, span), target],
        );
        let number = |value: Nat| {
            let of = PrimType::I64;
            Phrase::prim(Prim::NatValue { of, value }, vec![], span)
        };
        let lane = match &*i.node {
            Node::Var(name) => Nat::var(name),
            _ => Nat::zero(),
        };
        let condition = Prim::Binary {
            op: BinOp::Ge,
            of: DataType::Num(PrimType::I64),
        };
        let far = Phrase::prim(condition, vec![number(lane), number(Nat::lit(distance))], span);
        let parts = vec![far, combined, assign(of, target.clone(), own, span)];
        let result = PhraseType::Comm;
        Phrase::prim(Prim::If { result }, parts, span)
    };
    if 2 * distance >= width {
        return each(&lanes, span, |i| {
            step(&i, &element_acc(&lanes, of, &out, &i, span))
        });
    }
    cell(
        &DataType::array(lanes.clone(), of.clone()),
        "partial",
        span,
        |write, read| {
            let level = each(&lanes, span, |i| {
                step(&i, &element_acc(&lanes, of, &write, &i, span))
            });
            let rest = (function, of, width);
            seq(level, prefixes(rest, 2 * distance, read, out.clone(), span))
        },
    )
}

/// `new v. v := init; for i. (new w. f xs[i] v w; v := w); write i v); end v`
fn fold(
    n: &Nat,
    from: &DataType,
    to: &DataType,
    [function, init, array]: [&Phrase; 3],
    span: Span,
    write: impl Fn(&Phrase, &Phrase) -> Option<Phrase>,
    end: impl FnOnce(Phrase) -> Option<Phrase>,
) -> Phrase {
    cell(to, "accumulator", span, |v, content| {
        let start = assign(to, v.clone(), init.clone(), span);
        let steps = each(n, span, |i| {
            let step = cell(to, "next", span, |w, next| {
                let x = element(n, from, array, &i, span);
                let step = call(function, [&x, &content, &w]);
                seq(step, assign(to, v.clone(), next, span))
            });
            match write(&i, &content) {
                Some(command) => seq(step, command),
                None => step,
            }
        });
        match end(content) {
            Some(command) => seq(start, seq(steps, command)),
            None => seq(start, steps),
        }
    })
}

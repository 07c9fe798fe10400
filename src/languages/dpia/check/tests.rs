//! Judgements on core terms; programs as text are in `spec/dpia/cases`.

use super::*;
use crate::{AddressSpace, DataType, Definition, Node, Prim, PrimType, PrimValue, Side, Strategy};

const F32: DataType = DataType::Num(PrimType::F32);

fn array(n: &Nat) -> DataType {
    DataType::array(n.clone(), F32)
}

fn prim(prim: Prim, arguments: Vec<Phrase>) -> Phrase {
    Phrase::prim(prim, arguments, Span::NONE)
}

fn lambda(text: &str, ty: PhraseType, body: impl FnOnce(Phrase) -> Phrase) -> Phrase {
    Phrase::lambda(text, ty, Span::NONE, body)
}

fn number(value: f32) -> Phrase {
    prim(
        Prim::Literal {
            value: PrimValue::F32(value),
            of: F32,
        },
        vec![],
    )
}

fn assign(to: Phrase, value: Phrase) -> Phrase {
    prim(Prim::Assign { of: F32 }, vec![to, value])
}

fn parfor(strategy: Strategy, n: &Nat, into: Phrase, body: impl FnOnce(Phrase, Phrase) -> Phrase) -> Phrase {
    let of = F32;
    let f = lambda("i", PhraseType::Exp(DataType::Index(n.clone())), |i| {
        lambda("o", PhraseType::Acc(F32), |o| body(i, o))
    });
    prim(
        Prim::Parfor {
            strategy,
            n: n.clone(),
            of,
        },
        vec![into, f],
    )
}

fn new(of: DataType, space: Option<AddressSpace>, body: impl FnOnce(Phrase) -> Phrase) -> Phrase {
    let v = lambda("v", PhraseType::var(of.clone()), body);
    prim(Prim::New { space, of }, vec![v])
}

fn write(v: &Phrase) -> Phrase {
    v.project(Side::First)
}

fn read(v: &Phrase) -> Phrase {
    v.project(Side::Second)
}

fn element(n: &Nat, of: Phrase, at: Phrase) -> Phrase {
    prim(
        Prim::Idx {
            n: n.clone(),
            of: F32,
        },
        vec![of, at],
    )
}

/// What checking `body` with one array acceptor `out` of length n says: the rules that refuse.
fn verdict(body: impl FnOnce(Phrase, &Nat) -> Phrase) -> Vec<String> {
    let n = Name::fresh("n");
    let size = Nat::var(&n);
    let ty = PhraseType::Acc(array(&size));
    let out = lambda("out", ty.clone(), |out| body(out, &size));
    let definition = Definition {
        name: Name::fresh("main"),
        ty: PhraseType::NatFun(n.clone(), PhraseType::fun(ty, PhraseType::Comm).into()),
        body: Phrase::new(Node::NatLambda(n, out), Span::NONE),
        span: Span::NONE,
    };
    let found = program(&Program {
        definitions: vec![definition],
    });
    match found {
        Ok(_) => vec![],
        Err(errors) => errors
            .iter()
            .map(|e| e.refusal.map_or(String::new(), |r| r.to_string()))
            .collect(),
    }
}

#[test]
fn a_loop_that_writes_only_its_element_is_accepted() {
    assert_eq!(
        verdict(|out, n| parfor(Strategy::Any, n, out, |_, o| assign(o, number(1.0)))),
        Vec::<String>::new()
    );
}

#[test]
fn a_loop_body_that_writes_a_shared_cell_is_not_passive() {
    // Program 25 of the notes.
    let found = verdict(|out, n| {
        new(F32, None, |b| {
            parfor(Strategy::Any, n, out, |_, _| assign(write(&b), number(1.0)))
        })
    });
    assert_eq!(found, ["DPIA-T-PROMOTE/passive"]);
}

#[test]
fn a_loop_does_not_read_what_it_writes() {
    // Programs 26 and 27.
    let found = verdict(|_, n| {
        new(array(n), None, |v| {
            parfor(Strategy::Any, n, write(&v), |i, o| {
                assign(o, element(n, read(&v), i))
            })
        })
    });
    assert_eq!(found, ["DPIA-T-ZONES/interference"]);
}

#[test]
fn private_cells_may_be_made_in_a_loop() {
    // Program 28.
    let found = verdict(|out, n| {
        parfor(Strategy::Any, n, out, |_, o| {
            new(F32, None, |t| {
                let steps = vec![assign(write(&t), number(1.0)), assign(o, read(&t))];
                prim(Prim::Seq {}, steps)
            })
        })
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn two_acceptors_do_not_alias_and_two_readers_may() {
    // Program 29.
    let twice = |ty: PhraseType, body: fn(Phrase, Phrase) -> Phrase, side: Side| {
        verdict(move |_, _| {
            new(F32, None, |v| {
                let f = lambda("a", ty.clone(), |a| lambda("b", ty.clone(), |b| body(a, b)));
                let once = Phrase::new(Node::Apply(f, v.project(side)), Span::NONE);
                Phrase::new(Node::Apply(once, v.project(side)), Span::NONE)
            })
        })
    };
    let both =
        |a: Phrase, b: Phrase| prim(Prim::Seq {}, vec![assign(a, number(1.0)), assign(b, number(2.0))]);
    assert_eq!(
        twice(PhraseType::Acc(F32), both, Side::First),
        ["DPIA-T-ZONES/interference"]
    );
    let sum = |x: Phrase, y: Phrase| {
        let op = crate::BinOp::Add;
        let total = prim(Prim::Binary { op, of: F32 }, vec![x, y]);
        new(F32, None, |t| assign(write(&t), total))
    };
    assert_eq!(
        twice(PhraseType::Exp(F32), sum, Side::Second),
        Vec::<String>::new()
    );
}

#[test]
fn indexes_that_leave_the_array_are_refused() {
    let at = |shift: i64| {
        verdict(move |out, n| {
            new(array(n), None, |v| {
                parfor(Strategy::Any, n, out, |i, o| {
                    let Node::Var(x) = &*i.node else {
                        return assign(o, number(0.0));
                    };
                    let value = Nat::var(x).plus(&Nat::lit(shift));
                    let index = prim(Prim::IndexLiteral { value, n: n.clone() }, vec![]);
                    assign(o, element(n, read(&v), index))
                })
            })
        })
    };
    assert_eq!(at(0), Vec::<String>::new());
    assert_eq!(at(1), ["DPIA-P-INDEX/range"]);
}

#[test]
fn levels_nest_in_one_way() {
    let nested = |outer: Strategy, inner: Strategy| {
        verdict(move |out, n| {
            parfor(outer, n, out, |_, o| {
                new(array(n), Some(AddressSpace::Global), |t| {
                    let loops = parfor(inner, n, write(&t), |_, p| assign(p, number(1.0)));
                    let item = match outer {
                        Strategy::Workgroup(_) => prim(Prim::Skip {}, vec![]),
                        _ => assign(o, number(2.0)),
                    };
                    prim(Prim::Seq {}, vec![loops, item])
                })
            })
        })
    };
    use Strategy::*;
    assert_eq!(nested(Workgroup(0), Local(0)), Vec::<String>::new());
    assert_eq!(
        nested(Local(0), Workgroup(0)),
        ["DPIA-L-LOCAL/group", "DPIA-L-WG/grid"]
    );
    assert_eq!(nested(Global(0), Global(0)), ["DPIA-L-GLOBAL/dimension"]);
    assert_eq!(nested(Global(0), Global(1)), ["DPIA-L-GLOBAL/grid"]);
    assert_eq!(nested(Global(0), Local(0)), ["DPIA-L-LOCAL/item"]);
    assert_eq!(nested(Workgroup(0), Global(0)), ["DPIA-L-GLOBAL/grid"]);
    // In these two the inner body is at the level of a group, so its assignment is refused as well.
    let uniform = "DPIA-L-UNIFORM/target";
    assert_eq!(nested(Workgroup(0), Workgroup(1)), ["DPIA-L-WG/direct", uniform]);
    assert_eq!(
        nested(Workgroup(0), Workgroup(0)),
        ["DPIA-L-WG/dimension", uniform]
    );
}

#[test]
fn local_memory_and_barriers_belong_to_groups() {
    let fences = crate::Fences {
        local: true,
        global: false,
    };
    let within = |strategy: Strategy, barrier: bool| {
        verdict(move |out, n| {
            parfor(strategy, n, out, |_, _| {
                if barrier {
                    prim(Prim::Barrier { fences }, vec![])
                } else {
                    new(F32, Some(AddressSpace::Local), |_| prim(Prim::Skip {}, vec![]))
                }
            })
        })
    };
    assert_eq!(within(Strategy::Workgroup(0), true), Vec::<String>::new());
    assert_eq!(within(Strategy::Workgroup(0), false), Vec::<String>::new());
    assert_eq!(within(Strategy::Global(0), true), ["DPIA-L-BARRIER/divergent"]);
    assert_eq!(within(Strategy::Global(0), false), ["DPIA-L-LOCALMEM/group"]);
}

#[test]
fn what_all_items_execute_writes_private_cells_only() {
    let found = verdict(|out, n| parfor(Strategy::Workgroup(0), n, out, |_, o| assign(o, number(1.0))));
    assert_eq!(found, ["DPIA-L-UNIFORM/target"]);
    let found = verdict(|out, n| {
        parfor(Strategy::Workgroup(0), n, out, |_, _| {
            new(F32, Some(AddressSpace::Private), |v| {
                assign(write(&v), number(1.0))
            })
        })
    });
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn sizes_that_cannot_be_decided_are_left_to_the_launch() {
    let n = Name::fresh("n");
    let size = Nat::var(&n);
    let chunks = size.divided_exactly(&Nat::lit(4)).expect("four is not zero");
    let body = lambda("xs", PhraseType::Exp(array(&size)), |xs| {
        let split = Prim::Split {
            n: Nat::lit(4),
            m: chunks.clone(),
            of: F32,
        };
        prim(split, vec![xs])
    });
    let body = Phrase::new(Node::NatLambda(n.clone(), body), Span::NONE);
    let ty = type_of(&body, &Context::default()).expect("it has a type");
    let name = Name::fresh("main");
    let definition = Definition {
        name,
        ty,
        body,
        span: Span::NONE,
    };
    let found = program(&Program {
        definitions: vec![definition],
    })
    .expect("it is well-typed");
    assert!(
        found
            .iter()
            .any(|o| o.condition == Condition::Divides(Nat::lit(4), size.clone()))
    );
    let given = |value: i64| {
        found
            .iter()
            .all(|o| o.test(&|x| (*x == n).then_some(value)).is_ok())
    };
    assert!(given(12) && !given(13));
}

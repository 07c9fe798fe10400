//! The store semantics: cells, loops, races.

use super::build::*;
use crate::dpia::{Mode, Options, Order};
use crate::failure::Kind;
use elder_dpia::{DataType, Entry, Nat, Node, Phrase, PhraseType, Prim, PrimType, Strategy, UpdateOp};

pub fn parfor(
    strategy: Strategy,
    n: &Nat,
    a: &Phrase,
    body: impl FnOnce(Phrase, Phrase) -> Phrase,
) -> Phrase {
    let function = fun("i", exp(&DataType::Index(n.clone())), |i| {
        fun("o", PhraseType::Acc(F), |o| body(i, o))
    });
    let p = Prim::Parfor {
        strategy,
        n: n.clone(),
        of: F,
    };
    prim(p, &[a, &function])
}

pub fn new(
    of: &DataType,
    space: Option<elder_dpia::AddressSpace>,
    body: impl FnOnce(Phrase) -> Phrase,
) -> Phrase {
    let p = Prim::New {
        space,
        of: of.clone(),
    };
    prim(p, &[&fun("v", PhraseType::var(of.clone()), body)])
}

/// `(i + 1) % n`
pub fn next(i: &Phrase, size: &Nat) -> Phrase {
    let term = match &*i.node {
        Node::Var(x) => Nat::var(x)
            .plus(&Nat::one())
            .remainder(size, &elder_dpia::Ranges::new()),
        _ => Nat::zero(),
    };
    index(&term, size)
}

#[test]
fn a_parallel_loop_whose_iterations_own_their_elements() {
    let mut m = Maker::new();
    let size = m.size("n");
    let xs = m.input("xs", &arr(&size, &F));
    let out = m.output("out", &arr(&size, &F));
    let body = parfor(Strategy::Any, &size, &out, |i, o| {
        new(&F, None, |t| {
            let write = assign(&wr(&t), &idx(&size, &F, &xs, &i));
            seq(&write, &assign(&o, &add(&rd(&t), &rd(&t))))
        })
    });
    let entry = m.command(&body);
    for order in [Order::Forward, Order::Reverse, Order::Shuffled(7)] {
        let options = Options {
            order,
            ..Options::default()
        };
        let got = outcome(&entry, &[floats(&[1.0, 2.0, 3.0])], &options).unwrap();
        assert_eq!(got[0], floats(&[2.0, 4.0, 6.0]));
    }
}

#[test]
fn a_body_that_writes_what_all_share_races() {
    // Program 25.
    let mut m = Maker::new();
    let out = m.output("out", &arr(&n(3), &F));
    let b = m.output("b", &F);
    let entry = m.command(&parfor(Strategy::Any, &n(3), &out, |_, _| assign(&b, &lit(1.0))));
    let race = failure(&entry, &[], &Options::default());
    assert_eq!(race.kind, Kind::Race);
    assert_eq!(
        race.message,
        "race: iteration 1 writes `b`, which iteration 0 writes"
    );
    assert_eq!(race.notes.len(), 2);
}

fn neighbours(own: bool) -> Entry {
    let mut m = Maker::new();
    let out = m.output("out", &arr(&n(3), &F));
    let body = new(&arr(&n(3), &F), None, |v| {
        let work = parfor(Strategy::Any, &n(3), &wr(&v), |i, o| {
            let at = if own { i.clone() } else { next(&i, &n(3)) };
            assign(&o, &add(&idx(&n(3), &F, &rd(&v), &at), &lit(1.0)))
        });
        let copy = prim(Prim::Assign { of: arr(&n(3), &F) }, &[&out, &rd(&v)]);
        seq(&work, &copy)
    });
    m.command(&body)
}

#[test]
fn reading_what_a_neighbour_writes_races_and_reading_ones_own_does_not() {
    // Programs 26 and 27.
    let race = failure(&neighbours(false), &[], &zeros());
    assert_eq!(
        (race.kind, race.refusal.map(|r| r.id())),
        (Kind::Race, Some("DPIA-S-RACE"))
    );
    assert_eq!(results(&neighbours(true), &[])[0], floats(&[1.0, 1.0, 1.0]));
}

#[test]
fn cells_that_were_not_written_cannot_be_read() {
    let strict = Options::default();
    let unread = failure(&neighbours(true), &[], &strict);
    assert_eq!(unread.kind, Kind::Uninitialised);
    assert_eq!(unread.message, "`v[0]` is read before anything was written there");
    let mut m = Maker::new();
    let out = m.output("out", &arr(&n(2), &F));
    let first = prim(Prim::IdxAcc { n: n(2), of: F }, &[&out, &index(&n(0), &n(2))]);
    let entry = m.command(&assign(&first, &lit(1.0)));
    assert_eq!(
        outcome(&entry, &[], &strict).expect("a value")[0],
        floats(&[1.0, 0.0])
    );
    let writes_outputs = Options {
        mode: Mode {
            writes_outputs: true,
            ..strict.mode
        },
        ..strict
    };
    let unread = failure(&entry, &[], &writes_outputs);
    assert!(unread.message.starts_with("`out[1]`"));
}

#[test]
fn updates_by_one_operator_commute_and_others_do_not() {
    let histogram = |mixed: bool| {
        let mut m = Maker::new();
        let out = m.output("out", &F);
        let acc = |op: UpdateOp| Prim::UpdateBy {
            op,
            of: PrimType::F32,
        };
        let function = fun("u", PhraseType::Upd(UpdateOp::Add, F), |u| {
            let body = fun("i", exp(&DataType::Index(n(4))), |_| {
                prim(acc(UpdateOp::Add), &[&u, &lit(2.0)])
            });
            let each = Prim::ParforEach {
                strategy: Strategy::Any,
                n: n(4),
            };
            let updates = prim(each.clone(), &[&body]);
            if !mixed {
                return updates;
            }
            let both = fun("i", exp(&DataType::Index(n(4))), |_| {
                seq(
                    &prim(acc(UpdateOp::Add), &[&u, &lit(2.0)]),
                    &prim(acc(UpdateOp::Mul), &[&u, &lit(2.0)]),
                )
            });
            prim(each, &[&both])
        });
        let p = Prim::Accumulating {
            op: UpdateOp::Add,
            of: F,
        };
        m.command(&prim(p, &[&out, &function]))
    };
    assert_eq!(results(&histogram(false), &[])[0].to_string(), "8.0f32");
    assert_eq!(failure(&histogram(true), &[], &zeros()).kind, Kind::Race);
}

#[test]
fn reduction_between_the_stages_has_two_cells() {
    // Program 14 by reduceI: the published definition gives (106, 106).
    let pair = DataType::pair(F, F);
    let mut m = Maker::new();
    let xs = m.input("xs", &arr(&n(3), &F));
    let out = m.output("out", &pair);
    let make = |a: &Phrase, b: &Phrase| prim(Prim::Pair { first: F, second: F }, &[a, b]);
    let write = |o: &Phrase, e: &Phrase| {
        prim(
            Prim::Assign {
                of: DataType::pair(F, F),
            },
            &[o, e],
        )
    };
    let step = fun2([&F, &pair], |x, a| {
        fun("o", PhraseType::Acc(pair.clone()), |o| {
            let snd = prim(Prim::Snd { first: F, second: F }, &[&a]);
            let fst = prim(Prim::Fst { first: F, second: F }, &[&a]);
            write(&o, &make(&add(&snd, &x), &fst))
        })
    });
    let end = fun("r", exp(&pair), |r| write(&out, &r));
    let reduce = Prim::ReduceI {
        n: n(3),
        from: F,
        to: pair.clone(),
    };
    let body = prim(reduce, &[&step, &make(&lit(0.0), &lit(100.0)), &xs, &end]);
    let got = results(&m.command(&body), &[floats(&[1.0, 2.0, 3.0])]);
    assert_eq!(
        (got[0].to_string(), got[1].to_string()),
        ("104.0f32".into(), "2.0f32".into())
    );
}

#[test]
fn double_buffers_swap() {
    for k in 0..4 {
        let mut m = Maker::new();
        let out = m.output("out", &arr(&n(2), &F));
        let two = arr(&n(2), &F);
        let body = new(&two, None, |b| {
            new(&two, None, |c| {
                let step = fun("i", exp(&DataType::Index(n(k))), |_| {
                    fun("o", PhraseType::Acc(two.clone()), |o| {
                        fun("e", exp(&two), |e| {
                            parfor(Strategy::Any, &n(2), &o, |j, o| {
                                assign(&o, &add(&lit(1.0), &idx(&n(2), &F, &e, &j)))
                            })
                        })
                    })
                });
                let end = fun("e", exp(&two), |e| {
                    prim(Prim::Assign { of: two.clone() }, &[&out, &e])
                });
                let p = Prim::DoubleFor {
                    k: n(k),
                    n: n(2),
                    of: F,
                };
                prim(p, &[&b, &c, &step, &end])
            })
        });
        let got = results(&m.command(&body), &[]);
        assert_eq!(got[0], floats(&[k as f32, k as f32]));
    }
}

#[test]
fn every_order_reaches_every_iteration_once() {
    for n in [0, 1, 2, 100, 70_000] {
        for order in [
            Order::Forward,
            Order::Reverse,
            Order::Shuffled(0),
            Order::Shuffled(12345),
        ] {
            let mut machine = crate::dpia::machine::Machine::new(Options {
                order,
                ..Options::default()
            });
            let mut all: Vec<i64> = machine.iterations(n).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..n), "{order:?} of {n}");
        }
    }
}

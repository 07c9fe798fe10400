//! Work-groups: barriers, races between items and groups, divergence, transactions.

use super::build::*;
use super::commands::{new, next, parfor};
use crate::dpia::{Mode, Options, run};
use crate::failure::Kind;
use elder_dpia::{AddressSpace, BinOp, DataType, Entry, Fences, Nat, Phrase, Prim, Strategy};

const BOTH: Fences = Fences {
    local: true,
    global: true,
};

fn launch(local: i64, global: i64, body: &Phrase) -> Phrase {
    let p = Prim::Launch {
        local: [n(local)].into_iter().collect(),
        global: [n(global)].into_iter().collect(),
    };
    prim(p, &[body])
}

/// Each group copies its row to local memory and then writes it rotated by one.
fn rotate(barrier: Option<Fences>) -> Entry {
    let mut m = Maker::new();
    let row = arr(&n(4), &F);
    let xs = m.input("xs", &arr(&n(2), &row));
    let out = m.output("out", &arr(&n(2), &row));
    let function = fun("g", exp(&DataType::Index(n(2))), |g| {
        fun("o", elder_dpia::PhraseType::Acc(row.clone()), |o| {
            let mine = idx(&n(2), &row, &xs, &g);
            new(&row, Some(AddressSpace::Local), |v| {
                let copy = parfor(Strategy::Local(0), &n(4), &wr(&v), |i, o| {
                    assign(&o, &idx(&n(4), &F, &mine, &i))
                });
                let write = parfor(Strategy::Local(0), &n(4), &o, |i, o| {
                    assign(&o, &idx(&n(4), &F, &rd(&v), &next(&i, &n(4))))
                });
                match barrier {
                    Some(fences) => seq(&copy, &seq(&prim(Prim::Barrier { fences }, &[]), &write)),
                    None => seq(&copy, &write),
                }
            })
        })
    });
    let p = Prim::Parfor {
        strategy: Strategy::Workgroup(0),
        n: n(2),
        of: row.clone(),
    };
    m.command(&launch(4, 8, &prim(p, &[&out, &function])))
}

fn rows() -> elder_syntax::Value {
    let data = (0..8).map(|i| i as f32).collect::<Vec<_>>();
    elder_syntax::Value::new(vec![2, 4], elder_syntax::value::Data::F32(data)).unwrap()
}

#[test]
fn a_barrier_orders_the_items_of_a_group() {
    let strict = Options { ..Options::default() };
    let got = outcome(&rotate(Some(BOTH)), &[rows()], &strict).unwrap();
    let elder_syntax::value::Data::F32(data) = got[0].data() else {
        panic!()
    };
    assert_eq!(data, &[1.0, 2.0, 3.0, 0.0, 5.0, 6.0, 7.0, 4.0]);
}

#[test]
fn without_the_barrier_or_with_the_wrong_fence_there_is_a_race() {
    for barrier in [
        None,
        Some(Fences {
            local: false,
            global: true,
        }),
    ] {
        let race = failure(&rotate(barrier), &[rows()], &Options::default());
        assert_eq!(race.kind, Kind::Race);
        assert!(race.message.contains("work-item"), "{}", race.message);
        assert!(race.message.contains("`v["), "{}", race.message);
    }
}

#[test]
fn a_barrier_that_not_all_items_reach_is_divergent() {
    let mut m = Maker::new();
    let out = m.output("out", &arr(&n(3), &F));
    let body = parfor(Strategy::Local(0), &n(3), &out, |_, o| {
        seq(&assign(&o, &lit(1.0)), &prim(Prim::Barrier { fences: BOTH }, &[]))
    });
    let entry = m.command(&launch(4, 4, &body));
    let divergent = failure(&entry, &[], &Options::default());
    assert_eq!(divergent.kind, Kind::Divergent);
    assert_eq!(divergent.refusal.map(|r| r.id()), Some("DPIA-S-BARRIER"));
}

#[test]
fn groups_race_on_global_memory() {
    // Every group sums into the same cell, which it first reads.
    let mut m = Maker::new();
    let out = m.output("out", &F);
    let each = fun("g", exp(&DataType::Index(n(2))), |_| assign(&out, &lit(1.0)));
    let p = Prim::ParforEach {
        strategy: Strategy::Workgroup(0),
        n: n(2),
    };
    let entry = m.command(&launch(1, 2, &prim(p, &[&each])));
    let race = failure(&entry, &[], &Options::default());
    assert!(
        race.message.contains("work-group 1 writes `out`"),
        "{}",
        race.message
    );
}

#[test]
fn an_assignment_of_the_group_is_made_by_every_item() {
    // L-UNIFORM.
    let mut m = Maker::new();
    let out = m.output("out", &F);
    let entry = m.command(&launch(2, 2, &assign(&out, &lit(1.0))));
    assert_eq!(failure(&entry, &[], &Options::default()).kind, Kind::Race);
}

fn copy(stride: Option<&Nat>, size: i64) -> u64 {
    let mut m = Maker::new();
    let xs = m.input("xs", &arr(&n(size), &F));
    let out = m.output("out", &arr(&n(size), &F));
    let read = match stride {
        Some(s) => prim(
            Prim::Stride {
                n: n(size),
                s: s.clone(),
                of: F,
            },
            &[&xs],
        ),
        None => xs,
    };
    let body = parfor(Strategy::Global(0), &n(size), &out, |i, o| {
        assign(&o, &op(BinOp::Mul, &lit(2.0), &idx(&n(size), &F, &read, &i)))
    });
    let entry = m.command(&launch(64, 128, &body));
    let options = Options {
        mode: Mode {
            cost: true,
            ..Mode::default()
        },
        ..Options::default()
    };
    let outcome = run(&entry, vec![floats(&vec![1.0; size as usize])], &options);
    outcome.results.unwrap();
    let cost = outcome.cost.unwrap();
    assert_eq!(cost.writes, size as u64 / 32);
    cost.reads
}

#[test]
fn coalesced_reads_take_fewer_transactions() {
    assert_eq!(copy(None, 1024), 32);
    // Neighbours are 32 elements apart.
    assert_eq!(copy(Some(&n(32)), 1024), 1024);
}

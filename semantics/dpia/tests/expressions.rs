//! The functional reading.

use super::build::*;
use crate::dpia::{Options, value};
use crate::failure::Kind;
use crate::options::Limits;
use elder_dpia::{BinOp, DataType, Phrase, Prim, PrimType, Strategy};
use elder_syntax::Value;

fn map(n: &elder_dpia::Nat, from: &DataType, to: &DataType, f: &Phrase, e: &Phrase) -> Phrase {
    let p = Prim::Map {
        strategy: Strategy::Any,
        n: n.clone(),
        from: from.clone(),
        to: to.clone(),
    };
    prim(p, &[f, e])
}

fn reduce(n: &elder_dpia::Nat, from: &DataType, to: &DataType, parts: [&Phrase; 3]) -> Phrase {
    let p = Prim::Reduce {
        n: n.clone(),
        from: from.clone(),
        to: to.clone(),
    };
    prim(p, &parts)
}

#[test]
fn dot_product_with_sizes_from_the_inputs() {
    let mut m = Maker::new();
    let size = m.size("n");
    let (xs, ys) = (m.input("xs", &arr(&size, &F)), m.input("ys", &arr(&size, &F)));
    let pair = DataType::pair(F, F);
    let zip = prim(
        Prim::Zip {
            n: size.clone(),
            first: F,
            second: F,
        },
        &[&xs, &ys],
    );
    let half = |first: bool, p: &Phrase| {
        let (a, b) = (F, F);
        let prim_ = if first {
            Prim::Fst { first: a, second: b }
        } else {
            Prim::Snd { first: a, second: b }
        };
        prim(prim_, &[p])
    };
    let times = fun("p", exp(&pair), |p| {
        op(BinOp::Mul, &half(true, &p), &half(false, &p))
    });
    let products = map(&size, &pair, &F, &times, &zip);
    let body = reduce(
        &size,
        &F,
        &F,
        [&fun2([&F, &F], |x, a| add(&x, &a)), &lit(0.0), &products],
    );
    let entry = m.value(&body, &F);
    let values = [floats(&[1.0, 2.0, 3.0, 4.0]), floats(&[5.0, 6.0, 7.0, 8.0])];
    assert_eq!(results(&entry, &values)[0].to_string(), "70.0f32");
    let uneven = [floats(&[1.0]), floats(&[1.0, 2.0])];
    assert_eq!(
        failure(&entry, &uneven, &Options::default()).kind,
        Kind::Arguments
    );
    let little = Options {
        limits: Limits::fuel(20),
        ..Options::default()
    };
    assert_eq!(failure(&entry, &values, &little).kind, Kind::Limit);
    let narrow = Options {
        limits: Limits {
            memory: Some(8),
            ..Limits::default()
        },
        ..Options::default()
    };
    assert_eq!(failure(&entry, &values, &narrow).kind, Kind::Limit);
}

#[test]
fn reduce_takes_the_element_first() {
    let mut m = Maker::new();
    let size = m.size("n");
    let xs = m.input("xs", &arr(&size, &F));
    let f = fun2([&F, &F], |x, a| op(BinOp::Sub, &x, &a));
    let entry = m.value(&reduce(&size, &F, &F, [&f, &lit(0.0), &xs]), &F);
    assert_eq!(
        results(&entry, &[floats(&[1.0, 2.0, 3.0, 4.0])])[0].to_string(),
        "2.0f32"
    );
    assert_eq!(results(&entry, &[floats(&[])])[0].to_string(), "0.0f32");
}

#[test]
fn a_pair_as_accumulator() {
    let mut m = Maker::new();
    let size = m.size("n");
    let xs = m.input("xs", &arr(&size, &F));
    let pair = DataType::pair(F, F);
    let make = |a: &Phrase, b: &Phrase| prim(Prim::Pair { first: F, second: F }, &[a, b]);
    let f = fun2([&F, &pair], |x, a| {
        let snd = prim(Prim::Snd { first: F, second: F }, &[&a]);
        let fst = prim(Prim::Fst { first: F, second: F }, &[&a]);
        make(&add(&snd, &x), &fst)
    });
    let body = reduce(&size, &F, &pair, [&f, &make(&lit(0.0), &lit(100.0)), &xs]);
    let entry = m.value(&body, &pair);
    let got = results(&entry, &[floats(&[1.0, 2.0, 3.0])]);
    assert_eq!(
        got.iter().map(Value::to_string).collect::<Vec<_>>(),
        ["104.0f32", "2.0f32"]
    );
}

#[test]
fn views_of_views() {
    // transpose (slide (join (split xs))), and the same of an array that is not strided.
    for gathered in [false, true] {
        let mut m = Maker::new();
        let xs = m.input("xs", &arr(&n(6), &F));
        let source = if gathered {
            let zero = n(0);
            let pad = Prim::PadClamp {
                n: n(6),
                left: zero.clone(),
                right: zero,
                of: F,
            };
            prim(pad, &[&xs])
        } else {
            xs
        };
        let split = prim(
            Prim::Split {
                n: n(2),
                m: n(3),
                of: F,
            },
            &[&source],
        );
        let join = prim(
            Prim::Join {
                n: n(3),
                m: n(2),
                of: F,
            },
            &[&split],
        );
        let slide = prim(
            Prim::Slide {
                n: n(3),
                size: n(3),
                step: n(1),
                of: F,
            },
            &[&join],
        );
        let transpose = prim(
            Prim::Transpose {
                n: n(4),
                m: n(3),
                of: F,
            },
            &[&slide],
        );
        let drop = prim(
            Prim::Drop {
                n: n(1),
                m: n(2),
                of: arr(&n(4), &F),
            },
            &[&transpose],
        );
        let entry = m.value(&drop, &arr(&n(2), &arr(&n(4), &F)));
        let got = results(&entry, &[floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])]);
        assert_eq!(
            got[0].to_string(),
            "[[2.0f32, 3.0f32, 4.0f32, 5.0f32], [3.0f32, 4.0f32, 5.0f32, 6.0f32]]"
        );
    }
}

#[test]
fn vectors_pads_and_generate() {
    let mut m = Maker::new();
    let xs = m.input("xs", &arr(&n(4), &F));
    let vector = DataType::Vector(2, PrimType::F32);
    let vectors = prim(
        Prim::AsVector {
            width: 2,
            of: PrimType::F32,
            c: n(2),
        },
        &[&xs],
    );
    let doubled = map(
        &n(2),
        &vector,
        &vector,
        &fun("v", exp(&vector), |v| {
            prim(
                Prim::Binary {
                    op: BinOp::Add,
                    of: vector.clone(),
                },
                &[&v, &v],
            )
        }),
        &vectors,
    );
    let scalars = prim(
        Prim::AsScalar {
            width: 2,
            of: PrimType::F32,
            c: n(2),
        },
        &[&doubled],
    );
    let padded = prim(
        Prim::PadConst {
            n: n(4),
            left: n(1),
            right: n(1),
            of: F,
        },
        &[&lit(9.0), &scalars],
    );
    let reversed = fun("i", exp(&DataType::Index(n(6))), |i| {
        let term = match &*i.node {
            elder_dpia::Node::Var(x) => n(5).minus(&elder_dpia::Nat::var(x)),
            _ => n(0),
        };
        idx(&n(6), &F, &padded, &index(&term, &n(6)))
    });
    let entry = m.value(
        &prim(Prim::Generate { n: n(6), of: F }, &[&reversed]),
        &arr(&n(6), &F),
    );
    let got = results(&entry, &[floats(&[1.0, 2.0, 3.0, 4.0])]);
    assert_eq!(got[0], floats(&[9.0, 8.0, 6.0, 4.0, 2.0, 9.0]));
}

#[test]
fn iterate_divides_the_length() {
    let mut m = Maker::new();
    let xs = m.input("xs", &arr(&n(8), &F));
    let l = elder_dpia::Name::fresh("l");
    let size = elder_dpia::Nat::var(&l);
    let double = size.times(&n(2));
    let step = fun("a", exp(&arr(&double, &F)), |a| {
        let split = prim(
            Prim::Split {
                n: n(2),
                m: size.clone(),
                of: F,
            },
            &[&a],
        );
        let row = arr(&n(2), &F);
        let sum = fun("c", exp(&row), |c| {
            reduce(
                &n(2),
                &F,
                &F,
                [&fun2([&F, &F], |x, a| add(&x, &a)), &lit(0.0), &c],
            )
        });
        map(&size, &row, &F, &sum, &split)
    });
    let f = Phrase::new(elder_dpia::Node::NatLambda(l, step), HERE);
    let iterate = Prim::Iterate {
        n: n(2),
        m: n(1),
        k: n(3),
        of: F,
    };
    let entry = m.value(&prim(iterate, &[&f, &xs]), &arr(&n(1), &F));
    let got = results(&entry, &[floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])]);
    assert_eq!(got[0], floats(&[36.0]));
}

#[test]
fn a_scatter_wants_different_indexes() {
    let scatter = |indexes: &[i32]| {
        let mut m = Maker::new();
        let js = m.input("js", &arr(&n(3), &DataType::Index(n(3))));
        let xs = m.input("xs", &arr(&n(3), &F));
        let body = prim(Prim::Scatter { n: n(3), of: F }, &[&js, &xs]);
        let entry = m.value(&body, &arr(&n(3), &F));
        let values = [Value::vector(indexes.to_vec()), floats(&[10.0, 20.0, 30.0])];
        outcome(&entry, &values, &Options::default())
    };
    assert_eq!(scatter(&[2, 0, 1]).unwrap()[0], floats(&[20.0, 30.0, 10.0]));
    let refused = scatter(&[0, 0, 1]).unwrap_err();
    assert_eq!(refused.refusal.map(|r| r.id()), Some("DPIA-E-SCATTER"));
    let outside = scatter(&[0, 3, 1]).unwrap_err();
    assert_eq!(outside.kind, Kind::Arguments);
}

#[test]
fn a_scatter_view_inverts_a_stride() {
    for (length, s) in [(12, 3), (12, 4), (5, 1), (5, 5)] {
        for i in 0..length {
            let j = crate::dpia::machine::stride(i, length, s).unwrap();
            assert_eq!(crate::dpia::machine::unstride(j, length, s), Some(i));
        }
    }
    assert_eq!(value::zeros(PrimType::I32, 2).len(), 2);
}

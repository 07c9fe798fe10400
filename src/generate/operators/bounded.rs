//! Operators of Futhark that fail: sums of numbers that are not below zero, with a bound.
//!
//! Such a sum only grows, so however it is bracketed it meets the bound, or never.

use crate::Choices;
use crate::meant::{Expected, Meant, Output, vector};
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};

/// Why a sum above the bound fails, and how the operator says so of `s`.
const WAYS: &[(&str, (&str, &str))] = &[
    ("assert (s <= most) s", ("FUT-E-ASSERT", "holds")),
    ("s + 0 / i32.bool (s <= most)", ("NUM-DIV", "zero")),
    (
        "s + (replicate 1000 0)[s + (999 - most)]",
        ("FUT-E-INDEX", "bounds"),
    ),
];

fn scalar(x: i32) -> Value {
    Value::scalar(PrimValue::I32(x))
}

/// A program.
pub fn program(c: &mut Choices) -> Meant {
    let (way, (rule, premise)) = c.pick(WAYS).copied().unwrap_or(WAYS[0]);
    let n = [0, 1, 2, 3, 5, 8, 9, 17, 33][c.below(9)];
    let xs: Vec<i32> = (0..n).map(|_| c.number(0, 10)).collect();
    let total: i32 = xs.iter().sum();
    let most = match c.below(4) {
        0 => total,
        1 => total - 1,
        2 => total / 2,
        _ => 500,
    }
    .max(9);
    let sums: Vec<i32> = xs
        .iter()
        .scan(0, |sum, x| {
            *sum += x;
            Some(*sum)
        })
        .collect();
    let mut bins = vec![0; 3];
    for (k, x) in xs.iter().enumerate() {
        if let Some(bin) = bins.get_mut(k * 3 % 4) {
            *bin += x;
        }
    }
    let row = |all: &[i32]| Output::vector(PrimType::I32, all.iter().copied().map(PrimValue::I32));
    let (sort, text, highest, output) = match c.below(7) {
        0 => (
            "reduce",
            "reduce op 0 xs",
            total,
            Output::scalar(PrimValue::I32(total)),
        ),
        1 => ("scan", "scan op 0 xs", total, row(&sums)),
        2 => (
            "reduce_comm",
            "reduce_comm op 0 xs",
            total,
            Output::scalar(PrimValue::I32(total)),
        ),
        3 => (
            "hist",
            "hist op 0 3 (map (\\i -> i * 3 % 4) (indices xs)) xs",
            bins.iter().copied().max().unwrap_or(0),
            row(&bins),
        ),
        4 => (
            "reduce_by_index",
            "reduce_by_index (replicate 3 0) op 0 (map (\\i -> i * 3 % 4) (indices xs)) xs",
            bins.iter().copied().max().unwrap_or(0),
            row(&bins),
        ),
        5 => (
            "reduce in map",
            "map (\\k -> reduce op 0 (map (+ k) xs)) [0, 0]",
            total,
            row(&[total, total]),
        ),
        // What nobody needs fails, too.
        _ => (
            "unneeded",
            "let zs = scan op 0 xs in reduce (+) 0 xs + 0 * i32.i64 (length zs)",
            total,
            Output::scalar(PrimValue::I32(total)),
        ),
    };
    let values: Vec<PrimValue> = xs.iter().copied().map(PrimValue::I32).collect();
    Meant {
        sort: format!("bounded {sort}"),
        ending: "fut",
        text: format!(
            "entry main (xs: []i32) (most: i32) =\n  let op (a: i32) (b: i32) : i32 = let s = a + b in {way}\n  in {text}\n"
        ),
        inputs: vec![vector(PrimType::I32, &values), scalar(most)],
        expected: match highest > most {
            true => Expected::Fails(rule, premise),
            false => Expected::Values(vec![output]),
        },
    }
}

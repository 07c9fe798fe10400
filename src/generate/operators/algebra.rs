//! Associative operators on tuples of integers, hardly one of which commutes.

use crate::kit::table;

/// An operator with its neutral element, and how a number and its place become an element.
///
/// What it gives is said twice: as texts, in which `a0`, `a1` are the parts of the left operand, `b0`, `b1` those of the right one, `x` and `i` the
/// number and its place; and as functions.  The texts mean the same in Futhark and Dex.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    pub name: &'static str,
    pub neutral: &'static [i32],
    pub parts: &'static [&'static str],
    pub combine: fn(&[i32], &[i32]) -> Vec<i32>,
    pub element: &'static [&'static str],
    pub lift: fn(i32, i32) -> Vec<i32>,
    pub commutes: bool,
}

/// What no element is.
const NONE: i32 = -1000;

/// The operators.
pub const OPERATORS: &[Operator] = table! { Operator { name, commutes, neutral, parts, element, lift, combine }
    ("affine", false, &[1, 0], &["a0 * b0", "(a1 * b0) + b1"], &["(2 * x) + 1", "i + x"],
        |x, i| vec![2 * x + 1, i + x], |a, b| {
            let [a0, a1, b0, b1] = four(a, b);
            vec![a0.wrapping_mul(b0), a1.wrapping_mul(b0).wrapping_add(b1)]
        });
    ("last", false, &[NONE], &["if b0 == -1000 then a0 else b0"], &["if x > 4 then -1000 else x"],
        |x, _| vec![if x > 4 { NONE } else { x }],
        |a, b| if b == [NONE] { a.to_vec() } else { b.to_vec() });
    ("first", false, &[NONE], &["if a0 == -1000 then b0 else a0"], &["if x > 0 then -1000 else x"],
        |x, _| vec![if x > 0 { NONE } else { x }],
        |a, b| if a == [NONE] { b.to_vec() } else { a.to_vec() });
    ("matrix", false, &[1, 0, 0, 1],
        &["(a0 * b0) + (a1 * b2)", "(a0 * b1) + (a1 * b3)", "(a2 * b0) + (a3 * b2)", "(a2 * b1) + (a3 * b3)"],
        &["x", "1", "i", "2"], |x, i| vec![x, 1, i, 2], |a, b| {
            let part = |row: usize, column: usize| {
                let term = |k: usize| at(a, 2 * row + k).wrapping_mul(at(b, 2 * k + column));
                term(0).wrapping_add(term(1))
            };
            vec![part(0, 0), part(0, 1), part(1, 0), part(1, 1)]
        });
    ("prefix", false, &[0, 0], &["a0 + b0", "if a1 > (a0 + b1) then a1 else (a0 + b1)"],
        &["x", "if x > 0 then x else 0"], |x, _| vec![x, x.max(0)], |a, b| {
            let [a0, a1, b0, b1] = four(a, b);
            vec![a0 + b0, a1.max(a0 + b1)]
        });
    ("greatest", false, &[NONE, -1], &["if b0 > a0 then b0 else a0", "if b0 > a0 then b1 else a1"],
        &["x", "i"], |x, i| vec![x, i], |a, b| {
            if at(b, 0) > at(a, 0) {
                b.to_vec()
            } else {
                a.to_vec()
            }
        });
    ("runs", false, &[0, 0, 0, 0],
        &["if a0 == 0 then b0 else a0", "if a0 == 0 then b1 else a1", "if b0 == 0 then a2 else b2", "if a0 == 0 then b3 else (if b0 == 0 then a3 else (if a2 == b1 then (a3 + b3) else (a3 + (b3 + 1))))"],
        &["1", "x", "x", "0"], |x, _| vec![1, x, x, 0], |a, b| match (at(a, 0), at(b, 0)) {
            (0, _) => b.to_vec(),
            (_, 0) => a.to_vec(),
            _ => {
                let change = i32::from(at(a, 2) != at(b, 1));
                vec![at(a, 0), at(a, 1), at(b, 2), at(a, 3) + at(b, 3) + change]
            }
        });
    ("segments", false, &[0, 0], &["if b0 == 1 then 1 else a0", "if b0 == 1 then b1 else (a1 + b1)"],
        &["if x > 5 then 1 else 0", "x + i"], |x, i| vec![i32::from(x > 5), x + i], |a, b| {
            let [a0, a1, b0, b1] = four(a, b);
            match b0 {
                1 => vec![1, b1],
                _ => vec![a0, a1 + b1],
            }
        });
    ("sum", true, &[0], &["a0 + b0"], &["(10 * x) + i"], |x, i| vec![10 * x + i],
        |a, b| vec![at(a, 0).wrapping_add(at(b, 0))]);
    ("product", true, &[1], &["a0 * b0"], &["(2 * x) + 1"], |x, _| vec![2 * x + 1],
        |a, b| vec![at(a, 0).wrapping_mul(at(b, 0))]);
    ("least", true, &[1000, -1],
        &["if b0 < a0 then b0 else a0", "if b0 < a0 then b1 else (if a0 < b0 then a1 else (if b1 < a1 then b1 else a1))"],
        &["x", "i"], |x, i| vec![x, i], |a, b| a.min(b).to_vec());
};

fn at(parts: &[i32], k: usize) -> i32 {
    parts.get(k).copied().unwrap_or_default()
}

fn four(a: &[i32], b: &[i32]) -> [i32; 4] {
    [at(a, 0), at(a, 1), at(b, 0), at(b, 1)]
}

impl Operator {
    /// How many parts an element has.
    pub fn width(&self) -> usize {
        self.neutral.len()
    }

    /// The elements of numbers.
    pub fn lifted(&self, xs: &[i32]) -> Vec<Vec<i32>> {
        let places = 0..;
        xs.iter().zip(places).map(|(x, i)| (self.lift)(*x, i)).collect()
    }

    /// All elements combined, from the left.
    pub fn reduced(&self, all: &[Vec<i32>]) -> Vec<i32> {
        let start = self.neutral.to_vec();
        all.iter().fold(start, |sum, x| (self.combine)(&sum, x))
    }

    /// What is combined up to each element.
    pub fn scanned(&self, all: &[Vec<i32>]) -> Vec<Vec<i32>> {
        let mut sum = self.neutral.to_vec();
        let mut out = Vec::new();
        for x in all {
            sum = (self.combine)(&sum, x);
            out.push(sum.clone());
        }
        out
    }

    /// The parts of the left or the right operand.
    pub fn names(&self, side: &str) -> Vec<String> {
        (0..self.width()).map(|k| format!("{side}{k}")).collect()
    }
}

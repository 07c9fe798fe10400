//! Which index terms are seen to be permutations, each judged by trying them.

use super::{coprime, distinguish, gcd};
use crate::{Name, Nat, Ranges, load};

/// Whether a scatter through these indexes is accepted: n elements into m places, with a size k.
fn accepted(n: &str, m: &str, term: &str) -> bool {
    let text = format!(
        "def main(n: nat, k: nat, xs: ({n}).i32, ks: k.i32, out: acc[({m}).i32]) =
  parfor i < {n} into scatterAcc(generate({n}, fun i. {term}), out) as o {{ o := xs[i] }}"
    );
    let loaded = load::text("scatter.dpia", &text);
    if let Some(other) = loaded
        .diagnostics
        .iter()
        .find(|d| d.refusal.is_none_or(|r| r.rule.id != "DPIA-X-SCATTER-OBL"))
    {
        panic!("{term}: {}", other.message);
    }
    loaded.program.is_some()
}

#[test]
fn rotations_and_strides_are_seen_to_be_permutations() {
    for (n, m, term) in [
        ("n", "n", "(i + k) % n"),
        ("n", "n", "(i + 3) % n"),
        ("n", "n", "(n - 1 - i + k) % n"),
        ("n", "n + k", "(i + 2 * k) % (n + k)"),
        ("n", "2 * n", "(2 * i + k) % (2 * n)"),
        ("n", "2 * n + k", "(2 * i + 1) % (2 * n) + k"),
        ("2 * n + 1", "2 * n + 1", "(2 * i + k) % (2 * n + 1)"),
        ("3 * n + 2", "3 * n + 2", "(3 * i) % (3 * n + 2)"),
        ("2 ^ n", "2 ^ n", "(5 * i + k) % 2 ^ n"),
        ("n * 4", "n * 4", "i / 4 * 4 + (i % 4 + k) % 4"),
        ("n * 4", "n * 4", "i / 4 * 4 + (3 * (i % 4) + 1) % 4"),
        ("n * 4", "n * 4", "(i / 4 + k) % n * 4 + i % 4"),
        ("n * 4", "n * 4", "(i % 4 + 1) % 4 * n + i / 4"),
    ] {
        assert!(accepted(n, m, term), "{term} below {n}");
    }
    for (n, m, term) in [
        ("n", "n", "(2 * i + k) % n"),
        ("2 * n", "2 * n", "(2 * i + k) % (2 * n)"),
        ("n + k", "n + k", "(i + k) % n"),
        ("3 * n", "3 * n", "(3 * i + 1) % (3 * n)"),
        ("6 ^ n", "6 ^ n", "(3 * i + 1) % 6 ^ n"),
        ("n * 4", "n * 4", "i / 4 * 4 + (2 * (i % 4) + k) % 4"),
        ("n * 4", "n * 4", "(i / 4 + k) % n * 4 + (i % 4) % 2"),
    ] {
        assert!(!accepted(n, m, term), "{term} below {n}");
    }
}

#[test]
fn inverses_of_rotations_are_seen() {
    for (f, g, fine) in [
        ("(i + k) % n", "(i + n * k - k) % n", true),
        ("(i + n * k - k) % n", "(i + k) % n", true),
        ("(i + 3) % n", "(i + 3 * n - 3) % n", true),
        ("(i + k) % n", "(i + k) % n", false),
        ("(i + k) % n", "(i + 2 * k) % n", false),
    ] {
        let text =
            format!("def main(n: nat, k: nat, xs: n.i32, ks: k.i32) = xs |> reorder(fun i. {f}, fun i. {g})");
        let loaded = load::text("reorder.dpia", &text);
        assert_eq!(loaded.program.is_some(), fine, "{f} {g} {:?}", loaded.diagnostics);
    }
}

/// All terms that are said to tell indexes apart do.
#[test]
fn no_two_indexes_meet() {
    let (x, k, n) = (Name::fresh("x"), Name::fresh("k"), Name::fresh("n"));
    let [vx, vk, vn] = [&x, &k, &n].map(Nat::var);
    let lit = Nat::lit;
    let known = Ranges::new();
    let (mut seen, mut all) = (0, 0);
    for a in -5..=5 {
        for (m, length) in [
            (vn.clone(), vn.clone()),
            (vn.times(&lit(2)), vn.times(&lit(2))),
            (vn.times(&lit(2)), vn.clone()),
            (vn.times(&lit(3)).plus(&lit(2)), vn.times(&lit(3)).plus(&lit(2))),
            (vn.times(&vk).plus(&lit(1)), vn.clone()),
            (lit(8), lit(8)),
            (lit(8), vn.times(&lit(8))),
        ] {
            let ranges = known.below(&x, &length);
            let sum = vx.times(&lit(a)).plus(&vk).plus(&m.times(&lit(5)));
            let turned = Nat::atom(crate::Atom::Remainder(sum, m.clone()));
            let blocks = vx.quotient(&m, &ranges).times(&m).plus(&turned);
            for term in [turned, blocks] {
                all += 1;
                if !distinguish(vec![term.clone()], &x, &ranges) {
                    continue;
                }
                seen += 1;
                for size in 0..7 {
                    for shift in 0..5 {
                        let value = |at: Option<i64>| {
                            let (x, k, n) = (x.clone(), k.clone(), n.clone());
                            move |y: &Name| match y {
                                y if *y == x => at,
                                y if *y == k => Some(shift),
                                y if *y == n => Some(size),
                                _ => None,
                            }
                        };
                        let count = length.evaluate(&value(None)).unwrap_or(0);
                        let mut values: Vec<_> = (0..count)
                            .filter_map(|at| term.evaluate(&value(Some(at))).ok())
                            .collect();
                        values.sort_unstable();
                        values.dedup();
                        assert_eq!(values.len() as i64, count, "{term:?} at n = {size}, k = {shift}");
                    }
                }
            }
        }
    }
    assert!(seen > 30 && all > seen, "{seen} of {all}");
}

#[test]
fn coprime_is_never_said_of_numbers_with_a_common_factor() {
    let n = Name::fresh("n");
    for a in -12..=12_i64 {
        for (scale, rest) in [(1, 0), (2, 1), (3, 2), (4, 0), (6, 5), (12, 7)] {
            let m = Nat::var(&n).times(&Nat::lit(scale)).plus(&Nat::lit(rest));
            let powers = Nat::lit(scale).power(&Nat::var(&n));
            for term in [m, powers] {
                if coprime(&Nat::lit(a), &term) {
                    for size in 0..20 {
                        let value = term.evaluate(&|y| (*y == n).then_some(size)).unwrap_or(1);
                        assert_eq!(gcd(a.unsigned_abs(), value.unsigned_abs()), 1, "{a} {term:?}");
                    }
                }
            }
        }
    }
}

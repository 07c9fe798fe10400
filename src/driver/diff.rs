//! What differs between two texts, line by line.

use std::fmt::Write as _;

/// Beyond so many pairs of lines everything between what begins and ends alike counts as changed.
const MAX_PAIRS: usize = 25_000_000;

/// The lines of both texts in order: ` ` before those of both, `-` before those of the first only, `+` before those of the second only.
pub fn lines(before: &str, after: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let ends = a[start..].iter().rev().zip(b[start..].iter().rev());
    let end = ends.take_while(|(a, b)| a == b).count();
    let (inner_a, inner_b) = (&a[start..a.len() - end], &b[start..b.len() - end]);
    let mut out = String::new();
    let mut line = |mark: char, text: &str| {
        let _ = writeln!(out, "{mark} {text}");
    };
    a[..start].iter().for_each(|text| line(' ', text));
    let alike = longest(inner_a, inner_b);
    let (mut i, mut j) = (0, 0);
    for (own, other) in alike.into_iter().chain([(inner_a.len(), inner_b.len())]) {
        inner_a[i..own].iter().for_each(|text| line('-', text));
        inner_b[j..other].iter().for_each(|text| line('+', text));
        if let Some(text) = inner_a.get(own) {
            line(' ', text);
        }
        (i, j) = (own + 1, other + 1);
    }
    a[a.len() - end..].iter().for_each(|text| line(' ', text));
    out
}

/// The positions of a longest common subsequence.
fn longest(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
    if a.len().saturating_mul(b.len()) > MAX_PAIRS {
        return Vec::new();
    }
    let width = b.len() + 1;
    // How long it is for the lines from i and from j on.
    let mut rest = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            rest[i * width + j] = match a[i] == b[j] {
                true => rest[(i + 1) * width + j + 1] + 1,
                false => rest[(i + 1) * width + j].max(rest[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut found = Vec::new();
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            found.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if rest[(i + 1) * width + j] >= rest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn lines_of_one_text_are_marked() {
        assert_eq!(
            lines("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n"),
            "  a\n- b\n+ x\n  c\n  d\n+ e\n"
        );
        assert_eq!(lines("a\n", "a\n"), "  a\n");
        assert_eq!(lines("", "a\nb\n"), "+ a\n+ b\n");
    }
}

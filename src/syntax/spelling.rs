//! Which name may have been meant.

/// The known name that is most like `name`, if it is like it at all.
pub fn closest(name: &str, known: impl IntoIterator<Item = String>) -> Option<String> {
    known
        .into_iter()
        .filter(|k| k != name)
        .map(|k| (distance(&k, name), k))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= 1 + name.len() / 4)
        .map(|(_, k)| k)
}

/// How many letters differ, are missing or are exchanged with their neighbours, for short names.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(40).collect();
    let b: Vec<char> = b.chars().take(40).collect();
    // Three rows of the table of distances between beginnings: that before the last, the last, and the next.
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut best = at(&last, j) + usize::from(x != y);
            best = best.min(at(&last, j + 1) + 1).min(at(&next, j) + 1);
            let exchanged = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if exchanged {
                best = best.min(at(&before, j - 1) + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut last, next);
    }
    at(&last, b.len())
}

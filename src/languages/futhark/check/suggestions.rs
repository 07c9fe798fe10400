//! Help for misspelt names: the name in scope that is nearest to what was written.

use elder_syntax::Name;

/// Longer names get no suggestion: nobody misspells so much, and comparing takes quadratic time.
const MAX_LENGTH: usize = 40;

/// A help line with the nearest of `names`, if one is near.
pub fn did_you_mean<'n>(written: &str, names: impl Iterator<Item = &'n Name>) -> Option<String> {
    let written: Vec<char> = written.chars().collect();
    if written.len() > MAX_LENGTH {
        return None;
    }
    let limit = (written.len() / 3).max(1);
    let (_, name) = names
        .filter(|name| {
            name.len().abs_diff(written.len()) <= limit && name.len() > 1 && !name.starts_with('_')
        })
        .map(|name| (distance(&written, name), name))
        .filter(|(d, _)| *d <= limit && *d < written.len())
        .min()?;
    Some(format!("did you mean `{name}`?"))
}

/// How many letters have to be inserted, dropped, replaced or swapped with their neighbour.
fn distance(written: &[char], name: &str) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=written.len()).collect();
    let mut last = None;
    for (i, c) in name.chars().enumerate() {
        let mut next = Vec::with_capacity(row.len());
        next.push(i + 1);
        for (j, w) in written.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
            let replaced = at(&row, j) + usize::from(*w != c);
            let mut best = replaced.min(at(&row, j + 1) + 1).min(at(&next, j) + 1);
            if j > 0 && last == Some(*w) && written.get(j - 1) == Some(&c) {
                best = best.min(at(&before, j - 1) + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
        last = Some(c);
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suggest(written: &str) -> Option<String> {
        let names = ["map", "map2", "reduce", "replicate", "iota", "x"].map(Name::from);
        did_you_mean(written, names.iter())
    }

    #[test]
    fn the_nearest_name_is_suggested() {
        assert_eq!(suggest("redcue").as_deref(), Some("did you mean `reduce`?"));
        assert_eq!(suggest("replicat").as_deref(), Some("did you mean `replicate`?"));
        assert_eq!(suggest("mpa").as_deref(), Some("did you mean `map`?"));
    }

    #[test]
    fn names_that_are_not_near_are_not_suggested() {
        assert_eq!(suggest("filter"), None);
        assert_eq!(suggest("y"), None);
    }
}

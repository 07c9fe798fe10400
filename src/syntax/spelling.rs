//! Which name may have been meant.

use strsim::osa_distance;

/// Names with more letters have none that may have been meant.
const LONGEST: usize = 40;

/// The known name that is most like `name`, if it is like it at all: one letter, and one more of every four, may differ, be missing or be exchanged with its neighbour.
pub fn closest<S: AsRef<str>>(name: &str, known: impl IntoIterator<Item = S>) -> Option<String> {
    let letters = name.chars().count();
    let most = 1 + name.len() / 4;
    if letters > LONGEST {
        return None;
    }
    known
        .into_iter()
        // No name is nearer than the letters that it has more or less.
        .filter(|k| k.as_ref() != name && k.as_ref().chars().count().abs_diff(letters) <= most)
        .map(|k| (osa_distance(k.as_ref(), name), k))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= most)
        .map(|(_, k)| k.as_ref().to_owned())
}

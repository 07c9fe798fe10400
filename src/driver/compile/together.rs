//! Entry points of a program that are compiled together, so that what several of them do or use is compiled and computed once.
//!
//! A pass refuses a program as a whole, so one entry point that has no counterpart would take the others with it.  Where the whole is refused each entry
//! point is tried alone: those that are refused then are so by their own rule, and the others are made together again.

use crate::device::Failure;

/// What was made of entry points.
pub struct Together<T> {
    /// What was made, each of some of the entry points: of all that are not refused at once, but where that is refused though none of them is.
    pub made: Vec<Made<T>>,
    /// The entry points that are refused by themselves, in order.
    pub refused: Vec<(String, Failure)>,
}

/// What was made of some entry points.
pub struct Made<T> {
    /// Their names.
    pub roots: Vec<String>,
    /// What it is.
    pub what: T,
}

impl<T> Made<T> {
    fn of(roots: &[&str], what: T) -> Made<T> {
        Made {
            roots: roots.iter().map(|root| (*root).to_owned()).collect(),
            what,
        }
    }
}

impl<T> Together<T> {
    /// What `make` makes of these entry points.
    pub fn of(roots: &[&str], mut make: impl FnMut(&[&str]) -> Result<T, Failure>) -> Together<T> {
        match (make(roots), roots) {
            (Ok(what), _) => Together {
                made: vec![Made::of(roots, what)],
                refused: Vec::new(),
            },
            (Err(failure), [only]) => Together {
                made: Vec::new(),
                refused: vec![((*only).to_owned(), failure)],
            },
            (Err(_), _) => Together::apart(roots, make),
        }
    }

    /// The same of entry points that are refused as a whole.
    fn apart(roots: &[&str], mut make: impl FnMut(&[&str]) -> Result<T, Failure>) -> Together<T> {
        let (mut left, mut made, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for root in roots {
            match make(&[root]) {
                Ok(what) => {
                    left.push(*root);
                    made.push(Made::of(&[root], what));
                }
                Err(failure) => refused.push(((*root).to_owned(), named(root, failure))),
            }
        }
        // Where none is refused they are only as a whole.
        if !refused.is_empty()
            && left.len() > 1
            && let Ok(what) = make(&left)
        {
            made = vec![Made::of(&left, what)];
        }
        Together { made, refused }
    }

    /// What was made of an entry point, with those that it was made with, or why nothing was; `None` of one that was not asked for.
    pub fn find(&self, root: &str) -> Option<Result<&Made<T>, &Failure>> {
        let made = self
            .made
            .iter()
            .find(|made| made.roots.iter().any(|own| own == root));
        let refused = || self.refused.iter().find(|(own, _)| own == root);
        made.map(Ok)
            .or_else(|| refused().map(|(_, failure)| Err(failure)))
    }
}

/// Each of these names once, where it is first.
pub fn each_once<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let mut all = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// A refusal that says of which of several entry points it is.
fn named(root: &str, mut failure: Failure) -> Failure {
    if let Some(first) = failure.rejected.diagnostics.first_mut() {
        first.message = format!("entry point `{root}`: {}", first.message);
    }
    failure
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Rejected, StopKind};
    use elder_syntax::{Diagnostic, SourceMap};

    /// Makes the names of entry points, but where one is called `no`, and never of so many.
    fn make(most: usize) -> impl FnMut(&[&str]) -> Result<String, Failure> {
        move |roots| match roots.contains(&"no") || roots.len() > most {
            false => Ok(roots.join(" ")),
            true => Err(Failure {
                kind: StopKind::Arguments,
                rejected: Rejected {
                    sources: SourceMap::new(),
                    diagnostics: vec![Diagnostic::outside("it is refused")],
                },
            }),
        }
    }

    fn made(together: &Together<String>) -> Vec<&str> {
        together.made.iter().map(|made| made.what.as_str()).collect()
    }

    #[test]
    fn what_is_not_refused_is_made_together() {
        let all = Together::of(&["a", "b", "c"], make(3));
        assert_eq!((made(&all), all.refused.len()), (vec!["a b c"], 0));
        let some = Together::of(&["a", "no", "c"], make(3));
        assert_eq!(made(&some), ["a c"]);
        assert!(some.find("c").is_some_and(|found| found.is_ok()));
        assert!(some.find("d").is_none());
        let Some(Err(failure)) = some.find("no") else {
            panic!("`no` is refused");
        };
        let message = &failure.rejected.diagnostics[0].message;
        assert_eq!(message, "entry point `no`: it is refused");
    }

    #[test]
    fn what_is_refused_together_only_is_made_alone() {
        let all = Together::of(&["a", "b", "c"], make(2));
        assert_eq!((made(&all), all.refused.len()), (vec!["a", "b", "c"], 0));
        let most = Together::of(&["a", "b", "no"], make(1));
        assert_eq!((made(&most), most.refused.len()), (vec!["a", "b"], 1));
    }

    #[test]
    fn one_that_is_asked_for_alone_is_refused_as_it_is() {
        let one = Together::of(&["no"], make(1));
        let Some(Err(failure)) = one.find("no") else {
            panic!("`no` is refused");
        };
        assert_eq!(failure.rejected.diagnostics[0].message, "it is refused");
    }
}

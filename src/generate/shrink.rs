//! Reduction: the smallest tree of choices that still shows a failure.
//!
//! Candidates are made from coarse to fine: a part is replaced by the simplest one, or by a part within it; then parts
//! are dropped, then single choices are lowered.  Every candidate generates a well-typed program, because generators accept
//! any tree.

use crate::ChoiceTree;

/// The result of a reduction.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The smallest tree found.
    pub tree: ChoiceTree,
    /// How many candidates were tried.
    pub tries: usize,
}

/// Reduces `tree`, for which `fails` holds, with at most `budget` calls of `fails`.
pub fn shrink(tree: ChoiceTree, budget: usize, mut fails: impl FnMut(&ChoiceTree) -> bool) -> Shrunk {
    let mut best = tree;
    let mut tries = 0;
    let mut changes = changes(&best);
    // The next change, and how many in a row were none.
    let (mut next, mut idle) = (0, 0);
    while idle < changes.len() && tries < budget {
        next %= changes.len();
        let candidate = changes[next].of(&best);
        let worth = candidate.filter(|candidate| smaller(candidate, &best));
        tries += usize::from(worth.is_some());
        match worth {
            Some(candidate) if fails(&candidate) => {
                // Changes before this one did not help a moment ago: they wait until the others were tried.
                best = candidate;
                changes = self::changes(&best);
                idle = 0;
            }
            _ => {
                next += 1;
                idle += 1;
            }
        }
    }
    Shrunk { tree: best, tries }
}

/// Fewer nodes and choices, or the same number and lower choices.
fn smaller(a: &ChoiceTree, b: &ChoiceTree) -> bool {
    (a.size(), weight(a)) < (b.size(), weight(b))
}

fn weight(tree: &ChoiceTree) -> u64 {
    tree.choices.iter().map(|&c| u64::from(c)).sum::<u64>() + tree.children.iter().map(weight).sum::<u64>()
}

/// Where a node is: the number of a child at every step.
type Path = Vec<usize>;

/// A way to make a tree smaller in one place.
enum Change {
    /// The simplest part stands there.
    Simplest(Path),
    /// A part within it stands there.
    Within(Path, Path),
    /// A part of it is dropped.
    Dropped(Path, usize),
    /// The last choice is dropped; who asks for more choices than there are gets zeros.
    Shorter(Path),
    /// A choice is another.
    Lower(Path, usize, u32),
}

impl Change {
    /// The changed tree.
    fn of(&self, tree: &ChoiceTree) -> Option<ChoiceTree> {
        match self {
            Change::Simplest(path) => Some(with(tree, path, ChoiceTree::default())),
            Change::Within(path, inner) => {
                let part = at(at(tree, path)?, inner)?.clone();
                Some(with(tree, path, part))
            }
            Change::Dropped(path, child) => {
                let mut less = at(tree, path)?.clone();
                less.children.remove(*child);
                Some(with(tree, path, less))
            }
            Change::Shorter(path) => {
                let mut less = at(tree, path)?.clone();
                less.choices.pop()?;
                Some(with(tree, path, less))
            }
            Change::Lower(path, choice, lower) => {
                let mut less = at(tree, path)?.clone();
                *less.choices.get_mut(*choice)? = *lower;
                Some(with(tree, path, less))
            }
        }
    }
}

/// All ways to change a tree in one place so that it is not larger there.
fn changes(tree: &ChoiceTree) -> Vec<Change> {
    let mut out = Vec::new();
    for path in paths(tree) {
        let Some(node) = at(tree, &path) else { continue };
        if node.size() > 1 {
            out.push(Change::Simplest(path.clone()));
        }
        let inner = paths(node).into_iter().skip(1);
        out.extend(inner.map(|inner| Change::Within(path.clone(), inner)));
    }
    for path in paths(tree) {
        let Some(node) = at(tree, &path) else { continue };
        out.extend((0..node.children.len()).map(|i| Change::Dropped(path.clone(), i)));
        if !node.choices.is_empty() {
            out.push(Change::Shorter(path.clone()));
        }
        for (i, &choice) in node.choices.iter().enumerate() {
            let lower = [0, choice / 2, choice.saturating_sub(1)]
                .into_iter()
                .filter(|lower| *lower < choice);
            out.extend(lower.map(|lower| Change::Lower(path.clone(), i, lower)));
        }
    }
    out
}

/// The places of all nodes, from the root down.
fn paths(tree: &ChoiceTree) -> Vec<Path> {
    let mut out = vec![vec![]];
    for (i, child) in tree.children.iter().enumerate() {
        for mut path in paths(child) {
            path.insert(0, i);
            out.push(path);
        }
    }
    out
}

fn at<'a>(tree: &'a ChoiceTree, path: &[usize]) -> Option<&'a ChoiceTree> {
    path.iter().try_fold(tree, |node, &i| node.children.get(i))
}

fn with(tree: &ChoiceTree, path: &[usize], replacement: ChoiceTree) -> ChoiceTree {
    match path {
        [] => replacement,
        [first, rest @ ..] => {
            let mut out = tree.clone();
            if let Some(child) = out.children.get_mut(*first) {
                *child = with(child, rest, replacement);
            }
            out
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choices;

    /// A sum tree: a leaf is a number, a node the sum of two.
    fn sum(c: &mut Choices, depth: usize) -> usize {
        if depth > 0 && c.below(2) == 1 {
            c.part(|c| sum(c, depth - 1)) + c.part(|c| sum(c, depth - 1))
        } else {
            c.below(100)
        }
    }

    #[test]
    fn finds_the_smallest_tree() {
        let large = |tree: &ChoiceTree| sum(&mut Choices::replaying(tree.clone()), 5) >= 90;
        let start = (0..)
            .map(|seed| {
                let mut c = Choices::random(seed);
                sum(&mut c, 5);
                c.into_record()
            })
            .find(|tree| large(tree) && tree.size() > 20)
            .unwrap();
        let shrunk = shrink(start, 10_000, |tree| large(tree));
        assert_eq!(sum(&mut Choices::replaying(shrunk.tree.clone()), 5), 90);
        assert!(shrunk.tree.size() <= 3, "{:?}", shrunk.tree);
    }
}

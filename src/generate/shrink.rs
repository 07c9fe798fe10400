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
    'again: loop {
        for candidate in candidates(&best) {
            if tries >= budget {
                return Shrunk { tree: best, tries };
            }
            tries += 1;
            if smaller(&candidate, &best) && fails(&candidate) {
                best = candidate;
                continue 'again;
            }
        }
        return Shrunk { tree: best, tries };
    }
}

/// Fewer nodes and choices, or the same number and lower choices.
fn smaller(a: &ChoiceTree, b: &ChoiceTree) -> bool {
    (a.size(), weight(a)) < (b.size(), weight(b))
}

fn weight(tree: &ChoiceTree) -> u64 {
    tree.choices.iter().map(|&c| u64::from(c)).sum::<u64>() + tree.children.iter().map(weight).sum::<u64>()
}

/// All trees that differ in one place and are not larger there.
fn candidates(tree: &ChoiceTree) -> Vec<ChoiceTree> {
    let mut out = Vec::new();
    for path in paths(tree) {
        let Some(node) = at(tree, &path) else { continue };
        if node.size() > 1 {
            out.push(with(tree, &path, ChoiceTree::default()));
        }
        for inner in paths(node).into_iter().skip(1) {
            if let Some(part) = at(node, &inner) {
                out.push(with(tree, &path, part.clone()));
            }
        }
    }
    for path in paths(tree) {
        let Some(node) = at(tree, &path) else { continue };
        for i in 0..node.children.len() {
            let mut less = node.clone();
            less.children.remove(i);
            out.push(with(tree, &path, less));
        }
        for (i, &choice) in node.choices.iter().enumerate() {
            for lower in [0, choice / 2, choice.saturating_sub(1)] {
                if lower < choice {
                    let mut less = node.clone();
                    less.choices[i] = lower;
                    out.push(with(tree, &path, less));
                }
            }
        }
    }
    out
}

/// The places of all nodes, from the root down.
fn paths(tree: &ChoiceTree) -> Vec<Vec<usize>> {
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

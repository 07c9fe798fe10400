//! The tree of choices from which a program is generated.
//!
//! Each node owns the choices of one part of the program and, for what is not recorded, a seed of its own.  So a change
//! in one node leaves its siblings alone: mutation stays local, which a flat sequence of bytes cannot give.

/// Recorded choices of one part of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceTree {
    /// Answers, in the order of asking; each is taken modulo what was asked.
    pub choices: Vec<u32>,
    /// The parts that this part opened, in order.
    pub children: Vec<ChoiceTree>,
}

/// What answers when the record is exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beyond {
    /// Pseudo-random answers from this state.
    Random(u64),
    /// The first alternative, which generators make the simplest.
    First,
}

/// A source of choices that replays a tree and records what it answered.
#[derive(Debug)]
pub struct Choices {
    replay: ChoiceTree,
    beyond: Beyond,
    next_choice: usize,
    next_child: usize,
    record: ChoiceTree,
}

/// Trees of fuzzers are cut here: deeper or larger ones add time, not behaviour.
const MAX_DEPTH: usize = 64;
const MAX_NODES: usize = 4096;

impl Choices {
    /// All choices are random, from `seed`.
    pub fn random(seed: u64) -> Choices {
        Choices::new(ChoiceTree::default(), Beyond::Random(mix(seed)))
    }

    /// Replays `tree`; the first alternative wherever it is silent.
    pub fn replaying(tree: ChoiceTree) -> Choices {
        Choices::new(tree, Beyond::First)
    }

    fn new(replay: ChoiceTree, beyond: Beyond) -> Choices {
        Choices {
            replay,
            beyond,
            next_choice: 0,
            next_child: 0,
            record: ChoiceTree::default(),
        }
    }

    /// A number below `alternatives`; 0 if there is none.
    pub fn below(&mut self, alternatives: usize) -> usize {
        if alternatives == 0 {
            return 0;
        }
        let raw = match self.replay.choices.get(self.next_choice) {
            Some(&raw) => raw as usize,
            None => match &mut self.beyond {
                Beyond::First => 0,
                Beyond::Random(state) => {
                    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                    (mix(*state) >> 33) as usize
                }
            },
        };
        self.next_choice += 1;
        let answer = raw % alternatives;
        self.record.choices.push(answer as u32);
        answer
    }

    /// One of the alternatives; `None` if there is none.
    pub fn pick<'a, T>(&mut self, alternatives: &'a [T]) -> Option<&'a T> {
        let index = self.below(alternatives.len());
        alternatives.get(index)
    }

    /// One of these rows, as often as they weigh; `None` if none weighs anything.
    pub fn weighted<'a, T>(&mut self, rows: &'a [T], weight: impl Fn(&T) -> usize) -> Option<&'a T> {
        let weights: Vec<usize> = rows.iter().map(weight).collect();
        let mut left = self.below(weights.iter().sum());
        let chosen = weights.iter().position(|weight| match left.checked_sub(*weight) {
            Some(more) => {
                left = more;
                false
            }
            None => true,
        });
        rows.get(chosen?)
    }

    /// One of so many numbers, of which this is the least.
    pub fn number(&mut self, least: i32, count: usize) -> i32 {
        least.saturating_add(i32::try_from(self.below(count)).unwrap_or(i32::MAX))
    }

    /// One of these words.
    pub fn word(&mut self, words: &'static str) -> &'static str {
        let words: Vec<&str> = words.split_whitespace().collect();
        self.pick(&words).copied().unwrap_or_default()
    }

    /// One of these floats, which stand as words.
    pub fn float(&mut self, all: &'static str) -> f64 {
        self.word(all).parse().unwrap_or_default()
    }

    /// True once in `n` times; replayed beyond the record: false.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) + 1 == n && n > 1
    }

    /// Generates a part of the program from a node of its own.
    pub fn part<T>(&mut self, generate: impl FnOnce(&mut Choices) -> T) -> T {
        let replay = self.replay.children.get_mut(self.next_child).map(std::mem::take);
        let beyond = match (&replay, self.beyond) {
            // A recorded node replays itself; what it does not say is the simplest.
            (Some(_), _) | (None, Beyond::First) => Beyond::First,
            (None, Beyond::Random(state)) => {
                Beyond::Random(mix(state ^ (self.next_child as u64 + 1).rotate_left(32)))
            }
        };
        self.next_child += 1;
        let mut inner = Choices::new(replay.unwrap_or_default(), beyond);
        let result = generate(&mut inner);
        self.record.children.push(inner.record);
        result
    }

    /// What was chosen.
    pub fn into_record(self) -> ChoiceTree {
        self.record
    }
}

impl ChoiceTree {
    /// A tree from any bytes: what a fuzzer mutates.
    pub fn from_bytes(bytes: &[u8]) -> ChoiceTree {
        let mut nodes = 0;
        decode(&mut bytes.iter().copied(), 0, &mut nodes)
    }

    /// The bytes that [`ChoiceTree::from_bytes`] reads back, if the tree is within its limits.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        encode(self, &mut out);
        out
    }

    /// Number of nodes and choices.
    pub fn size(&self) -> usize {
        1 + self.choices.len() + self.children.iter().map(ChoiceTree::size).sum::<usize>()
    }
}

/// A node is: the number of its choices, these, the number of its children, these.  A byte each; a choice of 255 and more
/// is 255 and two bytes.
fn encode(tree: &ChoiceTree, out: &mut Vec<u8>) {
    let few = |n: usize| n.min(254) as u8;
    out.push(few(tree.choices.len()));
    for &choice in tree.choices.iter().take(254) {
        if choice < 255 {
            out.push(choice as u8);
        } else {
            out.push(255);
            out.extend((choice.min(65535) as u16).to_le_bytes());
        }
    }
    out.push(few(tree.children.len()));
    for child in tree.children.iter().take(254) {
        encode(child, out);
    }
}

fn decode(bytes: &mut dyn Iterator<Item = u8>, depth: usize, nodes: &mut usize) -> ChoiceTree {
    let mut tree = ChoiceTree::default();
    *nodes += 1;
    if depth > MAX_DEPTH || *nodes > MAX_NODES {
        return tree;
    }
    let Some(choices) = bytes.next() else { return tree };
    for _ in 0..choices {
        let Some(byte) = bytes.next() else { return tree };
        let choice = if byte < 255 {
            u32::from(byte)
        } else {
            let low = bytes.next().unwrap_or(0);
            let high = bytes.next().unwrap_or(0);
            u32::from(u16::from_le_bytes([low, high]))
        };
        tree.choices.push(choice);
    }
    let Some(children) = bytes.next() else { return tree };
    for _ in 0..children {
        if *nodes > MAX_NODES {
            break;
        }
        tree.children.push(decode(bytes, depth + 1, nodes));
    }
    tree
}

/// SplitMix64's output function.
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(c: &mut Choices) -> Vec<usize> {
        let mut out = vec![c.below(10)];
        for _ in 0..c.below(4) {
            out.extend(c.part(|c| vec![c.below(1000), c.below(7)]));
        }
        out
    }

    #[test]
    fn a_record_replays_and_survives_bytes() {
        for seed in 0..100 {
            let mut first = Choices::random(seed);
            let expected = numbers(&mut first);
            let record = first.into_record();
            assert_eq!(numbers(&mut Choices::replaying(record.clone())), expected);
            assert_eq!(ChoiceTree::from_bytes(&record.to_bytes()), record);
        }
    }

    #[test]
    fn a_change_in_one_part_leaves_the_others_alone() {
        let mut choices = Choices::random(3);
        let both = |c: &mut Choices| (c.part(numbers), c.part(numbers));
        let (_, second) = both(&mut choices);
        let mut record = choices.into_record();
        record.children[0] = ChoiceTree::default();
        assert_eq!(both(&mut Choices::replaying(record)), (vec![0], second));
    }
}

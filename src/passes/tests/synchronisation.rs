//! How many barriers and guards a kernel gets (DPIA-B-SEQ, DPIA-B-LOOP, DPIA-B-OWN): as many as it needs.

use elder_dpia::{Entry, Node, Phrase, Prim, load};
use elder_passes::{Target, compile};

/// What stands in a kernel.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    local: usize,
    global: usize,
    both: usize,
    guards: usize,
}

fn count(p: &Phrase, found: &mut Found) {
    match &*p.node {
        Node::Prim(Prim::Barrier { fences }, _) => match (fences.local, fences.global) {
            (true, true) => found.both += 1,
            (true, false) => found.local += 1,
            _ => found.global += 1,
        },
        Node::Prim(Prim::ParforEach { n, .. }, _) if n.is_one() => found.guards += 1,
        _ => {}
    }
    p.children().for_each(|child| count(child, found));
}

/// `body` is a function of a row of 1024 numbers; the kernel has 8 groups of 128 items for 16 rows, so that its loop over groups runs
/// more than once.
fn found(body: &str, size: &str) -> Found {
    let text = format!("def main = fun(xss: 16.1024.f32) run({size})(xss |> mapWorkgroup({body}))");
    let loaded = load::text("test.dpia", &text);
    let messages: Vec<_> = loaded.diagnostics.iter().map(|d| &d.message).collect();
    let program = loaded.program.unwrap_or_else(|| panic!("{text}: {messages:?}"));
    let entry = Entry::closed(&program, "main").expect("an entry");
    let compiled = compile(&entry, &Target::OPENCL).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let mut found = Found::default();
    count(&compiled.body, &mut found);
    found
}

const LOOPING: &str = "(128), (1024)";
const COVERING: &str = "(128), (2048)";
const SUMS: &str = "|> slide(3, 1) |> mapLocal(fun w. reduce(fun x a. x + a, 0.0, w))";

#[test]
fn one_map_needs_none() {
    assert_eq!(
        found("fun row. mapLocal(fun x. x, row)", LOOPING),
        Found::default()
    );
}

#[test]
fn what_other_items_read_is_waited_for() {
    let program = format!("fun row. row |> toLocal(mapLocal(fun x. x)) {SUMS}");
    let two = Found {
        local: 2,
        ..Found::default()
    };
    assert_eq!(found(&program, LOOPING), two);
    // The second barrier is for the next row of the same group.
    let one = Found {
        local: 1,
        ..Found::default()
    };
    assert_eq!(found(&program, COVERING), one);
}

#[test]
fn in_global_memory_each_row_has_its_own_part() {
    let program = format!("fun row. row |> toGlobal(mapLocal(fun x. x)) {SUMS}");
    let one = Found {
        global: 1,
        ..Found::default()
    };
    assert_eq!(found(&program, LOOPING), one);
}

#[test]
fn what_only_the_same_item_reads_needs_none() {
    let program = "fun row. row |> toLocal(mapLocal(fun x. x)) |> mapLocal(fun x. x + 1.0)";
    assert_eq!(found(program, LOOPING), Found::default());
    let program = "fun row. zip(toLocal(mapLocal(fun x. x), row), toLocal(mapLocal(fun x. x), row)) |> mapLocal(fun p. fst p + snd p)";
    assert_eq!(found(program, LOOPING), Found::default());
}

#[test]
fn stages_in_turn_need_one_between_two() {
    // Each cell's last readers are parted from its next writers by the barrier of the other stage.
    let reverse = "|> reorder(fun i. at@1024(1023 - i), fun i. at@1024(1023 - i))";
    let stage = "|> toLocal(mapLocal(fun x. x))";
    let program = format!("fun row. row {stage} {reverse} {stage} {reverse} |> mapLocal(fun x. x)");
    let two = Found {
        local: 2,
        ..Found::default()
    };
    assert_eq!(found(&program, LOOPING), two);
}

#[test]
fn two_copies_share_a_barrier() {
    let program = "fun row. zip(toLocal(mapLocal(fun x. x), row) |> slide(3, 1), toLocal(mapLocal(fun x. x), row) |> slide(3, 1)) |> mapLocal(fun p. reduce(fun x a. x + a, 0.0, fst p) + reduce(fun x a. x + a, 0.0, snd p))";
    let two = Found {
        local: 2,
        ..Found::default()
    };
    assert_eq!(found(program, LOOPING), two);
}

#[test]
fn one_item_writes_what_the_group_shares() {
    let program = "fun row. row |> toLocal(mapLocal(fun x. x)) |> reduce(fun x a. x + a, 0.0)";
    let expected = Found {
        local: 2,
        guards: 1,
        ..Found::default()
    };
    assert_eq!(found(program, LOOPING), expected);
    // A group of one item needs neither.
    assert_eq!(found(program, "(1), (16)"), Found::default());
}

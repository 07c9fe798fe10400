//! The translation preserves strategies (notes, V-13): a map is one parallel loop of its kind, a reduction one sequential loop with one
//! accumulator, a map whose result others read one array; views are no loop at all.

use elder_dpia::{Entry, Node, Phrase, Prim, Strategy, load};
use elder_passes::{Target, within_dpia};
use std::collections::BTreeMap;

/// How often each sort of command occurs after the pass of this name.
fn counts(text: &str, last: &str) -> BTreeMap<String, usize> {
    fn walk(phrase: &Phrase, out: &mut BTreeMap<String, usize>) {
        if let Node::Prim(prim, _) = &*phrase.node {
            let name = match prim {
                Prim::Parfor { strategy, .. } => Some(match strategy {
                    Strategy::Any => "parfor".to_string(),
                    other => format!("parfor {other:?}"),
                }),
                Prim::For { .. } => Some("for".to_string()),
                Prim::New { .. } => Some("new".to_string()),
                Prim::Map { .. } | Prim::Reduce { .. } | Prim::MapI { .. } | Prim::ReduceI { .. } => {
                    Some(prim.name().to_string())
                }
                _ => None,
            };
            if let Some(name) = name {
                *out.entry(name).or_default() += 1;
            }
        }
        phrase.children().for_each(|part| walk(part, out));
    }
    let loaded = load::text("program", text);
    let program = loaded
        .program
        .unwrap_or_else(|| panic!("{text}: {:?}", loaded.diagnostics));
    let mut entry = Entry::closed(&program, "main").expect("there is a main");
    for pass in within_dpia().iter().map(|position| position.pass) {
        entry = pass
            .entry(&entry, &Target::OPENCL)
            .unwrap_or_else(|e| panic!("{}: {e:?}", pass.name));
        if pass.name == last {
            break;
        }
    }
    let mut out = BTreeMap::new();
    walk(&entry.body, &mut out);
    out
}

fn has(text: &str, expected: &[(&str, usize)]) {
    let expected: BTreeMap<String, usize> = expected.iter().map(|(name, n)| (name.to_string(), *n)).collect();
    assert_eq!(counts(text, "in_place"), expected, "{text}");
}

#[test]
fn maps_and_reductions_are_loops_and_views_are_not() {
    // The programs of the notes' section 18, by their numbers.
    has(
        "def main(n: nat, a: f32, xs: n.f32) = xs |> map(fun x. a * x)",
        &[("parfor", 1)],
    ); // 01
    has(
        "def main(n: nat, xs: n.f32, ys: n.f32) = zip(xs, ys) |> map(fun p. fst p * snd p) |> reduce(fun x a. x + a, 0)",
        &[("parfor", 1), ("for", 1), ("new", 2)],
    ); // 02
    has(
        "def main(xs: 8.f32) = xs |> split(4) |> map(fun r. r |> map(fun x. x + 1)) |> join",
        &[("parfor", 2)],
    ); // 07
    has(
        "def main(n: nat, xs: n.f32, ys: n.f32) = zip(xs |> map(fun x. x + 1), ys |> map(fun x. x + 1))",
        &[("parfor", 2)],
    ); // 08
    has(
        "def main(xs: 2.f32) = fst (xs |> map(fun x. x + 1), xs |> map(fun x. x * 5))",
        &[("parfor", 3), ("new", 2)],
    ); // 10
    has(
        "def main(xs: 6.f32) = xs |> map(fun x. x * 10) |> split(2)",
        &[("parfor", 1)],
    ); // 11
    has(
        "def main(g: nat, l: nat, k: nat, xs: (g*l*k).f32, ys: (g*l*k).f32) = zip(xs, ys) |> split(l*k) |> mapWorkgroup(fun z. z |> split(k) |> mapLocal(fun q. q |> reduce(fun p a. fst p * snd p + a, 0))) |> join |> reduce(fun x a. x + a, 0)",
        &[
            ("parfor Workgroup(0)", 1),
            ("parfor Local(0)", 1),
            ("for", 2),
            ("new", 3),
        ],
    ); // 13
}

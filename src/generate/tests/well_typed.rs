//! What is generated is accepted by the checker.

use elder_dpia::check;
use elder_generate::dpia::{Shape, case};
use elder_generate::{Choices, shrink};

/// The first error of the checker on the program of a tree, if any.
fn complaint(tree: &elder_generate::ChoiceTree, shape: Shape) -> Option<String> {
    let case = case(&mut Choices::replaying(tree.clone()), shape);
    let errors = check::program(&case.program).err()?;
    Some(format!(
        "{:?}\n{:?}",
        errors.first()?.message,
        case.program
            .definitions
            .iter()
            .map(|d| short(&d.body))
            .collect::<Vec<_>>()
    ))
}

fn all_are_accepted(shape: Shape, count: u64) {
    for seed in 0..count {
        let mut choices = Choices::random(seed);
        case(&mut choices, shape);
        let tree = choices.into_record();
        if complaint(&tree, shape).is_some() {
            let least = shrink(tree, 2000, |tree| complaint(tree, shape).is_some());
            panic!(
                "seed {seed}: {}",
                complaint(&least.tree, shape).unwrap_or_default()
            );
        }
    }
}

#[test]
fn unmarked_programs_are_well_typed() {
    all_are_accepted(Shape::PLAIN, 2000);
}

#[test]
fn marked_programs_are_well_typed_and_well_levelled() {
    all_are_accepted(Shape::MARKED, 2000);
}

/// The names of primitives and variables, nested.
fn short(p: &elder_dpia::Phrase) -> String {
    let head = match &*p.node {
        elder_dpia::Node::Var(x) => return x.to_string(),
        elder_dpia::Node::Prim(prim, _) => prim.name().to_owned(),
        elder_dpia::Node::Lambda(b, _) => format!("\\{}", b.name),
        _ => "..".to_owned(),
    };
    let parts: Vec<String> = p.children().map(short).collect();
    format!("{head}({})", parts.join(", "))
}

/// Every functional primitive occurs.
#[test]
fn all_constructs_occur() {
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    fn count(p: &elder_dpia::Phrase, counts: &mut std::collections::BTreeMap<&str, usize>) {
        if let elder_dpia::Node::Prim(prim, _) = &*p.node {
            *counts.entry(prim.name()).or_default() += 1;
        }
        for part in p.children() {
            count(part, counts);
        }
    }
    for seed in 0..2000 {
        let case = case(&mut Choices::random(seed), Shape::MARKED);
        for definition in &case.program.definitions {
            count(&definition.body, &mut counts);
        }
    }
    let wanted = [
        "map",
        "reduce",
        "scanSeq",
        "reduceLocal",
        "scanLocal",
        "zip",
        "unzip",
        "split",
        "join",
        "pair",
        "fst",
        "snd",
        "idx",
        "to",
        "asVector",
        "asScalar",
        "splat",
        "vec",
        "swizzle",
        "vectorIdx",
        "reduceSubgroup",
        "run",
        "ternary",
        "scanSubgroup",
        "shuffle",
        "take",
        "drop",
        "transpose",
        "slide",
        "padClamp",
        "padCst",
        "gather",
        "reorder",
        "reorderWithStride",
        "generate",
        "concat",
        "scatter",
        "scatterInto",
        "scatterLast",
        "partition",
        "partitionWorkgroup",
        "reduceByIndex",
        "iterate",
        "loopSeq",
        "iterWhile",
        "update",
        "let",
        "if",
    ];
    for name in wanted {
        let count = counts.get(name).copied().unwrap_or(0);
        assert!(count >= 10, "{name} occurs {count} times in 2,000 programs");
    }
}

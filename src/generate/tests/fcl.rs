//! Generated FCL programs: what they contain.

use elder_fcl::{Expression, Node, alpha, elaborate, library, parser, print};
use elder_generate::Choices;
use elder_generate::fcl::{Shape, case, family};
use elder_syntax::SourceMap;
use std::collections::BTreeMap;

/// What sort of term it is.
fn name(e: &Expression) -> &'static str {
    match &*e.node {
        Node::Base(_) => "literal",
        Node::Setting(_) => "setting",
        Node::Var(_) => "variable",
        Node::Array(_) => "array",
        Node::Operator { operator, .. } => operator.name(),
        Node::Scalar(operator, _) => operator.name(),
        Node::Fn(..) => "fn",
        Node::LevelFn(..) => "fn <l>",
        Node::Apply(..) => "application",
        Node::LevelApply(..) => "level application",
        Node::Let(..) => "let",
        Node::Pair(..) => "pair",
        Node::Project(..) => "projection",
        Node::If(..) => "if",
        Node::PushArray(..)
        | Node::ConcatDelay(..)
        | Node::InterleaveDelay(..)
        | Node::InterleaveIntoDelay(..)
        | Node::Loop(..) => "run-time form",
    }
}

fn count(e: &Expression, counts: &mut BTreeMap<&'static str, usize>) {
    *counts.entry(name(e)).or_default() += 1;
    for part in e.children() {
        count(part, counts);
    }
}

/// Every construct and operator occurs often, and nothing that only running makes.
#[test]
fn all_constructs_occur() {
    let mut counts = BTreeMap::new();
    for seed in 0..8000 {
        let case = case(&mut Choices::random(seed), Shape::SMALL);
        for definition in case.program.definitions.iter().filter(|d| !d.library) {
            count(&definition.body, &mut counts);
        }
    }
    assert_eq!(counts.get("run-time form"), None);
    let operators = elder_fcl::Operator::ALL.iter().map(|o| o.name());
    let scalars = elder_fcl::ScalarOperator::ALL.iter().map(|o| o.name());
    let forms = [
        "literal",
        "setting",
        "variable",
        "array",
        "fn",
        "fn <l>",
        "application",
        "level application",
        "let",
        "pair",
        "projection",
        "if",
    ];
    for name in operators.chain(scalars).chain(forms) {
        let count = counts.get(name).copied().unwrap_or(0);
        assert!(count >= 15, "{name} occurs {count} times in 8,000 programs");
    }
}

/// The record of a program makes the same program again.
#[test]
fn programs_replay() {
    for seed in 0..200 {
        let mut choices = Choices::random(seed);
        let first = case(&mut choices, Shape::LARGE);
        let again = case(&mut Choices::replaying(choices.into_record()), Shape::LARGE);
        assert_eq!(first.inputs, again.inputs);
        let sorts = |case: &elder_generate::fcl::Case| {
            let mut counts = BTreeMap::new();
            for definition in &case.program.definitions {
                count(&definition.body, &mut counts);
            }
            counts
        };
        assert_eq!(sorts(&first), sorts(&again));
    }
}

/// A family is one program at four levels.
#[test]
fn families_take_the_same_inputs() {
    for seed in 0..200 {
        let cases = family(&mut Choices::random(seed), Shape::SMALL);
        assert_eq!(cases.len(), 4);
        assert!(cases.iter().all(|case| case.inputs == cases[0].inputs));
    }
}

/// What is printed reads back as the same.
#[test]
fn programs_read_back_as_they_are_printed() {
    for seed in 0..1000 {
        let case = case(&mut Choices::random(seed), Shape::LARGE);
        let printed = print::program(&case.program);
        let mut sources = SourceMap::new();
        let source = sources.add("generated.fcl", printed.as_str());
        let (tree, errors) = parser::parse_program(source, &printed);
        assert!(errors.is_empty(), "seed {seed}: {printed}\n{errors:?}");
        let again = elaborate::program(&tree.unwrap_or_default(), library::program());
        let again = again.unwrap_or_else(|errors| panic!("seed {seed}: {printed}\n{errors:?}"));
        assert!(
            alpha::equal_programs(&case.program, &again),
            "seed {seed}: {printed}"
        );
    }
}

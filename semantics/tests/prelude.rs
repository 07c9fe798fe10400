//! What the functions of the prelude compute: every line of `prelude.claims` is an expression that must be true.

use elder_futhark::ast::DecKind;
use elder_futhark::check::imports::check_text;
use elder_futhark::prelude;
use elder_semantics::futhark::machine::value::Value;
use elder_semantics::futhark::{Options, run};
use elder_syntax::SourceId;

fn claims() -> Vec<&'static str> {
    include_str!("prelude.claims").lines().collect()
}

#[test]
fn claims_about_the_prelude_hold() {
    let claims = claims();
    let definitions: String = claims
        .iter()
        .enumerate()
        .map(|(i, claim)| format!("def claim{i} : bool = {claim}\n"))
        .collect();
    let names: Vec<String> = (0..claims.len()).map(|i| format!("claim{i}")).collect();
    let text = format!("{definitions}entry main = ({})\n", names.join(", "));
    let checked = check_text("claims.fut", &text);
    let Some(program) = checked.program else {
        panic!("{:#?}", checked.diagnostics)
    };
    let results = run(&program, "main", Vec::new(), Options::default()).results;
    let results = results.unwrap_or_else(|failure| panic!("{failure:?}"));
    assert_eq!(results.len(), claims.len());
    for (claim, result) in claims.iter().zip(results) {
        assert!(matches!(result, Value::Bool(true)), "{claim}: {result:?}");
    }
}

/// Only derivatives, which the semantics does not have, and functions for interactive use are not claimed about.
#[test]
fn every_function_of_the_prelude_has_a_claim() {
    let claims = include_str!("prelude.claims");
    for (file, text) in prelude::FILES.iter().filter(|(file, _)| *file != "ad") {
        let (program, _) = elder_futhark::parser::parse_program(SourceId(0), text);
        for dec in program.expect("the prelude parses").decs {
            if let DecKind::Val(def) = dec.kind {
                let name = def.name.name.as_str();
                let unclaimed = ["trace", "break"].contains(&name);
                assert!(
                    unclaimed || claims.contains(name),
                    "{file}: no claim about `{name}`"
                );
            }
        }
    }
}

#[test]
fn every_function_of_the_numeric_modules_has_a_claim() {
    let claims = include_str!("prelude.claims");
    let numeric = prelude::file("numeric").expect("a file of the prelude");
    let specified = numeric
        .lines()
        .filter_map(|line| line.trim().strip_prefix("val "));
    let names = specified.filter_map(|spec| spec.split([' ', ':']).next());
    let missing: Vec<&str> = names
        .map(|name| name.trim_matches(['(', ')']))
        .filter(|name| !claims.contains(name))
        .collect();
    assert!(missing.is_empty(), "no claims about {missing:?}");
}

//! Programs that the text form can say stand in `spec`; these are the ones that it cannot.

use crate::read;
use crate::rules::typing::CORE_T_SCOPE;
use crate::tree::{Atom, Program};
use elder_syntax::SourceId;

fn program(text: &str) -> Program {
    read::program(SourceId(0), text, &|_| None).expect("the text is one of Core")
}

const TEXT: &str = "entry main (x: i32): i32 =\n  let y: i32 = x + 1i32\n  let z: i32 = y + x\n  in z\n";

/// The premise that refuses it.
fn refusal(program: &Program) -> Option<String> {
    let errors = super::program(program).err()?;
    Some(errors.first()?.refusal?.to_string())
}

#[test]
fn a_name_is_bound_once() {
    let mut wrong = program(TEXT);
    assert_eq!(refusal(&wrong), None);
    let body = &mut wrong.entries[0].body;
    let again = body.stms[0].clone();
    body.stms.push(again);
    assert_eq!(refusal(&wrong).as_deref(), Some("CORE-T-SCOPE/once"));
}

#[test]
fn a_name_is_bound_before_it_is_used() {
    let mut wrong = program(TEXT);
    wrong.entries[0].body.stms.swap(0, 1);
    assert_eq!(refusal(&wrong).as_deref(), Some("CORE-T-SCOPE/bound"));
    assert!(CORE_T_SCOPE.applications() > 0);
}

#[test]
fn what_a_function_binds_is_not_seen_behind_it() {
    let text = "entry main [n] (xs: [n]i32): i32 =\n  \
        let ys: [n]i32 = map n (\\(x: i32): i32 -> let y: i32 = x + 1i32 in y) xs\n  \
        in 0i32\n";
    let mut wrong = program(text);
    let inner = wrong.names.all().find(|name| wrong.names.text(*name) == "y");
    wrong.entries[0].body.results = vec![Atom::Var(inner.expect("y is bound"))];
    assert_eq!(refusal(&wrong).as_deref(), Some("CORE-T-SCOPE/bound"));
}

#[test]
fn what_is_sized_has_no_open_dimension() {
    let open = program("entry main (xs: []i32): []i32 =\n  in xs\n");
    assert!(super::program(&open).is_ok());
    let errors = super::sized(&open).expect_err("a dimension is open");
    let refusals = errors.iter().filter_map(|error| error.refusal);
    assert!(
        refusals
            .map(|refusal| refusal.to_string())
            .all(|text| text == "CORE-SZ-INV/known")
    );
    let sized = program("entry main [n] (xs: [n]i32): [n]i32 =\n  in xs\n");
    assert!(super::sized(&sized).is_ok());
}

/// Those that a function consumes, or hands on to one that does; no other, whatever stars were written.
#[test]
fn stars_of_parameters_are_found() {
    let mut made = program(
        "fun inner (xs: [2]i32) (ys: *[2]i32): [2]i32 =\n  let zs: [2]i32 = xs with [0i64] = 9i32\n  in zs\n\n\
         fun outer (xs: *[2]i32) (ys: [2]i32): [2]i32 =\n  let zs: [2]i32 = inner ys xs\n  in zs\n\n\
         entry main (xs: [2]i32): [2]i32 =\n  let ys: [2]i32 = copy xs\n  let zs: [2]i32 = outer xs ys\n  in zs\n",
    );
    super::star(&mut made);
    let stars = |k: usize| -> Vec<bool> {
        let params = made.functions[k].params.iter();
        params.map(|param| param.unique).collect()
    };
    assert_eq!(stars(0), [true, false]);
    assert_eq!(stars(1), [false, true]);
    assert!(
        made.functions
            .iter()
            .all(|function| function.results.given[0].unique)
    );
    assert_eq!(refusal(&made), None);
}

//! Programs accepted and refused, by judgement; more stand in `tests/cases`.

use crate::core::read;
use elder_syntax::SourceId;

/// The premises that refuse a program.
fn refusals(text: &str) -> Vec<String> {
    let errors = read::checked(SourceId(0), text).err().unwrap_or_default();
    let premise =
        |error: &elder_syntax::Diagnostic| error.refusal.map_or_else(String::new, |r| r.to_string());
    errors.iter().map(premise).collect()
}

#[track_caller]
fn accepted(text: &str) {
    let errors = read::checked(SourceId(0), text).err();
    assert!(errors.is_none(), "{text}\n{errors:#?}");
}

#[track_caller]
fn refused(text: &str, premise: &str) {
    assert_eq!(refusals(text), [premise], "{text}");
}

/// A definition of this type with statements and a result.
fn definition(ty: &str, stms: &[&str], result: &str) -> String {
    let word = if stms.is_empty() { "" } else { "in " };
    let stms: String = stms.iter().map(|stm| format!("  let {stm}\n")).collect();
    format!("def it: {ty} =\n{stms}  {word}{result}\n")
}

#[test]
fn values_have_types() {
    accepted(&definition("Int & (Unit & Float)", &[], "(1, ((), 1.0))"));
    refused(&definition("Int & Int", &[], "(1, 2.0)"), "DX-T-DEF/type");
    accepted(&definition("(a: Type) -> a -> a", &[], "\\a: Type. \\x: a. x"));
    refused(&definition("Int", &[], "fst 3"), "DX-T-FST/pair");
    accepted(&definition("{a: Int}", &[], "{a = 1}"));
    refused(&definition("Int", &[], "#b {a = 1}"), "DX-T-PROJECT/field");
    refused(
        &definition("Fin 2 => Int", &[], "view i: Int. 1"),
        "DX-T-VIEW/index",
    );
}

#[test]
fn types_are_types() {
    accepted(&definition("Type", &[], "Fin 3 => Int & Float"));
    refused(&definition("Type", &[], "Fin 1.0"), "DX-T-FIN/size");
    refused(&definition("Type", &[], "Int => Float"), "DX-T-ARRTY/index");
    refused(&definition("Type", &[], "Either[Int]"), "DX-T-EITHERTY/parameter");
    refused(&definition("Type", &[], "{a: Int & a: Int}"), "DX-T-LABELS/once");
    refused(&definition("Type", &[], "Ref 1 Int"), "DX-T-REFTY/region");
}

#[test]
fn sizes_are_equal_by_their_values_if_those_are_written() {
    let stms = [
        "n: Int = 3",
        "m: Int = 3",
        "t: Fin n => Float = for i: Fin m. 1.0",
    ];
    accepted(&definition("Fin 3 => Float", &stms, "t"));
    let stms = [
        "n: Int = size (Fin 3)",
        "m: Int = size (Fin 3)",
        "f: (Fin n => Float) -> Int = \\x: Fin n => Float. 1",
        "t: Fin m => Float = for i: Fin m. 1.0",
        "k: Int = f t",
    ];
    refused(&definition("Int", &stms, "k"), "DX-T-APP/argument");
}

#[test]
fn what_is_computed_stays_in_its_block() {
    let stms = ["n: Int = size (Fin 3)", "t: Fin n => Float = for i: Fin n. 1.0"];
    refused(&definition("Fin 3 => Float", &stms, "t"), "DX-T-LET/escape");
}

#[test]
fn sums() {
    let left = "e: Either[Int, Float] = Left[Int, Float](1)";
    let case = "k: Int = case e of | Left(i: Int) -> i | Right(f: Float) -> 2 end";
    accepted(&definition("Int", &[left, case], "k"));
    refused(
        &definition("Either[Float, Int]", &[], "Left[Float, Int](1)"),
        "DX-T-LEFT/type",
    );
    let one = "k: Int = case e of | Left(i: Int) -> i end";
    refused(&definition("Int", &[left, one], "1"), "DX-T-CASE/complete");
    let two = "k: Int = case e of | Left(i: Int) -> i | Right(f: Float) -> f end";
    refused(&definition("Int", &[left, two], "1"), "DX-T-CASE/branch");
}

#[test]
fn expressions() {
    let table = "t: Fin 2 => Float = table (Fin 2) [1.0, 2.0]";
    let copy = "u: Fin 2 => Float = for i: Fin 2. let x: Float = t[i] in x";
    accepted(&definition("Fin 2 => Float", &[table, copy], "u"));
    refused(
        &definition("Float", &[table, "x: Float = t[1]"], "1.0"),
        "DX-T-INDEX/index",
    );
    refused(
        &definition("Float", &["x: Float = %add_f32 1 1.0"], "x"),
        "DX-T-ARITH/operand",
    );
    refused(
        &definition("Int", &["x: Int = ordinal 1.0"], "x"),
        "DX-T-ORDINAL/index",
    );
}

/// A handler of this effect, from these values.
fn handler(word: &str, effect: &str, body: &str, result: &str) -> String {
    format!("{word} (\\h: Type. \\r: Ref h Float ! <{effect} h>. {body} in {result})")
}

#[test]
fn effects() {
    let read = "let x: Float = get r";
    let state = handler("runState 0.0", "State", read, "x");
    accepted(&definition(
        "Float & Float",
        &[&format!("p: Float & Float = {state}")],
        "p",
    ));
    let accum = handler("runAccum", "Accum", read, "x");
    let stm = format!("p: Float & Float = {accum}");
    refused(&definition("Float", &[&stm], "1.0"), "DX-T-GET/effects");
    let state = handler("runState 0.0", "State", "let x: Unit = r += 1.0", "x");
    let stm = format!("p: Unit & Float = {state}");
    refused(&definition("Float", &[&stm], "1.0"), "DX-T-ACC/effects");
    let closure = "(\\u: Unit ! <State h>. let y: Float = get r in y)";
    let escaping = handler("runState 0.0", "State", read, closure);
    let stm = format!("p: Unit = {escaping}");
    refused(&definition("Float", &[&stm], "1.0"), "DX-T-RUNSTATE/escape");
}

#[test]
fn classes() {
    let index = "\\n: Type[Idx]. \\x: n => Float. 1";
    accepted(&definition("(n: Type[Idx]) -> (n => Float) -> Int", &[], index));
    let f = format!("f: (n: Type[Idx]) -> (n => Float) -> Int = {index}");
    let g = "g: (Fin 2 => Float) -> Int = f (Fin 2)";
    accepted(&definition("(Fin 2 => Float) -> Int", &[&f, g], "g"));
    refused(
        &definition("Int", &[&f, "g: Int = f Int"], "1"),
        "DX-T-APP/argument",
    );
}

/// The text form cannot break it, a pass can.
#[test]
fn a_name_is_bound_once() {
    let text = definition("Int", &["x: Int = 1"], "2");
    let mut program = read::program(SourceId(0), &text).expect("it is a text of core");
    let body = &mut program.definitions[0].body;
    let again = body.stms[0].clone();
    body.stms.push(again);
    let errors = super::program(&program).expect_err("the name is bound twice");
    let refusal = errors[0].refusal.map(|r| r.to_string());
    assert_eq!(refusal.as_deref(), Some("DX-T-VAR/once"));
}

#[test]
fn what_makes_a_type_an_index_set_is_defined() {
    let text = "data One = MkOne\ndef s: Int = 1\ndef o: One -> Int = \\x: One. 0\ndef m: Int -> One = \\k: Int. MkOne()\n\
        indexset One = s, o, m\ndef it: One => Int =\n  let t: One => Int = for i: One. 1\n  in t\n";
    accepted(text);
    let mut program = read::checked(SourceId(0), text).expect("it is legal");
    program
        .definitions
        .retain(|d| program.names.text(d.binder.name) != "m");
    let errors = super::program(&program).expect_err("a definition is missing");
    let refusals = errors.iter().filter_map(|error| Some(error.refusal?.to_string()));
    let refusals: Vec<String> = refusals.collect();
    assert_eq!(refusals.last().map(String::as_str), Some("DX-T-INDEXSET/defined"));
    assert!(refusals.contains(&"DX-T-ARRTY/index".to_owned()), "{refusals:?}");
}

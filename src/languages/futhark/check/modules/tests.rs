//! The module language, tried with types alone.

use crate::check::imports::{check_file, check_text};
use elder_syntax::Diagnostic;
use elder_syntax::diagnostic::Severity;

fn refusals(diagnostics: &[Diagnostic]) -> Vec<String> {
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
    errors
        .map(|d| match d.refusal {
            Some(refusal) => format!("{} {}", refusal.id(), refusal.key()),
            None => "none".to_string(),
        })
        .collect()
}

#[track_caller]
fn refused(text: &str, expected: &[&str]) {
    let outcome = check_text("test.fut", text);
    assert_eq!(
        refusals(&outcome.diagnostics),
        expected,
        "{:#?}",
        outcome.diagnostics
    );
}

#[track_caller]
fn accepted(text: &str) {
    refused(text, &[]);
}

#[test]
fn ascription_hides_what_a_type_is() {
    accepted("module m : {type t} = {type t = i32}  type u = m.t");
    refused(
        "module m : {type t} = {type t = i32}  module n : {type t = i32} = m",
        &["FUT-M-TYPE equal"],
    );
}

#[test]
fn ascription_is_generative() {
    refused(
        "module a = {type t = i32}
         module b = a : {type t}
         module c = a : {type t}
         module d : {type t = b.t} = c",
        &["FUT-M-TYPE equal"],
    );
}

#[test]
fn with_reveals_an_abstract_type_once() {
    accepted(
        "module type s = {type t}
         module m : s with t = i32 = {type t = i32}
         module n : {type t = i32} = m",
    );
    refused(
        "module type s = {type t}
         module type r = s with t = i32 with t = i32",
        &["FUT-M-WITH abstract_type"],
    );
}

#[test]
fn with_takes_parameters_like_those_specified() {
    accepted(
        "module type s = {type t [n] 'a}
         module m : s with t [k] 'b = [k]b = {type t [n] 'a = [n]a}",
    );
    refused(
        "module type s = {type t [n]}
         module type r = s with t = i32",
        &["FUT-M-WITH params"],
    );
}

#[test]
fn a_functor_sees_its_argument_through_the_parameter() {
    refused(
        "module f (p: {type t}) = {module m : {type t = i32} = p}
         module m = f {type t = i32}",
        &["FUT-M-TYPE equal"],
    );
}

#[test]
fn the_result_of_a_functor_has_the_types_of_its_argument() {
    accepted(
        "module f (p: {type t}) = {type pair = (p.t, p.t)}
         module m : {type pair = (i32, i32)} = f {type t = i32}",
    );
}

#[test]
fn applications_make_abstract_types_anew() {
    refused(
        "module f (p: {}) : {type t} = {type t = i32}
         module a = f {}
         module b = f {}
         module c : {type t = a.t} = b",
        &["FUT-M-TYPE equal"],
    );
}

#[test]
fn existential_sizes_of_an_argument_come_back_in_the_result() {
    accepted(
        "module f (p: {type~ t}) = {type~ two = (p.t, p.t)}
         module m = f {type~ t = ?[n].[n]i32}
         module n : {type~ two = ?[a][b].([a]i32, [b]i32)} = m",
    );
}

#[test]
fn functors_take_several_parameters_the_later_depending_on_the_earlier() {
    accepted(
        "module f (a: {type t}) (b: {type t = a.t}) = {type t = (a.t, b.t)}
         module g = f {type t = i32}
         module m : {type t = (i32, i32)} = g {type t = i32}",
    );
    refused(
        "module f (a: {type t}) (b: {type t = a.t}) = {}
         module m = f {type t = i32} {type t = bool}",
        &["FUT-M-TYPE equal"],
    );
}

#[test]
fn functors_take_functors() {
    accepted(
        "module app (f: (p: {type t}) -> {type u = (p.t, p.t)}) (x: {type t}) = f x
         module dup (p: {type t}) = {type u = (p.t, p.t)}
         module m : {type u = (i32, i32)} = app dup {type t = i32}",
    );
    refused(
        "module app (f: (p: {type t}) -> {type u = p.t}) = f {type t = i32}
         module dup (p: {type t}) = {type u = (p.t, p.t)}
         module m = app dup",
        &["FUT-M-TYPE equal"],
    );
}

#[test]
fn a_functor_may_ask_less_of_its_argument_than_its_type_says() {
    accepted(
        "module f : (p: {type t type u}) -> {type r = p.t} = \\(p: {type t}) -> {type r = p.t}
         module m : {type r = i32} = f {type t = i32 type u = bool}",
    );
    refused(
        "module f : (p: {type t}) -> {type r} = \\(p: {type t type u}) -> {type r = p.t}",
        &["FUT-M-TYPE present"],
    );
}

#[test]
fn an_ascribed_functor_still_takes_what_is_abstract_now() {
    accepted(
        "module m : {type t module f: (p: {type u = t}) -> {type v = t}} =
           {type t = i32 module f (p: {type u = i32}) = {type v = p.u}}
         module n : {type v = m.t} = m.f {type u = m.t}",
    );
}

#[test]
fn modules_without_parameters_are_not_applied_and_parametric_ones_not_opened() {
    refused("module m = {}  module n = m {}", &["FUT-M-APPLY parametric"]);
    refused("module f (p: {}) = {}  open f", &["FUT-M-OPEN parametric"]);
    refused(
        "module f (p: {}) = {type t = i32}  type u = f.t",
        &["FUT-M-NAMES parametric"],
    );
    refused("module m : (p: {}) -> {} = {}", &["FUT-M-SUB parametric"]);
    refused("module m : {} = \\(p: {}) -> {}", &["FUT-M-SUB parametric"]);
}

#[test]
fn local_names_are_not_exported_and_opened_ones_are() {
    accepted("module m = {open {type t = i32}}  type u = m.t");
    refused(
        "module m = {local open {type t = i32}}  type u = m.t",
        &["FUT-M-NAMES ty"],
    );
    refused(
        "module m = {local type t = i32}  type u = m.t",
        &["FUT-M-NAMES ty"],
    );
}

#[test]
fn one_error_is_not_reported_again_at_the_uses() {
    refused(
        "type t = missing  type u = t  module m = {type v = (t, u)}  type w = m.v",
        &["FUT-M-NAMES ty"],
    );
    refused(
        "module m = missing  type t = m.t  open m  type u = hidden",
        &["FUT-M-NAMES module"],
    );
    refused(
        "module type s = missing  module f (p: s) = {type t = p.t}  module m = f {}",
        &["FUT-M-NAMES module_type"],
    );
}

#[test]
fn all_errors_of_one_file_are_reported() {
    refused("type t = a  type u = b", &["FUT-M-NAMES ty", "FUT-M-NAMES ty"]);
}

#[test]
fn names_are_defined_once_but_local_and_included_ones_may_be_hidden() {
    refused("type t = i32  type t = i32", &["FUT-M-NAMES duplicate"]);
    refused("module type s = {type t type t}", &["FUT-M-NAMES duplicate"]);
    accepted("local type t = bool  type t = i32  module m : {type t = i32} = {type t = t}");
    accepted(
        "module type a = {type t}
         module type b = {include a include a}
         module m : b = {type t = i32}",
    );
}

#[test]
fn an_abstract_type_hides_no_more_than_it_says() {
    refused(
        "module m : {type~ t} = {type^ t = i32 -> i32}",
        &["FUT-M-TYPE lifted"],
    );
    refused(
        "module m : {type t} = {type~ t = ?[n].[n]i32}",
        &["FUT-M-TYPE sizes"],
    );
    accepted("module m : {type~ t} = {type~ t = ?[n].[n]i32}");
    refused(
        "module m : {type t [n]} = {type t [n] = [n + 1]i32}",
        &["FUT-M-TYPE constructive"],
    );
}

#[test]
fn abbreviations_use_their_sizes_and_say_what_they_hide() {
    accepted("type t [n] 'a = ([n]a, [n]i32)  type u = t [3] bool");
    refused("type t [n] = i32", &["FUT-T-ABBR used"]);
    refused("type t = ?[n].[n]i32", &["FUT-T-ABBR sizes"]);
    refused("type~ t = i32 -> i32", &["FUT-T-ABBR functions"]);
    refused("type^ t = []i32 -> i32", &["FUT-T-ABBR constructive"]);
    accepted("type~ t = []i32  type^ f = (n: i64) -> ([n]i32, i64 -> t)");
}

#[test]
fn type_expressions_are_checked() {
    refused("type t 'a = a  type u = t", &["FUT-T-TYPE arity"]);
    refused("type t 'a = a  type u = t [3]", &["FUT-T-TYPE argument"]);
    refused("type t = {a: i32, a: i32}", &["FUT-T-TYPE fields"]);
    refused("type t = #a | #a", &["FUT-T-TYPE constructors"]);
    refused("type~ t = []i32  type~ u = []t", &["FUT-T-TYPE regular"]);
    refused("type^ f = i32 -> i32  type^ u = [3]f", &["FUT-T-TYPE element"]);
    refused("type^ f = (n: i64) -> (n: i64) -> i32", &["FUT-T-TYPE names"]);
    refused("type~ t = ?[n].i32", &["FUT-T-TYPE shown"]);
}

#[track_caller]
fn files(mut files: &'static [(&'static str, &'static str)], expected: &[&str]) {
    let outcome = check_file(files[0].0, &mut files);
    assert_eq!(
        refusals(&outcome.diagnostics),
        expected,
        "{:#?}",
        outcome.diagnostics
    );
}

#[test]
fn imports_are_relative_to_the_file_and_not_passed_on() {
    files(
        &[
            ("a/root.fut", "import \"lib/b\"  type t = b"),
            ("a/lib/b.fut", "import \"../c\"  type b = c"),
            ("a/c.fut", "type c = i32"),
        ],
        &[],
    );
    files(
        &[
            ("root.fut", "import \"b\"  type t = c"),
            ("b.fut", "import \"c\""),
            ("c.fut", "type c = i32"),
        ],
        &["FUT-M-NAMES ty"],
    );
    files(
        &[
            ("root.fut", "import \"b\"  type t = c"),
            ("b.fut", "open import \"c\""),
            ("c.fut", "type c = i32"),
        ],
        &[],
    );
}

#[test]
fn a_file_is_checked_once() {
    files(
        &[
            (
                "root.fut",
                "module a = import \"b\"  module c = import \"./b\"  module d : {type t = a.t} = c",
            ),
            ("b.fut", "open ({type t = i32} : {type t})"),
        ],
        &[],
    );
}

#[test]
fn files_must_exist_and_not_need_themselves() {
    files(
        &[("root.fut", "import \"b\"  type t = missing")],
        &["FUT-M-IMPORT found"],
    );
    files(
        &[("root.fut", "import \"b\""), ("b.fut", "import \"root\"")],
        &["FUT-M-IMPORT cycle"],
    );
    files(
        &[("root.fut", "import \"/prelude/soacs\"")],
        &["FUT-M-IMPORT builtin"],
    );
}

#[test]
fn deep_nesting_is_no_danger() {
    let depth = 10_000;
    let text = format!(
        "module m = {}{{}}{}",
        "{ module m = ".repeat(depth),
        "}".repeat(depth)
    );
    let outcome = check_text("test.fut", &text);
    assert!(outcome.program.is_some() || !outcome.diagnostics.is_empty());
}

#[test]
fn a_module_seen_through_a_type_twice_keeps_its_values() {
    accepted(
        "module type s = {type t [n]  val f [n] 'a : t [n] -> [n]a -> a  val g : (k: i64) -> [k]i64}
         module a : s = {type t [n] = [n]i32  def f [n] 'a (_: t [n]) (xs: [n]a) = xs[0]  def g (k: i64) = iota k}
         module b : s = a
         module f (p: s) : s = p
         module c = f (f b)
         def main (k: i64) = c.g k",
    );
}

#[test]
fn intrinsics_stand_only_before_a_dot() {
    refused("module m = intrinsics", &["FUT-M-NAMES intrinsics"]);
    accepted("def f (x: i32) = intrinsics.add_i32 x x");
}

#[test]
fn doubling_is_bounded() {
    let mut types = "type t0 = (i32, i32)\n".to_string();
    let mut module_types = "module type s0 = {type t  val x : t}\n".to_string();
    let mut functors = "module f0 (p: {}) = {def x = 1i32}\n".to_string();
    for i in 1..60 {
        let j = i - 1;
        types.push_str(&format!("type t{i} = (t{j}, t{j})\n"));
        module_types.push_str(&format!(
            "module type s{i} = {{module a: s{j}  module b: s{j}}}\n"
        ));
        functors.push_str(&format!(
            "module f{i} (p: {{}}) = {{module a = f{j} p  module b = f{j} p}}\n"
        ));
    }
    refused(&types, &["FUT-T-LIMIT parts"]);
    refused(&module_types, &["FUT-M-ELIM size"]);
    refused(&functors, &["FUT-M-ELIM size"]);
}

#[test]
fn implementations_consume_no_more_and_promise_no_less() {
    refused(
        "module m : {val f [n] : [n]i32 -> i32} = {def f [n] (xs: *[n]i32) : i32 = xs[0]}",
        &["FUT-M-VALUNIQ consume"],
    );
    refused(
        "module m : {val f [n] : [n]i32 -> *[n]i32} = {def f [n] (xs: [n]i32) : [n]i32 = xs}",
        &["FUT-M-VALUNIQ result"],
    );
    accepted("module m : {val f [n] : *[n]i32 -> [n]i32} = {def f [n] (xs: [n]i32) : *[n]i32 = copy xs}");
    accepted(
        "module m : {val f [n] : *[n]i32 -> *([n]i32, i32)} = {def f [n] (xs: *[n]i32) : (*[n]i32, i32) = (xs, 0)}",
    );
    accepted("module m : {type t  val f : t -> *t} = {type t = i32  def f (x: i32) : i32 = x}");
}

#[test]
fn values_are_at_least_as_general_as_specified() {
    accepted("module m : {val f : i32 -> i32} = {def f 'a (x: a) = x}");
    refused(
        "module m : {val f 'a : a -> a} = {def f (x: i32) = x}",
        &["FUT-M-VAL general"],
    );
    refused(
        "module m : {val f '^a : a -> a} = {def f 'a (x: a) = x}",
        &["FUT-M-VAL general"],
    );
    refused("module m : {val f : i32}  = {}", &["FUT-M-VAL present"]);
    refused(
        "module m : {val f [n] : [n]i32 -> [n]i32} = {def f [n] (xs: [n]i32) = filter (> 0) xs}",
        &["FUT-M-VALSIZE fixed"],
    );
    accepted("module m : {val f [n] : [n]i32 -> []i32} = {def f [n] (xs: [n]i32) = map (+ 1) xs}");
    refused(
        "module m : {val f : (i64 -> ?[k].[k]i32) -> i32} = {def f (g: (n: i64) -> [n]i32) = (g 1)[0]}",
        &["FUT-M-VALSIZE fixed"],
    );
}

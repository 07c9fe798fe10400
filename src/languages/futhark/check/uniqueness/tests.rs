//! Small programs, each accepted or refused by one premise of a rule.

use crate::check::imports::check_text;
use elder_syntax::diagnostic::Severity;

/// The rule, premise and message of the first error, as `FUT-U-VAR/consumed: ..`; empty if there is none.
fn verdict(text: &str) -> String {
    let outcome = check_text("test.fut", text);
    let error = outcome.diagnostics.iter().find(|d| d.severity == Severity::Error);
    error.map_or_else(String::new, |d| match d.refusal {
        Some(refusal) => format!("{refusal}: {}", d.message),
        None => d.message.clone(),
    })
}

#[track_caller]
fn accepted(text: &str) {
    assert_eq!(verdict(text), "", "{text}");
}

#[track_caller]
fn refused(premise: &str, text: &str) {
    let verdict = verdict(text);
    assert!(
        verdict.starts_with(&format!("FUT-U-{premise}:")),
        "{verdict}\n{text}"
    );
}

#[test]
fn variables() {
    accepted("def main (a: *[]i32) = let b = a with [0] = 1 in b[0]");
    refused(
        "VAR/consumed",
        "def main (a: *[]i32) = let b = a with [0] = 1 in a[0] + b[0]",
    );
    refused(
        "VAR/consumed",
        "def main (a: *[]i32) = let c = a let b = a with [0] = 1 in c[0] + b[0]",
    );
    accepted("def main (a: *[]i32) = let a = a with [0] = 1 let a = a with [1] = 2 in a");
    refused("R-CONSUME/consumable", "def main (a: []i32) = a with [0] = 1");
    refused(
        "R-CONSUME/consumable",
        "def g = [1i32, 2]\ndef main (x: i32) = g with [0] = x",
    );
}

#[test]
fn parts_of_records_are_apart() {
    accepted("def main (a: *[]i32) (b: *[]i32) = let (c, d) = (a, b) let c[0] = 1 in c[0] + d[0]");
    accepted("def main ((a, b): *([]i32, []i32)) = let a[0] = 1 in a[0] + b[0]");
    refused(
        "VAR/consumed",
        "def main (t: *([]i32, []i32)) = let (a, b) = t let a[0] = 1 in a[0] + b[0]",
    );
    refused(
        "VAR/consumed",
        "def main (t: *([]i32, []i32)) = let (a, _) = t let a[0] = 1 in a[0] + t.1[0]",
    );
    accepted("def f (t: *([]i32, []i32)) = 0i32\ndef main (t: *([]i32, []i32)) = f t");
    refused(
        "CALL/self_aliased",
        "def f (t: *([]i32, []i32)) = 0i32\ndef main (a: *[]i32) = f (a, a)",
    );
}

#[test]
fn dead_variables_still_link_parts() {
    refused(
        "VAR/consumed",
        "def main (n: i64) = let (x, y) = (let r = iota n in (r, r)) let z = x with [0] = 9 in y[0] + z[0]",
    );
    refused(
        "VAR/consumed",
        "def two (n: i64): ([]i64, []i64) = (iota n, iota n)\n\
         def main (n: i64) = let (x, y) = two n let z = x with [0] = 9 in y[0] + z[0]",
    );
    accepted(
        "def two (n: i64): (*[]i64, *[]i64) = (iota n, iota n)\n\
         def main (n: i64) = let (x, y) = two n let z = x with [0] = 9 in y[0] + z[0]",
    );
}

#[test]
fn updates() {
    refused(
        "UPDATE/overlap",
        "def main [n] (a: *[][n]i32) = a with [0] = a[1]",
    );
    accepted("def main [n] (a: *[][n]i32) = a with [0] = copy a[1]");
    accepted("def main (t: *([]i32, []i32)) = t with 0[0] = 1");
    refused("UPDATE/parts", "def main (a: *[]i32) = (a, a) with 0[0] = 1");
    accepted("def main (r: {f: []i32, g: []i32}) (v: *[]i32) = (r with f = v).f[0] + r.g[0]");
}

#[test]
fn branches() {
    accepted("def main (c: bool) (a: *[]i32) : *[]i32 = if c then a with [0] = 1 else a");
    refused(
        "VAR/consumed",
        "def main (c: bool) (a: *[]i32) = let b = if c then a with [0] = 1 else copy a in a[0] + b[0]",
    );
    accepted(
        "def main (x: i32) (a: *[]i32) : *[]i32 = match x case 0 -> a with [0] = 1 case 1 -> a with [1] = 1 case _ -> a",
    );
}

#[test]
fn calls() {
    accepted("def f (a: *[]i32) = a with [0] = 1\ndef main (a: *[]i32) = f (f a)");
    refused(
        "VAR/consumed",
        "def f (a: *[]i32) = a[0]\ndef main (a: *[]i32) = let x = f a in x + a[0]",
    );
    refused("CALL/overlapping", "def main (a: *[]i64) = scatter a a a");
    refused(
        "R-CONSUME/consumable",
        "def id' 't (x: t) = x\ndef main (a: []i32) = id' a with [0] = 1",
    );
    accepted("def f (a: *[]i32) (b: []i32): []i32 = a\ndef main (a: *[]i32) (b: []i32) = f a b");
}

#[test]
fn what_top_level_definitions_lend_is_not_consumed() {
    let of = |body: &str, main: &str| {
        format!(
            "module m = {{ type t = [1]f64 def zero : t = [1] def put (x: *t) : *t = x with [0] = 7 }}\n\
             module F (P: {{ type t val zero : t val put : *t -> *t }}) = {{ {body} }}\n\
             module n = F m\n\
             def main (x: f64) = {main}"
        )
    };
    let update = "let v = n.f x let v[0] = x in v";
    for body in [
        "def f (_: f64) = P.zero",
        "def f (x: f64) = if x > 1 then P.zero else P.put (copy P.zero)",
        "def f = \\(_: f64) -> P.zero",
        "def c = P.zero def f (_: f64) = c",
        "def r = {g = \\(_: f64) -> P.zero} def f (x: f64) = r.g x",
        "def g (_: f64) = P.zero def f (x: f64) = g x",
        "def ap 'a 'b (g: a -> b) (x: a) = g x def f (x: f64) = ap (\\_ -> P.zero) x",
        "def f 'a (_: a) = P.zero",
        "def f (x: f64) = (let g (_: f64) = P.zero in g x)",
    ] {
        refused("R-CONSUME/consumable", &of(body, update));
        accepted(&of(body, "(n.f x)[0]"));
        accepted(&of(body, "let v = copy (n.f x) let v[0] = x in v"));
    }
    accepted(&of("def f (_: f64) = copy P.zero", update));
    refused("R-CONSUME/consumable", &of("def f (_: f64) = P.put P.zero", "x"));
    // What a function gives to itself.
    refused(
        "R-CONSUME/consumable",
        &of(
            "def f (x: f64) : P.t = if x < 0 then P.zero else P.put (f (x - 1))",
            "x",
        ),
    );
    // Only the part that is abstract may be given away.
    let hidden = "module m : { type t val zero : t } = { type t = [1]f64 def zero : t = [1] }\n\
                  def c: {a: [3]i64, b: m.t} = {a = iota 3, b = m.zero}\n";
    accepted(&format!("{hidden}def f (_: i64) = c.b"));
    refused("GLOBAL/function", &format!("{hidden}def f (_: i64) = c.a"));
}

#[test]
fn operands_wait_for_each_other() {
    let first = "def first (a: []i32) (b: []i32) = a[0] + b[0]\n";
    refused(
        "HELD/consumed",
        &format!("{first}def main (a: *[]i32) = first (a with [0] = 1) a"),
    );
    accepted(&format!(
        "{first}def main (a: *[]i32) = first (a with [0] = 1) [a[0]]"
    ));
    refused("HELD/consumed", "def main (a: *[]i32) = (a, a with [0] = 1)");
    accepted("def main (a: *[]i32) = (a[0], a with [0] = 1)");
    refused("VAR/consumed", "def main (a: *[]i32) = (a with [0] = 1, [a[0]])");
    refused(
        "HELD/consumed",
        "def eat (a: *[]i32) = a[0]\ndef main (a: *[]i32) = let f (x: i32) = x + a[0] in f (eat a)",
    );
    refused(
        "HELD/consumed",
        "def main (a: *[]i32) = let f (b: *[]i32) = b[0] + a[0] in f a",
    );
    refused(
        "HELD/consumed",
        "def two (n: i64): ([]i64, []i64) = (iota n, iota n)\n\
         def own (a: *[]i64) (b: []i64) = b[0]\n\
         def main (n: i64) = let (x, y) = two n in own x y",
    );
}

#[test]
fn results() {
    refused("RETURN/consumable", "def main (a: []i32) : *[]i32 = a");
    refused(
        "RETURN/consumable",
        "def f (a: []i32): []i32 = a\ndef main (a: []i32) : *[]i32 = f a",
    );
    refused(
        "RETURN/distinct",
        "def main (a: *[]i32) : (*[]i32, *[]i32) = (a, a)",
    );
    refused(
        "RETURN/distinct",
        "def main (a: *[]i32) : (*[]i32, []i32) = (a, a)",
    );
    refused("GLOBAL/function", "def g = [1i32, 2]\ndef main (x: i32) = g");
    refused(
        "GLOBAL/constant",
        "def g : *[]i32 = [1, 2]\ndef main (x: i32) = x + g[0]",
    );
    refused(
        "RETURN/consumable",
        "def main (a: *[]i32) = let f (x: i32) : *[]i32 = a in (f 1, f 2)",
    );
}

#[test]
fn inferred_stars() {
    accepted("def f (n: i64) = iota n\ndef main (n: i64) = f n with [0] = 1");
    accepted("def f (a: *[]i32) = a\ndef main (a: *[]i32) = let b = f a in b with [0] = 1");
    refused(
        "R-CONSUME/consumable",
        "def f (a: []i32) = a\ndef main (a: []i32) = f a with [0] = 1",
    );
    accepted("def main (n: i64) = let f (i: i64) = replicate n i let a = f 1 let b = a with [0] = 2 in b");
    refused(
        "VAR/consumed",
        "def f (n: i64) = let a = iota n in (a, a)\n\
         def main (n: i64) = let (x, y) = f n let z = x with [0] = 9 in y[0] + z[0]",
    );
}

#[test]
fn functions_that_were_given_what_they_consume() {
    let fill = "def fill [n] (a: *[n]i32) (v: i32): i32 = (a with [0] = v)[0]\n";
    let accepted = |text: &str| accepted(&format!("{fill}{text}"));
    let refused = |premise: &str, text: &str| refused(premise, &format!("{fill}{text}"));
    accepted("def main (a: []i32) = (fill (copy a)) 1 + fill (copy a) 2");
    accepted("def main (a: []i32) = let f = fill (copy a) in f 1");
    accepted("def main (a: []i32) = let {f} = {f = fill (copy a)} in if a[0] > 1 then f 1 else f 2");
    accepted("def main (a: []i32) = let f = \\v -> fill (copy a) v in f 1 + f 2");
    accepted("def main (a: []i32) = let f = (`fill` 1) in f (copy a) + f (copy a)");
    accepted("def take [n] (a: *[n]i32): i32 -> i32 = fill a\ndef main (a: *[]i32) = take a 1");
    accepted(
        "def f 'p 'q (g: *p -> q) (x: *p) = let y = g x in (y, y)\ndef main (a: []i32) = f (\\(a: *[]i32) -> fill a 1) (copy a)",
    );
    accepted(
        "def f (a: *[2]i32) (g: i32 -> i32): (*[2]i32, i32 -> i32) = (a with [0] = 1, g)\ndef main (a: [2]i32) = let b = (f (copy a) (+ 1)).0 in map (+ 1) b",
    );
    refused(
        "VAR/consumed",
        "def main (a: []i32) = let f = fill (copy a) in f 1 + f 2",
    );
    refused(
        "VAR/consumed",
        "def main (a: []i32) = let f = (copy a `fill`) in f 1 + f 2",
    );
    refused(
        "VAR/consumed",
        "def main (a: []i32) = let r = {f = fill (copy a)} in r.f 1 + r.f 2",
    );
    refused(
        "VAR/consumed",
        "def main (a: []i32) = match fill (copy a) case f -> f 1 + f 2",
    );
    refused(
        "VAR/consumed",
        "def main (a: []i32) = let f = scatter (copy a) [0, 1] in (f [1, 2], f [2, 1])",
    );
    refused(
        "VAR/consumed",
        "def take [n] (a: *[n]i32): i32 -> i32 = fill a\ndef main (a: []i32) = let f = take (copy a) in f 1 + f 2",
    );
    refused(
        "HELD/consumed",
        "def main (a: []i32) = let f = fill (copy a) in f (f 1)",
    );
    refused(
        "R-CONSUME/consumable",
        "def main (a: []i32) = let f = fill (copy a) in map (\\v -> f v) a",
    );
    refused(
        "R-CONSUME/consumable",
        "def main (a: []i32) = let f = fill (copy a) in loop x = 1 for _i < 2 do f x",
    );
    refused(
        "HOLET/quiet",
        "def three [n] (a: *[n]i32) (v: i32) (w: i32) = fill a (v + w)\ndef main (a: []i32) = let g = three (copy a) let f = g 1 in f 1",
    );
    refused(
        "CLOSURE/once",
        "def main (a: []i32) (vs: []i32) = map (fill (copy a)) vs",
    );
    refused(
        "CLOSURE/once",
        "def main (a: []i32) = let f = fill (copy a) let g = \\(_: i32) -> (let h = f in 1i32) in map g a",
    );
    refused(
        "CLOSURE/once",
        "def make [n] (a: [n]i32): i32 -> i32 = fill (copy a)\ndef main (a: []i32) = make a 1",
    );
    refused(
        "CLOSURE/once",
        "def f = fill (copy [1, 2])\ndef main (x: i32) = f x + f 1",
    );
    refused(
        "CLOSURE/once",
        "def f 'p '^q (g: *p -> q) (ap: q -> i32) (x: *p) = let h = g x in ap h + ap h\ndef main (a: []i32) = f fill (\\h -> h 1) (copy a)",
    );
    refused(
        "CLOSURE/once",
        "module m: { type^ t val make: *[2]i32 -> t val apply: t -> i32 -> i32 } = {
           type^ t = i32 -> i32
           def make (a: *[2]i32): t = fill a
           def apply (f: t) = f
         }
         def main (a: [2]i32) = let f = m.make (copy a) in m.apply f 1 + m.apply f 2",
    );
}

#[test]
fn closures() {
    refused(
        "R-CONSUME/consumable",
        "def main (a: *[]i32) = map (\\i -> a with [0] = i) [1, 2]",
    );
    refused(
        "VAR/consumed",
        "def main (a: *[]i32) = let f (i: i64) = a[i] let b = a with [0] = 1 in f 0 + b[0]",
    );
    accepted("def main (a: *[]i32) = let f (i: i64) = a[i] let x = f 0 let b = a with [0] = x in b[0]");
    refused(
        "HOLET/quiet",
        "def f (a: *[]i32) (i: i64) = a[i]\ndef main (a: *[]i32) = let g = f a in g 0 + g 1",
    );
    refused(
        "HOARG/quiet",
        "def f (a: *[]i64) (i: i64) = a[i]\ndef main (a: *[]i64) = map (f a) (iota 2)",
    );
}

#[test]
fn functions_as_arguments() {
    let prelude = "def apply 'a 'b (f: a -> b) (x: a) = f x\n\
                   def use 'a 'b (f: *a -> b) (x: *a) = f x\n\
                   def own (f: i64 -> *[2]i64) = f 1 with [0] = 1\n\
                   def eat (a: *[]i32) = a[0]\n\
                   def see (a: []i32) = a[0]\n";
    refused(
        "HOPAR/parameter",
        &format!("{prelude}def main (a: *[]i32) = apply eat a"),
    );
    accepted(&format!("{prelude}def main (a: *[]i32) = use eat a"));
    accepted(&format!("{prelude}def main (a: *[]i32) = use see a"));
    accepted(&format!("{prelude}def main (a: []i32) = apply see a"));
    accepted(&format!(
        "{prelude}def main (n: i64) = own (\\(i: i64) : *[2]i64 -> replicate 2 (n + i))"
    ));
    refused(
        "HOPAR/result",
        &format!("{prelude}def main (a: [2]i64) = let f (i: i64) : [2]i64 = a in own f"),
    );
    refused(
        "R-CONSUME/consumable",
        "def main (f: i32 -> []i32) = f 1 with [0] = 2",
    );
}

#[test]
fn loops() {
    accepted("def main (n: i64) (a: *[]i64) = loop a for i < n do a with [i] = i");
    refused(
        "R-CONSUME/consumable",
        "def main (n: i64) (a: []i64) = loop a for i < n do a with [i] = i",
    );
    refused(
        "R-CONSUME/consumable",
        "def main (n: i64) (a: *[]i64) = loop a: []i64 for i < n do a with [i] = i",
    );
    refused(
        "LOOP/outer",
        "def main (n: i64) = let b = iota n in loop a = iota n for i < n do let a[i] = 0 in b",
    );
    refused(
        "LOOP/consumed",
        "def main (n: i64) = loop (a: *[]i64, b: *[]i64) = (iota n, iota n) for i < n do (a, a)",
    );
    refused(
        "LOOP/returned",
        "def main (n: i64) = loop (a: []i64, b: *[]i64) = (iota n, iota n) for i < n do (b, b)",
    );
    refused(
        "LOOP/returned",
        "def main (n: i64) = loop t: *([]i64, []i64) = (iota n, iota n) for i < n do let r = iota n in (r, r)",
    );
    refused(
        "LOOP/body",
        "def main [n] (a: *[n]i64) = let f i = a[i] in loop b = a for i < n do b with [i] = f i",
    );
    refused(
        "FORIN/consumed",
        "def main (a: *[]i64) = loop b = a for x in a do b with [0] = x",
    );
    refused(
        "R-CONSUME/consumable",
        "def main [n] (a: *[][n]i64) = loop s = 0 for x in a do let y = x with [0] = 1 in s + y[0]",
    );
}

#[test]
fn results_of_loops() {
    refused(
        "R-CONSUME/consumable",
        "def main (n: i64) (a: []i64) = let b = loop x = a for i < n do copy x in b with [0] = 1",
    );
    refused(
        "VAR/consumed",
        "def main (n: i64) (a: *[]i64) (b: *[]i64) =\n\
         let (x, y) = loop (x, y) = (a, b) for i < n do (y, x)\n\
         let z = x with [0] = 1 in z[0] + b[0]",
    );
    accepted(
        "def main (n: i64) (a: *[]i64) (b: *[]i64) = loop (x, y) = (a, b) for i < n do (y with [0] = i, x)",
    );
}

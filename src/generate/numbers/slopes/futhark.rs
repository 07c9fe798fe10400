//! Derivatives as Futhark writes them.

use super::{Derivative, Parameter, Second, Way, Writer};
use crate::Choices;
use crate::kit::{joined, tuple};
use crate::numbers::programs;
use elder_syntax::prim::PrimType;

/// Futhark, where integers have derivatives too.
pub static FUTHARK: Writer = Writer {
    tongue: &programs::FUTHARK,
    carries: |t| t != PrimType::Bool,
    takes: |_| true,
    wrapped,
    first,
    second,
    element: Some(|name| format!("{name}[i]")),
    looped: |count, lines, results, fresh| {
        let names: Vec<String> = (0..results.len()).map(|k| format!("rs{fresh}_{k}")).collect();
        let inner = tuple(results.iter().map(|(name, _)| name.as_str()));
        let unzip = match results.len() {
            1 => "",
            2 => "unzip ",
            3 => "unzip3 ",
            _ => "unzip4 ",
        };
        let body = format!("{}\n    in {inner}", indented(lines));
        let line = format!(
            "let {} = {unzip}(map (\\i ->\n{body}) (iota {count}))",
            tuple(&names)
        );
        (vec![format!("  {line}")], names)
    },
    program: |parameters, lines, results| {
        let typed = |(k, parameter): (usize, &Parameter)| match parameter.size {
            Some(n) => format!(" (a{k}: [{n}]{})", parameter.of),
            None => format!(" (a{k}: {})", parameter.of),
        };
        let parameters: String = parameters.iter().enumerate().map(typed).collect();
        let names = tuple(results.iter().map(|(name, _)| name.as_str()));
        format!("entry main{parameters} =\n{}\n  in {names}\n", lines.join("\n"))
    },
};

fn indented(lines: &[String]) -> String {
    joined("\n", lines.iter().map(|line| format!("    {line}")))
}

fn wrapped(c: &mut Choices, t: PrimType, body: String) -> String {
    let zero = if t == PrimType::Bool {
        "false".to_owned()
    } else {
        format!("0{t}")
    };
    match c.below(20) {
        10 => format!("let r = {body} in r"),
        11 => format!("[{zero}, {body}][1]"),
        12 => format!("loop r = {zero} for _round < 2 do {body}"),
        13 => format!("(\\r -> r : {t}) ({body})"),
        14 => format!("{{part = {body}}}.part"),
        15 => format!("([{zero}, {zero}] with [1] = {body})[1]"),
        16 => format!("(map (\\_ -> {body}) [0i32])[0]"),
        17 => format!("(scatter [{zero}, {zero}] [1, 3] [{body}, {zero}])[1]"),
        18 => format!("match (#some ({body}): #none | #some {t}) case #some r -> r case #none -> {zero}"),
        19 => format!(
            "(reduce (\\(i, a) (j, b) -> if i < j then (j, b) else (i, a)) (-1i32, {zero}) [(0, {body})]).1"
        ),
        _ => body,
    }
}

/// What is bound, and where it stands.
fn bound(derivative: &Derivative) -> (String, String) {
    let names = tuple(derivative.moving.iter().map(|(name, ..)| *name));
    let points = tuple(derivative.moving.iter().map(|(.., at)| at.as_str()));
    let typed = match derivative.moving.as_slice() {
        [(name, t, _)] => format!("({name}: {t})"),
        all => {
            let types = tuple(all.iter().map(|(_, t, _)| t.name()));
            format!("({names}: {types})")
        }
    };
    (typed, points)
}

fn first(c: &mut Choices, derivative: &Derivative, fresh: usize) -> (Vec<String>, Vec<String>) {
    let (bound, point) = bound(derivative);
    let function = match c.below(2) {
        0 => format!("(\\{bound} -> {})", derivative.body),
        _ => format!("f{fresh}"),
    };
    let mut lines = match function.starts_with('f') {
        true => vec![format!(
            "let f{fresh} {bound} : {} = {}",
            derivative.result, derivative.body
        )],
        false => vec![],
    };
    let changes: Vec<String> = derivative.changes.iter().map(tuple).collect();
    // What of each change comes is one number, or one for each that moves.
    let parts = match derivative.way {
        Way::Forward => 1,
        Way::Reverse => derivative.moving.len(),
    };
    let (one, many) = match derivative.way {
        Way::Forward => ("jvp", "jmp"),
        Way::Reverse => ("vjp", "mjp"),
    };
    let value = format!("v{fresh}");
    let of = |k: usize| -> Vec<String> { (0..parts).map(|j| format!("d{fresh}_{k}_{j}")).collect() };
    let mut names = vec![value.clone()];
    match changes.as_slice() {
        [change] => {
            names.extend(of(0));
            lines.push(match c.below(3) {
                2 => format!(
                    "let {value} = {function} {point}\n  let {} = {one} {function} {point} {change}",
                    tuple(of(0))
                ),
                _ => format!(
                    "let ({value}, {}) = {one}2 {function} {point} {change}",
                    tuple(of(0))
                ),
            });
        }
        all => {
            lines.push(format!(
                "let ({value}, ds{fresh}) = {many}2 {function} {point} [{}]",
                all.join(", ")
            ));
            for k in 0..all.len() {
                names.extend(of(k));
                lines.push(format!("let {} = ds{fresh}[{k}]", tuple(of(k))));
            }
        }
    }
    (lines.iter().map(|line| format!("  {line}")).collect(), names)
}

fn second(second: &Second, fresh: usize) -> (Vec<String>, String) {
    let way = |way| if way == Way::Forward { "jvp" } else { "vjp" };
    let [inner, outer] = second.ways;
    let [(x, at), (y, also)] = &second.moving;
    let Second { of: t, one, body, .. } = second;
    let name = format!("h{fresh}");
    let line = format!(
        "  let {name} = {} (\\({y}: {t}) -> {} (\\({x}: {t}) -> {body}) {at} {one}) {also} {one}",
        way(outer),
        way(inner),
    );
    (vec![line], name)
}

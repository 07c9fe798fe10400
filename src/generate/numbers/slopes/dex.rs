//! Derivatives as Dex writes them, and its core.

use super::{Derivative, Parameter, Second, Way, Writer};
use crate::Choices;
use crate::kit::{joined, tuple};
use crate::numbers::programs::{self, dex as base, pairs};
use elder_syntax::prim::{PrimFn, PrimType, UnOp};

/// Floats have derivatives, and functions that give floats; of gamma and its logarithm compiled programs take none (DX-L-PRIM).
fn takes(f: PrimFn) -> bool {
    f.result().is_float() && !matches!(f, PrimFn::Un(UnOp::Gamma | UnOp::Lgamma, _))
}

/// Dex.
pub static DEX: Writer = Writer {
    tongue: &programs::DEX,
    carries: PrimType::is_float,
    takes,
    wrapped,
    first,
    second,
    element: Some(|name| format!("{name}.i")),
    looped: |count, lines, results, fresh| {
        let body: Vec<String> = lines.iter().map(|line| format!("  {line}")).collect();
        let body = body.join("\n");
        let names: Vec<String> = (0..results.len()).map(|k| format!("rs{fresh}k{k}")).collect();
        let each = names.iter().zip(results);
        let lines =
            each.map(|(name, (result, _))| format!("  {name} = for i:(Fin {count}).\n{body}\n    {result}"));
        (lines.collect(), names)
    },
    program: |parameters, lines, results| {
        let typed = |(k, parameter): (usize, &Parameter)| format!("(a{k} : {}) ", of(*parameter));
        let parameters: String = parameters.iter().enumerate().map(typed).collect();
        let types = joined(" & ", results.iter().map(|(_, result)| of(*result)));
        let names = tuple(results.iter().map(|(name, _)| name.as_str()));
        let head = match parameters.is_empty() {
            true => "main =".to_owned(),
            false => format!("def main {parameters}: ({types}) ="),
        };
        format!("{head}\n{}\n  {names}\n", lines.join("\n"))
    },
};

fn of(parameter: Parameter) -> String {
    match parameter.size {
        Some(n) => format!("(Fin {n} => {})", base(parameter.of)),
        None => base(parameter.of).to_owned(),
    }
}

fn wrapped(c: &mut Choices, t: PrimType, body: String) -> String {
    let is_float = t == PrimType::F32;
    match c.below(10) {
        5 => format!("fst ({body}, {body})"),
        // Of what is not used the change is zero here, and times an infinite slope no number there (linearization).
        6 => format!("(for k:(Fin 1). {body}).(0@_)"),
        7 => format!("snd (1, {body})"),
        8 if is_float => format!("yieldState 0.0 \\r. r := {body}"),
        9 => format!("(\\r. r) ({body})"),
        _ => body,
    }
}

fn first(c: &mut Choices, derivative: &Derivative, fresh: usize) -> (Vec<String>, Vec<String>) {
    let names: Vec<&str> = derivative.moving.iter().map(|(name, ..)| *name).collect();
    let points = tuple(derivative.moving.iter().map(|(.., at)| at.as_str()));
    let (names, point) = (tuple(&names), points);
    let types: Vec<&str> = derivative.moving.iter().map(|(_, t, _)| base(*t)).collect();
    let typed = match types.as_slice() {
        [one] => format!("{names}:{one}"),
        _ => names,
    };
    let function = format!("(\\{typed}. {})", derivative.body);
    let value = format!("v{fresh}");
    let mut results = vec![value.clone()];
    let mut lines = Vec::new();
    let changes = derivative.changes.iter().map(tuple).enumerate();
    match derivative.way {
        Way::Forward => {
            lines.push(format!("({value}, t{fresh}) = linearize {function} {point}"));
            for (k, change) in changes {
                let name = format!("d{fresh}k{k}");
                lines.push(match c.below(3) {
                    2 => format!("{name} = jvp {function} {point} {change}"),
                    _ => format!("{name} = t{fresh} {change}"),
                });
                results.push(name);
            }
        }
        Way::Reverse => {
            lines.push(format!("({value}, t{fresh}) = vjp {function} {point}"));
            for (k, change) in changes {
                let own: Vec<String> = (0..types.len()).map(|j| format!("d{fresh}k{k}j{j}")).collect();
                let weights = match c.below(3) {
                    2 => format!("transposeLinear (snd (linearize {function} {point})) {change}"),
                    _ => format!("t{fresh} {change}"),
                };
                lines.push(format!("{} = {weights}", tuple(&own)));
                results.extend(own);
            }
        }
    }
    (lines.iter().map(|line| format!("  {line}")).collect(), results)
}

fn second(second: &Second, fresh: usize) -> (Vec<String>, String) {
    let [inner, outer] = second.ways;
    let [(x, at), (y, also)] = &second.moving;
    let Second { of: t, one, body, .. } = second;
    let t = base(*t);
    let name = format!("h{fresh}");
    let by = |way, function: String, at: &str| match way {
        Way::Forward => format!("jvp {function} {at} {one}"),
        Way::Reverse => format!("snd (vjp {function} {at}) {one}"),
    };
    let inner = by(inner, format!("(\\{x}:{t}. {body})"), at);
    let line = format!("  {name} = {}", by(outer, format!("(\\{y}:{t}. {inner})"), also));
    (vec![line], name)
}

/// Dex's core.
pub static DEX_CORE: Writer = Writer {
    tongue: &programs::DEX_CORE,
    carries: PrimType::is_float,
    takes,
    wrapped: |_, _, body| body,
    first: core_first,
    second: core_second,
    element: None,
    looped: |_, lines, results, _| {
        (
            lines.to_vec(),
            results.iter().map(|(name, _)| name.clone()).collect(),
        )
    },
    program: |parameters, lines, results| {
        let types: Vec<&str> = results.iter().map(|(_, result)| base(result.of)).collect();
        let arrows: String = parameters
            .iter()
            .map(|own| format!("{} -> ", base(own.of)))
            .collect();
        let bound: String = parameters
            .iter()
            .enumerate()
            .map(|(k, own)| format!("\\a{k}: {}. ", base(own.of)))
            .collect();
        let names: Vec<&str> = results.iter().map(|(name, _)| name.as_str()).collect();
        format!(
            "def main: {arrows}{} =\n  {bound}\n{}\n    in {}\n",
            pairs(&types, " & "),
            lines.join("\n"),
            pairs(&names, ", ")
        )
    },
};

/// `fst p` and `fst (snd p)`: the parts of what is named, which are so many.
fn parts(name: &str, count: usize) -> Vec<String> {
    match count {
        1 => vec![name.to_owned()],
        2 => vec![format!("fst {name}"), format!("snd {name}")],
        _ => vec![
            format!("fst {name}"),
            format!("fst (snd {name})"),
            format!("snd (snd {name})"),
        ],
    }
}

fn core_first(_: &mut Choices, derivative: &Derivative, fresh: usize) -> (Vec<String>, Vec<String>) {
    let types: Vec<&str> = derivative.moving.iter().map(|(_, t, _)| base(*t)).collect();
    let points: Vec<&str> = derivative.moving.iter().map(|(.., at)| at.as_str()).collect();
    let argument = pairs(&types, " & ");
    let result = base(derivative.result);
    let mut lines = vec![format!(
        "    let l{fresh}: {result} & ({argument} -> {result}) = linearize (\\p: {argument}."
    )];
    for ((name, t, _), part) in derivative.moving.iter().zip(parts("p", types.len())) {
        lines.push(format!("      let {name}: {} = {part}", base(*t)));
    }
    lines.push(format!(
        "      let r: {result} = {}\n      in r) {}",
        derivative.body,
        pairs(&points, ", ")
    ));
    let value = format!("v{fresh}");
    lines.push(format!("    let {value}: {result} = fst l{fresh}"));
    let mut results = vec![value];
    for (k, change) in derivative.changes.iter().enumerate() {
        let change = pairs(change, ", ");
        match derivative.way {
            Way::Forward => {
                let name = format!("d{fresh}k{k}");
                lines.push(format!("    let {name}: {result} = (snd l{fresh}) {change}"));
                results.push(name);
            }
            Way::Reverse => {
                let whole = format!("w{fresh}k{k}");
                lines.push(format!(
                    "    let {whole}: {argument} = transpose (snd l{fresh}) {change}"
                ));
                for (j, (part, t)) in parts(&whole, types.len()).into_iter().zip(&types).enumerate() {
                    let name = format!("d{fresh}k{k}j{j}");
                    lines.push(format!("    let {name}: {t} = {part}"));
                    results.push(name);
                }
            }
        }
    }
    (lines, results)
}

fn core_second(second: &Second, fresh: usize) -> (Vec<String>, String) {
    let [inner, outer] = second.ways;
    let [(x, at), (y, also)] = &second.moving;
    let Second { of: t, one, body, .. } = second;
    let t = base(*t);
    let taken = |way, name: &str, of: &str| match way {
        Way::Forward => format!("let {name}: {t} = (snd {of}) {one}"),
        Way::Reverse => format!("let {name}: {t} = transpose (snd {of}) {one}"),
    };
    let name = format!("h{fresh}");
    let lines = vec![
        format!("    let o{fresh}: {t} & ({t} -> {t}) = linearize (\\{y}: {t}."),
        format!("      let n{fresh}: {t} & ({t} -> {t}) = linearize (\\{x}: {t}."),
        format!("        let r: {t} = {body}\n        in r) {at}"),
        format!(
            "      {}\n      in s) {also}",
            taken(inner, "s", &format!("n{fresh}"))
        ),
        format!("    {}", taken(outer, &name, &format!("o{fresh}"))),
    ];
    (lines, name)
}

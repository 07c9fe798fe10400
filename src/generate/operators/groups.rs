//! Operators of DPIA on pairs, by one item, by the items of a work-group together, and by all.
//!
//! What combines takes the element first and what was combined before second.

use super::algebra::Operator;
use super::fold::{number, operator};
use super::vector;
use crate::Choices;
use crate::kit::joined;
use crate::meant::{Expected, Meant, Output, array};
use elder_syntax::prim::{PrimType, PrimValue};

/// Pairs in pairs.
fn paired(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        [first, rest @ ..] => format!("({first}, {})", paired(rest)),
        [] => String::new(),
    }
}

/// A term of the texts of operators, with a one for the place.
fn element(operator: &Operator) -> String {
    let all: Vec<String> = operator
        .element
        .iter()
        .map(|part| {
            let words: Vec<&str> = part.split(' ').collect();
            let words = joined(
                " ",
                words.iter().map(|word| match word.trim_matches(['(', ')']) {
                    "i" => word.replace('i', "1"),
                    _ => (*word).to_owned(),
                }),
            );
            whole(&words)
        })
        .collect();
    paired(&all)
}

/// Numbers below zero in parentheses, and branches too.
fn whole(part: &str) -> String {
    format!("({})", part.replace("-1000", "(-1000)"))
}

/// A program of DPIA.
pub fn dpia(c: &mut Choices) -> Meant {
    let operator = operator(c);
    let rows = c.below(4);
    let columns = [1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 32, 33, 64, 65][c.below(15)];
    let all: Vec<Vec<i32>> = (0..rows)
        .map(|_| (0..columns).map(|_| number(c)).collect())
        .collect();
    let lifted = |row: &Vec<i32>| -> Vec<Vec<i32>> { row.iter().map(|x| (operator.lift)(*x, 1)).collect() };
    let (a, b) = (paired(&operator.names("a")), paired(&operator.names("b")));
    let parts: Vec<String> = operator.parts.iter().map(|part| whole(part)).collect();
    let neutral: Vec<String> = operator.neutral.iter().map(|n| format!("({n})")).collect();
    let function = format!("fun({b}, {a}) {}, {}", paired(&parts), paired(&neutral));
    let made = format!("fun x. {}", element(&operator));
    let reduced: Vec<Vec<i32>> = all.iter().map(|row| operator.reduced(&lifted(row))).collect();
    let scanned: Vec<Vec<i32>> = all
        .iter()
        .flat_map(|row| operator.scanned(&lifted(row)))
        .collect();
    let outputs = |shape: &[usize], all: &[Vec<i32>]| -> Vec<Output> {
        let part = |k: usize| Output {
            shape: shape.to_vec(),
            ..vector(all.iter().filter_map(|one| one.get(k).copied()))
        };
        (0..operator.width()).map(part).collect()
    };
    let (sort, body, gives) = match c.below(6) {
        0 => (
            "reduce",
            format!("xs |> map(fun row. row |> map({made}) |> reduce({function}))"),
            outputs(&[rows], &reduced),
        ),
        1 => (
            "scanSeq",
            format!("xs |> map(fun row. row |> map({made}) |> scanSeq({function}))"),
            outputs(&[rows, columns], &scanned),
        ),
        2 => (
            "scanLocal",
            format!("xs |> mapWorkgroup(fun row. row |> mapLocal({made}) |> scanLocal({function}))"),
            outputs(&[rows, columns], &scanned),
        ),
        3 => (
            "reduceLocal",
            format!("xs |> mapWorkgroup(fun row. row |> mapLocal({made}) |> reduceLocal({function}))"),
            outputs(&[rows], &reduced),
        ),
        4 => (
            "mapGlobal",
            format!("xs |> mapGlobal(fun row. row |> mapSeq({made}) |> reduce({function}))"),
            outputs(&[rows], &reduced),
        ),
        _ => (
            "reduce of reduce",
            format!("xs |> map(fun row. row |> map({made}) |> reduce({function})) |> reduce({function})"),
            outputs(&[], &[operator.reduced(&reduced)]),
        ),
    };
    let values: Vec<PrimValue> = all.iter().flatten().copied().map(PrimValue::I32).collect();
    Meant {
        sort: format!("{sort} of {}", operator.name),
        ending: "dpia",
        text: format!("def main(xs: {rows}.{columns}.i32) = {body}\n"),
        inputs: array(PrimType::I32, vec![rows, columns], &values)
            .into_iter()
            .collect(),
        expected: Expected::Values(gives),
    }
}

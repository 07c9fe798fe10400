//! The table of primitive functions in `spec/core/syntax.md` has those that there are, with their types.

use elder_syntax::prim::{BinOp, PrimFn, PrimType, TernOp, UnOp};
use std::collections::BTreeMap;

const TEXT: &str = include_str!("../../../../spec/core/syntax.md");

/// A row: on which types, the operands, the result.
type Row = [&'static str; 3];

/// The rows by the names in their first cell.
fn rows() -> BTreeMap<&'static str, Row> {
    let (_, table) = TEXT
        .split_once("## Primitive functions")
        .expect("the text has the table");
    let (table, _) = table.split_once("\n### ").expect("rules come behind it");
    let mut found = BTreeMap::new();
    for line in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [names, types, operands, result] = cells[..] else {
            panic!("a row of other cells: {line}")
        };
        for name in names.split_whitespace() {
            let other = found.insert(name.trim_matches('`'), [types, operands, result]);
            assert!(other.is_none(), "{name} stands twice");
        }
    }
    found
}

fn is_among(types: &str, t: PrimType) -> bool {
    types.split(", ").any(|kind| match kind {
        "all" => true,
        "integers" => t.is_integer(),
        "floats" => t.is_float(),
        name => t.name() == name,
    })
}

/// The type of so many bits that is a float, or unsigned.
fn of_bits(t: PrimType, is_wanted: fn(PrimType) -> bool) -> Option<PrimType> {
    let bits = |t: PrimType| t.name().trim_start_matches(char::is_alphabetic).to_owned();
    PrimType::ALL
        .iter()
        .copied()
        .find(|other| is_wanted(*other) && bits(*other) == bits(t))
}

/// The type that a cell says.
fn declared(cell: &str, t: PrimType) -> Option<PrimType> {
    match cell {
        "t" => Some(t),
        "the unsigned type of as many bits" => of_bits(t, PrimType::is_unsigned),
        "the float of as many bits" => of_bits(t, PrimType::is_float),
        name => PrimType::from_name(name),
    }
}

#[test]
fn the_table_has_all_primitive_functions() {
    let rows = rows();
    let names = BinOp::ALL.iter().map(|op| op.name());
    let names = names.chain(UnOp::ALL.iter().map(|op| op.name()));
    let names = names.chain(TernOp::ALL.iter().map(|op| op.name()));
    let mut names: Vec<&str> = names.chain(["ldexp"]).collect();
    names.sort_unstable();
    assert!(
        rows.keys().copied().eq(names.iter().copied()),
        "{:?} and {names:?}",
        rows.keys()
    );
    for (name, [types, operands, result]) in rows {
        for t in PrimType::ALL.iter().copied() {
            let function = PrimFn::from_name(&format!("{name}_{t}"));
            assert_eq!(function.is_some(), is_among(types, t), "{name}_{t}");
            if let Some(function) = function {
                let takes: Option<Vec<PrimType>> =
                    operands.split(", ").map(|cell| declared(cell, t)).collect();
                assert_eq!(Some(function.parameters()), takes, "{name}_{t}");
                assert_eq!(Some(function.result()), declared(result, t), "{name}_{t}");
            }
        }
    }
}

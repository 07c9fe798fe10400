//! What the checker refuses: a row a mistake, with the nearest statement that is none.

use super::frame::{Dialect, Frame, surrounded};
use super::model::ints;
use super::{Expected, Sketch};
use crate::Choices;
use Dialect::{OpenCl, OpenMp};
use elder_syntax::prim::PrimType::I32;
use std::sync::LazyLock;

/// A mistake.
struct Row {
    rule: &'static str,
    premise: &'static str,
    dialect: Dialect,
    /// Statements that are refused; what stands before `@` are functions.
    bad: Vec<&'static str>,
    /// The nearest that are accepted, and do nothing that has no value.
    good: Vec<&'static str>,
}

/// All of them.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let sections = include_str!("typing.txt").split("\n[").skip(1);
    sections.filter_map(read).collect()
});

/// The row of a premise in a dialect, and of the lines below.
fn read(section: &'static str) -> Option<Row> {
    let (head, lines) = section.split_once("]\n")?;
    let (name, dialect) = head.split_once(' ')?;
    let (rule, premise) = name.split_once('/')?;
    let of = |sign: &str| lines.lines().filter_map(|line| line.strip_prefix(sign)).collect();
    Some(Row {
        rule,
        premise,
        dialect: if dialect == "OpenMp" { OpenMp } else { OpenCl },
        bad: of("- "),
        good: of("+ "),
    })
}

/// Variables that statements speak of: numbers of all sorts, a vector, pointers, arrays.
const CL: &str =
    "int i = 1; uint u = 2u; long n = 3l; char h = (char)1; float f = 1.5f; double d = 2.5; bool b = true;
const int ki = 4; int4 v = (int4)(1, 2, 3, 4); float4 w = (float4)(1.0f); local int t[4]; int p[4];
global int* go = ys; const global int* gc = xs; local int* lt = t; private int* pp = p;
p[0] = 1; p[1] = 2; p[2] = 3; p[3] = 4; t[0] = 1; t[1] = 1; t[2] = 2; t[3] = 3;
";
const MP: &str = "int32_t i = 1; uint32_t u = 2u; int64_t n = 3l; float f = 1.5f; bool b = true; const int32_t ki = 4; int32_t p[4];
int32_t* go = ys; const int32_t* gc = xs; p[0] = 1; p[1] = 2; p[2] = 3; p[3] = 4;
";

/// A kernel with one mistake, or with none.
pub(super) fn sketch(c: &mut Choices) -> Sketch {
    let row = &ROWS[c.below(ROWS.len())];
    let is_bad = c.below(3) > 0;
    let all = if is_bad { &row.bad } else { &row.good };
    let text = all[c.below(all.len())].replace('¶', "\n");
    let mut frame = Frame::new(row.dialect, (I32, 1));
    frame.input("xs", ints(&[5, 6, 7, 8]));
    frame.buffer("ys", I32, 4);
    frame.before.push("fill ys with 1i32".to_owned());
    let (functions, stmts) = text.split_once('@').unwrap_or(("", &text));
    frame.functions = format!("{functions}\n\n");
    // Among what stands around there are loops.
    let stmts = match row.premise {
        "inside" => stmts.to_owned(),
        _ => surrounded(c, row.dialect, stmts),
    };
    let declared = if row.dialect == OpenMp { MP } else { CL };
    let moreover = ["", "i = i;", "if (one == 1) { i = 1; } ", "{ u = u + 1u; }"];
    let (before, after) = (moreover[c.below(4)], moreover[c.below(4)]);
    frame.body = format!("out[0] = 3;\n{declared}{before}\n{stmts}\n{after}");
    frame.sketch(match is_bad {
        true => Expected::Refused(row.rule, row.premise),
        false => Expected::Values(vec![ints(&[3])]),
    })
}

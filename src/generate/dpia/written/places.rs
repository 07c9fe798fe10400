//! Parts of arrays that are found by arithmetic: rows of which the last one is cut, offsets and strides.

use super::{Writer, changed, combined, from, one};
use crate::Choices;
use crate::kit::joined;
use elder_dpia::{DataType, Nat, print};

/// The body of a program that writes an array through rows of some length, which seldom divides the array's.
pub(super) fn cut(writer: &mut Writer, c: &mut Choices) -> String {
    let length = *c.pick(&[7, 5, 8, 1, 0, 3, 12]).unwrap_or(&7);
    let each = *c.pick(&[3, 2, 4, 1, 5, 9]).unwrap_or(&3);
    let mut size = |writer: &mut Writer, value| match c.one_in(2) {
        true => Nat::lit(value),
        false => writer.size(value),
    };
    let (n, l) = (size(writer, length), size(writer, each));
    writer.known_by_input(c, &l);
    let row = DataType::array(n.clone(), writer.number());
    let (xs, out) = (writer.input(c, &row), writer.output(&row));
    // A cell in between, or a part of what is written.
    let cell = writer.name("v");
    let (opened, target, closed) = match c.below(4) {
        0 => {
            let head = format!("new {} {cell} {{\n  ", print::data_type(&row));
            let first = format!("parfor i < {n} into {cell}.wr as o {{ o := {xs}[i] }} ;\n  ");
            (
                head + &first,
                format!("{cell}.wr"),
                format!(" ;\n  {out} := {cell}.rd }}"),
            )
        }
        1 => {
            let turn = format!("at@({n})(({n}) - 1 - i)");
            let turned = format!("reorderAcc(fun i. {turn}, fun i. {turn}, {out})");
            (String::new(), turned, String::new())
        }
        _ => (String::new(), out.clone(), String::new()),
    };
    // Once in a while something is written behind the end, which whoever wrote the program owes not to do.
    let below = if c.one_in(24) { "<=" } else { "<" };
    let condition = format!("nat(({l}) * r + c) {below} nat({n})");
    let element = format!("{xs}[asIndex(nat(({l}) * r + c))]");
    let seen = format!("{xs}[({l}) * r + c]");
    let read = if below == "<" && c.one_in(2) {
        seen
    } else {
        element
    };
    let value = match c.one_in(2) {
        true => changed(c, &read),
        false => combined(c, &read, &format!("{}(r)", writer.number)),
    };
    let rows = format!("({n} + {l} - 1) / ({l})");
    let view = format!("cutAcc({l})({target})");
    let parfor = one(c, &["parfor", "parfor", "parforGlobal"]);
    let command = match c.below(6) {
        0 => format!(
            "{parfor} r < {rows} into {view} as row {{ for c < {l} {{ if {condition} {{ row[c] := {value} }} }} }}"
        ),
        1 => format!(
            "{parfor} c < {l} into transposeAcc({view}) as column {{ for r < {rows} {{ if {condition} {{ column[r] := {value} }} }} }}"
        ),
        2 => format!(
            "parforWorkgroup r < {rows} into {view} as row {{ parforLocal c < {l} into row as o {{ if {condition} {{ o := {value} }} }} }}"
        ),
        3 => format!(
            "for r < {rows} {{ for c < {l} {{ if {condition} {{ idxAcc(idxAcc({view}, r), c) := {value} }} }} }}"
        ),
        4 => format!(
            "accumulate(+) {view} as u {{ {parfor} r < {rows} {{ for c < {l} {{ if {condition} {{ u[r][c] += {value} }} }} }} }}"
        ),
        _ => format!(
            "parfor r < {rows} into {view} as row {{ parfor c < {l} into row as o {{ if {condition} {{ o := {value} }} }} }}"
        ),
    };
    let last = from(c, 0, 3);
    let again = match last {
        0 => format!(" ;\n  for r < {rows} {{ if nat(({l}) * r) < nat({n}) {{ {view}[r][at(0)] := 1 }} }}"),
        _ => String::new(),
    };
    format!("{opened}{command}{again}{closed}")
}

/// The body of a program that reads and writes parts by an offset, extents and strides, of which some meet.
pub(super) fn strided(writer: &mut Writer, c: &mut Choices) -> String {
    let rank = 1 + c.below(2);
    let values: Vec<i64> = (0..rank)
        .map(|_| *c.pick(&[3, 2, 4, 1, 0, 5]).unwrap_or(&3))
        .collect();
    let extents: Vec<Nat> = values
        .iter()
        .map(|n| match c.one_in(2) {
            true => Nat::lit(*n),
            false => writer.size(*n),
        })
        .collect();
    for n in &extents {
        writer.known_by_input(c, n);
    }
    let reach = |strides: &[i64]| -> i64 {
        let all = values.iter().zip(strides);
        all.map(|(n, s)| (n - 1).max(0) * s).sum()
    };
    // Where something is written, the stride of one dimension is above what the other one comes to, but for few programs.
    let mut strides: Vec<i64> = values.iter().map(|_| from(c, 1, 3)).collect();
    if let ([n, m], [s, r]) = (values.as_slice(), strides.as_mut_slice())
        && !c.one_in(16)
    {
        match c.one_in(2) {
            true => *s += (m - 1).max(0) * *r,
            false => *r += (n - 1).max(0) * *s,
        }
    }
    let others: Vec<i64> = values.iter().map(|_| from(c, 0, 5)).collect();
    let (before, own) = (from(c, 0, 4), from(c, 0, 4));
    let xs_type = writer.array(own + reach(&others) + from(c, 1, 3));
    let xs = writer.input(c, &xs_type);
    let length = before + reach(&strides) + from(c, 1, 3);
    let out_type = writer.array(length);
    let out = writer.output(&out_type);
    let dimensions = |strides: &[i64]| {
        let all = extents.iter().zip(strides);
        joined(", ", all.map(|(n, s)| format!("({n}, {s})")))
    };
    let read = format!("strided({own}, {}, {xs})", dimensions(&others));
    let write = format!("stridedAcc({before}, {})({out})", dimensions(&strides));
    let parfor = one(c, &["parfor", "parfor", "parforGlobal"]);
    let first = match c.one_in(2) {
        true => format!("for i < {length} {{ {out}[i] := 7 }} ;\n  "),
        false => String::new(),
    };
    let way = c.below(4);
    let body = match extents.as_slice() {
        [n] => {
            let value = changed(c, &format!("({read})[i]"));
            match way {
                0 => format!("for i < {n} {{ idxAcc({write}, i) := {value} }}"),
                _ => format!("{parfor} i < {n} into {write} as o {{ o := {value} }}"),
            }
        }
        [n, m] => {
            let value = changed(c, &format!("({read})[i][j]"));
            match way {
                0 => format!("{write} := {read}"),
                1 => format!(
                    "parforWorkgroup i < {n} into {write} as r {{ parforLocal j < {m} into r as o {{ o := {value} }} }}"
                ),
                2 => format!(
                    "{parfor} j < {m} into transposeAcc({write}) as r {{ for i < {n} {{ r[i] := {value} }} }}"
                ),
                _ => format!(
                    "{parfor} i < {n} into {write} as r {{ parfor j < {m} into r as o {{ o := {value} }} }}"
                ),
            }
        }
        _ => String::from("skip"),
    };
    first + &body
}

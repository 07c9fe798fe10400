//! Vectors whose first number is anywhere: of slices, columns, windows, rows whose length no width divides, read and written.
//!
//! Compiled code may load neighbours at once where they are neighbours, and at their own address only where that is a multiple of the width.

use super::{Writer, from, one};
use crate::Choices;
use elder_dpia::{DataType, Nat, PrimType};

/// How many numbers a vector has.
fn width(c: &mut Choices) -> i64 {
    *c.pick(&[4, 2, 3, 8, 16]).unwrap_or(&4)
}

/// An array of so many numbers, a part of an input of the writer's, that begins anywhere and has gaps or none.
fn part(writer: &mut Writer, c: &mut Choices, length: i64) -> String {
    let (before, behind) = (from(c, 0, 6), from(c, 0, 4));
    match c.below(8) {
        // Within a row of several.
        0 => {
            let rows = from(c, 1, 3);
            let row = writer.array(before + length + behind);
            let xs = writer.input(c, &DataType::array(Nat::lit(rows), row));
            let at = from(c, 0, rows as usize);
            format!("take({length}, drop({before}, {xs}[{at}]))")
        }
        // A column.
        1 => {
            let columns = from(c, 1, 4);
            let xs = writer.input(c, &writer.array(columns * length));
            let at = from(c, 0, columns as usize);
            format!("transpose(split({columns}, {xs}))[{at}]")
        }
        // A column that begins further down.
        2 => {
            let columns = from(c, 2, 3);
            let xs = writer.input(c, &writer.array(columns * (length + before)));
            let at = from(c, 0, columns as usize);
            format!("drop({before}, transpose(split({columns}, {xs}))[{at}])")
        }
        3 => {
            let xs = writer.input(c, &writer.array(before + length + behind));
            let of = before + length;
            let index = format!("fun i. at@{of}({} - i)", of - 1);
            format!("take({length}, reorder({index}, {index}, take({of}, {xs})))")
        }
        // Of two pieces, neither of which is whole vectors.
        4 => {
            let cut = from(c, 0, length as usize + 1);
            let xs = writer.input(c, &writer.array(length + before));
            let ys = writer.input(c, &writer.array(length));
            format!("concat(take({cut}, drop({before}, {xs})), drop({cut}, {ys}))")
        }
        _ => {
            let given = Nat::lit(before + length + behind);
            let data = DataType::array(given, writer.number());
            let xs = writer.input(c, &data);
            match (before, c.below(3)) {
                (0, _) | (_, 0) => format!("take({length}, drop({before}, {xs}))"),
                _ => format!("take({length}, drop(1, drop({}, {xs})))", before - 1),
            }
        }
    }
}

/// A vector made of vectors: components that are exchanged show whether each lies where it should.
fn made(c: &mut Choices, width: i64, v: &str, u: &str) -> String {
    let k = from(c, 1, 7);
    match c.below(6) {
        0 => v.to_owned(),
        1 => format!("{v} * splat({width}, {k})"),
        2 => format!("{v} - {u}"),
        3 => format!("{u} * splat({width}, {k}) - {v}"),
        4 if width == 4 => format!("{v}.wxzy - {u}"),
        _ => format!("splat({width}, {k}) - {v}"),
    }
}

/// The body of a program that computes with such vectors, or writes them.
pub(super) fn vectors(writer: &mut Writer, c: &mut Choices) -> String {
    if writer.number == PrimType::F64 {
        writer.number = PrimType::I32;
    }
    match c.below(5) {
        0 => windows(writer, c),
        1 | 2 => written(writer, c),
        _ => mapped(writer, c),
    }
}

const LOOPS: [&str; 4] = ["mapGlobal", "mapSeq", "map", "mapGlobal"];

/// Two arrays as vectors, taken together.
fn mapped(writer: &mut Writer, c: &mut Choices) -> String {
    let (width, count) = (width(c), from(c, 1, 3));
    let (a, b) = (part(writer, c, width * count), part(writer, c, width * count));
    let over = one(c, &LOOPS);
    let value = made(c, width, "v", "u");
    match c.below(4) {
        0 => {
            let (i, k) = (from(c, 0, count as usize), from(c, 0, width as usize));
            format!("(asVector({width}, {a})[{i}][{k}] * 3 - asVector({width}, {b})[{i}][{k}])")
        }
        1 => format!("(asVector({width}, {a}) |> {over}(fun u. let v = u in {value}) |> asScalar({width}))"),
        _ => format!(
            "(zip(asVector({width}, {a}), asVector({width}, {b})) |> {over}(fun (v, u). {value}) |> asScalar({width}))"
        ),
    }
}

/// Vectors in windows, or in rows of a length that is no multiple.
fn windows(writer: &mut Writer, c: &mut Choices) -> String {
    let (width, count) = (width(c), from(c, 1, 2));
    let (length, n) = (width * count, from(c, 1, 4));
    let value = made(c, width, "v", "v");
    let (outer, inner) = *c
        .pick(&[
            ("mapGlobal", "mapSeq"),
            ("mapWorkgroup", "mapLocal"),
            ("map", "map"),
            ("mapSeq", "mapSeq"),
        ])
        .unwrap_or(&("map", "map"));
    let before = from(c, 0, 4);
    let rows = match c.below(2) {
        0 => {
            let step = from(c, 1, 5);
            let xs = writer.input(c, &writer.array(before + length + (n - 1) * step));
            format!("slide({length}, {step}, drop({before}, {xs}))")
        }
        _ => {
            let row = writer.array(before + length);
            let xs = writer.input(c, &DataType::array(Nat::lit(n), row));
            format!("map(fun r. drop({before}, r), {xs})")
        }
    };
    format!(
        "({rows} |> {outer}(fun w. asVector({width}, w) |> {inner}(fun v. {value}) |> asScalar({width})))"
    )
}

/// Vectors written to a part of an output, or by numbers to a cell of vectors; the rest of the output is zero.
fn written(writer: &mut Writer, c: &mut Choices) -> String {
    let (width, count) = (width(c), from(c, 1, 3));
    let length = width * count;
    let (before, behind) = (from(c, 0, 5), from(c, 0, 4));
    let xs = part(writer, c, length);
    let value = made(
        c,
        width,
        &format!("asVector({width})({xs})[i]"),
        &format!("asVector({width})({xs})[i]"),
    );
    let (parfor, at) = (one(c, &["parfor", "parforGlobal", "for"]), "i");
    let all = writer.array(before + length + behind);
    let out = writer.output(&all);
    let place = match c.below(3) {
        0 => format!("dropAcc({before})(takeAcc({})({out}))", before + length),
        _ => format!("takeAcc({length})(dropAcc({before})({out}))"),
    };
    match (parfor, c.below(4)) {
        ("for", _) | (_, 0) => {
            let t = elder_dpia::print::data_type(&writer.number());
            format!(
                "new {count}.{t}<{width}> c {{ parfor i < {length} into asVectorAcc({width})(c.wr) as o {{ o := {xs}[i] * 2 }} ; parfor i < {count} into asScalarAcc({width})({place}) as o {{ o := c.rd[i] }} }}"
            )
        }
        (parfor, _) => {
            format!("{parfor} {at} < {count} into asScalarAcc({width})({place}) as o {{ o := {value} }}")
        }
    }
}

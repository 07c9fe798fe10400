//! Commands of a group: cells that its items write and read, at their own places and elsewhere, with no barrier written, and launches that say how
//! many items and groups there are, which may be fewer than there is work.

use super::{Writer, changed, combined, from, one};
use crate::Choices;
use elder_dpia::{DataType, Nat, print};

/// A cell of as many numbers as a row has.
#[derive(Clone, Debug)]
struct Cell {
    name: String,
    /// The command that makes it, which says where it lies.
    made: &'static str,
}

/// What the commands of a group know.
struct Items<'a> {
    writer: &'a mut Writer,
    /// How long rows and cells are.
    length: i64,
    /// Whether the launch is written: then items read only what they wrote, since no barrier is.
    is_launched: bool,
    cells: Vec<Cell>,
}

/// The body of a program whose groups have a row each, and write one.
pub(super) fn items(writer: &mut Writer, c: &mut Choices) -> String {
    let items = *c.pick(&[4, 2, 3, 8, 1]).unwrap_or(&4);
    let length = *c
        .pick(&[items, 2 * items, items + 1, 3 * items, items - 1])
        .unwrap_or(&items);
    let length = length.max(1);
    let groups = *c.pick(&[2, 1, 3, 5, 0]).unwrap_or(&2);
    let rows = match c.one_in(2) {
        true => writer.size(groups),
        false => Nat::lit(groups),
    };
    let all = DataType::array(rows.clone(), writer.array(length));
    let xs = writer.input(c, &all);
    let out = writer.output(&all);
    let is_launched = c.one_in(3);
    let mut items_of = Items {
        writer,
        length,
        is_launched,
        cells: Vec::new(),
    };
    let body = items_of.body(c, &format!("{xs}[g]"));
    let command = format!("parforWorkgroup g < {rows} into {out} as r {{\n    {body} }}");
    match is_launched {
        true => format!("launch(({items}), ({})) {{ {command} }}", items * from(c, 1, 3)),
        false => command,
    }
}

impl Items<'_> {
    /// Cells that are written whole, commands on them, and the row that is made of them.
    fn body(&mut self, c: &mut Choices, row: &str) -> String {
        let mut text = String::new();
        let cells = 2 + c.below(2);
        let of = print::data_type(&self.writer.array(self.length));
        for _ in 0..cells {
            let space = one(c, &["newLocal", "newLocal", "new", "newGlobal"]);
            let name = self.writer.name("v");
            let element = self.read(c, row);
            let value = changed(c, &element);
            let first = self.over_items(&format!("{name}.wr"), &value);
            text += &format!("{space} {of} {name} {{\n    {first} ;\n    ");
            self.cells.push(Cell { name, made: space });
        }
        for _ in 0..1 + c.below(4) {
            let command = c.part(|c| self.command(c, row, 2));
            text += &format!("{command} ;\n    ");
        }
        let (v, u) = (self.cell(c, None), self.cell(c, None));
        let (x, y) = (self.read(c, &format!("{v}.rd")), self.read(c, &format!("{u}.rd")));
        let value = combined(c, &x, &y);
        text += &self.over_items("r", &value);
        text + &" }".repeat(cells)
    }

    fn over_items(&self, target: &str, value: &str) -> String {
        format!(
            "parforLocal i < {} into {target} as o {{ o := {value} }}",
            self.length
        )
    }

    /// A cell, another one than `but`.
    fn cell(&self, c: &mut Choices, but: Option<&str>) -> String {
        let others: Vec<&Cell> = (self.cells.iter())
            .filter(|cell| Some(cell.name.as_str()) != but)
            .collect();
        c.pick(&others).map_or(String::new(), |cell| cell.name.clone())
    }

    /// Another cell in the same memory, if there is one.
    fn beside(&self, v: &str) -> Option<String> {
        let made = self.cells.iter().find(|cell| cell.name == v)?.made;
        let other = (self.cells.iter()).find(|cell| cell.name != v && cell.made == made)?;
        Some(other.name.clone())
    }

    /// An element that the item i reads.
    fn read(&self, c: &mut Choices, of: &str) -> String {
        format!("{of}[{}]", self.place(c))
    }

    /// Where the item i reads.
    fn place(&self, c: &mut Choices) -> String {
        let n = self.length;
        match if self.is_launched { 0 } else { c.below(4) } {
            0 | 1 => "i".to_owned(),
            2 => format!("{n} - 1 - i"),
            _ => format!("(i + 1) % {n}"),
        }
    }

    /// A condition that all items of a group share: it holds in some groups only, by what they read or by their number.
    fn condition(&self, c: &mut Choices, row: &str) -> String {
        let element = |c: &mut Choices| format!("{row}[{}]", c.below(self.length as usize));
        let k = c.below(4);
        match c.below(6) {
            0 => format!("i32(g) > {}", c.below(2)),
            1 => format!("i32(g) == {}", c.below(3)),
            2 => format!("{} > {}", element(c), element(c)),
            3 => format!("({} > {k} && {} < 4)", element(c), element(c)),
            4 => format!("({} > {k} || i32(g) == 0)", element(c)),
            _ => format!("{} > {k}", element(c)),
        }
    }

    fn command(&mut self, c: &mut Choices, row: &str, depth: usize) -> String {
        let v = self.cell(c, None);
        let u = self.cell(c, Some(&v));
        let n = self.length;
        let kinds = if depth > 0 { 12 } else { 3 };
        match c.below(kinds) {
            0 => {
                let element = self.read(c, &format!("{u}.rd"));
                let value = combined(c, "w.rd", &element);
                format!("parforLocal i < {n} in {v} as w {{ w.wr := {value} }}")
            }
            1 | 2 => {
                let element = self.read(c, &format!("{u}.rd"));
                let value = changed(c, &element);
                // The items part: by their number, by the group's, by what they have.
                let by = match c.below(6) {
                    0 => format!("i32(i) < {}", c.below(n as usize + 1)),
                    1 => format!("i32(i) == {}", c.below(n as usize)),
                    2 => format!("i32(i) + i32(g) > {}", c.below(n as usize + 1)),
                    3 => format!("{u}.rd[i] > {}", c.below(4)),
                    _ => String::new(),
                };
                let value = match by.is_empty() {
                    true => value,
                    false => format!("(if {by} then {value} else {})", self.read(c, &format!("{u}.rd"))),
                };
                self.over_items(&format!("{v}.wr"), &value)
            }
            3 | 4 => {
                let (first, second) = (
                    c.part(|c| self.command(c, row, depth - 1)),
                    c.part(|c| self.command(c, row, depth - 1)),
                );
                // In some rounds only, or in none.
                let (name, rounds) = (self.writer.name("k"), c.below(4));
                let within = match c.below(3) {
                    0 => format!(
                        "if i32({name}) {} {{ {first} }} else {{ skip }}",
                        one(c, &["== 1", "> 0", "< 1"])
                    ),
                    1 => format!(
                        "if i32({name}) {} {{ {first} }} else {{ {second} }}",
                        one(c, &["== 0", "> 1", "< 2"])
                    ),
                    _ => first,
                };
                format!("for {name} < {rounds} {{ {within} ; {second} }}")
            }
            5 | 10 | 11 => {
                let (yes, no) = (
                    c.part(|c| self.command(c, row, depth - 1)),
                    c.part(|c| self.command(c, row, depth - 1)),
                );
                let condition = c.part(|c| self.condition(c, row));
                let (yes, no) = match c.below(4) {
                    0 => (yes, "skip".to_owned()),
                    1 => ("skip".to_owned(), no),
                    _ => (yes, no),
                };
                format!("if {condition} {{ {yes} }} else {{ {no} }}")
            }
            // Two of the cells take turns; which one has the last step, who reads them later has to know.
            6 => {
                let Some(u) = self.beside(&v) else {
                    return self.command(c, row, 0);
                };
                let element = self.read(c, "e");
                let step = changed(c, &element);
                let steps = c.below(4);
                let others = self.cells.iter().find(|cell| cell.name != v && cell.name != u);
                let last = match others {
                    Some(Cell { name: other, .. }) if c.one_in(2) => {
                        let element = self.read(c, "s");
                        let value = changed(c, &element);
                        self.over_items(&format!("{other}.wr"), &value)
                    }
                    _ => "skip".to_owned(),
                };
                format!(
                    "dblFor({steps})({v}, {u}, fun k o e. parforLocal i < {n} into o as p {{ p := {step} }}, fun s. {last})"
                )
            }
            // As many elements as data say, all of them too.
            _ => {
                let (k, t) = (self.writer.name("k"), self.writer.name("t"));
                let space = one(c, &["newLocal", "newGlobal"]);
                let of = print::data_type(&self.writer.number());
                let count = match c.below(3) {
                    0 => n.to_string(),
                    _ => format!("min(max(i32({row}[0]), 0), {n})"),
                };
                let place = match self.is_launched {
                    true => "i".to_owned(),
                    false => format!("{k} - 1 - i"),
                };
                let value = changed(c, &format!("{t}.rd[{place}]"));
                format!(
                    "letSize {k} <= {n} = {count} {{ {space} {k}.{of} {t} {{ parforLocal i < {k} into {t}.wr as o {{ o := {u}.rd[at(i)] }} ; parforLocal i < {k} into {v}.wr |> takeAcc({k}) as o {{ o := {value} }} }} }}"
                )
            }
        }
    }
}

/// The body of a program in which arrays of an item, of a group or of all items hold vectors or pairs, which are read where data say.
pub(super) fn chosen(writer: &mut Writer, c: &mut Choices) -> String {
    let (n, k) = (from(c, 0, 6), from(c, 1, 5));
    let length = match c.one_in(2) {
        true => writer.size(n),
        false => Nat::lit(n),
    };
    let number = writer.number();
    let xs = writer.input(c, &DataType::array(length, DataType::array(Nat::lit(k), number)));
    let index = DataType::array(Nat::lit(4), DataType::Num(elder_dpia::PrimType::I32));
    let js = writer.input(c, &index);
    let element = c.below(4);
    let made = match element {
        0 => "vec(y, y * 2, y * 3 - 1)",
        1 => "vec(y, 2 - y)",
        2 => "vec(y, y * 2, 1 - y, y + 3)",
        _ => "(y, (vec(y * 2, 1 - y, y), y + 1))",
    };
    let at = format!("asIndex@i32@{k}((j * {} + {}) % {k})", from(c, 1, 3), c.below(3));
    let lane = |width: usize| format!("asIndex@i32@{width}((j + {width}) % {width})");
    let read = match element {
        0 => format!("vs[{at}][{}]", lane(3)),
        1 => format!("vs[{at}][{}]", lane(2)),
        2 => format!("vs[{at}][{}]", lane(4)),
        _ => format!("(fst (snd vs[{at}]))[{}] - snd (snd vs[{at}])", lane(3)),
    };
    match c.below(3) {
        0 => format!(
            "{xs} |> mapWorkgroup(fun row. let vs = toLocal(mapLocal(fun y. {made}, row)) in mapLocal(fun j. {read}, {js}))"
        ),
        1 => format!(
            "{xs} |> mapGlobal(fun row. let vs = mapSeq(fun y. {made}, row) in mapSeq(fun j. {read}, {js}))"
        ),
        _ => format!(
            "{xs} |> mapGlobal(fun row. let vs = toPrivate(mapSeq(fun y. {made}, row)) in mapSeq(fun j. {read}, {js}))"
        ),
    }
}

//! Commands: cells that are written whole, in part, in branches and loops, and outputs of which something may be left out.
//!
//! A cell is written in full before anything reads it; of outputs what nobody writes is zero.

use super::{Writer, changed, combined, from, one};
use crate::Choices;
use elder_dpia::{DataType, Nat, print};

/// A cell of the program.
#[derive(Clone, Debug)]
struct Cell {
    name: String,
    /// Whether it holds as many numbers as the arrays have, or one.
    is_array: bool,
}

/// What stands between commands, and behind the first one of a cell.
const OPENED: &str = " ;\n  ";

/// What the commands of a program know.
struct Commands<'a> {
    writer: &'a mut Writer,
    /// The length of all arrays, as it is written, and its value.
    length: (Nat, i64),
    arrays: Vec<String>,
    numbers: Vec<String>,
    cells: Vec<Cell>,
}

/// The body of a program that writes an array and a number.
pub(super) fn command(writer: &mut Writer, c: &mut Choices) -> String {
    let value = *c.pick(&[4, 3, 8, 1, 0, 5, 9]).unwrap_or(&4);
    let length = match c.one_in(2) {
        true => Nat::lit(value),
        false => writer.size(value),
    };
    let row = DataType::array(length.clone(), writer.number());
    let number = writer.number();
    let mut commands = Commands {
        arrays: vec![writer.input(c, &row), writer.input(c, &row)],
        numbers: vec![writer.input(c, &number), "2".to_owned()],
        cells: Vec::new(),
        length: (length, value),
        writer,
    };
    let out = commands.writer.output(&row);
    let total = commands.writer.output(&number);
    commands.block(c, 3, &out, &total)
}

/// The body of a program with lengths that data decide, which may be more than there may be: one number has several bounds, at some places where
/// nobody comes.
pub(super) fn lengths(writer: &mut Writer, c: &mut Choices) -> String {
    use elder_dpia::PrimValue;
    let value = from(c, 0, 9);
    let length = writer.size(value);
    let row = DataType::array(length.clone(), writer.number());
    let (xs, number) = (writer.input(c, &row), writer.number());
    // What it may be at most, and whether the arrays have as many elements.
    let bounds = [
        (format!("({length})"), value, true),
        (format!("({length} / 2)"), value / 2, true),
        (format!("({length} + 2)"), value + 2, false),
        (format!("(2 * {length})"), 2 * value, false),
        ("6".to_owned(), 6, false),
    ];
    let (count, condition) = (writer.name("c"), writer.name("c"));
    let near = bounds[c.below(bounds.len())].1;
    let many = near + *c.pick(&[0, 0, 1, -1, 2]).unwrap_or(&0);
    for (name, number) in [(&count, many), (&condition, from(c, 0, 2))] {
        writer.parameters.push(format!("{name}: i32"));
        writer
            .inputs
            .push(elder_syntax::Value::scalar(PrimValue::I32(number as i32)));
    }
    let (out, total) = (writer.output(&row), writer.output(&number));
    let t = print::data_type(&number);
    let kept = c.one_in(2);
    let cell = writer.name("v");
    let mut commands: Vec<String> = Vec::new();
    let from_cell = |text: &str| match kept {
        true => format!("{text}.rd"),
        false => count.clone(),
    };
    for _ in 0..1 + c.below(3) {
        let (bound, _, fits) = &bounds[c.below(bounds.len())];
        let k = writer.name("k");
        let body = match (fits, c.below(3)) {
            (true, 0) => format!("parfor i < {k} into takeAcc({k})({out}) as o {{ o := {xs}[at(i)] - 1 }}"),
            (_, 1) => format!("{total} := reduce(fun x a. x - a, 1, generate({k}, fun i. {t}(i)))"),
            _ => format!("{total} := {t}(nat@i32({k}))"),
        };
        let command = format!("letSize {k} <= {bound} = {} {{ {body} }}", from_cell(&cell));
        commands.push(match c.one_in(2) {
            true => format!("if {condition} > 0 {{ {command} }} else {{ skip }}"),
            false => command,
        });
    }
    let all = commands.join(OPENED);
    match kept {
        true => format!("new i32 {cell} {{ {cell}.wr := {count}{OPENED}{all} }}"),
        false => all,
    }
}

impl Commands<'_> {
    fn n(&self) -> String {
        format!("({})", self.length.0)
    }

    fn of(&self, is_array: bool) -> String {
        let number = self.writer.number();
        match is_array {
            true => print::data_type(&DataType::array(self.length.0.clone(), number)),
            false => print::data_type(&number),
        }
    }

    /// An array that can be read.
    fn array(&self, c: &mut Choices, but: Option<&str>) -> String {
        let cells = self.cells.iter().rev();
        let cells = cells.filter(|cell| cell.is_array && Some(cell.name.as_str()) != but);
        let all: Vec<String> = cells
            .map(|cell| format!("{}.rd", cell.name))
            .chain(self.arrays.iter().cloned())
            .collect();
        c.pick(&all).cloned().unwrap_or_default()
    }

    /// A number that can be read.
    fn number(&self, c: &mut Choices, but: Option<&str>) -> String {
        let cells = self.cells.iter().rev();
        let cells = cells.filter(|cell| !cell.is_array && Some(cell.name.as_str()) != but);
        let all: Vec<String> = cells
            .map(|cell| format!("{}.rd", cell.name))
            .chain(self.numbers.iter().cloned())
            .collect();
        c.pick(&all).cloned().unwrap_or_default()
    }

    /// An element for the place i of n, that reads nothing of the cell `but`.
    fn element(&self, c: &mut Choices, i: &str, but: Option<&str>) -> String {
        let (xs, ys) = (self.array(c, but), self.array(c, but));
        let n = self.n();
        let number = self.number(c, but);
        match c.below(4) {
            0 => format!("{xs}[{i}] - {number}"),
            1 => combined(c, &format!("{xs}[{i}]"), &format!("{ys}[{n} - 1 - {i}]")),
            2 => {
                let value = changed(c, &format!("{xs}[{i}]"));
                format!("if {ys}[{i}] > {number} then {value} else {number}")
            }
            _ => changed(c, &format!("{xs}[{i}]")),
        }
    }

    fn parfor(&self, c: &mut Choices) -> &'static str {
        one(c, &["parfor", "parfor", "parforGlobal"])
    }

    /// Commands, and at the end those that write the outputs.
    fn block(&mut self, c: &mut Choices, depth: usize, out: &str, total: &str) -> String {
        let before = self.cells.len();
        let mut commands: Vec<String> = Vec::new();
        let mut closing = 0;
        for _ in 0..1 + c.below(4) {
            match c.below(3) {
                0 if self.cells.len() < 4 => {
                    commands.push(c.part(|c| self.cell(c)));
                    closing += 1;
                }
                _ if self.cells.is_empty() => {}
                _ => {
                    let command = c.part(|c| self.change(c, depth));
                    commands.push(command);
                }
            }
        }
        commands.push(c.part(|c| self.outputs(c, out, total)));
        self.cells.truncate(before);
        let mut text = String::new();
        for (at, command) in commands.iter().enumerate() {
            text += command;
            if at + 1 < commands.len() && !command.ends_with(OPENED) {
                text += OPENED;
            }
        }
        text + &" }".repeat(closing)
    }

    /// A new cell, written in full; it stays open.
    fn cell(&mut self, c: &mut Choices) -> String {
        let is_array = c.below(3) != 0;
        let name = self.writer.name("v");
        let head = format!("new {} {name} {{\n  ", self.of(is_array));
        let n = self.n();
        let first = if !is_array {
            let number = self.number(c, None);
            match c.below(3) {
                0 => {
                    let other = self.number(c, None);
                    format!("if {number} > 1 {{ {name}.wr := {other} }} else {{ {name}.wr := 3 }}")
                }
                _ => format!("{name}.wr := {number}"),
            }
        } else {
            let element = self.element(c, "i", None);
            match c.below(6) {
                0 => format!("{name}.wr := {}", self.array(c, None)),
                1 => format!("for i < {n} {{ {name}.wr[i] := {element} }}"),
                2 => format!("for i < {n} {{ {name}.wr[{n} - 1 - i] := {element} }}"),
                3 => {
                    let (half, parfor) = (format!("{n} / 2"), self.parfor(c));
                    format!(
                        "partAt ({half}) in {name} as lo hi {{ {parfor} i < {half} into lo.wr as o {{ o := {} }} ; {parfor} i < {n} - {half} into hi.wr as o {{ o := {} }} }}",
                        self.number(c, None),
                        self.number(c, None)
                    )
                }
                _ => format!(
                    "{} i < {n} into {name}.wr as o {{ o := {element} }}",
                    self.parfor(c)
                ),
            }
        };
        self.cells.push(Cell { name, is_array });
        format!("{head}{first}{OPENED}")
    }

    /// A command that changes a cell.
    fn change(&mut self, c: &mut Choices, depth: usize) -> String {
        let cell = c.pick(&self.cells).cloned();
        let Some(Cell { name, is_array }) = cell else {
            return "skip".to_owned();
        };
        let n = self.n();
        let but = Some(name.as_str());
        if depth > 0 && c.one_in(3) {
            let condition = self.number(c, None);
            let inner = c.part(|c| self.change(c, depth - 1));
            let other = c.part(|c| self.change(c, depth - 1));
            return match c.below(3) {
                0 => format!("if {condition} > {} {{ {inner} }} else {{ {other} }}", c.below(4)),
                1 => format!("if {condition} > {} {{ {inner} }} else {{ skip }}", c.below(4)),
                _ => format!("for k < {} {{ {inner} ; {other} }}", c.below(4)),
            };
        }
        if !is_array {
            let (x, y) = (format!("{name}.rd"), self.number(c, but));
            let value = combined(c, &x, &y);
            let (xs, element) = (self.array(c, but), self.array(c, but));
            return match c.below(8) {
                0 => format!("{name}.wr := {value}"),
                1 => format!(
                    "for i < {n} {{ {name}.wr := {} }}",
                    combined(c, &x, &format!("{xs}[i]"))
                ),
                2 if !self.writer.number.is_float() => {
                    format!("accumulate(+) {name}.wr as u {{ parfor i < {n} {{ u += {xs}[i] }} }}")
                }
                3 => format!(
                    "accumulate(max) {name}.wr as u {{ parfor i < {n} {{ if {xs}[i] > 1 {{ u max= {element}[i] }} else {{ skip }} }} }}"
                ),
                // By commands that commute.
                5 => format!(
                    "accumulate(swap) {name}.wr as u {{ parfor i < {n} {{ swapAt u as w {{ w.wr := min(w.rd, {xs}[i]) }} }} }}"
                ),
                6 if !self.writer.number.is_float() => format!(
                    "accumulate(swap) {name}.wr as u {{ parfor i < {n} {{ swapAt u as w {{ for k < {} {{ w.wr := w.rd + {xs}[i] }} }} }} }}",
                    c.below(3)
                ),
                4 => {
                    let counter = self.writer.name("k");
                    format!(
                        "new i32 {counter} {{ {counter}.wr := {} ; while {counter}.rd > 0 {{ {counter}.wr := {counter}.rd - 1 ; {name}.wr := {value} }} }}",
                        c.below(4)
                    )
                }
                _ => format!("for k < {} {{ {name}.wr := {value} }}", c.below(4)),
            };
        }
        let element = self.element(c, "i", but);
        let parfor = self.parfor(c);
        match c.below(12) {
            0 => format!("{parfor} i < {n} into {name}.wr as o {{ o := {element} }}"),
            // No index is a remainder by a size that is 0 for all to see.
            11 if n.trim_matches(['(', ')']) != "0" => format!(
                "accumulate(swap) {name}.wr as u {{ {parfor} i < {n} {{ swapAt u[(i * {}) % {n}] as w {{ w.wr := max(w.rd, {element}) }} }} }}",
                c.below(4)
            ),
            9 => {
                // As often as a cell says, which each turn counts down.
                let (counter, times) = (self.writer.name("k"), c.below(4));
                let value = combined(c, "w.rd", &format!("({element})"));
                format!(
                    "new i32 {counter} {{ {counter}.wr := {times} ; while {counter}.rd > 0 {{ {counter}.wr := {counter}.rd - 1 ; {parfor} i < {n} in {name} as w {{ w.wr := {value} }} }} }}"
                )
            }
            10 => {
                // What only sizes decide, never holds.
                let never = one(c, &["> 12", "< 0", "== 13"]);
                format!(
                    "while nat@i64({n}) {never} {{ {parfor} i < {n} into {name}.wr as o {{ o := {element} }} }}"
                )
            }
            1 => {
                let value = combined(c, "w.rd", &format!("({element})"));
                format!("{parfor} i < {n} in {name} as w {{ w.wr := {value} }}")
            }
            // Each turn reads what the turns before it have written.
            2 => format!(
                "for i < {n} {{ {name}.wr[i] := {name}.rd[{n} - 1 - i] + {} }}",
                self.number(c, but)
            ),
            3 if self.length.0.as_constant().is_none_or(|n| n > 1) => format!(
                "if nat@i64({n}) > 1 {{ {name}.wr[asIndex@i64@{n}(1)] := {} }} else {{ skip }}",
                self.number(c, but)
            ),
            4 => {
                let half = format!("({n} / 2)");
                let other = self.number(c, but);
                format!(
                    "partAt {half} in {name} as lo hi {{ {parfor} i < {half} in lo as w {{ w.wr := w.rd - hi.rd[at(i)] + {other} }} }}"
                )
            }
            5 => {
                let other = self.writer.name("v");
                let of = self.of(true);
                let (steps, third) = (c.below(4), self.writer.name("v"));
                let xs = self.array(c, but);
                format!(
                    "new {of} {other} {{ new {of} {third} {{ {parfor} i < {n} into {other}.wr as o {{ o := {xs}[i] }} ; dblFor({steps})({name}, {other}, fun k o e. parfor i < {n} into o as p {{ p := e[{n} - 1 - i] + 1 }}, fun r. {third}.wr := r) ; {name}.wr := {third}.rd }} }}"
                )
            }
            8 => {
                // A length in a cell, from all there are on.
                let (cell, length) = (self.writer.name("c"), self.writer.name("k"));
                let value = self.number(c, but);
                let part = format!(
                    "{parfor} i < {length} into takeAcc({length})({name}.wr) as o {{ o := {value} }}"
                );
                let least = c.below(2);
                format!(
                    "new i32 {cell} {{ {cell}.wr := nat@i32({n}) ; while {cell}.rd > {least} {{ letSize {length} <= {n} = {cell}.rd {{ {part} }} ; {cell}.wr := {cell}.rd / 2 }} }}"
                )
            }
            6 => {
                let length = self.writer.name("k");
                let many = c.below(6);
                let value = self.number(c, but);
                if c.one_in(6) {
                    // One more than there may be, or than there are none.
                    let other = one(c, &["+ 1", "- 1", "* 2"]);
                    return format!(
                        "letSize {length} <= {n} = nat@i32({n}) {other} {{ for i < {length} {{ {name}.wr[at(i)] := {value} }} }}"
                    );
                }
                format!(
                    "letSize {length} <= {n} = (if nat@i32({n}) < {many} then nat@i32({n}) else {many}) {{ {parfor} i < {length} into takeAcc({length})({name}.wr) as o {{ o := {value} }} }}"
                )
            }
            _ => {
                let other = self.writer.name("v");
                let of = self.of(true);
                let again = self.number(c, but);
                format!(
                    "new {of} {other} {{ {parfor} i < {n} into {other}.wr as o {{ o := {name}.rd[{n} - 1 - i] }} ; {parfor} i < {n} into {name}.wr as o {{ o := {other}.rd[i] - {again} }} }}"
                )
            }
        }
    }

    /// What is written to the outputs: all, or some of it.
    fn outputs(&mut self, c: &mut Choices, out: &str, total: &str) -> String {
        let n = self.n();
        let element = self.element(c, "i", None);
        let (number, other) = (self.number(c, None), self.number(c, None));
        let parfor = self.parfor(c);
        let array = match c.below(7) {
            0 => format!("{out} := {}", self.array(c, None)),
            1 => format!(
                "if {number} > 1 {{ {parfor} i < {n} into {out} as o {{ o := {element} }} }} else {{ skip }}"
            ),
            2 => format!("for i < {n} / 2 {{ {out}[at(i)] := {} }}", self.number(c, None)),
            3 => format!(
                "if {number} > 1 {{ {out} := {} }} else {{ for i < {n} / 2 {{ {out}[2 * i] := {other} }} }}",
                self.array(c, None)
            ),
            4 => format!("for i < {n} {{ if ({element}) > 2 {{ {out}[i] := {number} }} else {{ skip }} }}"),
            _ => format!("{parfor} i < {n} into {out} as o {{ o := {element} }}"),
        };
        let last = match c.below(4) {
            0 => format!("if {other} > 1 {{ {total} := {number} }} else {{ skip }}"),
            1 => format!("for k < {} {{ {total} := {number} }}", c.below(3)),
            _ => format!("{total} := {number}"),
        };
        match c.one_in(2) {
            true => format!("{array} ;\n  {last}"),
            false => format!("{last} ;\n  {array}"),
        }
    }
}

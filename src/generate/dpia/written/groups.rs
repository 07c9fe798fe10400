//! Work-groups: arrays that their items make together and read where others wrote.
//!
//! A group has a row of an input, and makes one array after the other, in local memory mostly: by loops over items through views, by
//! reductions and scans of the group, in loops of the group, under a condition that all items share.  What comes out is made of the last ones.

use super::{Writer, changed, combined, from};
use crate::Choices;
use elder_dpia::{DataType, Nat};

/// How the elements of an array are made of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Number,
    Pair,
    /// A vector of three.
    Vector,
}

/// An array of the group.
#[derive(Clone, Debug)]
struct Array {
    name: String,
    length: i64,
    element: Element,
}

/// No array is longer.
const LONGEST: i64 = 40;

/// What a group has made so far.
struct Group<'a> {
    writer: &'a mut Writer,
    arrays: Vec<Array>,
    /// Numbers that all items have.
    numbers: Vec<String>,
    /// How many dimensions the group has.
    dimensions: usize,
}

/// The body of a program whose work-groups have a row each.
pub(super) fn group(writer: &mut Writer, c: &mut Choices) -> String {
    let items = *c.pick(&[4, 2, 3, 8, 1, 5, 16]).unwrap_or(&4);
    let length = match c.below(4) {
        0 => items,
        1 => 2 * items,
        2 => 4 * items,
        _ => items + from(c, 1, 3),
    }
    .min(LONGEST);
    let groups = *c.pick(&[2, 1, 3, 5, 0]).unwrap_or(&2);
    let rows = match c.one_in(3) {
        true => writer.size(groups),
        false => Nat::lit(groups),
    };
    let row = writer.array(length);
    let input = writer.input(c, &DataType::array(rows, row));
    let is_written = !c.one_in(3);
    let dimensions = if is_written && c.one_in(4) { 2 } else { 1 };
    let mut group = Group {
        writer,
        arrays: vec![Array {
            name: "row".to_owned(),
            length,
            element: Element::Number,
        }],
        numbers: Vec::new(),
        dimensions,
    };
    let mut body = String::new();
    for _ in 0..1 + c.below(4) {
        body += &c.part(|c| group.statement(c));
    }
    body += &c.part(|c| group.result(c));
    let launched = format!("{input} |> mapWorkgroup(fun row.\n    {body})");
    if !is_written {
        return launched;
    }
    // There may be more rows than groups.
    let grid = items * from(c, 1, 3);
    match dimensions {
        1 => format!("run(({items}), ({grid}))({launched})"),
        _ => {
            let other = from(c, 1, 4);
            format!("run(({items}, {other}), ({grid}, {other}))({launched})")
        }
    }
}

impl Element {
    /// A number of an element.
    fn read(self, x: &str) -> String {
        match self {
            Element::Number => x.to_owned(),
            Element::Pair => format!("(fst {x} - snd {x})"),
            Element::Vector => format!("({x}.x - {x}.z * 2 + {x}.y)"),
        }
    }

    /// An element of a number.
    fn made(self, x: &str) -> String {
        match self {
            Element::Number => x.to_owned(),
            Element::Pair => format!("({x}, {x} + 1)"),
            Element::Vector => format!("vec({x}, {x} + 1, 2 - {x})"),
        }
    }
}

impl Group<'_> {
    /// An array, the last one most often.
    fn array(&self, c: &mut Choices) -> Array {
        let last = self.arrays.len() - 1;
        let at = match c.one_in(4) {
            true => c.below(self.arrays.len()),
            false => last,
        };
        self.arrays[at].clone()
    }

    /// Seen through one view or two; with the length.
    fn viewed(&self, c: &mut Choices, array: &Array) -> (String, i64) {
        let mut seen = (array.name.clone(), array.length);
        for _ in 0..c.below(3) {
            seen = c.part(|c| self.view(c, seen.clone()));
        }
        seen
    }

    fn view(&self, c: &mut Choices, (xs, n): (String, i64)) -> (String, i64) {
        if n < 2 {
            return (xs, n);
        }
        let divisors: Vec<i64> = (2..n).filter(|d| n % d == 0).collect();
        match c.below(8) {
            0 => (reversed(&xs, n), n),
            1 => {
                let k = from(c, 1, 2).min(n - 1);
                (format!("drop({k}, {xs})"), n - k)
            }
            2 => {
                let k = from(c, 1, 2).min(n - 1);
                (format!("concat(drop({k}, {xs}), take({k}, {xs}))"), n)
            }
            3 => match c.pick(&divisors) {
                Some(d) => (format!("join(transpose(split({d}, {xs})))"), n),
                None => (xs, n),
            },
            4 => match c.pick(&divisors) {
                Some(d) => (format!("reorderWithStride({d}, {xs})"), n),
                None => (xs, n),
            },
            5 => {
                let step = from(c, 1, 3);
                let windows = (n - 2) / step + 1;
                let cut = (windows - 1) * step + 2;
                let xs = if cut == n {
                    xs
                } else {
                    format!("take({cut}, {xs})")
                };
                let at = c.below(2);
                (format!("map(fun w. w[{at}], slide(2, {step}, {xs}))"), windows)
            }
            6 if n + 2 <= LONGEST => (format!("padClamp(1, 1, {xs})"), n + 2),
            _ => {
                let k = from(c, 1, 3).min(n);
                (format!("take({}, {xs})", n - k + 1), n - k + 1)
            }
        }
    }

    /// A loop over the items, or over the items of two dimensions.
    fn over_items(&self, c: &mut Choices, function: &str, (xs, n): &(String, i64)) -> String {
        let divisors: Vec<i64> = (1..=*n).filter(|d| n % d == 0).collect();
        if self.dimensions > 1
            && !c.one_in(3)
            && let Some(d) = c.pick(&divisors)
        {
            let (outer, inner) = if c.one_in(3) { (0, 1) } else { (1, 0) };
            let rows = format!("split({d}, {xs})");
            let made = format!("{rows} |> mapLocal({outer})(fun r. r |> mapLocal({inner})({function}))");
            return match c.one_in(3) {
                true => format!("join(transpose({made}))"),
                false => format!("join({made})"),
            };
        }
        match c.pick(&divisors) {
            Some(d) if c.one_in(8) => {
                format!("join(map(fun r. r |> mapLocal({function}), split({d}, {xs})))")
            }
            _ => format!("mapLocal({function}, {xs})"),
        }
    }

    /// Numbers that depend on what an item has and what all have.
    fn value(&self, c: &mut Choices, x: &str) -> String {
        match c.pick(&self.numbers) {
            Some(number) if c.one_in(2) => combined(c, x, number),
            _ => changed(c, x),
        }
    }

    /// An array that the group stores, and the name for it.
    fn stored(&mut self, c: &mut Choices, made: &str, length: i64, element: Element) -> String {
        let name = self.writer.name("v");
        let space = if c.one_in(6) { "toGlobal" } else { "toLocal" };
        self.arrays.push(Array {
            name: name.clone(),
            length,
            element,
        });
        match space {
            "toLocal" => format!("let {name} = toLocal({made}) in\n    "),
            _ => {
                let all = DataType::array(Nat::lit(length), self.data(element));
                let all = elder_dpia::print::data_type(&all);
                format!("let {name} = toGlobal(fun(a: {all}) a, {made}) in\n    ")
            }
        }
    }

    fn data(&self, element: Element) -> DataType {
        let number = self.writer.number();
        match element {
            Element::Number => number,
            Element::Pair => DataType::pair(number.clone(), number),
            Element::Vector => DataType::Vector(3, self.writer.number),
        }
    }

    fn statement(&mut self, c: &mut Choices) -> String {
        let array = self.array(c);
        match c.below(17) {
            0..3 => self.mapped(c, &array),
            3 => self.zipped(c, &array),
            4 => self.windows(c, &array),
            5 => self.summed(c, &array),
            6 => self.scanned(c, &array),
            7 => self.gathered(c, &array),
            8 => self.decided(c, &array),
            9 => self.stepped(c, &array),
            10 => self.halved(c, &array),
            11 => self.written_elsewhere(c, &array),
            12 => self.accumulated(c, &array),
            13 | 14 => self.chosen(c, &array),
            15 => self.crossed(c, &array),
            _ => self.element(c, &array),
        }
    }

    fn mapped(&mut self, c: &mut Choices, array: &Array) -> String {
        let seen = self.viewed(c, array);
        let element = *c
            .pick(&[Element::Number, Element::Number, Element::Pair, Element::Vector])
            .unwrap_or(&Element::Number);
        let value = self.value(c, &array.element.read("x"));
        let function = format!("fun x. {}", element.made(&format!("({value})")));
        let made = self.over_items(c, &function, &seen);
        self.stored(c, &made, seen.1, element)
    }

    fn zipped(&mut self, c: &mut Choices, array: &Array) -> String {
        let other = self.array(c);
        let (xs, ys) = (self.viewed(c, array), self.viewed(c, &other));
        let n = xs.1.min(ys.1);
        let cut = |(xs, m): &(String, i64)| match *m == n {
            true => xs.clone(),
            false => format!("take({n}, {xs})"),
        };
        let value = combined(c, &array.element.read("x"), &other.element.read("y"));
        let both = (format!("zip({}, {})", cut(&xs), cut(&ys)), n);
        let made = self.over_items(c, &format!("fun (x, y). {value}"), &both);
        self.stored(c, &made, n, Element::Number)
    }

    fn windows(&mut self, c: &mut Choices, array: &Array) -> String {
        let (xs, n) = self.viewed(c, array);
        let (size, step) = (from(c, 1, 3).min(n), from(c, 1, 3));
        if n < 1 {
            return String::new();
        }
        let windows = (n - size) / step + 1;
        let cut = (windows - 1) * step + size;
        let first = array.element.read("w[0]");
        let last = array.element.read(&format!("w[{}]", size - 1));
        let value = combined(c, &first, &last);
        let seen = (format!("slide({size}, {step}, take({cut}, {xs}))"), windows);
        let made = self.over_items(c, &format!("fun w. {value}"), &seen);
        self.stored(c, &made, windows, Element::Number)
    }

    /// An operator that is associative, with its neutral element; most do not commute, whatever they are made of.
    fn monoid(&self, c: &mut Choices) -> (&'static str, &'static str) {
        let is_float = self.writer.number.is_float();
        match c.below(if is_float { 2 } else { 6 }) {
            0 => ("+", "0"),
            1 => ("fun x y. if y == 0 then x else y", "0"),
            2 => ("fun x y. if x == 0 then y else x", "0"),
            3 => ("fun x y. x + (if x == 0 then y else 0)", "0"),
            4 => ("fun x y. (if y == 0 then x else 0) + y", "0"),
            _ => ("*", "1"),
        }
    }

    fn numbers_of(&self, c: &mut Choices, array: &Array) -> (String, i64) {
        let (xs, n) = self.viewed(c, array);
        match array.element {
            Element::Number => (xs, n),
            element => (format!("map(fun x. {}, {xs})", element.read("x")), n),
        }
    }

    fn summed(&mut self, c: &mut Choices, array: &Array) -> String {
        let (xs, n) = self.numbers_of(c, array);
        let (operator, neutral) = self.monoid(c);
        // Sums of floats depend on the order.
        if self.writer.number.is_float() && operator == "+" {
            return String::new();
        }
        let name = self.writer.name("s");
        if n % 4 == 0 && n > 0 && !c.one_in(3) {
            let made = format!("reduceSubgroup(4, {operator}, split(4, {xs}))");
            return self.stored(c, &made, n / 4, Element::Number);
        }
        self.numbers.push(name.clone());
        format!("let {name} = reduceLocal({operator}, {neutral}, {xs}) in\n    ")
    }

    fn scanned(&mut self, c: &mut Choices, array: &Array) -> String {
        let (xs, n) = self.numbers_of(c, array);
        let (operator, neutral) = self.monoid(c);
        if self.writer.number.is_float() && operator == "+" {
            return String::new();
        }
        let made = format!("scanLocal({operator}, {neutral}, {xs})");
        self.stored(c, &made, n, Element::Number)
    }

    /// Elements at indexes that the group has stored before.
    fn gathered(&mut self, c: &mut Choices, array: &Array) -> String {
        let by = self.array(c);
        let n = array.length;
        if n == 0 || by.length == 0 {
            return String::new();
        }
        let x = by.element.read("x");
        let (k, l) = (c.below(n as usize), c.below(n as usize));
        let index = format!("fun x. if {x} > {} then at@{n}({k}) else at@{n}({l})", c.below(4));
        let (ys, m) = self.viewed(c, &by);
        let indexes = self.writer.name("is");
        let made = format!("mapLocal({index}, {ys})");
        let value = changed(c, &array.element.read("x"));
        let turned = match c.one_in(2) {
            true => reversed(&indexes, m),
            false => indexes.clone(),
        };
        let read = format!("mapLocal(fun x. {value}, gather({turned}, {}))", array.name);
        let stored = self.stored(c, &read, m, Element::Number);
        format!("let {indexes} = toLocal({made}) in\n    {stored}")
    }

    /// One of two loops, by an element that another item may have made.
    fn decided(&mut self, c: &mut Choices, array: &Array) -> String {
        let decides = self.array(c);
        if decides.length == 0 {
            return String::new();
        }
        let at = c.below(decides.length as usize);
        let condition = decides.element.read(&format!("{}[{at}]", decides.name));
        let (xs, n) = self.viewed(c, array);
        let ys = match c.one_in(2) {
            true => reversed(&xs, n),
            false => xs.clone(),
        };
        let read = array.element.read("x");
        let (yes, no) = (self.value(c, &read), self.value(c, &read));
        let made = format!(
            "if {condition} > {} then mapLocal(fun x. {yes}, {xs}) else mapLocal(fun x. {no}, {ys})",
            c.below(3)
        );
        self.stored(c, &made, n, Element::Number)
    }

    /// Rows one after the other, whose elements the items make, and then columns.
    fn crossed(&mut self, c: &mut Choices, array: &Array) -> String {
        let (xs, n) = self.numbers_of(c, array);
        let Some(side) = [4, 3, 2].into_iter().find(|side| side * side <= n) else {
            return String::new();
        };
        let (f, g) = (self.value(c, "x"), self.value(c, "x"));
        let name = self.writer.name("w");
        let rows = format!("split({side}, take({}, {xs}))", side * side);
        let first = format!("let {name} = toLocal(map(fun r. mapLocal(fun x. {f}, r), {rows})) in\n    ");
        let made = format!("join(map(fun r. mapLocal(fun x. {g}, r), transpose({name})))");
        first + &self.stored(c, &made, side * side, Element::Number)
    }

    /// Each item has one of two pairs or rows, by an element that another item may have made.
    fn chosen(&mut self, c: &mut Choices, array: &Array) -> String {
        let (decides, source) = (self.array(c), self.arrays[c.below(self.arrays.len())].clone());
        if decides.length == 0 {
            return String::new();
        }
        let at = c.below(decides.length as usize);
        let condition = decides.element.read(&format!("{}[{at}]", decides.name));
        let source = if c.one_in(2) { source } else { array.clone() };
        let seen = self.viewed(c, &source);
        let x = source.element.read("x");
        let (yes, no) = (self.value(c, &x), self.value(c, &x));
        let bound = c.below(3);
        if c.one_in(2) {
            let chosen = format!("fun x. if {condition} > {bound} then ({yes}, {x}) else ({x}, {no})");
            let made = self.over_items(c, &chosen, &seen);
            return self.stored(c, &made, seen.1, Element::Pair);
        }
        let chosen = format!(
            "fun x. if {condition} > {bound} then generate(2, fun i. {yes}) else generate(2, fun i. {no} - 1)"
        );
        let made = format!(
            "map(fun r. r[0] - r[1] * 2, toLocal(mapLocal({chosen}, {})))",
            seen.0
        );
        let made = format!("mapLocal(fun x. x, {made})");
        self.stored(c, &made, seen.1, Element::Number)
    }

    /// A loop of the group whose state all items make together.
    fn stepped(&mut self, c: &mut Choices, array: &Array) -> String {
        let (xs, n) = self.numbers_of(c, array);
        let steps = from(c, 0, 4);
        let turned = match c.below(4) {
            0 => "s".to_owned(),
            1 => reversed("s", n),
            2 if n > 1 => "concat(drop(1, s), take(1, s))".to_owned(),
            _ if n > 0 => format!("padClamp(1, 0, take({}, s))", n - 1).replace("take(0, s)", "take(1, s)"),
            _ => "s".to_owned(),
        };
        let turned = match (n, turned) {
            (1, _) => "s".to_owned(),
            (_, turned) => turned,
        };
        let value = match c.one_in(2) {
            true => format!("fun (x, y). {}", combined(c, "x", "y")),
            false => format!("fun (x, y). {}", changed(c, "y")),
        };
        let step = format!("fun i s. mapLocal({value}, zip(s, {turned}))");
        let start = format!("toLocal(mapLocal(fun x. x, {xs}))");
        let made = format!("loopSeq({steps}, {step}, {start})");
        self.stored(c, &made, n, Element::Number)
    }

    /// Half as many elements a step.
    fn halved(&mut self, c: &mut Choices, array: &Array) -> String {
        let (xs, n) = self.numbers_of(c, array);
        let steps = from(c, 1, 3);
        let all = 1 << steps;
        let left = n / all;
        if left == 0 {
            return String::new();
        }
        let (cut, data) = (left * all, self.writer.number);
        let value = combined(c, "p[0]", "p[1]");
        let by = match c.one_in(2) {
            true => "split(2, ws)",
            false => "transpose(split(l, ws))",
        };
        let step = format!("fun(l: nat, ws: (l * 2).{data}) mapLocal(fun p. {value}, {by})");
        let made = format!("iterate({steps})({step}, toLocal(mapLocal(fun x. x, take({cut}, {xs}))))");
        self.stored(c, &made, left, Element::Number)
    }

    /// What items make is written in another order.
    fn written_elsewhere(&mut self, c: &mut Choices, array: &Array) -> String {
        let (xs, n) = self.viewed(c, array);
        let value = self.value(c, &array.element.read("x"));
        let divisors: Vec<i64> = (2..n).filter(|d| n % d == 0).collect();
        let function = format!("fun x. {value}");
        let made = match (c.below(3), c.pick(&divisors)) {
            (0, Some(d)) => {
                format!("join(transpose(split({d}, mapLocal({function}, {xs}))))")
            }
            (1, Some(d)) => format!("reorderWithStride({d}, mapLocal({function}, {xs}))"),
            _ => reversed(&format!("mapLocal({function}, {xs})"), n),
        };
        self.stored(c, &made, n, Element::Number)
    }

    /// Rows are added to a state, row by row.
    fn accumulated(&mut self, c: &mut Choices, array: &Array) -> String {
        let (xs, n) = self.numbers_of(c, array);
        let divisors: Vec<i64> = (1..=n).filter(|d| n % d == 0).collect();
        let Some(&d) = c.pick(&divisors) else {
            return String::new();
        };
        let value = combined(c, "x", "y");
        let state = match c.one_in(2) {
            true => reversed("s", d),
            false => "s".to_owned(),
        };
        let step = format!("fun r s. mapLocal(fun (x, y). {value}, zip(r, {state}))");
        let start = format!("toLocal(mapLocal(fun x. x, take({d}, {xs})))");
        let made = format!("reduce({step}, {start}, split({d}, {xs}))");
        self.stored(c, &made, d, Element::Number)
    }

    /// An element that all items read.
    fn element(&mut self, c: &mut Choices, array: &Array) -> String {
        if array.length == 0 {
            return String::new();
        }
        let at = c.below(array.length as usize);
        let value = array.element.read(&format!("{}[{at}]", array.name));
        let name = self.writer.name("s");
        self.numbers.push(name.clone());
        format!("let {name} = {value} in\n    ")
    }

    /// What a group gives.
    fn result(&mut self, c: &mut Choices) -> String {
        let (array, other) = (self.array(c), self.array(c));
        let (xs, ys) = (self.viewed(c, &array), self.viewed(c, &other));
        let n = xs.1.min(ys.1);
        let value = combined(c, &array.element.read("x"), &other.element.read("y"));
        let both = format!("zip(take({n}, {}), take({n}, {}))", xs.0, ys.0);
        let numbers: String = self.numbers.iter().map(|s| format!(" + {s}")).collect();
        format!("mapLocal(fun (x, y). {value}{numbers}, {both})")
    }
}

/// The elements from the last to the first.
fn reversed(xs: &str, n: i64) -> String {
    if n < 1 {
        return xs.to_owned();
    }
    let index = format!("fun i. at@{n}({} - i)", n - 1);
    format!("reorder({index}, {index}, {xs})")
}

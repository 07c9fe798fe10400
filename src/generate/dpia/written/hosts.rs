//! The host's part: arrays that several launches make, loops and conditions of the host, and lengths that data decide.

use super::{Writer, changed, combined, from, one};
use crate::Choices;
use elder_dpia::{DataType, Nat, PrimType, PrimValue, print};
use elder_syntax::Value;

/// What the host has made so far: arrays of one length.
struct Host<'a> {
    writer: &'a mut Writer,
    /// The length of all arrays, as it is written, and its value.
    length: (Nat, i64),
    arrays: Vec<String>,
    numbers: Vec<String>,
}

/// The body of a program in which arrays are made one after the other.
pub(super) fn host(writer: &mut Writer, c: &mut Choices) -> String {
    let value = *c.pick(&[4, 3, 8, 0, 1, 5, 9, 12]).unwrap_or(&4);
    let length = match c.one_in(3) {
        true => Nat::lit(value),
        false => writer.size(value),
    };
    let mut host = Host::new(writer, c, (length, value));
    let mut body = String::new();
    for _ in 0..1 + c.below(4) {
        body += &c.part(|c| host.statement(c));
    }
    body + &c.part(|c| host.result(c))
}

/// The body of a program with memory of fewer elements than the arrays have, which may be less than none where it is not used.
pub(super) fn rooms(writer: &mut Writer, c: &mut Choices) -> String {
    let k = from(c, 1, 5);
    let value = *c.pick(&[0, k - 1, k, k + 1, 0]).unwrap_or(&0);
    let length = writer.size(value);
    let mut host = Host::new(writer, c, (length, value));
    let mut body = String::new();
    for _ in 0..1 + c.below(3) {
        body += &c.part(|c| {
            let xs = host.array(c);
            match c.below(4) {
                0 | 1 => host.own_room(c, &xs, k),
                2 => host.own_temporary(c, &xs),
                _ => host.last(c, &xs),
            }
        });
    }
    body + &c.part(|c| host.result(c))
}

/// The body of a program that computes many sizes, as numbers and as lengths.
pub(super) fn sizes(writer: &mut Writer, c: &mut Choices) -> String {
    let (n, m) = (from(c, 0, 5), from(c, 1, 4));
    let (rows, columns) = (writer.size(n), writer.size(m));
    let t = DataType::Num(PrimType::I64);
    let mut leaves = vec![(rows.to_string(), 4), (columns.to_string(), 4)];
    // Of which sums and products may not fit 64 bits.
    if c.one_in(3) {
        let value = *c.pick(&LARGE).unwrap_or(&i64::MAX);
        let large = writer.size(value);
        writer.inputs.push(Value::scalar(PrimValue::I64(value)));
        leaves.push((large.to_string(), value));
    }
    let xs = writer.input(c, &DataType::array(rows, t.clone()));
    let ys = writer.input(c, &DataType::array(columns, t));
    let terms: Vec<String> = (0..2 + c.below(6))
        .map(|_| c.part(|c| size(c, &leaves, 2).0))
        .collect();
    let all: Vec<String> = terms.iter().map(|term| format!("nat@i64({term})")).collect();
    let map = one(c, &["map", "mapGlobal", "mapSeq"]);
    let (term, bound) = c.part(|c| size(c, &leaves, 1));
    // An array of that many elements.
    let array = match bound <= 64 {
        true => format!("reduce(fun x a. x * 2 - a, 1, generate({term}, fun i. i64(i)))"),
        false => format!("nat@i64({term})"),
    };
    let name = writer.name("s");
    format!(
        "let {name} = {array} in\n  ({map}(fun x. x - {}, {xs}), ({}, reduce(fun y a. y - a, {name}, {ys})))",
        all.join(" * 3 - "),
        all.join(", ")
    )
}

/// Sizes whose squares, sums or multiples are about as large as 64 bits hold.
const LARGE: [i64; 8] = [
    3_037_000_499,
    3_037_000_500,
    1 << 31,
    1 << 32,
    1 << 40,
    i64::MAX / 3,
    1 << 62,
    i64::MAX,
];

/// A size over these names, with what they are at most, that is never below zero, and what it is at most itself.
fn size(c: &mut Choices, names: &[(String, i64)], depth: usize) -> (String, i64) {
    if depth == 0 || c.one_in(5) {
        return match c.below(3) {
            0 => {
                let k = from(c, 1, 9);
                (k.to_string(), k)
            }
            _ => c.pick(names).cloned().unwrap_or_default(),
        };
    }
    let k = from(c, 1, 8);
    let (a, most) = c.part(|c| size(c, names, depth - 1));
    let (b, other) = c.part(|c| size(c, names, depth - 1));
    match c.below(12) {
        // Products with numbers below zero, which are computed and never come to less than none.
        9 => {
            let j = from(c, 1, 5);
            (
                format!("({} - {k} * ({a} % {j}))", k * (j - 1) + 2),
                k * (j - 1) + 2,
            )
        }
        10 => (
            format!("({k} * max({a}, {b}) - {k} * {b})"),
            most.saturating_mul(k),
        ),
        11 => {
            let j = from(c, 1, 4);
            (
                format!("({} * {a} + {b} - {k} * min({a}, {b}) - {b})", k + j),
                most.saturating_mul(k + j),
            )
        }
        0 => (format!("({a} + {b})"), most.saturating_add(other)),
        1 => (format!("({a} * {b})"), most.saturating_mul(other)),
        2 => (
            format!("({a} * {b} + {k})"),
            most.saturating_mul(other).saturating_add(k),
        ),
        3 => (format!("({a} / {k})"), most),
        4 => (format!("({a} % {k})"), k),
        5 => (format!("min({a}, {b})"), most.min(other)),
        6 => (format!("(max({a}, {b}) - {b})"), most),
        _ => {
            // Of two, of other powers of two, and of none.
            let base: i64 = *c.pick(&[2, 4, 8, 16, 3, 5]).unwrap_or(&2);
            let (name, most) = c.pick(names).cloned().unwrap_or_default();
            let exponent = u32::try_from(most).unwrap_or(u32::MAX);
            (format!("({base} ^ {name})"), base.saturating_pow(exponent))
        }
    }
}

impl<'a> Host<'a> {
    /// Two arrays of that length and a number that the program takes.
    fn new(writer: &'a mut Writer, c: &mut Choices, length: (Nat, i64)) -> Host<'a> {
        let row = DataType::array(length.0.clone(), writer.number());
        let arrays = vec![writer.input(c, &row), writer.input(c, &row)];
        let number = writer.number();
        let numbers = vec![writer.input(c, &number)];
        Host {
            writer,
            length,
            arrays,
            numbers,
        }
    }

    fn n(&self) -> String {
        format!("({})", self.length.0)
    }

    fn t(&self) -> String {
        print::data_type(&self.writer.number())
    }

    /// One of the arrays, the last one most often.
    fn array(&self, c: &mut Choices) -> String {
        let last = self.arrays.len() - 1;
        let at = match c.one_in(3) {
            true => c.below(self.arrays.len()),
            false => last,
        };
        self.arrays[at].clone()
    }

    fn number(&self, c: &mut Choices) -> String {
        c.pick(&self.numbers).cloned().unwrap_or_else(|| "1".to_owned())
    }

    /// An array in another order.
    fn turned(&self, c: &mut Choices, xs: &str) -> String {
        let n = self.n();
        match (self.length.0.as_constant(), c.below(4)) {
            (_, 0) => format!("reorder(fun i. at@{n}({n} - 1 - i), fun i. at@{n}({n} - 1 - i), {xs})"),
            (Some(k), 1) if k > 1 => format!("concat(drop(1, {xs}), take(1, {xs}))"),
            (Some(k), 2) if k > 1 => format!("padClamp(1, 0, take({}, {xs}))", k - 1),
            _ => xs.to_owned(),
        }
    }

    fn map(&self, c: &mut Choices) -> &'static str {
        one(c, &["map", "map", "mapGlobal", "mapSeq"])
    }

    fn named(&mut self, made: &str) -> String {
        let name = self.writer.name("v");
        self.arrays.push(name.clone());
        format!("let {name} = {made} in\n  ")
    }

    fn statement(&mut self, c: &mut Choices) -> String {
        let xs = self.array(c);
        match c.below(19) {
            17 => self.sized(c, &xs),
            18 => self.last(c, &xs),
            0 => {
                let (map, value) = (self.map(c), changed(c, "x"));
                let number = self.number(c);
                self.named(&format!("{map}(fun x. {value} - {number}, {xs})"))
            }
            1 => {
                let (other, value) = (self.array(c), combined(c, "x", "y"));
                let (map, other) = (self.map(c), self.turned(c, &other));
                self.named(&format!("{map}(fun (x, y). {value}, zip({xs}, {other}))"))
            }
            2 => self.stepped(c, &xs),
            3 => self.whiled(c, &xs),
            4 => self.decided(c, &xs),
            5 | 6 => self.partitioned(c, &xs),
            7 => self.scattered(c, &xs),
            8 => self.gathered(c, &xs),
            9 => self.called(c, &xs),
            10 => {
                let value = combined(c, "x", "a");
                let number = self.number(c);
                let name = self.writer.name("s");
                self.numbers.push(name.clone());
                format!("let {name} = reduce(fun x a. {value}, {number}, {xs}) in\n  ")
            }
            11 => self.sized(c, &xs),
            12 => self.last(c, &xs),
            13 | 14 => self.own_state(c, &xs),
            15 => self.own_temporary(c, &xs),
            _ => self.updated(c, &xs),
        }
    }

    /// A loop of launches, on an array or a pair of them.
    fn stepped(&mut self, c: &mut Choices, xs: &str) -> String {
        let (map, steps) = (self.map(c), from(c, 0, 4));
        let value = combined(c, "x", "y");
        if c.one_in(2) {
            let turned = self.turned(c, "s");
            let step = format!("fun i s. {map}(fun (x, y). {value}, zip(s, {turned}))");
            return self.named(&format!("loopSeq({steps}, {step}, {xs})"));
        }
        let (other, half) = (self.array(c), one(c, &["fst", "snd"]));
        let (ys, first) = (self.turned(c, "b"), self.turned(c, "a"));
        let again = changed(c, "x");
        let step = format!(
            "fun i s. let (a, b) = s in ({map}(fun (x, y). {value}, zip(a, {ys})), {map}(fun x. {again}, {first}))"
        );
        self.named(&format!("{half} (loopSeq({steps}, {step}, ({xs}, {other})))"))
    }

    /// A loop as long as what a launch makes asks for.
    fn whiled(&mut self, c: &mut Choices, xs: &str) -> String {
        let (map, steps) = (self.map(c), from(c, 0, 4));
        let value = combined(c, "x", "y");
        let turned = self.turned(c, "b");
        let step = format!("fun (a, b). (a - 1, {map}(fun (x, y). {value}, zip(b, {turned})))");
        self.named(&format!(
            "snd (iterWhile(fun (a, b). a > 0, {step}, ({steps}, {xs})))"
        ))
    }

    /// Branches with temporaries, on what the launch or only the run knows.
    fn decided(&mut self, c: &mut Choices, xs: &str) -> String {
        let (n, k) = (self.n(), from(c, 1, 9));
        let other = self.array(c);
        let (map, turned) = (self.map(c), self.turned(c, &other));
        let value = changed(c, "x");
        let number = self.number(c);
        match c.below(4) {
            0 => self.named(&format!(
                "if {number} > 2 then {map}(fun x. {value}, {xs}) else {turned}"
            )),
            1 => self.own_room(c, xs, k),
            2 if self.length.0.as_constant().is_none_or(|n| n > k) => {
                let name = self.writer.name("s");
                self.numbers.push(name.clone());
                format!(
                    "let {name} = if nat@i64({n}) > {k} then {xs}[{k}] else if nat@i64({n}) > 0 then {xs}[{n} - 1] else {number} in\n  "
                )
            }
            _ => self.named(&format!(
                "generate({n}, fun i. if i64(i) + {k} < nat@i64({n}) then {xs}[asIndex(i64(i) + {k})] else {other}[i])"
            )),
        }
    }

    /// Memory only for what goes beyond k, in a branch that is taken where there is such a thing.
    fn own_room(&mut self, c: &mut Choices, xs: &str, k: i64) -> String {
        if self.length.0.as_constant().is_some_and(|n| n < k) {
            return String::new();
        }
        let (n, t) = (self.n(), self.t());
        let (value, number) = (changed(c, "x"), self.number(c));
        let first = format!("map(fun x. {value} - 1, drop({k}, {xs}))");
        let first = match c.one_in(3) {
            true => first,
            false => format!("toGlobal(fun(a: ({n} - {k}).{t}) a, {first})"),
        };
        let rest = format!("map(fun x. {value}, {first})");
        let name = self.writer.name("s");
        self.numbers.push(name.clone());
        format!(
            "let {name} = if nat@i64({n}) >= {k} then reduce(fun x a. a - x, {number}, {rest}) else {number} in\n  "
        )
    }

    /// What is done with elements that data select.
    fn partitioned(&mut self, c: &mut Choices, xs: &str) -> String {
        let (n, t) = (self.n(), self.t());
        let condition = match c.below(4) {
            0 => "true".to_owned(),
            1 => "false".to_owned(),
            _ => format!("x > {}", c.below(4)),
        };
        let partition = match c.one_in(3) {
            true => format!("partitionWorkgroup({})", from(c, 1, 4)),
            false => "partition".to_owned(),
        };
        let parameters = format!("k: nat, yes: k.{t}, no: ({n} - k).{t}");
        let value = combined(c, "x", "a");
        let part = one(c, &["yes", "no"]);
        let (inner, map) = (changed(c, "x"), self.map(c));
        let number = self.number(c);
        let (body, is_array) = match c.below(6) {
            0 => ("concat(yes, no)".to_owned(), true),
            1 => (
                format!("concat({map}(fun x. {inner}, yes), {map}(fun x. {inner} - 1, no))"),
                true,
            ),
            2 => (format!("reduce(fun x a. {value}, {number}, {part})"), false),
            3 => (
                format!("reduce(fun x a. {value}, {number}, map(fun x. {inner}, {part}))"),
                false,
            ),
            5 if !matches!(self.writer.number, PrimType::U8) => (format!("nat@{t}(k) - {number}"), false),
            _ => (
                format!("if nat@i64(k) > 0 then yes[k - 1] - yes[0] else {number}"),
                false,
            ),
        };
        let made = format!("{partition}(fun x. {condition}, {xs}, fun({parameters}) {body})");
        match is_array {
            true => self.named(&made),
            false => {
                let name = self.writer.name("s");
                self.numbers.push(name.clone());
                format!("let {name} = {made} in\n  ")
            }
        }
    }

    /// Writes at places that data decide, several at one.
    fn scattered(&mut self, c: &mut Choices, xs: &str) -> String {
        let other = self.array(c);
        let n = self.n();
        if self.length.1 == 0 {
            return String::new();
        }
        let many = from(c, 1, 6);
        let index = match c.below(3) {
            0 => format!("asIndex@i64@{n}(i64(i) / 2)"),
            1 => format!("asIndex@i64@{n}(0)"),
            _ => format!("asIndex@i64@{n}((i64(i) * 3 + 1) % {})", self.length.1),
        };
        if (many - 1) / 2 >= self.length.1 {
            return String::new();
        }
        let values = format!(
            "generate({many}, fun i. {other}[asIndex@i64@{n}(i64(i) % {})])",
            self.length.1
        );
        self.named(&format!(
            "scatterLast({xs}, generate({many}, fun i. {index}), {values})"
        ))
    }

    /// Elements of something computed, each read more than once or not at all.
    fn gathered(&mut self, c: &mut Choices, xs: &str) -> String {
        let n = self.n();
        if self.length.1 == 0 {
            return String::new();
        }
        let (value, again) = (changed(c, "x"), changed(c, "x"));
        let index = match c.below(3) {
            0 => "i64(i) / 2".to_owned(),
            1 => format!("(i64(i) * 5 + 2) % {}", self.length.1),
            _ => "0".to_owned(),
        };
        let indexes = format!("map(fun i. asIndex@i64@{n}({index}), generate({n}, fun i. i))");
        self.named(&format!(
            "gather({indexes}, map(fun x. {value}, {xs})) |> map(fun x. {again})"
        ))
    }

    /// Arguments that fail or not, whether they are used or not.
    fn called(&mut self, c: &mut Choices, xs: &str) -> String {
        if !self.writer.number.is_integer() {
            return String::new();
        }
        let (a, b) = (self.number(c), self.number(c));
        let argument = one(c, &["7 / b", "a / b", "a % b", "a // (b - 1)", "7 %% b"]);
        let body = one(
            c,
            &[
                "1",
                "if a > 0 then x else 0",
                "if a > 0 then 0 else x",
                "fst (a, x)",
                "x - x",
                "x",
            ],
        );
        let name = self.writer.name("s");
        let guarded = match c.below(4) {
            0 => format!("(fun a b. (fun x. {body})({argument}))({a})({b})"),
            // No number can be divided by that.
            1 => format!("(fun a b. (fun x. {body})({argument}))({a})({b} - {b})"),
            _ => format!(
                "(fun a b. (fun x. {body})({argument}))({a})(if {b} == 0 || {b} == 1 then 3 else {b})"
            ),
        };
        self.numbers.push(name.clone());
        let made = format!("let {name} = {guarded} in\n  ");
        let value = changed(c, "x");
        made + &self.named(&format!("map(fun x. {value} + {name}, {xs})"))
    }

    /// A state in which elements are replaced at places that the state itself says.
    fn updated(&mut self, c: &mut Choices, xs: &str) -> String {
        let n = self.n();
        if self.length.1 == 0 {
            return String::new();
        }
        let steps = from(c, 1, 4);
        let last = self.length.1;
        let value = match c.below(3) {
            0 => "s[i] - 1".to_owned(),
            1 => format!("s[asIndex@i64@{n}(i64(k) % {last})] + 1"),
            _ => format!("s[asIndex@i64@{n}({last} - 1)] - s[asIndex@i64@{n}(0)]"),
        };
        let step = format!("fun k s. let i = asIndex@i64@{n}(i64(k) * 2 % {last}) in update(s, i, {value})");
        self.named(&format!("loopSeq({steps}, {step}, {xs})"))
    }

    /// A loop of each item on a state of its own, which may be done in place or not.
    fn own_state(&mut self, c: &mut Choices, xs: &str) -> String {
        let (map, steps, k) = (self.map(c), from(c, 0, 4), from(c, 2, 3));
        let (f, g, h) = (changed(c, "y"), changed(c, "y"), changed(c, "y"));
        let (at, bound) = (c.below(k as usize), c.below(4));
        if c.one_in(4) {
            // Each row as an element of another row says, which may be changed before.
            let rows = format!("split({k}, generate({k} * {k}, fun j. if i32(j) > {bound} then x else 2))");
            let by = format!("asIndex@i32@{k}((if s[{at}][0] > {bound} then 0 else {}))", k - 1);
            let inner = one(c, &["map", "mapSeq"]);
            return self.named(&format!(
                "{map}(fun x. let s = reduce(fun z s. s |> {inner}(fun r. if r[{by}] > {bound} then {inner}(fun y. {f}, r) else {inner}(fun y. {g} - z, r)), {rows}, generate({steps}, fun i. x)) in s[0][1] - s[1][0] * 2 + s[{at}][{at}], {xs})"
            ));
        }
        let start = format!("generate({k}, fun j. x)");
        let pair = "let (a, b) = s in";
        let both = format!("({start}, generate({k}, fun j. x + 1))");
        let reversed =
            |s: &str| format!("reorder(fun i. at@{k}({k} - 1 - i), fun i. at@{k}({k} - 1 - i), {s})");
        let first_of_both = "let (a, b) = s in a[0] - b[1]";
        let (state, step, read) = match c.below(7) {
            // The second part looks at the first one, as it was before.
            0 => (
                both,
                format!(
                    "{pair} (map(fun y. {f}, a), if a[{at}] > {bound} then map(fun y. {g}, b) else map(fun y. {h}, b))"
                ),
                first_of_both,
            ),
            1 => (
                both,
                format!("{pair} (map(fun y. {f}, b), map(fun y. {g}, a))"),
                first_of_both,
            ),
            2 => (
                both,
                format!(
                    "{pair} (map(fun (y, z). y - z, zip(a, {})), map(fun y. {g}, b))",
                    reversed("b")
                ),
                first_of_both,
            ),
            // Elements are read where others say.
            3 => (
                format!("generate({k}, fun j. at@{k}({k} - 1 - j))"),
                format!(
                    "if {} > 2 then gather(s, s) else gather({}, s)",
                    self.number(c),
                    reversed("s")
                ),
                "x * 2 - (if i32(s[0]) > i32(s[1]) then x else 1)",
            ),
            // The diagonal is no row.
            4 => (
                format!("split({k}, generate({k} * {k}, fun j. if i32(j) > {bound} then x else 2))"),
                format!("generate({k}, fun j. generate({k}, fun l. s[l][l] + s[j][l]))"),
                "s[0][1] - s[1][0]",
            ),
            5 => (
                start,
                format!("map(fun (y, z). y * 2 - z, zip(s, {}))", reversed("s")),
                "s[0] - s[1]",
            ),
            _ => (
                start,
                format!("generate({k}, fun j. if i32(j) == {at} then s[{at}] - x else s[j] + 1)"),
                "s[0] - s[1]",
            ),
        };
        self.named(&format!(
            "{map}(fun x. let s = loopSeq({steps}, fun i s. {step}, {state}) in {read}, {xs})"
        ))
    }

    /// Memory of each item, of fewer elements than there are items, so of less than none where there are no items.
    fn own_temporary(&mut self, c: &mut Choices, xs: &str) -> String {
        if self.length.0.as_constant().is_some_and(|n| n < 1) {
            return String::new();
        }
        let (n, t) = (self.n(), self.t());
        let (value, ys) = (combined(c, "y", "a"), self.array(c));
        let cut = match c.below(2) {
            0 => format!("take({n} - 1, {ys})"),
            _ => format!("drop(1, {ys})"),
        };
        let map = one(c, &["map", "mapGlobal"]);
        let stored = format!("toGlobal(fun(a: ({n} - 1).{t}) a, map(fun y. y * 2 - x, {cut}))");
        self.named(&format!(
            "{map}(fun x. reduce(fun y a. {value}, x, {stored}), {xs})"
        ))
    }

    /// Numbers that are sizes, and arrays of as many elements.
    fn sized(&mut self, c: &mut Choices, xs: &str) -> String {
        let (n, t) = (self.n(), self.t());
        let k = from(c, 1, 6);
        let size = match c.below(9) {
            0 => format!("{} ^ {n}", 1 << from(c, 1, 4)),
            1 => format!("2 ^ {n} * {k}"),
            2 => format!("({n} * {n} + {k}) / 3"),
            3 => format!("({n} + {k}) % {k}"),
            4 => format!("min({n}, {k})"),
            5 => format!("max({n}, {k}) - {k}"),
            _ => {
                // There may be no such size.
                let values = [1, 2, 3, 0];
                let m = self.writer.size(values[c.below(values.len())]);
                let column = DataType::array(m.clone(), self.writer.number());
                self.writer.input(c, &column);
                format!("{n} / {m}")
            }
        };
        let number = self.number(c);
        let name = self.writer.name("s");
        self.numbers.push(name.clone());
        let small = self.length.1 <= 5;
        match c.below(3) {
            0 if small && !size.contains('^') => format!(
                "let {name} = reduce(fun x a. x - a, {number}, map(fun x. x + 1, generate({size}, fun i. {t}(i)))) in\n  "
            ),
            _ if small && !matches!(self.writer.number, PrimType::U8 | PrimType::I16) => {
                format!("let {name} = nat@{t}({size}) - {number} in\n  ")
            }
            _ => format!("let {name} = {number} - reduce(fun x a. x - a, 1, {xs}) in\n  "),
        }
    }

    /// The last element, of an array that may have none.
    fn last(&mut self, c: &mut Choices, xs: &str) -> String {
        // That an array whose length is written has none is seen at once.
        if self.length.0.as_constant() == Some(0) {
            return String::new();
        }
        let n = self.n();
        let (ys, value) = (self.array(c), combined(c, "x", "a"));
        let map = self.map(c);
        match c.below(3) {
            0 => {
                let name = self.writer.name("s");
                self.numbers.push(name.clone());
                format!("let {name} = reduce(fun x a. {value}, {xs}[{n} - 1], {ys}) in\n  ")
            }
            1 => self.named(&format!("{map}(fun x. x - {xs}[{n} - 1], {ys})")),
            _ => self.named(&format!(
                "map(fun x. x + 1, {map}(fun x. x - 1, concat(drop({n} - 1, {xs}), take({n} - 1, {ys}))))"
            )),
        }
    }

    fn result(&mut self, c: &mut Choices) -> String {
        let (xs, ys) = (self.array(c), self.array(c));
        let value = combined(c, "x", "y");
        let numbers: String = self.numbers.iter().map(|s| format!(" + {s}")).collect();
        match c.below(3) {
            0 => format!("map(fun (x, y). {value}{numbers}, zip({xs}, {ys}))"),
            // Nests deeper than a device has dimensions.
            1 if self.length.0.as_constant().is_none() => format!(
                "map(fun x. map(fun y. map(fun z. map(fun w. x - y * 2 + z * 3 - w{numbers}, generate(2, fun i. y)), take(1, generate(2, fun i. x))), generate(2, fun i. x)), {xs})"
            ),
            _ => {
                let numbers = if numbers.is_empty() {
                    " + 0".to_owned()
                } else {
                    numbers
                };
                format!("({xs}, ({ys}, 0{numbers}))")
            }
        }
    }
}

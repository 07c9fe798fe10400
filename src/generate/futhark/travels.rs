//! Sizes that only running the program gives, on their way: an array of unknown size goes through blocks, functions, branches, loops and constructors, and
//! what comes out is observed with its size.

use super::features::Construct;
use super::generator::{Aliases, Exp, Generator};
use super::scalars::PRODUCT;
use super::types::{BOOL, I64, Size, Ty};
use crate::Choices;

/// An array of unknown size under way.
struct Traveller {
    /// The variable that it is.
    name: String,
    element: Ty,
    /// One that is of the same size for all that is known, and its elements.
    like: (String, Ty),
    /// The statements so far.
    text: String,
    /// Functions of this block that give what they are given, whatever it is.
    same: Vec<String>,
}

impl Traveller {
    fn steps_to(&mut self, name: String, value: &str) {
        self.text += &format!("let {name} = {value}\n  ");
        self.name = name;
    }
}

impl Generator {
    /// Statements that end in `let [k] (v: [k]t) = ..`.
    pub fn travelling_size(&mut self, c: &mut Choices) -> String {
        self.meet(Construct::SizeTravels);
        let outer = std::mem::take(&mut self.mentions);
        let element = match c.below(3) {
            0 => I64,
            _ => self.data(c, 1),
        };
        let (source, element) = self.unknown_source(c, element);
        let first = self.name("w");
        let mut on_the_way = Traveller {
            name: first.clone(),
            element: element.clone(),
            like: (first.clone(), element),
            text: String::new(),
            same: Vec::new(),
        };
        on_the_way.steps_to(first, &source);
        for _ in 0..1 + c.below(4) {
            c.part(|c| self.step(c, &mut on_the_way));
        }
        let Traveller {
            name,
            mut element,
            like: (other, of),
            mut text,
            ..
        } = on_the_way;
        let mut value = name.clone();
        if c.below(2) == 0 {
            value = format!("(zip {other} {name})");
            element = Ty::Tuple(vec![of, element]);
        }
        let (k, v) = (self.name("k"), self.name("v"));
        let ty = Ty::array(Size::name(&k), element);
        text += &format!("let [{k}] ({v}: {}) = {value}", ty.text());
        // What a function gives may share memory with what it is given, so with all that was mentioned on the way.
        let of = self.mentions.clone();
        self.mentions.extend(&outer);
        self.bind(&v, ty, &of, true);
        self.sizes.push(Size::name(&k));
        text
    }

    /// An array of unknown size, and what its elements are.
    fn unknown_source(&mut self, c: &mut Choices, element: Ty) -> (String, Ty) {
        let size = self.size(c);
        let array = |g: &mut Generator, c: &mut Choices, size: Size| {
            let ty = Ty::array(size, element.clone());
            format!("({} : {})", g.quietly(|g| g.exp(c, &ty, 1)).operand(0), ty.text())
        };
        let text = match c.below(11) {
            0 | 10 if !self.unsized_constants.is_empty() => {
                let (name, element) = self.unsized_constants[c.below(self.unsized_constants.len())].clone();
                // What a function gives shares memory with no constant.
                return (format!("copy {name}"), element);
            }
            0..=2 => {
                self.calls("filter");
                let test = self.test(c, &element);
                format!("filter {test} {}", array(self, c, size))
            }
            3 => {
                self.calls("partition");
                let test = self.test(c, &element);
                format!("(partition {test} {}).{}", array(self, c, size), c.below(2))
            }
            4 => {
                let count = self.quietly(|g| g.exp(c, &I64, 1));
                let value = self.leaf(c, &element);
                format!(
                    "replicate ({} % 4) ({} : {})",
                    count.operand(PRODUCT - 1),
                    value.text,
                    element.text()
                )
            }
            5 => {
                let condition = self.quietly(|g| g.decision(c, 1));
                let other = self.size(c);
                let (yes, no) = (array(self, c, size), array(self, c, other));
                format!("if {} then {yes} else {no}", condition.operand(0))
            }
            6 => {
                self.calls("partition2");
                let (first, second) = (self.test(c, &element), self.test(c, &element));
                let all = array(self, c, size);
                format!("(partition2 {first} {second} {all}).{}", c.below(3))
            }
            7 => {
                let more = array(self, c, Size::Number(2));
                let all = array(self, c, size);
                let y = self.name("v");
                format!("loop {y} = {all} for _i < {} do {y} ++ {more}", c.below(3))
            }
            8 => {
                let (y, test) = (self.name("v"), self.test(c, &element));
                let all = array(self, c, size);
                format!("(\\({y}: []{}) -> filter {test} {y}) {all}", element.text())
            }
            _ => {
                self.calls("flatmap'");
                // As many as each element asks for.
                let y = self.name("v");
                let test = self.test(c, &element);
                let (all, more) = (array(self, c, size), array(self, c, Size::Number(2)));
                // How many each gives, where each begins, and all of them.
                let part = c.below(6);
                let all = format!(
                    "(flatmap' (\\({y}: {}) -> filter {test} ({more} ++ [{y}])) {all})",
                    element.text()
                );
                match part {
                    0 | 2 => return (format!("{all}.{part}"), I64),
                    1 => return (format!("{all}.1"), BOOL),
                    _ => format!("{all}.3"),
                }
            }
        };
        (text, element)
    }

    /// A predicate, as an argument.
    fn test(&mut self, c: &mut Choices, element: &Ty) -> String {
        self.quietly(|g| g.lambda(c, std::slice::from_ref(element), &BOOL, 1, true))
            .argument()
    }

    /// One step on the way.
    fn step(&mut self, c: &mut Choices, way: &mut Traveller) {
        let next = self.name("w");
        let element = way.element.text();
        let w = way.name.clone();
        let keeps = match c.below(4) {
            0 => return self.resized(c, way, next),
            1 => match self.given_back(c, way) {
                Some(text) => text,
                None => format!("id {w}"),
            },
            2 => self.combined(c, way),
            _ => self.wrapped_size(c, &w, &element),
        };
        way.steps_to(next, &keeps);
    }

    /// The same array out of something that it went into.
    fn wrapped_size(&mut self, c: &mut Choices, w: &str, element: &str) -> String {
        let y = self.name("v");
        let condition = |g: &mut Generator, c: &mut Choices| g.quietly(|g| g.decision(c, 1)).operand(0);
        match c.below(14) {
            0 => format!("({w}, {}).0", c.below(3)),
            1 => format!("{{a = {}, b = {w}}}.b", c.below(3)),
            2 => format!("({w} : []({element}))"),
            3 => format!("(\\{y} -> {y}) {w}"),
            4 => format!("(\\({y}: []({element})) -> {y}) {w}"),
            5 => format!("{w} |> id"),
            6 => format!("[{w}, {w}][{}]", c.below(2)),
            7 => format!(
                "(map (\\_ -> {}) (iota {}))[0]",
                self.handed_out(w),
                1 + c.below(2)
            ),
            8 => format!("if {} then {w} else reverse {w}", condition(self, c)),
            9 => format!(
                "match {} case true -> {w} case false -> {w}[::-1]",
                condition(self, c)
            ),
            10 => format!("(unzip (zip {w} {w})).{}", c.below(2)),
            11 => format!("loop {y} = {w} for _i < {} do reverse {y}", c.below(3)),
            12 => format!("const {w} {}", c.below(3)),
            _ => format!("opaque {w}"),
        }
    }

    /// It as what a function may give, perhaps with something else: a copy if it may be of a top-level array (FUT-U-GLOBAL).
    fn handed_out(&self, w: &str) -> String {
        match self.mentions.iter().any(|id| self.is_global(*id)) {
            true => format!("(copy {w})"),
            false => w.to_owned(),
        }
    }

    /// What functions of this block, which say nothing of its size, make of it.
    fn given_back(&mut self, c: &mut Choices, way: &mut Traveller) -> Option<String> {
        let w = way.name.clone();
        let known = c.below(3) > 0;
        if let (true, Some(function)) = (known, c.pick(&way.same)) {
            // Of a size that is known, too.
            if c.below(2) == 0 {
                let (v, size) = (self.name("v"), self.size(c));
                way.text += &format!("let {v} = length ({function} (iota {}))\n  ", size.argument());
                self.bind(&v, I64, &Aliases::new(), true);
            }
            return Some(format!("{function} {w}"));
        }
        let (f, y, z) = (self.name("g"), self.name("v"), self.name("v"));
        let definition = match c.below(8) {
            0 => format!("let {f} 'a ({y}: a) : a = {y}"),
            1 => format!("let {f} 'a [n] ({y}: [n]a) : [n]a = rotate (n / 2) {y}"),
            2 => format!("let {f} 'a ({y}: []a) = {y}[:length {y}]"),
            3 => format!("let {f} '^a ({y}: a) = (\\{z} -> {z}) {y}"),
            4 => format!("let {f} [n] 'a ({y}: [n]a) : []a = if n > 1 then {y}[::-1] else {y}"),
            5 => format!("let {f} 'a [n] ({y}: [n]a) = (let {z} = copy {y} in {z} with [::-1] = {y})"),
            6 => {
                let given = self.handed_out(&w);
                format!("let {f} 'a ({y}: a) = (let {z} 'b (x: b) : (b, a) = (x, {y}) in ({z} {given}).1)")
            }
            _ => format!("let {f} [n] 'a ({y}: [n]a) = map (\\i -> {y}[n - 1 - i]) (iota n)"),
        };
        way.text += &format!("{definition}\n  ");
        // Only what leaves the size as it was may be compared with what it was made of.
        if definition.contains("[:length") || definition.contains(": []a") {
            let next = self.name("w");
            way.steps_to(next.clone(), &format!("{f} {w}"));
            way.like = (next, way.element.clone());
            return Some(format!("id {}", way.name));
        }
        way.same.push(f.clone());
        Some(format!("{f} {w}"))
    }

    /// Another array of the same size.
    fn combined(&mut self, c: &mut Choices, way: &mut Traveller) -> String {
        let w = way.name.clone();
        let (other, of) = way.like.clone();
        match c.below(6) {
            0 => {
                let (op, ne) = self.quietly(|g| {
                    let ty = way.element.clone();
                    g.monoid(c, &ty, 0)
                });
                format!("scan {} {} {w}", op.argument(), ne.argument())
            }
            1 => {
                let to = self.data(c, 1);
                let from = [of, way.element.clone()];
                let function = self.quietly(|g| g.lambda(c, &from, &to, 1, true));
                way.element = to;
                format!("map2 {} {other} {w}", function.argument())
            }
            2 => {
                let to = self.data(c, 1);
                let from = std::slice::from_ref(&way.element);
                let function = self.travelled(c, from, &to, 1).operand(0);
                let ty = Ty::Fun(vec![way.element.clone()], Box::new(to.clone())).text();
                way.element = to;
                match c.below(3) {
                    0 => format!("map ({function} : {ty}) {w}"),
                    1 => format!("(reverse >-> map ({function} : {ty})) {w}"),
                    _ => format!("{w} |> map ({function} : {ty})"),
                }
            }
            3 => format!("scatter (copy {w}) (indices {other}) (reverse {w})"),
            4 => format!("copy {w} with [::-1] = {w}"),
            // It may be of a top-level array, which no function gives away.
            _ if way.element.may_alias() && !self.globals.is_empty() => {
                format!("map (\\i -> copy {w}[i]) (indices {other})")
            }
            _ => format!("map (\\i -> {w}[i]) (indices {other})"),
        }
    }

    /// An array of another size.
    fn resized(&mut self, c: &mut Choices, way: &mut Traveller, next: String) {
        let w = way.name.clone();
        let text = match c.below(9) {
            0 => {
                let test = self.test(c, &way.element.clone());
                format!("filter {test} {w}")
            }
            1 => format!("{w} ++ {w}"),
            2 => format!("{w}[:length {w} / 2]"),
            3 => format!("{w}[1 % (length {w} + 1)::2]"),
            4 => {
                let y = self.name("v");
                format!("flatten (map (\\{y} -> [{y}, {y}]) {w})")
            }
            5 => {
                let y = self.name("v");
                format!("loop {y} = {w} for _i < {} do {y}[length {y} / 2:]", c.below(3))
            }
            6 => {
                let condition: Exp = self.quietly(|g| g.decision(c, 1));
                format!("if {} then {w} else {w}[:0]", condition.operand(0))
            }
            7 => {
                let (y, sum) = (
                    self.name("v"),
                    format!("(#leaf | #some ([]({})))", way.element.text()),
                );
                format!(
                    "match ((if length {w} > 1 then #some {w} else #leaf) : {sum}) case #some {y} -> {y} case #leaf -> {w}[:0]"
                )
            }
            _ => format!("flatten (transpose [{w}, {w}])"),
        };
        way.steps_to(next.clone(), &text);
        way.like = (next, way.element.clone());
    }

    /// `def c = filter ..`: a constant of unknown size, and one that is made of it.
    pub fn unsized_constant(&mut self, c: &mut Choices) -> String {
        self.meet(Construct::ConstantUnsized);
        let element = self.data(c, 1);
        let ((source, element), _) = self.closed(|g| g.unknown_source(c, element));
        let name = self.name("c");
        let mut text = format!("def {name} = {source}");
        self.unsized_constants.push((name.clone(), element.clone()));
        if c.below(2) == 0 {
            let to = self.data(c, 1);
            let from = std::slice::from_ref(&element);
            let (function, _) = self.closed(|g| g.quietly(|g| g.lambda(c, from, &to, 1, true)));
            let other = self.name("c");
            text += &format!("\ndef {other} = map {} {name}", function.argument());
            text += &format!("\ndef {name}_{other} = zip {name} {other}");
            let pair = Ty::Tuple(vec![element, to.clone()]);
            self.unsized_constants.push((other.clone(), to));
            self.unsized_constants.push((format!("{name}_{other}"), pair));
        }
        text
    }
}

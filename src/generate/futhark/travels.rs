//! Sizes that only running the program gives, on their way: an array of unknown size goes through blocks, functions, branches, loops and constructors, and
//! what comes out is observed with its size.

use super::features::Construct;
use super::generator::{Aliases, Exp, Generator};
use super::quote::{Part, exp, many, part};
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
    statements: Vec<Part>,
    /// Functions of this block that give what they are given, whatever it is.
    same: Vec<String>,
}

impl Traveller {
    fn steps_to(&mut self, name: String, value: Exp) {
        self.statements.push(part!("let $ = $"; &name, value));
        self.name = name;
    }
}

impl Generator {
    /// Statements that end in `let [k] (v: [k]t) = ..`.
    pub fn travelling_size(&mut self, c: &mut Choices) -> Part {
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
            statements: Vec::new(),
            same: Vec::new(),
        };
        on_the_way.steps_to(first, source);
        for _ in 0..1 + c.below(4) {
            c.part(|c| self.step(c, &mut on_the_way));
        }
        let Traveller {
            name,
            mut element,
            like: (other, of),
            mut statements,
            ..
        } = on_the_way;
        let mut value = Exp::named(&name);
        if c.below(2) == 0 {
            value = exp!("zip $ $"; other, name);
            element = Ty::Tuple(vec![of, element]);
        }
        let (k, v) = (self.name("k"), self.name("v"));
        let ty = Ty::array(Size::name(&k), element);
        let last = part!("let [$] ($: $) = $"; &k, &v, &ty, value);
        // What a function gives may share memory with what it is given, so with all that was mentioned on the way.
        let of = self.mentions.clone();
        self.mentions.extend(&outer);
        self.bind(&v, ty, &of, true);
        self.sizes.push(Size::name(&k));
        statements.push(last);
        many(" ", statements)
    }

    /// An array of unknown size, and what its elements are.
    fn unknown_source(&mut self, c: &mut Choices, element: Ty) -> (Exp, Ty) {
        let size = self.size(c);
        let array = |g: &mut Generator, c: &mut Choices, size: Size| {
            let ty = Ty::array(size, element.clone());
            g.quietly(|g| g.exp(c, &ty, 1)).of_type(&ty)
        };
        let made = match c.below(11) {
            0 | 10 if !self.unsized_constants.is_empty() => {
                let (name, element) = self.unsized_constants[c.below(self.unsized_constants.len())].clone();
                // What a function gives shares memory with no constant.
                return (exp!("copy $"; name), element);
            }
            0..=2 => {
                self.calls("filter");
                exp!("filter $ $"; self.test(c, &element), array(self, c, size))
            }
            3 => {
                self.calls("partition");
                let test = self.test(c, &element);
                let all = array(self, c, size);
                exp!("(partition $ $).$"; test, all, c.below(2))
            }
            4 => {
                let count = self.quietly(|g| g.exp(c, &I64, 1));
                let value = self.leaf(c, &element).of_type(&element);
                exp!("replicate ($ % 4) $"; count, value)
            }
            5 => {
                let condition = self.quietly(|g| g.decision(c, 1));
                let other = self.size(c);
                let (yes, no) = (array(self, c, size), array(self, c, other));
                exp!("if $ then $ else $"; condition, yes, no)
            }
            6 => {
                self.calls("partition2");
                let (first, second) = (self.test(c, &element), self.test(c, &element));
                let all = array(self, c, size);
                exp!("(partition2 $ $ $).$"; first, second, all, c.below(3))
            }
            7 => {
                let more = array(self, c, Size::Number(2));
                let all = array(self, c, size);
                let y = self.name("v");
                exp!("loop $0 = $ for _i < $ do $0 ++ $"; y, all, c.below(3), more)
            }
            8 => {
                let (y, test) = (self.name("v"), self.test(c, &element));
                let all = array(self, c, size);
                exp!("(\\($0: []$) -> filter $ $0) $"; y, &element, test, all)
            }
            _ => {
                self.calls("flatmap'");
                // As many as each element asks for.
                let y = self.name("v");
                let test = self.test(c, &element);
                let (all, more) = (array(self, c, size), array(self, c, Size::Number(2)));
                // How many each gives, where each begins, and all of them.
                let part = c.below(6);
                let template = "flatmap' (\\($0: $) -> filter $ ($ ++ [$0])) $";
                let all = exp!(template; y, &element, test, more, all);
                match part {
                    0 | 2 => return (exp!("$.$"; all, part), I64),
                    1 => return (exp!("$.1"; all), BOOL),
                    _ => exp!("$.3"; all),
                }
            }
        };
        (made, element)
    }

    /// A predicate.
    fn test(&mut self, c: &mut Choices, element: &Ty) -> Exp {
        self.quietly(|g| g.lambda(c, std::slice::from_ref(element), &BOOL, 1, true))
    }

    /// One step on the way.
    fn step(&mut self, c: &mut Choices, way: &mut Traveller) {
        let next = self.name("w");
        let w = way.name.clone();
        let keeps = match c.below(4) {
            0 => return self.resized(c, way, next),
            1 => match self.given_back(c, way) {
                Some(given) => given,
                None => exp!("id $"; w),
            },
            2 => self.combined(c, way),
            _ => self.wrapped_size(c, &w, &way.element.clone()),
        };
        way.steps_to(next, keeps);
    }

    /// The same array out of something that it went into.
    fn wrapped_size(&mut self, c: &mut Choices, w: &str, element: &Ty) -> Exp {
        let y = self.name("v");
        let condition = |g: &mut Generator, c: &mut Choices| g.quietly(|g| g.decision(c, 1));
        match c.below(14) {
            0 => exp!("($, $).0"; w, c.below(3)),
            1 => exp!("{a = $, b = $}.b"; c.below(3), w),
            2 => exp!("$ : []$"; w, element),
            3 => exp!("(\\$0 -> $0) $"; y, w),
            4 => exp!("(\\($0: []$) -> $0) $"; y, element, w),
            5 => exp!("$ |> id"; w),
            6 => exp!("[$0, $0][$]"; w, c.below(2)),
            7 => exp!("(map (\\_ -> $) (iota $))[0]"; self.handed_out(w), 1 + c.below(2)),
            8 => exp!("if $0 then $1 else reverse $1"; condition(self, c), w),
            9 => exp!("match $0 case true -> $1 case false -> $1[::-1]"; condition(self, c), w),
            10 => exp!("(unzip (zip $0 $0)).$"; w, c.below(2)),
            11 => exp!("loop $0 = $ for _i < $ do reverse $0"; y, w, c.below(3)),
            12 => exp!("const $ $"; w, c.below(3)),
            _ => exp!("opaque $"; w),
        }
    }

    /// It as what a function may give, perhaps with something else: a copy if it may be of a top-level array (FUT-U-GLOBAL).
    fn handed_out(&self, w: &str) -> Exp {
        match self.mentions.iter().any(|id| self.is_global(*id)) {
            true => exp!("copy $"; w),
            false => Exp::named(w),
        }
    }

    /// What functions of this block, which say nothing of its size, make of it.
    fn given_back(&mut self, c: &mut Choices, way: &mut Traveller) -> Option<Exp> {
        let w = way.name.clone();
        let known = c.below(3) > 0;
        if let (true, Some(function)) = (known, c.pick(&way.same)) {
            // Of a size that is known, too.
            if c.below(2) == 0 {
                let (v, size) = (self.name("v"), self.size(c));
                let known = part!("let $ = length ($ (iota $))"; &v, function, &size);
                way.statements.push(known);
                self.bind(&v, I64, &Aliases::new(), true);
            }
            return Some(exp!("$ $"; function, w));
        }
        let (f, y, z) = (self.name("g"), self.name("v"), self.name("v"));
        let kind = c.below(8);
        let definition = match kind {
            0 => "let $0 'a ($1: a) : a = $1",
            1 => "let $0 'a [n] ($1: [n]a) : [n]a = rotate (n / 2) $1",
            2 => "let $0 'a ($1: []a) = $1[:length $1]",
            3 => "let $0 '^a ($1: a) = (\\$2 -> $2) $1",
            4 => "let $0 [n] 'a ($1: [n]a) : []a = if n > 1 then $1[::-1] else $1",
            5 => "let $0 'a [n] ($1: [n]a) = (let $2 = copy $1 in $2 with [::-1] = $1)",
            6 => "let $0 'a ($1: a) = (let $2 'b (x: b) : (b, a) = (x, $1) in ($2 $3).1)",
            _ => "let $0 [n] 'a ($1: [n]a) = map (\\i -> $1[n - 1 - i]) (iota n)",
        };
        way.statements
            .push(part!(definition; &f, y, z, self.handed_out(&w)));
        // Only what leaves the size as it was may be compared with what it was made of.
        if matches!(kind, 2 | 4) {
            let next = self.name("w");
            way.steps_to(next.clone(), exp!("$ $"; f, w));
            way.like = (next, way.element.clone());
            return Some(exp!("id $"; &way.name));
        }
        way.same.push(f.clone());
        Some(exp!("$ $"; f, w))
    }

    /// Another array of the same size.
    fn combined(&mut self, c: &mut Choices, way: &mut Traveller) -> Exp {
        let w = way.name.clone();
        let (other, of) = way.like.clone();
        match c.below(6) {
            0 => {
                let (op, ne) = self.quietly(|g| {
                    let ty = way.element.clone();
                    g.monoid(c, &ty, 0)
                });
                exp!("scan $ $ $"; op, ne, w)
            }
            1 => {
                let to = self.data(c, 1);
                let from = [of, way.element.clone()];
                let function = self.quietly(|g| g.lambda(c, &from, &to, 1, true));
                way.element = to;
                exp!("map2 $ $ $"; function, other, w)
            }
            2 => {
                let to = self.data(c, 1);
                let from = std::slice::from_ref(&way.element);
                let function = self.travelled(c, from, &to, 1).of_type(&Ty::function(from, &to));
                way.element = to;
                let template = ["map $ $1", "(reverse >-> map $) $1", "$1 |> map $0"][c.below(3)];
                exp!(template; function, w)
            }
            3 => exp!("scatter (copy $0) (indices $1) (reverse $0)"; w, other),
            4 => exp!("copy $0 with [::-1] = $0"; w),
            // It may be of a top-level array, which no function gives away.
            _ if way.element.may_alias() && !self.globals.is_empty() => {
                exp!("map (\\i -> copy $[i]) (indices $)"; w, other)
            }
            _ => exp!("map (\\i -> $[i]) (indices $)"; w, other),
        }
    }

    /// An array of another size.
    fn resized(&mut self, c: &mut Choices, way: &mut Traveller, next: String) {
        let w = way.name.clone();
        let made = match c.below(9) {
            0 => exp!("filter $ $"; self.test(c, &way.element.clone()), w),
            1 => exp!("$0 ++ $0"; w),
            2 => exp!("$0[:length $0 / 2]"; w),
            3 => exp!("$0[1 % (length $0 + 1)::2]"; w),
            4 => exp!("flatten (map (\\$0 -> [$0, $0]) $)"; self.name("v"), w),
            5 => {
                exp!("loop $0 = $ for _i < $ do $0[length $0 / 2:]"; self.name("v"), w, c.below(3))
            }
            6 => exp!("if $0 then $1 else $1[:0]"; self.quietly(|g| g.decision(c, 1)), w),
            7 => {
                let template = "match ((if length $0 > 1 then #some $0 else #leaf) : #leaf | #some ([]$1)) case #some $2 -> $2 case #leaf -> $0[:0]";
                exp!(template; w, &way.element, self.name("v"))
            }
            _ => exp!("flatten (transpose [$0, $0])"; w),
        };
        way.steps_to(next.clone(), made);
        way.like = (next, way.element.clone());
    }

    /// `def c = filter ..`: a constant of unknown size, and one that is made of it.
    pub fn unsized_constant(&mut self, c: &mut Choices) -> Part {
        self.meet(Construct::ConstantUnsized);
        let element = self.data(c, 1);
        let ((source, element), _) = self.closed(|g| g.unknown_source(c, element));
        let name = self.name("c");
        let mut made = vec![part!("def $ = $"; &name, source)];
        self.unsized_constants.push((name.clone(), element.clone()));
        if c.below(2) == 0 {
            let to = self.data(c, 1);
            let from = std::slice::from_ref(&element);
            let (function, _) = self.closed(|g| g.quietly(|g| g.lambda(c, from, &to, 1, true)));
            let other = self.name("c");
            made.push(part!("def $1 = map $2 $0 def $0_$1 = zip $0 $1"; &name, &other, function));
            let pair = Ty::Tuple(vec![element, to.clone()]);
            self.unsized_constants.push((other.clone(), to));
            self.unsized_constants.push((format!("{name}_{other}"), pair));
        }
        many(" ", made)
    }
}

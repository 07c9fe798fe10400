//! Programs that update, alias and consume arrays in every way that the language has.
//!
//! Most of what makes uniqueness hard is *which variable may be which array*, so the types are few (a number, an array, a
//! matrix, a pair and a record of them, a sum, functions), and everything else is ways to pass them on: names,
//! patterns, branches, loops, closures, calls with and without stars.  Many programs are refused; what matters is
//! that none of the accepted ones reads what was consumed.

use super::Choices;
use std::fmt::Write as _;

/// Stands before the array of an update; either nothing or a `copy` is written in its place.
const MARK: char = '§';

/// Functions that programs call.
const LIBRARY: &str = "
type opt = #some ([3]i64) | #none
def eat (x: *[3]i64): i64 = let y = x with [0] = 77 in y[0] + y[1]
def upd (i: i64) (x: *[3]i64): *[3]i64 = x with [i] = 55
def first (x: [3]i64) (y: [3]i64): [3]i64 = x
def pick (c: bool) (x: [3]i64) (y: [3]i64) = if c then x else y
def own (x: *[3]i64) (y: [3]i64) = x
def dup (x: *[3]i64) = (x, x)
def swap (p: ([3]i64, [3]i64)): ([3]i64, [3]i64) = (p.1, p.0)
def split (p: *([3]i64, [3]i64)) = p
def half ((a, b): (*[3]i64, [3]i64)) = a with [1] = b[0]
def pass 't (x: t): t = x
def appl 'a 'b (f: a -> b) (x: a): b = f x
def use 'a 'b (f: *a -> b) (x: *a): b = f x
def rows (m: *[3][3]i64) = m with [0] = [4, 5, 6]
def row (m: [3][3]i64) (i: i64) = m[i]
def wrap (x: [3]i64): opt = #some x
def unwrap (o: opt) (d: [3]i64) = match o case #some x -> x case #none -> d
def glob: [3]i64 = [7, 8, 9]
";

/// The types that occur.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    Number,
    Array,
    Matrix,
    Pair,
    Record,
    Opt,
    Fun,
}

impl Ty {
    const ALL: [Ty; 7] = [
        Ty::Array,
        Ty::Array,
        Ty::Number,
        Ty::Pair,
        Ty::Matrix,
        Ty::Record,
        Ty::Opt,
    ];

    fn text(self) -> &'static str {
        match self {
            Ty::Number => "i64",
            Ty::Array => "[3]i64",
            Ty::Matrix => "[3][3]i64",
            Ty::Pair => "([3]i64, [3]i64)",
            Ty::Record => "{a: [3]i64, m: [3][3]i64}",
            Ty::Opt => "opt",
            Ty::Fun => "i64 -> [3]i64",
        }
    }
}

struct Generator<'c, 'b> {
    choices: &'c mut Choices<'b>,
    scope: Vec<(String, Ty)>,
    functions: Vec<(String, Vec<Ty>, Ty)>,
    fresh: usize,
}

/// A program, and the same with a copy made before every update.
pub fn consuming(choices: &mut Choices) -> (String, String) {
    let mut generator = Generator {
        choices,
        scope: Vec::new(),
        functions: Vec::new(),
        fresh: 0,
    };
    let mut text = LIBRARY.to_owned();
    for _ in 0..generator.choices.below(3) {
        generator.function(&mut text);
    }
    let _ = write!(text, "def main (n: i64) = ");
    generator.scope.push(("n".to_owned(), Ty::Number));
    for _ in 0..2 + generator.choices.below(5) {
        let ty = generator.ty();
        let bound = generator.exp(ty, 2);
        let pattern = generator.pattern(ty);
        let _ = write!(text, "let {pattern} = {bound}\n  ");
    }
    let result = generator.exp(Ty::Number, 3);
    let other = generator.exp(Ty::Array, 2);
    let _ = writeln!(text, "in ({result}, reduce (+) 0 ({other}))");
    (text.replace(MARK, ""), text.replace(MARK, "copy "))
}

impl Generator<'_, '_> {
    fn ty(&mut self) -> Ty {
        self.choices.pick(&Ty::ALL).unwrap_or(Ty::Array)
    }

    fn name(&mut self) -> String {
        self.fresh += 1;
        format!("v{}", self.fresh)
    }

    fn new_name(&mut self, ty: Ty) -> String {
        let name = self.name();
        self.scope.push((name.clone(), ty));
        name
    }

    /// A pattern for a type, its names entered.
    fn pattern(&mut self, ty: Ty) -> String {
        match (ty, self.choices.below(3)) {
            (Ty::Pair, 0) => {
                let (a, b) = (self.new_name(Ty::Array), self.new_name(Ty::Array));
                format!("({a}, {b})")
            }
            (Ty::Record, 0) => {
                let (a, m) = (self.new_name(Ty::Array), self.new_name(Ty::Matrix));
                format!("{{a = {a}, m = {m}}}")
            }
            _ => self.new_name(ty),
        }
    }

    fn function(&mut self, text: &mut String) {
        let name = format!("f{}", self.functions.len());
        let result = self.ty();
        let types: Vec<Ty> = (0..1 + self.choices.below(3)).map(|_| self.ty()).collect();
        let outer = std::mem::take(&mut self.scope);
        let _ = write!(text, "def {name}");
        for &ty in &types {
            let star = if self.choices.one_in(2) && ty != Ty::Number {
                "*"
            } else {
                ""
            };
            let parameter = self.new_name(ty);
            let _ = write!(text, " ({parameter}: {star}{})", ty.text());
        }
        let annotation = match self.choices.below(4) {
            0 => format!(": {}", result.text()),
            1 if result != Ty::Number => format!(": *{}", result.text()),
            _ => String::new(),
        };
        let body = self.exp(result, 3);
        let _ = writeln!(text, "{annotation} = {body}");
        self.scope = outer;
        self.functions.push((name, types, result));
    }

    fn variable(&mut self, ty: Ty) -> Option<String> {
        let known: Vec<usize> = (0..self.scope.len()).filter(|&i| self.scope[i].1 == ty).collect();
        // Later variables are less often consumed already.
        let from = if self.choices.one_in(3) {
            0
        } else {
            known.len() / 2
        };
        let i = self.choices.pick(known.get(from..).unwrap_or(&known))?;
        Some(self.scope[i].0.clone())
    }

    fn leaf(&mut self, ty: Ty) -> String {
        if !self.choices.one_in(4)
            && let Some(name) = self.variable(ty)
        {
            return name;
        }
        let k = self.choices.below(9);
        match ty {
            Ty::Number => k.to_string(),
            Ty::Array if k == 0 => "glob".to_owned(),
            Ty::Array => format!("(replicate 3 {k})"),
            Ty::Matrix => format!("(replicate 3 (replicate 3 {k}))"),
            Ty::Pair => format!("({}, {})", self.leaf(Ty::Array), self.leaf(Ty::Array)),
            Ty::Record => format!("{{a = {}, m = {}}}", self.leaf(Ty::Array), self.leaf(Ty::Matrix)),
            Ty::Opt if k < 3 => "(#none: opt)".to_owned(),
            Ty::Opt => format!("(wrap {})", self.leaf(Ty::Array)),
            Ty::Fun => format!("(\\(_: i64) -> {})", self.leaf(Ty::Array)),
        }
    }

    fn index(&mut self) -> usize {
        self.choices.below(3)
    }

    fn scoped(&mut self, make: impl FnOnce(&mut Self) -> String) -> String {
        let outer = self.scope.len();
        let text = make(self);
        self.scope.truncate(outer);
        text
    }

    fn exp(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.choices.is_empty() {
            return self.leaf(ty);
        }
        let d = depth - 1;
        match self.choices.below(9) {
            0 => self.leaf(ty),
            1 => self.branch(ty, d),
            2 => self.scoped(|g| {
                let inner = g.ty();
                let bound = g.exp(inner, d);
                let pattern = g.pattern(inner);
                format!("(let {pattern} = {bound} in {})", g.exp(ty, d))
            }),
            3 => self.iteration(ty, d),
            4 => self.closure(ty, d),
            5 => self.call(ty, d),
            _ => self.operation(ty, d),
        }
    }

    fn branch(&mut self, ty: Ty, d: usize) -> String {
        if self.choices.one_in(3) {
            let scrutinee = self.exp(Ty::Opt, d);
            let some = self.scoped(|g| {
                let x = g.new_name(Ty::Array);
                format!("case #some {x} -> {}", g.exp(ty, d))
            });
            let none = self.exp(ty, d);
            return format!("(match {scrutinee} {some} case #none -> {none})");
        }
        let condition = self.exp(Ty::Number, d);
        let (yes, no) = (self.exp(ty, d), self.exp(ty, d));
        format!("(if {condition} < 4 then {yes} else {no})")
    }

    fn iteration(&mut self, ty: Ty, d: usize) -> String {
        let kind = self.choices.below(5);
        let first = self.exp(ty, d);
        let bound = self.choices.below(4);
        self.scoped(|g| match kind {
            0 => {
                let other = g.ty();
                let second = g.exp(other, d);
                let (x, y) = (g.new_name(ty), g.new_name(other));
                let next = if other == ty && g.choices.one_in(2) {
                    format!("({y}, {x})")
                } else {
                    format!("({}, {})", g.exp(ty, d), g.exp(other, d))
                };
                let part = if other == ty && g.choices.one_in(2) { 1 } else { 0 };
                format!("(loop ({x}, {y}) = ({first}, {second}) for _i < {bound} do {next}).{part}")
            }
            1 => {
                let rows = g.exp(Ty::Matrix, d);
                let x = g.new_name(ty);
                let r = g.new_name(Ty::Array);
                format!("(loop {x} = {first} for {r} in {rows} do {})", g.exp(ty, d))
            }
            2 => {
                let x = g.new_name(ty);
                let condition = g.exp(Ty::Number, 1);
                let body = g.exp(ty, d);
                format!(
                    "(loop ({x}, k) = ({first}, 0i64) while k < 3 && {condition} < 6 do ({body}, k + 1)).0"
                )
            }
            _ => {
                let x = g.pattern(ty);
                let i = g.new_name(Ty::Number);
                format!("(loop {x} = {first} for {i} < {bound} do {})", g.exp(ty, d))
            }
        })
    }

    /// A function bound by `let`, by a pattern, or passed at once.
    fn closure(&mut self, ty: Ty, d: usize) -> String {
        match self.choices.below(4) {
            0 => {
                let from = self.ty();
                let star = if self.choices.one_in(2) && from != Ty::Number {
                    "*"
                } else {
                    ""
                };
                let to = self.ty();
                let (head, body) = {
                    let outer = self.scope.len();
                    let x = self.new_name(from);
                    let body = self.exp(to, d);
                    self.scope.truncate(outer);
                    (format!("({x}: {star}{})", from.text()), body)
                };
                let f = self.name();
                self.functions.push((f.clone(), vec![from], to));
                let rest = self.exp(ty, d);
                self.functions.pop();
                format!("(let {f} {head} = {body} in {rest})")
            }
            1 => self.scoped(|g| {
                let bound = g.exp(Ty::Fun, d);
                let f = g.new_name(Ty::Fun);
                format!("(let {f} = {bound} in {})", g.exp(ty, d))
            }),
            2 => self.scoped(|g| {
                let from = g.ty();
                let argument = g.exp(from, d);
                let x = g.new_name(from);
                let body = g.exp(ty, d);
                let (star, how) = match g.choices.below(3) {
                    0 if from != Ty::Number => ("*", "use "),
                    1 => ("", "appl "),
                    _ => ("", ""),
                };
                format!("({how}(\\({x}: {star}{}) -> {body}) {argument})", from.text())
            }),
            _ => {
                let argument = self.exp(ty, d);
                format!("(pass {argument})")
            }
        }
    }

    fn call(&mut self, ty: Ty, d: usize) -> String {
        let fitting: Vec<usize> = (0..self.functions.len())
            .filter(|&i| self.functions[i].2 == ty)
            .collect();
        let Some(i) = self.choices.pick(&fitting) else {
            return self.operation(ty, d);
        };
        let (name, types, _) = self.functions[i].clone();
        let mut text = format!("({name}");
        for ty in types {
            let _ = write!(text, " {}", self.exp(ty, d));
        }
        text + ")"
    }

    fn operation(&mut self, ty: Ty, d: usize) -> String {
        let which = self.choices.below(14);
        let i = self.index();
        match ty {
            Ty::Number => match which {
                0..=3 => {
                    let (f, x) = (self.exp(Ty::Array, d), self.index());
                    format!("({f})[{x}]")
                }
                4..=6 => format!("(eat {})", self.exp(Ty::Array, d)),
                7 => format!("(reduce (+) 0 {})", self.exp(Ty::Array, d)),
                8 => format!("({})[{i}, 1]", self.exp(Ty::Matrix, d)),
                _ => format!("({} + {})", self.exp(Ty::Number, d), self.exp(Ty::Number, d)),
            },
            Ty::Array => match which {
                0..=2 => format!(
                    "({MARK}({}) with [{i}] = {})",
                    self.exp(Ty::Array, d),
                    self.exp(Ty::Number, d)
                ),
                3 => format!("({})[{i}]", self.exp(Ty::Matrix, d)),
                4 => format!("({}).{}", self.exp(Ty::Pair, d), i % 2),
                5 => format!("({}).a", self.exp(Ty::Record, d)),
                6 => {
                    let f = self
                        .choices
                        .pick(&["first", "own", "pick (n0 < 3)"])
                        .unwrap_or("first");
                    let number = self.exp(Ty::Number, 0);
                    let f = f.replace("n0", &number);
                    format!("({f} {} {})", self.exp(Ty::Array, d), self.exp(Ty::Array, d))
                }
                7 => format!("(upd {i} {})", self.exp(Ty::Array, d)),
                8 => format!("(unwrap {} {})", self.exp(Ty::Opt, d), self.exp(Ty::Array, d)),
                9 => match self.variable(Ty::Fun) {
                    Some(f) => format!("({f} {i})"),
                    None => self.exp(Ty::Array, d),
                },
                10 => format!("(scatter ({MARK}({})) [0, {i}] [9, 10])", self.exp(Ty::Array, d)),
                11 => format!("(half {})", self.exp(Ty::Pair, d)),
                12 => self.scoped(|g| {
                    let x = g.new_name(Ty::Number);
                    let body = g.exp(Ty::Number, d);
                    format!("(map (\\{x} -> {body}) {})", g.exp(Ty::Array, d))
                }),
                _ => format!("(row {} {i})", self.exp(Ty::Matrix, d)),
            },
            Ty::Matrix => match which {
                0..=2 => format!(
                    "({MARK}({}) with [{i}] = {})",
                    self.exp(Ty::Matrix, d),
                    self.exp(Ty::Array, d)
                ),
                3 => format!("(transpose {})", self.exp(Ty::Matrix, d)),
                4 => format!("({}).m", self.exp(Ty::Record, d)),
                5 => format!("(rows {})", self.exp(Ty::Matrix, d)),
                6 => format!("({})[::-1]", self.exp(Ty::Matrix, d)),
                7 => self.scoped(|g| {
                    let x = g.new_name(Ty::Array);
                    let body = g.exp(Ty::Array, d);
                    format!("(map (\\{x} -> {body}) {})", g.exp(Ty::Matrix, d))
                }),
                _ => format!(
                    "[{}, {}, {}]",
                    self.exp(Ty::Array, d),
                    self.exp(Ty::Array, 0),
                    self.exp(Ty::Array, 0)
                ),
            },
            Ty::Pair => match which {
                0 => format!("(dup {})", self.exp(Ty::Array, d)),
                1 => format!("(swap {})", self.exp(Ty::Pair, d)),
                2 => format!("(split {})", self.exp(Ty::Pair, d)),
                3 => format!(
                    "({} with {} = {})",
                    self.exp(Ty::Pair, d),
                    i % 2,
                    self.exp(Ty::Array, d)
                ),
                4 => format!(
                    "({MARK}({}) with {}[{i}] = {})",
                    self.exp(Ty::Pair, d),
                    i % 2,
                    self.exp(Ty::Number, d)
                ),
                _ => format!("({}, {})", self.exp(Ty::Array, d), self.exp(Ty::Array, d)),
            },
            Ty::Record => match which {
                0..=2 => format!(
                    "({} with a = {})",
                    self.exp(Ty::Record, d),
                    self.exp(Ty::Array, d)
                ),
                3 => format!(
                    "({} with m = {})",
                    self.exp(Ty::Record, d),
                    self.exp(Ty::Matrix, d)
                ),
                _ => format!(
                    "{{a = {}, m = {}}}",
                    self.exp(Ty::Array, d),
                    self.exp(Ty::Matrix, d)
                ),
            },
            Ty::Opt => format!("(wrap {})", self.exp(Ty::Array, d)),
            Ty::Fun => self.scoped(|g| {
                let x = g.new_name(Ty::Number);
                format!("(\\({x}: i64) -> {})", g.exp(Ty::Array, d))
            }),
        }
    }
}

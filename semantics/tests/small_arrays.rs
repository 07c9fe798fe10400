//! The two evaluators of Futhark on programs whose inner arrays are small: what the machine's kernels make of them is what the definition says.
//!
//! Programs are made from seeds, over two sizes that are drawn from zero on; indices, divisions, slices, assertions and coercions within them may
//! fail, several in one program.

use elder_futhark::check::imports::check_text;
use elder_futhark::tree::Program;
use elder_semantics::futhark::agree::{Agreement, SMALL, agree};
use elder_syntax::Value;
use elder_syntax::value::read_values;
use std::fmt::Write;

fn checked(text: &str) -> Program {
    let checked = check_text("main.fut", text);
    checked
        .program
        .unwrap_or_else(|| panic!("{text}\n{:?}", checked.diagnostics))
}

/// What the evaluators make of `main`, which must be the same.
fn both(text: &str, program: &Program, inputs: &str) -> Agreement {
    let values: Vec<Value> = read_values(inputs.as_bytes()).expect("values");
    match agree(program, "main", &values, SMALL) {
        Agreement::Difference { clear, machine } => {
            panic!("{text}\n{inputs}\nclear: {clear}\nmachine: {machine}")
        }
        agreement => agreement,
    }
}

/// A source of choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n as u64) as usize
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// What an expression of the language gives.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// `i64`
    Number,
    /// `[n]i64`
    Row,
    /// `[n][m]i64`
    Table,
    /// `[n](i64, i64)`
    Pairs,
    /// `bool`
    Truth,
}

/// Programs, with names in scope.
struct Maker {
    choices: Choices,
    scope: Vec<(String, Kind)>,
    names: usize,
}

impl Maker {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// A name in scope, if there is one.
    fn known(&mut self, kind: Kind) -> Option<String> {
        let all: Vec<String> = self
            .scope
            .iter()
            .filter(|(_, k)| *k == kind)
            .map(|(name, _)| name.clone())
            .collect();
        if all.is_empty() {
            return None;
        }
        let k = self.choices.below(all.len());
        all.get(k).cloned()
    }

    /// An expression with some names more in scope.
    fn with(&mut self, names: &[(&str, Kind)], kind: Kind, depth: usize) -> String {
        let before = self.scope.len();
        self.scope
            .extend(names.iter().map(|(name, kind)| (name.to_string(), *kind)));
        let made = self.make(kind, depth);
        self.scope.truncate(before);
        made
    }

    fn make(&mut self, kind: Kind, depth: usize) -> String {
        if depth == 0 || self.choices.below(8) == 0 {
            if let Some(name) = self.known(kind) {
                return name;
            }
            if depth == 0 {
                return match kind {
                    Kind::Number => self.choices.of(&["n", "m", "0", "1", "2", "-1", "7"]).to_string(),
                    Kind::Row => "(iota n)".to_string(),
                    Kind::Table => "(replicate n (iota m))".to_string(),
                    Kind::Pairs => "(zip (iota n) (replicate n 3))".to_string(),
                    Kind::Truth => "(n < m)".to_string(),
                };
            }
        }
        let d = depth - 1;
        match kind {
            Kind::Number => self.number(d),
            Kind::Row => self.row(d),
            Kind::Table => self.table(d),
            Kind::Pairs => self.pairs(d),
            Kind::Truth => match self.choices.below(3) {
                0 => format!(
                    "(any (\\{0} -> {1}) {2})",
                    "t",
                    self.with(&[("t", Kind::Number)], Kind::Truth, d),
                    self.make(Kind::Row, d)
                ),
                1 => format!(
                    "({} == {})",
                    self.make(Kind::Number, d),
                    self.make(Kind::Number, d)
                ),
                _ => format!(
                    "({} < {})",
                    self.make(Kind::Number, d),
                    self.make(Kind::Number, d)
                ),
            },
        }
    }

    fn number(&mut self, d: usize) -> String {
        let (x, y) = (self.name(), self.name());
        let two = [(x.as_str(), Kind::Number), (y.as_str(), Kind::Number)];
        match self.choices.below(18) {
            0 | 1 => {
                let op = self.choices.of(&["+", "-", "*", "/", "%", "&"]);
                format!(
                    "({} {op} {})",
                    self.make(Kind::Number, d),
                    self.make(Kind::Number, d)
                )
            }
            2 => format!("({})[{}]", self.make(Kind::Row, d), self.make(Kind::Number, d)),
            3 => format!("(i64.sum ({}))", self.make(Kind::Row, d)),
            4 => format!(
                "(reduce (\\{x} {y} -> {}) {} ({}))",
                self.with(&two, Kind::Number, d),
                self.make(Kind::Number, d),
                self.make(Kind::Row, d)
            ),
            5 => format!(
                "(loop {x} = {} for {y} < {} do {})",
                self.make(Kind::Number, d),
                self.choices.below(4),
                self.with(&two, Kind::Number, d)
            ),
            6 => format!(
                "(loop {x} = {} for {y} in {} do {})",
                self.make(Kind::Number, d),
                self.make(Kind::Row, d),
                self.with(&two, Kind::Number, d)
            ),
            7 => format!(
                "(if {} then {} else {})",
                self.make(Kind::Truth, d),
                self.make(Kind::Number, d),
                self.make(Kind::Number, d)
            ),
            8 => format!(
                "(let {x} = {} in {})",
                self.make(Kind::Row, d),
                self.with(&[(&x, Kind::Row)], Kind::Number, d)
            ),
            9 => format!(
                "(let {x} = {} in {})",
                self.make(Kind::Table, d),
                self.with(&[(&x, Kind::Table)], Kind::Number, d)
            ),
            10 => format!(
                "(length (filter (\\{x} -> {}) ({})))",
                self.with(&two[..1], Kind::Truth, d),
                self.make(Kind::Row, d)
            ),
            11 => format!(
                "({})[{}, {}]",
                self.make(Kind::Table, d),
                self.make(Kind::Number, 0),
                self.make(Kind::Number, d)
            ),
            12 => format!(
                "(let ({x}, {y}) = reduce (\\(a, b) (c, e) -> (a + e, b - c)) (0, 1) ({}) in {})",
                self.make(Kind::Pairs, d),
                self.with(&two, Kind::Number, d)
            ),
            13 => format!(
                "(assert ({}) {})",
                self.make(Kind::Truth, d),
                self.make(Kind::Number, d)
            ),
            14 => format!(
                "(i64.sum (({})[{}:{}]))",
                self.make(Kind::Row, d),
                self.make(Kind::Number, 0),
                self.make(Kind::Number, d)
            ),
            15 => format!(
                "(i64.sum (map (\\{x} -> {}) ({}...{})))",
                self.with(&two[..1], Kind::Number, d),
                self.make(Kind::Number, 0),
                self.make(Kind::Number, d)
            ),
            16 => format!(
                "(apply (\\{x} -> {}) {})",
                self.with(&two[..1], Kind::Number, d),
                self.make(Kind::Number, d)
            ),
            _ => format!(
                "(i64.sum (map (\\({x}, {y}) -> {}) ({})))",
                self.with(&two, Kind::Number, d),
                self.make(Kind::Pairs, d)
            ),
        }
    }

    fn row(&mut self, d: usize) -> String {
        let (x, y) = (self.name(), self.name());
        let two = [(x.as_str(), Kind::Number), (y.as_str(), Kind::Number)];
        match self.choices.below(18) {
            0 | 1 => format!(
                "(map (\\{x} -> {}) ({}))",
                self.with(&two[..1], Kind::Number, d),
                self.make(Kind::Row, d)
            ),
            2 => format!(
                "(map2 (\\{x} {y} -> {}) ({}) ({}))",
                self.with(&two, Kind::Number, d),
                self.make(Kind::Row, d),
                self.make(Kind::Row, d)
            ),
            3 => format!(
                "(map2 ({}) ({}) ({}))",
                self.choices.of(&["+", "*", "/"]),
                self.make(Kind::Row, d),
                self.make(Kind::Row, d)
            ),
            4 => format!(
                "(scan (+) {} ({}))",
                self.make(Kind::Number, 0),
                self.make(Kind::Row, d)
            ),
            5 => format!(
                "(scan (\\{x} {y} -> {}) {} ({}))",
                self.with(&two, Kind::Number, d),
                self.make(Kind::Number, 0),
                self.make(Kind::Row, d)
            ),
            6 => format!("(replicate n ({}))", self.make(Kind::Number, d)),
            7 => format!("(reverse ({}))", self.make(Kind::Row, d)),
            8 => format!(
                "(copy ({}) with [{}] = {})",
                self.make(Kind::Row, d),
                self.make(Kind::Number, d),
                self.make(Kind::Number, d)
            ),
            9 => format!(
                "(loop {x} = copy ({}) for {y} < {} do {x} with [{}] = {})",
                self.make(Kind::Row, d),
                self.choices.of(&["n", "2", "0"]),
                self.with(&[(&y, Kind::Number)], Kind::Number, 0),
                self.with(&[(&y, Kind::Number), (&x, Kind::Row)], Kind::Number, d)
            ),
            10 => format!(
                "(loop {x} = {} for {y} < 3 do {})",
                self.make(Kind::Row, d),
                self.with(&[(&y, Kind::Number), (&x, Kind::Row)], Kind::Row, d)
            ),
            11 => format!(
                "(if {} then {} else {})",
                self.make(Kind::Truth, d),
                self.make(Kind::Row, d),
                self.make(Kind::Row, d)
            ),
            12 => format!(
                "(map (\\{x} -> i64.sum {x} + {}) ({}))",
                self.make(Kind::Number, d),
                self.make(Kind::Table, d)
            ),
            13 => format!(
                "(take n (({}) ++ ({})))",
                self.make(Kind::Row, d),
                self.make(Kind::Row, d)
            ),
            14 => format!(
                "(unzip ({})).{}",
                self.make(Kind::Pairs, d),
                self.choices.below(2)
            ),
            15 => format!(
                "(let {x} = {} in {})",
                self.make(Kind::Row, d),
                self.with(&[(&x, Kind::Row)], Kind::Row, d)
            ),
            16 => format!(
                "(filter (\\{x} -> {}) ({}) :> [n]i64)",
                self.with(&two[..1], Kind::Truth, d),
                self.make(Kind::Row, d)
            ),
            _ => format!(
                "(reduce (map2 (+)) ({}) [{}, {}])",
                self.make(Kind::Row, 0),
                self.make(Kind::Row, d),
                self.make(Kind::Row, d)
            ),
        }
    }

    fn table(&mut self, d: usize) -> String {
        let (x, y) = (self.name(), self.name());
        match self.choices.below(8) {
            0 | 1 => format!(
                "(tabulate_2d n m (\\{x} {y} -> {}))",
                self.with(&[(&x, Kind::Number), (&y, Kind::Number)], Kind::Number, d)
            ),
            2 => format!(
                "(map (\\{x} -> map (\\{y} -> {}) {x}) ({}))",
                self.with(&[(&y, Kind::Number)], Kind::Number, d),
                self.make(Kind::Table, d)
            ),
            3 => format!("(transpose (transpose ({})))", self.make(Kind::Table, d)),
            4 => format!("(unflatten (flatten ({})))", self.make(Kind::Table, d)),
            5 => format!(
                "(replicate n (map (\\{x} -> {}) (iota m)))",
                self.with(&[(&x, Kind::Number)], Kind::Number, d)
            ),
            6 => format!(
                "(loop {x} = {} for {y} < 2 do map (\\r -> map (+ {y}) r) {x})",
                self.make(Kind::Table, d)
            ),
            _ => format!(
                "(map (\\{x} -> scan (+) {x} (iota m)) ({}))",
                self.make(Kind::Row, d)
            ),
        }
    }

    fn pairs(&mut self, d: usize) -> String {
        let (x, y) = (self.name(), self.name());
        let two = [(x.as_str(), Kind::Number), (y.as_str(), Kind::Number)];
        match self.choices.below(5) {
            0 => format!(
                "(zip ({}) ({}))",
                self.make(Kind::Row, d),
                self.make(Kind::Row, d)
            ),
            1 => format!(
                "(map (\\{x} -> ({}, {x})) ({}))",
                self.with(&two[..1], Kind::Number, d),
                self.make(Kind::Row, d)
            ),
            2 => format!(
                "(map (\\({x}, {y}) -> ({y}, {})) ({}))",
                self.with(&two, Kind::Number, d),
                self.make(Kind::Pairs, d)
            ),
            3 => format!(
                "(scan (\\(a, b) (c, e) -> (a + c, b * e)) (0, 1) ({}))",
                self.make(Kind::Pairs, d)
            ),
            _ => format!(
                "(loop {x} = {} for {y} < 2 do map (\\(a, b) -> (b + {y}, a)) {x})",
                self.make(Kind::Pairs, d)
            ),
        }
    }

    /// A program in which elements of an outer array are made by such expressions.
    fn program(&mut self) -> String {
        let mut text = String::from("def apply 'a 'b (f: a -> b) (x: a): b = f x\n");
        let kind = [Kind::Number, Kind::Row, Kind::Table, Kind::Pairs][self.choices.below(4)];
        let scope = [("xs", Kind::Row), ("xss", Kind::Table), ("i", Kind::Number)];
        let body = self.with(&scope, kind, 4);
        let _ = writeln!(text, "entry main [n] [m] (xs: [n]i64) (xss: [n][m]i64) =");
        let _ = match self.choices.below(4) {
            0 => writeln!(text, "  map (\\i -> {body}) (iota 3)"),
            1 => writeln!(text, "  map (\\i -> {body}) xs"),
            2 => writeln!(
                text,
                "  map2 (\\i xs -> let x = xs[0:0] in (x, {body})) xs (copy (replicate n xs))"
            ),
            _ => writeln!(
                text,
                "  let i = 2 in loop (k, ys) = (0, [{body}, {body}]) while k < 2 do (k + 1, [{body}, ys[0]])"
            ),
        };
        text
    }
}

/// Inputs of these sizes.
fn inputs(n: usize, m: usize, choices: &mut Choices) -> String {
    let array = |elements: Vec<String>, empty: &str| match elements.is_empty() {
        true => format!("empty({empty})"),
        false => format!("[{}]", elements.join(", ")),
    };
    let row = |len: usize, choices: &mut Choices| -> String {
        let elements = (0..len)
            .map(|_| format!("{}i64", choices.below(5) as i64 - 1))
            .collect();
        array(elements, "[0]i64")
    };
    let xs = row(n, choices);
    let xss = match n * m {
        0 => format!("empty([{n}][{m}]i64)"),
        _ => array((0..n).map(|_| row(m, choices)).collect(), ""),
    };
    format!("{xs} {xss}")
}

/// Programs from these seeds, each on inputs of several sizes: how many runs gave values, and how many failed.
fn programs(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut values, mut failures) = (0, 0);
    for seed in seeds {
        let mut maker = Maker {
            choices: Choices(seed * 0x9e37_79b9 + 1),
            scope: Vec::new(),
            names: 0,
        };
        let text = maker.program();
        let checked = check_text("main.fut", &text);
        // Some apply what was consumed, or tie sizes in vain.
        let Some(program) = checked.program else { continue };
        for (n, m) in [(0, 0), (0, 2), (1, 1), (2, 0), (2, 3), (4, 2)] {
            match both(&text, &program, &inputs(n, m, &mut maker.choices)) {
                Agreement::Values(_) => values += 1,
                Agreement::Failure(_) => failures += 1,
                _ => {}
            }
        }
    }
    (values, failures)
}

#[test]
fn programs_with_small_arrays() {
    let (values, failures) = programs(0..150);
    assert!(
        values > 100 && failures > 100,
        "{values} values, {failures} failures"
    );
}

#[test]
#[ignore = "takes long: more of the same"]
fn more_programs_with_small_arrays() {
    let (values, failures) = programs(1000..6000);
    eprintln!("{values} values, {failures} failures");
}

/// Each of the limits of what a kernel holds, from both sides: its bound and what is next to it.
#[test]
fn on_both_sides_of_what_a_kernel_holds() {
    // Long sums are deep trees.
    let thread = std::thread::Builder::new().stack_size(1 << 28);
    let thread = thread.spawn(bounds_of_kernels).expect("a thread");
    assert!(thread.join().is_ok());
}

fn bounds_of_kernels() {
    // Elements of a literal.
    for n in [1, 63, 64, 65] {
        let elements: Vec<String> = (0..n).map(|k| format!("i + {k}")).collect();
        let text = format!(
            "entry main (n: i64) = map (\\i -> i64.sum [{}]) (iota n)",
            elements.join(", ")
        );
        let program = checked(&text);
        for inputs in ["0i64", "1i64", "3i64"] {
            assert!(matches!(both(&text, &program, inputs), Agreement::Values(1)));
        }
    }
    // Calls within calls of functions that are too large to be put in their places before.
    for depth in [1, 15, 16, 17, 18] {
        let mut text = String::from("def f0 (x: i64): i64 = 100 / x\n");
        for k in 1..=depth {
            let terms: Vec<String> = (0..20).map(|t| format!("x * {t}")).collect();
            let _ = writeln!(
                text,
                "def f{k} (x: i64): i64 = f{} (x - 1) + {}",
                k - 1,
                terms.join(" + ")
            );
        }
        let _ = writeln!(
            text,
            "entry main (n: i64) = map (\\i -> f{depth} (n - i)) (iota 3)"
        );
        let program = checked(&text);
        for n in [depth as i64, depth as i64 + 1, depth as i64 + 2, 40] {
            both(&text, &program, &format!("{n}i64"));
        }
    }
    // Registers and instructions.
    for terms in [200, 330, 339, 340, 341, 342, 400] {
        let terms: Vec<String> = (0..terms).map(|t| format!("(x + {t}) * x")).collect();
        let text = format!(
            "entry main (n: i64) = map (\\x -> {}) (iota n)",
            terms.join(" ^ ")
        );
        let program = checked(&text);
        assert!(matches!(both(&text, &program, "3i64"), Agreement::Values(1)));
    }
}

/// Which of several failures is the first, within what is made element by element.
#[test]
fn the_first_of_several_failures() {
    for (body, rule) in [
        // All elements of an argument come before what is done with them.
        (
            "reduce (\\a b -> a / b) 1 (map (\\d -> [1, 2][d]) [0, 1, 2])",
            "FUT-E-INDEX",
        ),
        ("i64.sum (map2 (/) [1, 2] [1, (iota 2)[2]])", "FUT-E-INDEX"),
        (
            "reduce (\\a b -> a / b) 1 (map (\\d -> d - 1) [3, 1, 2])",
            "NUM-DIV",
        ),
        (
            "(let a = map (\\d -> 1 / (d - 1)) [0, 1] in assert false a)[0]",
            "NUM-DIV",
        ),
        (
            "(assert false (map (\\d -> 1 / (d - 1)) [0, 1]))[0]",
            "FUT-E-ASSERT",
        ),
        ("i64.sum (replicate (x - 9) (1 / x))", "NUM-DIV"),
        ("i64.sum (replicate (x - 9) x)", "FUT-E-REPL"),
        ("i64.sum (iota (x - 9))", "FUT-E-IOTA"),
        ("i64.sum (map (\\d -> d) (x...(x - 3)))", "FUT-E-RANGE"),
        ("i64.sum ((iota 3)[2:1])", "FUT-E-SLICE"),
        (
            "i64.sum (filter (\\d -> d > x) (iota 3) :> [1]i64)",
            "FUT-E-COERCE",
        ),
        ("(copy (iota 2) with [2] = 1 / x)[0]", "NUM-DIV"),
        ("(copy (iota 2) with [2] = 1)[1 / x]", "FUT-E-UPDATE"),
    ] {
        let text = format!("entry main (n: i64) = map (\\i -> let x = i * 0 in {body} + x) (iota n)");
        let program = checked(&text);
        match both(&text, &program, "2i64") {
            Agreement::Failure(failure) => {
                let refusal = failure.refusal.map(|refusal| refusal.id());
                assert_eq!(refusal, Some(rule), "{body}");
            }
            found => panic!("{text}: {found:?}"),
        }
        assert!(
            matches!(both(&text, &program, "0i64"), Agreement::Values(1)),
            "{body}"
        );
    }
}

/// Arrays whose sizes a type hides may grow from one round of a loop to the next, also where a kernel runs it.
#[test]
fn existential_sizes_may_change_from_round_to_round() {
    let text = "module m: { type~ t val new: i64 -> t val more: t -> t val sum: t -> i64 } = {
  type~ t = []i64
  def new (x: i64): t = [x]
  def more (xs: t): t = xs ++ [3, length xs]
  def sum (xs: t) = i64.sum xs
}
entry main (n: i64) = map (\\i -> m.sum (loop xs = m.new i for _j < i do m.more xs)) (iota n)";
    let program = checked(text);
    for inputs in ["0i64", "1i64", "2i64", "4i64"] {
        assert!(
            matches!(both(text, &program, inputs), Agreement::Values(1)),
            "{inputs}"
        );
    }
}

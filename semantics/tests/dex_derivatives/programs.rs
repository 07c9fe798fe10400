//! Generated functions of two numbers, each as a text of Dex and as one of Futhark that computes the same in the same order.
//!
//! A state or an accumulator of Dex is a name in Futhark, which is bound anew where it is written; so a loop, a handler or a branch gives
//! its value and the names of all regions that are open.

/// Choices, from a seed.
pub struct Choices(pub u64);

impl Choices {
    pub fn below(&mut self, n: usize) -> usize {
        // Knuth's MMIX.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    /// One of these, the later ones more often, so that most of what a program computes is in its result.
    fn of<'a>(&mut self, all: &'a [String]) -> &'a str {
        let back = self.below(all.len()).min(self.below(all.len()));
        &all[all.len() - 1 - back]
    }
}

/// What a program computes with, in both languages.
#[derive(Clone, Debug)]
struct Both {
    dex: String,
    futhark: String,
}

fn both(dex: impl Into<String>, futhark: impl Into<String>) -> Both {
    Both {
        dex: dex.into(),
        futhark: futhark.into(),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Number,
    Table,
}

#[derive(Clone, Debug)]
struct Region {
    name: String,
    accumulates: bool,
    content: Content,
}

/// What there is at a place of a program.
#[derive(Clone, Debug, Default)]
struct Scope {
    numbers: Vec<String>,
    tables: Vec<String>,
    indices: Vec<String>,
    regions: Vec<Region>,
}

/// Statements: lines of Dex, and of Futhark what stands before the value.
#[derive(Debug, Default)]
struct Statements {
    dex: Vec<String>,
    futhark: String,
}

impl Statements {
    fn line(&mut self, dex: String, futhark: String) {
        self.dex.push(dex);
        self.futhark.push_str(&futhark);
        self.futhark.push('\n');
    }

    /// A line of Dex with a block behind it.
    fn headed(&mut self, head: String, block: Vec<String>) {
        self.dex.push(head);
        self.dex.extend(indented(block));
    }
}

fn indented(lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("  {line}"))
}

/// A generated program.
#[derive(Debug)]
pub struct Generated {
    pub dex: String,
    pub futhark: String,
    /// Whether a view is in it, whose elements Dex computes where they are asked for, and Futhark at once.
    pub has_views: bool,
}

struct Generator {
    choices: Choices,
    names: usize,
    has_views: bool,
}

/// The function that a seed makes.
pub fn generated(seed: u64) -> Generated {
    let mut generator = Generator {
        choices: Choices(seed),
        names: 0,
        has_views: false,
    };
    let mut scope = Scope {
        numbers: vec!["x".to_owned(), "y".to_owned()],
        ..Scope::default()
    };
    let mut all = Statements::default();
    let count = 3 + generator.choices.below(4);
    for _ in 0..count {
        generator.statement(&mut scope, &mut all, 3);
    }
    let results = [generator.number(&scope, 3), generator.number(&scope, 3)];
    let lines: Vec<String> = indented(all.dex).collect();
    Generated {
        dex: format!(
            "{PREAMBLE}
def f ((x, y):(Float64 & Float64)) : (Fin 2)=>Float64 =
{}
  [{}, {}]
",
            lines.join("\n"),
            results[0].dex,
            results[1].dex
        ),
        futhark: format!(
            "type either = #left f64 | #right f64
def permuted: [3]i64 = [2, 0, 2]
def f (x: f64, y: f64): [2]f64 =
{} in [{}, {}]
",
            all.futhark, results[0].futhark, results[1].futhark
        ),
        has_views: generator.has_views,
    }
}

/// Functions that programs of Dex use.
const PREAMBLE: &str = "
def number (x:Float) : Float64 = FToF64 x

def with_bound (x:Float64) : Float64 = number 1.0 + %abs_f64 x

data Held =
  Hold Float64 Float64

permuted : (Fin 3)=>(Fin 3) = for i. fromOrdinal (Fin 3) ([2, 0, 2].i)
";

impl Generator {
    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// A number, in parentheses where it has parts.
    fn number(&mut self, scope: &Scope, depth: u32) -> Both {
        let c = &mut self.choices;
        if depth == 0 || c.below(4) == 0 {
            return match c.below(7) {
                0 => {
                    let eighths = format!("{}.{}", c.below(2), ["125", "375", "5", "875"][c.below(4)]);
                    both(format!("(number {eighths})"), format!("{eighths}f64"))
                }
                1 | 2 if !scope.tables.is_empty() => self.element(scope),
                _ => {
                    let name = c.of(&scope.numbers).to_owned();
                    both(name.clone(), name)
                }
            };
        }
        let shape = c.below(10);
        let a = self.number(scope, depth - 1);
        let b = self.number(scope, depth - 1);
        let (p, q) = (&a.dex, &b.dex);
        let (u, v) = (&a.futhark, &b.futhark);
        match shape {
            0 => both(format!("({p} + {q})"), format!("({u} + {v})")),
            1 => both(format!("({p} - {q})"), format!("({u} - {v})")),
            2 | 3 => both(format!("({p} * {q})"), format!("({u} * {v})")),
            4 => both(
                format!("(divide {p} (with_bound {q}))"),
                format!("({u} / (1 + f64.abs {v}))"),
            ),
            5 => both(format!("(sin {p})"), format!("(f64.sin {u})")),
            6 => both(format!("(tanh {p})"), format!("(f64.tanh {u})")),
            7 => both(
                format!("(sqrt (number 1.0 + {p} * {p}))"),
                format!("(f64.sqrt (1 + {u} * {u}))"),
            ),
            8 => both(format!("(%max_f64 {p} {q})"), format!("(f64.max {u} {v})")),
            _ => both(
                format!("(%atan2_f64 {p} (with_bound {q}))"),
                format!("(f64.atan2 {u} (1 + f64.abs {v}))"),
            ),
        }
    }

    /// An index, as an operand.
    fn index(&mut self, scope: &Scope) -> Both {
        match self.choices.below(3) {
            0 | 1 if !scope.indices.is_empty() => {
                let i = self.choices.of(&scope.indices).to_owned();
                match self.choices.below(3) {
                    0 => both(format!("(permuted.{i})"), format!("permuted[{i}]")),
                    _ => both(i.clone(), i),
                }
            }
            _ => {
                let k = self.choices.below(3);
                both(format!("(fromOrdinal (Fin 3) {k})"), k.to_string())
            }
        }
    }

    fn element(&mut self, scope: &Scope) -> Both {
        let table = self.choices.of(&scope.tables).to_owned();
        let index = self.index(scope);
        both(
            format!("{table}.{}", index.dex),
            format!("{table}[{}]", index.futhark),
        )
    }

    /// A block that gives a number, and in Futhark the regions too.
    fn block(&mut self, scope: &Scope, depth: u32) -> (Vec<String>, String) {
        let mut inner = scope.clone();
        let mut all = Statements::default();
        for _ in 0..1 + self.choices.below(2) {
            self.statement(&mut inner, &mut all, depth);
        }
        let value = self.number(&inner, 1);
        all.dex.push(value.dex);
        let result = with_regions(&value.futhark, scope);
        (all.dex, format!("{} in {result}", all.futhark))
    }

    /// Writes a statement that binds a name, or an action on a region.
    fn statement(&mut self, scope: &mut Scope, all: &mut Statements, depth: u32) {
        if !scope.regions.is_empty() && self.choices.below(2) == 0 {
            return self.action(scope, all);
        }
        let form = match depth {
            0 => self.choices.below(5),
            _ => self.choices.below(15),
        };
        match form {
            0 | 1 => {
                let value = self.number(scope, 2);
                self.bound(scope, all, value);
            }
            2 => self.table(scope, all),
            3 => self.held(scope, all),
            4 => self.function(scope, all),
            5 | 6 => self.for_each(scope, all, depth - 1),
            7 | 8 => self.state(scope, all, depth - 1),
            9 | 10 => self.accumulator(scope, all, depth - 1),
            11 => self.branches(scope, all, depth - 1),
            12 => self.cases(scope, all, depth - 1),
            13 => self.reader(scope, all, depth - 1),
            _ => self.view(scope, all),
        }
    }

    fn bound(&mut self, scope: &mut Scope, all: &mut Statements, value: Both) {
        let name = self.fresh("v");
        all.line(
            format!("{name} = {}", value.dex),
            format!("let {name} = {}", value.futhark),
        );
        scope.numbers.push(name);
    }

    fn table(&mut self, scope: &mut Scope, all: &mut Statements) {
        let name = self.fresh("t");
        let parts = [
            self.number(scope, 1),
            self.number(scope, 1),
            self.number(scope, 1),
        ];
        let [a, b, c] = &parts;
        all.line(
            format!("{name} = [{}, {}, {}]", a.dex, b.dex, c.dex),
            format!("let {name} = [{}, {}, {}]", a.futhark, b.futhark, c.futhark),
        );
        scope.tables.push(name);
    }

    /// Data that holds two numbers.
    fn held(&mut self, scope: &mut Scope, all: &mut Statements) {
        let (name, first, second) = (self.fresh("h"), self.fresh("v"), self.fresh("v"));
        let (a, b) = (self.number(scope, 1), self.number(scope, 1));
        all.line(
            format!("{name} = Hold {} {}", a.dex, b.dex),
            format!("let {name} = {{first = {}, second = {}}}", a.futhark, b.futhark),
        );
        all.line(
            format!("(Hold {first} {second}) = {name}"),
            format!("let {{first = {first}, second = {second}}} = {name}"),
        );
        scope.numbers.extend([first, second]);
    }

    /// A function, applied to what it gives; or its derivative.
    fn function(&mut self, scope: &mut Scope, all: &mut Statements) {
        let (f, z) = (self.fresh("g"), self.fresh("z"));
        let mut inner = scope.clone();
        inner.numbers.push(z.clone());
        let body = self.number(&inner, 2);
        let argument = self.number(scope, 1);
        all.line(
            format!("{f} = \\{z}:Float64. {}", body.dex),
            format!("let {f} ({z}: f64): f64 = {}", body.futhark),
        );
        let value = match self.choices.below(6) {
            0 => both(
                format!("jvp {f} {} (number 1.0)", argument.dex),
                format!("jvp {f} {} 1", argument.futhark),
            ),
            1 => both(
                format!("snd (vjp {f} {}) (number 1.0)", argument.dex),
                format!("vjp {f} {} 1", argument.futhark),
            ),
            _ => both(
                format!("{f} ({f} {})", argument.dex),
                format!("{f} ({f} {})", argument.futhark),
            ),
        };
        self.bound(scope, all, value);
    }

    /// What is done to a region.
    fn action(&mut self, scope: &mut Scope, all: &mut Statements) {
        let region = scope.regions[self.choices.below(scope.regions.len())].clone();
        let r = &region.name;
        let value = self.number(scope, 1);
        let (v, w) = (&value.dex, &value.futhark);
        let reads = !region.accumulates && self.choices.below(2) == 0;
        match region.content {
            Content::Number if reads => self.bound(scope, all, both(format!("get {r}"), r.clone())),
            Content::Number if region.accumulates => {
                all.line(format!("{r} += {v}"), format!("let {r} = {r} + {w}"));
            }
            Content::Number => all.line(format!("{r} := {v}"), format!("let {r} = {w}")),
            Content::Table => {
                let at = self.index(scope);
                let (i, k) = (&at.dex, &at.futhark);
                match (reads, region.accumulates) {
                    (true, _) => self.bound(scope, all, both(format!("get ({r}!{i})"), format!("{r}[{k}]"))),
                    (false, true) => all.line(
                        format!("({r}!{i}) += {v}"),
                        format!("let {r} = (copy {r}) with [{k}] = {r}[{k}] + {w}"),
                    ),
                    (false, false) => all.line(
                        format!("({r}!{i}) := {v}"),
                        format!("let {r} = (copy {r}) with [{k}] = {w}"),
                    ),
                }
            }
        }
    }

    /// A loop, and the table that it gives.
    fn for_each(&mut self, scope: &mut Scope, all: &mut Statements, depth: u32) {
        let (name, i) = (self.fresh("t"), self.fresh("i"));
        let mut inner = scope.clone();
        inner.indices.push(i.clone());
        let (lines, futhark) = self.block(&inner, depth);
        let (word, order) = match self.choices.below(4) {
            0 => ("rof", "2 - "),
            _ => ("for", ""),
        };
        all.headed(format!("{name} = {word} {i}:(Fin 3)."), lines);
        let element = self.fresh("e");
        let states = with_regions(&name, scope);
        all.futhark.push_str(&format!(
            "let {states} = loop {states} = {} for k{i} < 3 do\nlet {i} = {order}k{i}\nlet {} = ({futhark})\nin {}\n",
            with_regions("[0, 0, 0]", scope),
            with_regions(&element, scope),
            with_regions(&format!("((copy {name}) with [{i}] = {element})"), scope),
        ));
        scope.tables.push(name);
    }

    /// A handler of a state, a loop in it most often.
    fn state(&mut self, scope: &mut Scope, all: &mut Statements, depth: u32) {
        let (name, last, r) = (self.fresh("v"), self.fresh("s"), self.fresh("r"));
        let content = self.content(scope);
        let init = match content {
            Content::Number => self.number(scope, 1),
            Content::Table => {
                let table = self.choices.of(&scope.tables).to_owned();
                both(table.clone(), table)
            }
        };
        let region = Region {
            name: r.clone(),
            accumulates: false,
            content,
        };
        self.handler(
            scope,
            all,
            depth,
            region,
            both(
                format!("({name}, {last}) = runState {} \\{r}.", init.dex),
                init.futhark,
            ),
            (name, last, r),
        );
    }

    fn accumulator(&mut self, scope: &mut Scope, all: &mut Statements, depth: u32) {
        let (name, last, r) = (self.fresh("v"), self.fresh("s"), self.fresh("r"));
        let (content, ty, zero) = match self.choices.below(2) {
            0 => (Content::Number, "Float64", "0"),
            _ => (Content::Table, "((Fin 3)=>Float64)", "[0, 0, 0]"),
        };
        let region = Region {
            name: r.clone(),
            accumulates: true,
            content,
        };
        let by = match self.choices.below(2) {
            0 => "runAccum (AddMonoid Float64)",
            _ => "runAccumVector",
        };
        self.handler(
            scope,
            all,
            depth,
            region,
            both(format!("({name}, {last}) = {by} \\{r}:(Ref _ {ty})."), zero),
            (name, last, r),
        );
    }

    /// What a region begins with, and the block in which it is open.
    fn handler(
        &mut self,
        scope: &mut Scope,
        all: &mut Statements,
        depth: u32,
        region: Region,
        head: Both,
        (name, last, r): (String, String, String),
    ) {
        let content = region.content;
        let mut inner = scope.clone();
        inner.regions.push(region);
        let (lines, futhark) = self.block(&inner, depth);
        all.headed(head.dex, lines);
        let mut names = vec![name.clone()];
        names.extend(scope.regions.iter().map(|region| region.name.clone()));
        names.push(last.clone());
        all.futhark.push_str(&format!(
            "let ({}) = (let {r} = {} in {futhark})\n",
            names.join(", "),
            head.futhark
        ));
        scope.numbers.push(name);
        match content {
            Content::Number => scope.numbers.push(last),
            Content::Table => scope.tables.push(last),
        }
    }

    fn content(&mut self, scope: &Scope) -> Content {
        match self.choices.below(2) {
            0 if !scope.tables.is_empty() => Content::Table,
            _ => Content::Number,
        }
    }

    fn branches(&mut self, scope: &mut Scope, all: &mut Statements, depth: u32) {
        let name = self.fresh("v");
        let (a, b) = (self.number(scope, 1), self.number(scope, 1));
        let (first, yes) = self.block(scope, depth);
        let (second, no) = self.block(scope, depth);
        all.dex.push(format!("{name} = if {} < {}", a.dex, b.dex));
        all.headed("  then".to_owned(), indented(first).collect());
        all.headed("  else".to_owned(), indented(second).collect());
        all.futhark.push_str(&format!(
            "let {} = if {} < {} then ({yes}) else ({no})\n",
            with_regions(&name, scope),
            a.futhark,
            b.futhark
        ));
        scope.numbers.push(name);
    }

    /// Numbers in a sum, and what is done with them.
    fn cases(&mut self, scope: &mut Scope, all: &mut Statements, depth: u32) {
        let (name, sum, held) = (self.fresh("v"), self.fresh("c"), self.fresh("w"));
        let (a, b) = (self.number(scope, 1), self.number(scope, 1));
        let (l, r) = (self.number(scope, 1), self.number(scope, 1));
        all.line(
            format!(
                "{sum} : (Float64 | Float64) = if {} < {} then Left {} else Right {}",
                a.dex, b.dex, l.dex, r.dex
            ),
            format!(
                "let {sum} = (if {} < {} then #left {} else #right {} : either)",
                a.futhark, b.futhark, l.futhark, r.futhark
            ),
        );
        let mut inner = scope.clone();
        inner.numbers.push(held.clone());
        let (first, left) = self.block(&inner, depth);
        let (second, right) = self.block(&inner, depth);
        all.dex.push(format!("{name} = case {sum} of"));
        all.headed(format!("  Left {held} ->"), indented(first).collect());
        all.headed(format!("  Right {held} ->"), indented(second).collect());
        all.futhark.push_str(&format!(
            "let {} = match {sum} case #left {held} -> ({left}) case #right {held} -> ({right})\n",
            with_regions(&name, scope)
        ));
        scope.numbers.push(name);
    }

    fn reader(&mut self, scope: &mut Scope, all: &mut Statements, depth: u32) {
        let (name, r, asked) = (self.fresh("v"), self.fresh("r"), self.fresh("v"));
        let given = self.number(scope, 1);
        let mut inner = scope.clone();
        inner.numbers.push(asked.clone());
        let (mut lines, futhark) = self.block(&inner, depth);
        lines.insert(0, format!("{asked} = ask {r}"));
        all.headed(format!("{name} = withReader {} \\{r}.", given.dex), lines);
        all.futhark.push_str(&format!(
            "let {} = (let {asked} = {} in {futhark})\n",
            with_regions(&name, scope),
            given.futhark
        ));
        scope.numbers.push(name);
    }

    fn view(&mut self, scope: &mut Scope, all: &mut Statements) {
        self.has_views = true;
        let (name, i) = (self.fresh("t"), self.fresh("i"));
        let mut inner = scope.clone();
        inner.indices.push(i.clone());
        let element = self.number(&inner, 2);
        all.line(
            format!("{name} = view {i}:(Fin 3). {}", element.dex),
            format!("let {name} = map (\\{i} -> {}) (iota 3)", element.futhark),
        );
        scope.tables.push(name);
    }
}

/// A value with the regions that are open.
fn with_regions(value: &str, scope: &Scope) -> String {
    let regions = scope.regions.iter().map(|region| region.name.as_str());
    let all: Vec<&str> = std::iter::once(value).chain(regions).collect();
    format!("({})", all.join(", "))
}

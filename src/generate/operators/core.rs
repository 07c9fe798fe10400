//! Operators of Core on several components: reductions, scans, streams, histograms and accumulators, in groups, as scalars and as rows.
//!
//! The operators are those of [`algebra`](super::algebra), of which hardly one commutes, so who takes an operand of another group, begins from another
//! neutral value or combines from the other side gives something else.  An operator may be written in place, called, or write into the row that it is
//! handed.

use super::algebra::Operator;
use super::fold::{number, operator};
use super::{scalar, vector};
use crate::Choices;
use crate::kit::{joined, tuple};
use crate::meant::{Expected, Meant, Output};
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};
use std::fmt::Write;

/// Statements, and the operand that has their value.
type Flat = (String, String);

/// An expression of the texts of operators as statements, each with one operation.
struct Reader<'a> {
    words: Vec<&'a str>,
    at: usize,
    /// How many names there are.
    names: &'a mut usize,
}

impl<'a> Reader<'a> {
    fn flat(text: &'a str, names: &'a mut usize) -> Flat {
        let mut words = Vec::new();
        for word in text.split(' ') {
            let opened = word.len() - word.trim_start_matches('(').len();
            let inner = word.trim_matches(['(', ')']);
            let closed = word.len() - opened - inner.len();
            words.extend(std::iter::repeat_n("(", opened));
            words.push(inner);
            words.extend(std::iter::repeat_n(")", closed));
        }
        Reader { words, at: 0, names }.expression()
    }

    fn next(&mut self) -> &'a str {
        let word = self.words.get(self.at).copied().unwrap_or_default();
        self.at += 1;
        word
    }

    fn bound(&mut self, ty: &str, expression: &str) -> Flat {
        *self.names += 1;
        let name = format!("t{}", self.names);
        (format!("let {name}: {ty} = {expression} "), name)
    }

    fn expression(&mut self) -> Flat {
        if self.words.get(self.at) == Some(&"if") {
            self.next();
            let (before, condition) = self.expression();
            self.next();
            let (yes, left) = self.expression();
            self.next();
            let (no, right) = self.expression();
            let (line, name) = self.bound(
                "i32",
                &format!("if {condition}: i32 then {yes}in {left} else {no}in {right}"),
            );
            return (before + &line, name);
        }
        let (before, left) = self.operand();
        match self.words.get(self.at).copied() {
            Some(op @ ("+" | "-" | "*" | "==" | ">" | "<")) => {
                self.next();
                let (between, right) = self.operand();
                let ty = if matches!(op, "==" | ">" | "<") {
                    "bool"
                } else {
                    "i32"
                };
                let (line, name) = self.bound(ty, &format!("{left} {op} {right}"));
                (before + &between + &line, name)
            }
            _ => (before, left),
        }
    }

    fn operand(&mut self) -> Flat {
        match self.next() {
            "(" => {
                let inner = self.expression();
                self.next();
                inner
            }
            word if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                (String::new(), format!("{word}i32"))
            }
            word => (String::new(), word.to_owned()),
        }
    }
}

/// How an element is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kept {
    /// A scalar a part.
    Parts,
    /// A row of its parts, which the operator makes anew.
    Row,
    /// The same, where the operator writes into its first operand.
    InPlace,
}

/// An operator of a program.
struct Named {
    operator: Operator,
    kept: Kept,
    /// Names that begin with this are its own.
    prefix: String,
}

impl Named {
    fn new(c: &mut Choices, k: usize, text: &mut String, names: &mut usize) -> Named {
        let kept = match c.below(6) {
            0 => Kept::Row,
            1 => Kept::InPlace,
            _ => Kept::Parts,
        };
        let named = Named {
            operator: operator(c),
            kept,
            prefix: format!("g{k}"),
        };
        let parts = named.parameters(["a", "b"], &named.types(""));
        let _ = writeln!(
            text,
            "fun {}_op {parts}: {} =\n  {}",
            named.prefix,
            named.results(&named.starred()),
            named.body(names)
        );
        let _ = writeln!(
            text,
            "fun {}_one (x: i32) (i: i32): {} =\n  {}",
            named.prefix,
            named.results(&named.starred()),
            named.made(names)
        );
        named
    }

    fn width(&self) -> usize {
        self.operator.width()
    }

    /// How many values an element is.
    fn count(&self) -> usize {
        match self.kept {
            Kept::Parts => self.width(),
            _ => 1,
        }
    }

    /// The types of the values of an element, below these sizes.
    fn types(&self, sizes: &str) -> Vec<String> {
        let each = match self.kept {
            Kept::Parts => format!("{sizes}i32"),
            _ => format!("{sizes}[{}]i32", self.width()),
        };
        vec![each; self.count()]
    }

    /// What a function gives that makes it anew.
    fn starred(&self) -> Vec<String> {
        let star = if self.kept == Kept::Parts { "" } else { "*" };
        self.types("").iter().map(|t| format!("{star}{t}")).collect()
    }

    fn results(&self, types: &[String]) -> String {
        tuple(types)
    }

    /// The names of the values of one element.
    fn values(&self, side: &str) -> Vec<String> {
        (0..self.count()).map(|k| format!("{side}{k}")).collect()
    }

    fn parameters<const N: usize>(&self, sides: [&str; N], types: &[String]) -> String {
        let star = |side: &str| match (self.kept, side) {
            (Kept::InPlace, "a") => "*",
            _ => "",
        };
        let all = sides.iter().flat_map(|side| {
            self.values(side)
                .into_iter()
                .zip(types)
                .map(|(x, t)| format!("({x}: {}{t})", star(side)))
        });
        joined(" ", all)
    }

    /// The parts of an element as operands.
    fn taken(&self, side: &str) -> String {
        match self.kept {
            Kept::Parts => String::new(),
            // The row and its parts have names that differ.
            _ => (0..self.width())
                .map(|k| format!("let {side}p{k}: i32 = {side}0[{k}i64] "))
                .collect(),
        }
    }

    /// The element of these operands.
    fn given(&self, parts: &[String], into: Option<&str>) -> String {
        let row = parts.join(", ");
        match (self.kept, into) {
            (Kept::Parts, _) => format!("in {row}"),
            (Kept::InPlace, Some(side)) => {
                let mut out = String::new();
                let mut last = format!("{side}0");
                for (k, part) in parts.iter().enumerate() {
                    let _ = write!(
                        out,
                        "let {side}w{k}: [{}]i32 = {last} with [{k}i64] = {part} ",
                        self.width()
                    );
                    last = format!("{side}w{k}");
                }
                format!("{out}in {last}")
            }
            _ => format!("let row: [{}]i32 = [{row}]: i32 in row", self.width()),
        }
    }

    /// Texts of parts as statements.
    fn flat(&self, texts: &[&str], names: &mut usize) -> (String, Vec<String>) {
        let mut out = String::new();
        let parts = texts.iter().map(|text| {
            let text = match self.kept {
                Kept::Parts => (*text).to_owned(),
                _ => of_rows(text),
            };
            let (lines, operand) = Reader::flat(&text, names);
            out += &lines;
            operand
        });
        let parts = parts.collect();
        (out, parts)
    }

    fn body(&self, names: &mut usize) -> String {
        let (lines, parts) = self.flat(self.operator.parts, names);
        let (left, right) = (self.taken("a"), self.taken("b"));
        format!("{left}{right}{lines}{}", self.given(&parts, Some("a")))
    }

    fn made(&self, names: &mut usize) -> String {
        let (lines, parts) = self.flat(self.operator.element, names);
        format!("{lines}{}", self.given(&parts, None))
    }

    /// The operator where it is asked for, with its neutral values; what is needed before stands in `before`.
    fn written(&self, c: &mut Choices, before: &mut String, names: &mut usize) -> String {
        let word = if self.operator.commutes && c.one_in(2) {
            "commutative "
        } else {
            ""
        };
        let types = self.types("");
        // Of a lambda the parameters have no stars.
        let parameters = joined(" ", ["a", "b"].map(|side| typed(&self.values(side), &types)));
        let operands = [self.values("a"), self.values("b")].concat().join(" ");
        let body = match c.below(2) {
            0 => self.body(names),
            _ => {
                let (pattern, own) = self.pattern("r", &types);
                format!("let {pattern} = {}_op {operands} in {own}", self.prefix)
            }
        };
        let parts: Vec<String> = self.operator.neutral.iter().map(|x| format!("{x}i32")).collect();
        let neutral = match self.kept {
            Kept::Parts => parts.join(", "),
            _ => {
                *names += 1;
                let name = format!("ne{names}");
                let _ = writeln!(
                    before,
                    "  let {name}: [{}]i32 = [{}]: i32",
                    self.width(),
                    parts.join(", ")
                );
                name
            }
        };
        format!(
            "{word}(\\{parameters}: {} -> {body}) ({neutral})",
            self.results(&types)
        )
    }

    /// A pattern of values of these types, and the names in it.
    fn pattern(&self, side: &str, types: &[String]) -> (String, String) {
        let names = self.values(side);
        let typed = names.iter().zip(types).map(|(x, t)| format!("{x}: {t}"));
        (joined(", ", typed), names.join(", "))
    }

    /// Elements as results: arrays of the parts, or one of rows.
    fn outputs(&self, all: &[Vec<i32>]) -> Vec<Output> {
        match self.kept {
            Kept::Parts => (0..self.width())
                .map(|k| vector(all.iter().filter_map(|x| x.get(k).copied())))
                .collect(),
            _ => vec![Output {
                shape: vec![all.len(), self.width()],
                ..vector(all.iter().flatten().copied())
            }],
        }
    }

    fn output(&self, one: &[i32]) -> Vec<Output> {
        match self.kept {
            Kept::Parts => one.iter().copied().map(scalar).collect(),
            _ => vec![vector(one.iter().copied())],
        }
    }
}

/// `(x: t) (y: u)`
fn typed(names: &[String], types: &[String]) -> String {
    let all = names.iter().zip(types);
    joined(" ", all.map(|(x, t)| format!("({x}: {t})")))
}

/// `a0` is `ap0` where elements are rows, and `b0` is `bp0`.
fn of_rows(text: &str) -> String {
    let word = |word: &str| {
        let inner = word.trim_matches(['(', ')']);
        match inner.strip_prefix(['a', 'b']) {
            Some(number) => word.replace(inner, &format!("{}p{number}", &inner[..1])),
            None => word.to_owned(),
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A program that is being written.
struct Program {
    lines: String,
    names: usize,
    results: Vec<(String, String)>,
    outputs: Vec<Output>,
}

impl Program {
    /// Binds what an expression gives, which is a result.
    fn give(&mut self, types: &[String], expression: &str, gives: Vec<Output>) {
        let names: Vec<String> = (0..types.len())
            .map(|k| format!("z{}", self.results.len() + k))
            .collect();
        let typed = joined(", ", names.iter().zip(types).map(|(x, t)| format!("{x}: {t}")));
        let _ = writeln!(self.lines, "  let {typed} = {expression}");
        self.results.extend(names.into_iter().zip(types.iter().cloned()));
        self.outputs.extend(gives);
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.lines, "  {line}");
    }

    fn fresh(&mut self, word: &str) -> String {
        self.names += 1;
        format!("{word}{}", self.names)
    }
}

/// What is read: numbers, and for each group a place for each, some of which are none.
struct Read {
    xs: Vec<i32>,
    places: [Vec<i64>; 2],
    bins: usize,
}

/// The places of a group, as the program calls them.
const PLACES: [&str; 2] = ["at", "to"];

impl Read {
    fn new(c: &mut Choices) -> Read {
        const COUNTS: &[usize] = &[3, 0, 1, 2, 4, 5, 7, 8, 9, 16, 17, 31, 33, 64, 65];
        let few = if c.one_in(3) { COUNTS.len() } else { 8 };
        let n = COUNTS.get(c.below(few)).copied().unwrap_or(3);
        let bins = 1 + c.below(4);
        let mut places = || -> Vec<i64> {
            let each = (0..n).map(|_| i64::try_from(c.below(bins + 2)).unwrap_or_default() - 1);
            each.collect()
        };
        let places = [places(), places()];
        Read {
            places,
            xs: (0..n).map(|_| number(c)).collect(),
            bins,
        }
    }

    /// The elements that go to each place of a group, from these on.
    fn gathered(&self, group: usize, operator: &Operator, start: &[i32]) -> Vec<Vec<i32>> {
        let mut all = vec![start.to_vec(); self.bins];
        let places = self.places.get(group).map_or(&[][..], Vec::as_slice);
        for (x, place) in operator.lifted(&self.xs).iter().zip(places) {
            if let Some(sum) = usize::try_from(*place).ok().and_then(|k| all.get_mut(k)) {
                *sum = (operator.combine)(sum, x);
            }
        }
        all
    }
}

/// Writes what is done with operators.
type Form = fn(&mut Choices, &mut Program, &[Named], &Read);

/// What a program does with its operators.
const FORMS: &[(&str, Form)] = &[
    ("reduce", reduced),
    ("scan", scanned),
    ("redomap", mapped),
    ("screma", several),
    ("stream_par", streamed),
    ("stream_seq", sequential),
    ("hist", histogram),
    ("with_acc", accumulated),
    ("with_acc", accumulated),
    ("loop", looped),
    ("fold in place", folded),
];

/// The elements of all numbers, as arrays.
fn elements(p: &mut Program, g: &Named) -> Vec<String> {
    let names: Vec<String> = (0..g.count()).map(|_| p.fresh("es")).collect();
    let (sized, types) = (g.types("[n]"), g.types(""));
    let pattern = joined(", ", names.iter().zip(&sized).map(|(x, t)| format!("{x}: {t}")));
    let (inner, own) = g.pattern("e", &types);
    p.line(&format!(
        "let {pattern} = map n (\\(x: i32) (i: i32): {} -> let {inner} = {}_one x i in {own}) xs is",
        g.results(&types),
        g.prefix
    ));
    names
}

/// The first operator.
fn first(all: &[Named]) -> &Named {
    let Some(named) = all.first() else {
        unreachable!("a program has operators");
    };
    named
}

fn reduced(c: &mut Choices, p: &mut Program, all: &[Named], read: &Read) {
    by_operator(c, p, first(all), ("reduce", ""), |g| {
        g.output(&g.operator.reduced(&g.operator.lifted(&read.xs)))
    });
}

fn scanned(c: &mut Choices, p: &mut Program, all: &[Named], read: &Read) {
    by_operator(c, p, first(all), ("scan", "[n]"), |g| {
        g.outputs(&g.operator.scanned(&g.operator.lifted(&read.xs)))
    });
}

/// The elements, put together by this combinator, whose results are of these dimensions.
fn by_operator(
    c: &mut Choices,
    p: &mut Program,
    g: &Named,
    (word, dims): (&str, &str),
    meant: impl FnOnce(&Named) -> Vec<Output>,
) {
    let names = elements(p, g);
    let op = g.written(c, &mut p.lines, &mut p.names);
    p.give(
        &g.types(dims),
        &format!("{word} n {op} {}", names.join(" ")),
        meant(g),
    );
}

/// What is reduced or scanned is made on the way, and something else with it.
fn mapped(c: &mut Choices, p: &mut Program, all: &[Named], read: &Read) {
    let g = first(all);
    let op = g.written(c, &mut p.lines, &mut p.names);
    let types = g.types("");
    let (inner, own) = g.pattern("e", &types);
    let given = [types.clone(), vec!["i32".to_owned()]].concat();
    let function = format!(
        "(\\(x: i32) (i: i32): {} -> let {inner} = {}_one x i let o: i32 = x - i in {own}, o)",
        tuple(&given),
        g.prefix
    );
    let lifted = g.operator.lifted(&read.xs);
    let others = vector(read.xs.iter().zip(0..).map(|(x, i)| x - i));
    let (word, sized, mut gives) = match c.below(2) {
        0 => ("redomap", types, g.output(&g.operator.reduced(&lifted))),
        _ => (
            "scanomap",
            g.types("[n]"),
            g.outputs(&g.operator.scanned(&lifted)),
        ),
    };
    gives.push(others);
    p.give(
        &[sized, vec!["[n]i32".to_owned()]].concat(),
        &format!("{word} n {op} {function} xs is"),
        gives,
    );
}

/// Two reductions and two scans in one, of operators that know nothing of each other.
fn several(c: &mut Choices, p: &mut Program, all: &[Named], read: &Read) {
    let pick = |c: &mut Choices| c.below(all.len());
    let (mut reductions, mut scans) = (vec![], vec![]);
    for _ in 0..c.below(3) {
        reductions.push(pick(c));
    }
    for _ in 0..1 + c.below(2) {
        scans.push(pick(c));
    }
    let (mut operators, mut made, mut own) = (String::new(), String::new(), vec![]);
    let (mut given, mut types, mut gives) = (vec![], vec![], vec![]);
    let mut after: Vec<(String, String)> = vec![];
    for (k, (at, is_scan)) in reductions
        .iter()
        .map(|at| (at, false))
        .chain(scans.iter().map(|at| (at, true)))
        .enumerate()
    {
        let Some(g) = all.get(*at) else { continue };
        let op = g.written(c, &mut p.lines, &mut p.names);
        let word = if is_scan { "scan" } else { "reduce" };
        let _ = write!(operators, "{word} {op} ");
        let (inner, names) = g.pattern(&format!("e{k}x"), &g.types(""));
        let _ = write!(made, "let {inner} = {}_one x i ", g.prefix);
        own.push(names);
        given.extend(g.types(""));
        let lifted = g.operator.lifted(&read.xs);
        match is_scan {
            true => {
                types.extend(g.types("[n]"));
                gives.extend(g.outputs(&g.operator.scanned(&lifted)));
                let values = g.values(&format!("s{k}x"));
                after.extend(values.into_iter().zip(g.types("")));
            }
            false => {
                types.extend(g.types(""));
                gives.extend(g.output(&g.operator.reduced(&lifted)));
            }
        }
    }
    let function = format!(
        "(\\(x: i32) (i: i32): {} -> {made}in {})",
        tuple(&given),
        own.join(", ")
    );
    // What is done after the scans hands on what it gets.
    let after = if c.one_in(2) {
        let (names, types): (Vec<String>, Vec<String>) = after.into_iter().unzip();
        let parameters = typed(&names, &types);
        format!(
            " after (\\{parameters}: {} -> in {})",
            tuple(&types),
            names.join(", ")
        )
    } else {
        String::new()
    };
    p.give(
        &types,
        &format!("screma n {operators}{function}{after} xs is"),
        gives,
    );
}

/// Chunks that reduce what they have, and give their rows changed.
fn streamed(c: &mut Choices, p: &mut Program, all: &[Named], read: &Read) {
    let g = first(all);
    let op = g.written(c, &mut p.lines, &mut p.names);
    let inner = g.written(c, &mut p.lines, &mut p.names);
    let types = g.types("");
    let (sum, own) = g.pattern("e", &types);
    let (one, made) = g.pattern("d", &types);
    let given = [types.clone(), vec!["[c]i32".to_owned()]].concat();
    let chunk = format!(
        "(\\[c] (ys: [c]i32) (js: [c]i32): {} -> let {sum} = redomap c {inner} (\\(x: i32) (i: i32): {} -> let {one} = {}_one x i in {made}) ys js let zs: [c]i32 = map c (\\(x: i32): i32 -> let y: i32 = x * 3i32 in y) ys in {own}, zs)",
        tuple(&given),
        g.results(&types),
        g.prefix
    );
    let mut gives = g.output(&g.operator.reduced(&g.operator.lifted(&read.xs)));
    gives.push(vector(read.xs.iter().map(|x| x * 3)));
    p.give(
        &[types, vec!["[n]i32".to_owned()]].concat(),
        &format!("stream_par n {op} {chunk} xs is"),
        gives,
    );
}

/// A state that goes through all chunks, and what it was behind each row.
fn sequential(_: &mut Choices, p: &mut Program, all: &[Named], read: &Read) {
    let g = first(all);
    if g.kept != Kept::Parts {
        return looped(&mut Choices::random(0), p, all, read);
    }
    let types = g.types("");
    let mut names = p.names;
    let (state, own) = g.pattern("r", &types);
    let (one, _) = g.pattern("b", &types);
    let chunk_parameters = typed(&g.values("s"), &types);
    let loops = joined(
        " ",
        g.values("a")
            .iter()
            .zip(&types)
            .zip(g.values("s"))
            .map(|((x, t), start)| format!("({x}: {t} = {start})")),
    );
    let (lines, parts) = g.flat(g.operator.parts, &mut names);
    p.names = names;
    let given = [types.clone(), vec!["[c]i32".to_owned()]].concat();
    let chunk = format!(
        "(\\[c] {chunk_parameters} (ys: [c]i32) (js: [c]i32): {} -> let {state} = loop {loops} for k: i64 < c do let x: i32 = ys[k] let i: i32 = js[k] let {one} = {}_one x i {lines}in {} let zs: [c]i32 = map c (\\(x: i32): i32 -> let y: i32 = x + 1i32 in y) ys in {own}, zs)",
        tuple(&given),
        g.prefix,
        parts.join(", ")
    );
    let neutral = joined(", ", g.operator.neutral.iter().map(|x| format!("{x}i32")));
    let mut gives = g.output(&g.operator.reduced(&g.operator.lifted(&read.xs)));
    gives.push(vector(read.xs.iter().map(|x| x + 1)));
    p.give(
        &[types, vec!["[n]i32".to_owned()]].concat(),
        &format!("stream_seq n ({neutral}) {chunk} xs is"),
        gives,
    );
}

/// Destinations of a group that hold this element everywhere.
fn destinations(p: &mut Program, g: &Named, start: &[i32], bins: usize) -> Vec<String> {
    let parts: Vec<String> = start.iter().map(|x| format!("{x}i32")).collect();
    let elements = match g.kept {
        Kept::Parts => parts,
        _ => {
            let row = p.fresh("row");
            p.line(&format!(
                "let {row}: [{}]i32 = [{}]: i32",
                g.width(),
                parts.join(", ")
            ));
            vec![row]
        }
    };
    let each = elements.iter().zip(g.types(&format!("[{bins}]")));
    each.map(|(x, t)| {
        let name = p.fresh("ds");
        p.line(&format!("let {name}: {t} = replicate {bins}i64 {x}"));
        name
    })
    .collect()
}

/// What stands in the destinations at first.
fn start(c: &mut Choices, g: &Named) -> Vec<i32> {
    match c.below(2) {
        0 => g.operator.neutral.to_vec(),
        _ => (g.operator.lift)(2, 5),
    }
}

/// One group of destinations or two.
fn histogram(c: &mut Choices, p: &mut Program, all: &[Named], read: &Read) {
    let (mut groups, mut made, mut own) = (String::new(), String::new(), vec![]);
    let (mut given, mut types, mut gives) = (vec![], vec![], vec![]);
    for (k, g) in all.iter().enumerate() {
        let begun = start(c, g);
        let names = destinations(p, g, &begun, read.bins);
        let op = g.written(c, &mut p.lines, &mut p.names);
        let into: Vec<String> = names.iter().map(|x| format!("{x}: 1")).collect();
        let _ = write!(groups, " into ({}) {op}", into.join(", "));
        let (inner, values) = g.pattern(&format!("e{k}x"), &g.types(""));
        let _ = write!(made, "let {inner} = {}_one x i ", g.prefix);
        own.push(values);
        given.extend(g.types(""));
        types.extend(g.types(&format!("[{}]", read.bins)));
        gives.extend(g.outputs(&read.gathered(k, &g.operator, &begun)));
    }
    let places = vec!["i64".to_owned(); all.len()];
    let at: Vec<&str> = PLACES.iter().copied().take(all.len()).collect();
    let function = format!(
        "(\\(at: i64) (to: i64) (x: i32) (i: i32): {} -> {made}in {}, {})",
        tuple([places, given].concat()),
        at.join(", "),
        own.join(", ")
    );
    p.give(&types, &format!("hist n {function}{groups} ats tos xs is"), gives);
}

/// Accumulators of one group or two, written in a map, a loop, or behind a branch, at one place of several dimensions.
fn accumulated(c: &mut Choices, p: &mut Program, all: &[Named], read: &Read) {
    let (mut groups, mut types, mut gives) = (vec![], vec![], vec![]);
    let mut accumulators = vec![];
    let is_square = c.one_in(4);
    let (sizes, space, dimensions) = match is_square {
        true => (
            format!("[1][{}]", read.bins),
            format!("[1i64][{}i64]", read.bins),
            "0i64, ",
        ),
        false => (format!("[{}]", read.bins), format!("[{}i64]", read.bins), ""),
    };
    for (k, g) in all.iter().enumerate() {
        let begun = start(c, g);
        let mut names = destinations(p, g, &begun, read.bins);
        if is_square {
            for (name, ty) in names.iter_mut().zip(g.types(&sizes)) {
                let square = p.fresh("qs");
                let from = std::mem::replace(name, square.clone());
                p.line(&format!("let {square}: {ty} = [{from}]: {}", &ty["[1]".len()..]));
            }
        }
        let op = g.written(c, &mut p.lines, &mut p.names);
        groups.push(format!("{space} ({}) {op}", names.join(", ")));
        types.extend(g.types(&sizes));
        let mut outputs = g.outputs(&read.gathered(k, &g.operator, &begun));
        if is_square {
            outputs.iter_mut().for_each(|output| output.shape.insert(0, 1));
        }
        gives.extend(outputs);
        let elements = match g.types("").as_slice() {
            [one] if g.kept == Kept::Parts => one.clone(),
            parts => format!("({})", parts.join(", ")),
        };
        accumulators.push((format!("acc{k}"), format!("acc {sizes} {elements}")));
    }
    let names: Vec<String> = accumulators.iter().map(|(x, _)| x.clone()).collect();
    let own: Vec<String> = accumulators.iter().map(|(_, t)| t.clone()).collect();
    let parameters = |prefix: &str| -> String {
        let typed = accumulators.iter().map(|(x, t)| format!("({prefix}{x}: {t})"));
        joined(" ", typed)
    };
    let typed = |prefix: &str| -> String {
        let typed = accumulators.iter().map(|(x, t)| format!("{prefix}{x}: {t}"));
        joined(", ", typed)
    };
    let named = |prefix: &str| -> Vec<String> { names.iter().map(|x| format!("{prefix}{x}")).collect() };
    let mut update = String::new();
    for (k, g) in all.iter().enumerate() {
        let (inner, values) = g.pattern(&format!("e{k}x"), &g.types(""));
        let (name, ty) = &accumulators[k];
        let _ = write!(
            update,
            "let {inner} = {}_one x i let n{name}: {ty} = u{name}[{dimensions}{}] += {values} ",
            g.prefix,
            PLACES.get(k).copied().unwrap_or("at")
        );
    }
    // What is behind a branch is so on both sides.
    let update = match c.below(3) {
        0 => format!(
            "let b: bool = x > 0i32 let {} = if b: {} then {update}in {} else {update}in {} in {}",
            typed("m"),
            tuple(&own),
            named("n").join(", "),
            named("n").join(", "),
            named("m").join(", ")
        ),
        _ => format!("{update}in {}", named("n").join(", ")),
    };
    let body = match c.below(2) {
        0 => format!(
            "map n with {} (\\{} (at: i64) (to: i64) (x: i32) (i: i32): {} -> {update}) ats tos xs is",
            names.join(" "),
            parameters("u"),
            tuple(&own)
        ),
        _ => {
            let states = joined(
                " ",
                accumulators.iter().map(|(x, t)| format!("(u{x}: {t} = {x})")),
            );
            format!(
                "loop {states} for k: i64 < n do let at: i64 = ats[k] let to: i64 = tos[k] let x: i32 = xs[k] let i: i32 = is[k] {update}"
            )
        }
    };
    // Another result stands behind the accumulators.
    let other = c.one_in(3);
    if other {
        types.push("i32".to_owned());
        gives.push(scalar(7));
    }
    let (more, seven) = match other {
        true => (vec!["i32".to_owned()], ", 7i32"),
        false => (vec![], ""),
    };
    p.give(
        &types,
        &format!(
            "with_acc {} do (\\{}: {} -> let {} = {body} in {}{seven})",
            groups.join(" "),
            parameters(""),
            tuple([own.clone(), more].concat()),
            typed("v"),
            named("v").join(", ")
        ),
        gives,
    );
}

/// The operator is called in each round.
fn looped(_: &mut Choices, p: &mut Program, all: &[Named], read: &Read) {
    let g = first(all);
    let types = g.types("");
    let begun = match g.kept {
        Kept::Parts => g.operator.neutral.iter().map(|x| format!("{x}i32")).collect(),
        _ => {
            let row = p.fresh("row");
            let parts = joined(", ", g.operator.neutral.iter().map(|x| format!("{x}i32")));
            p.line(&format!("let {row}: [{}]i32 = [{parts}]: i32", g.width()));
            vec![row]
        }
    };
    let star = if g.kept == Kept::InPlace { "*" } else { "" };
    let states = joined(
        " ",
        g.values("s")
            .iter()
            .zip(&types)
            .zip(&begun)
            .map(|((x, t), start)| format!("({x}: {star}{t} = {start})")),
    );
    let (one, made) = g.pattern("e", &types);
    let (next, own) = g.pattern("r", &types);
    let expression = format!(
        "loop {states} for k: i64 < n do let x: i32 = xs[k] let i: i32 = is[k] let {one} = {}_one x i let {next} = {}_op {} {} in {own}",
        g.prefix,
        g.prefix,
        g.values("s").join(" "),
        made.replace(", ", " ")
    );
    let sum = g.operator.reduced(&g.operator.lifted(&read.xs));
    p.give(&types, &expression, g.output(&sum));
}

/// Each element is combined with what stands behind it, into the array that is read.
fn folded(_: &mut Choices, p: &mut Program, all: &[Named], read: &Read) {
    let g = first(all);
    let names = elements(p, g);
    let sized = g.types("[n]");
    let states = joined(
        " ",
        names
            .iter()
            .zip(&sized)
            .enumerate()
            .map(|(k, (x, t))| format!("(q{k}: *{t} = {x})")),
    );
    let types = g.types("");
    let taken = |side: &str, place: &str| -> String {
        let each = g.values(side).into_iter().zip(&types).enumerate();
        each.map(|(k, (x, t))| match g.kept {
            Kept::Parts => format!("let {x}: {t} = q{k}[{place}] "),
            _ => format!(
                "let {x}v: {t} = q{k}[{place}, 0i64 :+ {}i64 * 1i64] let {x}: {t} = copy {x}v ",
                g.width()
            ),
        })
        .collect()
    };
    let (next, _) = g.pattern("r", &types);
    let mut writes = String::new();
    for k in 0..g.count() {
        let cut = match g.kept {
            Kept::Parts => String::new(),
            _ => format!(", 0i64 :+ {}i64 * 1i64", g.width()),
        };
        let _ = write!(
            writes,
            "let w{k}: {} = q{k} with [k{cut}] = r{k} ",
            sized.get(k).map_or("", String::as_str)
        );
    }
    let given = joined(", ", (0..g.count()).map(|k| format!("w{k}")));
    let expression = format!(
        "loop {states} for j: i64 < last do let f: i64 = last - j let k: i64 = f - 1i64 {}{}let {next} = {}_op {} {} {writes}in {given}",
        taken("a", "k"),
        taken("b", "f"),
        g.prefix,
        g.values("a").join(" "),
        g.values("b").join(" ")
    );
    let mut sums = g.operator.lifted(&read.xs);
    for k in (0..sums.len().saturating_sub(1)).rev() {
        sums[k] = (g.operator.combine)(&sums[k], &sums[k + 1]);
    }
    p.line("let last: i64 = n - 1i64");
    p.give(&sized, &expression, g.outputs(&sums));
}

/// A program of Core.
pub fn program(c: &mut Choices) -> Meant {
    let mut text = String::new();
    let mut names = 0;
    let count = 1 + c.below(2);
    let operators: Vec<Named> = (0..count)
        .map(|k| c.part(|c| Named::new(c, k, &mut text, &mut names)))
        .collect();
    let read = Read::new(c);
    let mut p = Program {
        lines: String::new(),
        names,
        results: vec![],
        outputs: vec![],
    };
    let mut sort = String::new();
    for _ in 0..1 + c.below(2) {
        let Some((name, form)) = c.pick(FORMS) else {
            continue;
        };
        c.part(|c| form(c, &mut p, &operators, &read));
        if sort.is_empty() {
            sort = format!("{name} of {}", first(&operators).operator.name);
        }
    }
    let (results, types): (Vec<String>, Vec<String>) = p.results.into_iter().unzip();
    let _ = write!(
        text,
        "entry main [n] (xs: [n]i32) (ats: [n]i64) (tos: [n]i64): {} =\n  let js: [n]i64 = iota n\n  let is: [n]i32 = map n (\\(j: i64): i32 -> let i: i32 = i64_to_i32 j in i) js\n{}  in {}\n",
        tuple(&types),
        p.lines,
        results.join(", ")
    );
    let xs: Vec<PrimValue> = read.xs.iter().copied().map(PrimValue::I32).collect();
    let places = read.places.iter().map(|places| -> Value {
        let all: Vec<PrimValue> = places.iter().copied().map(PrimValue::I64).collect();
        crate::meant::vector(PrimType::I64, &all)
    });
    let xs = crate::meant::vector(PrimType::I32, &xs);
    Meant {
        sort,
        ending: "core",
        text,
        inputs: [xs].into_iter().chain(places).collect(),
        expected: Expected::Values(p.outputs),
    }
}

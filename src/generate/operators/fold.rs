//! Associative operators that do not commute in reductions, scans, histograms, streams and loops.

use super::algebra::{OPERATORS, Operator};
use super::{scalar, vector};
use crate::Choices;
use crate::kit::{self, tuple};
use crate::meant::vector as input;
use crate::meant::{Expected, Meant, Output, array};
use elder_syntax::prim::{PrimType, PrimValue};

/// How many rows and columns there are: boundaries of what a machine may take at a time, and none.
const WIDTHS: &[usize] = &[
    0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 257,
];

/// Rows, at most.
const ROWS: usize = 4;

/// Elements, at most.
const ELEMENTS: usize = 260;

struct Numbers {
    rows: usize,
    columns: usize,
    all: Vec<i32>,
}

impl Numbers {
    fn new(c: &mut Choices) -> Numbers {
        // Hardly any mistake needs many.
        let few = if c.one_in(3) { WIDTHS.len() } else { 9 };
        let columns = WIDTHS.get(c.below(few)).copied().unwrap_or(1);
        let rows = (1 + c.below(ROWS)).min((ELEMENTS / columns.max(1)).max(1));
        let rows = if c.one_in(12) { 0 } else { rows };
        let all = (0..rows * columns).map(|_| number(c)).collect();
        Numbers { rows, columns, all }
    }

    fn by_row(&self) -> Vec<&[i32]> {
        match self.columns {
            0 => vec![&[]; self.rows],
            columns => self.all.chunks(columns).collect(),
        }
    }

    fn by_column(&self) -> Vec<Vec<i32>> {
        let column = |k: usize| {
            self.by_row()
                .iter()
                .filter_map(|row| row.get(k).copied())
                .collect()
        };
        (0..self.columns).map(column).collect()
    }

    fn value(&self) -> Option<elder_syntax::Value> {
        let values: Vec<PrimValue> = self.all.iter().copied().map(PrimValue::I32).collect();
        array(PrimType::I32, vec![self.rows, self.columns], &values)
    }
}

pub(super) fn number(c: &mut Choices) -> i32 {
    let numbers: Vec<i32> = (-9..=9).collect();
    c.pick(&numbers).copied().unwrap_or_default()
}

/// An operator.
pub(super) fn operator(c: &mut Choices) -> Operator {
    c.pick(OPERATORS).copied().unwrap_or(OPERATORS[0])
}

/// The arrays of the parts.
fn arrays(operator: &Operator, all: &[Vec<i32>]) -> Vec<Output> {
    let part = |k: usize| vector(all.iter().filter_map(|x| x.get(k).copied()));
    (0..operator.width()).map(part).collect()
}

fn scalars(all: &[i32]) -> Vec<Output> {
    all.iter().copied().map(scalar).collect()
}

/// The operands of an operator as parameters, and its neutral element, as all languages write them.
fn neutral(operator: &Operator) -> String {
    tuple(operator.neutral.iter().map(|x| kit::number(*x)))
}

// ---- Futhark

/// The names by which a program of Futhark has an operator.
struct Named {
    operator: Operator,
    /// The operator, its neutral element, and its elements of a vector.
    op: String,
    ne: String,
    lifted: String,
    one: String,
    unzipped: String,
}

fn named(c: &mut Choices, k: usize, text: &mut String) -> Named {
    let operator = operator(c);
    let width = operator.width();
    let types = tuple(vec!["i32"; width]);
    let (left, right) = (tuple(operator.names("a")), tuple(operator.names("b")));
    let (body, ne) = (tuple(operator.parts), neutral(&operator));
    let pattern = |side: &str| format!("({side}: t{k})");
    let (a, b) = (pattern(&left), pattern(&right));
    text.push_str(&format!("type t{k} = {types}\n"));
    let mut names = (format!("op{k}"), format!("ne{k}"));
    match c.below(6) {
        0 => text.push_str(&format!("def {a} <+{} {b} : t{k} = {body}\n", "+".repeat(k))),
        1 => text.push_str(&format!(
            "module m{k}: {{ type t = {types} val op: t -> t -> t val ne: t }} = {{ type t = {types} def op ({left}: t) ({right}: t): t = {body} def ne: t = {ne} }}\n"
        )),
        2 => text.push_str(&format!(
            "module type mon{k} = {{ type t val op: t -> t -> t val ne: t }}\nmodule flip{k} (M: mon{k}): mon{k} with t = M.t = {{ type t = M.t def op (x: t) (y: t) = M.op y x def ne = M.ne }}\nmodule back{k} = {{ type t = {types} def op ({right}: t) ({left}: t): t = {body} def ne: t = {ne} }}\nmodule m{k} = flip{k} back{k}\n"
        )),
        3 => text.push_str(&format!(
            "def turned{k} {b} {a} : t{k} = {body}\ndef op{k} = flip turned{k}\n"
        )),
        4 => text.push_str(&format!("def op{k} = \\{a} {b} -> {body} : t{k}\n")),
        _ => text.push_str(&format!("def op{k} {a} {b} : t{k} = {body}\n")),
    }
    if text.contains(&format!("module m{k}")) {
        names = (format!("m{k}.op"), format!("m{k}.ne"));
    } else {
        text.push_str(&format!("def ne{k} : t{k} = {ne}\n"));
        if !text.contains(&format!("def op{k}")) {
            names.0 = format!("(<+{})", "+".repeat(k));
        }
    }
    text.push_str(&format!(
        "def one{k} (x: i32) (i: i32) : t{k} = {}\ndef lifted{k} [n] (xs: [n]i32) : [n]t{k} = map2 one{k} xs (map i32.i64 (iota n))\n",
        tuple(operator.element)
    ));
    text.push_str(&match width {
        1 => format!("def parts{k} [n] (xs: [n]t{k}) : [n]i32 = xs\n"),
        2 => format!("def parts{k} [n] (xs: [n]t{k}) : ([n]i32, [n]i32) = unzip xs\n"),
        _ => format!("def parts{k} [n] (xs: [n]t{k}) : ([n]i32, [n]i32, [n]i32, [n]i32) = unzip4 xs\n"),
    });
    Named {
        operator,
        op: names.0,
        ne: names.1,
        lifted: format!("lifted{k}"),
        one: format!("one{k}"),
        unzipped: format!("parts{k}"),
    }
}

/// What a program of Futhark does with an operator: the sort, the expression, and what it gives.
fn form(c: &mut Choices, named: &Named, numbers: &Numbers) -> (&'static str, String, Vec<Output>) {
    let Named {
        operator,
        op,
        ne,
        lifted,
        one,
        unzipped,
    } = named;
    let all = operator.lifted(&numbers.all);
    let reduced = operator.reduced(&all);
    let scanned = operator.scanned(&all);
    let rows: Vec<Vec<Vec<i32>>> = numbers.by_row().iter().map(|row| operator.lifted(row)).collect();
    let sums: Vec<Vec<i32>> = rows.iter().map(|row| operator.reduced(row)).collect();
    let some = numbers.all.first().copied().unwrap_or_default();
    match c.below(if operator.commutes { 24 } else { 16 }) {
        0 => (
            "reduce",
            format!("reduce {op} {ne} ({lifted} xs)"),
            scalars(&reduced),
        ),
        1 => (
            "scan",
            format!("{unzipped} (scan {op} {ne} ({lifted} xs))"),
            arrays(operator, &scanned),
        ),
        2 => (
            "reduce in map",
            format!("{unzipped} (map (\\row -> reduce {op} {ne} ({lifted} row)) xss)"),
            arrays(operator, &sums),
        ),
        3 => (
            "reduce of reduce",
            format!("reduce {op} {ne} (map (\\row -> reduce {op} {ne} ({lifted} row)) xss)"),
            scalars(&operator.reduced(&sums)),
        ),
        4 => {
            let last = rows.iter().map(|row| operator.scanned(row));
            let firsts: Vec<Vec<i32>> = last
                .map(|row| row.last().cloned().unwrap_or_else(|| operator.neutral.to_vec()))
                .collect();
            (
                "scan in map",
                format!(
                    "{unzipped} (map (\\row -> let ys = scan {op} {ne} ({lifted} row) in if null ys then {ne} else last ys) xss)"
                ),
                arrays(operator, &firsts),
            )
        }
        5 => {
            let columns = numbers.by_column();
            let sums: Vec<Vec<i32>> = columns
                .iter()
                .map(|column| operator.reduced(&operator.lifted(column)))
                .collect();
            (
                "reduce of columns",
                format!("{unzipped} (map (\\column -> reduce {op} {ne} ({lifted} column)) (transpose xss))"),
                arrays(operator, &sums),
            )
        }
        6 => {
            let columns = numbers.by_column();
            // All of a row have its place.
            let sums: Vec<Vec<i32>> = columns
                .iter()
                .map(|column| operator.reduced(&operator.lifted(column)))
                .collect();
            (
                "reduce of arrays",
                format!(
                    "{unzipped} (reduce (map2 {op}) (replicate m {ne}) (map2 (\\row i -> map (\\x -> {one} x i) row) xss (map i32.i64 (iota r))))"
                ),
                arrays(operator, &sums),
            )
        }
        7 => (
            "stream_red",
            format!("stream_red {op} (\\k (ys: [k]t) -> reduce {op} {ne} ys) ({lifted} xs)")
                .replace("[k]t", &format!("[k]{}", tuple(vec!["i32"; operator.width()]))),
            scalars(&reduced),
        ),
        8 => (
            "stream_red with a loop",
            format!(
                "stream_red {op} (\\k (ys: [k](i32, i32)) -> loop sum = {ne} for (x, i) in ys do {op} sum ({one} x i)) (zip xs (map i32.i64 (indices xs)))"
            ),
            scalars(&reduced),
        ),
        9 => (
            "stream_map",
            format!(
                "reduce {op} {ne} (stream_map (\\k (ys: [k](i32, i32)) -> map (\\(x, i) -> {one} (x + 1) i) ys) (zip xs (map i32.i64 (indices xs))))"
            ),
            {
                let next: Vec<i32> = numbers.all.iter().map(|x| x + 1).collect();
                scalars(&operator.reduced(&operator.lifted(&next)))
            },
        ),
        10 => (
            "reduce of filter",
            format!("reduce {op} {ne} ({lifted} (filter (\\x -> x % 3 != 0) xs))"),
            {
                let kept: Vec<i32> = numbers
                    .all
                    .iter()
                    .copied()
                    .filter(|x| x.rem_euclid(3) != 0)
                    .collect();
                scalars(&operator.reduced(&operator.lifted(&kept)))
            },
        ),
        11 => {
            let back: Vec<Vec<i32>> = all.iter().rev().cloned().collect();
            let reversed = ["reverse (L)", "(L)[::-1]"];
            let how = c.pick(&reversed).copied().unwrap_or_default();
            (
                "scan of reverse",
                format!(
                    "{unzipped} (scan {op} {ne} ({}))",
                    how.replace('L', &format!("{lifted} xs"))
                ),
                arrays(operator, &operator.scanned(&back)),
            )
        }
        12 => (
            "reduce of scan",
            format!("reduce {op} {ne} (scan {op} {ne} ({lifted} xs))"),
            scalars(&operator.reduced(&scanned)),
        ),
        13 => {
            let element = (operator.lift)(some, 3);
            let both: Vec<Vec<i32>> = all.iter().chain([&element]).chain(&all).cloned().collect();
            (
                "reduce of concat",
                format!(
                    "let e = {one} (if null xs then 0 else head xs) 3 in reduce {op} {ne} ({lifted} xs ++ [e] ++ {lifted} xs)"
                ),
                scalars(&operator.reduced(&both)),
            )
        }
        14 => {
            let back = all
                .iter()
                .rev()
                .fold(operator.neutral.to_vec(), |sum, x| (operator.combine)(&sum, x));
            (
                "loop from the right",
                format!(
                    "let ys = {lifted} xs in loop sum = {ne} for i in reverse (indices ys) do {op} sum ys[i]"
                ),
                scalars(&back),
            )
        }
        15 => (
            "fold",
            format!("foldl (\\sum y -> {op} sum y) {ne} ({lifted} xs)"),
            scalars(&reduced),
        ),
        way => {
            let bins = 1 + c.below(4);
            let start = if way % 2 == 0 {
                operator.neutral.to_vec()
            } else {
                (operator.lift)(2, 5)
            };
            let mut sums = vec![start; bins];
            for (i, x) in all.iter().enumerate() {
                // The last place of five is none.
                if let Some(sum) = sums.get_mut(i * 2 % (bins + 1)) {
                    *sum = (operator.combine)(sum, x);
                }
            }
            let places = format!("(map (\\i -> i * 2 % {}) (iota (length xs)))", bins + 1);
            let text = match way % 2 {
                0 => format!(
                    "let n = length xs let ys = {lifted} (take n xs) in {unzipped} (hist {op} {ne} {bins} (map (\\i -> i * 2 % {}) (iota n)) (sized n ys))",
                    bins + 1
                ),
                _ => format!(
                    "let n = length xs in {unzipped} (reduce_by_index (replicate {bins} ({one} 2 5)) {op} {ne} (sized n {places}) (sized n ({lifted} xs)))"
                ),
            };
            ("hist", text, arrays(operator, &sums))
        }
    }
}

/// A program of Futhark.
pub fn futhark(c: &mut Choices) -> Meant {
    let numbers = Numbers::new(c);
    let mut text = String::new();
    let mut lines = String::new();
    let (mut results, mut outputs, mut sort) = (vec![], vec![], String::new());
    for k in 0..1 + c.below(2) {
        let named = c.part(|c| named(c, k, &mut text));
        for _ in 0..1 + c.below(2) {
            let (name, expression, gives) = c.part(|c| form(c, &named, &numbers));
            let names: Vec<String> = (0..gives.len())
                .map(|j| format!("r{}", results.len() + j))
                .collect();
            lines += &format!("  let {} = {expression}\n", tuple(&names));
            results.extend(names);
            outputs.extend(gives);
            if sort.is_empty() {
                sort = format!("{name} of {}", named.operator.name);
            }
        }
    }
    Meant {
        sort,
        ending: "fut",
        text: format!(
            "{text}entry main [r] [m] (xss: [r][m]i32) =\n  let xs = flatten xss\n{lines}  in {}\n",
            tuple(&results)
        ),
        inputs: numbers.value().into_iter().collect(),
        expected: Expected::Values(outputs),
    }
}

// ---- Dex

/// A named monoid, and a function that makes its elements.
pub(super) fn monoid(operator: &Operator) -> String {
    let t = dex_type(operator);
    let (left, right) = (tuple(operator.names("a")), tuple(operator.names("b")));
    format!(
        "def op (a : {t}) (b : {t}) : {t} =\n  {left} = a\n  {right} = b\n  {}\ndef ne (_ : Unit) : {t} = {}\ndef element (x : Int) (i : Int) : {t} = {}\nnamed-instance Own : Monoid {t}\n  mempty = {}\n  mcombine = op\n",
        tuple(dex_parts(operator.parts)),
        neutral(operator),
        tuple(dex_parts(operator.element)),
        neutral(operator),
    )
}

/// Branches reach far, so they stand in parentheses.
pub(super) fn dex_parts(parts: &[&str]) -> Vec<String> {
    parts
        .iter()
        .map(|part| format!("({})", part.replace("-1000", "(-1000)")))
        .collect()
}

pub(super) fn dex_type(operator: &Operator) -> String {
    match operator.width() {
        1 => "Int".to_owned(),
        width => format!("({})", vec!["Int"; width].join(" & ")),
    }
}

/// A program of Dex that folds and scans.
pub fn dex(c: &mut Choices) -> Meant {
    let operator = operator(c);
    let n = *c.pick(WIDTHS).unwrap_or(&1);
    let xs: Vec<i32> = (0..n.min(70)).map(|_| number(c)).collect();
    let n = xs.len();
    let all = operator.lifted(&xs);
    let mut text = monoid(&operator);
    text += &format!("main = \\xs:(Fin {n} => Int).\n  ys = for i. element xs.i (ordinal i)\n");
    let (mut results, mut outputs, mut sort) = (vec![], vec![], String::new());
    for k in 0..1 + c.below(3) {
        let names = operator.names(&format!("r{k}x"));
        let pattern = tuple(&names);
        let scalar = |expression: &str| format!("  {pattern} = {expression}\n");
        let scan = |expression: &str| {
            let mut out = format!("  s{k} = {expression}\n");
            for (j, name) in names.iter().enumerate() {
                let each = tuple(operator.names("p"));
                out += &format!("  {name} = for i.\n    {each} = s{k}.i\n    p{j}\n");
            }
            out
        };
        let (name, line, gives) = match c.below(7) {
            0 => (
                "reduce",
                scalar("reduce (ne ()) op ys"),
                scalars(&operator.reduced(&all)),
            ),
            1 => (
                "fold",
                scalar("fold (ne ()) \\i sum. op sum ys.i"),
                scalars(&operator.reduced(&all)),
            ),
            2 => (
                "scan'",
                scan("scan' (ne ()) \\i sum. op sum ys.i"),
                arrays(&operator, &operator.scanned(&all)),
            ),
            3 => {
                let start = operator.neutral.to_vec();
                let back = all.iter().fold(start, |sum, x| (operator.combine)(x, &sum));
                (
                    "fold from the right",
                    scalar("fold (ne ()) \\i sum. op ys.i sum"),
                    scalars(&back),
                )
            }
            4 => (
                "accumulator",
                scalar("yieldAccum Own \\r. for i. r += ys.i"),
                scalars(&operator.reduced(&all)),
            ),
            5 => {
                let last = (operator.lift)(3, 1);
                let twice: Vec<Vec<i32>> = all.iter().flat_map(|x| [x.clone(), last.clone()]).collect();
                (
                    "accumulator, twice",
                    scalar("yieldAccum Own \\r. for i.\n    r += ys.i\n    r += element 3 1"),
                    scalars(&operator.reduced(&twice)),
                )
            }
            _ => {
                let start = (operator.lift)(1, 2);
                let sum = all.iter().fold(start, |sum, x| (operator.combine)(&sum, x));
                (
                    "state",
                    scalar("yieldState (element 1 2) \\r. for i. r := op (get r) ys.i"),
                    scalars(&sum),
                )
            }
        };
        text += &line;
        results.extend(names);
        outputs.extend(gives);
        if sort.is_empty() {
            sort = format!("{name} of {}", operator.name);
        }
    }
    let values: Vec<PrimValue> = xs.iter().copied().map(PrimValue::I32).collect();
    Meant {
        sort,
        ending: "dx",
        text: format!("{text}  {}\n", tuple(&results)),
        inputs: vec![input(PrimType::I32, &values)],
        expected: Expected::Values(outputs),
    }
}

// ---- FCL

/// A program of FCL: threads fold and scan their rows.
pub fn fcl(c: &mut Choices) -> Meant {
    let chunk = 1 + c.below(8);
    let chunks = 1 + c.below(5);
    let xs: Vec<i32> = (0..chunk * chunks).map(|_| number(c)).collect();
    let start = number(c);
    let factor = 2 + c.number(0, 3);
    let step = |sum: i32, x: i32| sum.wrapping_mul(factor).wrapping_sub(x);
    let scanned = xs.chunks(chunk).flat_map(|row| {
        let mut sum = start;
        let all: Vec<i32> = row
            .iter()
            .map(|x| {
                sum = step(sum, *x);
                sum
            })
            .collect();
        all
    });
    let start = kit::number(start);
    let expected = vector(scanned);
    let values: Vec<PrimValue> = xs.iter().copied().map(PrimValue::I32).collect();
    Meant {
        sort: "scanThread".to_owned(),
        ending: "fcl",
        text: format!(
            "fun step sum x = sum * {factor} - x\nfun sums row = scanThread step {start} row\n\nkernel main xs = splitUp {chunk} xs |> mapPull sums |> concat {chunk} |> (fn w => push <warp> (force w))\n"
        ),
        inputs: vec![input(PrimType::I32, &values)],
        expected: Expected::Values(vec![expected]),
    }
}

//! Small programs, each with one thing wrong, and the premise that finds it.

use super::dpia::{DpiaEntries, interface};
use super::{Call, Done, Entries, Options, Shown, is_mistake, run};
use crate::failure::Run;
use crate::options::Limits;
use elder_dpia::Entry;
use elder_kernel::host::{self, Program};
use elder_kernel::read::host as read;
use elder_kernel::{check, rules};
use elder_syntax::Value;
use elder_syntax::source::SourceId;

const ENTRIES: &str = "
def scale(n: nat, k: exp[i32], xs: exp[n.i32], out: acc[n.i32]) = for i < n { out[i] := xs[i] * k }
def some(n: nat, xs: exp[n.i32], out: acc[n.i32]) = for i < n { if xs[i] > 0 { out[i] := 1 } }
def transpose(n: nat, m: nat, xs: exp[n.m.i32], out: acc[m.n.i32]) = for i < n { for j < m { out[j][i] := xs[i][j] } }
def flat(n: nat, m: nat, xs: exp[(n*m).i32], out: acc[m.i32]) = for j < m { out[j] := i32(j) }
def bump(n: nat, k: exp[i32], v: var[n.i32]) = for i < n { if i32(i) < k { v.wr[i] := v.rd[i] + 1 } }
def pairs(n: nat, xs: exp[n.(i32, f32)], c: var[i32], out: acc[n.i32]) = { for i < n { out[i] := fst xs[i] }; c.wr := c.rd + 1 }
def divided = fun(n: nat, k: i32, xs: n.i32) map(fun x. x / k)(xs)
";

/// The definitions as entries, in their order.
fn entries() -> Vec<Entry> {
    let loaded = elder_dpia::load::text("entries.dpia", ENTRIES);
    let program = loaded
        .program
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let names = program.definitions.iter().map(|d| d.name.text().to_owned());
    names
        .map(|name| Entry::closed(&program, &name).unwrap())
        .collect()
}

/// An entry point with these parameters, and these steps and results, over the entries.
fn program(entries: Vec<Entry>, parameters: &str, steps: &str) -> Program<Entry> {
    let named = |entry: &Entry| host::Entry {
        name: entry.name.text().into(),
        interface: interface(entry),
        what: (),
        span: elder_syntax::Span::NONE,
    };
    let interfaces = Program {
        entries: entries.iter().map(named).collect(),
        constants: vec![],
        points: vec![],
    };
    let text = format!("{interfaces}\npoint main{parameters} {steps}");
    let read = read::program(SourceId(0), &text, &|id| {
        rules::find(id).or_else(|| elder_syntax::LANGUAGE.rules().find(|rule| rule.id == id))
    });
    let read = read.unwrap_or_else(|refused| panic!("{}: {text}", refused.message));
    let mut entries = entries.into_iter();
    let found = read.with_entries(|_, _, ()| entries.next().ok_or(()));
    found.unwrap()
}

fn outcome_within(limits: Limits, parameters: &str, steps: &str, values: &[Value]) -> String {
    let program = program(entries(), parameters, steps);
    let options = Options {
        limits,
        ..Options::default()
    };
    let mut entries = DpiaEntries::new(&program, &options).unwrap();
    let outcome = run(&program, "main", values, &mut entries, &options);
    let checked = check::host::program(&program);
    match outcome.results {
        Ok(values) => {
            checked.unwrap_or_else(|errors| panic!("{}: {steps}", errors[0].message));
            let texts: Vec<String> = values.iter().map(Value::to_string).collect();
            texts.join(" ")
        }
        Err(failure) => {
            let refusal = failure.refusal.map(|refusal| refusal.to_string());
            let mistake = if is_mistake(&failure) { "!" } else { "" };
            format!("{mistake}{}", refusal.unwrap_or(failure.message))
        }
    }
}

/// What comes of it, or the premise that refuses, with a `!` before a mistake of who made the program.
fn outcome(parameters: &str, steps: &str, values: &[Value]) -> String {
    outcome_within(Limits::default(), parameters, steps, values)
}

fn numbers(all: &[i32]) -> Value {
    Value::vector(all.to_vec())
}

#[test]
fn entries_of_dpia_read_write_and_update_blocks() {
    let of_block = |steps: &str, all: &[i32]| {
        let steps = format!("{steps} drop xs result [n]i32 in ys");
        outcome("[n](xs: [n]i32)", &steps, &[numbers(all)])
    };
    let scale = "alloc ys: n of i32 do scale[n](7i32; xs -> ys)";
    assert_eq!(of_block(scale, &[1, -2, 3]), "[7i32, -14i32, 21i32]");
    let some = "alloc ys: n of i32 do some[n](xs -> ys)";
    assert_eq!(of_block(some, &[1]), "[1i32]");
    assert_eq!(of_block(some, &[1, -2]), "!KER-H-RESULT/written");
    // Shapes are seen in flat blocks, and sizes that no shape shows are those that the host says.
    let transpose = "alloc ys: n of i32 do transpose[2, 3](xs -> ys)";
    assert_eq!(
        of_block(transpose, &[0, 1, 2, 3, 4, 5]),
        "[0i32, 3i32, 1i32, 4i32, 2i32, 5i32]"
    );
    assert_eq!(of_block(transpose, &[1]), "!KER-H-DO/fits");
    let flat = "alloc zs: 5 of i32 do flat[0, 5](xs -> zs) read last: i32 = zs[4] drop zs alloc ys: n of i32 fill n of ys@0 = last";
    assert_eq!(of_block(flat, &[]), "empty([0]i32)");
    // What was never written may be given, and is not read.
    let updated = "alloc ys: n of i32 write ys[0] = 5i32 do bump[n](1i32; -> ; ys) copy 2 of xs@1 -> ys@1";
    assert_eq!(of_block(updated, &[1, 2, 3]), "[6i32, 2i32, 3i32]");
    let unwritten = "alloc ys: n of i32 write ys[0] = 5i32 do bump[n](2i32; -> ; ys)";
    assert_eq!(of_block(unwritten, &[1, 2]), "!DPIA-S-R/uninitialised");
    let pairs = "alloc ys: n of i32 alloc fs: n of f32 fill n of fs@0 = 1f32 alloc c: 1 of i32 write c[0] = 1i32 \
                 do pairs[n](xs, fs -> ys; c) read k: i32 = c[0] write ys[0] = k drop c drop fs";
    assert_eq!(of_block(pairs, &[7, 8]), "[2i32, 8i32]");
    let divided = "alloc ys: n of i32 do divided[n](0i32; xs -> ys)";
    assert_eq!(of_block(divided, &[7, 8]), "DPIA-E-OP/division");
}

#[test]
fn loops_hand_blocks_over() {
    let steps = "for t: i64 < steps with (cur: block of i32 = xs) {
        alloc nxt: n of i32 do scale[n](2i32; cur -> nxt) drop cur continue nxt
      } as last: block of i32 result [n]i32 in last";
    let run = |steps_done: i64| {
        let count = Value::scalar(elder_syntax::prim::PrimValue::I64(steps_done));
        outcome("[n](xs: [n]i32, steps: i64)", steps, &[numbers(&[1, 2]), count])
    };
    assert_eq!(run(3), "[8i32, 16i32]");
    assert_eq!(run(0), "[1i32, 2i32]");
    assert_eq!(run(-1), "[1i32, 2i32]");
    let halved = "while go with (go: bool = true, x: i32 = k, rounds: i32 = 0i32) {
        let y: i32 = div_i32(x, 2i32) let more: bool = gt_i32(y, 0i32) let r: i32 = add_i32(rounds, 1i32) continue more, y, r
      } as a: bool, b: i32, c: i32 result i32 in c";
    assert_eq!(
        outcome(
            "(k: i32)",
            halved,
            &[Value::scalar(elder_syntax::prim::PrimValue::I32(9))]
        ),
        "4i32"
    );
}

#[test]
fn each_premise_refuses() {
    let programs = [
        (
            "NUM-DIV/zero",
            "let q: i32 = div_i32(1i32, k) at NUM-DIV/zero \"{} by {}\"",
        ),
        (
            "NUM-DIV/zero",
            "let b: bool = lt_i32(0i32, k) check b at NUM-DIV/zero \"{}\"(k)",
        ),
        ("!KER-H-LET/value", "let q: i32 = div_i32(1i32, k)"),
        ("!KER-H-ALLOC/size", "alloc a: -1 of i32"),
        ("!KER-H-READ/inside", "read x: i32 = xs[3]"),
        ("!KER-H-READ/inside", "read x: i32 = xs[-1]"),
        (
            "!KER-H-READ/written",
            "alloc a: 3 of i32 write a[0] = k read x: i32 = a[1]",
        ),
        (
            "!KER-H-READ/written",
            "alloc a: 3 of i32 alloc b: 3 of i32 fill 3 of a@0 = k copy 1 of b@0 -> a@1 read x: i32 = a[1]",
        ),
        ("!KER-H-WRITE/inside", "alloc a: 3 of i32 write a[3] = k"),
        ("!KER-H-WRITE/own", "write xs[0] = k"),
        ("!KER-H-COPY/inside", "alloc a: 2 of i32 copy 2 of xs@0 -> a@1"),
        ("!KER-H-COPY/inside", "alloc a: 2 of i32 copy -1 of xs@1 -> a@1"),
        (
            "!KER-H-COPY/inside",
            "alloc a: 2 of i32 copy 9223372036854775807 of xs@2 -> a@1",
        ),
        (
            "!KER-H-COPY/apart",
            "alloc a: 3 of i32 share b: i32 = a copy 2 of a@0 -> b@1",
        ),
        (
            "!KER-H-COPY/own",
            "alloc a: 3 of i32 share b: i32 = xs copy 1 of a@0 -> b@1",
        ),
        ("!KER-H-FILL/inside", "alloc a: 3 of i32 fill 1 of a@3 = k"),
        ("!KER-H-FILL/own", "fill 1 of xs@0 = k"),
        ("!KER-H-DO/sizes", "alloc a: 3 of i32 do scale[-1](k; xs -> a)"),
        ("!KER-H-DO/fits", "alloc a: 3 of i32 do scale[2](k; xs -> a)"),
        ("!KER-H-DO/given", "alloc a: 2 of i32 do scale[3](k; xs -> a)"),
        ("!KER-H-DO/own", "do bump[3](k; -> ; xs)"),
        (
            "!KER-P-APART/apart",
            "alloc a: 3 of i32 fill 3 of a@0 = k share b: i32 = a do scale[3](k; b -> a)",
        ),
        ("!KER-P-LIVE/live", "drop xs drop xs"),
        (
            "!KER-P-LIVE/live",
            "share a: i32 = xs drop xs read x: i32 = xs[0]",
        ),
        ("!KER-P-LEAK/dropped", "alloc a: 2 of i32"),
        ("!KER-P-LEAK/dropped", "if true { share a: i32 = xs }"),
    ];
    let zero = Value::scalar(elder_syntax::prim::PrimValue::I32(0));
    for (premise, steps) in programs {
        let values = [numbers(&[1, 2, 3]), zero.clone()];
        assert_eq!(
            outcome("[n](xs: [n]i32, k: i32)", steps, &values),
            premise,
            "{steps}"
        );
    }
}

#[test]
fn values_bind_sizes() {
    let sum = "let s: i64 = add_i64(n, m) drop xs drop ys result i64 in s";
    let parameters = "[n][m](xs: [n][m]i32, ys: *[m]i32)";
    let matrix = |rows: usize, columns: usize| {
        let data = elder_syntax::value::Data::I32(vec![0; rows * columns]);
        Value::new(vec![rows, columns], data).unwrap()
    };
    let of = |values: &[Value]| outcome(parameters, sum, values);
    assert_eq!(of(&[matrix(3, 2), numbers(&[1, 2])]), "5i64");
    assert_eq!(of(&[matrix(3, 2), numbers(&[1])]), "KER-H-ENTRY/agree");
    assert_eq!(of(&[matrix(3, 2)]), "KER-H-ENTRY/kind");
    assert_eq!(of(&[numbers(&[1]), numbers(&[1])]), "KER-H-ENTRY/kind");
    assert_eq!(outcome("[n]()", "result i64 in n", &[]), "0i64");
    assert_eq!(
        outcome("(xs: [2]i32)", "result [3]i32 in xs", &[numbers(&[1, 2])]),
        "!KER-H-RESULT/size"
    );
}

#[test]
fn limits_end_a_run() {
    let forever = "while go with (go: bool = true) { continue go } as b: bool";
    assert_eq!(
        outcome_within(Limits::fuel(100), "()", forever, &[]),
        "KER-H-LIMIT/fuel"
    );
    let large = |count: &str| {
        let steps = format!("alloc a: {count} of i64 fill {count} of a@0 = 1 drop a");
        outcome_within(Limits::of(1000, 8000), "()", &steps, &[])
    };
    assert_eq!(large("1000"), "");
    assert_eq!(large("1001"), "KER-H-LIMIT/memory");
    assert_eq!(large("9223372036854775807"), "KER-H-LIMIT/memory");
    // What was dropped is free again.
    let again = "for i: i64 < 10 { alloc a: 1000 of i64 drop a }";
    assert_eq!(outcome_within(Limits::of(1000, 8000), "()", again, &[]), "");
    let filled = "alloc a: 100 of i64 for i: i64 < 100 { fill 100 of a@0 = i } drop a";
    assert_eq!(outcome_within(Limits::of(1000, 8000), "()", filled, &[]), "");
    assert_eq!(
        outcome_within(Limits::of(120, 8000), "()", filled, &[]),
        "KER-H-LIMIT/fuel"
    );
    // Entries run within what is left.
    let entry = "alloc ys: n of i32 do scale[n](7i32; xs -> ys) drop xs drop ys";
    let xs = numbers(&vec![1; 1000]);
    assert_eq!(
        outcome_within(Limits::fuel(100), "[n](xs: [n]i32)", entry, &[xs]),
        "DPIA-E-LIMIT/fuel"
    );
}

/// Who keeps what is shown.
#[derive(Default)]
struct Kept(Vec<String>);

impl Entries for Kept {
    fn run(&mut self, _: Call<'_>) -> Run<Done> {
        Ok(Done::default())
    }

    fn observe(&mut self, shown: Shown<'_>) {
        let cells = shown.cells.unwrap();
        let each = (0..cells.count()).map(|at| {
            cells
                .get(at)
                .map_or("_".to_owned(), |x| Value::scalar(x).to_string())
        });
        let elements: Vec<String> = each.collect();
        self.0
            .push(format!("{} {:?} {}", shown.name, shown.sizes, elements.join(" ")));
    }
}

#[test]
fn arrays_are_shown_where_they_lie() {
    let steps = "alloc ys: m of i32 write ys[1] = 7i32
        observe turned.1: [m][n]i32 = xs@0[1][m]
        observe backwards.2: [3]i32 = xs@5[-2]
        observe same.3: [2][2]i32 = xs@4[0][1]
        observe none.4: [-1][m]i32 = xs@99[m][1]
        observe ys.5: [m]i32 = ys@0[1]
        drop ys drop xs";
    let program = program(entries(), "[n][m](xs: [n][m]i32)", steps);
    let xs = Value::new(vec![2, 3], numbers(&[1, 2, 3, 4, 5, 6]).into_parts().1).unwrap();
    let mut kept = Kept::default();
    let outcome = run(&program, "main", &[xs], &mut kept, &Options::default());
    assert!(outcome.results.is_ok());
    assert_eq!(
        kept.0,
        [
            "turned.1 [3, 2] 1i32 4i32 2i32 5i32 3i32 6i32",
            "backwards.2 [3] 6i32 4i32 2i32",
            "same.3 [2, 2] 5i32 6i32 5i32 6i32",
            "none.4 [-1, 3] ",
            "ys.5 [3] _ 7i32 _",
        ]
    );
}

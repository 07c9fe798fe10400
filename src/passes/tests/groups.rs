//! Reductions and scans by a group give what the sequential ones give, for every length and every size of the group, with an operator that
//! is associative but does not commute; without races, and with barriers that all items reach.

use elder_dpia::{Entry, load};
use elder_passes::{Target, compile};
use elder_semantics::dpia::{Options, Order, run};
use elder_syntax::Value;

/// Composition of the maps t ↦ a t + b: the later one comes first.
const COMPOSE: &str = "fun x y. (fst x * fst y, fst x * snd y + snd x)";

fn entry(text: &str) -> Entry {
    let loaded = load::text("test.dpia", text);
    let messages: Vec<_> = loaded.diagnostics.iter().map(|d| &d.message).collect();
    let program = loaded.program.unwrap_or_else(|| panic!("{text}: {messages:?}"));
    Entry::closed(&program, "main").expect("an entry")
}

fn results(entry: &Entry, values: &[Value], order: Order) -> Vec<Value> {
    let options = Options {
        order,
        ..Options::default()
    };
    run(entry, values.to_vec(), &options)
        .results
        .unwrap_or_else(|failure| panic!("{}", failure.message))
}

fn agrees(group: &str, sequential: &str) {
    for n in [0_usize, 1, 2, 3, 7, 8, 13, 64, 100] {
        let numbers: Vec<i32> = (0..2 * n as i32).map(|i| i * 7 % 11 - 5).collect();
        let value = |scale: i32| {
            let numbers: Vec<i32> = numbers.iter().map(|x| x * scale + 1).collect();
            let data = Value::vector(numbers).into_parts().1;
            Value::new(vec![2, n], data).expect("two rows")
        };
        let values = [value(1), value(3)];
        for size in [None, Some(1), Some(2), Some(5), Some(8), Some(32)] {
            for symbolic in [true, false] {
                let (parameter, length) = if symbolic {
                    ("n: nat, ", "n".to_owned())
                } else {
                    ("", n.to_string())
                };
                let program = |operation: &str, size: Option<i64>| {
                    let rows =
                        format!("zip(us, vs) |> mapWorkgroup(fun row. zip(fst row, snd row) |> {operation})");
                    let rows = match size {
                        Some(size) => format!("run(({size}), ({}))({rows})", 2 * size),
                        None => rows,
                    };
                    entry(&format!(
                        "def main = fun({parameter}us: 2.{length}.i32, vs: 2.{length}.i32) {rows}"
                    ))
                };
                let reference = entry(&format!(
                    "def main = fun({parameter}us: 2.{length}.i32, vs: 2.{length}.i32) zip(us, vs) |> map(fun row. zip(fst row, snd row) |> {sequential})"
                ));
                let expected = results(&reference, &values, Order::Forward);
                let kernel =
                    compile(&program(group, size), &Target::OPENCL).unwrap_or_else(|e| panic!("{e:?}"));
                for order in [Order::Forward, Order::Reverse, Order::Shuffled(n as u64)] {
                    let found = results(&kernel, &values, order);
                    assert_eq!(
                        found, expected,
                        "{group}, n = {n}, groups of {size:?}, symbolic: {symbolic}"
                    );
                }
            }
        }
    }
}

#[test]
fn reductions() {
    agrees(
        &format!("reduceLocal({COMPOSE}, (1, 0))"),
        &format!("reduce({COMPOSE}, (1, 0))"),
    );
}

#[test]
fn scans() {
    agrees(
        &format!("scanLocal({COMPOSE}, (1, 0))"),
        &format!("scanSeq({COMPOSE}, (1, 0))"),
    );
}

#[test]
fn operators_that_commute() {
    let sum = "map(fun p. fst p * snd p) |> reduce(fun x a. x + a, 0)";
    let shared = "toLocal(mapLocal(fun p. fst p * snd p)) |> reduceLocal(fun x a. x + a, 0)";
    agrees(shared, sum);
}

/// The functional reading of a program, and what becomes of it in groups of several dimensions.
fn keeps_its_meaning(text: &str, rows: usize, columns: usize) {
    let source = entry(text);
    let numbers: Vec<i32> = (0..(rows * columns) as i32).map(|i| i * 37 % 101 - 50).collect();
    let data = Value::vector(numbers).into_parts().1;
    let values = [Value::new(vec![rows, columns], data).expect("a matrix")];
    let expected = results(&source, &values, Order::Forward);
    for target in [Target::OPENCL, Target::OpenMp] {
        let kernel = compile(&source, &target).unwrap_or_else(|e| panic!("{e:?}"));
        for order in [Order::Forward, Order::Reverse, Order::Shuffled(7)] {
            assert_eq!(results(&kernel, &values, order), expected, "{text}");
        }
    }
}

#[test]
fn tiles() {
    let tiles = |inner: &str| {
        format!(
            "def main = fun(xss: 32.32.i32)
               run((4, 8), (8, 16))(split(16, xss) |> mapWorkgroup(1)(fun rows.
                 split(16, transpose(rows)) |> mapWorkgroup(0)(fun tile. {inner})))"
        )
    };
    let load = "toLocal(mapLocal(1)(mapLocal(0)(fun x. x + 1)))";
    // Loops over items in fewer dimensions than the group has are run by the first items of the others.
    keeps_its_meaning(
        &tiles(&format!(
            "tile |> {load} |> join |> reduceLocal(fun x a. x + a, 0)"
        )),
        32,
        32,
    );
    keeps_its_meaning(
        &tiles(&format!("tile |> {load} |> join |> scanLocal(fun x a. x + a, 0)")),
        32,
        32,
    );
    keeps_its_meaning(
        &tiles(&format!("tile |> {load} |> join |> mapLocal(fun x. x * 2)")),
        32,
        32,
    );
    keeps_its_meaning(
        &tiles(&format!("tile |> {load} |> map(map(fun x. x * 2))")),
        32,
        32,
    );
    keeps_its_meaning(
        &tiles(&format!(
            "tile |> {load} |> transpose |> join |> reduce(fun x a. x - a, 0)"
        )),
        32,
        32,
    );
    // A state that the items compute together, and read across, and the same with a part for each item.
    let state = |step: &str| {
        format!(
            "generate(3, fun i. i) |> reduce(fun i s. {step}, generate(16, fun y. generate(16, fun x. 0)))"
        )
    };
    let across = state(
        "zip(tile, transpose(s)) |> mapLocal(1)(fun p. zip(fst p, snd p) |> mapLocal(0)(fun q. fst q + snd q))",
    );
    keeps_its_meaning(&tiles(&across), 32, 32);
    let own =
        state("zip(tile, s) |> mapLocal(1)(fun p. zip(fst p, snd p) |> mapLocal(0)(fun q. fst q + snd q))");
    keeps_its_meaning(&tiles(&own), 32, 32);
}

#[test]
fn registers() {
    // Each item of a group of 4 by 8 keeps a block of the state.
    let step = "zip(tile, s) |> mapLocal(1)(fun p. zip(fst p, snd p) |> mapLocal(0)(fun q. zip(fst q, snd q) |> mapSeq(fun r. fst r * 3 + snd r)))";
    let text = format!(
        "def main = fun(xss: 16.32.i32)
           run((4, 8), (8, 16))(split(8, xss) |> mapWorkgroup(1)(fun rows.
             split(16, transpose(rows)) |> mapWorkgroup(0)(fun columns.
               let tile = transpose(columns) |> join |> split(4) |> split(4) in
               generate(3, fun i. i) |> reduce(fun i s. {step}, generate(8, fun y. generate(4, fun x. generate(4, fun z. 1)))))))"
    );
    keeps_its_meaning(&text, 16, 32);
    let compiled = compile(&entry(&text), &Target::OPENCL).unwrap_or_else(|e| panic!("{e:?}"));
    let printed = elder_dpia::print::entry(&compiled);
    assert!(printed.contains("newPrivate 4.i32"), "{printed}");
    assert!(!printed.contains("barrier"), "{printed}");
}

//! The functions of FCL's library against what they should compute, on arrays of all small lengths and in blocks of several sizes.

use elder_fcl::entry::Entry;
use elder_fcl::{Configuration, Type, load};
use elder_semantics::fcl::{Kernel, Mode, Options, run_kernel};
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::Data;

/// Runs the kernel `main` of a text.
struct Runner {
    name: String,
    entry: Entry,
}

impl Runner {
    fn of(text: &str) -> Runner {
        let loaded = load::text("test", text);
        let printed: Vec<String> = loaded
            .diagnostics
            .iter()
            .map(|d| format!("{}: {}", loaded.sources.describe(d.span), d.message))
            .collect();
        let program = loaded.program.unwrap_or_else(|| panic!("{text}: {printed:?}"));
        Runner {
            name: text.to_owned(),
            entry: Entry::of(&program, Some("main")).unwrap_or_else(|e| panic!("{text}: {e}")),
        }
    }

    /// The first component of the result, as integers.
    fn integers(&self, block: u32, warp: u32, arguments: &[Value]) -> Vec<i32> {
        let options = Options {
            mode: Mode {
                configuration: Some(Configuration {
                    block_size: block,
                    block_width: None,
                    warp_size: warp,
                    groups: None,
                }),
                ..Mode::default()
            },
            ..Options::default()
        };
        let parameters: Vec<&Type> = self.entry.parameters.iter().map(|(_, ty)| ty).collect();
        let kernel = Kernel {
            name: "main",
            parameters: &parameters,
            element: &self.entry.element,
            level: &self.entry.level,
            body: &self.entry.body,
            configuration: self.entry.configuration,
        };
        let outcome = run_kernel(&kernel, arguments, &options);
        let results = outcome
            .results
            .unwrap_or_else(|f| panic!("{} on {arguments:?}: {f:?}", self.name));
        match results[0].data() {
            Data::I32(all) => all.clone(),
            other => panic!("{}: {other:?}", self.name),
        }
    }
}

fn vector(xs: &[i32]) -> Value {
    Value::vector(xs.to_vec())
}

fn scalar(n: usize) -> Value {
    Value::scalar(PrimValue::I32(n as i32))
}

const MACHINES: [(u32, u32); 4] = [(1, 1), (4, 2), (8, 4), (64, 32)];

fn input(n: usize) -> Vec<i32> {
    (0..n as i32).map(|k| (k * 7919 + 13) % 101 - 50).collect()
}

/// Of one array, of any length from `least` to 40 and some more.
fn one(least: usize, text: &str, expected: impl Fn(&[i32]) -> Vec<i32>) {
    let runner = Runner::of(text);
    for n in (least..40).chain([63, 64, 65, 130, 257]) {
        let xs = input(n);
        for (block, warp) in MACHINES {
            let got = runner.integers(block, warp, &[vector(&xs)]);
            assert_eq!(got, expected(&xs), "{text}, {n} elements, blocks of {block}");
        }
    }
}

#[test]
fn pull_arrays() {
    let reversed = |xs: &[i32]| xs.iter().rev().copied().collect::<Vec<i32>>();
    let grid = |body: &str| format!("kernel main xs = distribute 5 ({body})");
    one(0, &grid("reverse xs"), reversed);
    one(
        0,
        &grid("iota (lengthPull xs) |> map (fn k => k + 0 * length xs)"),
        |xs| (0..xs.len() as i32).collect(),
    );
    one(
        0,
        &grid("zipWith (fn a b => a - b) xs (reverse (drop 1 xs))"),
        |xs| {
            let other = reversed(xs.get(1..).unwrap_or(&[]));
            xs.iter().zip(other).map(|(a, b)| a - b).collect()
        },
    );
    one(
        0,
        &grid("fst (unzip (zip (take 3 xs) xs)) |> append (snd (unzip (zip xs xs)))"),
        |xs| xs.iter().chain(xs.iter().take(3)).copied().collect(),
    );
    one(0, &grid("take 7 xs"), |xs| xs.iter().take(7).copied().collect());
    one(0, &grid("take (-1) xs"), |_| vec![]);
    one(0, &grid("drop 7 xs"), |xs| xs.iter().skip(7).copied().collect());
    one(0, &grid("drop (-7) xs"), |xs| xs.to_vec());
    one(0, &grid("pad 20 9 xs"), |xs| {
        xs.iter().copied().chain(std::iter::repeat(9)).take(20).collect()
    });
    one(1, &grid("clamp 20 xs"), |xs| {
        let last = std::iter::repeat(*xs.last().unwrap());
        xs.iter().copied().chain(last).take(20).collect()
    });
    one(0, &grid("append xs (append xs xs)"), |xs| [xs, xs, xs].concat());
    one(3, &grid("rotate 3 xs"), |xs| [&xs[3..], &xs[..3]].concat());
    one(
        0,
        &grid("snd (halve xs) |> append (fst (halve xs)) |> reverse"),
        |xs| reversed(xs),
    );
    one(0, &grid("append (fst (evenOdds xs)) (snd (evenOdds xs))"), |xs| {
        let odd = xs.iter().skip(1).step_by(2);
        xs.iter().step_by(2).chain(odd).copied().collect()
    });
    one(
        0,
        &grid("backpermute (lengthPull xs / 2) (fn k => 2 * k) xs"),
        |xs| xs.iter().step_by(2).take(xs.len() / 2).copied().collect(),
    );
    one(0, &grid("flatten 4 (splitUp 4 xs)"), |xs| {
        xs[..xs.len() / 4 * 4].to_vec()
    });
    one(3, &grid("flatten (lengthPull xs / 3) (splitGrid 3 xs)"), |xs| {
        xs[..xs.len() / 3 * 3].to_vec()
    });
    one(0, &grid("flatten 4 (splitPadded 4 5 xs)"), |xs| {
        let n = xs.len().div_ceil(4) * 4;
        xs.iter().copied().chain(std::iter::repeat(5)).take(n).collect()
    });
    one(0, &grid("concatMap 2 (fn x => [x, -x]) xs"), |xs| {
        xs.iter().flat_map(|x| [*x, -x]).collect()
    });
    one(0, &grid("mapIndexed (fn k x => k * x) xs"), |xs| {
        xs.iter().enumerate().map(|(k, x)| k as i32 * x).collect()
    });
    one(1, &grid("[head xs, last xs]"), |xs| vec![xs[0], xs[xs.len() - 1]]);
    one(0, &grid("replicate 3 4 |> append xs"), |xs| {
        [xs, &[4, 4, 4]].concat()
    });
    one(0, &grid("foldStrided 3 (fn a b => a + b) 0 xs"), |xs| {
        (0..3).map(|k| xs.iter().skip(k).step_by(3).sum()).collect()
    });
    one(
        0,
        &grid("flatten 2 (rows 2 (take (lengthPull xs / 2 * 2) xs))"),
        |xs| xs[..xs.len() / 2 * 2].to_vec(),
    );
}

#[test]
fn arrays_of_any_length() {
    let doubled = |xs: &[i32]| xs.iter().map(|x| x * 2).collect::<Vec<i32>>();
    one(0, "kernel main xs = mapGrid (fn x => x * 2) xs", doubled);
    one(0, "kernel main xs = zipWithGrid (fn a b => a + b) xs xs", doubled);
    one(
        0,
        "kernel main xs = generateGrid (lengthPull xs) (fn k => index xs k * 2)",
        doubled,
    );
    let reversed = |xs: &[i32]| xs.iter().rev().copied().collect::<Vec<i32>>();
    one(0, "kernel main xs = reverseGrid 6 xs", reversed);
    one(0, "kernel main xs = revBlock xs", reversed);
    one(
        0,
        "kernel main xs = revDistribute 3 (take (lengthPull xs / 3 * 3) xs)",
        |xs| reversed(&xs[..xs.len() / 3 * 3]),
    );
    one(
        0,
        "kernel main xs = revGrid 3 (take (lengthPull xs / 3 * 3) xs)",
        |xs| reversed(&xs[..xs.len() / 3 * 3]),
    );
}

#[test]
fn reductions() {
    let total = |xs: &[i32]| vec![xs.iter().sum()];
    one(0, "kernel main xs = sum xs", total);
    one(0, "kernel main xs = reduceBy 10 (fn a b => a + b) 0 xs", total);
    one(1, "kernel main xs = redAny <block> (fn a b => a + b) xs", total);
    one(
        0,
        "kernel main xs = reduceStrided <block> 7 (fn a b => a + b) 0 xs",
        total,
    );
    one(
        0,
        "kernel main xs = reduceStrided <thread> 3 (fn a b => a + b) 0 xs",
        total,
    );
    one(
        0,
        "kernel main xs = reduceStrided <warp> #WarpSize max (-100) xs",
        |xs| vec![xs.iter().copied().max().unwrap_or(-100)],
    );
    one(
        0,
        "kernel main xs = reducePartial 10 (fn a b => a + b) 0 xs",
        |xs| xs.chunks(10).map(|c| c.iter().sum()).collect(),
    );
    one(0, "kernel main xs = reduceChunks 8 (fn a b => a + b) xs", |xs| {
        xs.chunks_exact(8).map(|c| c.iter().sum()).collect()
    });
    for level in ["thread", "warp", "block"] {
        let text = format!("kernel main xs = red <{level}> (fn a b => a + b) (take 32 xs)");
        one(32, &text, |xs| vec![xs[..32].iter().sum()]);
    }
    let runner = Runner::of("kernel main xs = mapPush (fn p => snd p) (argmin (mapPull i2d xs))");
    for n in [0, 1, 2, 5, 30, 200] {
        let xs = input(n);
        let least = (0..n).min_by_key(|k| xs[*k]).map_or(-1, |k| k as i32);
        assert_eq!(runner.integers(8, 4, &[vector(&xs)]), [least], "{n}");
    }
}

#[test]
fn grids_reduce_chunks_of_twice_the_block() {
    for text in [
        "kernel main xs = reduceGrid (fn a b => a + b) xs",
        "kernel main xs = redGrid (fn a b => a + b) xs",
    ] {
        let runner = Runner::of(text);
        for n in [0, 16, 32, 128] {
            let xs = input(n);
            let expected: Vec<i32> = xs.chunks(16).map(|c| c.iter().sum()).collect();
            assert_eq!(runner.integers(8, 4, &[vector(&xs)]), expected);
        }
    }
}

#[test]
fn scans() {
    let inclusive = |xs: &[i32]| {
        let mut sum = 0;
        let step = |x: &i32| {
            sum += x;
            sum
        };
        xs.iter().map(step).collect::<Vec<i32>>()
    };
    let add = "(fn a b => a + b)";
    one(
        0,
        &format!("kernel main xs = scanTree <block> {add} xs"),
        inclusive,
    );
    one(
        0,
        &format!("kernel main xs = scanTree <thread> {add} xs"),
        inclusive,
    );
    one(0, &format!("kernel main xs = scanWarps {add} 0 xs"), inclusive);
    one(0, &format!("kernel main xs = scanBlock {add} 0 xs"), inclusive);
    one(0, &format!("kernel main xs = scanGrid {add} 0 xs"), inclusive);
    one(
        0,
        &format!("kernel main xs = scanGridExclusive {add} 0 xs"),
        |xs| {
            let mut all = vec![0];
            all.extend(inclusive(xs));
            all.truncate(xs.len());
            all
        },
    );
    // A function that does not commute: the later number, unless it is 0.
    let later = "kernel main xs = scanGrid (fn a b => if b % 3 == 0 then a else b) 0 xs";
    one(0, later, |xs| {
        let mut last = 0;
        xs.iter()
            .map(|x| {
                last = if x % 3 == 0 { last } else { *x };
                last
            })
            .collect()
    });
}

fn transposed(cols: usize, rows: usize, xs: &[i32]) -> Vec<i32> {
    (0..cols * rows)
        .map(|k| xs[(k % rows) * cols + k / rows])
        .collect()
}

#[test]
fn transpositions() {
    let any = [
        "kernel main cols rows xs = transposeGrid 4 cols rows xs",
        "kernel main cols rows xs = push <block> (transpose cols rows xs)",
    ];
    let exact = [
        "kernel main cols rows xs = transposeTiled 4 cols rows xs",
        "kernel main cols rows xs = transposePadded 4 cols rows xs",
        "kernel main cols rows xs = transpTiled 4 cols rows xs",
    ];
    for (texts, step) in [(&any[..], 1), (&exact[..], 4)] {
        for text in texts {
            let runner = Runner::of(text);
            for cols in (0..14).step_by(step) {
                for rows in (0..14).step_by(step) {
                    let xs = input(cols * rows);
                    let arguments = [scalar(cols), scalar(rows), vector(&xs)];
                    let got = runner.integers(8, 4, &arguments);
                    assert_eq!(got, transposed(cols, rows, &xs), "{text}: {cols} by {rows}");
                }
            }
        }
    }
}

#[test]
fn products_of_matrices() {
    let functions = "(fn a b => a * b) (fn a b => a + b)";
    let naive = format!("kernel main n k m a b = distribute 9 (matrixProduct {functions} 0 n k m a b)");
    let tiled = format!("kernel main n k m a b = matrixProductTiled 4 {functions} 0 0 0 n k m a b");
    for text in [naive, tiled] {
        let runner = Runner::of(&text);
        for (n, k, m) in [
            (0, 3, 2),
            (2, 0, 3),
            (1, 1, 1),
            (4, 4, 4),
            (5, 9, 3),
            (8, 2, 7),
            (3, 5, 0),
        ] {
            let (a, b) = (input(n * k), input(k * m));
            let expected: Vec<i32> = (0..n * m)
                .map(|p| (0..k).map(|h| a[p / m * k + h] * b[h * m + p % m]).sum())
                .collect();
            let arguments = [scalar(n), scalar(k), scalar(m), vector(&a), vector(&b)];
            assert_eq!(runner.integers(8, 4, &arguments), expected, "{text}: {n} {k} {m}");
        }
    }
    let runner = Runner::of(&format!(
        "kernel main cols a x = matrixVector {functions} 0 cols a x"
    ));
    for (rows, cols) in [(0, 3), (1, 1), (5, 9), (3, 40)] {
        let (a, x) = (input(rows * cols), input(cols));
        let expected: Vec<i32> = (0..rows)
            .map(|i| (0..cols).map(|j| a[i * cols + j] * x[j]).sum())
            .collect();
        let arguments = [scalar(cols), vector(&a), vector(&x)];
        assert_eq!(runner.integers(8, 4, &arguments), expected);
    }
}

#[test]
fn stencils() {
    let expected = |xs: &[i32]| {
        let n = xs.len() as i32;
        let at = |k: i32| xs[k.clamp(0, n - 1) as usize];
        (0..n)
            .map(|k| at(k - 2) + 10 * at(k) + 100 * at(k + 2))
            .collect::<Vec<i32>>()
    };
    let window = "(fn w => index w 0 + 10 * index w 2 + 100 * index w 4)";
    one(
        0,
        &format!("kernel main xs = distribute 8 (stencil 2 {window} xs)"),
        expected,
    );
    one(
        0,
        &format!("kernel main xs = stencilGrid 8 2 {window} xs"),
        expected,
    );
}

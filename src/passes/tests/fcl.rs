//! FCL programs by way of DPIA: the commands are well-typed, and they give the values that the program has.

use elder_dpia::check;
use elder_fcl::entry::Entry;
use elder_fcl::{Configuration, Effect, Level, Type, load};
use elder_kernel::print::{Dialect, Options as Printing, print};
use elder_passes::Target;
use elder_passes::fcl::{Translated, plan, translate};
use elder_semantics::dpia::{Mode, Options, Order, run};
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;
use std::sync::Arc;

const PRELUDE: &str = "
fun iota n = generate n (fn k => k)
fun add a b = a + b
fun splitUp n xs = generate (lengthPull xs / n) (fn c => generate n (fn k => index xs (c * n + k)))
fun zipWith f xs ys = generate (min (lengthPull xs) (lengthPull ys)) (fn k => f (index xs k) (index ys k))
fun halve xs = let h = lengthPull xs / 2
  in (generate h (fn k => index xs k), generate (lengthPull xs - h) (fn k => index xs (h + k)))
fun evenOdds xs = let n = lengthPull xs  h = n / 2
  in (generate (n - h) (fn k => index xs (2 * k)), generate h (fn k => index xs (2 * k + 1)))
fun split2DGrid t cols n m mat =
  generate (n * m) (fn g =>
    let gy = g div n  gx = g mod n
    in generate (t * t) (fn k =>
      let ky = k div t  kx = k mod t
      in index mat ((gy * t + ky) * cols + gx * t + kx)))
fun concat2DGrid t n width tiles =
  let perRow = width div t
  in interleave (t * t) (fn p =>
    let gy = fst p div perRow  gx = fst p mod perRow  ky = snd p div t  kx = snd p mod t
    in (gy * t + ky) * width + gx * t + kx) tiles
fun rev xs = let n = lengthPull xs in generate n (fn k => index xs (n - k - 1))
fun revBlock xs = push <block> (rev xs)
fun revGrid c xs = splitUp c xs |> mapPull revBlock |> rev |> concat c
fun transp cols rows xs = generate (cols * rows) (fn k => let r = k div rows  c = k mod rows in index xs (c * cols + r))
fun transpTiled t cols rows mat =
  let n = cols / t  m = rows / t
  in split2DGrid t cols n m mat
     |> mapPull (force . push <block>)
     |> mapPull (transp t t)
     |> transp n m
     |> mapPull (push <block>)
     |> concat2DGrid t n rows
fun redStep <l> f xs = let h = halve xs in push <l> (zipWith f (fst h) (snd h))
fun red <l> f xs = while (fn a => 1 != lengthPull a) (redStep <l> f) (redStep <l> f xs) |> push <l>
fun redGrid f xs = let c = 2 * #BlockSize in splitUp c xs |> mapPull (red <block> f) |> concat 1
fun evenOddStep <l> f a = let x = evenOdds a in push <l> (zipWith f (fst x) (snd x))
";

fn ints() -> Type {
    Type::Pull(Arc::new(Type::INT), Effect::Pure)
}

fn program(text: &str, parameters: &[Type], level: Level, block: u32) -> Result<Translated, String> {
    let loaded = load::forced("test", &format!("{PRELUDE}\n{text}"));
    let stated: Vec<&str> = loaded.diagnostics.iter().map(|d| d.message.as_str()).collect();
    let program = loaded.program.unwrap_or_else(|| panic!("{text}: {stated:?}"));
    let body = program.closed("main").expect("main");
    let parameters = parameters.iter().enumerate();
    let configuration = Configuration {
        block_size: block,
        block_width: None,
        warp_size: block.min(32),
        groups: None,
    };
    let kernel = Entry {
        name: elder_fcl::Variable::fresh("main"),
        parameters: parameters
            .map(|(k, ty)| {
                (
                    elder_fcl::Variable::fresh(["xs", "a", "b", "c", "d"][k]),
                    ty.clone(),
                )
            })
            .collect(),
        level,
        body,
        element: Type::INT,
        configuration,
    };
    let translated = translate(&kernel, &configuration).map_err(|d| d[0].message.clone())?;
    let text = elder_dpia::print::entry(&translated.entry);
    if std::env::var("SHOW").is_ok() {
        println!("{text}");
    }
    if let Err(errors) = check::entry(&translated.entry) {
        panic!("{}\n{text}\n{:?}", errors[0].message, errors[0]);
    }
    Ok(translated)
}

fn kernels(translated: &Translated) -> String {
    let plan = plan(translated, &Target::OPENCL).unwrap_or_else(|d| {
        panic!(
            "{} {:?}\n{}",
            d[0].message,
            d[0].notes,
            elder_dpia::print::entry(&translated.entry)
        )
    });
    let text = print(&plan.unit(), Dialect::OpenCl, &Printing::default()).text;
    if std::env::var("SHOW").is_ok() {
        println!("{text}");
    }
    text
}

fn results(translated: &Translated, inputs: &[Value]) -> Result<Vec<Value>, String> {
    let inputs = translated.inputs(inputs).expect("arguments");
    let mut found: Option<Vec<Value>> = None;
    let compiled =
        elder_passes::compile(&translated.entry, &Target::OPENCL).map_err(|d| d[0].message.clone())?;
    let runs = [
        (&translated.entry, Order::Forward, false),
        (&translated.entry, Order::Shuffled(2), false),
        (&compiled, Order::Forward, true),
        (&compiled, Order::Reverse, true),
        (&compiled, Order::Shuffled(1), true),
    ];
    for (entry, order, groups) in runs {
        let options = Options {
            order,
            mode: Mode {
                groups,
                obligations: translated.obligations.clone(),
                ..Mode::default()
            },
            ..Options::default()
        };
        let outcome = run(entry, inputs.clone(), &options).results;
        let values = outcome.map_err(|f| f.diagnostic().message.clone())?;
        assert!(found.as_ref().is_none_or(|v| *v == values));
        found = Some(values);
    }
    Ok(translated.results(found.expect("a run")))
}

fn int(i: i32) -> Value {
    Value::scalar(PrimValue::I32(i))
}

fn vector(v: impl IntoIterator<Item = i32>) -> Value {
    Value::vector(v.into_iter().collect::<Vec<i32>>())
}

#[track_caller]
fn gives(text: &str, level: Level, block: u32, expected: &[i32]) {
    let translated = program(text, &[], level, block).unwrap_or_else(|e| panic!("{text}: {e}"));
    kernels(&translated);
    let values = results(&translated, &[])
        .unwrap_or_else(|e| panic!("{text}: {e}\n{}", elder_dpia::print::entry(&translated.entry)));
    assert_eq!(values, [vector(expected.iter().copied())], "{text}");
}

#[test]
fn programs_of_the_notes() {
    let (block, grid, warp, thread) = (Level::block(), Level::grid(), Level::warp(), Level::THREAD);
    gives("fun main = revBlock [1,2,3,4]", block.clone(), 4, &[4, 3, 2, 1]);
    for level in [thread.clone(), warp.clone(), block.clone()] {
        let text =
            format!("fun sq <l> xs = push <l> (mapPull (fn x => x * x) xs) fun main = sq <{level}> [1,2,3]");
        gives(&text, level, 4, &[1, 4, 9]);
    }
    gives(
        "fun main = revGrid 2 [1,2,3,4,5,6,7,8]",
        grid.clone(),
        4,
        &[8, 7, 6, 5, 4, 3, 2, 1],
    );
    gives(
        "fun main = splitUp 2 [1,2,3,4,5,6] |> mapPull revBlock |> concat 2",
        grid.clone(),
        4,
        &[2, 1, 4, 3, 6, 5],
    );
    gives(
        "fun main = push <block> (transp 3 2 [1,2,3,4,5,6])",
        block.clone(),
        4,
        &[1, 4, 2, 5, 3, 6],
    );
    gives(
        "fun main = transpTiled 2 4 4 (iota 16)",
        grid.clone(),
        4,
        &[0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    );
    gives(
        "fun main = transpTiled 2 6 4 (iota 24)",
        grid.clone(),
        4,
        &[
            0, 6, 12, 18, 1, 7, 13, 19, 2, 8, 14, 20, 3, 9, 15, 21, 4, 10, 16, 22, 5, 11, 17, 23,
        ],
    );
    for level in [thread, warp.clone(), block.clone()] {
        let text = format!("fun main = red <{level}> add [1,2,3,4,5,6,7,8]");
        gives(&text, level, 4, &[36]);
    }
    gives(
        "fun main = redGrid add (iota 32)",
        grid.clone(),
        4,
        &[28, 92, 156, 220],
    );
    gives(
        "fun main = push <block> (zipWith add [1,2,3] [10,20])",
        block.clone(),
        4,
        &[11, 22],
    );
    gives(
        "fun main = push <block> (snd (halve [1,2,3,4,5]))",
        block.clone(),
        4,
        &[3, 4, 5],
    );
    gives(
        "fun main = mapPush (fn x => x * x) (push <warp> [1,2,3])",
        warp,
        4,
        &[1, 4, 9],
    );
    gives(
        "fun main = mapPush (fn x => x + 1) (splitUp 2 [1,2,3,4] |> mapPull (push <block>) |> concat 2)",
        grid.clone(),
        4,
        &[2, 3, 4, 5],
    );
}

#[test]
fn positions_that_are_computed() {
    let (block, grid, warp) = (Level::block(), Level::grid(), Level::warp());
    for (level, part) in [(grid.clone(), "block"), (block, "warp"), (warp, "thread")] {
        gives(
            &format!(
                "fun main = splitUp 2 [1,2,3,4,5,6] |> mapPull (push <{part}>) |> interleave 2 (fn p => (5 * (fst p * 2 + snd p) + 1) % 6)"
            ),
            level.clone(),
            4,
            &[6, 1, 2, 3, 4, 5].map(|k: i32| (0..6).find(|q| (5 * q + 1) % 6 == k % 6).map_or(0, |q| q + 1)),
        );
    }
    let refused = "fun main = interleave 2 (fn p => snd p) (mapPull (push <block>) (splitUp 2 [1,2,3,4]))";
    let translated = program(refused, &[], grid, 4).unwrap_or_else(|e| panic!("{e}"));
    kernels(&translated);
    assert!(results(&translated, &[]).is_err());
}

#[test]
fn more_programs_of_the_notes() {
    let (block, grid) = (Level::block(), Level::grid());
    gives(
        "fun main = splitUp 2 [1,2,3,4,5,6] |> mapPull (push <block>) |> interleave 2 (fn p => snd p * 3 + fst p)",
        grid.clone(),
        4,
        &[1, 3, 5, 2, 4, 6],
    );
    gives(
        "fun main = splitUp 4 (iota 8) |> mapPull (fn c => splitUp 2 c |> mapPull (fn d => push <warp> (rev d)) |> concat 2) |> concat 4",
        grid,
        4,
        &[1, 0, 3, 2, 5, 4, 7, 6],
    );
    gives(
        "fun main = push <block> (while (fn a => 1 != lengthPull a) (redStep <block> add) (push <block> [7]))",
        block.clone(),
        4,
        &[7],
    );
    gives(
        "fun main = push <block> (while (fn a => 1 != lengthPull a) (evenOddStep <block> add) (push <block> [1,2,3,4,5,6,7,8]))",
        block.clone(),
        4,
        &[36],
    );
    gives(
        "fun main = push <block> (let a = force (push <block> (mapPull (fn x => x * x) [1,2,3,4])) in zipWith add a (rev a))",
        block.clone(),
        4,
        &[17, 13, 13, 17],
    );
    gives(
        "fun main = push <block> (mapPull (fn x => index (force (push <thread> (rev [x, x + 1]))) 0) [1,2,3])",
        block.clone(),
        4,
        &[2, 3, 4],
    );
    gives(
        "fun main = push <block> [lengthPull [index [1] 5, 2]]",
        block,
        4,
        &[2],
    );
}

#[test]
fn the_case_studies() {
    let grid = Level::grid();
    let reverse = program("fun main xs = revGrid 1024 xs", &[ints()], grid.clone(), 256).unwrap();
    kernels(&reverse);
    let found = results(&reverse, &[vector(0..2048)]).unwrap();
    assert_eq!(found, [vector((0..2048).rev())]);
    let transpose = program(
        "fun main xs a b = transpTiled 32 a b xs",
        &[ints(), Type::INT, Type::INT],
        grid.clone(),
        256,
    )
    .unwrap();
    kernels(&transpose);
    let found = results(&transpose, &[vector(0..64 * 96), int(64), int(96)]).unwrap();
    assert_eq!(found, [vector((0..64 * 96).map(|k| (k % 96) * 64 + k / 96))]);
    let reduce = program("fun main xs = redGrid add xs", &[ints()], grid, 256).unwrap();
    kernels(&reduce);
    let found = results(&reduce, &[vector(0..1024)]).unwrap();
    assert_eq!(found, [vector([(0..512).sum(), (512..1024).sum()])]);
}

#[test]
fn loops_whose_end_is_not_known() {
    let (block, warp, thread) = (Level::block(), Level::warp(), Level::THREAD);
    gives(
        "fun main = push <block> (while (fn a => index a 0 != 3) (fn a => push <block> (rev a)) (push <block> [1,2,3]))",
        block.clone(),
        4,
        &[3, 2, 1],
    );
    for level in [thread, warp, block] {
        for step in ["redStep", "evenOddStep"] {
            let text = format!(
                "fun main xs = push <{level}> (while (fn a => 1 != lengthPull a) ({step} <{level}> add) (push <{level}> xs))"
            );
            let reduce =
                program(&text, &[ints()], level.clone(), 4).unwrap_or_else(|e| panic!("{text}: {e}"));
            kernels(&reduce);
            for n in [1, 2, 4, 16, 64] {
                let found = results(&reduce, &[vector(0..n)]).unwrap_or_else(|e| panic!("{text} {n}: {e}"));
                assert_eq!(found, [vector([(0..n).sum()])], "{text} {n}");
            }
        }
    }
}

/// The example programs become kernels.
#[test]
fn examples() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/fcl");
    let mut wrong = Vec::new();
    for file in std::fs::read_dir(folder).expect("examples").flatten() {
        let path = file.path();
        if path.extension().is_none_or(|e| e != "fcl") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a file");
        let loaded = load::text(&path.display().to_string(), &text);
        let Some(program) = loaded.program else {
            wrong.push(format!(
                "{}: {:?}",
                path.display(),
                loaded.diagnostics.first().map(|d| &d.message)
            ));
            continue;
        };
        for definition in program.definitions.iter().filter(|d| !d.library) {
            let Ok(entry) = Entry::of(&program, Some(definition.name.text())) else {
                continue;
            };
            let what = format!("{} {}", path.file_name().unwrap().display(), definition.name);
            match translate(&entry, &entry.configuration) {
                Err(errors) => wrong.push(format!("{what}: {} {:?}", errors[0].message, errors[0].notes)),
                Ok(translated) => {
                    let text = elder_dpia::print::entry(&translated.entry);
                    if std::env::var("SHOW").is_ok() {
                        println!("---- {what}\n{text}");
                    }
                    if let Err(errors) = check::entry(&translated.entry) {
                        wrong.push(format!("{what}: {}\n{text}", errors[0].message));
                    } else if let Err(errors) = plan(&translated, &Target::OPENCL) {
                        wrong.push(format!(
                            "{what}: {} {:?}\n{text}",
                            errors[0].message, errors[0].notes
                        ));
                    } else if std::env::var("SHOW").is_ok() {
                        kernels(&translated);
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn loops_of_the_host() {
    let grid = Level::grid();
    let text =
        "fun main xs = push <grid> (while (fn a => 1 != lengthPull a) (redStep <grid> add) (push <grid> xs))";
    let reduce = program(text, &[ints()], grid, 4).unwrap_or_else(|e| panic!("{text}: {e}"));
    kernels(&reduce);
    for n in [1, 2, 4, 16, 64] {
        let found = results(&reduce, &[vector(0..n)]).unwrap_or_else(|e| panic!("{text} {n}: {e}"));
        assert_eq!(found, [vector([(0..n).sum()])], "{text} {n}");
    }
}

#[test]
fn parts_that_stick_out_of_a_matrix_are_cut() {
    // Tiles of 4 by 4 over a matrix of any size, numbered row by row.
    let text = "
fun cover t n = (n + t - 1) / t
fun main rows cols xs =
  let perRow = cover 4 cols
  in generate (perRow * cover 4 rows) (fn g =>
       push <block> (generate 16 (fn k =>
         let y = g div perRow * 4 + k div 4  x = g mod perRow * 4 + k mod 4
         in y * 1000 + x)))
     |> interleaveInto (rows * cols) 16 (fn p =>
          let y = fst p div perRow * 4 + snd p div 4  x = fst p mod perRow * 4 + snd p mod 4
          in if x < cols then y * cols + x else -1)";
    let translated = program(text, &[Type::INT, Type::INT, ints()], Level::grid(), 8).unwrap();
    for (rows, cols) in [(1, 1), (3, 5), (4, 8), (9, 7), (5, 12)] {
        let found = results(&translated, &[int(rows), int(cols), vector([])]).unwrap();
        let expected = (0..rows).flat_map(|y| (0..cols).map(move |x| 1000 * y + x));
        assert_eq!(found, [vector(expected)]);
    }
    // A gap between the columns, or columns that are dropped: not all positions are written, which is found by counting.
    for (old, new) in [
        ("y * cols + x else", "y * (cols + 1) + x else"),
        ("in if x < cols", "in if x * 2 < cols"),
    ] {
        let wrong = text.replace(old, new);
        let translated = program(&wrong, &[Type::INT, Type::INT, ints()], Level::grid(), 8).unwrap();
        assert!(results(&translated, &[int(3), int(5), vector([])]).is_err());
    }
}

//! The reference semantics of DPIA as users and passes see it: `ref-run` on `.dpia` files, and barriers, each of which is needed.

use elder_dpia::{Entry, Node, Phrase, Prim, load};
use elder_passes::{Position, Target, within_dpia};
use elder_semantics::dpia::cost::Cost;
use elder_semantics::dpia::{Mode, Options, Order, run};
use elder_semantics::failure::Kind;
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::{Data, Tolerance, compare};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// The commands of a program as the last pass leaves them.
fn compiled(text: &str) -> Entry {
    let loaded = load::text("program", text);
    let program = loaded
        .program
        .unwrap_or_else(|| panic!("{text} is refused: {:?}", loaded.diagnostics));
    let entry = Entry::closed(&program, "main").expect("there is a main");
    within_dpia().iter().fold(entry, |entry, Position { pass, .. }| {
        pass.entry(&entry, &Target::OPENCL)
            .unwrap_or_else(|e| panic!("{}: {e:?}", pass.name))
    })
}

fn outcome(entry: &Entry, inputs: &[Value], order: Order) -> Result<Vec<Value>, Kind> {
    let options = Options {
        order,
        ..Options::default()
    };
    run(entry, inputs.to_vec(), &options).results.map_err(|f| f.kind)
}

/// The entry without its barrier of that number; `None` if it has fewer.
fn without_barrier(entry: &Entry, number: usize) -> Option<Entry> {
    fn remove(phrase: &Phrase, left: &mut Option<usize>) -> Phrase {
        if let Node::Prim(Prim::Barrier { .. }, _) = &*phrase.node {
            match left {
                Some(0) => {
                    *left = None;
                    return Phrase::prim(Prim::Skip {}, vec![], phrase.span);
                }
                Some(n) => *n -= 1,
                None => {}
            }
        }
        phrase.map_children(&mut |part| remove(part, left))
    }
    let mut left = Some(number);
    let body = remove(&entry.body, &mut left);
    left.is_none().then(|| Entry {
        body,
        ..entry.clone()
    })
}

/// DPIA-B-SOUND, and that no barrier is superfluous: with all of them there is the value and no race, without any one a race.
fn each_barrier_is_needed(text: &str, inputs: &[Value], expected: &str) {
    let entry = compiled(text);
    for order in [Order::Forward, Order::Reverse, Order::Shuffled(3)] {
        let values = outcome(&entry, inputs, order).unwrap_or_else(|kind| panic!("{kind:?} in {text}"));
        let shown: Vec<String> = values.iter().map(Value::to_string).collect();
        assert_eq!(shown.join(" "), expected, "{text}");
    }
    let mut barriers = 0;
    while let Some(less) = without_barrier(&entry, barriers) {
        let kind = outcome(&less, inputs, Order::Forward).map(|_| "a value");
        assert!(
            matches!(kind, Err(Kind::Race | Kind::Uninitialised)),
            "without barrier {barriers} there is {kind:?} in {text}"
        );
        barriers += 1;
    }
    assert!(barriers > 0, "no barrier in {text}");
}

fn numbers(n: i32) -> Value {
    Value::vector((1..=n).collect::<Vec<i32>>())
}

#[test]
fn a_stencil_in_local_memory_needs_its_barriers() {
    // Program 30 (c): three groups of rows for two work-groups, so that local memory is used again.
    each_barrier_is_needed(
        "def main(xs: 12.i32) = run((2), (4))(xs |> split(4) |> mapWorkgroup(fun r. r |> toLocal(mapLocal(fun x. x)) |> slide(3, 1) |> mapLocal(fun w. w |> reduce(fun x a. x + a, 0))))",
        &[numbers(12)],
        "[[6i32, 9i32], [18i32, 21i32], [30i32, 33i32]]",
    );
}

#[test]
fn stages_in_local_memory_need_their_barriers() {
    let reverse = "(fun a. generate(4, fun i. a[3 - i]))";
    each_barrier_is_needed(
        &format!(
            "def main(xs: 12.i32) = run((2), (4))(xs |> split(4) |> mapWorkgroup(fun r. r |> toLocal(mapLocal(fun x. x + 1)) |> {reverse} |> toLocal(mapLocal(fun x. x * 2)) |> {reverse} |> mapLocal(fun x. x - 1)))"
        ),
        &[numbers(12)],
        "[[3i32, 5i32, 7i32, 9i32], [11i32, 13i32, 15i32, 17i32], [19i32, 21i32, 23i32, 25i32]]",
    );
}

/// Floats that differ from each other, small enough to add up well.
fn floats(shape: &[usize]) -> Value {
    let n: usize = shape.iter().product();
    let data = (0..n).map(|i| ((i * 7919) % 64) as f32 / 32.0 - 1.0).collect();
    Value::new(shape.to_vec(), Data::F32(data)).expect("as many elements as the shape says")
}

/// An example compiled for a target, run by the semantics of work-groups: it writes before it reads, has no race, and gives the value
/// of the functional reading.
fn example(file: &str, name: &str, target: Target, inputs: &[Value]) -> Cost {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../examples/dpia")
        .join(file);
    let text = std::fs::read_to_string(&path).expect("the example is there");
    let program = load::text(file, &text).program.expect("it is legal");
    let entry = Entry::closed(&program, name).expect("it can be run");
    let expected = outcome(&entry, inputs, Order::Forward).expect("it has a value");
    let commands = within_dpia().iter().fold(entry, |entry, Position { pass, .. }| {
        pass.entry(&entry, &target)
            .unwrap_or_else(|e| panic!("{}: {e:?}", pass.name))
    });
    let options = Options {
        order: Order::Shuffled(5),
        mode: Mode {
            cost: true,
            ..Mode::default()
        },
        ..Options::default()
    };
    let outcome = run(&commands, inputs.to_vec(), &options);
    let actual = outcome
        .results
        .unwrap_or_else(|f| panic!("{file} {name}: {:?}: {}", f.kind, f.message));
    assert_eq!(actual.len(), expected.len());
    for (a, e) in actual.iter().zip(&expected) {
        let difference = compare::difference(a, e, Tolerance::FOREIGN);
        assert!(
            difference.is_none(),
            "{file} {name}: {}",
            difference.map_or(String::new(), |d| d.to_string())
        );
    }
    outcome.cost.expect("it was asked for")
}

#[test]
fn the_kernels_of_the_examples_have_no_races_and_read_neighbours_together() {
    // Every segment of 32 floats is read once.
    let scal = example(
        "scal.dpia",
        "gpu",
        Target::OPENCL,
        &[Value::scalar(PrimValue::F32(2.0)), floats(&[1024])],
    );
    assert_eq!((scal.reads, scal.writes), (32, 32));
    let asum = example("asum.dpia", "gpu", Target::OPENCL, &[floats(&[8192])]);
    assert!((256..300).contains(&asum.reads), "{asum}");
    let dot = example(
        "dot.dpia",
        "gpu",
        Target::OPENCL,
        &[floats(&[8192]), floats(&[8192])],
    );
    assert!((512..560).contains(&dot.reads), "{dot}");
    let scalars = [2.0, 0.5].map(|x| Value::scalar(PrimValue::F32(x)));
    let [alpha, beta] = scalars.clone();
    let gemv = [alpha, beta, floats(&[3, 1024]), floats(&[1024]), floats(&[3])];
    let gemv = example("gemv.dpia", "gpu", Target::OPENCL, &gemv);
    assert!((192..220).contains(&gemv.reads), "{gemv}");
}

#[test]
fn the_kernels_of_matrices_have_no_races() {
    let matmul = example(
        "matmul.dpia",
        "gpu",
        Target::OPENCL,
        &[floats(&[128, 8]), floats(&[8, 128])],
    );
    // Two tiles of 8 by 128 floats are read, each segment once; one of 128 by 128 is written in runs of 16 floats.
    assert_eq!((matmul.reads, matmul.writes), (64, 1024));
}

#[test]
fn the_loops_of_the_examples_for_processors_have_no_races() {
    let [alpha, beta] = [2.0, 0.5].map(|x| Value::scalar(PrimValue::F32(x)));
    example(
        "scal.dpia",
        "cpu",
        Target::OpenMp,
        &[alpha.clone(), floats(&[64])],
    );
    example("asum.dpia", "cpu", Target::OpenMp, &[floats(&[2048])]);
    example(
        "dot.dpia",
        "cpu",
        Target::OpenMp,
        &[floats(&[2048]), floats(&[2048])],
    );
    let gemv = [alpha, beta, floats(&[3, 32]), floats(&[32]), floats(&[3])];
    example("gemv.dpia", "cpu", Target::OpenMp, &gemv);
    example(
        "matmul.dpia",
        "cpu",
        Target::OpenMp,
        &[floats(&[16, 4]), floats(&[4, 64])],
    );
}

fn ref_run(arguments: &[&str], program: &str, input: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.dpia");
    std::fs::write(&file, program).expect("the folder is writable");
    let mut child = Command::new(elder_tests::binaries::binary("ref-run"))
        .args(arguments)
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A program that is refused ends without reading.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the binary ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn ref_run_ends_as_for_futhark() {
    let scal = "def main = fun(n: nat) fun(a: i32) fun(xs: n.i32) xs |> map(fun x. a / x)\n";
    let (code, out, _) = ref_run(&[], scal, "12 [1, 2, 3]");
    assert_eq!((code, out.as_str()), (Some(0), "[12i32, 6i32, 4i32]\n"));
    let (code, _, error) = ref_run(&[], scal, "12 [1, 0, 3]");
    assert!(code == Some(1) && error.contains("DPIA-E-OP"), "{error}");
    let (code, _, error) = ref_run(&[], scal, "12");
    assert!(
        code == Some(2) && error.contains("main takes i32 []i32"),
        "{error}"
    );
    let (code, _, error) = ref_run(&["--entry", "other"], scal, "12");
    assert!(
        code == Some(2) && error.contains("what can be run is main"),
        "{error}"
    );
    let (code, _, error) = ref_run(&["--fuel", "3"], scal, "12 [1, 2, 3]");
    assert!(code == Some(3) && error.contains("DPIA-E-LIMIT"), "{error}");
    let (code, _, error) = ref_run(
        &["--check"],
        "def main = fun(n: nat) fun(xs: n.i32) zip(xs, 1)\n",
        "",
    );
    assert_eq!(code, Some(2), "{error}");
}

#[test]
fn ref_run_shows_cost_rules_and_derivation() {
    let copy = "def main = fun(n: nat) fun(xs: n.f32) fun(out: acc[n.f32]) launch((64), (128)) { parforGlobal i < n into out as o { o := xs[i] } }\n";
    let input = format!("{:?}", vec![1.5f32; 256]);
    let (code, _, error) = ref_run(&["--cost", "--rules", "--derive=3"], copy, &input);
    assert_eq!(code, Some(0), "{error}");
    assert!(
        error.contains("8 transactions to read, 8 to write, for 512 scalars"),
        "{error}"
    );
    assert!(error.contains("DPIA-S-LAUNCH"), "{error}");
    assert!(error.contains("  DPIA-S-PARFOR parforGlobal i < n"), "{error}");
    let unwritten = "def main = fun(out: acc[i32]) new i32 t { out := t.rd }\n";
    assert_eq!(ref_run(&["--zeros"], unwritten, "").1, "0i32\n");
    let (code, _, error) = ref_run(&[], unwritten, "");
    assert!(code == Some(1) && error.contains("DPIA-S-R"), "{error}");
}

/// The cost of a program as written and after all passes.
fn costs(text: &str, inputs: &[Value]) -> [Cost; 2] {
    let program = load::text("program.dpia", text).program.expect("it is legal");
    let entry = Entry::closed(&program, "main").expect("it can be run");
    let compiled = within_dpia()
        .iter()
        .fold(entry.clone(), |entry, Position { pass, .. }| {
            pass.entry(&entry, &Target::OPENCL)
                .unwrap_or_else(|e| panic!("{}: {e:?}", pass.name))
        });
    let options = Options {
        mode: Mode {
            cost: true,
            ..Mode::default()
        },
        ..Options::default()
    };
    [entry, compiled].map(|entry| {
        let outcome = run(&entry, inputs.to_vec(), &options);
        outcome.results.unwrap_or_else(|f| panic!("{}", f.message));
        outcome.cost.expect("it was asked for")
    })
}

#[test]
fn arguments_are_computed_once() {
    let steps = |cost: &Cost| cost.steps.iter().sum::<u64>();
    // 16 calls around one another: the work of each is the same, not twice that of the one inside it.
    let nested = |levels: usize| {
        let (before, after) = ("two(".repeat(levels), ")".repeat(levels));
        let text =
            format!("def two(x: f32) = x + x\ndef main(n: nat, xs: n.f32) = {before}reduce(+, 0, xs){after}");
        costs(&text, &[floats(&[64])])
    };
    let ([few, few_compiled], [many, many_compiled]) = (nested(1), nested(16));
    assert!(steps(&many) < steps(&few) + 300, "{few} {many}");
    assert!(
        steps(&many_compiled) < steps(&few_compiled) + 600,
        "{few_compiled} {many_compiled}"
    );
    // What is reversed is computed once an element, also where a `let` names it, and where a loop uses a number.
    for body in [
        "rev(map(fun x. exp(x), xs))",
        "rev(generate(n, fun i. exp(xs[i])))",
        "let ys = generate(n, fun i. exp(xs[i])) in generate(n, fun i. reduce(+, ys[i], take(2, ys)))",
        "scal(reduce(+, 0, xs))(xs)",
    ] {
        let text = format!(
            "def rev(n: nat, xs: n.f32) = generate(n, fun i. xs[n - 1 - i])
def scal(k: f32, n: nat, xs: n.f32) = map(fun x. k * x, xs)
def main(n: nat, xs: (n + 2).f32) = {}",
            body.replace("n,", "n + 2,")
        );
        let ([few, few_compiled], [many, many_compiled]) =
            (costs(&text, &[floats(&[64])]), costs(&text, &[floats(&[256])]));
        assert!(steps(&many) < 5 * steps(&few), "{body}: {few} {many}");
        assert!(
            steps(&many_compiled) < 5 * steps(&few_compiled),
            "{body}: {few_compiled} {many_compiled}"
        );
        assert!(
            many_compiled.accesses < 5 * few_compiled.accesses,
            "{body}: {few_compiled} {many_compiled}"
        );
    }
}

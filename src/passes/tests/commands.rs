//! Commands of work-groups without barriers: those that the translation puts in are enough, and no more than that.
//!
//! Each program runs by the semantics of work-groups as the passes leave it: items in lock-step, races and reads of what was not written
//! are errors (DPIA-S-RACE, DPIA-S-R), so a barrier that is missing is found.

use elder_dpia::{Entry, Node, Phrase, Prim, elaborate, parser};
use elder_kernel::Dialect;
use elder_opencl::choose::{Choice, open};
use elder_opencl::device::BuildOptions;
use elder_passes::tower::dpia;
use elder_passes::{Target, compile, lower, within_dpia};
use elder_semantics::dpia::{Mode, Options, Order, run};
use elder_semantics::options::Limits;
use elder_syntax::{SourceId, Value};

/// The entry, as no person may write it: without the checks of what a person has to say.
fn entry(text: &str) -> Entry {
    let (program, errors) = parser::parse_program(SourceId(0), text);
    assert!(errors.is_empty(), "{text}: {errors:?}");
    let program =
        elaborate::program(&program.expect("a program")).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    Entry::closed(&program, "main").unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn barriers(p: &Phrase) -> usize {
    let own = usize::from(matches!(&*p.node, Node::Prim(Prim::Barrier { .. }, _)));
    own + p.children().map(barriers).sum::<usize>()
}

fn numbers(values: impl IntoIterator<Item = i32>) -> Value {
    Value::vector(values.into_iter().collect::<Vec<i32>>())
}

fn rows(count: usize, values: impl IntoIterator<Item = i32>) -> Value {
    let (shape, data) = numbers(values).into_parts();
    let all = shape.first().copied().unwrap_or(0);
    Value::new(vec![count, all / count], data).expect("rows of one length")
}

/// Compiles, checks after every pass, and runs what stands at the end in several orders.  Gives the number of barriers.
fn check(text: &str, cases: &[(Vec<Value>, Value)]) -> usize {
    let mut compiled = entry(text);
    for pass in within_dpia().iter().map(|position| position.pass) {
        compiled = pass
            .entry(&compiled, &Target::OPENCL)
            .unwrap_or_else(|e| panic!("{text}: {}: {e:#?}", pass.name));
        if let Err(errors) = elder_dpia::check::entry(&compiled) {
            let text = elder_dpia::print::entry(&compiled);
            panic!("after {}: {errors:#?}\n{text}", pass.name);
        }
    }
    for (inputs, expected) in cases {
        for order in [
            Order::Forward,
            Order::Reverse,
            Order::Shuffled(1),
            Order::Shuffled(2),
        ] {
            let options = Options {
                limits: Limits::fuel(20_000_000),
                order,
                mode: Mode {
                    groups: true,
                    ..Mode::default()
                },
                ..Options::default()
            };
            let text = || elder_dpia::print::entry(&compiled);
            match run(&compiled, inputs.clone(), &options).results {
                Ok(found) => assert_eq!(
                    format!("{found:?}"),
                    format!("{:?}", [expected]),
                    "{inputs:?}\n{}",
                    text()
                ),
                Err(failure) => panic!("{inputs:?}: {failure:#?}\n{}", text()),
            }
        }
    }
    barriers(&compiled.body)
}

/// The sums of the rows, as inputs and output.
fn sums(rows_of: usize, lengths: impl IntoIterator<Item = i32>) -> Vec<(Vec<Value>, Value)> {
    let case = |n: i32| {
        let all: Vec<i32> = (0..n * rows_of as i32).map(|i| (i * 7 + 3) % 11).collect();
        let sums = all.chunks(n as usize).map(|row| row.iter().sum::<i32>());
        (vec![rows(rows_of, all.clone())], rows(rows_of, sums))
    };
    lengths.into_iter().map(case).collect()
}

#[test]
fn a_tree_in_one_area() {
    // Three rows, two groups: the loop over groups runs more than once.
    let text = "def main = fun(n: nat, xs: 3.n.i32) fun(out: acc[3.1.i32])
      launch((4), (8)) { parforWorkgroup g < 3 into out as r { newLocal n.i32 t { newPrivate idx(n + 1) len {
        parforLocal i < n into t.wr as p { p := xs[g][i] };
        len.wr := at(n);
        while i32(len.rd) > 1 {
          letSize k <= n = i32(len.rd) {
            partAt ((k + 1) / 2) in t as lo hi { partAt (k / 2) in lo as a b {
                parforLocal i < k / 2 in a as w { w.wr := w.rd + hi.rd[at(i)] } } };
            len.wr := at((k + 1) / 2) } };
        parforLocal j < 1 into r as o { o := t.rd[0] } } } } }";
    // After the copy, after each step, and before the next row.
    assert_eq!(check(text, &sums(3, 1..20)), 3);
}

#[test]
fn a_length_that_the_group_shares() {
    let text = "def main = fun(n: nat, xs: 2.n.i32) fun(out: acc[2.1.i32])
      launch((4), (8)) { parforWorkgroup g < 2 into out as r { newLocal n.i32 t { newLocal idx(n + 1) len {
        parforLocal i < n into t.wr as p { p := xs[g][i] };
        len.wr := at(n);
        while i32(len.rd) > 1 {
          letSize k <= n = i32(len.rd) {
            partAt ((k + 1) / 2) in t as lo hi { partAt (k / 2) in lo as a b {
                parforLocal i < k / 2 in a as w { w.wr := w.rd + hi.rd[at(i)] } } };
            len.wr := at((k + 1) / 2) } };
        parforLocal j < 1 into r as o { o := t.rd[0] } } } } }";
    // One between the reads of the length and its next value, one after that.
    assert_eq!(check(text, &sums(2, 1..20)), 3);
}

#[test]
fn two_areas_in_turn() {
    let text = "def main = fun(n: nat, xs: 2.n.i32) fun(out: acc[2.1.i32])
      launch((4), (8)) { parforWorkgroup g < 2 into out as r { newLocal n.i32 s { newLocal n.i32 t {
       newPrivate idx(n + 1) len { newPrivate bool odd {
        parforLocal i < n into s.wr as p { p := xs[g][i] };
        len.wr := at(n); odd.wr := false;
        while i32(len.rd) > 1 {
          letSize k <= n = i32(len.rd) {
            if odd.rd { parforLocal i < (k + 1) / 2 into s.wr |> takeAcc((k + 1) / 2) as o {
                o := if nat(2 * i + 1) < nat(k) then t.rd[2 * i] + t.rd[2 * i + 1] else t.rd[k - 1] } }
            else { parforLocal i < (k + 1) / 2 into t.wr |> takeAcc((k + 1) / 2) as o {
                o := if nat(2 * i + 1) < nat(k) then s.rd[2 * i] + s.rd[2 * i + 1] else s.rd[k - 1] } };
            odd.wr := !odd.rd;
            len.wr := at((k + 1) / 2) } };
        parforLocal j < 1 into r as o { o := if odd.rd then t.rd[0] else s.rd[0] } } } } } } }";
    assert_eq!(check(text, &sums(2, 1..20)), 2);
}

#[test]
fn two_steps_written_out() {
    // An even number of steps, from one area to the other and back.
    let text = "def main = fun(xs: 2.16.i32) fun(out: acc[2.1.i32])
      launch((4), (8)) { parforWorkgroup g < 2 into out as r { newLocal 16.i32 s { newLocal 8.i32 t {
        parforLocal i < 16 into s.wr as p { p := xs[g][i] };
        parforLocal i < 8 into t.wr as o { o := s.rd[2 * i] + s.rd[2 * i + 1] };
        parforLocal i < 4 into s.wr |> takeAcc(4) as o { o := t.rd[2 * i] + t.rd[2 * i + 1] };
        parforLocal i < 2 into t.wr |> takeAcc(2) as o { o := s.rd[2 * i] + s.rd[2 * i + 1] };
        parforLocal i < 1 into r as o { o := t.rd[0] + t.rd[1] } } } } }";
    assert_eq!(check(text, &sums(2, [16])), 4);
}

#[test]
fn until_the_first_element_is_three() {
    let text = "def main = fun(n: nat, xs: n.i32) fun(out: acc[1.n.i32])
      launch((4), (4)) { parforWorkgroup g < 1 into out as r { newLocal n.i32 s { newLocal n.i32 t {
        parforLocal i < n into s.wr as p { p := xs[i] };
        while s.rd[0] != 3 {
          parforLocal i < n into t.wr as o { o := s.rd[(i + 1) % n] };
          parforLocal i < n into s.wr as o { o := t.rd[i] } };
        parforLocal j < n into r as o { o := s.rd[j] } } } } }";
    let cases: Vec<_> = [1, 2, 5, 9]
        .into_iter()
        .map(|n| {
            let xs: Vec<i32> = (0..n).map(|i| n + 2 - i).collect();
            let turned = (0..n).map(|i| xs[((i + n - 1) % n) as usize]);
            (vec![numbers(xs.clone())], rows(1, turned))
        })
        .collect();
    // Before the first test, between the rotation's halves, and before the next test.
    assert_eq!(check(text, &cases), 3);
}

/// An output that is written in pieces begins with zeros only if the pieces leave some of it out (DPIA-A-INIT).
#[test]
fn outputs_in_pieces() {
    let begins_with_zeros = |command: &str| {
        let text = format!("def main(n: nat, xs: n.i32, out: acc[(n + 3).i32]) = {command}");
        let written = entry(&text);
        let entry = dpia::INITIALISE
            .entry(&written, &Target::OPENCL)
            .expect("it is accepted");
        let size = |entry: &Entry| elder_dpia::print::entry(entry).matches(":=").count();
        let added = size(&entry) - size(&written);
        assert!(added <= 1);
        added == 1
    };
    let first = "parfor i < n into takeAcc(n)(out) as o { o := xs[i] }";
    let rest = "parfor i < 3 into dropAcc(n)(out) as o { o := 1 }";
    let two = "parfor i < 2 into takeAcc(2)(dropAcc(n)(out)) as o { o := 1 }";
    assert!(begins_with_zeros(first));
    assert!(begins_with_zeros(rest));
    assert!(!begins_with_zeros(&format!("{first} ; {rest}")));
    assert!(!begins_with_zeros(&format!("{rest} ; {first}")));
    assert!(begins_with_zeros(&format!("{first} ; {two}")));
    assert!(!begins_with_zeros(&format!(
        "{first} ; {two} ; parfor i < 1 into dropAcc(n + 2)(out) as o {{ o := 5 }}"
    )));
    assert!(!begins_with_zeros(&format!(
        "{first} ; dropAcc(n)(out)[2] := 1 ; dropAcc(n)(out)[0] := 2 ; dropAcc(n)(out)[1] := 3"
    )));
    // One branch leaves a piece out.
    assert!(begins_with_zeros(&format!(
        "{first} ; if nat@i32(n) > 2 {{ {rest} }} else {{ {two} }}"
    )));
}

/// In a block of two dimensions all items of a row write its element.  Parts of an array that cannot be one need no barrier between
/// them (DPIA-B-SEQ); what reads them all does, and so do parts that overlap.
#[test]
fn parts_of_a_block() {
    let barriers = |first: &str, second: &str| {
        let text = format!(
            "def main = fun(xs: 1.4.4.i32) fun(out: acc[1.4.4.i32])
              launch((4, 4), (4, 4)) {{ parforWorkgroup g < 1 into out as r {{ newLocal 4.i32 t {{
                {first};
                {second};
                parforLocal(1) i < 4 into r as p {{ parforLocal j < 4 into p as o {{ o := t.rd[3 - i] }} }} }} }} }}"
        );
        let cube = |values: Vec<i32>| {
            let (_, data) = numbers(values).into_parts();
            Value::new(vec![1, 4, 4], data).expect("a block")
        };
        let xs = (0..16).map(|k| k * 5 % 7).collect::<Vec<i32>>();
        let turned = (0..16).map(|k| xs[4 * (3 - k / 4)]).collect();
        check(&text, &[(vec![cube(xs.clone())], cube(turned))])
    };
    let first = "parforLocal(1) i < 2 into takeAcc(2)(t.wr) as o { o := xs[g][at(i)][0] }";
    let second = "parforLocal(1) i < 2 into dropAcc(2)(t.wr) as o { o := xs[g][2 + i][0] }";
    let overlapping = "parforLocal(1) i < 3 into dropAcc(1)(t.wr) as o { o := xs[g][1 + i][0] }";
    assert_eq!(barriers(first, second), 1);
    assert_eq!(barriers(second, first), 1);
    assert_eq!(barriers(first, overlapping), 2);
}

#[test]
fn a_tree_of_constant_length() {
    let step = |n: usize, inner: String| {
        format!(
            "partAt {n} in t{} as t{n} x{n} {{ parforLocal i < {n} in t{n} as w {{ w.wr := w.rd + x{n}.rd[i] }}{} }}",
            2 * n,
            if inner.is_empty() {
                inner
            } else {
                format!("; {inner}")
            }
        )
    };
    let steps = [1, 2, 4, 8]
        .into_iter()
        .fold(String::new(), |inner, n| step(n, inner));
    let text = format!(
        "def main = fun(xs: 2.16.i32) fun(out: acc[2.1.i32])
      launch((8), (16)) {{ parforWorkgroup g < 2 into out as r {{ newLocal 16.i32 t16 {{
        parforLocal i < 16 into t16.wr as p {{ p := xs[g][i] }};
        {steps};
        parforLocal j < 1 into r as o {{ o := t16.rd[0] }} }} }} }}"
    );
    // Item i adds element i + 8, which it has copied: after the copy none is needed.  The last sum is item 0's, and so is the result.
    assert_eq!(check(&text, &sums(2, [16])), 3);
}

#[test]
fn warps_and_lanes() {
    let text = "def main = fun(xs: 2.16.i32) fun(out: acc[2.16.i32])
      launch((8, 2), (16, 2)) { parforWorkgroup g < 2 into out as r { newLocal 2.8.i32 t {
        parforLocal(1) w < 2 into t.wr as row { parforLocal(0) l < 8 into row as p { p := xs[g][8 * w + l] } };
        parforLocal(1) w < 2 into r |> joinAcc(8) as row { parforLocal(0) l < 8 into row as o { o := t.rd[w][7 - l] } } } } }";
    let xs: Vec<i32> = (0..32).collect();
    let turned = xs
        .chunks(8)
        .flat_map(|c| c.iter().rev().copied())
        .collect::<Vec<_>>();
    assert_eq!(check(text, &[(vec![rows(2, xs.clone())], rows(2, turned))]), 1);
}

/// Numbers without a pattern.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// A command of a group over two areas of 16 numbers in local memory.
fn command(numbers: &mut Numbers, depth: usize) -> String {
    let (x, y) = if numbers.below(2) == 0 {
        ("s", "t")
    } else {
        ("t", "s")
    };
    let (d, e, c) = (numbers.below(16), numbers.below(16), 1 + 2 * numbers.below(4));
    let kinds = if depth == 0 { 5 } else { 8 };
    match numbers.below(kinds) {
        0 => {
            let n = 1 + numbers.below(8);
            let m = 16 - n;
            format!(
                "partAt {n} in {x} as lo hi {{ parforLocal i < {n} in lo as w {{ w.wr := w.rd + hi.rd[({c} * i + {d}) % {m}] }} }}"
            )
        }
        1 => format!("parforLocal i < 16 into {x}.wr as o {{ o := {y}.rd[({c} * i + {d}) % 16] - {e} }}"),
        2 => format!("parforLocal i < 16 in {x} as w {{ w.wr := w.rd * 3 + {y}.rd[i] }}"),
        3 => format!("{x}.wr[{d}] := {x}.rd[{e}] + 1"),
        4 => format!(
            "letSize k <= 8 = {x}.rd[{d}] % 9 {{ partAt 8 in {x} as lo hi {{ partAt k in lo as a b {{
               parforLocal i < k in a as w {{ w.wr := w.rd + hi.rd[at(i)] }};
               parforLocal i < 8 - k in b as w {{ w.wr := w.rd - {y}.rd[k + i] }} }} }} }}"
        ),
        5 => {
            let inner = command(numbers, depth - 1);
            format!("newPrivate i32 c {{ c.wr := 3; while c.rd > 0 {{ {inner}; c.wr := c.rd - 1 }} }}")
        }
        6 => {
            let (a, b) = (command(numbers, depth - 1), command(numbers, depth - 1));
            format!("if {x}.rd[{d}] % 2 == 0 {{ {a} }} else {{ {b} }}")
        }
        _ => {
            let (a, b) = (command(numbers, depth - 1), command(numbers, depth - 1));
            format!("for j < 2 {{ {a}; {b} }}")
        }
    }
}

/// A program of such commands, its input, and what it gives when one item after the other does its part of each loop.
fn case(seed: u64) -> (String, Value, Value) {
    let mut numbers = Numbers(seed);
    let commands: Vec<String> = (0..4).map(|_| command(&mut numbers, 2)).collect();
    let text = format!(
        "def main = fun(xs: 3.16.i32) fun(out: acc[3.16.i32])
      launch((4), (8)) {{ parforWorkgroup g < 3 into out as r {{ newLocal 16.i32 s {{ newLocal 16.i32 t {{
        parforLocal i < 16 into s.wr as o {{ o := xs[g][i] }};
        parforLocal i < 16 into t.wr as o {{ o := xs[g][15 - i] }};
        {};
        parforLocal i < 16 into r as o {{ o := s.rd[i] * 7 + t.rd[15 - i] }} }} }} }} }}",
        commands.join(";\n        ")
    );
    let xs = rows(3, (0..48).map(|i| (i * 31 + seed as i32) % 23));
    let options = Options {
        mode: Mode {
            groups: false,
            ..Mode::default()
        },
        ..Options::default()
    };
    let expected = run(&entry(&text), vec![xs.clone()], &options).results;
    let mut expected = expected.unwrap_or_else(|f| panic!("{text}: {f:#?}"));
    (text, xs, expected.remove(0))
}

/// The barriers that are put in suffice for any commands; as they are written, nearly all of these programs end in a race.
#[test]
fn commands_of_all_sorts() {
    let mut races = 0;
    for seed in 0..120 {
        let (text, xs, expected) = case(seed);
        races += u32::from(
            run(&entry(&text), vec![xs.clone()], &Options::default())
                .results
                .is_err(),
        );
        check(&text, &[(vec![xs], expected)]);
    }
    assert!(races > 100, "{races}");
}

/// The same as kernels: in C, or on the device that `ELDER_DEVICE` names (with the feature `elder-opencl/opencl`).
#[test]
fn kernels_of_commands() {
    let choice = match std::env::var("ELDER_DEVICE") {
        Ok(_) => Choice::from_environment(),
        Err(_) => Choice::C,
    };
    let machine = open(&choice).expect("a device");
    let target = match machine.dialect() {
        Dialect::OpenCl => Target::OPENCL,
        Dialect::OpenMp => Target::OpenMp,
    };
    let cases: Vec<_> = (0..40).map(case).collect();
    let plans = cases.iter().map(|(text, ..)| {
        let compiled = compile(&entry(text), &target).unwrap_or_else(|e| panic!("{text}: {e:#?}"));
        lower(&compiled, &[], &target).unwrap_or_else(|e| panic!("{text}: {e:#?}"))
    });
    let loaded = machine
        .load(plans.collect(), &BuildOptions::default())
        .unwrap_or_else(|e| panic!("{e}"));
    for (number, (text, xs, expected)) in cases.iter().enumerate() {
        let found = loaded
            .run(number, std::slice::from_ref(xs))
            .unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(found.values, std::slice::from_ref(expected), "{text}");
    }
}

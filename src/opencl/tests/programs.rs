//! Host programs: on the CPU by way of a C compiler, and on the devices of OpenCL where the runtime knows OpenCL.

mod host;
mod plans;

use elder_kernel::Size;
use elder_kernel::host::{Observed, Operand, Point, Program, Step};
use elder_kernel::make::assign;
use elder_kernel::plan::Misfit;
use elder_opencl::native::Native;
use elder_opencl::profile::Tally;
use elder_opencl::{
    BuildOptions, Choice, Error, Indexes, LoadedProgram, Machine, Outcome, list, open, open_watched,
};
use elder_syntax::prim::PrimValue;
use elder_syntax::value::Data;
use elder_syntax::{SourceId, Value};
use host::*;
use plans::{F32, f32s};

fn machines() -> Vec<Box<dyn Machine>> {
    let listed = list().unwrap();
    let all: Vec<_> = listed
        .iter()
        .map(|d| open(&Choice::Index(d.index)).unwrap())
        .collect();
    assert!(!all.is_empty(), "no C compiler");
    all
}

fn options() -> BuildOptions {
    BuildOptions {
        garbage: Some(0xa5),
        ..plans::checks::options()
    }
}

fn try_run(machine: &dyn Machine, point: Point, inputs: &[Value]) -> Result<Outcome, Error> {
    let name = point.name.clone();
    let loaded = machine.load_program(program(machine.dialect(), vec![point]), &options(), None)?;
    loaded.run(loaded.point(&name).unwrap(), inputs)
}

fn run(machine: &dyn Machine, point: Point, inputs: &[Value]) -> Vec<Value> {
    try_run(machine, point, inputs).unwrap().values
}

fn i64(x: i64) -> Value {
    Value::scalar(PrimValue::I64(x))
}

fn i32(x: i32) -> Value {
    Value::scalar(PrimValue::I32(x))
}

fn f32(x: f32) -> Value {
    Value::scalar(PrimValue::F32(x))
}

fn scaled(n: usize, by: f32) -> Value {
    Value::vector(f32s(n).iter().map(|x| x * by).collect())
}

#[test]
fn scalars_and_control() {
    for machine in machines() {
        for (start, steps) in [(1, 0), (2, 1), (27, 111)] {
            let truth = Value::scalar(PrimValue::Bool(false));
            assert_eq!(run(&*machine, collatz(), &[i64(start)]), [i64(steps), truth]);
        }
        assert_eq!(run(&*machine, quotient(), &[i32(-7), i32(2)]), [i32(-4)]);
    }
}

#[test]
fn what_fails_is_said() {
    for machine in machines() {
        let before = plans::TEST_EVEN.premises[0].refusals();
        for (a, b, message) in [(7, 0, "7 is divided by 0"), (100, 1, "100 is not below 100")] {
            let error = try_run(&*machine, quotient(), &[i32(a), i32(b)]).unwrap_err();
            let Error::Refused(diagnostic) = &error else {
                panic!("{error}")
            };
            assert_eq!(diagnostic.message, message);
            assert!(diagnostic.refusal.unwrap().is(&plans::TEST_EVEN, "even"));
            assert_eq!(diagnostic.span, plans::the_span());
        }
        assert!(plans::TEST_EVEN.premises[0].refusals() >= before + 2);
        // A kernel that notes a failure, and an entry that refuses its sizes.
        let error = try_run(&*machine, saxpy_of(FAILING), &plans::saxpy_inputs(5)).unwrap_err();
        let message = "-1 is the second, not 4294967301";
        assert!(
            matches!(&error, Error::Failed(failure) if failure.message() == message),
            "{error}"
        );
        let matrix =
            |rows, columns| Value::new(vec![rows, columns], Data::F32(f32s(rows * columns))).unwrap();
        let error = try_run(&*machine, shapes(), &[matrix(3, 5), matrix(5, 2)]).unwrap_err();
        assert!(
            matches!(&error, Error::Refused(d) if d.message.contains("even")),
            "{error}"
        );
        let values = run(&*machine, shapes(), &[matrix(4, 5), matrix(5, 2)]);
        assert_eq!(values, [plans::two_kernels_result(20)]);
    }
}

#[test]
fn inputs_have_the_types_and_shapes_of_parameters() {
    for machine in machines() {
        let matrix =
            |rows, columns| Value::new(vec![rows, columns], Data::F32(f32s(rows * columns))).unwrap();
        let refused = |inputs: &[Value], misfit: Misfit, expected: &str| {
            let error = try_run(&*machine, shapes(), inputs).unwrap_err();
            assert!(
                matches!(&error, Error::Input { of, span, .. } if *of == misfit && *span == plans::the_span())
            );
            assert_eq!(error.to_string(), expected);
        };
        let takes = "`shapes` takes 2 values and is given 1";
        refused(&[matrix(2, 2)], Misfit::Types, takes);
        let ty = "parameter `b` of `shapes` has type [k][2]f32 and is given a f32";
        refused(&[matrix(2, 2), f32(1.0)], Misfit::Types, ty);
        let size = "dimension 0 of `b` must be k = 4 and is 3";
        refused(&[matrix(2, 4), matrix(3, 2)], Misfit::Sizes, size);
        let larger = "dimension 0 of `b` must be k = 4 and is 5";
        refused(&[matrix(2, 4), matrix(5, 2)], Misfit::Sizes, larger);
        let constant = "dimension 1 of `b` must be 2 and is 4";
        refused(&[matrix(2, 3), matrix(3, 4)], Misfit::Sizes, constant);
    }
}

#[test]
fn loops_carry_blocks() {
    for machine in machines() {
        for point in [power, power_of_new_blocks] {
            for n in [0, 1, 1000] {
                for times in [-1, 0, 1, 2, 7] {
                    let values = run(&*machine, point(), &[Value::vector(f32s(n)), i64(times)]);
                    assert_eq!(values, [scaled(n, 2f32.powi(times.max(0) as i32))], "{n} {times}");
                }
            }
        }
    }
}

#[test]
fn what_is_dropped_is_used_again() {
    let device = Native::new().unwrap();
    for point in [power, power_of_new_blocks] {
        let name = point().name;
        let program = program(machine_dialect(&device), vec![point()]);
        let loaded = LoadedProgram::new(&device, program, &options(), None).unwrap();
        for _ in 0..3 {
            let outcome = loaded.run(&name, &[Value::vector(f32s(100)), i64(9)]).unwrap();
            assert_eq!(outcome.values, [scaled(100, 512.0)]);
            let names: Vec<&str> = outcome
                .profile
                .entries
                .iter()
                .map(|timed| timed.name.as_str())
                .collect();
            assert!(
                names.iter().filter(|name| **name == "twice").count() == 9,
                "{names:?}"
            );
            assert_eq!(loaded.pool().waiting(), 2, "{name}");
        }
    }
}

fn machine_dialect(device: &Native) -> elder_kernel::Dialect {
    Machine::dialect(device)
}

#[test]
fn a_session_is_launched_often() {
    for machine in machines() {
        let points = vec![power(), power_of_new_blocks()];
        let loaded = machine
            .load_program(program(machine.dialect(), points), &options(), None)
            .unwrap();
        for point in 0..2 {
            let mut session = loaded.start(point, &[Value::vector(f32s(100)), i64(3)]).unwrap();
            assert!(session.results().is_err());
            for _ in 0..3 {
                session.launch().unwrap();
                assert_eq!(session.results().unwrap(), [scaled(100, 8.0)]);
            }
        }
        assert!(loaded.point("nobody").is_none());
    }
}

/// Inputs are transferred before a launch and results behind it: what is used up is there again before the next one begins.
#[test]
fn a_watched_device_keeps_an_account() {
    for listed in list().unwrap() {
        let (machine, account) = open_watched(&Choice::Index(listed.index)).unwrap();
        let made = program(machine.dialect(), vec![power()]);
        let loaded = machine.load_program(made, &options(), None).unwrap();
        account.take();
        let mut session = loaded.start(0, &[Value::vector(f32s(100)), i64(3)]).unwrap();
        let of = |tally: Tally| (tally.calls, tally.bytes);
        assert_eq!(of(account.take().writes), (1, 400));
        for launch in 0..2 {
            session.ready().unwrap();
            let again = if launch == 0 { (0, 0) } else { (1, 400) };
            assert_eq!(of(account.take().writes), again, "{}", listed.name);
            let profile = session.launch().unwrap();
            let done = account.take();
            assert_eq!((done.writes, done.reads), Default::default(), "{}", listed.name);
            let twice: Vec<u64> = profile
                .entries
                .iter()
                .filter(|t| t.name == "twice")
                .map(|t| t.bytes)
                .collect();
            assert_eq!(twice, [800; 3]);
            assert_eq!(session.results().unwrap(), [scaled(100, 8.0)]);
            assert_eq!(of(account.take().reads), (1, 400));
        }
    }
}

/// What the step in front of it is shown to have left, every second element from the back.
fn shown() -> Point {
    let mut m = Making::default();
    let n = m.size("n");
    let xs = m.parameter("xs", F32, &[n.into()]);
    let out = m.alloc("out", F32, n);
    let observe = |m: &mut Making, name: &str, block| {
        m.step(Step::Observe(Box::new(Observed {
            name: name.into(),
            element: F32,
            block,
            offset: Operand::i64(3),
            dims: vec![(Operand::i64(2), Operand::i64(-2)), (Operand::i64(1), n.into())],
        })));
    };
    observe(&mut m, "xs.1", xs);
    m.step(run_entry(TWICE, &[], &[xs], &[out], &[]));
    observe(&mut m, "out.2", out);
    m.step(Step::Drop(xs));
    m.point("shown", &[n.into(), out.into()], &[(F32, 1)])
}

#[test]
fn arrays_are_shown_where_they_lie() {
    for machine in machines() {
        let all = try_run(&*machine, shown(), &[Value::vector(vec![1f32, 2.0, 3.0, 4.0])])
            .unwrap()
            .shown;
        let told: Vec<(&str, Option<&str>, &Value)> = all
            .iter()
            .map(|shown| (&*shown.name, shown.behind.as_deref(), &shown.value))
            .collect();
        let before = Value::new(vec![2, 1], Data::F32(vec![4.0, 2.0])).unwrap();
        let behind = Value::new(vec![2, 1], Data::F32(vec![8.0, 4.0])).unwrap();
        assert_eq!(told, [("xs.1", None, &before), ("out.2", Some("twice"), &behind)]);
        let beyond = try_run(&*machine, shown(), &[Value::vector(vec![1f32, 2.0, 3.0])]);
        assert!(matches!(beyond, Err(Error::Plan { .. })));
    }
}

#[test]
fn constants_are_computed_once_and_stay() {
    let text = "
constant count: i64
  let n: i64 = add_i64(2, 2)
  gives n

constant sevens: i64, block of i32
  use n: i64 = count
  alloc b: n of i32
  fill n of b@0 = 7i32
  gives n, b

point main(i: i64)
  use n: i64, b: block of i32 = sevens
  read x: i32 = b[i]
  drop b
  use m: i64, c: block of i32 = sevens
  result i32 in x
  result [m]i32 in c
";
    for machine in machines() {
        let read = elder_kernel::read::host::program(SourceId(0), text, &|_| None);
        let read = read.unwrap_or_else(|refused| panic!("{}", refused.message));
        elder_kernel::check::host::program(&read).unwrap();
        let program = Program {
            constants: read.constants,
            ..program(machine.dialect(), read.points)
        };
        let loaded = machine.load_program(program, &options(), None).unwrap();
        let point = loaded.point("main").unwrap();
        for (i, expected) in [(2, 1), (3, 0), (0, 0)] {
            let outcome = loaded.run(point, &[i64(i)]).unwrap();
            assert_eq!(outcome.values, [i32(7), Value::vector(vec![7; 4])]);
            let fills = outcome
                .profile
                .entries
                .iter()
                .filter(|timed| timed.name == "fill");
            assert_eq!(fills.count(), expected);
        }
    }
}

#[test]
fn parts_are_copied_filled_read_and_written() {
    for machine in machines() {
        for (n, k) in [(10, 4), (1, 1), (3, 0), (0, 0)] {
            let xs = f32s(n);
            let values = run(&*machine, parts(), &[Value::vector(xs.clone()), i64(k), f32(9.0)]);
            let last = xs.last().copied().unwrap_or(0.0);
            let mut expected = vec![9.0];
            expected.extend(&xs[..k as usize]);
            expected.extend([9.0, 0.5, last]);
            assert_eq!(values, [Value::vector(expected), f32(last)], "{n} {k}");
        }
    }
}

#[test]
fn no_elements_are_a_part_of_any_block() {
    let mut m = Making::default();
    let n = m.size("n");
    let xs = m.parameter("xs", F32, &[n.into()]);
    let behind = m.compute(elder_syntax::prim::BinOp::Add, I64, n, Operand::i64(7));
    let out = m.alloc("out", F32, n);
    let zero = Operand::i64(0);
    m.step(Step::Copy {
        from: xs,
        from_offset: zero,
        to: out,
        to_offset: zero,
        count: n.into(),
    });
    for offset in [Operand::i64(-1), behind.into()] {
        m.step(Step::Fill {
            block: out,
            offset,
            count: zero,
            value: Operand::Const(PrimValue::F32(0.5)),
        });
        m.step(Step::Copy {
            from: xs,
            from_offset: offset,
            to: out,
            to_offset: offset,
            count: zero,
        });
    }
    m.step(Step::Drop(xs));
    let point = m.point("none", &[n.into(), out.into()], &[(F32, 1)]);
    for machine in machines() {
        let given = run(&*machine, point.clone(), &[Value::vector(f32s(3))]);
        assert_eq!(given, [Value::vector(f32s(3))]);
    }
}

#[test]
fn entries_read_write_and_update_blocks() {
    for machine in machines() {
        for n in [0, 1, 300] {
            let values = run(&*machine, saxpy_of(SAXPY), &plans::saxpy_inputs(n));
            assert_eq!(values, [plans::saxpy_result(n), scaled(n, 3.0)]);
            let numbers = (0..2 * n).map(|i| i as f32 + 3.0).collect();
            let expected = Value::new(vec![n, 2], Data::F32(numbers)).unwrap();
            assert_eq!(run(&*machine, counting(), &[i64(n as i64)]), [expected]);
            for shared in [false, true] {
                let values = run(&*machine, swapping(shared), &[Value::vector(f32s(n))]);
                let expected = [scaled(n, 1.0), scaled(n, 32.0), scaled(n, 1.0), scaled(n, 2.0)];
                assert_eq!(values, expected, "{n} {shared}");
            }
        }
    }
}

#[test]
fn wide_indexes_are_used_where_they_are_needed() {
    for machine in machines() {
        // Kernels that double with narrow indexes and copy with wide ones; those are needed for 100 elements.
        let differing = || {
            let mut program = program(machine.dialect(), vec![power()]);
            let plan = &mut program.entries[TWICE].what;
            let mut wide = plan.clone();
            let copied = assign(plans::at("to"), plans::at("from"));
            wide.kernels[0].function.body = vec![plans::parallel(machine.dialect(), vec![copied])];
            wide.index = I64;
            plan.wide = Some(Box::new(wide));
            let many = Size::var("n") * Size::Const(i64::from(i32::MAX) / 99);
            plan.terms.add(many, plans::the_span());
            program
        };
        let cases = [
            (Indexes::AsNeeded, 99, 8.0),
            (Indexes::AsNeeded, 100, 1.0),
            (Indexes::Wide, 99, 1.0),
        ];
        for (indexes, n, factor) in cases {
            let options = BuildOptions { indexes, ..options() };
            let loaded = machine.load_program(differing(), &options, None).unwrap();
            let outcome = loaded.run(0, &[Value::vector(f32s(n)), i64(3)]).unwrap();
            assert_eq!(outcome.values, [scaled(n, factor)], "{n}");
        }
    }
}

#[test]
fn an_entry_is_prepared_anew_for_other_sizes() {
    for machine in machines() {
        let values = run(&*machine, growing(), &[i64(5)]);
        assert_eq!(values, [Value::vector(vec![0f32, 1.0, 2.0, 3.0])]);
    }
}

#[test]
fn what_is_not_written_is_garbage() {
    for machine in machines() {
        let nothing = wrong(|m, n, xs, out| {
            m.step(Step::Drop(xs));
            vec![n.into(), out.into()]
        });
        let garbage = f32::from_bits(0xa5a5_a5a5);
        assert_eq!(
            run(&*machine, nothing, &[Value::vector(f32s(3))]),
            [Value::vector(vec![garbage; 3])]
        );
    }
}

#[test]
fn memory_that_there_is_not_is_said() {
    for machine in machines() {
        let most = 1i64 << 50;
        let point = wrong(|m, n, xs, _| {
            m.alloc("enormous", F32, Operand::i64(most));
            vec![n.into(), xs.into()]
        });
        let error = try_run(&*machine, point, &[Value::vector(f32s(3))]).unwrap_err();
        assert!(
            matches!(&error, Error::OutOfMemory { bytes, .. } if *bytes == 4 << 50),
            "{error}"
        );
        let expected = "block `enormous` of `wrong` needs 4503599627370496 bytes";
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

#[test]
fn programs_that_contradict_themselves_are_refused() {
    let machine = Native::new().unwrap();
    let cases: Vec<(&str, Point)> = vec![
        (
            "gone",
            wrong(|m, n, xs, out| {
                m.step(Step::Drop(xs));
                m.step(run_entry(TWICE, &[], &[xs], &[out], &[]));
                vec![n.into(), out.into()]
            }),
        ),
        (
            "given twice",
            wrong(|_, n, xs, _| vec![n.into(), xs.into(), n.into(), xs.into()]),
        ),
        (
            "written and read",
            wrong(|m, n, xs, out| {
                let same = m.share("same", xs);
                m.step(run_entry(TWICE, &[], &[xs], &[same], &[]));
                vec![n.into(), out.into()]
            }),
        ),
        (
            "written where it is too short",
            wrong(|m, n, xs, _| {
                let short = m.compute(elder_syntax::prim::BinOp::Sub, I64, n, Operand::i64(1));
                let short = m.alloc("short", F32, short);
                m.step(run_entry(TWICE, &[], &[xs], &[short], &[]));
                vec![n.into(), short.into()]
            }),
        ),
        (
            "read behind the end",
            wrong(|m, n, xs, out| {
                let var = m.var("x");
                m.step(Step::Read {
                    var,
                    element: F32,
                    block: xs,
                    index: n.into(),
                });
                vec![n.into(), out.into()]
            }),
        ),
        (
            "copied behind the end",
            wrong(|m, n, xs, out| {
                let one = Operand::i64(1);
                m.step(Step::Copy {
                    from: xs,
                    from_offset: one,
                    to: out,
                    to_offset: one,
                    count: n.into(),
                });
                vec![n.into(), out.into()]
            }),
        ),
        (
            "of a negative size",
            wrong(|m, n, xs, _| {
                m.alloc("less", F32, Operand::i64(-1));
                vec![n.into(), xs.into()]
            }),
        ),
        (
            "filled with another type",
            wrong(|m, n, xs, _| {
                let zero = Operand::i64(0);
                m.step(Step::Fill {
                    block: xs,
                    offset: zero,
                    count: zero,
                    value: zero,
                });
                vec![n.into(), xs.into()]
            }),
        ),
        (
            "no entry",
            wrong(|m, n, xs, out| {
                m.step(run_entry(99, &[], &[xs], &[out], &[]));
                vec![n.into(), out.into()]
            }),
        ),
        (
            "too few arguments",
            wrong(|m, n, xs, out| {
                m.step(run_entry(SAXPY, &[], &[xs], &[out], &[]));
                vec![n.into(), out.into()]
            }),
        ),
        (
            "a longer result",
            wrong(|_, _, xs, _| vec![Operand::i64(4), xs.into()]),
        ),
    ];
    for (what, point) in cases {
        let error = try_run(&machine, point, &[Value::vector(f32s(3))]).unwrap_err();
        assert!(matches!(error, Error::Plan { .. }), "{what}: {error}");
    }
    // A plan that has not the interface of its entry.
    let mut program = program(machine_dialect(&machine), vec![]);
    program.entries[TWICE].interface.updates.push(F32);
    let error = LoadedProgram::new(&machine, program, &options(), None)
        .err()
        .unwrap();
    assert!(matches!(error, Error::Plan { .. }), "{error}");
}

#[cfg(feature = "opencl")]
#[test]
fn memory_is_used_as_it_may_be_under_oclgrind() {
    use elder_opencl::oclgrind;
    let this = std::env::current_exe().unwrap();
    let arguments = ["--ignored", "--exact", "child_all", "--test-threads=1"];
    let report = oclgrind::run(&this, &arguments).unwrap();
    // Where the host has written a part of a block, Oclgrind takes the rest for never written (docs/drivers.md).
    let kinds = report.findings.iter().map(|finding| finding.kind);
    let others = kinds
        .filter(|kind| *kind != oclgrind::Kind::Uninitialized)
        .count();
    assert!(
        others == 0 && report.output.status.success(),
        "{}",
        report.describe()
    );
}

#[cfg(feature = "opencl")]
#[test]
#[ignore = "run under Oclgrind by another test"]
fn child_all() {
    let device = open(&Choice::Default).unwrap();
    assert!(device.name().contains("Oclgrind"), "{}", device.name());
    let points = vec![
        power(),
        power_of_new_blocks(),
        parts(),
        saxpy_of(SAXPY),
        counting(),
        swapping(false),
        swapping(true),
    ];
    let options = plans::checks::options();
    let loaded = device
        .load_program(program(device.dialect(), points), &options, None)
        .unwrap();
    for n in [0, 10] {
        let xs = || Value::vector(f32s(n));
        let inputs = [
            vec![xs(), i64(3)],
            vec![xs(), i64(3)],
            vec![xs(), i64(n as i64), f32(1.0)],
            plans::saxpy_inputs(n),
            vec![i64(n as i64)],
            vec![xs()],
            vec![xs()],
        ];
        for (point, inputs) in inputs.iter().enumerate() {
            loaded.run(point, inputs).unwrap();
        }
        assert_eq!(loaded.run(0, &inputs[0]).unwrap().values, [scaled(n, 8.0)]);
    }
}

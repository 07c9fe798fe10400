//! What every device must do with the plans.

use super::*;
use elder_opencl::cache::Cache;
use elder_opencl::{BuildOptions, Error, Machine};

pub fn options() -> BuildOptions {
    BuildOptions {
        cache: Cache::none(),
        ..BuildOptions::default()
    }
}

pub fn run(machine: &dyn Machine, plan: Plan, inputs: &[Value]) -> Result<Vec<Value>, Error> {
    Ok(machine.load(vec![plan], &options())?.run(0, inputs)?.values)
}

/// Runs plans of every shape and compares what they give.
pub fn computes(machine: &dyn Machine) {
    let d = machine.dialect();
    for n in [0, 1, 1000] {
        let values = run(machine, saxpy(d), &saxpy_inputs(n)).unwrap();
        assert_eq!(values, [saxpy_result(n)], "saxpy of {n}");
    }
    let values = run(machine, two_kernels(d), &[Value::vector(f32s(1000))]).unwrap();
    assert_eq!(values, [two_kernels_result(1000)]);

    let times = Value::scalar(PrimValue::I64(3));
    let values = run(machine, doubling(d), &[Value::vector(f32s(77)), times]).unwrap();
    let expected: Vec<f32> = f32s(77).iter().map(|x| x * 32.0).collect();
    assert_eq!(values, [Value::vector(expected)]);

    let small: Vec<i8> = (0..100).map(|i| i - 50).collect();
    let values = run(
        machine,
        exchange(d),
        &[Value::vector(small.clone()), Value::vector(f32s(100))],
    )
    .unwrap();
    assert_eq!(values, [Value::vector(f32s(100)), Value::vector(small)]);
}

/// Several plans in one build do not know of each other, though their kernels have the same names.
pub fn batches(machine: &dyn Machine) {
    let d = machine.dialect();
    let mut other = saxpy(d);
    let body = prim(BinOp::Sub, at("xs"), at("ys"));
    other.kernels[0].function.body = vec![parallel(d, vec![assign(at("out"), body)])];
    let loaded = machine
        .load(vec![saxpy(d), other, two_kernels(d)], &options())
        .unwrap();
    let outcome = loaded.run(0, &saxpy_inputs(100)).unwrap();
    assert_eq!(outcome.values, [saxpy_result(100)]);
    let outcome = loaded.run(1, &saxpy_inputs(100)).unwrap();
    let expected = f32s(100)
        .iter()
        .zip(f32s(100).iter().rev())
        .map(|(x, y)| x - y)
        .collect();
    assert_eq!(outcome.values, [Value::vector::<f32>(expected)]);
    let outcome = loaded.run(2, &[Value::vector(f32s(100))]).unwrap();
    assert_eq!(outcome.values, [two_kernels_result(100)]);
    let names: Vec<&str> = outcome
        .profile
        .entries
        .iter()
        .map(|timed| timed.name.as_str())
        .collect();
    assert_eq!(names, ["square", "sums"]);
    assert!(outcome.profile.total() > 0);
}

/// What is wrong is said, with the place where it is.
pub fn refuses(machine: &dyn Machine) {
    let d = machine.dialect();
    let Error::Build(build) = run(machine, broken(d), &saxpy_inputs(4)).unwrap_err() else {
        panic!("not a build error");
    };
    assert!(build.complaint.as_ref().unwrap().contains("nowhere"), "{build:?}");
    assert!(
        (build.line.as_ref()).is_some_and(|(_, text)| text.contains("out[i] = nowhere;")),
        "{build:?}"
    );
    assert_eq!(build.span, Some(the_span()));

    let before = TEST_EVEN.premises[0].refusals();
    let error = run(machine, two_kernels(d), &[Value::vector(f32s(7))]).unwrap_err();
    let Error::Refused(diagnostic) = &error else {
        panic!("{error}")
    };
    assert_eq!(diagnostic.refusal.unwrap().id(), "TEST-EVEN");
    assert_eq!(diagnostic.span, the_span());
    assert!(diagnostic.notes[0].contains("they are 2 and 7"), "{diagnostic:?}");
    assert!(TEST_EVEN.premises[0].refusals() > before);

    let mut inputs = saxpy_inputs(10);
    inputs[2] = Value::vector(f32s(11));
    let error = run(machine, saxpy(d), &inputs).unwrap_err().to_string();
    assert_eq!(error, "dimension 0 of `ys` must be n = 10 and is 11");
    inputs[2] = Value::vector(vec![1i32; 10]);
    let error = run(machine, saxpy(d), &inputs).unwrap_err().to_string();
    assert_eq!(
        error,
        "parameter `ys` of `saxpy` has type [n]f32 and is given a [10]i32"
    );

    // More than any machine has, though the indices would reach.
    let mut plan = saxpy(d);
    plan.index = PrimType::I64;
    plan.add_buffer("enormous", scalar(F32), n() * Size::Const(1 << 50));
    let error = run(machine, plan, &saxpy_inputs(4)).unwrap_err();
    assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
    assert!(
        error
            .to_string()
            .starts_with("buffer `enormous` of `saxpy` needs 18014398509481984 bytes"),
        "{error}"
    );

    // More than 32-bit indices count.
    let mut plan = saxpy(d);
    plan.add_buffer("long", scalar(PrimType::I8), n() * Size::Const(1 << 29));
    let error = run(machine, plan, &saxpy_inputs(4)).unwrap_err();
    assert!(
        error.to_string().contains("count elements up to 2147483647 only"),
        "{error}"
    );

    // A kernel that notes a failure; a session forgets the last one.
    let loaded = machine.load(vec![failing(d)], &options()).unwrap();
    let mut session = loaded.start(0, &saxpy_inputs(5)).unwrap();
    for _ in 0..2 {
        let error = session.launch().unwrap_err();
        assert!(
            matches!(&error, Error::Failed(failure) if failure.message() == "-1 is the second, not 4294967301" && failure.site.span == the_span()),
            "{error}"
        );
    }

    // A plan that contradicts itself.
    let mut plan = saxpy(d);
    let Step::Launch(launch) = &mut plan.steps[0] else {
        panic!()
    };
    launch.arguments.pop();
    let error = run(machine, plan, &saxpy_inputs(4)).unwrap_err();
    assert!(matches!(error, Error::Plan { .. }), "{error}");
}

/// A second build of the same text comes from the cache; a damaged entry does not.
pub fn caches(machine: &dyn Machine, extra: &str) {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions {
        cache: Cache::at(folder.path()),
        extra: vec![extra.to_string()],
        ..BuildOptions::default()
    };
    let plan = || saxpy(machine.dialect());
    let first = machine.load(vec![plan()], &options).unwrap();
    assert!(!first.was_cached());
    let second = machine.load(vec![plan()], &options).unwrap();
    assert!(second.was_cached());
    assert_eq!(
        second.run(0, &saxpy_inputs(50)).unwrap().values,
        [saxpy_result(50)]
    );
    let other = BuildOptions {
        extra: vec![extra.to_string() + "1"],
        ..options
    };
    assert!(!machine.load(vec![plan()], &other).unwrap().was_cached());
}

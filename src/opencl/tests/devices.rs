//! The devices of OpenCL.  Without any, these tests fail: they are the proof that the runtime works.

mod plans;

use elder_kernel::c::{BinaryOp, WorkItem};
use elder_kernel::make::{binary, if_then, int, work_item};
use elder_kernel::plan::{Argument, Plan, Step};
use elder_kernel::{Dialect, Size};
use elder_opencl::oclgrind::{self, Kind};
use elder_opencl::{Choice, Error, Machine, list, open};
use elder_syntax::Value;
use elder_syntax::prim::PrimType;
use plans::checks;

/// All devices of OpenCL.
fn devices() -> Vec<Box<dyn Machine>> {
    let listed = list().unwrap();
    let devices: Vec<_> = listed.iter().filter(|d| !d.platform.is_empty()).collect();
    assert!(!devices.is_empty(), "no OpenCL device: install pocl-opencl-icd");
    devices
        .iter()
        .map(|d| open(&Choice::Index(d.index)).unwrap())
        .collect()
}

#[test]
fn they_compute() {
    for device in devices() {
        checks::computes(&*device);
        for n in [64, 640] {
            let values =
                checks::run(&*device, plans::reverse(true), &[Value::vector(plans::f32s(n))]).unwrap();
            assert_eq!(values, [plans::reverse_result(n)], "{}", device.name());
        }
    }
}

#[test]
fn several_plans_are_compiled_at_once() {
    for device in devices() {
        checks::batches(&*device);
    }
}

#[test]
fn what_is_wrong_is_said() {
    for device in devices() {
        checks::refuses(&*device);
    }
}

#[test]
fn compiled_kernels_are_kept() {
    for device in devices() {
        checks::caches(&*device, "-DTEST=");
    }
}

#[test]
fn limits_are_checked_before_a_launch() {
    for device in devices() {
        let inputs = [Value::vector(plans::f32s(64))];
        let mut plan = plans::reverse(true);
        let Step::Launch(launch) = &mut plan.steps[0] else {
            panic!()
        };
        let Argument::Local { count, .. } = &mut launch.arguments[2] else {
            panic!()
        };
        *count = Size::Const(1 << 40);
        let error = checks::run(&*device, plan, &inputs).unwrap_err();
        assert!(matches!(error, Error::Limit { .. }), "{error}");
        assert!(error.to_string().contains("bytes of local memory"), "{error}");

        let mut plan = plans::saxpy(device.dialect());
        let Step::Launch(launch) = &mut plan.steps[0] else {
            panic!()
        };
        launch.global[0] = Size::Const(1 << 20);
        launch.local = Some([Size::Const(1 << 20), Size::Const(1), Size::Const(1)]);
        let error = checks::run(&*device, plan, &plans::saxpy_inputs(4)).unwrap_err();
        assert!(
            error.to_string().contains("1048576 work-items in a group"),
            "{error}"
        );
    }
}

#[test]
fn a_session_is_launched_often() {
    for device in devices() {
        let loaded = device
            .load(vec![plans::saxpy(device.dialect())], &checks::options())
            .unwrap();
        let mut session = loaded.start(0, &plans::saxpy_inputs(1000)).unwrap();
        for _ in 0..5 {
            let profile = session.launch().unwrap();
            assert_eq!(profile.entries.len(), 1);
            assert!(profile.total() > 0, "{}", device.name());
        }
        assert_eq!(session.results().unwrap(), [plans::saxpy_result(1000)]);
    }
}

/// Runs a test of this file under Oclgrind.
fn under_oclgrind(test: &str) -> oclgrind::Report {
    let this = std::env::current_exe().unwrap();
    oclgrind::run(&this, &["--ignored", "--exact", test, "--test-threads=1"]).unwrap()
}

#[test]
fn oclgrind_passes_what_is_right() {
    let clean = under_oclgrind("child_right");
    assert!(clean.is_clean(), "{}", clean.describe());
}

#[test]
fn oclgrind_finds_what_is_wrong() {
    let children = [
        ("child_race", Kind::Race, "reverse"),
        ("child_uninitialized", Kind::Uninitialized, "sums"),
        ("child_bounds", Kind::Bounds, "saxpy"),
        ("child_divergence", Kind::Divergence, "reverse"),
    ];
    for (child, kind, kernel) in children {
        let report = under_oclgrind(child);
        let found = report.findings.iter().find(|f| f.kind == kind);
        let found = found.unwrap_or_else(|| panic!("{child}: {}", report.describe()));
        if let Some(name) = &found.kernel {
            assert!(name.ends_with(kernel), "{}", report.describe());
        }
    }
}

/// Runs a plan, in a process that runs under Oclgrind.
fn child(plan: Plan, inputs: &[Value]) -> Vec<Value> {
    let device = open(&Choice::Default).unwrap();
    assert!(device.name().contains("Oclgrind"), "{}", device.name());
    checks::run(&*device, plan, inputs).unwrap()
}

#[test]
#[ignore = "run under Oclgrind by another test"]
fn child_right() {
    let device = open(&Choice::Default).unwrap();
    checks::computes(&*device);
    checks::batches(&*device);
    let values = child(plans::reverse(true), &[Value::vector(plans::f32s(128))]);
    assert_eq!(values, [plans::reverse_result(128)]);
}

#[test]
#[ignore = "run under Oclgrind by another test"]
fn child_race() {
    child(plans::reverse(false), &[Value::vector(plans::f32s(128))]);
}

/// The second kernel reads what the first one should have written.
#[test]
#[ignore = "run under Oclgrind by another test"]
fn child_uninitialized() {
    let mut plan = plans::two_kernels(Dialect::OpenCl);
    plan.steps.remove(0);
    child(plan, &[Value::vector(plans::f32s(128))]);
}

/// The kernel is told of more elements than there are.
#[test]
#[ignore = "run under Oclgrind by another test"]
fn child_bounds() {
    let mut plan = plans::saxpy(Dialect::OpenCl);
    let Step::Launch(launch) = &mut plan.steps[0] else {
        panic!()
    };
    launch.arguments[4] = Argument::Size(Size::var("n") + Size::Const(1), PrimType::I32);
    child(plan, &plans::saxpy_inputs(100));
}

/// Half of the work-items do not come to the barrier.
#[test]
#[ignore = "run under Oclgrind by another test"]
fn child_divergence() {
    let mut plan = plans::reverse(true);
    let body = &mut plan.kernels[0].function.body;
    let condition = binary(BinaryOp::Lt, work_item(WorkItem::LocalId, 0), int(32));
    *body = vec![if_then(condition, std::mem::take(body))];
    child(plan, &[Value::vector(plans::f32s(128))]);
}

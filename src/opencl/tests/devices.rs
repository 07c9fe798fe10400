//! The devices of OpenCL.  Without any, these tests fail: they are the proof that the runtime works.

mod plans;

use elder_kernel::Size;
use elder_kernel::plan::{Argument, Step};
use elder_opencl::oclgrind::{self, Kind};
use elder_opencl::{Choice, Error, Machine, list, open};
use elder_syntax::Value;
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
fn oclgrind_finds_a_race_and_passes_what_has_none() {
    let clean = under_oclgrind("child_without_race");
    assert!(clean.is_clean(), "{}", clean.describe());
    let racy = under_oclgrind("child_with_race");
    assert!(racy.output.status.success(), "{}", racy.describe());
    let races: Vec<_> = racy.findings.iter().filter(|f| f.kind == Kind::Race).collect();
    assert!(!races.is_empty(), "{}", racy.describe());
    assert_eq!(races[0].kernel.as_deref(), Some("reverse"), "{}", racy.describe());
}

fn child(with_barrier: bool) {
    let device = open(&Choice::Default).unwrap();
    assert!(device.name().contains("Oclgrind"), "{}", device.name());
    let inputs = [Value::vector(plans::f32s(128))];
    checks::run(&*device, plans::reverse(with_barrier), &inputs).unwrap();
    if with_barrier {
        checks::computes(&*device);
        checks::batches(&*device);
    }
}

#[test]
#[ignore = "run under Oclgrind by another test"]
fn child_without_race() {
    child(true);
}

#[test]
#[ignore = "run under Oclgrind by another test"]
fn child_with_race() {
    child(false);
}

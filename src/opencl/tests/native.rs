//! The CPU by way of a C compiler.

mod plans;

use elder_opencl::native::Native;
use plans::checks;

#[test]
fn it_computes() {
    checks::computes(&Native::new().unwrap());
}

#[test]
fn several_plans_are_compiled_at_once() {
    checks::batches(&Native::new().unwrap());
}

#[test]
fn what_is_wrong_is_said() {
    checks::refuses(&Native::new().unwrap());
}

#[test]
fn compiled_kernels_are_kept() {
    checks::caches(&Native::new().unwrap(), "-DTEST=");
}

#[test]
fn kernels_for_work_items_are_refused() {
    let error = checks::run(
        &Native::new().unwrap(),
        plans::reverse(true),
        &[elder_syntax::Value::vector(plans::f32s(64))],
    )
    .unwrap_err();
    // The C compiler does not know the functions of work-items.
    assert!(matches!(error, elder_opencl::Error::Build(_)), "{error}");
}

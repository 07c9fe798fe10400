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

#[test]
fn plans_have_a_text() {
    let text = plans::doubling(elder_kernel::Dialect::OpenMp).to_string();
    let expected = "plan doubling
  takes xs: [n]f32 in a
  takes times: i64
  size n = dimension 0 of xs
  size times = times
  buffer a: n of f32
  buffer b: n of f32
  buffer flag: 1 of i32
  for k < times
    launch twice(b, a, n) on 64
    swap a and b
  fill flag with 2i32
  while flag[0]
    launch twice(b, a, n) on 64
    swap a and b
    launch decrease(flag) on 1
  copy a to b
  gives [n]f32 in b
";
    assert_eq!(text, expected);
    let text = plans::two_kernels(elder_kernel::Dialect::OpenMp).to_string();
    assert!(text.contains("  check 2 divides n (TEST-EVEN/even)\n"), "{text}");
}

/// title: Subnormal numbers
/// global: 4
/// local: 4
/// arg x: f32[4] = 1e-40 1e-45 1.2e-38 -1e-41
/// arg product: f32[4] = 7
/// arg exponential: f32[4] = 7
/// arg root: f32[4] = 7
/// arg is_zero: i32[4] = 7
/// show: product exponential root is_zero
/// verdict: defined
/// rule: none on these devices; -cl-denorms-are-zero is never given
/// expect: product = 4.99997305e-41 0 5.99999989e-39 -4.99983292e-42; exponential = 3.78350585e-44 3.78350585e-44 3.78350585e-44 3.78350585e-44; root = 9.99997303e-21 3.74339207e-23 1.09544511e-19 3.16222485e-21; is_zero = 0 0 0 0
__kernel void denormals(__global const float *x, __global float *product, __global float *exponential, __global float *root, __global int *is_zero)
{
    int i = get_global_id(0);
    product[i] = x[i] * 0.5f;
    exponential[i] = exp(-100.0f + x[i]);
    root[i] = sqrt(fabs(x[i]));
    is_zero[i] = x[i] == 0.0f;
}

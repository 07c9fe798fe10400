/// title: Subnormal numbers
/// global: 4
/// local: 4
/// arg x: f32[4] = 1e-40 1e-45 1.2e-38 -1e-41
/// arg product: f32[4] = 7
/// arg exponential: f32[4] = 7
/// arg root: f32[4] = 7
/// arg is_zero: i32[4] = 7
/// show: product exponential root is_zero
__kernel void denormals(__global const float *x, __global float *product, __global float *exponential, __global float *root, __global int *is_zero)
{
    int i = get_global_id(0);
    product[i] = x[i] * 0.5f;
    exponential[i] = exp(-100.0f + x[i]);
    root[i] = sqrt(fabs(x[i]));
    is_zero[i] = x[i] == 0.0f;
}

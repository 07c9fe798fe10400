/// title: Minimum and maximum of NaN and of signed zeros
/// global: 4
/// local: 4
/// arg a: f32[4] = nan 1 nan -0
/// arg b: f32[4] = 1 nan nan 0
/// arg least: f32[4] = 7
/// arg greatest: f32[4] = 7
/// arg common: f32[4] = 7
/// arg compared: f32[4] = 7
/// arg sign: i32[4] = 7
/// show: least greatest common compared sign
/// verdict: unspecified
/// rule: minima of floats where the sign of zero counts are written as comparisons
/// expect: least = 1 1 nan -0; greatest = 1 1 nan -0; common = 1 nan nan 0; compared = 1 nan nan 0; sign = 0 0 0 3
/// pocl: least = 1 1 nan 0; greatest = 1 1 nan 0; common = 1 nan nan 0; compared = 1 nan nan 0; sign = 0 0 0 0
__kernel void extremes(__global const float *a, __global const float *b, __global float *least, __global float *greatest,
                       __global float *common, __global float *compared, __global int *sign)
{
    int i = get_global_id(0);
    least[i] = fmin(a[i], b[i]);
    greatest[i] = fmax(a[i], b[i]);
    common[i] = min(a[i], b[i]);
    compared[i] = a[i] < b[i] ? a[i] : b[i];
    sign[i] = signbit(fmin(a[i], b[i])) + 2 * signbit(fmax(a[i], b[i]));
}

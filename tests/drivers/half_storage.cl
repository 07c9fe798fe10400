/// title: Half only as storage
/// global: 8
/// local: 8
/// arg x: f32[8] = 1.0004883 65519 65520 6e-8 2.9e-8 nan -0 1e-30
/// arg stored: u16[8] = 0
/// arg back: f32[8] = 0
/// show: stored back
/// verdict: unspecified
/// rule: NaNs are compared as NaNs, not by bits
/// expect: stored = 15360 31743 31744 1 0 32256 32768 0; back = 1 65504 inf 5.96046448e-08 0 nan -0 0
/// pocl: stored = 15360 31743 31744 1 0 32767 32768 0; back = 1 65504 inf 5.96046448e-08 0 nan -0 0
__kernel void halves(__global const float *x, __global half *stored, __global float *back)
{
    int i = get_global_id(0);
    vstore_half_rte(x[i], i, stored);
    back[i] = vload_half(i, stored);
}

/// title: Half only as storage
/// global: 8
/// local: 8
/// arg x: f32[8] = 1.0004883 65519 65520 6e-8 2.9e-8 nan -0 1e-30
/// arg stored: u16[8] = 0
/// arg back: f32[8] = 0
/// show: stored back
__kernel void halves(__global const float *x, __global half *stored, __global float *back)
{
    int i = get_global_id(0);
    vstore_half_rte(x[i], i, stored);
    back[i] = vload_half(i, stored);
}

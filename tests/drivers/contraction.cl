/// title: A product and a sum, written so that contraction shows
/// global: 4
/// local: 4
/// arg a: f32[4] = 1.0000001 16777217 0.1 3
/// arg b: f32[4] = 1.0000001 3 10 0.33333334
/// arg c: f32[4] = -1.0000002 -50331648 -1 -1
/// arg plain: f32[4] = 0
/// arg off: f32[4] = 0
/// arg fused: f32[4] = 0
/// show: plain off fused
/// verdict: unspecified
/// rule: every file begins with FP_CONTRACT OFF unless a pass declares contraction; fma is written where it is meant
/// expect: plain = 1.42108547e-14 0 1.49011612e-08 2.98023224e-08; off = 0 0 0 0; fused = 1.42108547e-14 0 1.49011612e-08 2.98023224e-08
float off_mad(float a, float b, float c)
{
#pragma OPENCL FP_CONTRACT OFF
    return a * b + c;
}
__kernel void contract(__global const float *a, __global const float *b, __global const float *c, __global float *plain,
                       __global float *off, __global float *fused)
{
    int i = get_global_id(0);
    plain[i] = a[i] * b[i] + c[i];
    off[i] = off_mad(a[i], b[i], c[i]);
    fused[i] = fma(a[i], b[i], c[i]);
}

/// title: As contraction, with the pragma at the top of the file
/// global: 4
/// local: 4
/// arg a: f32[4] = 1.0000001 16777217 0.1 3
/// arg b: f32[4] = 1.0000001 3 10 0.33333334
/// arg c: f32[4] = -1.0000002 -50331648 -1 -1
/// arg plain: f32[4] = 0
/// arg difference: f32[4] = 0
/// show: plain difference
/// verdict: defined
/// rule: every file begins with FP_CONTRACT OFF
/// expect: plain = 0 0 0 0; difference = 0 2.81474977e+14 -99.9899979 8.88888931
#pragma OPENCL FP_CONTRACT OFF
__kernel void contract(__global const float *a, __global const float *b, __global const float *c, __global float *plain,
                       __global float *difference)
{
    int i = get_global_id(0);
    plain[i] = a[i] * b[i] + c[i];
    difference[i] = a[i] * a[i] - b[i] * b[i];
}

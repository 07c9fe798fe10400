/// title: Arithmetic on half
/// global: 2
/// local: 2
/// arg x: u16[2] = 0x3c01 0x7bff
/// arg out: u16[2] = 0
/// show: out
/// verdict: optional
/// rule: half is storage; arithmetic on it only where cl_khr_fp16 is reported, otherwise in float
/// expect: out = 15874 31744
/// pocl: failed: clBuildProgram -11
/// oclgrind: crash
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void halves(__global const half *x, __global half *out)
{
    int i = get_global_id(0);
    out[i] = x[i] * (half)1.5f;
}

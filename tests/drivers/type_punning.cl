/// title: A float read through a pointer to int
/// global: 1
/// local: 1
/// arg x: f32[1] = 1.0
/// arg out: i32[2] = 0
/// show: out
/// verdict: undefined
/// rule: bits are reinterpreted by as_T; an allocation keeps one element type, or is carved into distinct ones
/// expect: out = 7 1073741824
int punned(__global float *f, __global int *i) { *i = 7; *f = 2.0f; return *i; }
__kernel void pun(__global float *x, __global int *out)
{
    out[0] = punned(x, (__global int *)x);
    out[1] = as_int(x[0]);
}

/// title: Integer division by zero
/// global: 4
/// local: 4
/// arg a: i32[4] = 7 -7 0 5
/// arg b: i32[4] = 0 0 0 2
/// arg out: i32[4] = -1
/// show: out
/// verdict: unspecified
/// rule: division by zero is guarded
/// expect: out = 7 -7 0 2
/// oclgrind: out = 0 0 0 2
__kernel void divide(__global const int *a, __global const int *b, __global int *out)
{
    int i = get_global_id(0);
    out[i] = a[i] / b[i];
}

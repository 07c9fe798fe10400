/// title: Integer division in a branch that excludes zero
/// global: 8
/// local: 8
/// arg a: i32[8] = 7 8 9 10 11 12 13 14
/// arg b: i32[8] = 0 1 2 0 3 4 0 5
/// arg out: i32[8] = 77
/// show: out
/// verdict: defined
/// rule: a branch is a guard too
/// expect: out = 0 8 4 0 3 3 0 2
__kernel void divide(__global const int *a, __global const int *b, __global int *out)
{
    int i = get_global_id(0);
    if (b[i] != 0) out[i] = a[i] / b[i];
    else out[i] = 0;
}

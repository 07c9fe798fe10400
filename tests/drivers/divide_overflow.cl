/// title: The least integer divided by minus one
/// global: 4
/// local: 4
/// arg a: i32[4] = -2147483648 -2147483648 -2147483648 7
/// arg b: i32[4] = -1 -1 -1 -1
/// arg out: i32[4] = 1
/// show: out
/// verdict: unspecified
/// rule: the least integer by minus one is guarded
/// expect: out = -2147483648 -2147483648 -2147483648 -7
__kernel void divide(__global const int *a, __global const int *b, __global int *out)
{
    int i = get_global_id(0);
    out[i] = a[i] / b[i];
}

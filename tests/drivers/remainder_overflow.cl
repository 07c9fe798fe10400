/// title: The remainder of the least 64-bit integer by minus one
/// global: 4
/// local: 4
/// arg a: i64[4] = -9223372036854775808 7
/// arg b: i64[4] = -1 -1
/// arg out: i64[4] = 1
/// show: out
/// verdict: unspecified
/// rule: the least integer by minus one is guarded
/// expect: out = 0 0 0 0
/// pocl: out = -1 0 0 0
__kernel void divide(__global const long *a, __global const long *b, __global long *out)
{
    int i = get_global_id(0);
    out[i] = a[i] % b[i];
}

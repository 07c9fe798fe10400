/// title: vload and vstore at addresses aligned to the element only
/// global: 4
/// local: 4
/// arg in: i32[32] = iota
/// arg out: i32[32] = -1
/// show: out
/// verdict: defined
/// rule: vectors are loaded by vload and stored by vstore
/// expect: out = -1 -1 -1 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
__kernel void load(__global const int *in, __global int *out)
{
    int i = get_global_id(0);
    vstore4(vload4(i, in + 1) * 2, i, out + 3);
}

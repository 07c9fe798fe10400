/// title: A pointer to a vector that is not aligned to it
/// global: 4
/// local: 4
/// arg in: i32[32] = iota
/// arg out: i32[40] = -1
/// show: out
/// verdict: undefined
/// rule: pointers are never cast to pointers to vectors unless the alignment is known
/// expect: out = -1 -1 -1 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 42 44 46 48 2 4 6 8 10 12 14 16 -1 -1 -1 -1 -1
/// pocl: crash
/// reports: alignment
__kernel void load(__global const int *in, __global int *out)
{
    int i = get_global_id(0);
    ((__global int8 *)(out + 3))[i] = ((__global const int8 *)(in + 1))[i % 3] * 2;
}

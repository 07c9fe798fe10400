/// title: A barrier that only some work-items of the group reach
/// global: 8
/// local: 8
/// arg n: i32 5
/// arg out: i32[8] = -1
/// show: out
/// verdict: undefined
/// rule: no barrier in divergent control
/// expect: out = -1 -1 -1 -1 -1 -1 -1 -1
/// pocl: crash
/// intel without AVX-512: out = 4 3 2 1 0 -1 -1 -1
/// oclgrind: out = 4 3 2 1 0 -1 -1 -1
/// reports: divergence
__kernel void shift(int n, __global int *out)
{
    __local int a[8];
    int id = get_local_id(0);
    a[id] = id;
    if (id < n) {
        barrier(CLK_LOCAL_MEM_FENCE);
        out[id] = a[n - 1 - id];
    }
}

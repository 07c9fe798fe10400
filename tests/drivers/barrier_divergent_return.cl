/// title: A barrier after some work-items of the group have returned
/// global: 8
/// local: 8
/// arg n: i32 5
/// arg out: i32[8] = -1
/// show: out
/// verdict: undefined
/// rule: no work-item returns before a barrier that others of its group reach
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
    if (id >= n) return;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[id] = a[n - 1 - id];
}

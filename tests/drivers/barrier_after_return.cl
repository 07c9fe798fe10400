/// title: A barrier after whole groups have returned
/// global: 16
/// local: 8
/// arg last: i32 1
/// arg out: i32[16] = -1
/// show: out
/// verdict: defined
/// rule: whole groups may return before a barrier
/// expect: out = 7 6 5 4 3 2 1 0 -1 -1 -1 -1 -1 -1 -1 -1
__kernel void shift(int last, __global int *out)
{
    __local int a[8];
    int id = get_local_id(0);
    if (get_group_id(0) >= last) return;
    a[id] = id;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = a[7 - id];
}

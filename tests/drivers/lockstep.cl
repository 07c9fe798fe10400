/// title: A reduction in local memory without barriers, as written for devices whose work-items go in step
/// global: 8
/// local: 8
/// arg out: i32[1] = -1
/// show: out
/// verdict: undefined
/// rule: no assumption about the width of a warp
/// expect: out = 11
/// intel without AVX-512: out = 36
/// reports: race
__kernel void sum(__global int *out)
{
    volatile __local int a[16];
    int id = get_local_id(0);
    a[id] = id + 1; a[id + 8] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[id] += a[id + 4];
    a[id] += a[id + 2];
    a[id] += a[id + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == 0) out[0] = a[0];
}

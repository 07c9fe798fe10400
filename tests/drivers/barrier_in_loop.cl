/// title: As barrier_in_branch, in a loop instead of a branch
/// global: 8
/// local: 8
/// arg shared: local 64
/// arg n: i32 2
/// arg in: i32[2] = 3 4
/// arg counter: i32[2] = 0
/// show: counter
/// verdict: defined
/// rule: barriers may stand in loops with the same trips for all work-items of a group
/// expect: counter = 2 14
__kernel void branch(__local int *shared, int n, __global const int *in, volatile __global int *counter)
{
    int id = get_local_id(0), x = 0;
    if (id == 0) shared[0] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < n; k++) {
        if (id == 0) atomic_add(counter, 1);
        for (int i = 0; i < n; i++) x += in[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id == 0) shared[1] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id == 7) counter[1] = shared[1];
    }
}

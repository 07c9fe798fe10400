/// title: A reduction in which the last group combines the partial results, a barrier before the counter is reset
/// global: 32
/// local: 8
/// launches: 3
/// arg shared: local 64
/// arg n: i32 100
/// arg groups: i32 4
/// arg in: i32[100] = iota
/// arg out: i32[1] = -7
/// arg counter: i32[1] = 0
/// arg partial: i32[4] = 0
/// show: out counter
/// verdict: defect
/// rule: no barrier stands in a branch; what only some groups do is guarded statement by statement
/// expect: out = 4950; counter = 0
/// pocl: out = 4950; counter = 12
/// reports: race
//
// Every group adds its part, and the group that raises the counter last adds the parts.  It first takes the counter back to zero, for the
// next launch.  `flag` is read by all and written again by nobody, so every work-item of a group takes the same branch.
__kernel void sum(__local int *shared, int n, int groups, __global const int *in, __global int *out,
                  volatile __global int *counter, __global int *partial)
{
    __local int *flag = shared + 8;
    int id = get_local_id(0), size = get_local_size(0);
    int acc = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) acc += in[i];
    shared[id] = acc;
    for (int s = 1; s < size; s *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((id & (2 * s - 1)) == 0) { acc += shared[id + s]; shared[id] = acc; }
    }
    if (id == 0) {
        partial[get_group_id(0)] = acc;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        flag[0] = atomic_add(counter, 1) == groups - 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (flag[0]) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id == 0) atomic_add(counter, -groups);
        acc = 0;
        for (int i = id; i < groups; i += size) acc += partial[i];
        shared[id] = acc;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int s = 1; s < size; s *= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if ((id & (2 * s - 1)) == 0) { acc += shared[id + s]; shared[id] = acc; }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id == 0) out[0] = acc;
    }
}

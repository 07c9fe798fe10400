/// title: As barrier_in_branch, the branch taken apart: each statement guarded, no barrier in a branch
/// global: 8
/// local: 8
/// arg shared: local 64
/// arg n: i32 2
/// arg in: i32[2] = 3 4
/// arg counter: i32[2] = 0
/// show: counter
/// verdict: defined
/// rule: no barrier stands in a branch; what only some groups do is guarded statement by statement
/// expect: counter = 1 7
__kernel void branch(__local int *shared, int n, __global const int *in, volatile __global int *counter)
{
    int id = get_local_id(0), x = 0;
    if (id == 0) shared[0] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    bool taken = n > 0;
    if (taken && id == 0) atomic_add(counter, 1);
    if (taken) for (int i = 0; i < n; i++) x += in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (taken && id == 0) shared[1] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (taken && id == 7) counter[1] = shared[1];
}

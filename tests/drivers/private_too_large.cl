/// title: Private arrays of 16 KiB in each of 4096 work-items, alive across a barrier
/// global: 4096
/// local: 4096
/// arg n: i32 4096
/// arg out: i32[4] = -1
/// show: out
/// verdict: resources
/// rule: private arrays times work-items stay below a limit on CPUs
/// expect: out = 4095 4095 4095 4095
/// pocl: crash
/// oclgrind: failed: clEnqueueNDRangeKernel -55
__kernel void large(int n, __global int *out)
{
    int a[4096];
    int id = get_local_id(0);
    for (int i = 0; i < n; i++) a[i] = id + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < 4) out[id] = a[n - 1 - id];
}

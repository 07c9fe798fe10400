/// title: More local memory than the device has
/// global: 8
/// local: 8
/// arg shared: local 134217728
/// arg out: i32[8] = -1
/// show: out
/// verdict: resources
/// rule: local memory is compared with the device's limit before a launch
/// expect: failed: clEnqueueNDRangeKernel -5
/// pocl: crash
__kernel void large(__local int *shared, __global int *out)
{
    int id = get_local_id(0);
    shared[id * 4194304] = id;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[id] = shared[(7 - id) * 4194304];
}

/// title: A range that the group size does not divide
/// global: 10
/// local: 4
/// arg out: i32[12] = -1
/// show: out
/// verdict: resources
/// rule: ranges are rounded up to whole groups and guarded
/// expect: failed: clEnqueueNDRangeKernel -54
__kernel void sizes(__global int *out) { out[get_global_id(0)] = get_local_size(0); }

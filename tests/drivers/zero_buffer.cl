/// title: A buffer of no bytes
/// global: 1
/// local: 1
/// arg a: i32[0] = 0
/// arg out: i32[1] = 3
/// show: out
/// verdict: resources
/// rule: empty buffers are allocated with one byte
/// expect: failed: clCreateBuffer -61
__kernel void nothing(__global int *a, __global int *out) { out[0] = 4; }

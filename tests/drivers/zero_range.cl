/// title: A range of no work-items
/// global: 0
/// local: 1
/// arg out: i32[1] = 3
/// show: out
__kernel void nothing(__global int *out) { out[0] = 4; }

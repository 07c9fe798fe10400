/// title: A range of no work-items
/// global: 0
/// local: 1
/// arg out: i32[1] = 3
/// show: out
/// verdict: unspecified
/// rule: an empty range is not launched
/// expect: out = 3
__kernel void nothing(__global int *out) { out[0] = 4; }

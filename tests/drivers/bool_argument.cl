/// title: A kernel argument of type bool
/// global: 1
/// local: 1
/// arg flag: u8 1
/// arg out: i32[1] = 7
/// show: out
/// verdict: defined
/// rule: booleans are passed and stored as uchar
/// expect: failed: clBuildProgram -11
__kernel void flagged(bool flag, __global int *out) { out[0] = flag; }

/// title: Shifts by the width and more
/// global: 4
/// local: 4
/// arg by: i32[4] = 32 33 -1 64
/// arg left: i32[4] = 0
/// arg right: i32[4] = 0
/// arg left64: i64[4] = 0
/// arg folded: i32[4] = 0
/// show: left right left64 folded
/// verdict: defined
/// rule: shifts need no guard in OpenCL C; in C they do
/// expect: left = 3 6 -2147483648 3; right = -16 -8 -1 -16; left64 = 12884901888 25769803776 -9223372036854775808 3; folded = 3 6 -2147483648 3
//
// OpenCL C, unlike C, defines them: the amount counts modulo the width.
__kernel void shift(__global const int *by, __global int *left, __global int *right, __global long *left64, __global int *folded)
{
    int i = get_global_id(0);
    left[i] = 3 << by[i];
    right[i] = -16 >> by[i];
    left64[i] = 3L << by[i];
    folded[i] = i == 0 ? 3 << 32 : i == 1 ? 3 << 33 : i == 2 ? 3 << -1 : 3 << 64;
}

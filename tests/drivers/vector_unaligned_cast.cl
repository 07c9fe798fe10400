/// title: A pointer to a vector that is not aligned to it
/// global: 4
/// local: 4
/// arg in: i32[32] = iota
/// arg out: i32[40] = -1
/// show: out
__kernel void load(__global const int *in, __global int *out)
{
    int i = get_global_id(0);
    ((__global int8 *)(out + 3))[i] = ((__global const int8 *)(in + 1))[i % 3] * 2;
}

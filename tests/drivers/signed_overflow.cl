/// title: Signed integers that overflow
/// global: 2
/// local: 2
/// arg x: i32[2] = 2147483647 5
/// arg sum: i32[2] = 0
/// arg greater: i32[2] = 0
/// arg wrapped: i32[2] = 0
/// show: sum greater wrapped
/// verdict: undefined
/// rule: arithmetic that may wrap is done unsigned
/// expect: sum = -2147483648 6; greater = 1 1; wrapped = 0 1
__kernel void overflow(__global const int *x, __global int *sum, __global int *greater, __global int *wrapped)
{
    int i = get_global_id(0);
    sum[i] = x[i] + 1;
    greater[i] = x[i] + 1 > x[i];
    wrapped[i] = (int)((uint)x[i] + 1u) > x[i];
}

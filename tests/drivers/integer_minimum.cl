/// title: Minimum, maximum and absolute value of integers
/// global: 4
/// local: 4
/// arg a: i32[4] = -3 7 -2147483648 5
/// arg b: i32[4] = 4 -8 2147483647 5
/// arg least: i32[4] = 0
/// arg distance: u32[4] = 0
/// show: least distance
/// verdict: defined
/// rule: programs are built with -cl-opt-disable under Oclgrind
/// expect: least = -3 -8 -2147483648 5; distance = 3 7 2147483648 5
__kernel void extremes(__global const int *a, __global const int *b, __global int *least, __global uint *distance)
{
    int i = get_global_id(0);
    least[i] = a[i] < b[i] ? a[i] : b[i];
    distance[i] = abs(a[i]);
}

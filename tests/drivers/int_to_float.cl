/// title: Integers to floats that cannot hold them
/// global: 4
/// local: 4
/// arg x: i64[4] = 16777217 16777219 9007199254740993 -9223372036854775807
/// arg single: f32[4] = 0
/// arg doubled: f64[4] = 0
/// show: single doubled
/// verdict: defined
/// rule: none
/// expect: single = 16777216 16777220 9.00719925e+15 -9.22337204e+18; doubled = 16777217 16777219 9007199254740992 -9.2233720368547758e+18
__kernel void to_float(__global const long *x, __global float *single, __global double *doubled)
{
    int i = get_global_id(0);
    single[i] = (float)x[i];
    doubled[i] = (double)x[i];
}

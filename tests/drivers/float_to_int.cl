/// title: Floats that no int can hold
/// global: 8
/// local: 8
/// arg x: f32[8] = 1e20 -1e20 nan 3000000000 inf -inf 2.9 -2.9
/// arg cast: i32[8] = 1
/// arg convert: i32[8] = 1
/// arg saturated: i32[8] = 1
/// arg unsigned_cast: u32[8] = 1
/// show: cast convert saturated unsigned_cast
/// verdict: unspecified
/// rule: conversions of floats to integers saturate by convert_T_sat, or are guarded
/// expect: cast = -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 2 -2; convert = -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 2 -2; saturated = 2147483647 -2147483648 0 2147483647 2147483647 -2147483648 2 -2; unsigned_cast = 4294967295 4294967295 4294967295 3000000000 4294967295 4294967295 2 4294967295
/// intel without AVX-512: cast = -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 2 -2; convert = -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 2 -2; saturated = 2147483647 -2147483648 0 2147483647 2147483647 -2147483648 2 -2; unsigned_cast = 2147483648 2147483648 2147483648 3000000000 2147483648 2147483648 2 4294967294
/// pocl without AVX-512: cast = -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 2 -2; convert = -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 2 -2; saturated = 2147483647 -2147483648 0 2147483647 2147483647 -2147483648 2 -2; unsigned_cast = 0 0 0 3000000000 0 0 2 4294967294
/// oclgrind: cast = 0 0 0 -1294967296 0 0 2 -2; convert = 0 0 0 -1294967296 0 0 2 -2; saturated = 2147483647 -2147483648 -2147483648 2147483647 2147483647 -2147483648 2 -2; unsigned_cast = 0 0 0 3000000000 0 0 2 4294967294
__kernel void to_int(__global const float *x, __global int *cast, __global int *convert, __global int *saturated,
                     __global uint *unsigned_cast)
{
    int i = get_global_id(0);
    cast[i] = (int)x[i];
    convert[i] = convert_int(x[i]);
    saturated[i] = convert_int_sat(x[i]);
    unsigned_cast[i] = (uint)x[i];
}

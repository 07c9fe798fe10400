/// title: Floats to narrow integers, saturated and rounded
/// global: 8
/// local: 8
/// arg x: f32[8] = 1e20 -1e20 nan 127.5 2.5 3.5 -129 -0.5
/// arg rte: i8[8] = 1
/// arg rtz: i8[8] = 1
/// arg unsigned_rte: u8[8] = 1
/// arg wide: i64[8] = 1
/// show: rte rtz unsigned_rte wide
__kernel void to_narrow(__global const float *x, __global char *rte, __global char *rtz, __global uchar *unsigned_rte, __global long *wide)
{
    int i = get_global_id(0);
    rte[i] = convert_char_sat_rte(x[i]);
    rtz[i] = convert_char_sat(x[i]);
    unsigned_rte[i] = convert_uchar_sat_rte(x[i]);
    wide[i] = convert_long_sat(x[i]);
}

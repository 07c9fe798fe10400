/// title: Floats to narrow integers, saturated and rounded
/// global: 8
/// local: 8
/// arg x: f32[8] = 1e20 -1e20 nan 127.5 2.5 3.5 -129 -0.5
/// arg rte: i8[8] = 1
/// arg rtz: i8[8] = 1
/// arg unsigned_rte: u8[8] = 1
/// arg wide: i64[8] = 1
/// show: rte rtz unsigned_rte wide
/// verdict: defect
/// rule: NaN is tested for before a saturated conversion if the result matters under Oclgrind
/// expect: rte = 127 -128 0 127 2 4 -128 0; rtz = 127 -128 0 127 2 3 -128 0; unsigned_rte = 255 0 0 128 2 4 0 0; wide = 9223372036854775807 -9223372036854775808 0 127 2 3 -129 0
/// oclgrind: rte = 127 -128 -128 127 2 4 -128 0; rtz = 127 -128 -128 127 2 3 -128 0; unsigned_rte = 255 0 0 128 2 4 0 0; wide = 9223372036854775807 -9223372036854775808 -9223372036854775808 127 2 3 -129 0
__kernel void to_narrow(__global const float *x, __global char *rte, __global char *rtz, __global uchar *unsigned_rte, __global long *wide)
{
    int i = get_global_id(0);
    rte[i] = convert_char_sat_rte(x[i]);
    rtz[i] = convert_char_sat(x[i]);
    unsigned_rte[i] = convert_uchar_sat_rte(x[i]);
    wide[i] = convert_long_sat(x[i]);
}

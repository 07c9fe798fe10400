/// title: Narrow kernel arguments
/// global: 1
/// local: 1
/// arg c: i8 -3
/// arg u: u8 253
/// arg s: i16 -30000
/// arg l: i64 -5
/// arg f: f32 0.5
/// arg out: i64[5] = 7
/// show: out
/// verdict: defined
/// rule: none
/// expect: out = -3 253 -30000 -5 2
__kernel void narrow(char c, uchar u, short s, long l, float f, __global long *out)
{
    out[0] = c; out[1] = u; out[2] = s; out[3] = l; out[4] = (long)(f * 4);
}

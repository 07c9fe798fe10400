/// title: Integer functions at their corners
/// global: 1
/// local: 1
/// arg x: i32 -2147483648
/// arg zero: i32 0
/// arg out: i64[9] = 7
/// show: out
/// verdict: defined
/// rule: none
/// expect: out = 2147483648 32 8 1 1073741824 -2147483648 1 -2147483648 4294967295
__kernel void corners(int x, int zero, __global long *out)
{
    out[0] = abs(x);
    out[1] = clz(zero);
    out[2] = clz((uchar)zero);
    out[3] = popcount(x);
    out[4] = mul_hi(x, x);
    out[5] = add_sat(x, -1);
    out[6] = rotate(x, 33);
    out[7] = hadd(x, x + 1);
    out[8] = abs_diff(x, INT_MAX);
}

/// title: Built-in functions of expressions that C widens
/// global: 1
/// local: 1
/// arg x: u8 1
/// arg out: i32[3] = 0
/// show: out
/// verdict: defined
/// rule: operands of built-in functions on narrow scalars are parameters of a helper function
/// expect: out = 7 31 7
__kernel void overloads(uchar x, __global int *out)
{
    out[0] = clz(x);
    out[1] = clz(x > 0 ? x : (uchar)7);
    out[2] = clz((uchar)(x > 0 ? x : (uchar)7));
}

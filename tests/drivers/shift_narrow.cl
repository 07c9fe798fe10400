/// title: Shifts of narrow types: scalars are widened first, vectors are not
/// global: 1
/// local: 1
/// arg by: i32 9
/// arg scalar: u8[1] = 0
/// arg vector: u8[4] = 0
/// show: scalar vector
/// verdict: defined
/// rule: amounts of shifts are masked to the width of the DPIA type, explicitly for 8 and 16 bits
/// expect: scalar = 0; vector = 6 6 6 6
__kernel void shift(int by, __global uchar *scalar, __global uchar *vector)
{
    uchar x = 3;
    scalar[0] = x << by;
    vstore4((uchar4)(3) << (uchar4)(by), 0, vector);
}

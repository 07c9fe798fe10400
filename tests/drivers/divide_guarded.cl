/// title: Integer division with both traps taken out
/// global: 8
/// local: 8
/// arg a: i32[8] = 7 -2147483648 -7 7 -2147483648 9 0 -9
/// arg b: i32[8] = 0 -1 2 -2 1 4 0 4
/// arg quotient: i32[8] = 77
/// arg remainder: i32[8] = 77
/// show: quotient remainder
/// verdict: defined
/// rule: the divisor is replaced before the division
/// expect: quotient = 0 -2147483648 -3 -3 -2147483648 2 0 -2; remainder = 0 0 -1 1 0 1 0 -1
/// oclgrind: quotient = 0 77 77 77 77 77 77 77; remainder = 0 77 77 77 77 77 77 77
//
// The divisor is replaced before the division, because a compiler for CPUs may evaluate both sides of `? :`.
__kernel void divide(__global const int *a, __global const int *b, __global int *quotient, __global int *remainder)
{
    int i = get_global_id(0);
    int x = a[i], y = b[i];
    int safe = y == 0 || (x == INT_MIN && y == -1) ? 1 : y;
    quotient[i] = y == 0 ? 0 : x / safe;
    remainder[i] = y == 0 ? 0 : x % safe;
}

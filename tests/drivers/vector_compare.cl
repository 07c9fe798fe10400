/// title: Truth of scalars is 1, of vectors -1, and select looks at the highest bit
/// global: 1
/// local: 1
/// arg x: i32 5
/// arg out: i32[6] = 7
/// show: out
/// verdict: defined
/// rule: truth of vectors is turned into 0 and 1 explicitly; select has a condition made by a comparison
/// expect: out = 1 -1 20 10 20 1
__kernel void compare(int x, __global int *out)
{
    int4 v = (int4)(x, 6, 7, 8);
    int4 less = v < (int4)(6);
    out[0] = x < 6;
    out[1] = less.x;
    out[2] = select(10, 20, x);
    out[3] = select((int4)(10), (int4)(20), v).x;
    out[4] = select((int4)(10), (int4)(20), less).x;
    out[5] = any(less) + 2 * all(less);
}

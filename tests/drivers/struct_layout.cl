/// title: Structures in buffers
/// global: 2
/// local: 2
/// arg in: u8[32] = 1 0 0 0 2 0 0 0 3 0 0 0 0 0 0 0 4 0 0 0 5 0 0 0 6 0 0 0 0 0 0 0
/// arg out: i32[8] = 0
/// show: out
/// verdict: defined
/// rule: buffers hold scalars only; pairs are two buffers
/// expect: out = 12 1 2 3 12 0 4 5
struct element { char c; int i; short s; };
__kernel void layout(__global const struct element *in, __global int *out)
{
    int i = get_global_id(0);
    out[4 * i] = sizeof(struct element);
    out[4 * i + 1] = in[i].c; out[4 * i + 2] = in[i].i; out[4 * i + 3] = in[i].s;
}

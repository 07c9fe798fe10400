/// title: A barrier after a continue that all work-items take alike
/// global: 8
/// local: 8
/// arg skip: i32 2
/// arg out: i32[8] = 0
/// show: out
/// verdict: defined
/// rule: none
/// expect: out = 4 5 6 7 0 1 2 3
__kernel void shift(int skip, __global int *out)
{
    __local int a[8];
    int id = get_local_id(0);
    a[id] = id;
    for (int k = 0; k < 5; k++) {
        if (k == skip) continue;
        barrier(CLK_LOCAL_MEM_FENCE);
        int next = a[(id + 1) % 8];
        barrier(CLK_LOCAL_MEM_FENCE);
        a[id] = next;
    }
    out[id] = a[id];
}

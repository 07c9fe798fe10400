/// title: A barrier after a break that all work-items take alike
/// global: 8
/// local: 8
/// arg stop: i32 3
/// arg out: i32[8] = 0
/// show: out
/// verdict: defined
/// rule: none
/// expect: out = 3 4 5 6 7 0 1 2
__kernel void shift(int stop, __global int *out)
{
    __local int a[8];
    int id = get_local_id(0);
    a[id] = id;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 5; k++) {
        if (a[0] >= stop) break;
        barrier(CLK_LOCAL_MEM_FENCE);
        int next = a[(id + 1) % 8];
        barrier(CLK_LOCAL_MEM_FENCE);
        a[id] = next;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[id] = a[id];
}

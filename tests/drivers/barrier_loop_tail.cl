/// title: A loop with barriers whose body ends with the test that follows the loop
/// global: 8
/// local: 8
/// arg out: u32[8] = 0
/// show: out
/// verdict: defect
/// rule: the body of a loop with barriers ends with a barrier
/// expect: out = 12 3 4 5 6 7 8 9
/// pocl: crash
__kernel void tail(__global uint *out)
{
    __local uint s;
    int id = get_local_id(0);
    uint x = id + 1;
    for (int k = 0; k < 2; k++) {
        if (id == 0) s = k;
        barrier(CLK_LOCAL_MEM_FENCE);
        x += s;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id == 0) out[0] += x;
    }
    if (id == 0) out[0] += 7;
    out[id] += x;
}

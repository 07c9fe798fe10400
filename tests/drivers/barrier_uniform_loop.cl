/// title: A barrier in a loop whose trip count comes from memory
/// global: 16
/// local: 8
/// arg trips: i32[2] = 3 5
/// arg out: i32[16] = 0
/// show: out
/// verdict: defined
/// rule: the trip count must be the same for all; drivers need no proof of it
/// expect: out = 3 4 5 6 7 0 1 2 5 6 7 0 1 2 3 4
__kernel void shift(__global const int *trips, __global int *out)
{
    __local int a[8];
    int id = get_local_id(0);
    a[id] = id;
    for (int k = 0; k < trips[get_group_id(0)]; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int next = a[(id + 1) % 8];
        barrier(CLK_LOCAL_MEM_FENCE);
        a[id] = next;
    }
    out[get_global_id(0)] = a[id];
}

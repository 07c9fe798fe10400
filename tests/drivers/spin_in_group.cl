/// title: A work-item that waits for another one of its group
/// global: 2
/// local: 2
/// arg flag: i32[1] = 0
/// show: flag
/// verdict: undefined
/// rule: no work-item waits for another one except at a barrier
/// expect: hang
__kernel void wait(volatile __global int *flag)
{
    if (get_local_id(0) == 0) while (atomic_add(flag, 0) == 0) {}
    else atomic_xchg(flag, 1);
}

/// title: A group that waits for a later one
/// global: 100000
/// local: 1
/// arg flag: i32[1] = 0
/// show: flag
/// verdict: undefined
/// rule: no group waits for another one
/// expect: hang
__kernel void wait(volatile __global int *flag)
{
    if (get_group_id(0) + 1 < get_num_groups(0)) while (atomic_add(flag, 0) == 0) {}
    else atomic_xchg(flag, 1);
}

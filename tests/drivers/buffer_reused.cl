/// title: A buffer that takes the place of a smaller one, written and read in a kernel
/// global: 2
/// local: 2
/// released: 1
/// arg cells: i32[2] = none
/// arg out: i32[2] = 0
/// show: out
/// verdict: defect
/// rule: buffers are not released under Oclgrind
/// expect: out = 5 6
/// reports: uninitialized
__kernel void copies(volatile __global int *cells, __global int *out)
{
    int i = get_global_id(0);
    cells[i] = i + 5;
    out[i] = cells[i];
}

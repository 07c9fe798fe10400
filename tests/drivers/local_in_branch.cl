/// title: Local memory declared in a branch
/// global: 8
/// local: 8
/// arg n: i32 1
/// arg out: i32[8] = -1
/// show: out
/// verdict: defined
/// rule: local memory is declared at the top of the kernel
/// expect: failed: clBuildProgram -11
__kernel void inner(int n, __global int *out)
{
    int id = get_local_id(0);
    if (n > 0) {
        __local int a[8];
        a[id] = id;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[id] = a[7 - id];
    }
}

/// title: Hints to unroll
/// global: 1
/// local: 1
/// arg n: i32 5
/// arg out: i32[2] = 0
/// show: out
/// verdict: defined
/// rule: programs are built with -cl-opt-disable under Oclgrind
/// expect: out = 10 30
/// oclgrind: crash
__kernel void unroll(int n, __global int *out)
{
    int a = 0, b = 0;
    __attribute__((opencl_unroll_hint(4)))
    for (int i = 0; i < n; i++) a += i;
    #pragma unroll 4
    for (int i = 0; i < n; i++) b += i * i;
    out[0] = a; out[1] = b;
}

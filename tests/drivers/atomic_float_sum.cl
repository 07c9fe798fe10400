/// title: A sum of floats by compare and exchange
/// global: 64
/// local: 16
/// arg bits: u32[1] = 0
/// arg locals: f32[4] = 0
/// show: bits locals
/// verdict: undefined
/// rule: the first guess of a loop of compare and exchange is read by an atomic too
/// expect: bits = 1107296256; locals = 16 16 16 16
/// reports: race
//
// 64 times 0.5, exact in any order: 32.0f is 1107296256.
void add(volatile __global uint *at, float x)
{
    uint seen = *at, old;
    do { old = seen; seen = atomic_cmpxchg(at, old, as_uint(as_float(old) + x)); } while (seen != old);
}
__kernel void sum(volatile __global uint *bits, __global float *locals)
{
    __local uint sum;
    if (get_local_id(0) == 0) sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    add(bits, 0.5f);
    atomic_add(&sum, 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) locals[get_group_id(0)] = sum;
}

/// title: Vectors of three: sixteen bytes by pointer, twelve by vload3
/// global: 2
/// local: 2
/// arg in: i32[8] = iota
/// arg pointed: i32[8] = -1
/// arg loaded: i32[8] = -1
/// arg sizes: i32[2] = 0
/// show: pointed loaded sizes
/// verdict: defined
/// rule: vectors of three are not generated, or by vload3 and vstore3 only
/// expect: pointed = 0 1 2 -1 4 5 6 -1; loaded = 0 1 2 3 4 5 -1 -1; sizes = 16 4
__kernel void three(__global const int *in, __global int *pointed, __global int *loaded, __global int *sizes)
{
    int i = get_global_id(0);
    int3 p = ((__global const int3 *)in)[i];
    pointed[4 * i] = p.x; pointed[4 * i + 1] = p.y; pointed[4 * i + 2] = p.z;
    vstore3(vload3(i, in), i, loaded);
    sizes[i] = i == 0 ? sizeof(int3) : sizeof(char3);
}

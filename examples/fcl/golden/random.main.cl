#pragma OPENCL FP_CONTRACT OFF

static uint shl_u32(uint a, uint b) {
    return (uint)b < 32 ? (uint)((uint)a << b) : 0;
}

static uint shr_u32(uint a, uint b) {
    return (uint)b < 32 ? (uint)((uint)a >> b) : 0;
}

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 24
kernel void main_1(const global uint* restrict seeds, global uint* restrict seed, int part) {
    seed[0] = seeds[part];
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 20
kernel void main_2(global uint* restrict out, const global uint* restrict seed, int n, int part) {
    const int i = get_global_id(0);
    if (i < n / 4) {
        uint sum = seed[0];  // line 24
        for (int i1 = 0; i1 < 4 * i; i1 += 1) {  // line 15
            uint a = sum ^ shl_u32(sum, 13u & 31u);  // line 11
            uint b = a ^ shr_u32(a, 17u & 31u);  // line 12
            sum = b ^ shl_u32(b, 5u & 31u);  // line 13
        }
        uint sum1 = sum;  // line 20
        #pragma unroll
        for (int i1 = 0; i1 < 4; i1 += 1) {
            uint a = sum1 ^ shl_u32(sum1, 13u & 31u);  // line 11
            uint b = a ^ shr_u32(a, 17u & 31u);  // line 12
            sum1 = b ^ shl_u32(b, 5u & 31u);  // line 13
            out[n * part + 4 * i + i1] = sum1;  // line 20
        }
    }
}


#pragma OPENCL FP_CONTRACT OFF

#if defined(ELDER_SUBGROUPS_NVIDIA)
static uint elder_shuffle(uint x, uint from, uint width) {
    uint own, other;
    __asm__ volatile("mov.u32 %0, %%laneid;" : "=r"(own));
    uint members = width < 32 ? ((1u << width) - 1) << (own & ~(width - 1)) : 0xffffffffu;
    uint segment = ((32 - width) << 8) | 31;
    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, %3, %4;"
                     : "=r"(other)
                     : "r"(x), "r"(from & (width - 1)), "r"(segment), "r"(members));
    return other;
}
#elif defined(ELDER_SUBGROUPS)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
static uint elder_shuffle(uint x, uint from, uint width) {
    uint own = get_sub_group_local_id();
    return sub_group_shuffle(x, (own & ~(width - 1)) | (from & (width - 1)));
}
#endif
#ifdef ELDER_SUBGROUPS
static float elder_shuffle_f32(float x, uint from, uint width) {
    return as_float(elder_shuffle(as_uint(x), from, width));
}
#else
#define ELDER_SUBGROUPS 0
#endif

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 22
kernel void main_1(
        global float* restrict out,
        const global float* restrict mat,
        const global float* restrict xs,
        int m) {
    local float tmp[256];
    local float partial[128];
    const int g = get_group_id(0);  // line 19
    const int l = get_local_id(0);  // line 25
    float sum = 0.0f;
    for (int i = 0; i < m; i += 1) {
        sum += mat[(256 * g + 32 * (l / 32)) * m + l % 32 + 32 * i] * xs[l % 32 + 32 * i];
    }
    tmp[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);  // line 22
#if ELDER_SUBGROUPS >= 32
    {
        float own = tmp[l];
        float other = elder_shuffle_f32(own, l % 32 + 1, 32);
        own += other;  // line 27
        float other1 = elder_shuffle_f32(own, l % 32 + 2, 32);  // line 22
        own += other1;  // line 27
        float other2 = elder_shuffle_f32(own, l % 32 + 4, 32);  // line 22
        own += other2;  // line 27
        float other3 = elder_shuffle_f32(own, l % 32 + 8, 32);  // line 22
        own += other3;  // line 27
        float other4 = elder_shuffle_f32(own, l % 32 + 16, 32);  // line 22
        own += other4;  // line 27
        if (l % 32 == 0) {  // line 22
            out[8 * g + l / 32] = own;
        }
    }
#else
    {
        if (l < 128) {
            partial[l] = tmp[2 * l + 1] + tmp[2 * l];  // line 27
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 22
        if (l < 64) {
            tmp[l] = partial[2 * l + 1] + partial[2 * l];  // line 27
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 22
        if (l < 32) {
            partial[l] = tmp[2 * l + 1] + tmp[2 * l];  // line 27
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 22
        if (l < 16) {
            tmp[l] = partial[2 * l + 1] + partial[2 * l];  // line 27
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 22
        if (l < 8) {
            out[8 * g + l] = tmp[2 * l + 1] + tmp[2 * l];  // line 27
        }
    }
#endif
}


#pragma OPENCL FP_CONTRACT OFF

static int rem_i32(int a, int b) {
    return b == 0 || b == -1 ? 0 : a % b;
}

static int quot_i32(int a, int b) {
    if (b == 0) return 0;
    return b == -1 ? (int)-(uint)a : a / b;
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void main_1(
        global int* restrict out,
        global int* restrict failure,
        int height,
        int limit,
        int width) {
    const int g = get_group_id(0);
    const int l = get_local_id(0);
    if (width == 0) {  // line 22
        atomic_cmpxchg(failure, 0, 1);
    }
    float cx = (float)rem_i32(min(width * height - 1, 256 * g + l), width) * 3.0f / (float)width - 2.0f;
    if (width == 0) {  // line 23
        atomic_cmpxchg(failure, 0, 2);
    }
    float cy = (float)quot_i32(min(width * height - 1, 256 * g + l), width) * 2.0f / (float)height - 1.0f;
    float sum_1 = 0.0f;  // line 17
    float sum_2 = 0.0f;
    int sum_3 = 0;
    for (int i = 0; i < limit; i += 1) {
        float s = sum_1;  // line 6
        float s1 = sum_2;
        int s2 = sum_3;
        float xx = s * s;  // line 13
        float yy = s1 * s1;  // line 14
        float next_1 = xx + yy > 4.0f ? s : xx - yy + cx;  // line 15
        float next_2 = xx + yy > 4.0f ? s1 : 2.0f * s * s1 + cy;
        int next_3 = xx + yy > 4.0f ? s2 : (int)((uint)s2 + 1);
        sum_1 = next_1;  // line 17
        sum_2 = next_2;
        sum_3 = next_3;
    }
    if (256 * g + l < width * height) {  // line 6
        out[256 * g + l] = sum_3;
    }
}


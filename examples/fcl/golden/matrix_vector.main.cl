#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__attribute__((reqd_work_group_size(128, 1, 1)))  // line 6
kernel void main_1(
        global double* restrict out,
        const global double* restrict mat,
        const global double* restrict vec,
        int cols,
        int vec_length) {
    local double tile[128];
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 45
    double sum = 0.0;  // line 10
    for (int i = 0; i < min(cols, vec_length) / 128; i += 1) {  // line 145
        sum += mat[g * cols + l + 128 * i] * vec[l + 128 * i];  // line 10
    }
    bool c = 128 * (min(cols, vec_length) / 128) + l < min(cols, vec_length);  // line 147
    double chosen;  // line 45
    if (c) {  // line 147
        chosen = sum + mat[g * cols + 128 * (min(cols, vec_length) / 128) + l] * vec[128 * (min(cols, vec_length) / 128) + l];  // line 10
    } else {  // line 147
        chosen = sum;  // line 45
    }
    tile[l] = chosen;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 64) {  // line 35
        tile[l] += tile[l + 64];  // line 10
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 32) {  // line 35
        tile[l] += tile[l + 32];  // line 10
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 16) {  // line 35
        tile[l] += tile[l + 16];  // line 10
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 8) {  // line 35
        tile[l] += tile[l + 8];  // line 10
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 4) {  // line 35
        tile[l] += tile[l + 4];  // line 10
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 2) {  // line 35
        tile[l] += tile[l + 2];  // line 10
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l == 0) {  // line 35
        tile[0] += tile[1];  // line 10
        out[g] = tile[0];  // line 45
    }
}


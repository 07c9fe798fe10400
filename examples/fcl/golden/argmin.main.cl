#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 50
kernel void main_1(
        const global double* restrict xs,
        global double* restrict array_1,
        global int* restrict array_2,
        int xs_length) {
    local double tile_1[256];
    local int tile_2[256];
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 45
    double sum_1 = (double)INFINITY;  // line 79
    int sum_2 = -1;
    #pragma unroll  // line 145
    for (int i = 0; i < 16; i += 1) {
        bool c = 4096 * g + l + 256 * i < xs_length;  // line 105
        double chosen_1;  // line 145
        int chosen_2;
        if (c) {  // line 105
            double x = xs[4096 * g + l + 256 * i];  // line 32
            chosen_1 = x;
            chosen_2 = 4096 * g + l + 256 * i;  // line 105
        } else {
            chosen_1 = (double)INFINITY;  // line 79
            chosen_2 = -1;
        }
        double a = sum_1;  // line 45
        int a1 = sum_2;
        double next_1 = a < chosen_1 ? a : chosen_1 < a ? chosen_1 : a;  // line 76
        int next_2 = a < chosen_1 ? a1 : chosen_1 < a ? chosen_2 : a1 < 0 ? chosen_2 : chosen_2 < 0 ? a1 : min(a1, chosen_2);
        sum_1 = next_1;  // line 145
        sum_2 = next_2;
    }
    tile_1[l] = sum_1;  // line 45
    tile_2[l] = sum_2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 128) {  // line 35
        double a = tile_1[l];
        int a1 = tile_2[l];
        double b = tile_1[l + 128];  // line 45
        int b1 = tile_2[l + 128];
        tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 64) {  // line 35
        double a = tile_1[l];
        int a1 = tile_2[l];
        double b = tile_1[l + 64];  // line 45
        int b1 = tile_2[l + 64];
        tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 32) {  // line 35
        double a = tile_1[l];
        int a1 = tile_2[l];
        double b = tile_1[l + 32];  // line 45
        int b1 = tile_2[l + 32];
        tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 16) {  // line 35
        double a = tile_1[l];
        int a1 = tile_2[l];
        double b = tile_1[l + 16];  // line 45
        int b1 = tile_2[l + 16];
        tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 8) {  // line 35
        double a = tile_1[l];
        int a1 = tile_2[l];
        double b = tile_1[l + 8];  // line 45
        int b1 = tile_2[l + 8];
        tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 4) {  // line 35
        double a = tile_1[l];
        int a1 = tile_2[l];
        double b = tile_1[l + 4];  // line 45
        int b1 = tile_2[l + 4];
        tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 2) {  // line 35
        double a = tile_1[l];
        int a1 = tile_2[l];
        double b = tile_1[l + 2];  // line 45
        int b1 = tile_2[l + 2];
        tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l == 0) {  // line 35
        double a = tile_1[0];
        int a1 = tile_2[0];
        double b = tile_1[1];  // line 45
        int b1 = tile_2[1];
        tile_1[0] = a < b ? a : b < a ? b : a;  // line 76
        tile_2[0] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    if (l == 0) {  // line 45
        array_1[g] = tile_1[0];
        array_2[g] = tile_2[0];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 58
kernel void main_2(
        global double* restrict out_1,
        global int* restrict out_2,
        const global double* restrict array_1,
        const global int* restrict array_2,
        int xs_length) {
    local double tile_1_1[256];
    local int tile_2_1[256];
    const int l = get_local_id(0);  // line 45
    double sum_1 = (double)INFINITY;  // line 79
    int sum_2 = -1;
    for (int i = 0; i < (xs_length + 4095) / 4096 / 256; i += 1) {  // line 145
        double a = sum_1;  // line 45
        int a1 = sum_2;
        double b = array_1[l + 256 * i];  // line 57
        int b1 = array_2[l + 256 * i];
        double next_1 = a < b ? a : b < a ? b : a;  // line 76
        int next_2 = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
        sum_1 = next_1;  // line 145
        sum_2 = next_2;
    }
    bool c = 256 * ((xs_length + 4095) / 4096 / 256) + l < (xs_length + 4095) / 4096;  // line 147
    double chosen_1;  // line 45
    int chosen_2;
    if (c) {  // line 147
        double b = array_1[256 * ((xs_length + 4095) / 4096 / 256) + l];  // line 57
        int b1 = array_2[256 * ((xs_length + 4095) / 4096 / 256) + l];
        chosen_1 = sum_1 < b ? sum_1 : b < sum_1 ? b : sum_1;  // line 76
        chosen_2 = sum_1 < b ? sum_2 : b < sum_1 ? b1 : sum_2 < 0 ? b1 : b1 < 0 ? sum_2 : min(sum_2, b1);
    } else {  // line 147
        chosen_1 = sum_1;  // line 45
        chosen_2 = sum_2;
    }
    tile_1_1[l] = chosen_1;
    tile_2_1[l] = chosen_2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 128) {  // line 35
        double a = tile_1_1[l];
        int a1 = tile_2_1[l];
        double b = tile_1_1[l + 128];  // line 45
        int b1 = tile_2_1[l + 128];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 64) {  // line 35
        double a = tile_1_1[l];
        int a1 = tile_2_1[l];
        double b = tile_1_1[l + 64];  // line 45
        int b1 = tile_2_1[l + 64];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 32) {  // line 35
        double a = tile_1_1[l];
        int a1 = tile_2_1[l];
        double b = tile_1_1[l + 32];  // line 45
        int b1 = tile_2_1[l + 32];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 16) {  // line 35
        double a = tile_1_1[l];
        int a1 = tile_2_1[l];
        double b = tile_1_1[l + 16];  // line 45
        int b1 = tile_2_1[l + 16];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 8) {  // line 35
        double a = tile_1_1[l];
        int a1 = tile_2_1[l];
        double b = tile_1_1[l + 8];  // line 45
        int b1 = tile_2_1[l + 8];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 4) {  // line 35
        double a = tile_1_1[l];
        int a1 = tile_2_1[l];
        double b = tile_1_1[l + 4];  // line 45
        int b1 = tile_2_1[l + 4];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 2) {  // line 35
        double a = tile_1_1[l];
        int a1 = tile_2_1[l];
        double b = tile_1_1[l + 2];  // line 45
        int b1 = tile_2_1[l + 2];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l == 0) {  // line 35
        double a = tile_1_1[0];
        int a1 = tile_2_1[0];
        double b = tile_1_1[1];  // line 45
        int b1 = tile_2_1[1];
        tile_1_1[0] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[0] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min(a1, b1);
    }
    if (l == 0) {  // line 45
        out_1[0] = tile_1_1[0];
        out_2[0] = tile_2_1[0];
    }
}


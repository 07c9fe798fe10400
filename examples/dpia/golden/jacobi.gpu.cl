#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(32, 8, 1)))  // line 17
kernel void gpu_1(const global float* restrict plate, global float* restrict now, int m, int n) {
    const int i = get_global_id(1);
    if (i < n + 1) {
        const int i1 = get_global_id(0);
        if (i1 < m + 1) {
            now[(m + 1) * i + i1] = plate[(m + 1) * i + i1];
        }
    }
}

__attribute__((reqd_work_group_size(32, 8, 1)))  // line 18
kernel void gpu_2(const global float* restrict now, global float* restrict now1, int m, int n) {
    const int i = get_global_id(1);
    if (i < n + 1) {
        const int i1 = get_global_id(0);
        if (i1 < m + 1) {
            now1[(m + 1) * i + i1] = ((i >= 1 ? now[(m + 1) * i + i1 - m - 1] : 0.0f) + (i1 >= 1 ? now[(m + 1) * i + i1 - 1] : 0.0f) + (i1 + 2 < m + 2 ? now[(m + 1) * i + i1 + 1] : 0.0f) + (i + 2 < n + 2 ? now[(i + 1) * m + i + i1 + 1] : 0.0f)) / 4.0f;  // line 15
        }
    }
}

__attribute__((reqd_work_group_size(32, 8, 1)))  // line 18
kernel void gpu_3(global float* restrict out, const global float* restrict now, int m, int n) {
    const int i = get_global_id(1);
    if (i < n + 1) {
        const int i1 = get_global_id(0);
        if (i1 < m + 1) {
            out[(m + 1) * i + i1] = now[(m + 1) * i + i1];
        }
    }
}


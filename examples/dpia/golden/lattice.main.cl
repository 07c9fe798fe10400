#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 25
kernel void main_1(const global float* restrict rights, global float* restrict xs_1, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        xs_1[i] = rights[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_2(const global float* restrict stay, global float* restrict xs_2, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        xs_2[i] = stay[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_3(const global float* restrict lefts, global float* restrict xs_3, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        xs_3[i] = lefts[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 21
kernel void main_4(
        const global float* restrict xs_1,
        const global float* restrict xs_2,
        const global float* restrict xs_3,
        global float* restrict tmp_1,
        global float* restrict tmp_2,
        global float* restrict tmp_3,
        int n) {
    const int i = get_global_id(0);
    if (i < n) {
        float all_1 = (xs_1[i] + xs_2[i] + xs_3[i]) / 8.0f;  // line 17
        tmp_1[i] = xs_1[i] / 2.0f + all_1;  // line 18
        tmp_2[i] = xs_2[i] / 2.0f + 2.0f * all_1;
        tmp_3[i] = xs_3[i] / 2.0f + all_1;
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 21
kernel void main_5(global float* restrict xs_1_1, const global float* restrict tmp_1, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        xs_1_1[(i + 1) % n] = tmp_1[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 22
kernel void main_6(global float* restrict xs_2_1, const global float* restrict tmp_2, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        xs_2_1[i] = tmp_2[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_7(global float* restrict xs_3_1, const global float* restrict tmp_3, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        xs_3_1[(n + i - 1) % n] = tmp_3[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 26
kernel void main_8(
        global float* restrict out_1,
        global float* restrict out_2,
        global float* restrict out_3,
        const global float* restrict xs_1,
        const global float* restrict xs_2,
        const global float* restrict xs_3,
        int n) {
    const int i = get_global_id(0);
    if (i < n) {
        out_1[i] = xs_1[i];
        out_2[i] = xs_2[i];
        out_3[i] = xs_3[i];
    }
}


#pragma OPENCL FP_CONTRACT OFF

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 22
kernel void main_1(const global float* restrict a, global float* restrict array, int a_length) {
    const int i = get_global_id(0);
    if (i < a_length) {
        array[i] = a[i];
    }
}

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 21
kernel void main_2(global int* restrict length_2, int a_length) {
    length_2[0] = a_length;
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_3(const global float* restrict array, global float* restrict array1, int a_length) {
    const int i = get_global_id(0);
    if (i < a_length) {
        array1[i] = array[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 22
kernel void main_4(
        global float* restrict array,
        const global float* restrict array1,
        global int* restrict failure,
        int height,
        int n,
        int width) {
    const int i = get_global_id(0);
    if (i < width * height) {
        int at = (uint)(i / width) * width + i % width;  // line 12
        if (at < 0 || at > n - 1) {
            note_failure(failure, 1, at, n - 1);
            at = 0;
        }
        float here = array1[at];  // line 21
        bool inside = (0 < i % width) & (i % width < width - 1) & (0 < i / width) & (i / width < height - 1);  // line 14
        int at1 = 0;  // line 15
        int at2 = 0;
        int at3 = 0;
        int at4 = 0;
        if (inside) {
            int at5 = (uint)(i / width) * width + (i % width - 1);  // line 12
            if (at5 < 0 || at5 > n - 1) {
                note_failure(failure, 1, at5, n - 1);
                at5 = 0;
            }
            at1 = at5;  // line 15
            int at6 = (uint)(i / width) * width + (i % width + 1);  // line 12
            if (at6 < 0 || at6 > n - 1) {
                note_failure(failure, 1, at6, n - 1);
                at6 = 0;
            }
            at2 = at6;  // line 15
            int at7 = (uint)(i / width - 1) * width + i % width;  // line 12
            if (at7 < 0 || at7 > n - 1) {
                note_failure(failure, 1, at7, n - 1);
                at7 = 0;
            }
            at3 = at7;  // line 15
            int at8 = (uint)(i / width + 1) * width + i % width;  // line 12
            if (at8 < 0 || at8 > n - 1) {
                note_failure(failure, 1, at8, n - 1);
                at8 = 0;
            }
            at4 = at8;  // line 15
        }
        const int at5 = at1;  // line 12
        const int at6 = at2;
        const int at7 = at3;
        const int at8 = at4;
        array[i] = inside ? here + 0.1f * (array1[at5] + array1[at6] + array1[at7] + array1[at8] - 4.0f * here) : here;  // line 15
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 21
kernel void main_5(
        const global float* restrict array,
        global float* restrict array1,
        int height,
        int width) {
    const int i = get_global_id(0);
    if (i < width * height) {
        array1[i] = array[i];
    }
}

__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void main_6(global int* restrict length_2, int height, int width) {
    length_2[0] = width * height;
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_7(global float* restrict out, const global float* restrict array1, int n1) {
    const int i = get_global_id(0);
    if (i < n1) {
        out[i] = array1[i];
    }
}

__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void main_8(global int* restrict length_1, int n1) {
    length_1[0] = n1;
}


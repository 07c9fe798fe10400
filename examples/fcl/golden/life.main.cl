#pragma OPENCL FP_CONTRACT OFF

static int rem_i32(int a, int b) {
    return b == 0 || b == -1 ? 0 : a % b;
}

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 22
kernel void main_1(const global uchar* restrict a, global uchar* restrict array, int a_length) {
    const int i = get_global_id(0);
    if (i < a_length) {
        array[i] = a[i];
    }
}

__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void main_2(global int* restrict length_2, int a_length) {
    length_2[0] = a_length;
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_3(const global uchar* restrict array, global uchar* restrict array1, int a_length) {
    const int i = get_global_id(0);
    if (i < a_length) {
        array1[i] = array[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_4(
        global uchar* restrict array,
        const global uchar* restrict array1,
        global int* restrict failure,
        int height,
        int n,
        int width) {
    const int i = get_global_id(0);
    if (i < width * height) {
        if (height == 0) {  // line 16
            atomic_cmpxchg(failure, 0, 1);
        }
        if (width == 0) {
            atomic_cmpxchg(failure, 0, 2);
        }
        int at = (uint)rem_i32((int)((uint)(i / width) + -1 + height), height) * width + rem_i32((int)((uint)(i % width) + -1 + width), width);
        if (at < 0 || at > n - 1) {
            note_failure(failure, 3, at, n - 1);
            at = 0;
        }
        if (height == 0) {
            atomic_cmpxchg(failure, 0, 1);
        }
        if (width == 0) {
            atomic_cmpxchg(failure, 0, 2);
        }
        int at1 = (uint)rem_i32((int)((uint)(i / width) + -1 + height), height) * width + rem_i32((int)((uint)(i % width) + 0 + width), width);
        if (at1 < 0 || at1 > n - 1) {
            note_failure(failure, 3, at1, n - 1);
            at1 = 0;
        }
        if (height == 0) {
            atomic_cmpxchg(failure, 0, 1);
        }
        if (width == 0) {
            atomic_cmpxchg(failure, 0, 2);
        }
        int at2 = (uint)rem_i32((int)((uint)(i / width) + -1 + height), height) * width + rem_i32((int)((uint)(i % width) + 1 + width), width);
        if (at2 < 0 || at2 > n - 1) {
            note_failure(failure, 3, at2, n - 1);
            at2 = 0;
        }
        if (height == 0) {
            atomic_cmpxchg(failure, 0, 1);
        }
        if (width == 0) {
            atomic_cmpxchg(failure, 0, 2);
        }
        int at3 = (uint)rem_i32((int)((uint)(i / width) + 0 + height), height) * width + rem_i32((int)((uint)(i % width) + -1 + width), width);
        if (at3 < 0 || at3 > n - 1) {
            note_failure(failure, 3, at3, n - 1);
            at3 = 0;
        }
        if (height == 0) {
            atomic_cmpxchg(failure, 0, 1);
        }
        if (width == 0) {
            atomic_cmpxchg(failure, 0, 2);
        }
        int at4 = (uint)rem_i32((int)((uint)(i / width) + 0 + height), height) * width + rem_i32((int)((uint)(i % width) + 1 + width), width);
        if (at4 < 0 || at4 > n - 1) {
            note_failure(failure, 3, at4, n - 1);
            at4 = 0;
        }
        if (height == 0) {
            atomic_cmpxchg(failure, 0, 1);
        }
        if (width == 0) {
            atomic_cmpxchg(failure, 0, 2);
        }
        int at5 = (uint)rem_i32((int)((uint)(i / width) + 1 + height), height) * width + rem_i32((int)((uint)(i % width) + -1 + width), width);
        if (at5 < 0 || at5 > n - 1) {
            note_failure(failure, 3, at5, n - 1);
            at5 = 0;
        }
        if (height == 0) {
            atomic_cmpxchg(failure, 0, 1);
        }
        if (width == 0) {
            atomic_cmpxchg(failure, 0, 2);
        }
        int at6 = (uint)rem_i32((int)((uint)(i / width) + 1 + height), height) * width + rem_i32((int)((uint)(i % width) + 0 + width), width);
        if (at6 < 0 || at6 > n - 1) {
            note_failure(failure, 3, at6, n - 1);
            at6 = 0;
        }
        if (height == 0) {
            atomic_cmpxchg(failure, 0, 1);
        }
        if (width == 0) {
            atomic_cmpxchg(failure, 0, 2);
        }
        int at7 = (uint)rem_i32((int)((uint)(i / width) + 1 + height), height) * width + rem_i32((int)((uint)(i % width) + 1 + width), width);
        if (at7 < 0 || at7 > n - 1) {
            note_failure(failure, 3, at7, n - 1);
            at7 = 0;
        }
        uchar around = (uchar)((uchar)((uchar)((uchar)((uchar)((uchar)((uchar)(array1[at] + array1[at1]) + array1[at2]) + array1[at3]) + array1[at4]) + array1[at5]) + array1[at6]) + array1[at7]);  // line 17
        int at8 = i;  // line 18
        if (at8 < 0 || at8 > n - 1) {
            note_failure(failure, 4, at8, n - 1);
            at8 = 0;
        }
        array[i] = (around == 3) | ((around == 2) & (array1[at8] == 1)) ? 1 : 0;
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 22
kernel void main_5(
        const global uchar* restrict array,
        global uchar* restrict array1,
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
kernel void main_7(global uchar* restrict out, const global uchar* restrict array1, int n1) {
    const int i = get_global_id(0);
    if (i < n1) {
        out[i] = array1[i];
    }
}

__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void main_8(global int* restrict length_1, int n1) {
    length_1[0] = n1;
}


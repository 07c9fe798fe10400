#pragma OPENCL FP_CONTRACT OFF

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
kernel void main_3(
        const global uchar* restrict array,
        global uchar* restrict array1,
        global int* restrict failure,
        int height,
        int n,
        int width) {
    const int i = get_global_id(0);
    if (i < width * height) {
        int at = (height + i / width - 1) % height * width + (width + i % width - 1) % width;  // line 16
        if (at < 0 || at > n - 1) {
            atomic_cmpxchg(failure, 0, 1);
            at = 0;
        }
        int at1 = (height + i / width - 1) % height * width + i % width;
        if (at1 < 0 || at1 > n - 1) {
            atomic_cmpxchg(failure, 0, 1);
            at1 = 0;
        }
        int at2 = (height + i / width - 1) % height * width + (i % width + 1) % width;
        if (at2 < 0 || at2 > n - 1) {
            atomic_cmpxchg(failure, 0, 1);
            at2 = 0;
        }
        int at3 = i / width * width + (width + i % width - 1) % width;
        if (at3 < 0 || at3 > n - 1) {
            atomic_cmpxchg(failure, 0, 1);
            at3 = 0;
        }
        int at4 = i / width * width + (i % width + 1) % width;
        if (at4 < 0 || at4 > n - 1) {
            atomic_cmpxchg(failure, 0, 1);
            at4 = 0;
        }
        int at5 = (i / width + 1) % height * width + (width + i % width - 1) % width;
        if (at5 < 0 || at5 > n - 1) {
            atomic_cmpxchg(failure, 0, 1);
            at5 = 0;
        }
        int at6 = (i / width + 1) % height * width + i % width;
        if (at6 < 0 || at6 > n - 1) {
            atomic_cmpxchg(failure, 0, 1);
            at6 = 0;
        }
        int at7 = (i / width + 1) % height * width + (i % width + 1) % width;
        if (at7 < 0 || at7 > n - 1) {
            atomic_cmpxchg(failure, 0, 1);
            at7 = 0;
        }
        uchar around = (uchar)((uchar)((uchar)((uchar)((uchar)((uchar)((uchar)(array[at] + array[at1]) + array[at2]) + array[at3]) + array[at4]) + array[at5]) + array[at6]) + array[at7]);  // line 17
        int at8 = i;  // line 18
        if (at8 < 0 || at8 > n - 1) {
            atomic_cmpxchg(failure, 0, 2);
            at8 = 0;
        }
        array1[i] = (around == 3) | ((around == 2) & (array[at8] == 1)) ? 1 : 0;
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 22
kernel void main_4(
        global uchar* restrict array,
        const global uchar* restrict array1,
        int height,
        int width) {
    const int i = get_global_id(0);
    if (i < width * height) {
        array[i] = array1[i];
    }
}

__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void main_5(global int* restrict length_2, int height, int width) {
    length_2[0] = width * height;
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_6(global uchar* restrict out, const global uchar* restrict array, int n1) {
    const int i = get_global_id(0);
    if (i < n1) {
        out[i] = array[i];
    }
}

__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void main_7(global int* restrict length_1, int n1) {
    length_1[0] = n1;
}


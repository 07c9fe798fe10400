#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void naive(
        global double* restrict out,
        const global double* restrict a,
        const global double* restrict b,
        global int* restrict failure,
        int b_length,
        int k,
        int m,
        int n) {
    const int g = get_group_id(0);
    const int l = get_local_id(0);
    double sum = 0.0;  // line 13
    for (int i = 0; i < k; i += 1) {  // line 15
        double x = a[min(n * m - 1, 256 * g + l) / m * k + i];
        int at = (uint)i * m + min(n * m - 1, 256 * g + l) % m;
        if (at < 0 || at > b_length - 1) {
            note_failure(failure, 1, at, b_length - 1);
            at = 0;
        }
        sum += x * b[at];  // line 13
    }
    if (256 * g + l < n * m) {  // line 6
        out[256 * g + l] = sum;
    }
}


#pragma OPENCL FP_CONTRACT OFF

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 26
kernel void main_1(
        const global float* restrict centres,
        const global float* restrict points,
        global int* restrict tmp,
        int d,
        int k,
        int n) {
    const int i = get_global_id(0);
    if (i < n) {
        float best_1 = INFINITY;  // line 17
        int best_2 = 0;
        for (int i1 = 0; i1 < k; i1 += 1) {  // line 16
            float sum = 0.0f;  // line 12
            for (int i2 = 0; i2 < d; i2 += 1) {
                sum += (points[i * d + i2] - centres[i1 * d + i2]) * (points[i * d + i2] - centres[i1 * d + i2]);
            }
            if (sum < best_1) {  // line 17
                best_1 = sum;  // line 12
                best_2 = i1;  // line 16
            }
        }
        tmp[i] = best_2;
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 26
kernel void main_2(global int* restrict out1, const global int* restrict tmp, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        out1[i] = tmp[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 21
kernel void main_3(
        const global int* restrict tmp,
        global int* restrict tmp1,
        global int* restrict failure,
        int k,
        int n) {
    const int i = get_global_id(0);
    if (i < n) {
        int at = tmp[i];
        if (at < 0 || at >= k) {
            note_failure(failure, 1, at, k);
            at = 0;
        }
        tmp1[i] = at;
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 22
kernel void main_4(global int* restrict out21, int k) {
    const int i = get_global_id(0);
    if (i < k) {
        out21[i] = 0;
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_5(global int* restrict out21, const global int* restrict tmp1, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        const int at = tmp1[i];
        atomic_add(&out21[at], 1);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 23
kernel void main_6(global int* restrict last, int k) {
    const int i = get_global_id(0);
    if (i < k) {
        last[i] = -1;
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_7(const global int* restrict tmp1, global int* restrict last, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        const int at = tmp1[i];
        atomic_max(&last[at], i);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_8(
        global int* restrict out22,
        const global int* restrict last,
        global int* restrict failure,
        int k,
        int n) {
    const int i = get_global_id(0);
    if (i < k) {
        int winner = last[i];
        if (winner >= 0) {
            int winner1 = winner;  // line 27
            if (winner1 < 0 || winner1 >= n) {
                note_failure(failure, 2, winner1, n);  // line 23
                winner1 = 0;
            }
            out22[i] = winner1;  // line 27
        } else {  // line 23
            out22[i] = -1;
        }
    }
}


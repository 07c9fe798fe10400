#pragma OPENCL FP_CONTRACT OFF

static int rem_i32(int a, int b) {
    return b == 0 || b == -1 ? 0 : a % b;
}

static int abs_i32(int a) {
    return a < 0 ? (int)-(uint)a : a;
}

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void gcd(
        global int* restrict out,
        const global int* restrict xs,
        const global int* restrict ys,
        global int* restrict failure,
        int xs_length,
        int ys_length) {
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 1024; l += 256) {
        int a = xs[min(min(xs_length, ys_length) - 1, 1024 * g + l)];  // line 19
        int b = ys[min(min(xs_length, ys_length) - 1, 1024 * g + l)];
        int own_1[1];  // line 6
        int own_2[1];
        own_1[0] = a;  // line 19
        own_2[0] = b;
        int length_1 = 1;  // line 21
        bool again = own_2[0] != 0;
        int own_1_1[1];  // line 6
        int own_2_1[1];
        while (again && failure[0] == 0) {  // line 21
            const int n = length_1;
            int at = 0;  // line 22
            if (at < 0 || at > n - 1) {
                note_failure(failure, 1, at, n - 1);
                at = 0;
            }
            int p_ = own_1[0];  // line 21
            int p_1 = own_2[0];
            if (p_1 == 0) {  // line 22
                atomic_cmpxchg(failure, 0, 2);
            }
            int number = rem_i32(p_, p_1);
            own_1_1[0] = p_1;  // line 21
            own_2_1[0] = number;  // line 22
            bool again1 = own_2_1[0] != 0;  // line 21
            if (again1) {
                int p_2 = own_1_1[0];
                int p_3 = own_2_1[0];
                if (p_3 == 0) {  // line 22
                    atomic_cmpxchg(failure, 0, 2);
                }
                int number1 = rem_i32(p_2, p_3);
                own_1[0] = p_3;  // line 21
                own_2[0] = number1;  // line 22
                length_1 = 1;  // line 21
                again = own_2[0] != 0;
            } else {
                own_1[0] = own_1_1[0];
                own_2[0] = own_2_1[0];
                length_1 = 1;
                again = false;
            }
        }
        const int n = length_1;
        int at = 0;  // line 24
        if (at < 0 || at > n - 1) {
            note_failure(failure, 3, at, n - 1);
            at = 0;
        }
        if (1024 * g + l < min(xs_length, ys_length)) {  // line 6
            out[1024 * g + l] = abs_i32(own_1[0]);  // line 24
        }
    }
}


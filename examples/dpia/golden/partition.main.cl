#pragma OPENCL FP_CONTRACT OFF

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 15
kernel void main_1(const global int* restrict xs, global int* restrict flags, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        flags[i] = (int)(xs[i] >= 0);  // line 12
    } else {  // line 15
        flags[i] = 0;
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_2(const global int* restrict flags, global int* restrict inner) {
    local int partial[256];
    local int partial1[256];
    const int g = get_group_id(0);
    const int l = get_local_id(0);
    partial[l] = (uint)flags[256 * g + l] + (l >= 1 ? flags[256 * g + l - 1] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    partial1[l] = (uint)partial[l] + (l >= 2 ? partial[l - 2] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    partial[l] = (uint)partial1[l] + (l >= 4 ? partial1[l - 4] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    partial1[l] = (uint)partial[l] + (l >= 8 ? partial[l - 8] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    partial[l] = (uint)partial1[l] + (l >= 16 ? partial1[l - 16] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    partial1[l] = (uint)partial[l] + (l >= 32 ? partial[l - 32] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    partial[l] = (uint)partial1[l] + (l >= 64 ? partial1[l - 64] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    partial1[l] = (uint)partial[l] + (l >= 128 ? partial[l - 128] : 0);
    inner[256 * g + l] = partial1[l];
}

__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void main_3(const global int* restrict inner, global int* restrict totals, int n) {
    int y = 0;
    for (int i = 0; i < (n + 255) / 256; i += 1) {
        y += (uint)inner[256 * i + 255];
        totals[i] = y;
    }
}

__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void main_4(
        const global int* restrict totals,
        global int* restrict total,
        global int* restrict failure,
        int n) {
    if (n > 0) {
        int at = totals[(n + 255) / 256 - 1];
        if (at < 0 || at >= n + 1) {
            note_failure(failure, 1, at, n + 1);
            at = 0;
        }
        total[0] = at;
    } else {
        total[0] = 0;
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_5(
        const global int* restrict xs,
        const global int* restrict flags,
        const global int* restrict inner,
        const global int* restrict totals,
        const global int* restrict total,
        global int* restrict parted,
        global int* restrict failure,
        int n) {
    const int i = get_global_id(0);
    if (i < n) {
        int at = flags[i] == 1 ? (int)((uint)totals[i / 256] - inner[256 * (i / 256) + 255] + inner[i] - 1) : (int)((uint)total[0] + i - ((uint)totals[i / 256] - inner[256 * (i / 256) + 255] + inner[i]));  // line 14
        if (at < 0 || at >= n) {
            note_failure(failure, 1, at, n);  // line 15
            at = 0;
        }
        parted[at] = xs[i];  // line 14
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 15
kernel void main_6(global int* restrict out1, const global int* restrict parted, int k) {
    const int i = get_global_id(0);
    if (i < k) {
        out1[i] = parted[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_7(global int* restrict out1, const global int* restrict parted, int k, int n) {
    const int i = get_global_id(0);
    if (i < n - k) {
        out1[k + i] = parted[k + i];
    }
}

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 16
kernel void main_8(global int* restrict out21, int k) {
    out21[0] = k;
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_9(global int* restrict out22, const global int* restrict parted, int k) {
    const int i = get_global_id(0);
    if (i < k) {
        out22[i] = (uint)2 * parted[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_10(global int* restrict out22, int k, int n) {
    const int i = get_global_id(0);
    if (i < n - k) {
        out22[k + i] = 0;
    }
}


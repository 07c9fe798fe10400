#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 25
kernel void main_1(global int* restrict flags) {
    const int i = get_global_id(0);
    flags[i] = 0;
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_2(global int* restrict upto) {
    const int i = get_global_id(0);
    upto[i] = 0;
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_3(global int* restrict parted) {
    const int i = get_global_id(0);
    parted[i] = 0;
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 26
kernel void main_4(const global int* restrict xs, global int* restrict tmp) {
    const int i = get_global_id(0);
    tmp[i] = xs[i] >= 0 ? 1 : 0;  // line 22
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 26
kernel void main_5(const global int* restrict tmp, global int* restrict flags) {
    const int i = get_global_id(0);
    flags[i] = tmp[i];
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 14
kernel void main_6(global int* restrict tmp, const global int* restrict flags) {
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
    tmp[256 * g + l] = partial1[l];
}

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 15
kernel void main_7(const global int* restrict tmp, global int* restrict tmp1, int c) {
    int y = 0;
    for (int i = 0; i < c; i += 1) {
        y += (uint)tmp[256 * i + 255];
        tmp1[i] = y;
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 27
kernel void main_8(
        const global int* restrict tmp,
        const global int* restrict tmp1,
        global int* restrict upto) {
    const int i = get_global_id(0);
    upto[i] = (uint)tmp[i] + tmp1[i / 256] - tmp[256 * (i / 256) + 255];
}

__attribute__((reqd_work_group_size(128, 1, 1)))  // line 28
kernel void main_9(global int* restrict tmp1, const global int* restrict flags) {
    local int partial2[128];
    local int partial3[64];
    const int g = get_group_id(0);
    const int l = get_local_id(0);
    partial2[l] = (uint)flags[256 * g + l + 128] + flags[256 * g + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 64) {
        partial3[l] = (uint)partial2[l + 64] + partial2[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 32) {
        partial2[l] = (uint)partial3[l + 32] + partial3[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16) {
        partial3[l] = (uint)partial2[l + 16] + partial2[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 8) {
        partial2[l] = (uint)partial3[l + 8] + partial3[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 4) {
        partial3[l] = (uint)partial2[l + 4] + partial2[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 2) {
        partial2[l] = (uint)partial3[l + 2] + partial3[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        partial3[0] = (uint)partial2[1] + partial2[0];
        tmp1[g] = partial3[0];
    }
}

__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void main_10(
        const global int* restrict tmp1,
        global int* restrict total,
        global int* restrict failure,
        int c) {
    int y = 0;
    for (int i = 0; i < c; i += 1) {
        y += (uint)tmp1[i];
    }
    int v_y1 = y;
    if (v_y1 < 0 || v_y1 >= 256 * c + 1) {
        atomic_cmpxchg(failure, 0, 1);
        v_y1 = 0;
    }
    total[0] = v_y1;
}

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 29
kernel void main_11(const global int* restrict total, global int* restrict total1) {
    total1[0] = total[0];
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 20
kernel void main_12(global int* restrict tmp) {
    const int i = get_global_id(0);
    tmp[i] = -1;
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_13(
        global int* restrict tmp,
        const global int* restrict flags,
        const global int* restrict upto,
        const global int* restrict total1,
        global int* restrict failure,
        int c) {
    const int i = get_global_id(0);
    int at = flags[i] == 1 ? (int)((uint)upto[i] - 1) : (int)((uint)total1[0] + i - upto[i]);
    if (at < 0 || at >= 256 * c) {
        atomic_cmpxchg(failure, 0, 2);
        at = 0;
    }
    atomic_max(&tmp[at], i);
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void main_14(
        const global int* restrict xs,
        const global int* restrict tmp,
        global int* restrict parted,
        global int* restrict failure,
        int c) {
    const int i = get_global_id(0);
    int winner = tmp[i];
    if (winner >= 0) {
        int winner1 = winner;  // line 24
        if (winner1 < 0 || winner1 >= 256 * c) {
            atomic_cmpxchg(failure, 0, 3);  // line 20
            winner1 = 0;
        }
        parted[i] = xs[winner1];  // line 24
    } else {  // line 20
        parted[i] = xs[i];  // line 24
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 30
kernel void main_15(global int* restrict parts, const global int* restrict parted) {
    const int i = get_global_id(0);
    parts[i] = parted[i];
}

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 31
kernel void main_16(global int* restrict count, const global int* restrict total) {
    count[0] = total[0];
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 32
kernel void main_17(global int* restrict twice) {
    const int i = get_global_id(0);
    twice[i] = 0;
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 34
kernel void main_18(global int* restrict twice, const global int* restrict parted, int k) {
    const int i = get_global_id(0);
    if (i < k) {
        twice[i] = (uint)2 * parted[i];
    }
}


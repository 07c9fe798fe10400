#pragma OPENCL FP_CONTRACT OFF

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 24
kernel void main_1(global long* restrict out, const global long* restrict xs, global int* failure) {
    local long tile[64];
    local long tile1[64];
    local long tile2[64];
    local long tile3[64];
    const int g = get_group_id(0);
    const int l = get_local_id(0);
    if (l < 64) {
        tile3[l] = xs[64 * g + l];  // line 88
        tile1[l] = tile3[l];  // line 24
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 1;  // line 12
        long x = tile1[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile1[at];  // line 20
        tile2[l] = (l & 2) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    if (l < 64) {  // line 20
        tile[l] = tile2[l];
        tile2[l] = tile[l];  // line 24
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 2;  // line 12
        long x = tile2[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile2[at];  // line 20
        tile1[l] = (l & 4) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 1;  // line 12
        long x = tile1[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile1[at];  // line 20
        tile2[l] = (l & 4) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    if (l < 64) {  // line 20
        tile3[l] = tile2[l];
        tile2[l] = tile3[l];  // line 24
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 4;  // line 12
        long x = tile2[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile2[at];  // line 20
        tile1[l] = (l & 8) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 2;  // line 12
        long x = tile1[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile1[at];  // line 20
        tile2[l] = (l & 8) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 1;  // line 12
        long x = tile2[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile2[at];  // line 20
        tile1[l] = (l & 8) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    if (l < 64) {  // line 20
        tile[l] = tile1[l];
        tile1[l] = tile[l];  // line 24
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 8;  // line 12
        long x = tile1[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile1[at];  // line 20
        tile2[l] = (l & 16) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 4;  // line 12
        long x = tile2[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile2[at];  // line 20
        tile1[l] = (l & 16) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 2;  // line 12
        long x = tile1[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile1[at];  // line 20
        tile2[l] = (l & 16) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 1;  // line 12
        long x = tile2[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile2[at];  // line 20
        tile1[l] = (l & 16) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    if (l < 64) {  // line 20
        tile3[l] = tile1[l];
        tile1[l] = tile3[l];  // line 24
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 16;  // line 12
        long x = tile1[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile1[at];  // line 20
        tile2[l] = (l & 32) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 8;  // line 12
        long x = tile2[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile2[at];  // line 20
        tile1[l] = (l & 32) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 4;  // line 12
        long x = tile1[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile1[at];  // line 20
        tile2[l] = (l & 32) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 2;  // line 12
        long x = tile2[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile2[at];  // line 20
        tile1[l] = (l & 32) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 1;  // line 12
        long x = tile1[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile1[at];  // line 20
        tile2[l] = (l & 32) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    if (l < 64) {  // line 20
        tile[l] = tile2[l];
        tile2[l] = tile[l];  // line 24
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 32;  // line 12
        long x = tile2[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile2[at];  // line 20
        tile[l] = (l & 64) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 16;  // line 12
        long x = tile[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile[at];  // line 20
        tile2[l] = (l & 64) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 8;  // line 12
        long x = tile2[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile2[at];  // line 20
        tile[l] = (l & 64) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 4;  // line 12
        long x = tile[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile[at];  // line 20
        tile2[l] = (l & 64) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 2;  // line 12
        long x = tile2[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile2[at];  // line 20
        tile[l] = (l & 64) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 10
    if (l < 64) {
        int other = l ^ 1;  // line 12
        long x = tile[l];  // line 20
        int at = other;  // line 14
        if (at < 0 || at > 63) {
            note_failure(failure, 1, at, 63);
            at = 0;
        }
        long y = tile[at];  // line 20
        tile2[l] = (l & 64) == 0 == l < other ? min(x, y) : max(x, y);  // line 17
    }
    if (l < 64) {  // line 20
        tile3[l] = tile2[l];
        out[64 * g + l] = tile3[l];  // line 24
    }
}


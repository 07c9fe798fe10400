#pragma OPENCL FP_CONTRACT OFF

static int quot_i32(int a, int b) {
    if (b == 0) return 0;
    return b == -1 ? (int)-(uint)a : a / b;
}

static int rem_i32(int a, int b) {
    return b == 0 || b == -1 ? 0 : a % b;
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void turned(
        global int* restrict out,
        const global int* restrict xs,
        global int* restrict failure,
        int xs_length) {
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 28
    int p = (uint)g * 256 + (uint)(l / 32) * 32 + l % 32;
    int from = (uint)quot_i32(p, 32) * 32;  // line 25
    int at = max(0, min((int)((uint)xs_length - 1), (int)((uint)from + min(31, (int)((uint)xs_length - 1 - from)) - rem_i32(p, 32))));  // line 28
    if (at < 0 || at > xs_length - 1) {
        atomic_cmpxchg(failure, 0, 1);  // line 26
        at = 0;
    }
    if (256 * g + l < xs_length) {  // line 28
        out[256 * g + l] = xs[at];  // line 26
    }
}


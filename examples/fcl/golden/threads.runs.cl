#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(64, 1, 1)))  // line 6
kernel void runs(global int* restrict out, const global int* restrict xs, int n, int xs_length) {
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 38
    int sum = 0;  // line 37
    for (int i = 0; i < n; i += 1) {
        int b = xs[min(xs_length - 1, (64 * g + 32 * (l / 32) + l % 32) * n + i)];
        sum += (uint)b;
        if ((64 * g + l) * n + i < xs_length) {
            out[(64 * g + l) * n + i] = sum;  // line 38
        }
    }
}


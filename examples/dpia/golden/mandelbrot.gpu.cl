#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(32, 8, 1)))  // line 32
kernel void gpu(global int* restrict out, int limit, int h, int w) {
    const int i = get_global_id(1);
    if (i < h) {
        const int i1 = get_global_id(0);  // line 33
        if (i1 < w) {
            float z_k_1 = 0.0f;  // line 25
            float z_k_2 = 0.0f;
            int z_k_3 = 0;
            bool goes_on = z_k_3 < limit ? z_k_1 * z_k_1 + z_k_2 * z_k_2 <= 4.0f : false;  // line 23
            while (goes_on) {
                float a_b_1 = z_k_1 * z_k_1 - z_k_2 * z_k_2;  // line 18
                float a_b_2 = 2.0f * z_k_1 * z_k_2;
                z_k_1 = a_b_1 + ((float)i1 * 3.0f / (float)w - 2.0f);  // line 17
                z_k_2 = a_b_2 + ((float)i * 2.0f / (float)h - 1.0f);
                z_k_3 += (uint)1;  // line 24
                goes_on = z_k_3 < limit ? z_k_1 * z_k_1 + z_k_2 * z_k_2 <= 4.0f : false;  // line 23
            }
            out[i * w + i1] = z_k_3;
        }
    }
}


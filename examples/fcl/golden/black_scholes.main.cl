#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void main_1(
        global float* restrict out,
        float rate,
        float volatility,
        const global float* restrict options_1,
        const global float* restrict options_2,
        const global float* restrict options_3,
        int options_length) {
    const int g = get_group_id(0);
    const int l = get_local_id(0);
    if (256 * g + l < options_length) {
        float o = options_1[256 * g + l];  // line 111
        float o1 = options_2[256 * g + l];
        float o2 = options_3[256 * g + l];
        float spread = volatility * sqrt(o2);  // line 15
        float d = (log(o / o1) + (rate + 0.5f * volatility * volatility) * o2) / spread;  // line 16
        float k = 1.0f / (1.0f + 0.2316419f * fabs(d));  // line 8
        float poly = k * (0.31938154f + k * (-0.35656378f + k * (1.7814779f + k * (-1.8212559f + k * 1.3302745f))));  // line 9
        float tail = 0.3989423f * exp(-0.5f * d * d) * poly;  // line 10
        float d1 = d - spread;  // line 17
        float k1 = 1.0f / (1.0f + 0.2316419f * fabs(d1));  // line 8
        float poly1 = k1 * (0.31938154f + k1 * (-0.35656378f + k1 * (1.7814779f + k1 * (-1.8212559f + k1 * 1.3302745f))));  // line 9
        float tail1 = 0.3989423f * exp(-0.5f * d1 * d1) * poly1;  // line 10
        out[256 * g + l] = o * (d > 0.0f ? 1.0f - tail : tail) - o1 * exp(-(rate * o2)) * (d1 > 0.0f ? 1.0f - tail1 : tail1);  // line 17
    }
}


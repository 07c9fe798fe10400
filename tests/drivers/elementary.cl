/// title: Elementary functions of single precision within the errors that OpenCL permits
/// global: 1
/// local: 1
/// arg within: i32[12] = 0
/// show: within
/// verdict: defined
/// rule: elementary functions compare by units in the last place
/// expect: within = 1 1 1 1 1 1 1 1 1 1 1 1
//
// exp, log, sin, cos, tan, sqrt, division, pow, tanh, rsqrt, exp2, atan: 1 where the largest distance over 4000 arguments from the correctly
// rounded double, in units in the last place, is permitted.  (Seen: pocl 1 1 1 1 2 0 0 1 1 1 1 1, Intel 0 1 2 2 2 0 0 1 1 1 0 1, Oclgrind 0.)
int distance(float got, double right) { return abs(as_int(got) - as_int((float)right)); }
__kernel void errors(__global int *within)
{
    int w[12] = {0}, permitted[12] = {3, 3, 4, 4, 5, 3, 3, 16, 5, 2, 3, 5};
    for (int i = 1; i <= 4000; i++) {
        float x = 0.0173f * i, y = 0.31f * (i % 71) - 9.0f;
        double dx = x, dy = y;
        w[0] = max(w[0], distance(exp(y), exp(dy)));
        w[1] = max(w[1], distance(log(x), log(dx)));
        w[2] = max(w[2], distance(sin(x), sin(dx)));
        w[3] = max(w[3], distance(cos(x), cos(dx)));
        w[4] = max(w[4], distance(tan(x), tan(dx)));
        w[5] = max(w[5], distance(sqrt(x), sqrt(dx)));
        w[6] = max(w[6], distance(y / x, dy / dx));
        w[7] = max(w[7], distance(pow(x, y), pow(dx, dy)));
        w[8] = max(w[8], distance(tanh(y), tanh(dy)));
        w[9] = max(w[9], distance(rsqrt(x), rsqrt(dx)));
        w[10] = max(w[10], distance(exp2(y), exp2(dy)));
        w[11] = max(w[11], distance(atan(y), atan(dy)));
    }
    for (int k = 0; k < 12; k++) within[k] = w[k] <= permitted[k];
}

/* Runs one of the kernels of this folder on one OpenCL platform and prints what it left in its buffers.
 *
 *     host LIST                    one line a platform: name, a tab, its version
 *     host PLATFORM CASE.cl        PLATFORM is a part of the platform's name
 *
 * A case says itself how it is launched, in lines of the form `/// key: value` (README.md has the keys). The program is
 * deliberately independent of Elder: a disagreement between drivers must be showable to others by a kernel and a page of C.
 *
 * Prints `name = v v v` for each buffer to show, or `failed: FUNCTION CODE` when OpenCL refuses a call, and ends with
 * status 0 in both cases; status 2 means that the case or the command line is wrong. A driver that crashes takes this
 * process with it, which is why every run is a process of its own. */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 16, MAX_SHOWN = 64 };

struct type { const char *name; size_t size; char kind; };

static const struct type TYPES[] = {
    {"i8", 1, 'i'}, {"u8", 1, 'u'}, {"i16", 2, 'i'}, {"u16", 2, 'u'}, {"i32", 4, 'i'}, {"u32", 4, 'u'},
    {"i64", 8, 'i'}, {"u64", 8, 'u'}, {"f32", 4, 'f'}, {"f64", 8, 'f'},
};

struct arg {
    char name[32];
    const struct type *type; /* NULL: local memory */
    size_t count;            /* elements, or bytes of local memory; 1 for a scalar */
    int is_buffer;
    int is_blank; /* a buffer that the host does not write */
    char *data;
    cl_mem mem;
};

static void wrong(const char *what, const char *where)
{
    fprintf(stderr, "host: %s: %s\n", what, where);
    exit(2);
}

static void check(const char *function, cl_int code)
{
    if (code == CL_SUCCESS) return;
    printf("failed: %s %d\n", function, code);
    exit(0);
}

static void store(const struct type *t, char *at, const char *text)
{
    if (t->kind == 'f') {
        double d = strtod(text, NULL);
        if (t->size == 4) { float f = (float)d; memcpy(at, &f, 4); } else memcpy(at, &d, 8);
    } else {
        uint64_t v = text[0] == '-' ? (uint64_t)strtoll(text, NULL, 0) : strtoull(text, NULL, 0);
        memcpy(at, &v, t->size); /* little-endian hosts only */
    }
}

static void print_element(const struct type *t, const char *at)
{
    if (t->kind == 'f') {
        double d;
        if (t->size == 4) { float f; memcpy(&f, at, 4); d = f; } else memcpy(&d, at, 8);
        if (d != d) printf(" nan"); else printf(t->size == 4 ? " %.9g" : " %.17g", d);
    } else if (t->kind == 'u') {
        uint64_t v = 0;
        memcpy(&v, at, t->size);
        printf(" %llu", (unsigned long long)v);
    } else {
        uint64_t v = 0;
        memcpy(&v, at, t->size);
        unsigned shift = 64 - 8 * (unsigned)t->size;
        printf(" %lld", (long long)(v << shift) >> shift);
    }
}

/* `i32 7`, `i32[16] = 0`, `i32[16] = iota`, `i32[4] = 1 2 3 4` (the last value fills the rest), `i32[4] = none`, `local 128` */
static struct arg read_arg(char *line)
{
    struct arg a = {{0}, NULL, 1, 0, 0, NULL, NULL};
    char *colon = strchr(line, ':');
    if (!colon || (size_t)(colon - line) >= sizeof a.name) wrong("argument", line);
    memcpy(a.name, line, (size_t)(colon - line));
    char *p = colon + 1 + strspn(colon + 1, " ");
    if (strncmp(p, "local ", 6) == 0) {
        a.count = strtoull(p + 6, NULL, 10);
        return a;
    }
    size_t word = strcspn(p, " [");
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
        if (strlen(TYPES[i].name) == word && strncmp(TYPES[i].name, p, word) == 0) a.type = &TYPES[i];
    if (!a.type) wrong("type", line);
    p += word;
    if (*p == '[') {
        a.is_buffer = 1;
        a.count = strtoull(p + 1, &p, 10);
        p = strchr(p, '=');
        if (!p) wrong("contents", line);
        p++;
    }
    a.data = calloc(a.count + 1, a.type->size);
    if (!a.data) wrong("memory", line);
    p += strspn(p, " ");
    a.is_blank = strcmp(p, "none") == 0;
    if (a.is_blank) return a;
    if (strcmp(p, "iota") == 0) {
        for (size_t i = 0; i < a.count; i++) {
            char text[32];
            snprintf(text, sizeof text, "%zu", i);
            store(a.type, a.data + i * a.type->size, text);
        }
        return a;
    }
    char value[64] = "0";
    for (size_t i = 0; i < a.count; i++) {
        size_t n = strcspn(p, " ");
        if (n > 0 && n < sizeof value) { memcpy(value, p, n); value[n] = 0; }
        p += n + strspn(p + n, " ");
        store(a.type, a.data + i * a.type->size, value);
    }
    return a;
}

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) wrong("cannot read", path);
    char *text = calloc(1, 1 << 20);
    if (!text || fread(text, 1, (1 << 20) - 1, f) == 0) wrong("empty", path);
    fclose(f);
    return text;
}

int main(int argc, char **argv)
{
    cl_platform_id platforms[16];
    cl_uint n_platforms = 0;
    cl_int code = clGetPlatformIDs(16, platforms, &n_platforms);
    if (code != CL_SUCCESS) n_platforms = 0;
    if (n_platforms > 16) n_platforms = 16;
    cl_platform_id platform = NULL;
    char name[256], version[256];
    for (cl_uint i = 0; i < n_platforms; i++) {
        check("clGetPlatformInfo", clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL));
        check("clGetPlatformInfo", clGetPlatformInfo(platforms[i], CL_PLATFORM_VERSION, sizeof version, version, NULL));
        if (argc == 2) printf("%s\t%s\n", name, version);
        else if (argc == 3 && strstr(name, argv[1])) platform = platforms[i];
    }
    if (argc == 2) return 0;
    if (argc != 3) wrong("usage", "host LIST | host PLATFORM CASE.cl");
    if (!platform) wrong("no platform", argv[1]);

    char *source = read_file(argv[2]), *lines = strdup(source);
    size_t global[3] = {1, 1, 1}, local[3] = {1, 1, 1};
    cl_uint dimensions = 1;
    int launches = 1, n_args = 0, released = 0;
    char options[512] = "", shown[256] = "";
    struct arg args[MAX_ARGS];
    for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n")) {
        if (strncmp(line, "/// ", 4) != 0) continue;
        line += 4;
        if (strncmp(line, "global: ", 8) == 0) {
            int n = sscanf(line + 8, "%zu %zu %zu", &global[0], &global[1], &global[2]);
            dimensions = n > 0 ? (cl_uint)n : 1;
        } else if (strncmp(line, "local: ", 7) == 0) sscanf(line + 7, "%zu %zu %zu", &local[0], &local[1], &local[2]);
        else if (strncmp(line, "launches: ", 10) == 0) launches = atoi(line + 10);
        else if (strncmp(line, "released: ", 10) == 0) released = atoi(line + 10);
        else if (strncmp(line, "options: ", 9) == 0) snprintf(options, sizeof options, "%s", line + 9);
        else if (strncmp(line, "show: ", 6) == 0) snprintf(shown, sizeof shown, " %s ", line + 6);
        else if (strncmp(line, "arg ", 4) == 0) {
            if (n_args == MAX_ARGS) wrong("too many arguments", argv[2]);
            args[n_args++] = read_arg(line + 4);
        }
    }

    cl_device_id device;
    check("clGetDeviceIDs", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check("clCreateContext", code);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    check("clCreateCommandQueue", code);
    const char *text = source;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    check("clCreateProgramWithSource", code);
    code = clBuildProgram(program, 1, &device, options, NULL, NULL);
    if (code != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fprintf(stderr, "%s\n", log);
    }
    check("clBuildProgram", code);
    cl_kernel kernel;
    check("clCreateKernelsInProgram", clCreateKernelsInProgram(program, 1, &kernel, NULL));
    if (released > 0) {
        char *bytes = calloc((size_t)released, 1);
        cl_mem gone = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, (size_t)released, bytes, &code);
        check("clCreateBuffer", code);
        check("clReleaseMemObject", clReleaseMemObject(gone));
    }
    for (int i = 0; i < n_args; i++) {
        struct arg *a = &args[i];
        if (!a->type) code = clSetKernelArg(kernel, (cl_uint)i, a->count, NULL);
        else if (!a->is_buffer) code = clSetKernelArg(kernel, (cl_uint)i, a->type->size, a->data);
        else {
            cl_mem_flags copied = a->is_blank ? 0 : CL_MEM_COPY_HOST_PTR;
            a->mem = clCreateBuffer(context, CL_MEM_READ_WRITE | copied, a->count * a->type->size, a->is_blank ? NULL : a->data, &code);
            check("clCreateBuffer", code);
            code = clSetKernelArg(kernel, (cl_uint)i, sizeof a->mem, &a->mem);
        }
        check("clSetKernelArg", code);
    }
    for (int i = 0; i < launches; i++)
        check("clEnqueueNDRangeKernel", clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, local, 0, NULL, NULL));
    check("clFinish", clFinish(queue));
    for (int i = 0; i < n_args; i++) {
        struct arg *a = &args[i];
        char key[64];
        snprintf(key, sizeof key, " %.31s ", a->name);
        if (!a->is_buffer || !strstr(shown, key)) continue;
        check("clEnqueueReadBuffer", clEnqueueReadBuffer(queue, a->mem, CL_TRUE, 0, a->count * a->type->size, a->data, 0, NULL, NULL));
        printf("%s =", a->name);
        for (size_t j = 0; j < a->count && j < MAX_SHOWN; j++) print_element(a->type, a->data + j * a->type->size);
        printf("\n");
    }
    return 0;
}

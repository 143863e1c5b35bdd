// The kernels of `zetop bench` on the stand-in driver: what they compute where a program looks at that, and how long they
// take by agreement, in ns. The cache has 4 MiB, and kernels find in it what no fill has pushed out.
#include <stdint.h>
#include <string.h>

#define CACHE (4 << 20)
// Bytes that were filled since the last kernel.
static uint64_t filled;

static uint64_t matmul(const float *a, const float *b, float *c, uint32_t n) {
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t column = 0; column < n; column++) {
            float sum = 0;
            for (uint32_t k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
    return 1000 + 2ull * n * n * n / 1000;
}

static uint64_t known_kernel(const char *name, uint64_t groups, void **of) {
#define POINTER(i) (*(void **)of[i])
#define NUMBER(i) (*(uint32_t *)of[i])
    uint64_t pushed_out = filled >= CACHE;
    filled = 0;
    if (!strcmp(name, "matmul")) return matmul(POINTER(0), POINTER(1), POINTER(2), NUMBER(3));
    // Eight bytes for each element; 64 a ns, or 16 from memory.
    if (!strcmp(name, "grid_copy")) return 8ull * NUMBER(2) / (pushed_out ? 16 : 64);
    // 64 groups run at once; 4 ns for each of eight multiply-adds.
    if (!strcmp(name, "multiply_add")) return 32ull * NUMBER(1) * ((groups + 63) / 64);
    // A quarter of that.
    if (!strcmp(name, "multiply_add_double")) return 128ull * NUMBER(1) * ((groups + 63) / 64);
    // By the working sets of all groups.
    if (!strcmp(name, "chase")) return NUMBER(2) * (64ull * NUMBER(3) * groups <= CACHE ? 200ull : 600ull);
    if (!strcmp(name, "strided") || !strcmp(name, "stream")) return 1000 + groups;
    return 0;
}

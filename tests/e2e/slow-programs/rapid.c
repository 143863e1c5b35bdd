// Allocates as fast as it can: rapid. For three seconds what is freed again, then 20,000 pieces that stay as well.
#include "gpu.h"

static void *scratch(void) {
    return dmem(2 << 10); // MARK scratch
}
static void *kept(void) {
    return dmem(4 << 10); // MARK kept
}

int main(void) {
    gpu_init();
    for (double end = now() + 3; now() < end;) CK(zeMemFree(ctx, scratch()));
    for (int i = 0; i < 20000; i++) {
        kept();
        CK(zeMemFree(ctx, scratch()));
    }
    return 0;
}

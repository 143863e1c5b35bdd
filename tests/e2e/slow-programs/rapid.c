// Allocates as fast as it can: rapid. For two seconds what is freed again, then 20,000 pieces that stay as well: few at a time, so
// that this takes longer than zetop may be without a processor.
#include "gpu.h"

static void *scratch(void) {
    return dmem(2 << 10); // MARK scratch
}
static void *kept(void) {
    return dmem(4 << 10); // MARK kept
}

int main(void) {
    gpu_init();
    for (double end = now() + 2; now() < end;) CK(zeMemFree(ctx, scratch()));
    for (int i = 0; i < 20000; i++) {
        kept();
        for (int n = 0; n < 25; n++) CK(zeMemFree(ctx, scratch()));
    }
    return 0;
}

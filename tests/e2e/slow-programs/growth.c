// Memory that grows, and what looks like it: growth leak|cache|level. Ten rounds a second, up to a line on stdin.
#include "gpu.h"
#include <poll.h>

static void *entry(void) {
    return dmem(100 << 10); // MARK entry
}
static void *scratch(void) {
    return dmem(50 << 10); // MARK scratch
}

int main(int count, char **names) {
    const char *mode = count > 1 ? names[1] : "leak";
    gpu_init();
    void *kept[200] = {0};
    struct pollfd end = {0, POLLIN, 0};
    for (int round = 0; poll(&end, 1, 100) == 0; round++) {
        // A cache is full after 20 s. What is level keeps the last 200 entries.
        int slot = round % 200;
        if (mode[0] != 'c' || round < 200) {
            if (mode[1] == 'e' && mode[2] == 'v' && kept[slot]) CK(zeMemFree(ctx, kept[slot]));
            kept[slot] = entry();
        }
        CK(zeMemFree(ctx, scratch()));
    }
    return 0;
}

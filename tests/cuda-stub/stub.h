// What the stand-in driver tells the stand-in CUPTI of each operation.
#include <stddef.h>
#include <stdint.h>

enum { OP_KERNEL = 10, OP_COPY = 1, OP_PEER = 22, OP_SET = 2 };   // CUPTI's kinds of records
enum { TO_DEVICE = 1, TO_HOST = 2, PEER_TO_PEER = 10 };       // CUPTI's kinds of copies
enum { PAGEABLE = 1, PINNED = 2, DEVICE = 3, MANAGED = 5 };   // CUPTI's kinds of memory

struct op {
    uint32_t kind;
    const char *name;
    uint64_t bytes, start, end;
    uint32_t device, context, stream, correlation;
    uint64_t node;   // of a graph, else 0
    uint8_t src, dst, way;
    uint32_t from, to;   // devices of a copy between two
    uint32_t grid[3], block[3], shared;
    uint32_t value;   // of a set
    uint64_t takes;   // ns, of a kernel whose name does not say
    int disabled;     // a graph's node that does nothing
    uint64_t copies;  // of a batch that was made in one go
};

// The kernel of `zetop bench flops` in double precision, in a module of its own: a device that can't do that refuses it.

// Multiply-adds of which each needs the one before, 8 x rounds for each work item.
__kernel void multiply_add_double(__global double *out, uint rounds)
{
    double x = get_global_id(0) & 31;
    for (uint round = 0; round < rounds; round++) {
        x = mad(x, 0.5, 1.0); x = mad(x, 0.5, 1.0); x = mad(x, 0.5, 1.0); x = mad(x, 0.5, 1.0);
        x = mad(x, 0.5, 1.0); x = mad(x, 0.5, 1.0); x = mad(x, 0.5, 1.0); x = mad(x, 0.5, 1.0);
    }
    out[get_global_id(0)] = x;
}

// Kernels that the simulator does not know by name. build.sh makes kernels.spv of them, which is committed.

int __spirv_SpecConstant(int number, int value) __attribute__((overloadable));

kernel void multiply_add(global const float *a, global const float *b, global float *c, float factor, uint n) {
    size_t i = get_global_id(0);
    if (i < n)
        c[i] = factor * a[i] + b[i];
}

// The sum of each group, by local memory and barriers.
kernel void group_sums(global const int *in, global int *out, local int *sums) {
    size_t l = get_local_id(0);
    sums[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
        if (l < step)
            sums[l] += sums[l + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0)] = sums[0];
}

kernel void count(global int *counter) { atomic_add(counter, 1); }

// The place of each work item, in three dimensions and from an offset.
kernel void places(global uint *out) {
    size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1), z = get_global_id(2);
    size_t at = (z * get_global_size(1) + y) * get_global_size(0) + x;
    out[at] = (uint)(get_global_id(0) | y << 8 | z << 16);
}

struct pair {
    char first;
    double second;
};

kernel void structure(struct pair pair, global double *out) { out[0] = pair.first + pair.second; }

kernel void constant_of_the_module(global int *out) { out[0] = __spirv_SpecConstant(7, 42); }

// Writes through a pointer that lies in memory.
kernel void through_memory(global ulong *place) { *(global int *)place[0] = 5; }

kernel void endless(global volatile int *stop) {
    while (*stop == 0)
        ;
}

kernel void crash(global int *out, ulong address) { *(global volatile int *)address = 1; }

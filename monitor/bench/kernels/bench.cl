// The kernels of `zetop bench`. build.sh makes bench.spv of them.

// c = a * b, all n x n, by rows; a work item makes one element.
__kernel void matmul(__global const float *a, __global const float *b, __global float *c, uint n)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column >= n || row >= n)
        return;
    float sum = 0.0f;
    for (uint k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

// to = from, n elements, by however many work items there are.
__kernel void grid_copy(__global const float *from, __global float *to, uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        to[i] = from[i];
}

// Multiply-adds of which each needs the one before, 8 x rounds for each work item.
__kernel void multiply_add(__global float *out, uint rounds)
{
    float x = get_global_id(0) & 31;
    for (uint round = 0; round < rounds; round++) {
        x = mad(x, 0.5f, 1.0f); x = mad(x, 0.5f, 1.0f); x = mad(x, 0.5f, 1.0f); x = mad(x, 0.5f, 1.0f);
        x = mad(x, 0.5f, 1.0f); x = mad(x, 0.5f, 1.0f); x = mad(x, 0.5f, 1.0f); x = mad(x, 0.5f, 1.0f);
    }
    out[get_global_id(0)] = x;
}

// Accesses of which each needs the one before: from line to line of 16 words, as the first word of each says. Each group
// has so many lines of its own, and goes on where its last launch has ended.
__kernel void chase(__global const uint *next, __global uint *places, uint steps, uint lines)
{
    next += 16 * (size_t)lines * get_group_id(0);
    uint line = places[get_group_id(0)];
    for (uint step = 0; step < steps; step++)
        line = next[16 * (size_t)line];
    places[get_group_id(0)] = line;
}

// Each work item reads 256 words, from a line on; the items of a group read words side by side, so many words apart.
__kernel void strided(__global const uint *from, __global uint *out, uint start, uint stride)
{
    size_t items = get_local_size(0);
    from += 16 * (size_t)start + (256 * items * get_group_id(0) + get_local_id(0)) * stride;
    uint sum = 0;
    for (uint word = 0; word < 256; word++)
        sum += from[word * items * stride];
    out[get_global_id(0)] = sum;
}

// All work items together read so many words, one item the word next to the other's, and again in each round.
__kernel void stream(__global const uint *from, __global uint *out, uint words, uint rounds)
{
    uint sum = 0;
    for (uint round = 0; round < rounds; round++)
        for (size_t i = get_global_id(0); i < words; i += get_global_size(0))
            sum += from[i];
    out[get_global_id(0)] = sum;
}

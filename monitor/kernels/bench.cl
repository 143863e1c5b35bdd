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

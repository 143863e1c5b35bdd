// What the kernels need of OpenCL C's built-in types and functions, for NVIDIA's PTX. build.sh includes it.

typedef unsigned int uint;
typedef __SIZE_TYPE__ size_t;

#define OF_DIMENSION(name, read)                                                                                  \
    static inline __attribute__((always_inline)) size_t name(uint dimension)                                      \
    {                                                                                                             \
        return dimension == 0 ? (size_t)read##x() : dimension == 1 ? (size_t)read##y() : (size_t)read##z();       \
    }
OF_DIMENSION(get_local_id, __nvvm_read_ptx_sreg_tid_)
OF_DIMENSION(get_local_size, __nvvm_read_ptx_sreg_ntid_)
OF_DIMENSION(get_group_id, __nvvm_read_ptx_sreg_ctaid_)
OF_DIMENSION(get_num_groups, __nvvm_read_ptx_sreg_nctaid_)

static inline __attribute__((always_inline)) size_t get_global_id(uint dimension)
{
    return get_group_id(dimension) * get_local_size(dimension) + get_local_id(dimension);
}

static inline __attribute__((always_inline)) size_t get_global_size(uint dimension)
{
    return get_num_groups(dimension) * get_local_size(dimension);
}

static inline __attribute__((always_inline, overloadable)) float mad(float a, float b, float c)
{
    return __nvvm_fma_rn_f(a, b, c);
}

static inline __attribute__((always_inline, overloadable)) double mad(double a, double b, double c)
{
    return __nvvm_fma_rn_d(a, b, c);
}

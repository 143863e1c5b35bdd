// What PoCL 3.1 refuses: work-group functions and sub-groups. build.sh makes groups.spv of it.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void sums(global const int *in, global int *out) {
    int sum = work_group_reduce_add(in[get_global_id(0)]);
    int largest = sub_group_reduce_max(get_sub_group_local_id() < get_sub_group_size() ? sum : -1);
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = largest;
}

// The first of two modules that are linked; build.sh makes user.spv of it.

int twice(int value);

kernel void linked(global int *out) { out[get_global_id(0)] = twice((int)get_global_id(0)); }

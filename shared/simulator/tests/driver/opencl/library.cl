// What user.cl calls; build.sh makes library.spv of it.

int twice(int value) { return 2 * value; }

// A plugin that imports the driver.
extern int cuDeviceGetCount(int *), cuCtxSynchronize(void);
int plugin_work(void) {
    int count;
    cuCtxSynchronize();
    return cuDeviceGetCount(&count);
}

// Which functions cuGetProcAddress gives that are not the exported ones of that address.
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <cuda.h>
int main(int argc, char **argv) {
    void *lib = dlopen("libcuda.so.1", RTLD_NOW);
    if (!lib) { printf("no driver: %s\n", dlerror()); return 1; }
    auto init = (CUresult(*)(unsigned))dlsym(lib, "cuInit");
    auto get = (CUresult(*)(const char *, void **, int, cuuint64_t, CUdriverProcAddressQueryResult *))dlsym(lib, "cuGetProcAddress_v2");
    printf("cuInit %d\n", init(0));
    char name[256];
    int same = 0, other = 0, none = 0;
    FILE *f = fopen(argv[1], "r");
    while (fscanf(f, "%255s", name) == 1) {
        for (int version : {5000, 10000, 11030, 12000, 13000})
            for (cuuint64_t flags : {1ull, 2ull}) {
                void *p = nullptr;
                CUdriverProcAddressQueryResult r;
                if (get(name, &p, version, flags, &r) != CUDA_SUCCESS || !p) { none++; continue; }
                Dl_info info;
                // exported under this base name?
                if (dladdr(p, &info) && info.dli_sname && info.dli_saddr == p && !strncmp(info.dli_sname, name, strlen(name))) same++;
                else { other++; if (version == 13000 || version == 12000) printf("other: %s %d flags %llu -> %s%s\n", name, version, (unsigned long long)flags, info.dli_sname ? info.dli_sname : "?", info.dli_saddr == p ? "" : " (inside)"); }
            }
    }
    printf("same %d other %d none %d\n", same, other, none);
}

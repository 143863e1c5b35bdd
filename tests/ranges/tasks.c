/* A program that marks tasks and frames by ITT, in numbers that zetop's tests know: its argument is how many rounds there are.
   It makes a call of the API that it is linked with (-DCUDA, -DZE), so that zetop shows the process. */
#define _GNU_SOURCE
#ifdef REAL_ITT
#include <ittnotify.h>
#define itt_initialize()
#else
#include "itt.h"
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CUDA
extern int cuInit(unsigned);
static void use_api(void) { cuInit(0); }
#elif defined(ZE)
extern int zeInit(unsigned);
static void use_api(void) { zeInit(0); }
#else
static void use_api(void) {}
#endif

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 10;
    /* Some are made before the collector is there. */
    __itt_domain *domain = __itt_domain_create("renderer");
    __itt_string_handle *draw = __itt_string_handle_create("draw");
    itt_initialize();
    use_api();
    __itt_domain *other = __itt_domain_create("loader");
    __itt_string_handle *cull = __itt_string_handle_create("cull");
    __itt_string_handle *load = __itt_string_handle_create("load"), *spike = __itt_string_handle_create("spike");
    __itt_domain *again = __itt_domain_create("loader");
    if (other != again || (other && other->flags && strcmp(other->nameA, "loader")))
        return 1;
    for (int round = 0; round < rounds; round++) {
        __itt_frame_begin_v3(domain, NULL);
        __itt_id first = __itt_id_make(&first, round), second = __itt_id_make(&second, round);
        /* They overlap. */
        __itt_task_begin_overlapped(other, first, __itt_null, load);
        __itt_task_begin_overlapped(other, second, __itt_null, load);
        __itt_task_begin(domain, __itt_null, __itt_null, draw);
        __itt_task_begin(domain, __itt_null, __itt_null, cull);
        __itt_marker(domain, __itt_null, spike, __itt_scope_task);
        __itt_task_end(domain);
        __itt_task_end(domain);
        __itt_task_end_overlapped(other, first);
        __itt_task_end_overlapped(other, second);
        __itt_frame_end_v3(domain, NULL);
    }
    __itt_task_end(domain); /* nothing had begun */
    puts("done");
    return 0;
}

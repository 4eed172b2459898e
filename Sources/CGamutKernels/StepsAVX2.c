// What lost steps are found with, compiled for AVX2.
#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2,fma")))
#define KERNEL(name) name##_avx2
#include "Steps.h"
#include "Viewings.h"
#include "MapCSS.h"
#endif

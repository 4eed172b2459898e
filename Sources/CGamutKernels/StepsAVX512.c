// What lost steps are found with, compiled for AVX-512.
#if defined(__x86_64__)
#define TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")))
#define KERNEL(name) name##_avx512
#include "Steps.h"
#include "Viewings.h"
#include "MapCSS.h"
#endif

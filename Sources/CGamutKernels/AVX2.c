#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2,fma")))
#define KERNELS gamut_avx2
#include "Kernels.h"
#endif

// The kernels for any processor, and the choice of those for this one.
#define TARGET
#define KERNELS gamut_portable
#include "Kernels.h"

gamut_vector gamut_vector_best(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return gamut_vector_avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return gamut_vector_avx2;
#endif
  return gamut_vector_none;
}

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

void gamut_classify_row(gamut_vector vector, const gamut_surface *surface, const gamut_row *row,
                        gamut_surface_pixels *result) {
  result->count = result->undecided_count = result->exceeding_count = result->transparent_count = 0;
#if defined(__x86_64__)
  if (vector == gamut_vector_avx512) gamut_classify_row_avx512(surface, row, result);
  if (vector == gamut_vector_avx2) gamut_classify_row_avx2(surface, row, result);
#endif
}

void gamut_differing(gamut_vector vector, const void *pixels, const void *above, size_t count, size_t size,
                     uint64_t *bits) {
#if defined(__x86_64__)
  if (vector == gamut_vector_avx512) gamut_differing_avx512(pixels, above, count, size, bits);
  if (vector == gamut_vector_avx2) gamut_differing_avx2(pixels, above, count, size, bits);
#endif
}

void gamut_lab_squares(gamut_vector vector, const gamut_lab *lab, const uint64_t *colors, size_t count,
                       const gamut_squares *first, const gamut_squares *last) {
#if defined(__x86_64__)
  if (vector == gamut_vector_avx512) gamut_lab_squares_avx512(lab, colors, count, first, last);
  if (vector == gamut_vector_avx2) gamut_lab_squares_avx2(lab, colors, count, first, last);
#endif
}

void gamut_shifts(gamut_vector vector, const gamut_shift *shift, const uint64_t *colors, size_t count,
                  double *result) {
#if defined(__x86_64__)
  if (vector == gamut_vector_avx512) gamut_shifts_avx512(shift, colors, count, result);
  if (vector == gamut_vector_avx2) gamut_shifts_avx2(shift, colors, count, result);
#endif
}

size_t gamut_convert_row(gamut_vector vector, const gamut_conversion *conversion, const gamut_row_format *format,
                         const void *pixels, void *result, uint32_t *undecided) {
#if defined(__x86_64__)
  // Wider vectors are not faster for this.
  if (vector != gamut_vector_none) return gamut_convert_row_avx2(conversion, format, pixels, result, undecided);
#endif
  return 0;
}

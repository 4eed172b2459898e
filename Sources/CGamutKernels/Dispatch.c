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
  // Wider vectors gain little here: loads from tables take most of the time.
  if (vector != gamut_vector_none) gamut_classify_row_avx2(surface, row, result);
#endif
}

#if defined(__x86_64__)
#define BY_VECTOR(name, ...) \
  (vector == gamut_vector_avx512 ? name##_avx512(__VA_ARGS__) \
   : vector == gamut_vector_avx2 ? name##_avx2(__VA_ARGS__) \
                                 : name##_portable(__VA_ARGS__))
#else
#define BY_VECTOR(name, ...) ((void)vector, name##_portable(__VA_ARGS__))
#endif

uint64_t gamut_coordinates(gamut_vector vector, const gamut_metric *metric, const void *pixels, unsigned channels,
                           unsigned bytes, size_t count, int32_t *coordinates) {
  return BY_VECTOR(gamut_coordinates, metric, pixels, channels, bytes, count, coordinates);
}

void gamut_add_row(gamut_vector vector, const int32_t *coordinates, const int32_t *above, int32_t *below, size_t stride) {
  BY_VECTOR(gamut_add_row, coordinates, above, below, stride);
}

void gamut_sum_row(gamut_vector vector, const int32_t *above, const int32_t *below, size_t stride, int32_t *row,
                   size_t row_stride) {
  BY_VECTOR(gamut_sum_row, above, below, stride, row, row_stride);
}

int gamut_lossy(gamut_vector vector, const gamut_line *line, const gamut_lengths *lengths, double jnd, unsigned first,
                uint64_t result[GAMUT_SCALES]) {
  return BY_VECTOR(gamut_lossy, line, lengths, jnd, first, result);
}

uint64_t gamut_kept(gamut_vector vector, const gamut_line *line, const gamut_lengths *lengths, double jnd,
                    unsigned scale) {
  return BY_VECTOR(gamut_kept, line, lengths, jnd, scale);
}

double gamut_square(gamut_vector vector, const gamut_line *line, int length, size_t lane) {
  return BY_VECTOR(gamut_square, line, length, lane);
}

void gamut_lengths_of(gamut_vector vector, const uint8_t *before, const uint8_t *after, uint64_t judged,
                      gamut_lengths *lengths) {
  BY_VECTOR(gamut_lengths_of, before, after, judged, lengths);
}

uint64_t gamut_equal_pixels(gamut_vector vector, const void *pixels, const void *others, size_t count,
                            unsigned channels, unsigned bytes) {
  return BY_VECTOR(gamut_equal_pixels, pixels, others, count, channels, bytes);
}

uint64_t gamut_opaque_pixels(gamut_vector vector, const void *pixels, size_t count, unsigned channels, unsigned bytes) {
  return BY_VECTOR(gamut_opaque_pixels, pixels, count, channels, bytes);
}

void gamut_count_judged(gamut_vector vector, uint64_t judged, uint8_t *counts) {
  BY_VECTOR(gamut_count_judged, judged, counts);
}

void gamut_shifts(gamut_vector vector, const gamut_shift *shift, const uint64_t *colors, size_t count,
                  double *result) {
  BY_VECTOR(gamut_shifts, shift, colors, count, result);
}

void gamut_see(gamut_vector vector, const gamut_viewing *viewing, const float *linear, size_t stride, size_t count,
               float *seen) {
  BY_VECTOR(gamut_see, viewing, linear, stride, count, seen);
}

uint64_t gamut_apart(gamut_vector vector, const float *first, const float *second, size_t stride, float least) {
  return BY_VECTOR(gamut_apart, first, second, stride, least);
}

size_t gamut_map_css(gamut_vector vector, const gamut_css *css, double *const planes[3], size_t count,
                     uint32_t *moved) {
  return BY_VECTOR(gamut_map_css, css, planes, count, moved);
}

size_t gamut_convert_row(gamut_vector vector, const gamut_conversion *conversion, const gamut_row_format *format,
                         const void *pixels, void *result, uint32_t *undecided) {
#if defined(__x86_64__)
  // Nor here.
  if (vector != gamut_vector_none) return gamut_convert_row_avx2(conversion, format, pixels, result, undecided);
#endif
  return 0;
}

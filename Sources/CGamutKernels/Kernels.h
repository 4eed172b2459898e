#pragma once

#include "CGamutKernels.h"

/// A 16-bit sample with any alignment.
typedef uint16_t packed_sample __attribute__((aligned(1), may_alias));

#if defined(__x86_64__)
size_t gamut_convert_row_avx2(const gamut_conversion *, const gamut_row_format *, const void *, void *, uint32_t *);
void gamut_classify_row_avx2(const gamut_surface *, const gamut_row *, gamut_surface_pixels *);
#endif

/// The functions of `Steps.h` and `MapCSS.h` for each vector extension.
#define GAMUT_STEP_KERNELS(v) \
  uint64_t gamut_coordinates_##v(const gamut_metric *, const void *, unsigned, unsigned, size_t, int32_t *); \
  void gamut_add_row_##v(const int32_t *, const int32_t *, int32_t *, size_t); \
  void gamut_sum_row_##v(const int32_t *, const int32_t *, size_t, int32_t *, size_t); \
  int gamut_lossy_##v(const gamut_line *, const gamut_lengths *, double, unsigned, uint64_t *); \
  uint64_t gamut_kept_##v(const gamut_line *, const gamut_lengths *, double, unsigned); \
  double gamut_square_##v(const gamut_line *, int, size_t); \
  void gamut_lengths_of_##v(const uint8_t *, const uint8_t *, uint64_t, gamut_lengths *); \
  uint64_t gamut_equal_pixels_##v(const void *, const void *, size_t, unsigned, unsigned); \
  uint64_t gamut_opaque_pixels_##v(const void *, size_t, unsigned, unsigned); \
  void gamut_count_judged_##v(uint64_t, uint8_t *); \
  void gamut_shifts_##v(const gamut_shift *, const uint64_t *, size_t, double *); \
  void gamut_see_##v(const gamut_viewing *, const float *, size_t, size_t, float *); \
  uint64_t gamut_apart_##v(const float *, const float *, size_t, float); \
  size_t gamut_map_css_##v(const gamut_css *, double *const *, size_t, uint32_t *);

GAMUT_STEP_KERNELS(portable)
#if defined(__x86_64__)
GAMUT_STEP_KERNELS(avx2)
GAMUT_STEP_KERNELS(avx512)
#endif

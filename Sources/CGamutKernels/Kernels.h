#pragma once

#include "CGamutKernels.h"

/// A 16-bit sample with any alignment.
typedef uint16_t packed_sample __attribute__((aligned(1), may_alias));

#if defined(__x86_64__)
size_t gamut_convert_row_avx2(const gamut_conversion *, const gamut_row_format *, const void *, void *, uint32_t *);
void gamut_classify_row_avx512(const gamut_surface *, const gamut_row *, gamut_surface_pixels *);
void gamut_classify_row_avx2(const gamut_surface *, const gamut_row *, gamut_surface_pixels *);
void gamut_differing_avx512(const void *, const void *, size_t, size_t, uint64_t *);
void gamut_differing_avx2(const void *, const void *, size_t, size_t, uint64_t *);
void gamut_lab_squares_avx512(const gamut_lab *, const uint64_t *, size_t, const gamut_squares *,
                              const gamut_squares *);
void gamut_lab_squares_avx2(const gamut_lab *, const uint64_t *, size_t, const gamut_squares *,
                            const gamut_squares *);
void gamut_shifts_avx512(const gamut_shift *, const uint64_t *, size_t, double *);
void gamut_shifts_avx2(const gamut_shift *, const uint64_t *, size_t, double *);
#endif

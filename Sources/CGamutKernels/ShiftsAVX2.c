// The shift of clipped colours in double precision, four at a time.
#include "Kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define TARGET __attribute__((target("avx2,fma")))
#define INLINE static inline __attribute__((always_inline)) TARGET

// No fused operations: the result equals the reference's to the last bit.
#pragma STDC FP_CONTRACT OFF

INLINE __m256d row(const double *m, __m256d a, __m256d b, __m256d c) {
  const __m256d x = _mm256_mul_pd(_mm256_set1_pd(m[0]), a), y = _mm256_mul_pd(_mm256_set1_pd(m[1]), b);
  return _mm256_add_pd(_mm256_add_pd(x, y), _mm256_mul_pd(_mm256_set1_pd(m[2]), c));
}

/// The signed cube root: the reciprocal root is estimated from the exponent, within 3.4 %, then refined by two steps of
/// the series of (1 - e)^(-1/3), each of which reduces the error to its fourth power. No division is needed.
INLINE __m256d cube_root(__m256d v) {
  const __m256i sign = _mm256_and_si256(_mm256_castpd_si256(v), _mm256_set1_epi64x(INT64_MIN));
  // Avoids the reciprocal of 0; the root of 0 is then 1e-20.
  const __m256d x = _mm256_add_pd(_mm256_andnot_pd(_mm256_set1_pd(-0.0), v), _mm256_set1_pd(1e-60));
  const __m256i bits = _mm256_castpd_si256(x);
  __m256i third = _mm256_srli_epi64(bits, 2);
  third = _mm256_add_epi64(third, _mm256_srli_epi64(third, 2));
  third = _mm256_add_epi64(third, _mm256_srli_epi64(third, 4));
  third = _mm256_add_epi64(third, _mm256_srli_epi64(third, 8));
  third = _mm256_add_epi64(third, _mm256_srli_epi64(third, 16));
  __m256d reciprocal = _mm256_castsi256_pd(_mm256_sub_epi64(_mm256_set1_epi64x(1430186400LL << 32), third));
  for (int step = 0; step < 2; step++) {
    const __m256d cube = _mm256_mul_pd(_mm256_mul_pd(reciprocal, reciprocal), reciprocal);
    const __m256d error = _mm256_sub_pd(_mm256_set1_pd(1), _mm256_mul_pd(x, cube));
    __m256d sum = _mm256_add_pd(_mm256_set1_pd(2.0 / 9), _mm256_mul_pd(error, _mm256_set1_pd(14.0 / 81)));
    sum = _mm256_add_pd(_mm256_set1_pd(1.0 / 3), _mm256_mul_pd(error, sum));
    sum = _mm256_add_pd(_mm256_set1_pd(1), _mm256_mul_pd(error, sum));
    reciprocal = _mm256_mul_pd(reciprocal, sum);
  }
  const __m256d root = _mm256_mul_pd(x, _mm256_mul_pd(reciprocal, reciprocal));
  return _mm256_castsi256_pd(_mm256_or_si256(_mm256_castpd_si256(root), sign));
}

/// Returns the table's values for one sample of each of four packed colours: loads take less time than a gather.
INLINE __m256d decoded(const double *table, const packed_sample *samples) {
  return _mm256_set_pd(table[samples[12]], table[samples[8]], table[samples[4]], table[samples[0]]);
}

INLINE __m256d clamp(__m256d v) {
  return _mm256_min_pd(_mm256_max_pd(v, _mm256_setzero_pd()), _mm256_set1_pd(1));
}

TARGET void gamut_shifts_avx2(const gamut_shift *s, const uint64_t *colors, size_t count, double *result) {
  for (size_t i = 0; i < count; i += 4) {
    const size_t lanes = count - i < 4 ? count - i : 4;
    // The last colours are copied, so that four can be read.
    uint64_t rest[4] = {0};
    const packed_sample *samples = (const packed_sample *)(colors + i);
    if (lanes < 4) samples = memcpy(rest, colors + i, lanes * 8);
    const __m256d r = decoded(s->decode[0], samples + 2), g = decoded(s->decode[1], samples + 1),
                  b = decoded(s->decode[2], samples);
    const __m256d d0 = clamp(row(s->to_destination, r, g, b)), d1 = clamp(row(s->to_destination + 3, r, g, b)),
                  d2 = clamp(row(s->to_destination + 6, r, g, b));
    const __m256d l = _mm256_sub_pd(cube_root(row(s->source_to_lms, r, g, b)),
                                    cube_root(row(s->destination_to_lms, d0, d1, d2)));
    const __m256d m = _mm256_sub_pd(cube_root(row(s->source_to_lms + 3, r, g, b)),
                                    cube_root(row(s->destination_to_lms + 3, d0, d1, d2)));
    const __m256d t = _mm256_sub_pd(cube_root(row(s->source_to_lms + 6, r, g, b)),
                                    cube_root(row(s->destination_to_lms + 6, d0, d1, d2)));
    // The last step to OKLab is linear, so it can be applied to the differences.
    const __m256d x = row(s->from_roots, l, m, t), y = row(s->from_roots + 3, l, m, t),
                  z = row(s->from_roots + 6, l, m, t);
    const __m256d sum = _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(x, x), _mm256_mul_pd(y, y)), _mm256_mul_pd(z, z));
    double shifts[4];
    _mm256_storeu_pd(shifts, _mm256_sqrt_pd(sum));
    for (size_t lane = 0; lane < lanes; lane++) result[i + lane] = shifts[lane];
  }
}
#endif

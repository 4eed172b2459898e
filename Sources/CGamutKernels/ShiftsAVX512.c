// The shift of clipped colours in double precision, eight at a time.
#include "Kernels.h"

#if defined(__x86_64__)
#include "LoadAVX512.h"

// No fused operations: the result equals the reference's to the last bit.
#pragma STDC FP_CONTRACT OFF

INLINE __m512d row(const double *m, __m512d a, __m512d b, __m512d c) {
  const __m512d x = _mm512_mul_pd(_mm512_set1_pd(m[0]), a), y = _mm512_mul_pd(_mm512_set1_pd(m[1]), b);
  return _mm512_add_pd(_mm512_add_pd(x, y), _mm512_mul_pd(_mm512_set1_pd(m[2]), c));
}

/// The signed cube root: the reciprocal root is estimated from the exponent, within 3.4 %, then refined by two steps of
/// the series of (1 - e)^(-1/3), each of which reduces the error to its fourth power. No division is needed.
INLINE __m512d cube_root(__m512d v) {
  const __m512i sign = _mm512_and_si512(_mm512_castpd_si512(v), _mm512_set1_epi64(INT64_MIN));
  // Avoids the reciprocal of 0; the root of 0 is then 1e-20.
  const __m512d x = _mm512_add_pd(_mm512_abs_pd(v), _mm512_set1_pd(1e-60));
  const __m512i bits = _mm512_castpd_si512(x);
  __m512i third = _mm512_srli_epi64(bits, 2);
  third = _mm512_add_epi64(third, _mm512_srli_epi64(third, 2));
  third = _mm512_add_epi64(third, _mm512_srli_epi64(third, 4));
  third = _mm512_add_epi64(third, _mm512_srli_epi64(third, 8));
  third = _mm512_add_epi64(third, _mm512_srli_epi64(third, 16));
  __m512d reciprocal = _mm512_castsi512_pd(_mm512_sub_epi64(_mm512_set1_epi64(1430186400LL << 32), third));
  for (int step = 0; step < 2; step++) {
    const __m512d cube = _mm512_mul_pd(_mm512_mul_pd(reciprocal, reciprocal), reciprocal);
    const __m512d error = _mm512_sub_pd(_mm512_set1_pd(1), _mm512_mul_pd(x, cube));
    __m512d sum = _mm512_add_pd(_mm512_set1_pd(2.0 / 9), _mm512_mul_pd(error, _mm512_set1_pd(14.0 / 81)));
    sum = _mm512_add_pd(_mm512_set1_pd(1.0 / 3), _mm512_mul_pd(error, sum));
    sum = _mm512_add_pd(_mm512_set1_pd(1), _mm512_mul_pd(error, sum));
    reciprocal = _mm512_mul_pd(reciprocal, sum);
  }
  const __m512d root = _mm512_mul_pd(x, _mm512_mul_pd(reciprocal, reciprocal));
  return _mm512_castsi512_pd(_mm512_or_si512(_mm512_castpd_si512(root), sign));
}

/// Returns the table's values for one sample of each of eight packed colours: loads take less time than a gather.
INLINE __m512d decoded_exactly(const double *table, const packed_sample *samples) {
  return _mm512_set_pd(table[samples[28]], table[samples[24]], table[samples[20]], table[samples[16]], table[samples[12]],
                       table[samples[8]], table[samples[4]], table[samples[0]]);
}

INLINE __m512d clamp(__m512d v) {
  return _mm512_min_pd(_mm512_max_pd(v, _mm512_setzero_pd()), _mm512_set1_pd(1));
}

TARGET void gamut_shifts_avx512(const gamut_shift *s, const uint64_t *colors, size_t count, double *result) {
  for (size_t i = 0; i < count; i += 8) {
    const __mmask8 lanes = count - i >= 8 ? 0xff : (__mmask8)((1u << (count - i)) - 1);
    // The last colours are copied, so that eight can be read.
    uint64_t rest[8] = {0};
    const packed_sample *samples = (const packed_sample *)(colors + i);
    if (lanes != 0xff) samples = memcpy(rest, colors + i, (count - i) * 8);
    const __m512d r = decoded_exactly(s->decode[0], samples + 2), g = decoded_exactly(s->decode[1], samples + 1),
                  b = decoded_exactly(s->decode[2], samples);
    const __m512d d0 = clamp(row(s->to_destination, r, g, b)), d1 = clamp(row(s->to_destination + 3, r, g, b)),
                  d2 = clamp(row(s->to_destination + 6, r, g, b));
    const __m512d l = _mm512_sub_pd(cube_root(row(s->source_to_lms, r, g, b)),
                                    cube_root(row(s->destination_to_lms, d0, d1, d2)));
    const __m512d m = _mm512_sub_pd(cube_root(row(s->source_to_lms + 3, r, g, b)),
                                    cube_root(row(s->destination_to_lms + 3, d0, d1, d2)));
    const __m512d t = _mm512_sub_pd(cube_root(row(s->source_to_lms + 6, r, g, b)),
                                    cube_root(row(s->destination_to_lms + 6, d0, d1, d2)));
    // The last step to OKLab is linear, so it can be applied to the differences.
    const __m512d x = row(s->from_roots, l, m, t), y = row(s->from_roots + 3, l, m, t),
                  z = row(s->from_roots + 6, l, m, t);
    const __m512d sum = _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(x, x), _mm512_mul_pd(y, y)), _mm512_mul_pd(z, z));
    _mm512_mask_storeu_pd(result + i, lanes, _mm512_sqrt_pd(sum));
  }
}
#endif

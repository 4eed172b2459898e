// The surface test, eight pixels at a time.
#include "Kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define TARGET __attribute__((target("avx2,fma")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef struct {
  __m256i red, green, blue, alpha;
} colors;

/// Loads eight pixels, from 32-bit words that contain two samples or four. It may read 2 bytes beyond the end.
INLINE colors load(const uint8_t *p, unsigned channels, unsigned bytes) {
  const __m256i at = _mm256_mullo_epi32(_mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0), _mm256_set1_epi32((int)(channels * bytes)));
  const __m256i first = _mm256_i32gather_epi32((const int *)p, at, 1);
  colors c;
  if (bytes == 1) {
    const __m256i byte = _mm256_set1_epi32(0xff);
    c.red = _mm256_and_si256(first, byte);
    c.green = _mm256_and_si256(_mm256_srli_epi32(first, 8), byte);
    c.blue = _mm256_and_si256(_mm256_srli_epi32(first, 16), byte);
    c.alpha = _mm256_srli_epi32(first, 24);
  } else {
    const __m256i second = _mm256_i32gather_epi32((const int *)(p + 4), at, 1), low = _mm256_set1_epi32(0xffff);
    c.red = _mm256_and_si256(first, low);
    c.green = _mm256_srli_epi32(first, 16);
    c.blue = _mm256_and_si256(second, low);
    c.alpha = _mm256_srli_epi32(second, 16);
  }
  return c;
}

/// Decodes red, green and blue of the eight pixels at `p`, whose samples are `step` bytes apart, with the table of
/// each. Uses loads: gathers take longer if the indices are in memory, as samples are.
INLINE void decode(const float *const tables[3], const uint8_t *p, unsigned step, unsigned bytes, __m256 linear[3]) {
  for (unsigned channel = 0; channel < 3; channel++, p += bytes) {
    const float *const table = tables[channel];
#define SAMPLE(i) table[bytes == 1 ? p[(i) * step] : *(const packed_sample *)(p + (i) * step)]
    linear[channel] = _mm256_set_ps(SAMPLE(7), SAMPLE(6), SAMPLE(5), SAMPLE(4), SAMPLE(3), SAMPLE(2), SAMPLE(1), SAMPLE(0));
#undef SAMPLE
  }
}

INLINE __m256 row(const float *m, __m256 r, __m256 g, __m256 b) {
  return _mm256_fmadd_ps(
      _mm256_set1_ps(m[2]), b, _mm256_fmadd_ps(_mm256_set1_ps(m[1]), g, _mm256_mul_ps(_mm256_set1_ps(m[0]), r)));
}

INLINE __m256 below(__m256 v, float edge) { return _mm256_cmp_ps(v, _mm256_set1_ps(edge), _CMP_LT_OQ); }
INLINE __m256 above(__m256 v, float edge) { return _mm256_cmp_ps(v, _mm256_set1_ps(edge), _CMP_GT_OQ); }
INLINE __m256 either(__m256 a, __m256 b, __m256 c) { return _mm256_or_ps(_mm256_or_ps(a, b), c); }
INLINE unsigned mask(__m256 v) { return (unsigned)_mm256_movemask_ps(v); }

INLINE unsigned equals(const colors *c, uint64_t packed) {
  const __m256i red = _mm256_cmpeq_epi32(c->red, _mm256_set1_epi32((int)(packed >> 32)));
  const __m256i green = _mm256_cmpeq_epi32(c->green, _mm256_set1_epi32((int)(packed >> 16 & 0xffff)));
  const __m256i blue = _mm256_cmpeq_epi32(c->blue, _mm256_set1_epi32((int)(packed & 0xffff)));
  return mask(_mm256_castsi256_ps(_mm256_and_si256(_mm256_and_si256(red, green), blue)));
}

INLINE __m256i code(const uint16_t *codes, __m256 linear, float steps) {
  const __m256 clamped = _mm256_min_ps(_mm256_max_ps(linear, _mm256_setzero_ps()), _mm256_set1_ps(1));
  const __m256i root = _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_sqrt_ps(clamped), _mm256_set1_ps(steps)));
  return _mm256_and_si256(_mm256_i32gather_epi32((const int *)codes, root, 2), _mm256_set1_epi32(0xffff));
}

INLINE __m256i side(__m256 mask, int bit) {
  return _mm256_and_si256(_mm256_castps_si256(mask), _mm256_set1_epi32(bit << 16));
}

/// Classifies the lanes in `lanes` at `p`, which contain the pixels from `x` on.
INLINE void classify(const gamut_surface *s, const gamut_row *r, const uint8_t *p, size_t x, unsigned lanes,
                     unsigned channels, unsigned bytes, gamut_surface_pixels *out) {
  unsigned clear = 0;
  if (channels == 4) {
    const __m256i alpha = load(p, channels, bytes).alpha;
    clear = mask(_mm256_castsi256_ps(_mm256_cmpeq_epi32(alpha, _mm256_setzero_si256()))) & lanes;
  } else if (r->transparent != UINT64_MAX) {
    const colors c = load(p, channels, bytes);
    clear = equals(&c, r->transparent) & lanes;
  }
  out->transparent_count += (size_t)__builtin_popcount(clear);
  lanes &= ~clear;
  __m256 rgb[3];
  decode(s->decode, p, channels * bytes, bytes, rgb);
  const __m256 v0 = row(s->matrix, rgb[0], rgb[1], rgb[2]), v1 = row(s->matrix + 3, rgb[0], rgb[1], rgb[2]),
               v2 = row(s->matrix + 6, rgb[0], rgb[1], rgb[2]);
  lanes &= mask(_mm256_or_ps(either(below(v0, s->lower[0]), below(v1, s->lower[1]), below(v2, s->lower[2])),
                             either(above(v0, s->upper[0]), above(v1, s->upper[1]), above(v2, s->upper[2]))));
  if (!lanes) return;

  const __m256 largest = _mm256_max_ps(_mm256_max_ps(v0, v1), v2), smallest = _mm256_min_ps(_mm256_min_ps(v0, v1), v2);
  unsigned exceeding = lanes & mask(_mm256_or_ps(above(largest, 1 + r->excess_bound), below(smallest, -r->excess_bound)));
  if (exceeding) {
    const colors c = load(p, channels, bytes);
    exceeding &= ~equals(&c, r->excess_color);
  }
  for (; exceeding; exceeding &= exceeding - 1)
    out->exceeding[out->exceeding_count++] = (uint32_t)(x + (unsigned)__builtin_ctz(exceeding));

  const __m256 b0 = below(v0, s->low_minus[0]), b1 = below(v1, s->low_minus[1]), b2 = below(v2, s->low_minus[2]);
  const __m256 a0 = above(v0, s->high_plus[0]), a1 = above(v1, s->high_plus[1]), a2 = above(v2, s->high_plus[2]);
  const __m256 near = _mm256_or_ps(
      either(_mm256_xor_ps(below(v0, s->low_plus[0]), b0), _mm256_xor_ps(below(v1, s->low_plus[1]), b1),
             _mm256_xor_ps(below(v2, s->low_plus[2]), b2)),
      either(_mm256_xor_ps(above(v0, s->high_minus[0]), a0), _mm256_xor_ps(above(v1, s->high_minus[1]), a1),
             _mm256_xor_ps(above(v2, s->high_minus[2]), a2)));
  unsigned undecided = lanes;
  // Green and blue in the low half of a code, red and the sides in the high one.
  __m256i low = _mm256_setzero_si256(), high = low;
  if (s->codes[0]) {
    const __m256i c0 = code(s->codes[0], v0, s->root_steps), c1 = code(s->codes[1], v1, s->root_steps),
                  c2 = code(s->codes[2], v2, s->root_steps);
    // Bit 15 moved to the sign.
    const __m256i doubtful = _mm256_slli_epi32(_mm256_or_si256(_mm256_or_si256(c0, c1), c2), 16);
    undecided = lanes & (mask(near) | mask(_mm256_castsi256_ps(doubtful)));
    // A code of 0 wraps around, so that the result is 254 or more only for a code at an end of the range.
    const __m256i one = _mm256_set1_epi32(1);
    const __m256i ends = _mm256_max_epu32(_mm256_max_epu32(_mm256_sub_epi32(c0, one), _mm256_sub_epi32(c1, one)),
                                          _mm256_sub_epi32(c2, one));
    const __m256i is_end = _mm256_cmpeq_epi32(ends, _mm256_max_epu32(ends, _mm256_set1_epi32(254)));
    lanes &= undecided | mask(_mm256_castsi256_ps(is_end));
    low = _mm256_or_si256(_mm256_slli_epi32(c1, 16), c2);
    high = c0;
  }
  const __m256i below_sides = _mm256_or_si256(_mm256_or_si256(side(b0, 1), side(b1, 2)), side(b2, 4));
  const __m256i above_sides = _mm256_or_si256(_mm256_or_si256(side(a0, 8), side(a1, 16)), side(a2, 32));
  high = _mm256_or_si256(_mm256_or_si256(high, _mm256_castps_si256(near)), _mm256_or_si256(below_sides, above_sides));
  uint32_t lows[8], highs[8];
  _mm256_storeu_si256((__m256i *)lows, low);
  _mm256_storeu_si256((__m256i *)highs, high);
  for (; lanes; lanes &= lanes - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(lanes);
    out->positions[out->count] = (uint32_t)(x + lane);
    out->surface[out->count] = (uint64_t)highs[lane] << 32 | lows[lane];
    if (undecided >> lane & 1) out->undecided[out->undecided_count++] = (uint32_t)out->count;
    out->count++;
  }
}

INLINE void classify_row(const gamut_surface *s, const gamut_row *r, unsigned channels, unsigned bytes,
                         gamut_surface_pixels *out) {
  const size_t size = channels * bytes;
  size_t x = 0;
  // One pixel is left for the end, because loads may read beyond the eight.
  for (; x + 9 <= r->width; x += 8)
    classify(s, r, (const uint8_t *)r->pixels + x * size, x, 0xff, channels, bytes, out);
  if (x < r->width) {
    uint8_t rest[8 * 8 + 8] = {0};
    memcpy(rest, (const uint8_t *)r->pixels + x * size, (r->width - x) * size);
    classify(s, r, rest, x, (1u << (r->width - x)) - 1, channels, bytes, out);
  }
}

TARGET void gamut_classify_row_avx2(const gamut_surface *s, const gamut_row *r, gamut_surface_pixels *out) {
  if (r->bytes_per_sample == 1 && r->channels == 3) classify_row(s, r, 3, 1, out);
  if (r->bytes_per_sample == 1 && r->channels == 4) classify_row(s, r, 4, 1, out);
  if (r->bytes_per_sample == 2 && r->channels == 3) classify_row(s, r, 3, 2, out);
  if (r->bytes_per_sample == 2 && r->channels == 4) classify_row(s, r, 4, 2, out);
}

/// The cube root of non-negative values: an estimate from the exponent, then two Halley steps.
INLINE __m256 cube_root(__m256 v) {
  // Avoids division by 0; the root of 0 is then 1e-10.
  const __m256 x = _mm256_add_ps(v, _mm256_set1_ps(1e-30f));
  const __m256i bits = _mm256_castps_si256(x);
  __m256i third = _mm256_srli_epi32(bits, 2);
  third = _mm256_add_epi32(third, _mm256_srli_epi32(third, 2));
  third = _mm256_add_epi32(third, _mm256_srli_epi32(third, 4));
  third = _mm256_add_epi32(third, _mm256_srli_epi32(third, 8));
  __m256 root = _mm256_castsi256_ps(_mm256_add_epi32(third, _mm256_set1_epi32(709958130)));
  for (int step = 0; step < 2; step++) {
    const __m256 cube = _mm256_mul_ps(_mm256_mul_ps(root, root), root);
    const __m256 top = _mm256_add_ps(_mm256_add_ps(cube, x), x), bottom = _mm256_add_ps(_mm256_add_ps(cube, cube), x);
    root = _mm256_div_ps(_mm256_mul_ps(root, top), bottom);
  }
  return root;
}

/// The root of a cone response; lanes in which it is too small relative to its terms are added to `doubtful`.
INLINE __m256 cone_root(const float *m, __m256 r, __m256 g, __m256 b, float share, __m256 *doubtful) {
  const __m256 x = _mm256_mul_ps(_mm256_set1_ps(m[0]), r), y = _mm256_mul_ps(_mm256_set1_ps(m[1]), g),
               z = _mm256_mul_ps(_mm256_set1_ps(m[2]), b);
  const __m256 sum = _mm256_add_ps(_mm256_add_ps(x, y), z);
  const __m256 sign = _mm256_set1_ps(-0.0f);
  const __m256 terms = _mm256_add_ps(_mm256_add_ps(_mm256_andnot_ps(sign, x), _mm256_andnot_ps(sign, y)),
                                     _mm256_andnot_ps(sign, z));
  const __m256 small = _mm256_cmp_ps(sum, _mm256_mul_ps(terms, _mm256_set1_ps(share)), _CMP_LT_OQ);
  *doubtful = _mm256_or_ps(*doubtful, _mm256_and_ps(small, above(terms, 0)));
  return cube_root(sum);
}

/// Stores the squares of eight differences, and the extent of the first `left`, combined with that of the previous
/// eight if these are the first half of sixteen.
INLINE void store_squares(__m256 l, __m256 a, __m256 b, size_t left, size_t start, const gamut_squares *to) {
  const __m256 dl = _mm256_sub_ps(l, _mm256_set1_ps(to->from[0])), da = _mm256_sub_ps(a, _mm256_set1_ps(to->from[1])),
               db = _mm256_sub_ps(b, _mm256_set1_ps(to->from[2]));
  const __m256 squares = _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(dl, dl), _mm256_mul_ps(da, da)), _mm256_mul_ps(db, db));
  _mm256_storeu_ps(to->squares + start, squares);
  // Lanes beyond the end repeat the first lane.
  const __m256i lane = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
  const __m256 ends = _mm256_castsi256_ps(_mm256_cmpgt_epi32(lane, _mm256_set1_epi32(left < 8 ? (int)left - 1 : 7)));
  const __m256 all = _mm256_blendv_ps(squares, _mm256_broadcastss_ps(_mm256_castps256_ps128(squares)), ends);
  gamut_extent extent = {.least = -1, .largest = __builtin_inff()};
  if (!_mm256_movemask_ps(_mm256_cmp_ps(all, all, _CMP_UNORD_Q))) {
    const __m128 low = _mm256_castps256_ps128(all), high = _mm256_extractf128_ps(all, 1);
    __m128 least = _mm_min_ps(low, high), largest = _mm_max_ps(low, high);
    least = _mm_min_ps(least, _mm_movehl_ps(least, least));
    largest = _mm_max_ps(largest, _mm_movehl_ps(largest, largest));
    extent.least = _mm_cvtss_f32(_mm_min_ss(least, _mm_movehdup_ps(least)));
    extent.largest = _mm_cvtss_f32(_mm_max_ss(largest, _mm_movehdup_ps(largest)));
  }
  gamut_extent *both = &to->extents[start / 16];
  if (start % 16) {
    extent.least = both->least < extent.least ? both->least : extent.least;
    extent.largest = both->largest > extent.largest ? both->largest : extent.largest;
  }
  *both = extent;
}

TARGET void gamut_lab_squares_avx2(const gamut_lab *t, const uint64_t *colors, size_t count, const gamut_squares *first,
                                   const gamut_squares *last) {
  const float *const tables[3] = {t->decode[2], t->decode[1], t->decode[0]};
  for (size_t start = 0; start < count; start += 8) {
    const size_t left = count - start;
    uint64_t rest[8] = {0};
    if (left < 8) memcpy(rest, colors + start, left * sizeof *colors);
    // In memory a packed colour is blue, green, red and padding.
    const uint8_t *p = (const uint8_t *)(left < 8 ? rest : colors + start);
    __m256 bgr[3];
    decode(tables, p, 8, 2, bgr);
    __m256 doubtful = _mm256_setzero_ps();
    const __m256 r0 = cone_root(t->to_lms, bgr[2], bgr[1], bgr[0], t->trusted_share, &doubtful),
                 r1 = cone_root(t->to_lms + 3, bgr[2], bgr[1], bgr[0], t->trusted_share, &doubtful),
                 r2 = cone_root(t->to_lms + 6, bgr[2], bgr[1], bgr[0], t->trusted_share, &doubtful);
    const __m256 l = _mm256_blendv_ps(row(t->from_roots, r0, r1, r2), _mm256_set1_ps(__builtin_nanf("")), doubtful);
    const __m256 a = row(t->from_roots + 3, r0, r1, r2), b = row(t->from_roots + 6, r0, r1, r2);
    store_squares(l, a, b, left, start, first);
    store_squares(l, a, b, left, start, last);
  }
}
#endif

// The surface test, sixteen pixels at a time.
#include "Kernels.h"

#if defined(__x86_64__)
#include "LoadAVX512.h"

INLINE __m512 row(const float *m, __m512 r, __m512 g, __m512 b) {
  return _mm512_fmadd_ps(
      _mm512_set1_ps(m[2]), b, _mm512_fmadd_ps(_mm512_set1_ps(m[1]), g, _mm512_mul_ps(_mm512_set1_ps(m[0]), r)));
}

INLINE __mmask16 equals(const colors *c, uint64_t packed) {
  return _mm512_cmpeq_epi32_mask(c->red, _mm512_set1_epi32((int)(packed >> 32))) &
         _mm512_cmpeq_epi32_mask(c->green, _mm512_set1_epi32((int)(packed >> 16 & 0xffff))) &
         _mm512_cmpeq_epi32_mask(c->blue, _mm512_set1_epi32((int)(packed & 0xffff)));
}

INLINE __mmask16 below(__m512 v, float edge) { return _mm512_cmp_ps_mask(v, _mm512_set1_ps(edge), _CMP_LT_OQ); }
INLINE __mmask16 above(__m512 v, float edge) { return _mm512_cmp_ps_mask(v, _mm512_set1_ps(edge), _CMP_GT_OQ); }

INLINE __m512i code(const uint16_t *codes, __m512 linear, float steps) {
  const __m512 clamped = _mm512_min_ps(_mm512_max_ps(linear, _mm512_setzero_ps()), _mm512_set1_ps(1));
  const __m512i root = _mm512_cvtps_epi32(_mm512_mul_ps(_mm512_sqrt_ps(clamped), _mm512_set1_ps(steps)));
  return _mm512_and_si512(_mm512_i32gather_epi32(root, codes, 2), _mm512_set1_epi32(0xffff));
}

/// The result of the last pixel of a block, for a next block that consists of its colour.
typedef struct {
  enum { unknown, interior, on_surface } kind;
  uint64_t color, code;
} last_pixel;

INLINE uint32_t last_lane(__m512i v) { return (uint32_t)_mm_extract_epi32(_mm512_extracti32x4_epi32(v, 3), 3); }

/// Returns whether sixteen pixels of the given size are equal.
INLINE int equal_bytes(const uint8_t *a, const uint8_t *b, unsigned size) {
  __mmask64 differ = 0;
  for (unsigned at = 0; at < 16 * size; at += 64) {
    const __mmask64 part = 16 * size - at < 64 ? ((__mmask64)1 << (16 * size - at)) - 1 : ~(__mmask64)0;
    differ |= _mm512_cmpneq_epu8_mask(_mm512_maskz_loadu_epi8(part, a + at), _mm512_maskz_loadu_epi8(part, b + at));
  }
  return differ == 0;
}

/// Copies sixteen values of `words` 32-bit words each.
INLINE void copy_words(void *to, const void *from, unsigned words) {
  for (unsigned at = 0; at < words; at++)
    _mm512_storeu_si512((char *)to + 64 * at, _mm512_loadu_si512((const char *)from + 64 * at));
}

/// Classifies sixteen pixels, of which only those in `lanes` are evaluated.
INLINE void look(const gamut_surface *s, const gamut_row *r, const uint8_t *p, colors c, __m512i positions,
                 __mmask16 lanes, unsigned channels, unsigned bytes, last_pixel *last, gamut_surface_pixels *out) {
  last->kind = unknown;
  if (channels == 4) {
    const __mmask16 clear = _mm512_mask_testn_epi32_mask(lanes, c.alpha, c.alpha);
    out->transparent_count += (size_t)__builtin_popcount(clear);
    lanes &= ~clear;
  } else if (r->transparent != UINT64_MAX) {
    const __mmask16 clear = equals(&c, r->transparent) & lanes;
    out->transparent_count += (size_t)__builtin_popcount(clear);
    lanes &= ~clear;
  }
  __m512 rgb[3];
  decode(s->decode, p, channels * bytes, bytes, rgb);
  const __m512 v0 = row(s->matrix, rgb[0], rgb[1], rgb[2]), v1 = row(s->matrix + 3, rgb[0], rgb[1], rgb[2]),
               v2 = row(s->matrix + 6, rgb[0], rgb[1], rgb[2]);
  const __mmask16 seen = lanes;
  last->color = (uint64_t)last_lane(c.red) << 32 | (uint64_t)last_lane(c.green) << 16 | last_lane(c.blue);
  if (seen >> 15) last->kind = interior;
  lanes &= below(v0, s->lower[0]) | below(v1, s->lower[1]) | below(v2, s->lower[2]) | above(v0, s->upper[0]) |
           above(v1, s->upper[1]) | above(v2, s->upper[2]);
  if (!lanes) return;

  const __m512 largest = _mm512_max_ps(_mm512_max_ps(v0, v1), v2), smallest = _mm512_min_ps(_mm512_min_ps(v0, v1), v2);
  __mmask16 exceeding = lanes & (above(largest, 1 + r->excess_bound) | below(smallest, -r->excess_bound));
  if (exceeding) {
    exceeding &= ~equals(&c, r->excess_color);
    _mm512_storeu_si512(out->exceeding + out->exceeding_count, _mm512_maskz_compress_epi32(exceeding, positions));
    out->exceeding_count += (size_t)__builtin_popcount(exceeding);
  }

  const __mmask16 b0 = below(v0, s->low_minus[0]), b1 = below(v1, s->low_minus[1]), b2 = below(v2, s->low_minus[2]);
  const __mmask16 a0 = above(v0, s->high_plus[0]), a1 = above(v1, s->high_plus[1]), a2 = above(v2, s->high_plus[2]);
  const __mmask16 near = (below(v0, s->low_plus[0]) ^ b0) | (below(v1, s->low_plus[1]) ^ b1) |
                         (below(v2, s->low_plus[2]) ^ b2) | (above(v0, s->high_minus[0]) ^ a0) |
                         (above(v1, s->high_minus[1]) ^ a1) | (above(v2, s->high_minus[2]) ^ a2);
  __mmask16 undecided = lanes;
  // Green and blue in the low half of a code, red and the sides in the high one.
  __m512i low = _mm512_setzero_si512(), high = low;
  if (s->codes[0]) {
    const __m512i c0 = code(s->codes[0], v0, s->root_steps), c1 = code(s->codes[1], v1, s->root_steps),
                  c2 = code(s->codes[2], v2, s->root_steps);
    const __m512i all = _mm512_or_si512(_mm512_or_si512(c0, c1), c2);
    undecided = lanes & (near | _mm512_test_epi32_mask(all, _mm512_set1_epi32(0x8000)));
    // A code of 0 wraps around, so that the result is 254 or more only for a code at an end of the range.
    const __m512i one = _mm512_set1_epi32(1);
    const __m512i ends = _mm512_max_epu32(_mm512_max_epu32(_mm512_sub_epi32(c0, one), _mm512_sub_epi32(c1, one)),
                                          _mm512_sub_epi32(c2, one));
    lanes &= undecided | _mm512_cmpge_epu32_mask(ends, _mm512_set1_epi32(254));
    if (!lanes) return;
    low = _mm512_or_si512(_mm512_slli_epi32(c1, 16), c2);
    high = c0;
  }
  high = _mm512_mask_or_epi32(high, b0, high, _mm512_set1_epi32(1 << 16));
  high = _mm512_mask_or_epi32(high, b1, high, _mm512_set1_epi32(2 << 16));
  high = _mm512_mask_or_epi32(high, b2, high, _mm512_set1_epi32(4 << 16));
  high = _mm512_mask_or_epi32(high, a0, high, _mm512_set1_epi32(8 << 16));
  high = _mm512_mask_or_epi32(high, a1, high, _mm512_set1_epi32(16 << 16));
  high = _mm512_mask_or_epi32(high, a2, high, _mm512_set1_epi32(32 << 16));
  high = _mm512_mask_mov_epi32(high, near, _mm512_set1_epi32(-1));
  if (undecided >> 15) {
    last->kind = unknown;
  } else if (lanes >> 15) {
    last->kind = on_surface;
    last->code = (uint64_t)last_lane(high) << 32 | last_lane(low);
  }
  const size_t count = out->count;
  // Compressed in a register, then stored as a whole: compressing into memory takes over a hundred cycles on some
  // processors.
  _mm512_storeu_si512(out->positions + count, _mm512_maskz_compress_epi32(lanes, positions));
  const __m512i first = _mm512_permutex2var_epi32(
      low, _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0), high);
  const __m512i second = _mm512_permutex2var_epi32(
      low, _mm512_set_epi32(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8), high);
  const __mmask8 first_lanes = (__mmask8)lanes, second_lanes = (__mmask8)(lanes >> 8);
  _mm512_storeu_si512(out->surface + count, _mm512_maskz_compress_epi64(first_lanes, first));
  _mm512_storeu_si512(out->surface + count + (size_t)__builtin_popcount(first_lanes),
                      _mm512_maskz_compress_epi64(second_lanes, second));
  if (undecided) {
    const __m512i entries = _mm512_add_epi32(
        _mm512_set1_epi32((int)count), _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    _mm512_storeu_si512(out->undecided + out->undecided_count,
                        _mm512_maskz_compress_epi32(undecided, _mm512_maskz_expand_epi32(lanes, entries)));
    out->undecided_count += (size_t)__builtin_popcount(undecided);
  }
  out->count = count + (size_t)__builtin_popcount(lanes);
}

/// Classifies the lanes in `lanes` at `p`, which contain the pixels from `x` on.
INLINE void classify(const gamut_surface *s, const gamut_row *r, const uint8_t *p, size_t x, __mmask16 lanes,
                     unsigned channels, unsigned bytes, last_pixel *last, gamut_surface_pixels *out) {
  const __m512i positions = _mm512_add_epi32(
      _mm512_set1_epi32((int)x), _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
  const colors c = load(p, channels, bytes);
  gamut_stretch *const stretch = r->stretches + x / 16;
  if (last->kind != unknown && equals(&c, last->color) == 0xffff && lanes == 0xffff &&
      (channels == 3 || _mm512_test_epi32_mask(c.alpha, c.alpha) == 0xffff)) {
    stretch->positions = NULL;
    if (last->kind == interior) return;
    if (out->surface[out->count - 1] != gamut_repeated) out->surface[out->count++] = gamut_repeated;
    out->positions[out->count - 1] = (uint32_t)(x + 15);
    return;
  }
  if (r->above && stretch->positions && lanes == 0xffff && equal_bytes(p, (const uint8_t *)r->above + x * channels * bytes, channels * bytes)) {
    const size_t count = out->count;
    copy_words(out->positions + count, stretch->positions, 1);
    copy_words(out->surface + count, stretch->surface, 2);
    stretch->positions = out->positions + count;
    stretch->surface = out->surface + count;
    out->count += stretch->count;
    out->transparent_count += stretch->transparent_count;
    last->kind = stretch->last_kind;
    last->color = stretch->last_color;
    last->code = stretch->last_code;
    return;
  }
  const size_t start = out->count, transparent = out->transparent_count;
  look(s, r, p, c, positions, lanes, channels, bytes, last, out);
  *stretch = (gamut_stretch){.positions = out->positions + start,
                             .surface = out->surface + start,
                             .last_color = last->color,
                             .last_code = last->code,
                             .count = (unsigned)(out->count - start),
                             .transparent_count = (unsigned)(out->transparent_count - transparent),
                             .last_kind = last->kind};
}
INLINE void classify_row(const gamut_surface *s, const gamut_row *r, unsigned channels, unsigned bytes,
                         gamut_surface_pixels *out) {
  const size_t size = channels * bytes;
  last_pixel last = {.kind = unknown};
  size_t x = 0;
  // Two pixels are left for the end, because loads may read 4 bytes beyond the sixteen.
  for (; x + 18 <= r->width; x += 16)
    classify(s, r, (const uint8_t *)r->pixels + x * size, x, 0xffff, channels, bytes, &last, out);
  for (; x < r->width; x += 16) {
    const size_t left = r->width - x < 16 ? r->width - x : 16;
    uint8_t rest[16 * 8 + 16] = {0};
    memcpy(rest, (const uint8_t *)r->pixels + x * size, left * size);
    classify(s, r, rest, x, (__mmask16)((1u << left) - 1), channels, bytes, &last, out);
  }
}

TARGET void gamut_classify_row_avx512(const gamut_surface *s, const gamut_row *r, gamut_surface_pixels *out) {
  if (r->bytes_per_sample == 1 && r->channels == 3) classify_row(s, r, 3, 1, out);
  if (r->bytes_per_sample == 1 && r->channels == 4) classify_row(s, r, 4, 1, out);
  if (r->bytes_per_sample == 2 && r->channels == 3) classify_row(s, r, 3, 2, out);
  if (r->bytes_per_sample == 2 && r->channels == 4) classify_row(s, r, 4, 2, out);
}

/// The cube root of non-negative values: an estimate from the exponent, then two Halley steps.
INLINE __m512 cube_root(__m512 v) {
  // Avoids division by 0; the root of 0 is then 1e-10.
  const __m512 x = _mm512_add_ps(v, _mm512_set1_ps(1e-30f));
  const __m512i bits = _mm512_castps_si512(x);
  __m512i third = _mm512_srli_epi32(bits, 2);
  third = _mm512_add_epi32(third, _mm512_srli_epi32(third, 2));
  third = _mm512_add_epi32(third, _mm512_srli_epi32(third, 4));
  third = _mm512_add_epi32(third, _mm512_srli_epi32(third, 8));
  __m512 root = _mm512_castsi512_ps(_mm512_add_epi32(third, _mm512_set1_epi32(709958130)));
  for (int step = 0; step < 2; step++) {
    const __m512 cube = _mm512_mul_ps(_mm512_mul_ps(root, root), root);
    const __m512 top = _mm512_add_ps(_mm512_add_ps(cube, x), x), bottom = _mm512_add_ps(_mm512_add_ps(cube, cube), x);
    root = _mm512_div_ps(_mm512_mul_ps(root, top), bottom);
  }
  return root;
}

/// The root of a cone response; lanes in which it is too small relative to its terms are added to `doubtful`.
INLINE __m512 cone_root(const float *m, __m512 r, __m512 g, __m512 b, float share, __mmask16 *doubtful) {
  const __m512 x = _mm512_mul_ps(_mm512_set1_ps(m[0]), r), y = _mm512_mul_ps(_mm512_set1_ps(m[1]), g),
               z = _mm512_mul_ps(_mm512_set1_ps(m[2]), b);
  const __m512 sum = _mm512_add_ps(_mm512_add_ps(x, y), z);
  const __m512 terms = _mm512_add_ps(_mm512_add_ps(_mm512_abs_ps(x), _mm512_abs_ps(y)), _mm512_abs_ps(z));
  *doubtful |= _mm512_cmp_ps_mask(sum, _mm512_mul_ps(terms, _mm512_set1_ps(share)), _CMP_LT_OQ) & above(terms, 0);
  return cube_root(sum);
}

/// Stores the squares of sixteen differences, and the extent of those in `lanes`.
INLINE void store_squares(__m512 l, __m512 a, __m512 b, __mmask16 lanes, size_t start, const gamut_squares *to) {
  const __m512 dl = _mm512_sub_ps(l, _mm512_set1_ps(to->from[0])), da = _mm512_sub_ps(a, _mm512_set1_ps(to->from[1])),
               db = _mm512_sub_ps(b, _mm512_set1_ps(to->from[2]));
  const __m512 squares = _mm512_fmadd_ps(db, db, _mm512_fmadd_ps(da, da, _mm512_mul_ps(dl, dl)));
  _mm512_storeu_ps(to->squares + start, squares);
  const int isNumber = !_mm512_mask_cmp_ps_mask(lanes, squares, squares, _CMP_UNORD_Q);
  to->extents[start / 16].least = isNumber ? _mm512_mask_reduce_min_ps(lanes, squares) : -1;
  to->extents[start / 16].largest = isNumber ? _mm512_mask_reduce_max_ps(lanes, squares) : __builtin_inff();
}

TARGET void gamut_lab_squares_avx512(const gamut_lab *t, const uint64_t *colors, size_t count,
                                     const gamut_squares *first, const gamut_squares *last) {
  const float *const tables[3] = {t->decode[2], t->decode[1], t->decode[0]};
  for (size_t start = 0; start < count; start += 16) {
    const size_t left = count - start;
    uint64_t rest[16] = {0};
    if (left < 16) memcpy(rest, colors + start, left * sizeof *colors);
    // In memory a packed colour is blue, green, red and padding.
    const uint8_t *p = (const uint8_t *)(left < 16 ? rest : colors + start);
    __m512 bgr[3];
    decode(tables, p, 8, 2, bgr);
    __mmask16 doubtful = 0;
    const __m512 r0 = cone_root(t->to_lms, bgr[2], bgr[1], bgr[0], t->trusted_share, &doubtful),
                 r1 = cone_root(t->to_lms + 3, bgr[2], bgr[1], bgr[0], t->trusted_share, &doubtful),
                 r2 = cone_root(t->to_lms + 6, bgr[2], bgr[1], bgr[0], t->trusted_share, &doubtful);
    const __m512 l = _mm512_mask_mov_ps(row(t->from_roots, r0, r1, r2), doubtful, _mm512_set1_ps(__builtin_nanf("")));
    const __m512 a = row(t->from_roots + 3, r0, r1, r2), b = row(t->from_roots + 6, r0, r1, r2);
    const __mmask16 lanes = (__mmask16)(left < 16 ? (1u << left) - 1 : 0xffff);
    store_squares(l, a, b, lanes, start, first);
    store_squares(l, a, b, lanes, start, last);
  }
}
#endif

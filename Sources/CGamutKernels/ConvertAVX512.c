// Exact conversion between spaces of matrix and curves, sixteen pixels at a time.
#include "Kernels.h"

#if defined(__x86_64__)
#include "LoadAVX512.h"

// No fused operations: linear values are the reference's to the last bit.
#pragma STDC FP_CONTRACT OFF

INLINE __m512d linear(const double *m, __m512d a, __m512d b, __m512d c) {
  const __m512d x = _mm512_mul_pd(_mm512_set1_pd(m[0]), a), y = _mm512_mul_pd(_mm512_set1_pd(m[1]), b);
  return _mm512_add_pd(_mm512_add_pd(x, y), _mm512_mul_pd(_mm512_set1_pd(m[2]), c));
}

/// The codes of eight linear values; lanes that are too close to a threshold are added to `undecided`.
INLINE __m256i encode(const uint64_t *table, float steps, __m512d y, __mmask8 *undecided) {
  const __m512d inside = _mm512_min_pd(_mm512_max_pd(y, _mm512_setzero_pd()), _mm512_set1_pd(1));
  const __m256 root = _mm256_mul_ps(_mm256_sqrt_ps(_mm512_cvtpd_ps(inside)), _mm256_set1_ps(steps));
  const __m512i entry = _mm512_i32gather_epi64(_mm256_cvttps_epi32(root), table, 8);
  const __m512d threshold = _mm512_castsi512_pd(entry);
  const __m512d gap = _mm512_abs_pd(_mm512_sub_pd(y, threshold));
  // False for an entry that is not a number, too.
  *undecided |= (__mmask8)~_mm512_cmp_pd_mask(gap, _mm512_set1_pd(GAMUT_THRESHOLD_MARGIN), _CMP_GT_OQ);
  const __mmask8 reaches = _mm512_cmp_pd_mask(y, threshold, _CMP_GE_OQ);
  const __m512i code = _mm512_and_si512(entry, _mm512_set1_epi64(0xffff));
  return _mm512_cvtepi64_epi32(_mm512_mask_add_epi64(code, reaches, code, _mm512_set1_epi64(1)));
}

typedef struct {
  __m256i red, green, blue;
} codes;

INLINE codes convert(const gamut_conversion *c, __m256i red, __m256i green, __m256i blue, __mmask8 *undecided) {
  const __m512d r = _mm512_i32gather_pd(red, c->decode[0], 8), g = _mm512_i32gather_pd(green, c->decode[1], 8),
                b = _mm512_i32gather_pd(blue, c->decode[2], 8);
  codes result;
  result.red = encode(c->encode[0], c->root_steps, linear(c->matrix, r, g, b), undecided);
  result.green = encode(c->encode[1], c->root_steps, linear(c->matrix + 3, r, g, b), undecided);
  result.blue = encode(c->encode[2], c->root_steps, linear(c->matrix + 6, r, g, b), undecided);
  return result;
}

INLINE __m512i both(__m256i low, __m256i high) { return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1); }

/// Alpha from one depth to the other, to the nearest code.
INLINE __m512i scale_alpha(__m512i alpha, unsigned from, unsigned to) {
  if (from == to) return alpha;
  if (from == 1) return _mm512_or_si512(alpha, _mm512_slli_epi32(alpha, 8));
  // a / 257 to the nearest: 65,536 / 255 is 257 + 1 / 255, and 32,895 takes up what that is off.
  const __m512i x = _mm512_add_epi32(_mm512_sub_epi32(_mm512_slli_epi32(alpha, 8), alpha), _mm512_set1_epi32(32895));
  return _mm512_srli_epi32(x, 16);
}

/// Writes `count` pixels, at most 16.
INLINE void store(uint8_t *out, __m512i red, __m512i green, __m512i blue, __m512i alpha, unsigned channels,
                  unsigned bytes, unsigned count) {
  static const uint16_t first_words[32] = {0,  1,  32, 2,  3,  34, 4,  5,  36, 6,  7,  38, 8,  9,  40, 10,
                                           11, 42, 12, 13, 44, 14, 15, 46, 16, 17, 48, 18, 19, 50, 20, 21};
  static const uint16_t last_words[32] = {52, 22, 23, 54, 24, 25, 56, 26, 27, 58, 28, 29, 60, 30, 31, 62};
  const uint64_t words = ((uint64_t)1 << 63 >> (63 - (count * channels - 1))) * 2 - 1;
  if (bytes == 2 && channels == 3) {
    const __m512i rg = _mm512_or_si512(red, _mm512_slli_epi32(green, 16));
    const __m512i a = _mm512_permutex2var_epi16(rg, _mm512_loadu_si512(first_words), blue);
    const __m512i b = _mm512_permutex2var_epi16(rg, _mm512_loadu_si512(last_words), blue);
    _mm512_mask_storeu_epi16(out, (__mmask32)words, a);
    _mm512_mask_storeu_epi16(out + 64, (__mmask32)(words >> 32), b);
  } else if (bytes == 2) {
    const __m512i rg = _mm512_or_si512(red, _mm512_slli_epi32(green, 16));
    const __m512i ba = _mm512_or_si512(blue, _mm512_slli_epi32(alpha, 16));
    const __m512i low = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    const __m512i a = _mm512_permutex2var_epi32(rg, low, ba);
    const __m512i b = _mm512_permutex2var_epi32(rg, _mm512_add_epi32(low, _mm512_set1_epi32(8)), ba);
    _mm512_mask_storeu_epi16(out, (__mmask32)words, a);
    _mm512_mask_storeu_epi16(out + 64, (__mmask32)(words >> 32), b);
  } else {
    __m512i v = _mm512_or_si512(red, _mm512_slli_epi32(green, 8));
    v = _mm512_or_si512(v, _mm512_slli_epi32(blue, 16));
    if (channels == 4) {
      v = _mm512_or_si512(v, _mm512_slli_epi32(alpha, 24));
    } else {
      // Four pixels of 4 bytes in each quarter, packed to 3 bytes; then the quarters.
      v = _mm512_shuffle_epi8(v, _mm512_set4_epi32((int)0x80808080, 0x0e0d0c0a, 0x09080605, 0x04020100));
      v = _mm512_maskz_compress_epi32(0x7777, v);
    }
    _mm512_mask_storeu_epi8(out, words, v);
  }
}

/// Sixteen pixels at `p`, of which `count` are there.
INLINE void block(const gamut_conversion *c, const uint8_t *p, uint8_t *out, size_t x, unsigned count,
                  unsigned channels, unsigned in, unsigned to, uint32_t *undecided, size_t *doubtful) {
  const colors s = load(p, channels, in);
  __mmask8 low = 0, high = 0;
  const codes a = convert(c, _mm512_castsi512_si256(s.red), _mm512_castsi512_si256(s.green),
                          _mm512_castsi512_si256(s.blue), &low);
  const codes b = convert(c, _mm512_extracti64x4_epi64(s.red, 1), _mm512_extracti64x4_epi64(s.green, 1),
                          _mm512_extracti64x4_epi64(s.blue, 1), &high);
  const __m512i alpha = channels == 4 ? scale_alpha(s.alpha, in, to) : s.alpha;
  store(out, both(a.red, b.red), both(a.green, b.green), both(a.blue, b.blue), alpha, channels, to, count);
  unsigned lanes = ((unsigned)high << 8 | low) & (0xffffu >> (16 - count));
  for (; lanes; lanes &= lanes - 1) undecided[(*doubtful)++] = (uint32_t)(x + (unsigned)__builtin_ctz(lanes));
}

INLINE size_t convert_row(const gamut_conversion *c, const gamut_row_format *f, const uint8_t *in, uint8_t *out,
                          uint32_t *undecided, unsigned channels, unsigned from, unsigned to) {
  const size_t width = f->width, size = channels * from, out_size = channels * to;
  size_t x = 0, doubtful = 0;
  // One pixel is left for the end, as loads may read beyond the sixteen.
  for (; x + 17 <= width; x += 16)
    block(c, in + x * size, out + x * out_size, x, 16, channels, from, to, undecided, &doubtful);
  while (x < width) {
    const unsigned count = width - x < 16 ? (unsigned)(width - x) : 16;
    uint8_t rest[16 * 8 + 8] = {0};
    memcpy(rest, in + x * size, count * size);
    block(c, rest, out + x * out_size, x, count, channels, from, to, undecided, &doubtful);
    x += count;
  }
  return doubtful;
}

TARGET size_t gamut_convert_row_avx512(const gamut_conversion *c, const gamut_row_format *f, const void *in,
                                       void *out, uint32_t *undecided) {
  switch (f->channels << 8 | f->bytes << 4 | f->result_bytes) {
    case 0x311: return convert_row(c, f, in, out, undecided, 3, 1, 1);
    case 0x312: return convert_row(c, f, in, out, undecided, 3, 1, 2);
    case 0x321: return convert_row(c, f, in, out, undecided, 3, 2, 1);
    case 0x322: return convert_row(c, f, in, out, undecided, 3, 2, 2);
    case 0x411: return convert_row(c, f, in, out, undecided, 4, 1, 1);
    case 0x412: return convert_row(c, f, in, out, undecided, 4, 1, 2);
    case 0x421: return convert_row(c, f, in, out, undecided, 4, 2, 1);
    default: return convert_row(c, f, in, out, undecided, 4, 2, 2);
  }
}
#endif

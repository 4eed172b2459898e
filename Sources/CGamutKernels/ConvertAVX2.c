// Exact conversion between spaces of matrix and curves, eight pixels at a time.
#include "Kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define TARGET __attribute__((target("avx2,fma")))
#define INLINE static inline __attribute__((always_inline)) TARGET

/// Eight values in two registers.
typedef struct {
  __m256d low, high;
} doubles;

INLINE uint32_t sample(const uint8_t *p, unsigned index, unsigned bytes) {
  uint16_t word;
  if (bytes == 1) return p[index];
  memcpy(&word, p + 2 * index, sizeof word);
  return word;
}

/// Decodes a channel of the pixels at `p` to linear values. Uses single loads: a gather takes longer.
INLINE doubles decode(const int32_t *t, const uint8_t *p, unsigned channel, unsigned channels, unsigned bytes) {
  __m128i halves[2];
  for (unsigned i = 0; i < 2; i++) {
    const unsigned first = 4 * i * channels + channel;
    __m128i v = _mm_cvtsi32_si128(t[sample(p, first, bytes)]);
    v = _mm_insert_epi32(v, t[sample(p, first + channels, bytes)], 1);
    v = _mm_insert_epi32(v, t[sample(p, first + 2 * channels, bytes)], 2);
    halves[i] = _mm_insert_epi32(v, t[sample(p, first + 3 * channels, bytes)], 3);
  }
  return (doubles){_mm256_cvtepi32_pd(halves[0]), _mm256_cvtepi32_pd(halves[1])};
}

INLINE __m256d linear(const double *m, __m256d a, __m256d b, __m256d c) {
  const __m256d x = _mm256_mul_pd(_mm256_set1_pd(m[0]), a), y = _mm256_fmadd_pd(_mm256_set1_pd(m[1]), b, x);
  return _mm256_fmadd_pd(_mm256_set1_pd(m[2]), c, y);
}

/// Compares a value near the threshold of the code `next` with that threshold. Returns whether it is decided, and sets
/// the code.
INLINE int compare(const gamut_conversion *c, unsigned channel, double y, uint32_t next, uint32_t *code) {
  const double gap = y - c->thresholds[channel][next];
  *code = gap >= 0 ? next : next - 1;
  return gap > c->error || -gap > c->error;
}

/// Writes the codes of eight linear values. Returns the lanes that cannot be decided.
INLINE unsigned encode(const gamut_conversion *c, unsigned channel, doubles red, doubles green, doubles blue,
                       uint32_t codes[8]) {
  const double *m = c->matrix + 3 * channel;
  const __m256d low = linear(m, red.low, green.low, blue.low), high = linear(m, red.high, green.high, blue.high);
  const __m256 y = _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
  const __m256i positive = _mm256_castps_si256(_mm256_cmp_ps(y, _mm256_set1_ps(c->zero_below[channel]), _CMP_GE_OQ));
  const __m256i first = _mm256_set1_epi32((int)c->first);
  const __m256 inside = _mm256_min_ps(_mm256_max_ps(y, _mm256_castsi256_ps(first)), _mm256_set1_ps(1));
  const __m256i bits = _mm256_castps_si256(inside);
  const __m256i rest = _mm256_and_si256(bits, _mm256_set1_epi32((1 << c->shift) - 1));
  uint32_t places[8];
  _mm256_storeu_si256((__m256i *)places, _mm256_srli_epi32(_mm256_sub_epi32(bits, first), (int)c->shift));
  __m256 pairs[2];
  for (unsigned i = 0; i < 2; i++) {
    const gamut_code_line *t = c->encode[channel];
    const uint32_t *at = places + 2 * i;
    // Lines 0 and 1, or 2 and 3, and those four further on, so that shuffles within halves restore the order.
    const __m128d a = _mm_loadh_pd(_mm_load_sd((const double *)(t + at[0])), (const double *)(t + at[1])),
                  b = _mm_loadh_pd(_mm_load_sd((const double *)(t + at[4])), (const double *)(t + at[5]));
    pairs[i] = _mm256_castpd_ps(_mm256_set_m128d(b, a));
  }
  const __m256i base = _mm256_castps_si256(_mm256_shuffle_ps(pairs[0], pairs[1], 0x88));
  const __m256 slope = _mm256_shuffle_ps(pairs[0], pairs[1], 0xdd);
  const __m256i value =
      _mm256_add_epi32(base, _mm256_cvtps_epi32(_mm256_mul_ps(slope, _mm256_cvtepi32_ps(rest))));
  const __m256i margin = _mm256_set1_epi32(GAMUT_LINE_MARGIN);
  const __m256i end = _mm256_and_si256(_mm256_add_epi32(value, margin), _mm256_set1_epi32(0xffff));
  const __m256i close = _mm256_and_si256(positive, _mm256_cmpgt_epi32(_mm256_add_epi32(margin, margin), end));
  _mm256_storeu_si256((__m256i *)codes, _mm256_and_si256(positive, _mm256_srli_epi32(value, 16)));
  unsigned near = (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(close)), undecided = 0;
  if (__builtin_expect(near != 0, 0)) {
    double exact[8];
    uint32_t bases[8], next[8];
    _mm256_storeu_pd(exact, low);
    _mm256_storeu_pd(exact + 4, high);
    _mm256_storeu_si256((__m256i *)bases, base);
    _mm256_storeu_si256((__m256i *)next, _mm256_srli_epi32(_mm256_add_epi32(value, margin), 16));
    for (; near; near &= near - 1) {
      const unsigned lane = (unsigned)__builtin_ctz(near);
      if (!bases[lane] || !compare(c, channel, exact[lane], next[lane], codes + lane)) undecided |= 1u << lane;
    }
  }
  return undecided;
}

/// Converts alpha from one depth to the other, to the nearest code.
INLINE uint32_t scale_alpha(uint32_t alpha, unsigned from, unsigned to) {
  return from == to ? alpha : from == 1 ? alpha * 257 : (alpha * 255 + 32895) >> 16;
}

INLINE void put(uint8_t *out, unsigned index, unsigned bytes, uint32_t value) {
  const uint16_t word = (uint16_t)value;
  if (bytes == 1)
    out[index] = (uint8_t)value;
  else
    memcpy(out + 2 * index, &word, sizeof word);
}

/// Converts eight pixels at `p`, of which only `count` exist.
INLINE void block(const gamut_conversion *c, const uint8_t *p, uint8_t *out, size_t x, unsigned count, unsigned channels,
                  unsigned in, unsigned to, uint32_t *undecided, size_t *doubtful) {
  const doubles r = decode(c->decode[0], p, 0, channels, in), g = decode(c->decode[1], p, 1, channels, in),
                b = decode(c->decode[2], p, 2, channels, in);
  uint32_t red[8], green[8], blue[8];
  unsigned lanes = encode(c, 0, r, g, b, red) | encode(c, 1, r, g, b, green) | encode(c, 2, r, g, b, blue);
  for (unsigned i = 0; i < count; i++) {
    put(out, i * channels, to, red[i]);
    put(out, i * channels + 1, to, green[i]);
    put(out, i * channels + 2, to, blue[i]);
    if (channels == 4) put(out, i * 4 + 3, to, scale_alpha(sample(p, i * 4 + 3, in), in, to));
  }
  lanes &= 0xffu >> (8 - count);
  for (; lanes; lanes &= lanes - 1) undecided[(*doubtful)++] = (uint32_t)(x + (unsigned)__builtin_ctz(lanes));
}

INLINE size_t convert_row(const gamut_conversion *c, const gamut_row_format *f, const uint8_t *in, uint8_t *out,
                          uint32_t *undecided, unsigned channels, unsigned from, unsigned to) {
  const size_t width = f->width, size = channels * from, out_size = channels * to;
  size_t x = 0, doubtful = 0, recent = 0;
  for (; x + 8 <= width; x += 8) {
    const uint8_t *p = in + x * size;
    uint8_t *q = out + x * out_size;
    if (x && recent == 0 && memcmp(p, p - 8 * size, 8 * channels * from) == 0) {
      memcpy(q, q - 8 * out_size, 8 * channels * to);
    } else if (f->has_above && memcmp(p, p - width * size, 8 * channels * from) == 0) {
      memcpy(q, q - width * out_size, 8 * channels * to);
      recent = 0;
    } else {
      const size_t before = doubtful;
      block(c, p, q, x, 8, channels, from, to, undecided, &doubtful);
      recent = doubtful - before;
    }
  }
  if (x < width) {
    uint8_t rest[8 * 8] = {0};
    memcpy(rest, in + x * size, (width - x) * size);
    block(c, rest, out + x * out_size, x, (unsigned)(width - x), channels, from, to, undecided, &doubtful);
  }
  return doubtful;
}

TARGET size_t gamut_convert_row_avx2(const gamut_conversion *c, const gamut_row_format *f, const void *in, void *out,
                                     uint32_t *undecided) {
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

// Sixteen pixels in registers, for the kernels of AVX-512.
#pragma once

#include "Kernels.h"
#include <immintrin.h>
#include <string.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef struct {
  __m512i red, green, blue, alpha;
} colors;

/// Returns words 3 i + `offset` of 48, for i from 0 to 15.
INLINE __m512i every_third_word(__m512i first, __m512i second, int offset) {
  const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const __m512i words = _mm512_add_epi32(_mm512_mullo_epi32(lanes, _mm512_set1_epi32(3)), _mm512_set1_epi32(offset));
  // The low word of each 32-bit lane; the high one takes word 0 and is masked off.
  return _mm512_and_si512(_mm512_permutex2var_epi16(first, words, second), _mm512_set1_epi32(0xffff));
}

/// Loads sixteen pixels. It may read 4 bytes beyond the end.
INLINE colors load(const uint8_t *p, unsigned channels, unsigned bytes) {
  const __m512i low = _mm512_set1_epi32(0xffff);
  colors c;
  if (bytes == 1) {
    const __m512i byte = _mm512_set1_epi32(0xff);
    __m512i v;
    if (channels == 4) {
      v = _mm512_loadu_si512(p);
    } else {
      // Four pixels of 3 bytes in each quarter, spread to 4 bytes.
      v = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)p));
      v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(p + 12)), 1);
      v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(p + 24)), 2);
      v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(p + 36)), 3);
      v = _mm512_shuffle_epi8(v, _mm512_set4_epi32(0x800b0a09, 0x80080706, 0x80050403, 0x80020100));
    }
    c.red = _mm512_and_si512(v, byte);
    c.green = _mm512_and_si512(_mm512_srli_epi32(v, 8), byte);
    c.blue = _mm512_and_si512(_mm512_srli_epi32(v, 16), byte);
    c.alpha = _mm512_srli_epi32(v, 24);
  } else if (channels == 4) {
    const __m512i a = _mm512_loadu_si512(p), b = _mm512_loadu_si512(p + 64);
    const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i even = _mm512_slli_epi32(lanes, 1), odd = _mm512_or_si512(even, _mm512_set1_epi32(1));
    const __m512i rg = _mm512_permutex2var_epi32(a, even, b), ba = _mm512_permutex2var_epi32(a, odd, b);
    c.red = _mm512_and_si512(rg, low);
    c.green = _mm512_srli_epi32(rg, 16);
    c.blue = _mm512_and_si512(ba, low);
    c.alpha = _mm512_srli_epi32(ba, 16);
  } else {
    const __m512i a = _mm512_loadu_si512(p), b = _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(p + 64)));
    c.red = every_third_word(a, b, 0);
    c.green = every_third_word(a, b, 1);
    c.blue = every_third_word(a, b, 2);
    c.alpha = low;
  }
  return c;
}

/// Returns the table's values for one channel of the sixteen pixels at `p`, whose samples are `step` bytes apart. Uses
/// sixteen loads: a gather takes longer if the indices are in memory, as samples are.
INLINE __m512 decoded(const float *table, const uint8_t *p, unsigned step, unsigned bytes) {
#define SAMPLE(i) table[bytes == 1 ? p[(i) * step] : *(const packed_sample *)(p + (i) * step)]
#define FOUR(i) _mm_set_ps(SAMPLE(i + 3), SAMPLE(i + 2), SAMPLE(i + 1), SAMPLE(i))
  const __m256 low = _mm256_set_m128(FOUR(4), FOUR(0)), high = _mm256_set_m128(FOUR(12), FOUR(8));
  return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
#undef FOUR
#undef SAMPLE
}

/// Decodes red, green and blue of the sixteen pixels at `p`, with the table of each.
INLINE void decode(const float *const tables[3], const uint8_t *p, unsigned step, unsigned bytes, __m512 linear[3]) {
  for (unsigned channel = 0; channel < 3; channel++)
    linear[channel] = decoded(tables[channel], p + channel * bytes, step, bytes);
}

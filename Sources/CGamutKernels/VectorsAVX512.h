// The vocabulary of the kernels, in vectors of 512 bits: AVX-512 F, BW, DQ and VL. `VectorsAVX2.h` has the same words.
#pragma once

#define TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#define KERNEL(name) name##_avx512

/// Pixels of a block.
#define LANES 16
/// Pixels beyond a block that `load` may touch.
#define SPARE 2

#include "Vectors.h"

/// A truth value for each lane; and the same as bits.
typedef __mmask16 test;
typedef __mmask16 lanes;

INLINE floats every(float v) { return _mm512_set1_ps(v); }
INLINE words every_word(uint32_t v) { return (words)_mm512_set1_epi32((int)v); }
INLINE words numbered(void) { return (words)_mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0); }
INLINE floats fused(floats a, floats b, floats c) { return _mm512_fmadd_ps(a, b, c); }
INLINE floats least(floats a, floats b) { return _mm512_min_ps(a, b); }
INLINE floats largest(floats a, floats b) { return _mm512_max_ps(a, b); }
INLINE floats square_root(floats v) { return _mm512_sqrt_ps(v); }
INLINE words nearest(floats v) { return (words)_mm512_cvtps_epi32(v); }
INLINE words largest_word(words a, words b) { return (words)_mm512_max_epu32((__m512i)a, (__m512i)b); }

INLINE test below(floats v, floats edge) { return _mm512_cmp_ps_mask(v, edge, _CMP_LT_OQ); }
INLINE test above(floats v, floats edge) { return _mm512_cmp_ps_mask(v, edge, _CMP_GT_OQ); }
INLINE test not_number(floats v) { return _mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q); }
INLINE test same(words a, words b) { return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b); }
/// Whether one of the bits is set.
INLINE test has(words v, uint32_t bits) { return _mm512_test_epi32_mask((__m512i)v, (__m512i)every_word(bits)); }
INLINE test either(test a, test b) { return a | b; }
INLINE test both(test a, test b) { return a & b; }
INLINE test one_of(test a, test b) { return a ^ b; }
INLINE test none(void) { return 0; }
INLINE lanes where(test t) { return t; }
INLINE floats choose(test t, floats yes, floats no) { return _mm512_mask_mov_ps(no, t, yes); }
/// Sets bits in the lanes of a test.
INLINE words set(words v, test t, uint32_t bits) {
  return (words)_mm512_mask_or_epi32((__m512i)v, t, (__m512i)v, (__m512i)every_word(bits));
}

/// The elements of a table of 16 bits.
INLINE words elements(const uint16_t *table, words at) {
  return (words)_mm512_i32gather_epi32((__m512i)at, table, 2) & every_word(0xffff);
}

/// The table's values for one channel of a block at `p`, whose samples are `step` bytes apart. Uses loads: a gather takes
/// longer if the indices are in memory, as samples are.
INLINE floats decoded(const float *table, const uint8_t *p, unsigned step, unsigned bytes) {
#define SAMPLE(i) table[bytes == 1 ? p[(i) * step] : *(const packed_sample *)(p + (i) * step)]
#define FOUR(i) _mm_set_ps(SAMPLE(i + 3), SAMPLE(i + 2), SAMPLE(i + 1), SAMPLE(i))
  const __m256 low = _mm256_set_m128(FOUR(4), FOUR(0)), high = _mm256_set_m128(FOUR(12), FOUR(8));
  return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
#undef FOUR
#undef SAMPLE
}

/// Words 3 i + `offset` of 48, for i from 0 to 15.
INLINE words every_third_word(__m512i first, __m512i second, uint32_t offset) {
  // The low word of each 32-bit lane; the high one takes word 0 and is masked off.
  const words at = numbered() * 3 + offset;
  return (words)_mm512_permutex2var_epi16(first, (__m512i)at, second) & 0xffff;
}

INLINE samples load(const uint8_t *p, unsigned channels, unsigned bytes) {
  samples s;
  if (bytes == 1) {
    __m512i v;
    if (channels == 4) {
      v = _mm512_loadu_si512(p);
    } else {
      // Four pixels of 3 bytes in each quarter, spread to 4 bytes.
      v = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)p));
      v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(p + 12)), 1);
      v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(p + 24)), 2);
      v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(p + 36)), 3);
      v = _mm512_shuffle_epi8(v, _mm512_set4_epi32((int)0x800b0a09, (int)0x80080706, (int)0x80050403, (int)0x80020100));
    }
    s.red = (words)v & 0xff;
    s.green = (words)v >> 8 & 0xff;
    s.blue = (words)v >> 16 & 0xff;
    s.alpha = (words)v >> 24;
  } else if (channels == 4) {
    const __m512i low = _mm512_loadu_si512(p), high = _mm512_loadu_si512(p + 64);
    const words even = numbered() << 1, odd = even | 1;
    const words red_green = (words)_mm512_permutex2var_epi32(low, (__m512i)even, high),
                blue_alpha = (words)_mm512_permutex2var_epi32(low, (__m512i)odd, high);
    s.red = red_green & 0xffff;
    s.green = red_green >> 16;
    s.blue = blue_alpha & 0xffff;
    s.alpha = blue_alpha >> 16;
  } else {
    const __m512i low = _mm512_loadu_si512(p),
                  high = _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(p + 64)));
    s.red = every_third_word(low, high, 0);
    s.green = every_third_word(low, high, 1);
    s.blue = every_third_word(low, high, 2);
    s.alpha = every_word(0xffff);
  }
  return s;
}

/// Whether blocks of `size` bytes, at least 48, are equal.
INLINE int equal_bytes(const uint8_t *a, const uint8_t *b, size_t size) {
  const __mmask64 first = size < 64 ? ((__mmask64)1 << size) - 1 : ~(__mmask64)0;
  if (_mm512_cmpneq_epu8_mask(_mm512_maskz_loadu_epi8(first, a), _mm512_maskz_loadu_epi8(first, b))) return 0;
  if (size <= 64) return 1;
  return !_mm512_cmpneq_epu8_mask(_mm512_loadu_si512(a + size - 64), _mm512_loadu_si512(b + size - 64));
}

/// The lanes whose pixels, of 4 or 8 bytes, differ.
INLINE lanes differing(const uint8_t *p, const uint8_t *q, size_t size) {
  if (size == 4) return _mm512_cmpneq_epi32_mask(_mm512_loadu_si512(p), _mm512_loadu_si512(q));
  const __mmask8 low = _mm512_cmpneq_epi64_mask(_mm512_loadu_si512(p), _mm512_loadu_si512(q));
  return (lanes)(low | _mm512_cmpneq_epi64_mask(_mm512_loadu_si512(p + 64), _mm512_loadu_si512(q + 64)) << 8);
}

/// Stores the entries of the given lanes one after the other: their positions, and their codes from two halves. It may
/// write a whole block.
///
/// They are compressed in a register, then stored as a whole: compressing into memory takes over a hundred cycles on some
/// processors.
INLINE void store_entries(uint32_t *positions, uint64_t *codes, lanes in, words at, words low, words high) {
  _mm512_storeu_si512(positions, _mm512_maskz_compress_epi32(in, (__m512i)at));
  const __m512i first = _mm512_permutex2var_epi32(
      (__m512i)low, _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0), (__m512i)high);
  const __m512i second = _mm512_permutex2var_epi32(
      (__m512i)low, _mm512_set_epi32(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8), (__m512i)high);
  const __mmask8 first_lanes = (__mmask8)in, second_lanes = (__mmask8)(in >> 8);
  _mm512_storeu_si512(codes, _mm512_maskz_compress_epi64(first_lanes, first));
  _mm512_storeu_si512(codes + __builtin_popcount(first_lanes), _mm512_maskz_compress_epi64(second_lanes, second));
}

/// Copies whole blocks of positions and of codes.
INLINE void copy_entries(uint32_t *positions, uint64_t *codes, const uint32_t *from, const uint64_t *codes_from) {
  _mm512_storeu_si512(positions, _mm512_loadu_si512(from));
  _mm512_storeu_si512(codes, _mm512_loadu_si512(codes_from));
  _mm512_storeu_si512(codes + 8, _mm512_loadu_si512(codes_from + 8));
}

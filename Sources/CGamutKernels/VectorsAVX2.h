// The words of the surface test, for blocks of eight pixels in vectors of 256 bits: AVX2 and FMA.
#pragma once

#include "Kernels.h"
#include <immintrin.h>
#include <string.h>

#define TARGET __attribute__((target("avx2,fma")))
#define INLINE static inline __attribute__((always_inline)) TARGET

/// Pixels of a block.
#define LANES 8
/// Pixels beyond a block that `load` may touch.
#define SPARE 1

typedef float floats __attribute__((vector_size(4 * LANES)));
typedef uint32_t words __attribute__((vector_size(4 * LANES)));

/// The samples of a block.
typedef struct {
  words red, green, blue, alpha;
} samples;

/// A truth value for each lane; and the same as bits.
typedef __m256 test;
typedef uint32_t lanes;

INLINE floats every(float v) { return _mm256_set1_ps(v); }
INLINE words every_word(uint32_t v) { return (words)_mm256_set1_epi32((int)v); }
INLINE words numbered(void) { return (words)_mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0); }
INLINE floats fused(floats a, floats b, floats c) { return _mm256_fmadd_ps(a, b, c); }
INLINE floats least(floats a, floats b) { return _mm256_min_ps(a, b); }
INLINE floats largest(floats a, floats b) { return _mm256_max_ps(a, b); }
INLINE floats square_root(floats v) { return _mm256_sqrt_ps(v); }
INLINE words nearest(floats v) { return (words)_mm256_cvtps_epi32(v); }
INLINE words largest_word(words a, words b) { return (words)_mm256_max_epu32((__m256i)a, (__m256i)b); }

INLINE test below(floats v, floats edge) { return _mm256_cmp_ps(v, edge, _CMP_LT_OQ); }
INLINE test above(floats v, floats edge) { return _mm256_cmp_ps(v, edge, _CMP_GT_OQ); }
INLINE test same(words a, words b) { return (test)_mm256_cmpeq_epi32((__m256i)a, (__m256i)b); }
/// Whether one of the bits is set.
INLINE test has(words v, uint32_t bits) { return (test)_mm256_cmpgt_epi32((__m256i)(v & every_word(bits)), _mm256_setzero_si256()); }
INLINE test either(test a, test b) { return _mm256_or_ps(a, b); }
INLINE test both(test a, test b) { return _mm256_and_ps(a, b); }
INLINE test one_of(test a, test b) { return _mm256_xor_ps(a, b); }
INLINE test none(void) { return _mm256_setzero_ps(); }
INLINE lanes where(test t) { return (lanes)_mm256_movemask_ps(t); }
INLINE floats choose(test t, floats yes, floats no) { return _mm256_blendv_ps(no, yes, t); }
/// Sets bits in the lanes of a test.
INLINE words set(words v, test t, uint32_t bits) { return v | ((words)t & every_word(bits)); }

/// The elements of a table of 16 bits.
INLINE words elements(const uint16_t *table, words at) {
  return (words)_mm256_i32gather_epi32((const int *)table, (__m256i)at, 2) & every_word(0xffff);
}

/// The table's values for one channel of a block at `p`, whose samples are `step` bytes apart. Uses loads: a gather takes
/// longer if the indices are in memory, as samples are.
INLINE floats decoded(const float *table, const uint8_t *p, unsigned step, unsigned bytes) {
#define SAMPLE(i) table[bytes == 1 ? p[(i) * step] : *(const packed_sample *)(p + (i) * step)]
  return _mm256_set_ps(SAMPLE(7), SAMPLE(6), SAMPLE(5), SAMPLE(4), SAMPLE(3), SAMPLE(2), SAMPLE(1), SAMPLE(0));
#undef SAMPLE
}

INLINE samples load(const uint8_t *p, unsigned channels, unsigned bytes) {
  samples s;
  __m256i red_green, blue_alpha;
  if (channels == 4 && bytes == 2) {
    // Each takes the even or the odd words of two times four pixels, in the order 0, 1, 4, 5, 2, 3, 6, 7.
    const __m256 low = _mm256_loadu_ps((const float *)p), high = _mm256_loadu_ps((const float *)(p + 32));
    red_green = _mm256_permute4x64_epi64((__m256i)_mm256_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0)), _MM_SHUFFLE(3, 1, 2, 0));
    blue_alpha = _mm256_permute4x64_epi64((__m256i)_mm256_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)), _MM_SHUFFLE(3, 1, 2, 0));
  } else {
    const __m256i at = (__m256i)(numbered() * (channels * bytes));
    red_green = channels == 4 ? _mm256_loadu_si256((const __m256i *)p) : _mm256_i32gather_epi32((const int *)p, at, 1);
    blue_alpha = bytes == 1 ? red_green : _mm256_i32gather_epi32((const int *)(p + 4), at, 1);
  }
  if (bytes == 1) {
    s.red = (words)red_green & 0xff;
    s.green = (words)red_green >> 8 & 0xff;
    s.blue = (words)red_green >> 16 & 0xff;
    s.alpha = (words)red_green >> 24;
  } else {
    s.red = (words)red_green & 0xffff;
    s.green = (words)red_green >> 16;
    s.blue = (words)blue_alpha & 0xffff;
    s.alpha = (words)blue_alpha >> 16;
  }
  return s;
}

/// Whether blocks of `size` bytes, at least 24, are equal.
INLINE int equal_bytes(const uint8_t *a, const uint8_t *b, size_t size) {
  if (size < 32) {
    const __m128i differ = _mm_xor_si128(_mm_loadu_si128((const __m128i *)a), _mm_loadu_si128((const __m128i *)b));
    const __m128i rest = _mm_xor_si128(_mm_loadu_si128((const __m128i *)(a + size - 16)),
                                       _mm_loadu_si128((const __m128i *)(b + size - 16)));
    const __m128i any = _mm_or_si128(differ, rest);
    return _mm_testz_si128(any, any);
  }
  const __m256i differ = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)a), _mm256_loadu_si256((const __m256i *)b));
  if (size == 32 || !_mm256_testz_si256(differ, differ)) return _mm256_testz_si256(differ, differ);
  const __m256i rest = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(a + size - 32)),
                                        _mm256_loadu_si256((const __m256i *)(b + size - 32)));
  return _mm256_testz_si256(rest, rest);
}

/// Stores the entries of the given lanes of four one after the other. It may write four.
INLINE void store_half(uint32_t *positions, uint64_t *codes, lanes in, __m128i at, __m256i all) {
  // For each set of lanes, their numbers; and those of the two halves of each code.
  static const uint32_t numbers[16] = {
    0x00000000, 0x00000000, 0x00000001, 0x00000100, 0x00000002, 0x00000200,
    0x00000201, 0x00020100, 0x00000003, 0x00000300, 0x00000301, 0x00030100,
    0x00000302, 0x00030200, 0x00030201, 0x03020100};
  static const uint64_t halves[16] = {
    0x0100010001000100, 0x0100010001000100, 0x0100010001000302, 0x0100010003020100, 0x0100010001000504,
    0x0100010005040100, 0x0100010005040302, 0x0100050403020100, 0x0100010001000706, 0x0100010007060100,
    0x0100010007060302, 0x0100070603020100, 0x0100010007060504, 0x0100070605040100, 0x0100070605040302,
    0x0706050403020100};
  const __m128i number = _mm_cvtepu8_epi32(_mm_cvtsi32_si128((int)numbers[in]));
  const __m256i half = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)halves[in]));
  _mm_storeu_si128((__m128i *)positions, (__m128i)_mm_permutevar_ps((__m128)at, number));
  _mm256_storeu_si256((__m256i *)codes, _mm256_permutevar8x32_epi32(all, half));
}

/// Stores the entries of the given lanes one after the other: their positions, and their codes from two halves. It may
/// write a whole block.
INLINE void store_entries(uint32_t *positions, uint64_t *codes, lanes in, words at, words low, words high) {
  const __m256i first = _mm256_unpacklo_epi32((__m256i)low, (__m256i)high),
                second = _mm256_unpackhi_epi32((__m256i)low, (__m256i)high);
  const __m256i codes0 = _mm256_permute2x128_si256(first, second, 0x20),
                codes1 = _mm256_permute2x128_si256(first, second, 0x31);
  if (in == 0xff) {
    _mm256_storeu_si256((__m256i *)positions, (__m256i)at);
    _mm256_storeu_si256((__m256i *)codes, codes0);
    _mm256_storeu_si256((__m256i *)(codes + 4), codes1);
    return;
  }
  // No branch depends on the colours.
  const lanes first_half = in & 15;
  const int count = __builtin_popcount(first_half);
  store_half(positions, codes, first_half, _mm256_castsi256_si128((__m256i)at), codes0);
  store_half(positions + count, codes + count, in >> 4, _mm256_extracti128_si256((__m256i)at, 1), codes1);
}

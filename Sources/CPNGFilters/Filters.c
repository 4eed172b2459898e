// Sixteen bytes at a time, with vector extensions that all compilers for Swift support, on every processor.
#include "CPNGFilters.h"

#include <stdlib.h>
#include <string.h>

typedef uint8_t bytes __attribute__((vector_size(16)));
typedef uint16_t words __attribute__((vector_size(16)));
typedef int16_t wide __attribute__((vector_size(16)));
typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef uint64_t halves __attribute__((vector_size(16)));

#define INLINE static inline __attribute__((always_inline))

INLINE bytes load(const uint8_t *p) {
  bytes v;
  memcpy(&v, p, sizeof v);
  return v;
}

/// Selects a where the mask is all ones, and b where it is 0.
INLINE bytes choose(bytes mask, bytes a, bytes b) { return (mask & a) | (~mask & b); }

INLINE bytes smaller(bytes a, bytes b) { return choose((bytes)(a < b), a, b); }

INLINE bytes difference(bytes a, bytes b) { return choose((bytes)(a < b), b, a) - smaller(a, b); }

/// The mean, rounded down, computed without a ninth bit.
INLINE bytes average(bytes a, bytes b) { return (a & b) + ((a ^ b) >> 1); }

/// pc is |(b - c) + (a - c)|. If both differences have the same sign, it is the sum of their magnitudes, limited to
/// 255, which is never smaller than both of them; otherwise it is the difference of their magnitudes.
INLINE bytes paeth(bytes a, bytes b, bytes c) {
  const bytes pa = difference(b, c), pb = difference(a, c), sum = pa + pb;
  const bytes one_side = ~((bytes)(b < c) ^ (bytes)(a < c));
  const bytes pc = choose(one_side, sum | (bytes)(sum < pa), difference(pa, pb));
  return choose((bytes)(pa <= pb) & (bytes)(pa <= pc), a, choose((bytes)(pb <= pc), b, c));
}

/// The current bytes, and those to the left, above, and above to the left.
typedef struct {
  bytes x, a, b, c;
} neighbours;

INLINE neighbours look(const gamut_scanline *s, size_t at) {
  return (neighbours){load(s->line + at), load(s->line + at - s->bytes_per_pixel), load(s->above + at),
                      load(s->above + at - s->bytes_per_pixel)};
}

INLINE bytes residual(unsigned type, neighbours n) {
  switch (type) {
    case 1: return n.x - n.a;
    case 2: return n.x - n.b;
    case 3: return n.x - average(n.a, n.b);
    case 4: return n.x - paeth(n.a, n.b, n.c);
    default: return n.x;
  }
}

INLINE void filter(unsigned type, const gamut_scanline *s, uint8_t *result) {
  size_t at = 0;
  for (; at + sizeof(bytes) <= s->count; at += sizeof(bytes)) {
    const bytes v = residual(type, look(s, at));
    memcpy(result + at, &v, sizeof v);
  }
  if (at == s->count) return;
  const bytes v = residual(type, look(s, at));
  memcpy(result + at, &v, s->count - at);
}

void gamut_filter(unsigned type, const gamut_scanline *s, uint8_t *result) {
  switch (type) {
    case 1: filter(1, s, result); break;
    case 2: filter(2, s, result); break;
    case 3: filter(3, s, result); break;
    case 4: filter(4, s, result); break;
    default: memcpy(result, s->line, s->count);
  }
}

INLINE bytes cost(bytes residual) {
  const bytes size = smaller(residual, -residual);
  // A true lane is all ones, which is -1.
  const bytes some = (bytes)(size > 0);
  return -(some + some + (bytes)(size > 1) + (bytes)(size > 2) + (bytes)(size > 4) + (bytes)(size > 8) +
           (bytes)(size > 16) + (bytes)(size > 32) + (bytes)(size > 64));
}

/// The numbers of blocks whose costs, at most 9 for each byte, fit into bytes, and into the words that these are added
/// to.
enum { block_run = 28, word_run = 130 };

void gamut_filter_costs(const gamut_scanline *s, uint32_t costs[5]) {
  size_t at = 0;
  while (at < s->count) {
    words sums[5] = {0};
    for (unsigned i = 0; i < word_run && at < s->count; i++) {
      bytes recent[5] = {0};
      for (unsigned j = 0; j < block_run && at < s->count; j++, at += sizeof(bytes)) {
        const size_t last = s->count < sizeof(bytes) ? 0 : s->count - sizeof(bytes);
        const neighbours n = look(s, at < last ? at : last);
        const halves differ = (halves)((n.x ^ n.a) | (n.x ^ n.b) | (n.x ^ n.c));
        if (!(differ[0] | differ[1])) continue;
        for (unsigned type = 0; type < 5; type++) recent[type] += cost(residual(type, n));
      }
      for (unsigned type = 0; type < 5; type++) {
        const words pairs = (words)recent[type];
        sums[type] += (pairs & 0xff) + (pairs >> 8);
      }
    }
    for (unsigned type = 0; type < 5; type++)
      for (unsigned lane = 0; lane < 8; lane++) costs[type] += sums[type][lane];
  }
}

// Undoing filters: a pixel, of at most eight bytes, depends on the one before it.

INLINE bytes8 load8(const uint8_t *p) {
  bytes8 v;
  memcpy(&v, p, sizeof v);
  return v;
}

/// In lanes of 16 bits, which is the form that compilers know as one operation on bytes.
INLINE bytes8 mean_rounded_up(bytes8 a, bytes8 b) {
  return __builtin_convertvector((__builtin_convertvector(a, words) + __builtin_convertvector(b, words) + 1) >> 1, bytes8);
}

/// x plus the predictor, which is the lesser or the larger of a and b if 3c - a - b is beyond the other of them, else c:
/// equivalent to 9.4, with a shorter dependency from one pixel to the next. Sums of bytes have no carry.
INLINE wide undone_paeth(wide x, wide a, wide b, wide c) {
  const wide least = __builtin_elementwise_min(a, b), most = __builtin_elementwise_max(a, b), bound = c + c + c - b - a;
  // If both hold, a = b = c and both differences are 0.
  const bytes to_least = (bytes)(most <= bound) & ((bytes)least - (bytes)c),
                to_most = (bytes)(bound <= least) & ((bytes)most - (bytes)c);
  return (wide)((to_least + to_most) + ((bytes)x + (bytes)c));
}

INLINE wide widened(bytes8 v) { return __builtin_convertvector(v, wide); }
INLINE bytes8 narrowed(wide v) { return __builtin_convertvector(v, bytes8); }

/// Each function undoes all but the last few bytes and returns the number of them. Some stores extend into the next pixels,
/// which are written later.
INLINE size_t undo_sub(const uint8_t *line, uint8_t *out, size_t count, size_t size) {
  bytes8 a = {0};
  size_t i = 0;
  for (; i + 8 <= count; i += size) {
    a += load8(line + i);
    memcpy(out + i, &a, sizeof a);
  }
  return i;
}

/// The pixels are kept as their complements, because processors have the mean rounded up: the complement of the mean rounded
/// down is the mean rounded up of the complements, and subtracting from the complement adds to the value.
INLINE size_t undo_average(const uint8_t *line, const uint8_t *above, uint8_t *out, size_t count, size_t size) {
  bytes8 a = {0};
  a = ~a;
  size_t i = 0;
  for (; i + 8 <= count; i += size) {
    a = mean_rounded_up(a, ~load8(above + i)) - load8(line + i);
    const bytes8 v = ~a;
    memcpy(out + i, &v, sizeof v);
  }
  return i;
}

/// Not a version for each size: with a constant size, the compiler computes masks of 6 bytes byte by byte.
static __attribute__((noinline)) size_t undo_paeth(const uint8_t *line, const uint8_t *above, uint8_t *out, size_t count,
                                                   size_t size) {
  wide a = {0}, c = {0};
  size_t i = 0;
  while (i + 8 <= count) {
    const wide b = widened(load8(above + i));
    const int is_zero = !(uint64_t)load8(line + i);
    if (is_zero && !((uint64_t)narrowed(a ^ c) << (64 - 8 * size))) {
      // If the differences are 0 and the previous pixels are equal, each pixel equals the one above it, and so do the following
      // ones. This applies to most of a drawing.
      size_t end = i + 8;
      while (end + 8 <= count && !(uint64_t)load8(line + end)) end += 8;
      end -= (end - i) % size;
      memcpy(out + i, above + i, end - i);
      i = end;
      a = c = widened(load8(above + i - size));
      continue;
    }
    // If the pixels above are equal, the pixel equals the one before it.
    if (!is_zero || (uint64_t)narrowed(b ^ c) << (64 - 8 * size)) a = undone_paeth(widened(load8(line + i)), a, b, c);
    c = b;
    const bytes8 v = narrowed(a);
    memcpy(out + i, &v, sizeof v);
    i += size;
  }
  return i;
}

INLINE void undo(unsigned type, const uint8_t *line, const uint8_t *above, uint8_t *out, size_t count, size_t size) {
  size_t i = type == 1   ? undo_sub(line, out, count, size)
             : type == 3 ? undo_average(line, above, out, count, size)
                         : undo_paeth(line, above, out, count, size);
  for (; i < count; i++) {
    const int a = i < size ? 0 : out[i - size], b = above[i], c = i < size ? 0 : above[i - size];
    const int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
    out[i] = (uint8_t)(line[i] + (type == 1   ? a
                                  : type == 3 ? (a + b) / 2
                                              : pa <= pb && pa <= pc ? a : pb <= pc ? b : c));
  }
}

void gamut_unfilter(unsigned type, void *scanline, const void *row_above, void *row, size_t count, size_t size, int is_swapped) {
  uint8_t *restrict line = scanline, *restrict out = row;
  const uint8_t *restrict above = row_above;
  for (size_t i = 0; is_swapped && i + 1 < count; i += 2) {
    uint16_t word;
    memcpy(&word, line + i, sizeof word);
    word = (uint16_t)(word << 8 | word >> 8);
    memcpy(line + i, &word, sizeof word);
  }
  if (type == 0) memcpy(out, line, count);
  if (type == 2)
    for (size_t i = 0; i < count; i++) out[i] = line[i] + above[i];
  if (!(type & 1) && type < 4) return;
  switch (size) {
    case 3: return undo(type, line, above, out, count, 3);
    case 4: return undo(type, line, above, out, count, 4);
    case 6: return undo(type, line, above, out, count, 6);
    case 8: return undo(type, line, above, out, count, 8);
    default: undo(type, line, above, out, count, size);
  }
}

// Sixteen bytes at a time, with vector extensions that all compilers for Swift support, on every processor.
#include "CPNGFilters.h"

#include <string.h>

typedef uint8_t bytes __attribute__((vector_size(16)));
typedef uint16_t words __attribute__((vector_size(16)));
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

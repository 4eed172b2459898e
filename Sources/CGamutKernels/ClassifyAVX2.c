// The surface test of a row, a block of LANES pixels at a time.
#if defined(__x86_64__)
// Operations are fused only where the code says so.
#pragma STDC FP_CONTRACT OFF

#include "VectorsAVX2.h"

/// What became of a pixel, for a following block that repeats it.
typedef enum { unknown, transparent, interior, on_surface } outcome;

/// A row of a matrix times linear values.
INLINE floats product(const float *m, floats r, floats g, floats b) {
  return fused(every(m[2]), b, fused(every(m[1]), g, every(m[0]) * r));
}

INLINE test is_color(const samples *s, uint64_t packed) {
  return both(both(same(s->red, every_word((uint32_t)(packed >> 32))), same(s->green, every_word(packed >> 16 & 0xffff))),
              same(s->blue, every_word(packed & 0xffff)));
}

INLINE words code(const uint16_t *codes, floats linear, float steps) {
  return elements(codes, nearest(square_root(least(largest(linear, every(0)), every(1))) * steps));
}

/// Evaluates the pixels at `p`, from `x` on, that are in `in`, and appends those which may be on the surface to `out`.
/// Returns what became of the last lane.
INLINE outcome evaluate(const gamut_surface *s, const gamut_row *r, const uint8_t *p, size_t x, lanes in,
                        unsigned channels, unsigned bytes, gamut_surface_pixels *out) {
  const lanes last = (lanes)1 << (LANES - 1);
  outcome result = in & last ? interior : unknown;
  if (channels == 4 || r->transparent != UINT64_MAX) {
    const samples pixels = load(p, channels, bytes);
    const lanes clear = in & where(channels == 4 ? same(pixels.alpha, every_word(0)) : is_color(&pixels, r->transparent));
    out->transparent_count += (size_t)__builtin_popcount(clear);
    in &= ~clear;
    if (clear & last) result = transparent;
    if (!in) return result;
  }
  const unsigned step = channels * bytes;
  const floats red = decoded(s->decode[0], p, step, bytes), green = decoded(s->decode[1], p + bytes, step, bytes),
               blue = decoded(s->decode[2], p + 2 * bytes, step, bytes);
  const floats v0 = product(s->matrix, red, green, blue), v1 = product(s->matrix + 3, red, green, blue),
               v2 = product(s->matrix + 6, red, green, blue);
  in &= where(either(
      either(either(below(v0, every(s->lower[0])), below(v1, every(s->lower[1]))), below(v2, every(s->lower[2]))),
      either(either(above(v0, every(s->upper[0])), above(v1, every(s->upper[1]))), above(v2, every(s->upper[2])))));
  if (!in) return result;

  lanes exceeding = in & where(either(above(largest(largest(v0, v1), v2), every(1 + r->excess_bound)),
                                      below(least(least(v0, v1), v2), every(-r->excess_bound))));
  if (exceeding) {
    const samples pixels = load(p, channels, bytes);
    exceeding &= ~where(is_color(&pixels, r->excess_color));
  }
  for (; exceeding; exceeding &= exceeding - 1)
    out->exceeding[out->exceeding_count++] = (uint32_t)(x + (size_t)__builtin_ctz(exceeding));

  const test b0 = below(v0, every(s->low_minus[0])), b1 = below(v1, every(s->low_minus[1])),
             b2 = below(v2, every(s->low_minus[2]));
  const test a0 = above(v0, every(s->high_plus[0])), a1 = above(v1, every(s->high_plus[1])),
             a2 = above(v2, every(s->high_plus[2]));
  const test near = either(
      either(either(one_of(below(v0, every(s->low_plus[0])), b0), one_of(below(v1, every(s->low_plus[1])), b1)),
             one_of(below(v2, every(s->low_plus[2])), b2)),
      either(either(one_of(above(v0, every(s->high_minus[0])), a0), one_of(above(v1, every(s->high_minus[1])), a1)),
             one_of(above(v2, every(s->high_minus[2])), a2)));
  lanes undecided = in;
  // Green and blue in the low half of a code, red and the sides in the high one.
  words low = every_word(0), high = low;
  if (s->codes[0]) {
    const words c0 = code(s->codes[0], v0, s->root_steps), c1 = code(s->codes[1], v1, s->root_steps),
                c2 = code(s->codes[2], v2, s->root_steps);
    undecided &= where(either(near, has(c0 | c1 | c2, 0x8000)));
    // A code of 0 wraps around, so that the result is 254 or more only for a code at an end of the range.
    const words ends = largest_word(largest_word(c0 - 1, c1 - 1), c2 - 1);
    in &= undecided | where(same(ends, largest_word(ends, every_word(254))));
    if (!in) return result;
    low = c1 << 16 | c2;
    high = c0;
  }
  high = set(set(set(high, b0, 1 << 16), b1, 2 << 16), b2, 4 << 16);
  high = set(set(set(high, a0, 8 << 16), a1, 16 << 16), a2, 32 << 16);
  high = set(high, near, UINT32_MAX);
  store_entries(out->positions + out->count, out->surface + out->count, in, numbered() + (uint32_t)x, low, high);
  for (lanes left = undecided; left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(left);
    const unsigned before = (unsigned)__builtin_popcount(in & (((lanes)1 << lane) - 1));
    out->undecided[out->undecided_count++] = (uint32_t)out->count + before;
  }
  out->count += (size_t)__builtin_popcount(in);
  return undecided & last ? unknown : in & last ? on_surface : result;
}

/// Adds `count` pixels from `x` on that equal the one before them, which became `before`.
INLINE void repeat(size_t x, size_t count, outcome before, gamut_surface_pixels *out) {
  if (before == transparent) out->transparent_count += count;
  if (before != on_surface) return;
  if (out->surface[out->count - 1] != gamut_repeated) out->surface[out->count++] = gamut_repeated;
  out->positions[out->count - 1] = (uint32_t)(x + count - 1);
}

/// Classifies up to a block of pixels at the end of a row, by a copy with spare pixels.
INLINE void classify_rest(const gamut_surface *s, const gamut_row *r, size_t x, size_t left, unsigned channels,
                          unsigned bytes, gamut_surface_pixels *out) {
  const size_t size = channels * bytes;
  uint8_t rest[(LANES + SPARE) * 8] = {0};
  memcpy(rest, (const uint8_t *)r->pixels + x * size, left * size);
  evaluate(s, r, rest, x, (lanes)((1u << left) - 1), channels, bytes, out);
}

INLINE void classify_row(const gamut_surface *s, const gamut_row *r, unsigned channels, unsigned bytes,
                         gamut_surface_pixels *out) {
  const size_t size = channels * bytes;
  outcome before = unknown;
  size_t x = 0;
  for (; x + LANES + SPARE <= r->width; x += LANES) {
    const uint8_t *const p = (const uint8_t *)r->pixels + x * size;
    if (before != unknown && equal_bytes(p, p - size, LANES * size)) {
      repeat(x, LANES, before, out);
    } else {
      before = evaluate(s, r, p, x, (lanes)((1u << LANES) - 1), channels, bytes, out);
    }
  }
  for (; x < r->width; x += LANES)
    classify_rest(s, r, x, r->width - x < LANES ? r->width - x : LANES, channels, bytes, out);
}

TARGET void gamut_classify_row_avx2(const gamut_surface *s, const gamut_row *r, gamut_surface_pixels *out) {
  if (r->bytes_per_sample == 1 && r->channels == 3) classify_row(s, r, 3, 1, out);
  if (r->bytes_per_sample == 1 && r->channels == 4) classify_row(s, r, 4, 1, out);
  if (r->bytes_per_sample == 2 && r->channels == 3) classify_row(s, r, 3, 2, out);
  if (r->bytes_per_sample == 2 && r->channels == 4) classify_row(s, r, 4, 2, out);
}
#endif

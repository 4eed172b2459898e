// The surface test of a row, a block of LANES pixels at a time.
#if defined(__x86_64__)
// Operations are fused only where the code says so.
#pragma STDC FP_CONTRACT OFF

#include "VectorsAVX2.h"

/// A bit for each of `count` pixels from `x` on, at most 64: whether those at `p` and `q` differ. The pixels before `x` may
/// be read too.
INLINE uint64_t differing_bits(const uint8_t *p, const uint8_t *q, size_t x, size_t count, size_t size) {
  const size_t end = x + count;
  size_t at = x;
  uint64_t bits = 0;
  for (; at + LANES <= end; at += LANES) bits |= (uint64_t)differing(p + at * size, q + at * size, size) << (at - x);
  if (at == end) return bits;
  if (end >= LANES) {
    // A block that again covers pixels before these.
    at = end - LANES;
    const uint64_t last = differing(p + at * size, q + at * size, size);
    return bits | (at < x ? last >> (x - at) : last << (at - x));
  }
  for (; at < end; at++) bits |= (uint64_t)(memcmp(p + at * size, q + at * size, size) != 0) << (at - x);
  return bits;
}

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
/// Returns what became of the last lane; `transparent_lanes` receives the lanes of transparent pixels.
INLINE outcome evaluate(const gamut_surface *s, const gamut_row *r, const uint8_t *p, size_t x, lanes in,
                        unsigned channels, unsigned bytes, gamut_surface_pixels *out, lanes *transparent_lanes) {
  const lanes last = (lanes)1 << (LANES - 1);
  outcome result = in & last ? interior : unknown;
  if (channels == 4 || r->transparent != UINT64_MAX) {
    const samples pixels = load(p, channels, bytes);
    const lanes clear = in & where(channels == 4 ? same(pixels.alpha, every_word(0)) : is_color(&pixels, r->transparent));
    out->transparent_count += (size_t)__builtin_popcount(clear);
    *transparent_lanes = clear;
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

/// Runs of equal pixels whose first pixels are evaluated together, LANES at a time: where pixels repeat, one block has few
/// of them. The last run continues up to the pixel before the next one that is added.
typedef struct {
  uint8_t pixels[(LANES + SPARE) * 8];
  uint32_t starts[LANES + 1];
  unsigned count;
} run_list;

/// The number of pixels whose runs are found together, and the most runs in them that are added to a list. If there are
/// more, each block decides by itself: its pixels are evaluated if it has more than `few_runs`.
enum { chunk = 64, few_runs_of_chunk = chunk * 3 / 8, few_runs = LANES * 3 / 8 };

/// Evaluates and removes the runs, of which the last one ends before `end`.
INLINE void evaluate_runs(const gamut_surface *s, const gamut_row *r, run_list *runs, size_t end, unsigned bytes,
                          gamut_surface_pixels *out) {
  uint32_t positions[LANES], undecided[LANES], exceeding[LANES];
  uint64_t surface[LANES];
  gamut_surface_pixels found = {
    .positions = positions, .surface = surface, .undecided = undecided, .exceeding = exceeding};
  lanes clear = 0;
  evaluate(s, r, runs->pixels, 0, (lanes)((1u << runs->count) - 1), 4, bytes, &found, &clear);
  runs->starts[runs->count] = (uint32_t)end;
  runs->count = 0;
  for (lanes left = clear; left; left &= left - 1) {
    const unsigned run = (unsigned)__builtin_ctz(left);
    out->transparent_count += runs->starts[run + 1] - runs->starts[run];
  }
  for (size_t i = 0; i < found.exceeding_count; i++) out->exceeding[out->exceeding_count++] = runs->starts[exceeding[i]];
  size_t next = 0;
  for (size_t i = 0; i < found.count; i++) {
    const uint32_t start = runs->starts[positions[i]], stop = runs->starts[positions[i] + 1];
    const int is_undecided = next < found.undecided_count && undecided[next] == i;
    if (is_undecided) {
      // Each pixel by itself, because it may turn out to be no surface pixel.
      next++;
      for (uint32_t x = start; x < stop; x++) {
        out->undecided[out->undecided_count++] = (uint32_t)out->count;
        out->positions[out->count] = x;
        out->surface[out->count++] = surface[i];
      }
      continue;
    }
    out->positions[out->count] = start;
    out->surface[out->count++] = surface[i];
    if (stop - start == 1) continue;
    out->positions[out->count] = stop - 1;
    out->surface[out->count++] = gamut_repeated;
  }
}

/// The same for samples of 8 and of 16 bits, out of line, because there are several calls.
__attribute__((noinline)) TARGET static void finish_8(const gamut_surface *s, const gamut_row *r, run_list *runs,
                                                      size_t end, gamut_surface_pixels *out) {
  evaluate_runs(s, r, runs, end, 1, out);
}

__attribute__((noinline)) TARGET static void finish_16(const gamut_surface *s, const gamut_row *r, run_list *runs,
                                                       size_t end, gamut_surface_pixels *out) {
  evaluate_runs(s, r, runs, end, 2, out);
}

INLINE void finish(const gamut_surface *s, const gamut_row *r, run_list *runs, size_t end, unsigned bytes,
                   gamut_surface_pixels *out) {
  if (bytes == 1) finish_8(s, r, runs, end, out);
  if (bytes == 2) finish_16(s, r, runs, end, out);
}

/// A bit for each of `count` pixels from `x` on, at most a chunk: whether it is the first one or differs from the one
/// before.
INLINE uint64_t starts_of_runs(const uint8_t *pixels, size_t x, size_t count, size_t size) {
  if (x) return differing_bits(pixels + size, pixels, x - 1, count, size);
  return differing_bits(pixels + size, pixels, 0, count - 1, size) << 1 | 1;
}

/// Adds the runs that start at the pixels of some bits, from `x` on.
INLINE void add_runs(const gamut_surface *s, const gamut_row *r, size_t x, uint64_t starts, unsigned bytes, run_list *runs,
                     gamut_surface_pixels *out) {
  const size_t size = 4 * bytes;
  const uint8_t *const p = (const uint8_t *)r->pixels + x * size;
  for (; starts; starts &= starts - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(starts);
    if (runs->count == LANES) finish(s, r, runs, x + lane, bytes, out);
    memcpy(runs->pixels + runs->count * size, p + lane * size, size);
    runs->starts[runs->count++] = (uint32_t)x + lane;
  }
}

/// Adds `count` pixels from `x` on that equal the one before them, which became `before`.
INLINE void repeat(size_t x, size_t count, outcome before, gamut_surface_pixels *out) {
  if (before == transparent) out->transparent_count += count;
  if (before != on_surface) return;
  if (out->surface[out->count - 1] != gamut_repeated) out->surface[out->count++] = gamut_repeated;
  out->positions[out->count - 1] = (uint32_t)(x + count - 1);
}

/// Evaluates the block at `p`, whose pixels from `x` on in `in` exist, or copies the result of the equal block above; a
/// `whole` one has the row around it. Returns what became of its last pixel.
INLINE outcome classify(const gamut_surface *s, const gamut_row *r, const uint8_t *p, size_t x, lanes in, int whole,
                        unsigned channels, unsigned bytes, gamut_surface_pixels *out) {
  const size_t size = channels * bytes;
  gamut_stretch *const stretch = r->stretches + x / LANES;
  if (whole && r->above && stretch->positions && equal_bytes(p, (const uint8_t *)r->above + x * size, LANES * size)) {
    uint32_t *const positions = out->positions + out->count;
    uint64_t *const surface = out->surface + out->count;
    copy_entries(positions, surface, stretch->positions, stretch->surface);
    stretch->positions = positions;
    stretch->surface = surface;
    out->count += stretch->count;
    out->transparent_count += stretch->transparent_count;
    return (outcome)stretch->last;
  }
  const size_t start = out->count, clear = out->transparent_count;
  lanes transparent_lanes = 0;
  const outcome last = evaluate(s, r, p, x, in, channels, bytes, out, &transparent_lanes);
  *stretch = (gamut_stretch){.positions = out->positions + start,
                             .surface = out->surface + start,
                             .count = (uint8_t)(out->count - start),
                             .transparent_count = (uint8_t)(out->transparent_count - clear),
                             .last = (uint8_t)last};
  return last;
}

/// Classifies up to a block of pixels at the end of a row, by a copy with spare pixels.
INLINE outcome classify_rest(const gamut_surface *s, const gamut_row *r, size_t x, size_t left, unsigned channels,
                             unsigned bytes, gamut_surface_pixels *out) {
  const size_t size = channels * bytes;
  uint8_t rest[(LANES + SPARE) * 8] = {0};
  memcpy(rest, (const uint8_t *)r->pixels + x * size, left * size);
  return classify(s, r, rest, x, (lanes)((1u << left) - 1), 0, channels, bytes, out);
}

/// Classifies a row without alpha.
INLINE void classify_opaque_row(const gamut_surface *s, const gamut_row *r, unsigned bytes, gamut_surface_pixels *out) {
  const size_t size = 3 * bytes;
  outcome before = unknown;
  size_t x = 0;
  for (; x + LANES + SPARE <= r->width; x += LANES) {
    const uint8_t *const p = (const uint8_t *)r->pixels + x * size;
    if (before != unknown && equal_bytes(p, p - size, LANES * size)) {
      r->stretches[x / LANES].positions = NULL;
      repeat(x, LANES, before, out);
    } else {
      before = classify(s, r, p, x, (lanes)((1u << LANES) - 1), 1, 3, bytes, out);
    }
  }
  for (; x < r->width; x += LANES) classify_rest(s, r, x, r->width - x < LANES ? r->width - x : LANES, 3, bytes, out);
}

/// Classifies a row with alpha, in which runs of equal pixels are common.
INLINE void classify_row(const gamut_surface *s, const gamut_row *r, unsigned bytes, gamut_surface_pixels *out) {
  const size_t size = 4 * bytes;
  const uint8_t *const pixels = r->pixels;
  // What became of the pixel before, if it is not in a run.
  outcome before = unknown;
  run_list runs;
  runs.count = 0;
  memset(runs.pixels, 0, sizeof runs.pixels);
  for (size_t x = 0; x < r->width; x += chunk) {
    const size_t count = r->width - x < chunk ? r->width - x : chunk;
    uint64_t starts = starts_of_runs(pixels, x, count, size);
    if (__builtin_popcountll(starts) <= few_runs_of_chunk) {
      for (size_t block = x; block < x + count; block += LANES) r->stretches[block / LANES].positions = NULL;
      if (!starts && !runs.count && before != unknown) {
        repeat(x, count, before, out);
      } else {
        add_runs(s, r, x, runs.count ? starts : starts | 1, bytes, &runs, out);
      }
      continue;
    }
    for (size_t block = x; block < x + count; block += LANES, starts >>= LANES) {
      const size_t left = r->width - block < LANES ? r->width - block : LANES;
      const lanes in = (lanes)((1u << left) - 1);
      const lanes these = (lanes)starts & in;
      if (__builtin_popcount(these) <= few_runs && (these || runs.count || before == unknown)) {
        r->stretches[block / LANES].positions = NULL;
        add_runs(s, r, block, runs.count ? these : these | 1, bytes, &runs, out);
        continue;
      }
      if (runs.count) finish(s, r, &runs, block, bytes, out);
      if (!these) {
        r->stretches[block / LANES].positions = NULL;
        repeat(block, left, before, out);
      } else if (block + LANES + SPARE <= r->width) {
        before = classify(s, r, pixels + block * size, block, in, 1, 4, bytes, out);
      } else {
        before = classify_rest(s, r, block, left, 4, bytes, out);
      }
    }
  }
  if (runs.count) finish(s, r, &runs, r->width, bytes, out);
}

TARGET void gamut_classify_row_avx2(const gamut_surface *s, const gamut_row *r, gamut_surface_pixels *out) {
  if (r->bytes_per_sample == 1 && r->channels == 3) classify_opaque_row(s, r, 1, out);
  if (r->bytes_per_sample == 1 && r->channels == 4) classify_row(s, r, 1, out);
  if (r->bytes_per_sample == 2 && r->channels == 3) classify_opaque_row(s, r, 2, out);
  if (r->bytes_per_sample == 2 && r->channels == 4) classify_row(s, r, 2, out);
}
#endif

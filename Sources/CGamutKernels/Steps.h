// What lost steps are found with, 64 pixels at a time: plain C on the compiler's vectors, included once for each vector
// extension with TARGET and KERNEL defined. The meaning of each function stands in `CGamutKernels.h`.
#include "Kernels.h"
#include <string.h>

#define STEP static inline __attribute__((always_inline)) TARGET
// Operations may be fused: the last bits decide nothing.
#pragma STDC FP_CONTRACT ON
// Vectors are only passed to functions that are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

typedef double step_doubles __attribute__((vector_size(64)));
typedef int64_t step_longs __attribute__((vector_size(64)));
typedef int32_t step_halves __attribute__((vector_size(32)));
typedef float step_floats __attribute__((vector_size(64)));
typedef int32_t step_ints __attribute__((vector_size(64)));
typedef uint32_t step_words __attribute__((vector_size(64)));
typedef uint8_t step_bytes __attribute__((vector_size(64)));
typedef _Bool step_bits8 __attribute__((ext_vector_type(8)));
typedef _Bool step_bits16 __attribute__((ext_vector_type(16)));
typedef _Bool step_bits64 __attribute__((ext_vector_type(64)));

STEP step_doubles step_choose(step_longs test, step_doubles yes, step_doubles no) {
  return (step_doubles)(((step_longs)yes & test) | ((step_longs)no & ~test));
}

STEP uint8_t step_lanes(step_longs test) {
  const step_bits8 bits = __builtin_convertvector(test, step_bits8);
  uint8_t lanes;
  memcpy(&lanes, &bits, sizeof lanes);
  return lanes;
}

/// The cube root of a value above 0: the reciprocal root is estimated from the exponent, within 3.4 %, then refined by two
/// steps of the series of (1 - e)^(-1/3), each of which reduces the error to its fourth power.
STEP step_doubles step_cube_root(step_doubles x) {
  // A third of the bits: 1/4 + 1/16 + 1/64 + ...
  step_longs third = (step_longs)x >> 2;
  third += third >> 2;
  third += third >> 4;
  third += third >> 8;
  third += third >> 16;
  step_doubles reciprocal = (step_doubles)(((int64_t)1430186400 << 32) - third);
  for (int step = 0; step < 2; step++) {
    const step_doubles error = 1.0 - x * (reciprocal * reciprocal * reciprocal);
    reciprocal *= 1.0 + error * (1.0 / 3 + error * (2.0 / 9 + error * (14.0 / 81)));
  }
  return x * (reciprocal * reciprocal);
}

/// f of CIELAB.
STEP step_doubles step_lab(step_doubles t) {
  const step_longs is_dark = t <= 216.0 / 24389;
  const step_doubles root = step_cube_root(step_choose(is_dark, t * 0 + 1, t));
  return step_choose(is_dark, (24389.0 / 27 * t + 16) / 116, root);
}

/// A value above 0 as m 2^e with m from 0.71 to 1.41.
STEP step_doubles step_split(step_doubles v, step_doubles *exponent) {
  const step_longs bits = (step_longs)v, shifted = bits - 0x3fe6a09e667f3bcd;
  const step_longs e = shifted >> 52;
  *exponent = __builtin_convertvector(e, step_doubles);
  return (step_doubles)(bits - (e << 52));
}

/// The logarithm of (1 + z) / (1 - z), for z from -0.172 to 0.172, plus that of a power of two.
STEP step_doubles step_logarithm(step_doubles z, step_doubles exponent) {
  const step_doubles s = z * z;
  const step_doubles sum =
      1.0 + s * (1.0 / 3 + s * (1.0 / 5 + s * (1.0 / 7 + s * (1.0 / 9 + s * (1.0 / 11 + s * (1.0 / 13))))));
  return 2 * z * sum + exponent * 0.693147180559945309417;
}

typedef struct {
  step_doubles l, a, b;
} step_color;

STEP step_doubles step_product(const double *m, const step_doubles v[3]) { return m[0] * v[0] + m[1] * v[1] + m[2] * v[2]; }

/// DIN99o of linear values.
STEP step_color step_din99o(const double to_xyz[9], const step_doubles linear[3]) {
  const double turn_cos = 0.89879404629916699278, turn_sin = 0.43837114678907741745;
  const step_doubles x = step_lab(step_product(to_xyz, linear)), y = step_lab(step_product(to_xyz + 3, linear)),
                     z = step_lab(step_product(to_xyz + 6, linear));
  const step_doubles lightness = 116 * y - 16, a = 500 * (x - y), b = 200 * (y - z);
  const step_doubles e = a * turn_cos + b * turn_sin, g = 0.83 * (b * turn_cos - a * turn_sin);
  // Not quite 0 for greys, which are divided by it.
  const step_doubles chroma = __builtin_elementwise_sqrt(e * e + g * g + 1e-30);
  const step_doubles limited = step_choose(lightness < -200.0, lightness * 0 - 200, lightness);
  step_doubles exponent_l, exponent_c;
  const step_doubles l = step_split(1 + 0.0039 * limited, &exponent_l),
                     c = step_split(1 + 0.075 * chroma, &exponent_c);
  // One division for three.
  const step_doubles reciprocal = 1 / ((l + 1) * (c + 1) * chroma);
  const step_doubles log_l = step_logarithm((l - 1) * (c + 1) * chroma * reciprocal, exponent_l),
                     log_c = step_logarithm((c - 1) * (l + 1) * chroma * reciprocal, exponent_c);
  const step_doubles compression = log_c * ((l + 1) * (c + 1) * reciprocal) * (1 / 0.0435);
  return (step_color){.l = 303.67 * log_l,
                      .a = compression * (e * turn_cos - g * turn_sin),
                      .b = compression * (e * turn_sin + g * turn_cos)};
}

/// The linear values of eight pixels.
STEP void step_decode(const double *const decode[3], const uint8_t *p, unsigned channels, unsigned bytes,
                      step_doubles linear[3]) {
  for (size_t lane = 0; lane < 8; lane++) {
    const uint8_t *q = p + lane * channels * bytes;
    for (unsigned channel = 0; channel < 3; channel++)
      linear[channel][lane] = decode[channel][bytes == 1 ? q[channel] : ((const packed_sample *)q)[channel]];
  }
}

/// Rounds coordinates to the nearest integer, halves up. Returns the lanes in which another method could round otherwise.
STEP uint8_t step_round(step_doubles value, int32_t *result) {
  const double offset = 65536.5;
  step_doubles v = value * 256.0;
  v = step_choose(v < -32768.0, v * 0 - 32768, v);
  v = step_choose(v > 32767.0, v * 0 + 32767, v) + offset;
  const step_halves whole = __builtin_convertvector(v, step_halves);
  const step_halves rounded = whole - 65536;
  memcpy(result, &rounded, sizeof rounded);
  const step_doubles rest = v - __builtin_convertvector(whole, step_doubles);
  return step_lanes(rest < 1e-5 | rest > 1 - 1e-5);
}

STEP uint64_t step_coordinates(const gamut_metric *m, const uint8_t *p, unsigned channels, unsigned bytes, size_t count,
                               int32_t *coordinates) {
  uint64_t undecided = 0;
  for (size_t i = 0; i < count; i += 8) {
    step_doubles linear[3];
    step_decode(m->decode, p + i * channels * bytes, channels, bytes, linear);
    const step_color color = step_din99o(m->to_xyz, linear);
    const uint8_t lanes = step_round(color.l, coordinates + i) | step_round(color.a, coordinates + GAMUT_STRIP + i) |
                          step_round(color.b, coordinates + 2 * GAMUT_STRIP + i);
    undecided |= (uint64_t)lanes << i;
  }
  return undecided & UINT64_MAX >> (GAMUT_STRIP - count);
}

TARGET uint64_t KERNEL(gamut_coordinates)(const gamut_metric *m, const void *pixels, unsigned channels, unsigned bytes,
                                          size_t count, int32_t *coordinates) {
  // Whole vectors are read.
  uint8_t copy[8 * GAMUT_STRIP];
  const uint8_t *p = pixels;
  if (count % 8) {
    memset(copy, 0, sizeof copy);
    p = memcpy(copy, pixels, count * channels * bytes);
  }
  if (channels == 4)
    return bytes == 1 ? step_coordinates(m, p, 4, 1, count, coordinates) : step_coordinates(m, p, 4, 2, count, coordinates);
  return bytes == 1 ? step_coordinates(m, p, 3, 1, count, coordinates) : step_coordinates(m, p, 3, 2, count, coordinates);
}

TARGET void KERNEL(gamut_shifts)(const gamut_shift *s, const uint64_t *colors, size_t count, double *result) {
  for (size_t i = 0; i < count; i += 8) {
    const size_t left = count - i < 8 ? count - i : 8;
    step_doubles source[3], clamped[3];
    for (size_t lane = 0; lane < 8; lane++) {
      const uint64_t color = colors[i + (lane < left ? lane : 0)];
      for (unsigned channel = 0; channel < 3; channel++)
        source[channel][lane] = s->decode[channel][color >> (32 - 16 * channel) & 0xffff];
    }
    for (unsigned row = 0; row < 3; row++) {
      const step_doubles v = step_product(s->to_destination + 3 * row, source);
      const step_doubles least = step_choose(v < 0.0, v * 0, v);
      clamped[row] = step_choose(least > 1.0, v * 0 + 1, least);
    }
    const step_color before = step_din99o(s->source_to_xyz, source), after = step_din99o(s->destination_to_xyz, clamped);
    const step_doubles l = before.l - after.l, a = before.a - after.a, b = before.b - after.b;
    const step_doubles shifts = __builtin_elementwise_sqrt(l * l + a * a + b * b);
    memcpy(result + i, &shifts, left * sizeof *result);
  }
}

STEP step_ints step_load(const int32_t *p) {
  step_ints v;
  memcpy(&v, p, sizeof v);
  return v;
}

TARGET int KERNEL(gamut_add_row)(const int32_t *coordinates, uint64_t changed, uint32_t strong, const int32_t *above,
                                 int32_t *below) {
  int is_strong = 0;
  for (size_t i = 0; i < GAMUT_STRIP; i += 16) {
    step_floats squares = {0};
    for (size_t plane = 0; plane < 3; plane++) {
      const step_ints before = step_load(coordinates + plane * GAMUT_STRIP + i),
                      after = step_load(coordinates + (plane + 3) * GAMUT_STRIP + i);
      const step_floats difference = __builtin_convertvector(before - after, step_floats);
      squares += difference * difference;
      const step_ints sums[2] = {step_load(above + plane * GAMUT_STRIP + i) + before,
                                 step_load(above + (plane + 3) * GAMUT_STRIP + i) + after};
      memcpy(below + plane * GAMUT_STRIP + i, &sums[0], sizeof sums[0]);
      memcpy(below + (plane + 3) * GAMUT_STRIP + i, &sums[1], sizeof sums[1]);
    }
    // Rounded up, beyond the error of single precision.
    const step_floats shift = __builtin_elementwise_sqrt(squares) * 1.000001f + 1;
    const uint16_t lanes = (uint16_t)(changed >> i);
    step_bits16 bits;
    memcpy(&bits, &lanes, sizeof lanes);
    const step_words mark = (step_words)__builtin_convertvector(bits, step_words);
    const step_words whole = (step_words)__builtin_convertvector(shift, step_words);
    const step_bits16 large = __builtin_convertvector(whole >= strong, step_bits16);
    uint16_t larger;
    memcpy(&larger, &large, sizeof larger);
    is_strong |= larger;
    const step_words more = (whole << 8) + mark;
    const step_words sum = (step_words)step_load(above + 6 * GAMUT_STRIP + i) + more;
    memcpy(below + 6 * GAMUT_STRIP + i, &sum, sizeof sum);
  }
  return is_strong != 0;
}

TARGET void KERNEL(gamut_sum_row)(const int32_t *above, const int32_t *below, int32_t *row, size_t stride) {
  for (size_t plane = 0; plane < GAMUT_PLANES; plane++, above += GAMUT_STRIP, below += GAMUT_STRIP, row += stride) {
    int32_t carry = row[0];
    for (size_t i = 0; i < GAMUT_STRIP; i += 16) {
      const step_ints zero = {0};
      step_ints v = step_load(below + i) - step_load(above + i);
      v += __builtin_shufflevector(zero, v, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
      v += __builtin_shufflevector(zero, v, 0, 1, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
      v += __builtin_shufflevector(zero, v, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
      v += __builtin_shufflevector(zero, v, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      v += carry;
      memcpy(row + i + 1, &v, sizeof v);
      carry = v[15];
    }
  }
}

/// The sums at `k` pixels from the first pixel of a strip, along the line.
STEP const int32_t *step_at(const gamut_line *line, int k) {
  int i = line->start + k;
  if (i >= line->count) i -= line->count;
  if (i < 0) i += line->count;
  return line->sums + (ptrdiff_t)i * line->step;
}

/// The sums at the starts and ends of the boxes of `n` pixels before and after a pixel.
typedef struct {
  const int32_t *start_before, *end_before, *start_after, *end_after;
} step_boxes;

STEP step_boxes step_boxes_of(const gamut_line *line, int n) {
  return (step_boxes){step_at(line, -n), step_at(line, 0), step_at(line, 1), step_at(line, n + 1)};
}

/// The pixels in whose boxes the shifts sum to at least `least`, and which are changed or have a changed pixel in a box.
STEP uint64_t step_shifted(const step_boxes b, size_t plane, uint32_t least, uint64_t changed) {
  uint64_t result = 0;
  for (size_t i = 0; i < GAMUT_STRIP; i += 16) {
    const size_t at = plane + i;
    const step_words one = (step_words)(step_load(b.end_before + at) - step_load(b.start_before + at)),
                     two = (step_words)(step_load(b.end_after + at) - step_load(b.start_after + at));
    const step_bits16 shifted = __builtin_convertvector((one >> 8) + (two >> 8) >= least, step_bits16);
    uint16_t lanes, others;
    memcpy(&lanes, &shifted, sizeof lanes);
    if (!lanes) continue;
    const step_bits16 counted = __builtin_convertvector(((one | two) & 255) != 0, step_bits16);
    memcpy(&others, &counted, sizeof others);
    result |= (uint64_t)(lanes & (others | (uint16_t)(changed >> i))) << i;
  }
  return result;
}

/// The pixels whose boxes' sums differ by at least the root of `least`, from `plane` on; of those in `in`.
STEP uint64_t step_large(const step_boxes b, size_t plane, size_t stride, double least, uint64_t in) {
  uint64_t result = 0;
  for (size_t i = 0; i < GAMUT_STRIP; i += 8) {
    if (!(in >> i & 255)) continue;
    step_doubles squares = {0};
    for (size_t p = 0; p < 3; p++) {
      const size_t at = (plane + p) * stride + i;
      step_halves v[4];
      memcpy(&v[0], b.start_before + at, sizeof v[0]);
      memcpy(&v[1], b.end_before + at, sizeof v[1]);
      memcpy(&v[2], b.start_after + at, sizeof v[2]);
      memcpy(&v[3], b.end_after + at, sizeof v[3]);
      // Exact: below 2^53.
      const step_doubles difference = __builtin_convertvector((v[3] - v[2]) - (v[1] - v[0]), step_doubles);
      squares += difference * difference;
    }
    result |= (uint64_t)step_lanes(squares >= least) << i;
  }
  return result & in;
}

/// The pixels whose boxes' sums may differ by at least the root of `least`, in single precision; of those in `in`.
STEP uint64_t step_may_be_large(const step_boxes b, size_t plane, size_t stride, double least, uint64_t in) {
  const float edge = (float)(least * (1 - 0x1p-19));
  uint64_t result = 0;
  for (size_t i = 0; i < GAMUT_STRIP; i += 16) {
    if (!(in >> i & 0xffff)) continue;
    step_floats squares = {0};
    for (size_t p = 0; p < 3; p++) {
      const size_t at = (plane + p) * stride + i;
      const step_ints difference = (step_load(b.end_after + at) - step_load(b.start_after + at)) -
                                   (step_load(b.end_before + at) - step_load(b.start_before + at));
      const step_floats value = __builtin_convertvector(difference, step_floats);
      squares += value * value;
    }
    const step_bits16 bits = __builtin_convertvector(squares >= edge, step_bits16);
    uint16_t lanes;
    memcpy(&lanes, &bits, sizeof lanes);
    result |= (uint64_t)lanes << i;
  }
  return result & in;
}

/// The squared difference of the sums of one pixel's boxes.
STEP double step_square(const step_boxes b, size_t plane, size_t stride, size_t lane) {
  double square = 0;
  for (size_t p = 0; p < 3; p++) {
    const size_t at = (plane + p) * stride + lane;
    const double difference = (b.end_after[at] - b.start_after[at]) - (b.end_before[at] - b.start_before[at]);
    square += difference * difference;
  }
  return square;
}

/// The squares from which on a pixel is seen, and kept.
STEP double step_seen(double jnd, int n) { return jnd * n * jnd * n; }
STEP double step_kept(double jnd, int n) { return __builtin_floor(step_seen(jnd, n) / 4) + 1; }
STEP uint32_t step_least_shift(double jnd, int n) {
  const double half = jnd * n / 2;
  return half < 4e9 ? (uint32_t)__builtin_ceil(half) : UINT32_MAX;
}

/// The pixels that have boxes at a scale, and of these the ones that are looked at together, with boxes of `n` pixels; the
/// others have shorter ones.
STEP uint64_t step_whole(const gamut_lengths *lengths, unsigned scale, int *n) {
  const uint64_t exists = lengths->at_least[scale], whole = lengths->at_least[scale + 1];
  *n = 2 << scale;
  if (whole || !exists) return whole;
  // Near the first and the last rows, all boxes are equally short.
  step_bytes v;
  memcpy(&v, lengths->pixels, sizeof v);
  const step_bits64 bits = __builtin_convertvector(v == lengths->pixels[0], step_bits64);
  uint64_t same;
  memcpy(&same, &bits, sizeof same);
  if (exists & ~same) return 0;
  *n = lengths->pixels[0];
  return exists;
}

TARGET int KERNEL(gamut_lossy)(const gamut_line *line, const gamut_lengths *lengths, double jnd, unsigned first,
                               uint64_t changed, uint64_t result[GAMUT_SCALES]) {
  uint64_t any = 0;
  const size_t stride = line->plane;
  for (unsigned scale = first; scale < GAMUT_SCALES && lengths->at_least[scale]; scale++) {
    int n;
    const uint64_t exists = lengths->at_least[scale], whole = step_whole(lengths, scale, &n);
    uint64_t found = 0;
    if (whole) {
      const step_boxes b = step_boxes_of(line, n);
      found = step_shifted(b, 6 * stride, step_least_shift(jnd, n), changed) & whole;
      if (found) found = step_may_be_large(b, 0, stride, step_seen(jnd, n), found);
      if (found) found = step_large(b, 0, stride, step_seen(jnd, n), found);
      if (found) found &= ~step_large(b, 3, stride, step_kept(jnd, n), found);
    }
    for (uint64_t rest = exists & ~whole; rest; rest &= rest - 1) {
      const size_t lane = (size_t)__builtin_ctzll(rest);
      const int length = lengths->pixels[lane];
      const step_boxes b = step_boxes_of(line, length);
      const size_t at = 6 * stride + lane;
      const uint32_t one = (uint32_t)b.end_before[at] - (uint32_t)b.start_before[at],
                     two = (uint32_t)b.end_after[at] - (uint32_t)b.start_after[at];
      if ((one >> 8) + (two >> 8) < step_least_shift(jnd, length)) continue;
      if (!((one | two) & 255) && !(changed >> lane & 1)) continue;
      if (step_square(b, 0, stride, lane) >= step_seen(jnd, length) &&
          step_square(b, 3, stride, lane) < step_kept(jnd, length))
        found |= (uint64_t)1 << lane;
    }
    result[scale] |= found;
    any |= found;
  }
  return any != 0;
}

TARGET uint64_t KERNEL(gamut_kept)(const gamut_line *line, const gamut_lengths *lengths, double jnd, unsigned scale) {
  int n;
  const uint64_t exists = lengths->at_least[scale], whole = step_whole(lengths, scale, &n);
  uint64_t kept = whole ? step_large(step_boxes_of(line, n), 3, line->plane, step_kept(jnd, n), whole) : 0;
  for (uint64_t rest = exists & ~whole; rest; rest &= rest - 1) {
    const size_t lane = (size_t)__builtin_ctzll(rest);
    const int length = lengths->pixels[lane];
    if (step_square(step_boxes_of(line, length), 3, line->plane, lane) >= step_kept(jnd, length))
      kept |= (uint64_t)1 << lane;
  }
  return kept;
}

TARGET double KERNEL(gamut_square)(const gamut_line *line, int length, size_t lane) {
  return step_square(step_boxes_of(line, length), 0, line->plane, lane);
}

TARGET void KERNEL(gamut_lengths_at_least)(gamut_lengths *lengths, uint64_t judged) {
  step_bytes v;
  memcpy(&v, lengths->pixels, sizeof v);
  for (unsigned size = 0; size <= GAMUT_SCALES; size++) {
    const step_bits64 bits = __builtin_convertvector(v >= (uint8_t)(1 << size), step_bits64);
    uint64_t lanes;
    memcpy(&lanes, &bits, sizeof lanes);
    lengths->at_least[size] = lanes & judged;
  }
}

/// A bit for each of 64 flags.
STEP uint64_t step_bits(const uint8_t flags[64]) {
  step_bytes v;
  memcpy(&v, flags, sizeof v);
  const step_bits64 bits = __builtin_convertvector(v != 0, step_bits64);
  uint64_t lanes;
  memcpy(&lanes, &bits, sizeof lanes);
  return lanes;
}

/// Bits of the pixels, up to 64, whose first `bytes` bytes equal those of others; `size` apart.
STEP uint64_t step_equal(const uint8_t *p, const uint8_t *q, size_t count, size_t size, size_t bytes) {
  uint8_t flags[64] = {0};
  for (size_t i = 0; i < count; i++) {
    uint64_t a = 0, b = 0;
    memcpy(&a, p + i * size, bytes);
    memcpy(&b, q + i * size, bytes);
    flags[i] = a == b;
  }
  return step_bits(flags);
}

TARGET uint64_t KERNEL(gamut_equal_pixels)(const void *pixels, const void *others, size_t count, unsigned channels,
                                           unsigned bytes) {
  const uint8_t *p = pixels, *q = others;
  switch (channels * 2 + bytes) {
    case 3: return step_equal(p, q, count, 1, 1);
    case 4: return step_equal(p, q, count, 2, 2);
    case 5: return step_equal(p, q, count, 2, 1);
    case 6: return step_equal(p, q, count, 4, 2);
    case 7: return step_equal(p, q, count, 3, 3);
    case 8: return step_equal(p, q, count, 6, 6);
    case 9: return step_equal(p, q, count, 4, 3);
    default: return step_equal(p, q, count, 8, 6);
  }
}

TARGET uint64_t KERNEL(gamut_opaque_pixels)(const void *pixels, size_t count, unsigned channels, unsigned bytes) {
  // The highest bit of alpha, whose bytes are in order.
  const uint8_t *p = (const uint8_t *)pixels + channels * bytes - 1;
  const size_t size = channels * bytes;
  uint8_t flags[64] = {0};
  for (size_t i = 0; i < count; i++) flags[i] = p[i * size] >> 7;
  return step_bits(flags);
}

TARGET void KERNEL(gamut_count_down)(uint64_t judged, const uint8_t *above, uint8_t *counts) {
  step_bits64 bits;
  memcpy(&bits, &judged, sizeof bits);
  step_bytes v;
  memcpy(&v, above, sizeof v);
  // Stays at 255.
  v = (v + 1) | (step_bytes)(v == 255);
  v = __builtin_convertvector(bits, step_bytes) * v;
  memcpy(counts, &v, sizeof v);
}

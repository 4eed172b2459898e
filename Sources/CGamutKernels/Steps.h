// What lost steps are found with, 64 pixels at a time. The meaning of each function stands in `CGamutKernels.h`.
#include "CGamutKernels.h"

#include <string.h>

#define STEP static inline __attribute__((always_inline)) TARGET
// Operations may be fused: the last bits decide nothing.
#pragma STDC FP_CONTRACT ON
// Vectors are only passed to functions that are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

/// A 16-bit sample with any alignment.
typedef uint16_t packed_sample __attribute__((aligned(1), may_alias));

typedef double step_doubles __attribute__((vector_size(64)));
typedef int64_t step_longs __attribute__((vector_size(64)));
typedef int32_t step_halves __attribute__((vector_size(32)));
typedef float step_floats __attribute__((vector_size(64)));
typedef float step_half_floats __attribute__((vector_size(32)));
typedef int32_t step_ints __attribute__((vector_size(64)));
typedef uint8_t step_bytes __attribute__((vector_size(64)));
typedef _Bool step_bits8 __attribute__((ext_vector_type(8)));
typedef _Bool step_bits16 __attribute__((ext_vector_type(16)));
typedef _Bool step_bits64 __attribute__((ext_vector_type(64)));

STEP step_doubles step_choose(step_longs test, step_doubles yes, step_doubles no) {
  return (step_doubles)(((step_longs)yes & test) | ((step_longs)no & ~test));
}

/// Defines a function that returns a bit for each lane in which a test is true.
#define LANES(name, test_vector, lanes_type, bits_vector)                  \
  STEP lanes_type name(test_vector test) {                                 \
    const bits_vector bits = __builtin_convertvector(test, bits_vector);   \
    lanes_type lanes;                                                      \
    memcpy(&lanes, &bits, sizeof lanes);                                   \
    return lanes;                                                          \
  }
LANES(step_lanes, step_longs, uint8_t, step_bits8)
LANES(step_lanes8, step_halves, uint8_t, step_bits8)
LANES(step_lanes16, step_ints, uint16_t, step_bits16)
LANES(step_lanes64, step_bytes, uint64_t, step_bits64)

/// The cube root of a value above 0, from its reciprocal: estimated from the exponent, within 3.4 %, then refined by two steps of the
/// series of (1 - e)^(-1/3), each of which reduces the error to its fourth power.
STEP step_doubles step_cube_root(step_doubles x) {
  // A third of the upper bits is enough.
  step_doubles reciprocal = (step_doubles)(((int64_t)1430186400 << 32) - ((step_longs)x >> 32 & 0xffffffff) * 0x55555555);
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
  return step_choose(is_dark, 24389.0 / 27 / 116 * t + 16.0 / 116, root);
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

/// DIN99o of f of X, Y and Z.
STEP step_color step_din99o(step_doubles x, step_doubles y, step_doubles z) {
  const double turn_cos = 0.89879404629916699278, turn_sin = 0.43837114678907741745;
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

/// The linear values of pixels.
STEP void step_decode(const double *const decode[3], const uint8_t *p, unsigned channels, unsigned bytes, size_t count,
                      double linear[3][GAMUT_STRIP]) {
  for (size_t i = 0; i < count; i++, p += channels * bytes)
    for (unsigned channel = 0; channel < 3; channel++)
      linear[channel][i] = decode[channel][bytes == 1 ? p[channel] : ((const packed_sample *)p)[channel]];
}

/// Rounds coordinates to the nearest integer, halves up. Returns the lanes in which another method could round otherwise.
STEP uint8_t step_round(step_doubles value, step_halves *result) {
  const double offset = 65536.5;
  step_doubles v = value * 256.0;
  v = step_choose(v < -32768.0, v * 0 - 32768, v);
  v = step_choose(v > 32767.0, v * 0 + 32767, v) + offset;
  const step_halves whole = __builtin_convertvector(v, step_halves);
  *result = whole - 65536;
  const step_doubles rest = v - __builtin_convertvector(whole, step_doubles);
  return step_lanes(rest < 1e-5 | rest > 1 - 1e-5);
}

STEP step_floats step_product_floats(const float m[3], const step_floats v[3]) {
  return m[0] * v[0] + m[1] * v[1] + m[2] * v[2];
}

STEP step_floats step_narrow(step_doubles low, step_doubles high) {
  const step_half_floats l = __builtin_convertvector(low, step_half_floats), h = __builtin_convertvector(high, step_half_floats);
  return __builtin_shufflevector(l, h, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/// An estimate of the reciprocal cube root, from a third of the bits as in `step_cube_root`.
STEP step_floats step_reciprocal_cube_root_estimate(step_floats x) {
  const step_floats third = __builtin_convertvector((step_ints)x, step_floats) * (1.0f / 3);
  return (step_floats)(0x54a21d2a - __builtin_convertvector(third, step_ints));
}

/// f of CIELAB of 16 values, with the estimate and the first step in single precision.
STEP void step_lab_twice(step_doubles t[2]) {
  const step_floats x = step_narrow(t[0], t[1]);
  step_floats root = step_reciprocal_cube_root_estimate(x);
  const step_floats error = 1.0f - x * (root * root * root);
  root *= 1.0f + error * (1.0f / 3 + error * (2.0f / 9 + error * (14.0f / 81)));
  const step_half_floats parts[2] = {__builtin_shufflevector(root, root, 0, 1, 2, 3, 4, 5, 6, 7),
                                     __builtin_shufflevector(root, root, 8, 9, 10, 11, 12, 13, 14, 15)};
  for (int half = 0; half < 2; half++) {
    step_doubles reciprocal = __builtin_convertvector(parts[half], step_doubles);
    const step_doubles rest = 1.0 - t[half] * (reciprocal * reciprocal * reciprocal);
    reciprocal *= 1.0 + rest * (1.0 / 3 + rest * (2.0 / 9));
    t[half] = step_choose(t[half] <= 216.0 / 24389, 24389.0 / 27 / 116 * t[half] + 16.0 / 116, t[half] * (reciprocal * reciprocal));
  }
}

STEP step_floats step_split_floats(step_floats v, step_floats *exponent) {
  const step_ints bits = (step_ints)v, e = (bits - 0x3f3504f3) >> 23;
  *exponent = __builtin_convertvector(e, step_floats);
  return (step_floats)(bits - (e << 23));
}

STEP step_floats step_logarithm_floats(step_floats z, step_floats exponent) {
  const step_floats s = z * z;
  const step_floats sum = 1.0f + s * (1.0f / 3 + s * (1.0f / 5 + s * (1.0f / 7 + s * (1.0f / 9))));
  return 2 * z * sum + exponent * 0.693147180559945309417f;
}

/// Rounds coordinates like `step_round`, in single precision, whose error is less than half of the margin.
STEP uint16_t step_round_floats(step_floats value, int32_t *result) {
  const step_floats zero = {0};
  step_floats v = __builtin_elementwise_min(__builtin_elementwise_max(value * 256.0f, zero - 32768), zero + 32767);
  const step_floats margin = __builtin_elementwise_abs(v) * 4e-7f + 0.001f;
  v += 0.5f;
  step_ints whole = __builtin_convertvector(v, step_ints);
  whole += __builtin_convertvector(whole, step_floats) > v;
  const step_floats rest = v - __builtin_convertvector(whole, step_floats);
  memcpy(result, &whole, sizeof whole);
  return step_lanes16(rest < margin | rest > 1 - margin);
}

/// DIN99o of CIELAB in single precision. Returns a number whose magnitude exceeds 0.172 if the lightness is not exact: light
/// beyond white, and far below black.
STEP step_floats step_din99o_floats(step_floats lightness, step_floats a, step_floats b, step_floats color[3]) {
  const float turn_cos = 0.89879404629916699278f, turn_sin = 0.43837114678907741745f;
  const step_floats e = a * turn_cos + b * turn_sin, g = 0.83f * (b * turn_cos - a * turn_sin);
  const step_floats chroma = __builtin_elementwise_sqrt(e * e + g * g + 1e-20f);
  // Without the rounding of 1 + s.
  const step_floats s = 0.0039f * lightness;
  step_floats exponent;
  const step_floats c = step_split_floats(1 + 0.075f * chroma, &exponent);
  const step_floats reciprocal = 1 / ((s + 2) * (c + 1) * chroma);
  const step_floats z = s * (c + 1) * chroma * reciprocal, none = {0};
  const step_floats log_c = step_logarithm_floats((c - 1) * (s + 2) * chroma * reciprocal, exponent);
  const step_floats compression = log_c * ((s + 2) * (c + 1) * reciprocal) * (float)(1 / 0.0435);
  color[0] = 303.67f * step_logarithm_floats(z, none);
  color[1] = compression * (e * turn_cos - g * turn_sin);
  color[2] = compression * (e * turn_sin + g * turn_cos);
  return z;
}

/// Writes the coordinates of 16 pixels from the `i`th on: cube roots and their differences in double precision, the rest in
/// single precision. Replaces linear values by f of X, Y and Z. Returns the lanes in which that does not decide.
STEP uint16_t step_coordinates16(const double to_xyz[9], double linear[3][GAMUT_STRIP], size_t i, int32_t *coordinates) {
  step_doubles f[3][2];
#pragma unroll
  for (int half = 0; half < 2; half++) {
    step_doubles v[3];
    for (int channel = 0; channel < 3; channel++) memcpy(&v[channel], &linear[channel][i + 8 * (size_t)half], sizeof v[channel]);
    for (int axis = 0; axis < 3; axis++) f[axis][half] = step_product(to_xyz + 3 * axis, v);
  }
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    step_lab_twice(f[axis]);
    memcpy(&linear[axis][i], f[axis], sizeof f[axis]);
  }
  const step_floats lightness = step_narrow(116 * f[1][0] - 16, 116 * f[1][1] - 16),
                    a = 500 * step_narrow(f[0][0] - f[1][0], f[0][1] - f[1][1]),
                    b = 200 * step_narrow(f[1][0] - f[2][0], f[1][1] - f[2][1]);
  step_floats color[3];
  const step_floats z = step_din99o_floats(lightness, a, b, color);
  return step_lanes16(__builtin_elementwise_abs(z) > 0.172f) | step_round_floats(color[0], coordinates + i) |
         step_round_floats(color[1], coordinates + GAMUT_STRIP + i) |
         step_round_floats(color[2], coordinates + 2 * GAMUT_STRIP + i);
}

STEP uint64_t step_coordinates(const gamut_metric *m, const uint8_t *p, unsigned channels, unsigned bytes, size_t count,
                               int32_t *coordinates) {
  double linear[3][GAMUT_STRIP];
  memset(linear, 0, sizeof linear);
  step_decode(m->decode, p, channels, bytes, count, linear);
  uint64_t close = 0, undecided = 0;
  for (size_t i = 0; i < count; i += 16) close |= (uint64_t)step_coordinates16(m->to_xyz, linear, i, coordinates) << i;
  close &= UINT64_MAX >> (GAMUT_STRIP - count);
  while (close) {
    // Eight of them at a time in double precision.
    size_t lanes[8], found = 0;
    for (; close && found < 8; close &= close - 1) lanes[found++] = (size_t)__builtin_ctzll(close);
    step_doubles v[3] = {{0}};
    for (size_t k = 0; k < found; k++)
      for (int channel = 0; channel < 3; channel++) v[channel][k] = linear[channel][lanes[k]];
    const step_color color = step_din99o(v[0], v[1], v[2]);
    step_halves rounded[3];
    const uint8_t doubtful = step_round(color.l, &rounded[0]) | step_round(color.a, &rounded[1]) | step_round(color.b, &rounded[2]);
    for (size_t k = 0; k < found; k++) {
      for (int axis = 0; axis < 3; axis++) coordinates[axis * GAMUT_STRIP + lanes[k]] = rounded[axis][k];
      undecided |= (uint64_t)(doubtful >> k & 1) << lanes[k];
    }
  }
  return undecided;
}

static TARGET uint64_t gamut_coordinates(const gamut_metric *m, const void *pixels, unsigned channels, unsigned bytes,
                                          size_t count, int32_t *coordinates) {
  const uint8_t *p = pixels;
  if (channels == 4)
    return bytes == 1 ? step_coordinates(m, p, 4, 1, count, coordinates) : step_coordinates(m, p, 4, 2, count, coordinates);
  return bytes == 1 ? step_coordinates(m, p, 3, 1, count, coordinates) : step_coordinates(m, p, 3, 2, count, coordinates);
}

STEP step_color step_color_of(const double to_xyz[9], const step_doubles linear[3]) {
  return step_din99o(step_lab(step_product(to_xyz, linear)), step_lab(step_product(to_xyz + 3, linear)),
                     step_lab(step_product(to_xyz + 6, linear)));
}

static TARGET void gamut_shifts(const gamut_shift *s, const uint64_t *colors, size_t count, double *result) {
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
    const step_color before = step_color_of(s->source_to_xyz, source), after = step_color_of(s->destination_to_xyz, clamped);
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

static TARGET void gamut_add_row(const int32_t *coordinates, const int32_t *above, int32_t *below, size_t stride) {
  for (size_t i = 0; i < GAMUT_STRIP; i += 16) {
    step_floats squares = {0};
    for (size_t plane = 0; plane < 3; plane++) {
      const step_ints before = step_load(coordinates + plane * GAMUT_STRIP + i),
                      after = step_load(coordinates + (plane + 3) * GAMUT_STRIP + i);
      const step_floats difference = __builtin_convertvector(before - after, step_floats);
      squares += difference * difference;
      const step_ints sums[2] = {step_load(above + plane * stride + i) + before,
                                 step_load(above + (plane + 3) * stride + i) + after};
      memcpy(below + plane * stride + i, &sums[0], sizeof sums[0]);
      memcpy(below + (plane + 3) * stride + i, &sums[1], sizeof sums[1]);
    }
    // One more than the whole part of a shift, beyond the error of single precision, but none where there is no difference.
    step_ints shift = __builtin_convertvector(__builtin_elementwise_sqrt(squares) * (1 + 0x1p-20f), step_ints) - (squares > 0);
    shift += step_load(above + GAMUT_SHIFTS * stride + i);
    memcpy(below + GAMUT_SHIFTS * stride + i, &shift, sizeof shift);
  }
}

static TARGET void gamut_sum_row(const int32_t *above, const int32_t *below, size_t stride, int32_t *row, size_t row_stride) {
  for (size_t plane = 0; plane < GAMUT_PLANES; plane++, above += stride, below += stride, row += row_stride) {
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

/// The squared difference of the sums of one pixel's boxes.
STEP double step_square(const step_boxes b, size_t plane, size_t stride, size_t lane) {
  double square = 0;
  for (size_t p = 0; p < 3; p++) {
    const size_t at = plane + p * stride + lane;
    // Sums wrap; their differences do not.
    const uint32_t after = (uint32_t)b.end_after[at] - (uint32_t)b.start_after[at],
                   before = (uint32_t)b.end_before[at] - (uint32_t)b.start_before[at];
    const double difference = (int32_t)(after - before);
    square += difference * difference;
  }
  return square;
}

/// The squares from which on a pixel is seen, and kept, by the plane of the sums.
STEP double step_least(double jnd, int n, size_t plane) {
  const double seen = jnd * n * jnd * n;
  return plane == 0 ? seen : __builtin_floor(seen / 4) + 1;
}

/// The lanes of 16 whose squares reach an edge; adds those to `close` in which double precision must decide.
STEP uint16_t step_reach(step_floats squares, step_floats edge, uint16_t *close) {
  // Differences are exact in single precision, and the error of their squares' sum is less than this.
  const uint16_t large = step_lanes16(squares >= edge * (1 + 0x1p-20f));
  *close = step_lanes16(squares >= edge * (1 - 0x1p-20f)) ^ large;
  return large;
}

/// The pixels whose boxes shift so much that a step of the JND may fall to half of it: by the triangle inequality, by half of
/// the JND on average, in both boxes together. Those in `whole` have boxes of `n` pixels, those in `shorter` of at least half
/// of that.
STEP uint64_t step_shifting(const gamut_line *line, int n, double jnd, uint64_t whole, uint64_t shorter) {
  const size_t plane = GAMUT_SHIFTS * line->plane;
  const int before = n < line->before ? n : line->before, after = n < line->after ? n : line->after;
  const int32_t *start_before = step_at(line, -before) + plane, *end_before = step_at(line, 0) + plane,
                *start_after = step_at(line, 1) + plane, *end_after = step_at(line, after + 1) + plane;
  const step_ints least = (step_ints){0} + (int32_t)__builtin_ceil(jnd * n / 2),
                  least_shorter = (step_ints){0} + (int32_t)__builtin_ceil(jnd * n / 4);
  uint64_t result = 0;
  for (size_t i = 0; i < GAMUT_STRIP; i += 16) {
    const step_ints shift = (step_load(end_after + i) - step_load(start_after + i)) +
                            (step_load(end_before + i) - step_load(start_before + i));
    result |= (((uint64_t)step_lanes16(shift >= least) << i) & whole) |
              (((uint64_t)step_lanes16(shift >= least_shorter) << i) & shorter);
  }
  return result;
}

/// The pixels, of those in `in`, whose boxes' sums, from `plane` on, differ so much that they are seen, or kept. All boxes
/// have `n` pixels.
STEP uint64_t step_large(const gamut_line *line, int n, size_t plane, double jnd, uint64_t in) {
  const step_boxes b = step_boxes_of(line, n);
  const double least = step_least(jnd, n, plane);
  const step_floats edge = (step_floats){0} + (float)least;
  uint64_t result = 0, close = 0;
  for (size_t i = 0; i < GAMUT_STRIP; i += 16) {
    if (!(in >> i & 0xffff)) continue;
    step_floats squares = {0};
    for (size_t p = 0; p < 3; p++) {
      const size_t at = plane + p * line->plane + i;
      const step_ints difference = (step_load(b.end_after + at) - step_load(b.start_after + at)) -
                                   (step_load(b.end_before + at) - step_load(b.start_before + at));
      const step_floats value = __builtin_convertvector(difference, step_floats);
      squares += value * value;
    }
    uint16_t lanes;
    result |= (uint64_t)step_reach(squares, edge, &lanes) << i;
    close |= (uint64_t)lanes << i;
  }
  for (close &= in; close; close &= close - 1) {
    const size_t lane = (size_t)__builtin_ctzll(close);
    if (step_square(b, plane, line->plane, lane) >= least) result |= (uint64_t)1 << lane;
  }
  return result & in;
}

/// As `step_large`, with boxes of as many pixels as each pixel's longest.
STEP uint64_t step_large_each(const gamut_line *line, const uint8_t *lengths, size_t plane, double jnd, uint64_t in) {
  uint64_t result = 0;
  for (uint64_t rest = in; rest; rest &= rest - 1) {
    const size_t lane = (size_t)__builtin_ctzll(rest);
    const int n = lengths[lane];
    if (step_square(step_boxes_of(line, n), plane, line->plane, lane) >= step_least(jnd, n, plane))
      result |= (uint64_t)1 << lane;
  }
  return result;
}

/// The pixels, of those in `in`, whose boxes of their longest lengths are seen, or kept, by the plane of the sums.
STEP uint64_t step_short(const gamut_line *line, const gamut_lengths *lengths, size_t plane, double jnd, uint64_t in) {
  if (!in) return 0;
  // Near the first and the last rows, all boxes are equally short.
  const uint8_t n = lengths->pixels[__builtin_ctzll(in)];
  step_bytes v;
  memcpy(&v, lengths->pixels, sizeof v);
  return in & ~step_lanes64(v == n) ? step_large_each(line, lengths->pixels, plane, jnd, in) : step_large(line, n, plane, jnd, in);
}

static TARGET int gamut_lossy(const gamut_line *line, const gamut_lengths *lengths, double jnd, unsigned first,
                               uint64_t result[GAMUT_SCALES]) {
  const size_t after = 3 * line->plane;
  uint64_t any = 0, all_shorter = 0;
  int is_dense = 0;
  // What shifts too little in the longest boxes does so in all.
  if (!step_shifting(line, 128, jnd / 128, lengths->at_least[first], 0)) return 0;
  for (unsigned scale = first; scale < GAMUT_SCALES && lengths->at_least[scale]; scale++) {
    const uint64_t all = lengths->at_least[scale], whole = lengths->at_least[scale + 1];
    // Where all pixels shift that much at a scale, they mostly do at the next.
    const uint64_t shifting = is_dense ? all : step_shifting(line, 2 << scale, jnd, whole, all & ~whole);
    is_dense = shifting == all;
    uint64_t found = shifting & whole;
    // Of pixels that shift, more are kept than are not seen.
    if (found) found &= ~step_large(line, 2 << scale, after, jnd, found);
    if (found) found = step_large(line, 2 << scale, 0, jnd, found);
    result[scale] = found;
    any |= found;
    all_shorter |= shifting & ~whole;
  }
  // Each pixel is at one scale, at most, at which its boxes are shorter than the scale.
  uint64_t shorter = all_shorter & ~step_short(line, lengths, after, jnd, all_shorter);
  shorter = step_short(line, lengths, 0, jnd, shorter);
  for (unsigned scale = first; shorter && scale < GAMUT_SCALES; scale++)
    result[scale] |= shorter & lengths->at_least[scale] & ~lengths->at_least[scale + 1];
  return (any | shorter) != 0;
}

static TARGET uint64_t gamut_kept(const gamut_line *line, const gamut_lengths *lengths, double jnd, unsigned scale) {
  const size_t after = 3 * line->plane;
  const uint64_t whole = lengths->at_least[scale + 1];
  return (whole ? step_large(line, 2 << scale, after, jnd, whole) : 0) |
         step_short(line, lengths, after, jnd, lengths->at_least[scale] & ~whole);
}

static TARGET double gamut_square(const gamut_line *line, int length, size_t lane) {
  return step_square(step_boxes_of(line, length), 0, line->plane, lane);
}

static TARGET void gamut_lengths_of(const uint8_t *before, const uint8_t *after, uint64_t judged, gamut_lengths *lengths) {
  step_bytes v, w;
  memcpy(&v, before, sizeof v);
  memcpy(&w, after, sizeof w);
  v = __builtin_elementwise_min(__builtin_elementwise_min(v, w), (step_bytes){0} + 128);
  memcpy(lengths->pixels, &v, sizeof v);
  for (unsigned size = 0; size <= GAMUT_SCALES; size++) {
    lengths->at_least[size] = step_lanes64(v >= (uint8_t)(1 << size)) & judged;
  }
}

/// A bit for each of 64 flags.
STEP uint64_t step_bits(const uint8_t flags[64]) {
  step_bytes v;
  memcpy(&v, flags, sizeof v);
  return step_lanes64(v != 0);
}

/// Bits of the pixels, up to 64, whose colours equal those of others; a pixel has `size` bytes, of which `bytes` are its
/// colour. Reads more than these, except of the last.
STEP uint64_t step_equal(const uint8_t *p, const uint8_t *q, size_t count, size_t size, size_t bytes) {
  uint8_t flags[64] = {0};
  const size_t wide = bytes > 4 ? 8 : bytes > 2 ? 4 : bytes;
  const uint64_t mask = UINT64_MAX >> (64 - 8 * bytes);
  for (size_t i = 0; i + 1 < count; i++) {
    uint64_t a = 0, b = 0;
    memcpy(&a, p + i * size, wide);
    memcpy(&b, q + i * size, wide);
    flags[i] = !((a ^ b) & mask);
  }
  if (count) flags[count - 1] = !memcmp(p + (count - 1) * size, q + (count - 1) * size, bytes);
  return step_bits(flags);
}

static TARGET uint64_t gamut_equal_pixels(const void *pixels, const void *others, size_t count, unsigned channels,
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

static TARGET uint64_t gamut_opaque_pixels(const void *pixels, size_t count, unsigned channels, unsigned bytes) {
  // The highest bit of alpha, whose bytes are in order.
  const uint8_t *p = (const uint8_t *)pixels + channels * bytes - 1;
  const size_t size = channels * bytes;
  uint8_t flags[64] = {0};
  for (size_t i = 0; i < count; i++) flags[i] = p[i * size] >> 7;
  return step_bits(flags);
}

static TARGET void gamut_count_judged(uint64_t judged, uint8_t *counts) {
  step_bits64 bits;
  memcpy(&bits, &judged, sizeof bits);
  step_bytes v;
  memcpy(&v, counts, sizeof v);
  // Stays at 255.
  v = (v + 1) | (step_bytes)(v == 255);
  v = __builtin_convertvector(bits, step_bytes) * v;
  memcpy(counts, &v, sizeof v);
}

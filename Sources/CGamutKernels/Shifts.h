// The shift of clipped colours in double precision, LANES / 2 at a time, in the vocabulary of `VectorsAVX2.h` or
// `VectorsAVX512.h`, one of which is included before. No fused operations: the result equals the reference's to the last
// bit.

/// A row of a matrix times a vector.
INLINE doubles exact_product(const double *m, doubles a, doubles b, doubles c) {
  return every_double(m[0]) * a + every_double(m[1]) * b + every_double(m[2]) * c;
}

/// The signed cube root: the reciprocal root is estimated from the exponent, within 3.4 %, then refined by two steps of
/// the series of (1 - e)^(-1/3), each of which reduces the error to its fourth power. No division is needed.
INLINE doubles signed_cube_root(doubles v) {
  const longs sign = (longs)v & (uint64_t)1 << 63;
  // Avoids the reciprocal of 0; the root of 0 is then 1e-20.
  const doubles x = (doubles)((longs)v & ~((uint64_t)1 << 63)) + 1e-60;
  // A third of the bits: 1/4 + 1/16 + 1/64 + ...
  longs third = (longs)x >> 2;
  third += third >> 2;
  third += third >> 4;
  third += third >> 8;
  third += third >> 16;
  doubles reciprocal = (doubles)(((uint64_t)1430186400 << 32) - third);
  for (int step = 0; step < 2; step++) {
    const doubles cube = reciprocal * reciprocal * reciprocal, error = 1.0 - x * cube;
    reciprocal *= 1.0 + error * (1.0 / 3 + error * (2.0 / 9 + error * (14.0 / 81)));
  }
  return (doubles)((longs)(x * (reciprocal * reciprocal)) | sign);
}

INLINE doubles root_difference(const gamut_shift *s, unsigned row, const doubles source[3], const doubles clipped[3]) {
  return signed_cube_root(exact_product(s->source_to_lms + row, source[0], source[1], source[2])) -
         signed_cube_root(exact_product(s->destination_to_lms + row, clipped[0], clipped[1], clipped[2]));
}

TARGET void KERNEL(gamut_shifts)(const gamut_shift *s, const uint64_t *colors, size_t count, double *result) {
  for (size_t i = 0; i < count; i += LANES / 2) {
    const size_t left = count - i < LANES / 2 ? count - i : LANES / 2;
    // The last colours are copied, so that a whole vector can be read.
    uint64_t rest[LANES / 2] = {0};
    // In memory a packed colour is blue, green, red and padding.
    const packed_sample *p = (const packed_sample *)(colors + i);
    if (left < LANES / 2) p = memcpy(rest, colors + i, left * sizeof *colors);
    const doubles source[3] = {decoded_doubles(s->decode[0], p + 2), decoded_doubles(s->decode[1], p + 1),
                               decoded_doubles(s->decode[2], p)};
    doubles clipped[3];
    for (unsigned row = 0; row < 3; row++)
      clipped[row] = clamped(exact_product(s->to_destination + 3 * row, source[0], source[1], source[2]));
    const doubles l = root_difference(s, 0, source, clipped), m = root_difference(s, 3, source, clipped),
                  t = root_difference(s, 6, source, clipped);
    // The last step to OKLab is linear, so it can be applied to the differences.
    const doubles x = exact_product(s->from_roots, l, m, t), y = exact_product(s->from_roots + 3, l, m, t),
                  z = exact_product(s->from_roots + 6, l, m, t);
    const doubles shifts = root_of_doubles(x * x + y * y + z * z);
    if (left == LANES / 2)
      memcpy(result + i, &shifts, sizeof shifts);
    else
      memcpy(result + i, &shifts, left * sizeof *result);
  }
}

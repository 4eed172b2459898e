// The differences in OKLab between two colours and many, LANES colours at a time, in the vocabulary of `VectorsAVX2.h` or
// `VectorsAVX512.h`, one of which is included before, with `product` of `Classify.h`.

/// The cube root of non-negative values: the reciprocal root is estimated from the exponent, within 3.4 %, then refined by
/// a step of the series of (1 - e)^(-1/3), whose error is that to the fourth power, and one of its first two terms. No
/// division is needed.
INLINE floats cube_root(floats v) {
  // Avoids the reciprocal of 0; the root of 0 is then 1e-10.
  const floats x = v + 1e-30f;
  // A third of the bits: 1/4 + 1/16 + 1/64 + ...
  words third = (words)x >> 2;
  third += third >> 2;
  third += third >> 4;
  third += third >> 8;
  floats reciprocal = (floats)(0x54a21d2au - third);
  floats error = fused(-x, reciprocal * reciprocal * reciprocal, every(1));
  const floats series = fused(error, fused(error, every(14.0f / 81), every(2.0f / 9)), every(1.0f / 3));
  reciprocal = fused(reciprocal * error, series, reciprocal);
  error = fused(-x, reciprocal * reciprocal * reciprocal, every(1));
  reciprocal = fused(reciprocal * error, every(1.0f / 3), reciprocal);
  return x * (reciprocal * reciprocal);
}

/// The root of a cone response; lanes in which it is too small relative to its terms are added to `doubtful`.
INLINE floats cone_root(const float *m, const floats bgr[3], float share, test *doubtful) {
  const floats x = every(m[0]) * bgr[2], y = every(m[1]) * bgr[1], z = every(m[2]) * bgr[0];
  const floats sum = x + y + z, terms = largest(x, -x) + largest(y, -y) + largest(z, -z);
  *doubtful = either(*doubtful, both(below(sum, terms * share), above(terms, every(0))));
  return cube_root(sum);
}

/// Stores the squares of the differences between a colour and a block, and the extent of the first `left`, combined with
/// that of the vectors before in the same block.
INLINE void store_squares(const floats lab[3], size_t left, size_t start, const gamut_squares *to) {
  const floats l = lab[0] - to->from[0], a = lab[1] - to->from[1], b = lab[2] - to->from[2];
  const floats squares = fused(b, b, fused(a, a, l * l));
  memcpy(to->squares + start, &squares, sizeof squares);
  gamut_extent extent = extent_of(squares, left);
  gamut_extent *const both = &to->extents[start / gamut_block];
  if (start % gamut_block) {
    extent.least = both->least < extent.least ? both->least : extent.least;
    extent.largest = both->largest > extent.largest ? both->largest : extent.largest;
  }
  *both = extent;
}

TARGET void KERNEL(gamut_lab_squares)(const gamut_lab *t, const uint64_t *colors, size_t count,
                                      const gamut_squares *first, const gamut_squares *last) {
  for (size_t start = 0; start < count; start += LANES) {
    const size_t left = count - start;
    uint64_t rest[LANES] = {0};
    if (left < LANES) memcpy(rest, colors + start, left * sizeof *colors);
    // In memory a packed colour is blue, green, red and padding.
    const uint8_t *p = (const uint8_t *)(left < LANES ? rest : colors + start);
    const floats bgr[3] = {decoded(t->decode[2], p, 8, 2), decoded(t->decode[1], p + 2, 8, 2),
                           decoded(t->decode[0], p + 4, 8, 2)};
    test doubtful = none();
    const floats r0 = cone_root(t->to_lms, bgr, t->trusted_share, &doubtful),
                 r1 = cone_root(t->to_lms + 3, bgr, t->trusted_share, &doubtful),
                 r2 = cone_root(t->to_lms + 6, bgr, t->trusted_share, &doubtful);
    const floats lab[3] = {choose(doubtful, every(__builtin_nanf("")), product(t->from_roots, r0, r1, r2)),
                           product(t->from_roots + 3, r0, r1, r2), product(t->from_roots + 6, r0, r1, r2)};
    store_squares(lab, left, start, first);
    store_squares(lab, left, start, last);
  }
}

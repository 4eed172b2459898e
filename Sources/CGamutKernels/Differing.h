// The comparison of pixels with others, in the vocabulary of `VectorsAVX2.h` or `VectorsAVX512.h`.

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

INLINE void differing_pixels(const uint8_t *pixels, const uint8_t *above, size_t count, size_t size, uint64_t *bits) {
  for (size_t x = 0; x < count; x += 64)
    bits[x / 64] = differing_bits(pixels, above, x, count - x < 64 ? count - x : 64, size);
}

TARGET void KERNEL(gamut_differing)(const void *pixels, const void *above, size_t count, size_t size, uint64_t *bits) {
  if (size == 4) differing_pixels(pixels, above, count, 4, bits);
  if (size == 8) differing_pixels(pixels, above, count, 8, bits);
}

// The comparison of pixels with those above them, in the vocabulary of `VectorsAVX2.h` or `VectorsAVX512.h`.

INLINE void differing_pixels(const uint8_t *pixels, const uint8_t *above, size_t count, size_t size, uint64_t *bits) {
  for (size_t word = 0; word * 64 < count; word++) bits[word] = 0;
  size_t x = 0;
  for (; x + LANES <= count; x += LANES)
    bits[x / 64] |= (uint64_t)differing(pixels + x * size, above + x * size, size) << x % 64;
  if (x == count) return;
  // The last block again covers pixels of the one before it.
  x = count - LANES;
  const uint64_t last = differing(pixels + x * size, above + x * size, size);
  bits[x / 64] |= last << x % 64;
  if (x % 64 > 64 - LANES) bits[x / 64 + 1] |= last >> (64 - x % 64);
}

TARGET void KERNEL(gamut_differing)(const void *pixels, const void *above, size_t count, size_t size, uint64_t *bits) {
  if (size == 4) differing_pixels(pixels, above, count, 4, bits);
  if (size == 8) differing_pixels(pixels, above, count, 8, bits);
}

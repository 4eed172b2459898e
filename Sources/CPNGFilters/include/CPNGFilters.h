/// The filter functions of PNG (Third Edition, 9.2), and which of them to choose.
#ifndef CPNGFILTERS_H
#define CPNGFILTERS_H

#include <stddef.h>
#include <stdint.h>

/// A part of a scanline and the scanline above it. Before both pointers lie as many zeros, or bytes of the line, as a pixel
/// has bytes; and both can be read for fifteen bytes beyond `count`.
typedef struct {
  const uint8_t *line, *above;
  size_t bytes_per_pixel, count;
} gamut_scanline;

/// Writes what a filter type, 0 to 4, makes of the bytes: as many, and nothing beyond.
void gamut_filter(unsigned type, const gamut_scanline *scanline, uint8_t *result);

/// Adds up what the bytes that each filter type leaves would take.
///
/// A byte, as a number with a sign, is taken for as long as it is far from 0: 2 for 1 or -1, one more for each doubling.
/// Deflate knows only how frequent each byte is, and small ones are; unlike the sum of their sizes, which is commonly
/// used, it does not take the noise in the low bytes of 16 bits for a signal. Sixteen bytes that equal the pixels to the
/// left, above, and above to the left cost nothing: whatever the filter, deflate makes next to nothing of them.
///
/// What does not fill sixteen bytes is taken together with those before it, or with what follows.
void gamut_filter_costs(const gamut_scanline *scanline, uint32_t costs[5]);

#endif

/// The filter functions of PNG (Third Edition, 9.2), their reconstruction, and the choice of the filter.
#ifndef CPNGFILTERS_H
#define CPNGFILTERS_H

#include <stddef.h>
#include <stdint.h>

/// A part of a scanline and the scanline above it. Both pointers are preceded by zeros, or bytes of the line, for one
/// pixel; and both are readable for fifteen bytes beyond `count`.
typedef struct {
  const uint8_t *line, *above;
  size_t bytes_per_pixel, count;
} gamut_scanline;

/// Writes the result of a filter type, 0 to 4, for the bytes: the same number, and nothing beyond.
void gamut_filter(unsigned type, const gamut_scanline *scanline, uint8_t *result);

/// Adds the estimated cost of the bytes that each filter type produces.
///
/// The cost of a byte grows with its magnitude as a signed number: 2 for 1 or -1, one more for each doubling. Deflate
/// depends only on the frequency of each byte, and small ones are frequent. Unlike the commonly used sum of magnitudes,
/// this estimate does not treat the noise in the low bytes of 16-bit samples as a signal. Sixteen bytes that equal the
/// pixels to the left, above, and above to the left cost nothing: with any filter, deflate compresses them to almost
/// nothing.
///
/// Bytes that do not fill sixteen are processed together with the preceding or the following ones.
void gamut_filter_costs(const gamut_scanline *scanline, uint32_t costs[5]);

/// Undoes a filter type, 0 to 4, of `count` bytes, of which a pixel has `size`, at most 8, with those of the row above.
///
/// Filters work on bytes, each combined with the byte at the same position in other pixels. Therefore 16-bit samples can be
/// swapped first, in `line` itself, and rows, including the one above, are in native order.
void gamut_unfilter(unsigned type, void *line, const void *above, void *row, size_t count, size_t size, int is_swapped);

#endif

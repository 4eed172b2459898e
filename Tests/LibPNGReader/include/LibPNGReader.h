#include <stddef.h>
#include <stdint.h>

/// Decodes a PNG file with libpng, into rows without gaps: palettes as their colours, samples below 8 bits as bytes, and those
/// of 16 bits in native order. Returns 0; or -1 if libpng refuses the file, or if the image has not `size` bytes.
int libpng_decode(const uint8_t *file, size_t file_size, uint8_t *samples, size_t size);

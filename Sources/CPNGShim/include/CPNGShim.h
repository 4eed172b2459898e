#ifndef GAMUT_CPNGSHIM_H
#define GAMUT_CPNGSHIM_H

#include <stddef.h>
#include <stdint.h>

/* libpng reports errors by longjmp, which Swift cannot call and which must not cross a Swift frame. Therefore all
   calls of libpng are made here, below one C frame that calls setjmp, on memory that the caller provides for the
   duration of the call: inflated scanlines in, samples out. This module reads no files and does not call back into
   Swift. */

typedef struct gamut_png_rows gamut_png_rows;

/* The contents of IHDR and PLTE, which the caller has checked. */
typedef struct gamut_png_image {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;
  uint8_t color_type;
  uint8_t is_interlaced;
  uint16_t palette_entries;
  const uint8_t *palette; /* 3 bytes for each entry; read during gamut_png_rows_create only */
} gamut_png_image;

/* Returns NULL if there is no memory or libpng rejects the header; message (of message_size bytes) then has the
   reason. */
gamut_png_rows *gamut_png_rows_create(const gamut_png_image *image, char *message, size_t message_size);

void gamut_png_rows_destroy(gamut_png_rows *rows);

/* Converts filtered scanlines to the next `count` rows of samples, `stride` bytes apart: in native byte order, with
   samples below 8 bits in one byte each and not scaled, and palette indices unchanged. `scanlines` must contain
   exactly the data of these rows. For an interlaced image each of the seven passes covers all rows, and `output`
   keeps the pixels of earlier passes. Returns 0, or -1 if it fails; the rows can then only be destroyed. */
int gamut_png_rows_read(gamut_png_rows *rows, const uint8_t *scanlines, size_t size, uint8_t *output, size_t stride,
                        uint32_t count);

/* Returns libpng's message for the last failure; valid for the lifetime of the rows. */
const char *gamut_png_rows_message(const gamut_png_rows *rows);

/* Returns the version of the linked libpng, 10639 for 1.6.39. */
uint32_t gamut_png_version(void);

#endif

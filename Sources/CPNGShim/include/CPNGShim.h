#ifndef GAMUT_CPNGSHIM_H
#define GAMUT_CPNGSHIM_H

#include <stddef.h>
#include <stdint.h>

/* libpng reports errors by longjmp, which Swift cannot call and which must not cross a Swift frame. So every call of
   libpng is made here, below one C frame that holds the setjmp, on memory that the caller hands over for the length
   of the call: inflated scanlines in, samples out. Nothing here reads a file, and nothing calls back into Swift. */

typedef struct gamut_png_rows gamut_png_rows;

/* What IHDR and PLTE say; the caller has checked them. */
typedef struct gamut_png_image {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;
  uint8_t color_type;
  uint8_t is_interlaced;
  uint16_t palette_entries;
  const uint8_t *palette; /* 3 bytes for each entry; read during gamut_png_rows_create only */
} gamut_png_image;

/* NULL where there is no memory or libpng refuses the header; message (of message_size bytes) then says why. */
gamut_png_rows *gamut_png_rows_create(const gamut_png_image *image, char *message, size_t message_size);

void gamut_png_rows_destroy(gamut_png_rows *rows);

/* Turns filtered scanlines into the next `count` rows of samples, `stride` bytes apart: native byte order, samples
   below 8 bits in a byte each and not scaled, palette indices as they are. `scanlines` holds exactly what these rows
   take. For an interlaced image each of the seven passes goes over all rows, and `output` keeps what earlier passes
   wrote there. Returns 0, or -1 and the rows can only be destroyed. */
int gamut_png_rows_read(gamut_png_rows *rows, const uint8_t *scanlines, size_t size, uint8_t *output, size_t stride,
                        uint32_t count);

/* libpng's words for the last failure; lives as long as the rows. */
const char *gamut_png_rows_message(const gamut_png_rows *rows);

/* The version of libpng that is linked, 10639 for 1.6.39. */
uint32_t gamut_png_version(void);

/* Writing: rows in, the bytes of a file out, in memory. */
typedef struct gamut_png_writer gamut_png_writer;

/* Not interlaced. `level` is zlib's, 0 to 9. NULL as above. */
gamut_png_writer *gamut_png_writer_create(const gamut_png_image *image, int level, char *message, size_t message_size);

void gamut_png_writer_destroy(gamut_png_writer *writer);

/* A chunk that stands before PLTE and the image data; only before the first row. 0, or -1 and all that is left is to
   ask for the message and to destroy; so with the next two. */
int gamut_png_writer_chunk(gamut_png_writer *writer, const uint8_t *type, const uint8_t *data, size_t size);

/* The next `count` rows, `stride` bytes apart: packed samples, those of 16 bits in native byte order. */
int gamut_png_writer_rows(gamut_png_writer *writer, const uint8_t *rows, size_t stride, uint32_t count);

int gamut_png_writer_finish(gamut_png_writer *writer);

/* The bytes written since the last call; they stay until the next call of any of these. */
size_t gamut_png_writer_take(gamut_png_writer *writer, const uint8_t **bytes);

const char *gamut_png_writer_message(const gamut_png_writer *writer);

#endif

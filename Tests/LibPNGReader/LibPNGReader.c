#include "LibPNGReader.h"
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const uint8_t *bytes;
  size_t rest;
} source;

static void on_read(png_structp png, png_bytep out, size_t size) {
  source *from = png_get_io_ptr(png);
  if (size > from->rest) png_error(png, "the file ends");
  memcpy(out, from->bytes, size);
  from->bytes += size;
  from->rest -= size;
}

static void on_error(png_structp png, png_const_charp text) {
  (void)text;
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

/// The frame to which an error returns.
static int decode(png_structp png, png_infop info, source *from, png_bytep *rows, uint8_t *samples, size_t size) {
  if (setjmp(png_jmpbuf(png)) != 0) return -1;
  png_set_read_fn(png, from, on_read);
  png_read_info(png, info);
  const uint16_t one = 1;
  if (png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
  if (png_get_bit_depth(png, info) < 8) png_set_packing(png);
  if (png_get_bit_depth(png, info) == 16 && *(const uint8_t *)&one) png_set_swap(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  const size_t stride = png_get_rowbytes(png, info), height = png_get_image_height(png, info);
  if (stride * height != size) return -1;
  for (size_t y = 0; y < height; y++) rows[y] = samples + y * stride;
  png_read_image(png, rows);
  png_read_end(png, NULL);
  return 0;
}

int libpng_decode(const uint8_t *file, size_t file_size, uint8_t *samples, size_t size) {
  source from = {file, file_size};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  // No image has more rows than bytes.
  png_bytep *rows = malloc(size * sizeof *rows);
  const int result = info && rows ? decode(png, info, &from, rows, samples, size) : -1;
  free(rows);
  png_destroy_read_struct(&png, &info, NULL);
  return result;
}

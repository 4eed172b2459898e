#include "CPNGShim.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* The output of libpng is buffered in memory until the caller takes it. */
struct gamut_png_writer {
  png_structp png;
  png_infop info;
  uint8_t *bytes;
  size_t size, capacity;
  int is_begun, is_failed;
  char message[160];
};

static void on_error(png_structp png, png_const_charp text) {
  gamut_png_writer *writer = png_get_error_ptr(png);
  strncpy(writer->message, text ? text : "unknown error", sizeof writer->message - 1);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void on_write(png_structp png, png_bytep data, png_size_t length) {
  gamut_png_writer *writer = png_get_io_ptr(png);
  if (length > writer->capacity - writer->size) {
    size_t capacity = writer->capacity < 32768 ? 65536 : 2 * writer->capacity;
    while (capacity - writer->size < length) capacity *= 2;
    uint8_t *bytes = realloc(writer->bytes, capacity);
    if (bytes == NULL) png_error(png, "not enough memory");
    writer->bytes = bytes;
    writer->capacity = capacity;
  }
  memcpy(writer->bytes + writer->size, data, length);
  writer->size += length;
}

static void on_flush(png_structp png) { (void)png; }

static void set_up(gamut_png_writer *writer, const gamut_png_image *image, int level) {
  png_structp png = writer->png;
  png_set_write_fn(png, writer, on_write, on_flush);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level(png, level);
  png_set_IHDR(png, writer->info, image->width, image->height, image->bit_depth, image->color_type, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (image->palette_entries > 0) {
    png_color palette[256];
    for (int i = 0; i < image->palette_entries; i++) {
      palette[i].red = image->palette[3 * i];
      palette[i].green = image->palette[3 * i + 1];
      palette[i].blue = image->palette[3 * i + 2];
    }
    png_set_PLTE(png, writer->info, palette, image->palette_entries);
  }
  png_write_info_before_PLTE(png, writer->info);
}

/* The frames to which failing calls return have no local variables that change. */
static int start(gamut_png_writer *writer, const gamut_png_image *image, int level) {
  if (setjmp(png_jmpbuf(writer->png)) != 0) return -1;
  set_up(writer, image, level);
  return 0;
}

gamut_png_writer *gamut_png_writer_create(const gamut_png_image *image, int level, char *message,
                                          size_t message_size) {
  gamut_png_writer *writer = image->palette_entries <= 256 ? calloc(1, sizeof *writer) : NULL;
  if (writer != NULL) {
    writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, on_error, on_warning);
    if (writer->png != NULL) writer->info = png_create_info_struct(writer->png);
    if (writer->info != NULL && start(writer, image, level) == 0) return writer;
  }
  if (message_size > 0) {
    strncpy(message, writer != NULL && writer->message[0] ? writer->message : "not enough memory", message_size - 1);
    message[message_size - 1] = 0;
  }
  gamut_png_writer_destroy(writer);
  return NULL;
}

void gamut_png_writer_destroy(gamut_png_writer *writer) {
  if (writer == NULL) return;
  if (writer->png != NULL) png_destroy_write_struct(&writer->png, &writer->info);
  free(writer->bytes);
  free(writer);
}

static void begin(gamut_png_writer *writer) {
  if (writer->is_begun) return;
  writer->is_begun = 1;
  png_write_info(writer->png, writer->info);
#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_BIG_ENDIAN__
  if (png_get_bit_depth(writer->png, writer->info) == 16) png_set_swap(writer->png);
#endif
}

int gamut_png_writer_chunk(gamut_png_writer *writer, const uint8_t *type, const uint8_t *data, size_t size) {
  if (writer->is_failed) return -1;
  if (setjmp(png_jmpbuf(writer->png)) != 0) {
    writer->is_failed = 1;
    return -1;
  }
  png_write_chunk(writer->png, type, data, size);
  return 0;
}

int gamut_png_writer_alpha(gamut_png_writer *writer, const uint8_t *alpha, size_t count) {
  if (writer->is_failed || count > 256) return -1;
  if (setjmp(png_jmpbuf(writer->png)) != 0) {
    writer->is_failed = 1;
    return -1;
  }
  png_set_tRNS(writer->png, writer->info, alpha, (int)count, NULL);
  return 0;
}

static void write_rows(gamut_png_writer *writer, const uint8_t *rows, size_t stride, uint32_t count) {
  begin(writer);
  for (uint32_t row = 0; row < count; row++) png_write_row(writer->png, rows + row * stride);
}

int gamut_png_writer_rows(gamut_png_writer *writer, const uint8_t *rows, size_t stride, uint32_t count) {
  if (writer->is_failed) return -1;
  if (setjmp(png_jmpbuf(writer->png)) != 0) {
    writer->is_failed = 1;
    return -1;
  }
  write_rows(writer, rows, stride, count);
  return 0;
}

int gamut_png_writer_finish(gamut_png_writer *writer) {
  if (writer->is_failed) return -1;
  if (setjmp(png_jmpbuf(writer->png)) != 0) {
    writer->is_failed = 1;
    return -1;
  }
  png_write_end(writer->png, NULL);
  return 0;
}

size_t gamut_png_writer_take(gamut_png_writer *writer, const uint8_t **bytes) {
  const size_t size = writer->size;
  *bytes = writer->bytes;
  writer->size = 0;
  return size;
}

const char *gamut_png_writer_message(const gamut_png_writer *writer) { return writer->message; }

#include "CPNGShim.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* libpng requires a PNG stream, so one is synthesised: a head of signature, IHDR and PLTE, then the scanlines, which
   the caller has inflated, as stored (uncompressed) deflate blocks with an IDAT chunk for each. Inflating outside
   lets the caller determine exactly where the compressed data ends and whether its checksum is correct, which libpng
   does not report. CRCs of the synthesised chunks are neither computed nor checked. */

enum { MAX_BLOCK = 65535, HEAD_SIZE = 8 + 25 + 12 + 768 + 8 + 2 };

struct gamut_png_rows {
  png_structp png;
  png_infop info;
  /* framing bytes that precede the scanlines at `input` */
  uint8_t head[HEAD_SIZE];
  size_t head_at, head_size;
  const uint8_t *input;
  size_t input_size, block_size;
  int is_ended, is_failed;
  char message[160];
};

static void keep_message(gamut_png_rows *rows, const char *text) {
  strncpy(rows->message, text ? text : "unknown error", sizeof rows->message - 1);
  rows->message[sizeof rows->message - 1] = 0;
}

static void on_error(png_structp png, png_const_charp text) {
  keep_message(png_get_error_ptr(png), text);
  png_longjmp(png, 1);
}

/* libpng's warnings are ignored: the caller's chunk reader has already checked the file. */
static void on_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void put(gamut_png_rows *rows, const void *bytes, size_t size) {
  memcpy(rows->head + rows->head_size, bytes, size);
  rows->head_size += size;
}

static void put32(gamut_png_rows *rows, uint32_t value) {
  const uint8_t bytes[4] = {value >> 24, value >> 16, value >> 8, value};
  put(rows, bytes, 4);
}

static void put_chunk(gamut_png_rows *rows, const char *type, uint32_t length) {
  put32(rows, length);
  put(rows, type, 4);
}

/* Writes the head of a stored block in its own chunk, after the CRC of the previous chunk. */
static void put_block(gamut_png_rows *rows, unsigned size, int is_last) {
  const uint8_t block[5] = {is_last ? 1 : 0, size, size >> 8, ~size, (uint8_t)(~size >> 8)};
  rows->head_at = rows->head_size = 0;
  put32(rows, 0);
  put_chunk(rows, "IDAT", (is_last ? 9 : 5) + size);
  put(rows, block, 5);
  rows->block_size = size;
}

/* Sets up the next framing bytes after the last block is used up; the empty last block after all scanlines. */
static void next_block(gamut_png_rows *rows) {
  if (rows->input_size > 0) {
    put_block(rows, rows->input_size < MAX_BLOCK ? (unsigned)rows->input_size : MAX_BLOCK, 0);
  } else if (!rows->is_ended) {
    rows->is_ended = 1;
    put_block(rows, 0, 1);
    put32(rows, 1); /* Adler-32, which is not checked */
    put32(rows, 0); /* CRC */
  } else {
    png_error(rows->png, "more scanlines wanted than the image has");
  }
}

static void on_read(png_structp png, png_bytep out, size_t size) {
  gamut_png_rows *rows = png_get_io_ptr(png);
  while (size > 0) {
    const int is_head = rows->head_at < rows->head_size;
    const uint8_t *from = is_head ? rows->head + rows->head_at : rows->input;
    size_t count = is_head ? rows->head_size - rows->head_at : rows->block_size;
    if (count == 0) {
      next_block(rows);
      continue;
    }
    if (count > size) count = size;
    memcpy(out, from, count);
    out += count;
    size -= count;
    if (is_head) {
      rows->head_at += count;
    } else {
      rows->input += count;
      rows->input_size -= count;
      rows->block_size -= count;
    }
  }
}

static void put_image(gamut_png_rows *rows, const gamut_png_image *image) {
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  static const uint8_t zlib_head[2] = {0x78, 0x01};
  const uint8_t rest[5] = {image->bit_depth, image->color_type, 0, 0, image->is_interlaced};
  put(rows, signature, 8);
  put_chunk(rows, "IHDR", 13);
  put32(rows, image->width);
  put32(rows, image->height);
  put(rows, rest, 5);
  put32(rows, 0);
  if (image->palette_entries > 0) {
    put_chunk(rows, "PLTE", 3u * image->palette_entries);
    put(rows, image->palette, 3u * image->palette_entries);
    put32(rows, 0);
  }
  put_chunk(rows, "IDAT", 2);
  put(rows, zlib_head, 2);
}

static void set_up(png_structp png, png_infop info, const gamut_png_image *image) {
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_benign_errors(png, 1);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_buffer_size(png, MAX_BLOCK + 5);
#ifdef PNG_CHECK_FOR_INVALID_INDEX_SUPPORTED
  png_set_check_for_invalid_index(png, 0); /* the caller reports the pixel */
#endif
#if defined(PNG_SET_OPTION_SUPPORTED) && defined(PNG_IGNORE_ADLER32)
  png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#endif
  png_read_info(png, info);
  if (image->bit_depth < 8) png_set_packing(png);
#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_BIG_ENDIAN__
  if (image->bit_depth == 16) png_set_swap(png);
#endif
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
}

/* The frame to which a failing set-up returns. */
static int start(gamut_png_rows *rows, const gamut_png_image *image) {
  if (setjmp(png_jmpbuf(rows->png)) != 0) return -1;
  png_set_read_fn(rows->png, rows, on_read);
  set_up(rows->png, rows->info, image);
  return 0;
}

gamut_png_rows *gamut_png_rows_create(const gamut_png_image *image, char *message, size_t message_size) {
  gamut_png_rows *rows = image->palette_entries <= 256 ? calloc(1, sizeof *rows) : NULL;
  if (rows != NULL) {
    put_image(rows, image);
    rows->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, rows, on_error, on_warning);
    if (rows->png != NULL) rows->info = png_create_info_struct(rows->png);
    if (rows->info != NULL && start(rows, image) == 0) return rows;
  }
  if (message_size > 0) {
    strncpy(message, rows != NULL && rows->message[0] ? rows->message : "not enough memory", message_size - 1);
    message[message_size - 1] = 0;
  }
  gamut_png_rows_destroy(rows);
  return NULL;
}

void gamut_png_rows_destroy(gamut_png_rows *rows) {
  if (rows == NULL) return;
  if (rows->png != NULL) png_destroy_read_struct(&rows->png, &rows->info, NULL);
  free(rows);
}

static void read_rows(gamut_png_rows *rows, uint8_t *output, size_t stride, uint32_t count) {
  for (uint32_t row = 0; row < count; row++) png_read_row(rows->png, output + row * stride, NULL);
}

int gamut_png_rows_read(gamut_png_rows *rows, const uint8_t *scanlines, size_t size, uint8_t *output, size_t stride,
                        uint32_t count) {
  if (rows->is_failed) return -1;
  rows->input = scanlines;
  rows->input_size = size;
  if (setjmp(png_jmpbuf(rows->png)) == 0) {
    read_rows(rows, output, stride, count);
    if (rows->input_size == 0) return 0;
    keep_message(rows, "fewer scanlines wanted than given");
  }
  rows->is_failed = 1;
  return -1;
}

const char *gamut_png_rows_message(const gamut_png_rows *rows) { return rows->message; }

uint32_t gamut_png_version(void) { return png_access_version_number(); }

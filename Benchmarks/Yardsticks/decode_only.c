/* Yardstick: libpng decodes the files that are named, row by row, on one thread, and nothing looks at the pixels.
   16-bit samples are put into the machine's byte order, as any program that wants to compute with them needs. */
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct decoding {
  png_structp png;
  png_infop info;
  png_bytep memory;
};

/* Everything that a longjmp may leave lives in *d. */
static int run(struct decoding *d, FILE *file) {
  if (setjmp(png_jmpbuf(d->png))) return 1;
  png_init_io(d->png, file);
  png_read_info(d->png, d->info);
  if (png_get_bit_depth(d->png, d->info) == 16) png_set_swap(d->png);
  int passes = png_set_interlace_handling(d->png);
  png_read_update_info(d->png, d->info);

  png_uint_32 height = png_get_image_height(d->png, d->info);
  size_t row_bytes = png_get_rowbytes(d->png, d->info);
  /* Passes after the first add to rows that are there. */
  int keep = passes > 1;
  d->memory = malloc(keep ? row_bytes * height : row_bytes);
  if (!d->memory) return 1;
  while (passes-- > 0)
    for (png_uint_32 y = 0; y < height; y++) png_read_row(d->png, d->memory + (keep ? row_bytes * y : 0), NULL);
  png_read_end(d->png, NULL);
  return 0;
}

static int decode(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return 1;
  struct decoding d = {png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL), NULL, NULL};
  if (d.png) d.info = png_create_info_struct(d.png);
  int failed = d.info ? run(&d, file) : 1;
  png_destroy_read_struct(&d.png, &d.info, NULL);
  free(d.memory);
  fclose(file);
  return failed;
}

int main(int count, char **paths) {
  int failures = 0;
  for (int i = 1; i < count; i++)
    if (decode(paths[i])) {
      fprintf(stderr, "decode_only: cannot decode %s\n", paths[i]);
      failures++;
    }
  return failures > 0;
}

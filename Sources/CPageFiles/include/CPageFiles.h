#ifndef GAMUT_PAGE_FILES_H
#define GAMUT_PAGE_FILES_H

// The files beside PageFiles.c as bytes of the program. Swift's own way of embedding files writes each byte as a number,
// and compiling these numbers takes a tenth of the time of a build.

#include <stddef.h>

/// Bytes that exist as long as the process.
struct gamut_page_part {
  const unsigned char *bytes;
  size_t count;
};

/// The style of every page, and of one with palettes.
extern const struct gamut_page_part gamut_page_style, gamut_palette_style;
/// The script of every page, between whose parts that of one with palettes stands.
extern const struct gamut_page_part gamut_page_script, gamut_palette_script, gamut_page_script_end;
/// The script of a page of comparisons.
extern const struct gamut_page_part gamut_compare_script;

#endif

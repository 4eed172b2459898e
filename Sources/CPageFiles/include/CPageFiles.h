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

/// The style of every page, the script of one with findings, and that of one of comparisons.
extern const struct gamut_page_part gamut_page_style, gamut_page_script, gamut_compare_script;

#endif

#ifndef GAMUT_PAGE_FILES_H
#define GAMUT_PAGE_FILES_H

// The files beside PageFiles.c as bytes of the program. Swift's own way of embedding files writes each byte as a number,
// and compiling these numbers takes a tenth of the time of a build.

#include <stddef.h>

/// The bytes of a file, which exist as long as the process.
struct gamut_page_file {
  const unsigned char *bytes;
  size_t count;
};

extern const struct gamut_page_file gamut_page_css, gamut_palette_css;
extern const struct gamut_page_file gamut_elements_js, gamut_words_js, gamut_charts_js, gamut_pictures_js, gamut_card_js,
    gamut_palette_js, gamut_page_js;

#endif

#ifndef GAMUT_CLITTLECMS_SHIM_H
#define GAMUT_CLITTLECMS_SHIM_H

#include <lcms2.h>
#include <lcms2_plugin.h>

// Pixel formats. lcms2 composes them with function-like macros (FLOAT_SH, BYTES_SH, ...), which Swift does not import.
// Enumerators instead of static constants, because they need no storage.
enum {
  gamut_cms_TYPE_RGB_DBL = TYPE_RGB_DBL,
  gamut_cms_TYPE_GRAY_DBL = TYPE_GRAY_DBL,
  gamut_cms_TYPE_XYZ_DBL = TYPE_XYZ_DBL
};

#endif

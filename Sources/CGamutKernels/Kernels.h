// All kernels: plain C on the compiler's vectors, included once for each vector extension, with TARGET, and KERNELS, the name
// of their table, defined.
#include "Steps.h"
#include "Viewings.h"
#include "MapCSS.h"
#include "Convert.h"
#include "Classify.h"

const gamut_kernels KERNELS = {
    .classify_row = gamut_classify_row,
    .coordinates = gamut_coordinates,
    .add_row = gamut_add_row,
    .sum_row = gamut_sum_row,
    .lengths_of = gamut_lengths_of,
    .lossy = gamut_lossy,
    .kept = gamut_kept,
    .square = gamut_square,
    .equal_pixels = gamut_equal_pixels,
    .opaque_pixels = gamut_opaque_pixels,
    .count_judged = gamut_count_judged,
    .shifts = gamut_shifts,
    .map_css = gamut_map_css,
    .convert_row = gamut_convert_row,
    .see = gamut_see,
    .apart = gamut_apart,
};

/// The inner loops of the analysis for processors with wide vectors. Each has a Swift reference in the module Gamut
/// that decides the same; `README.md` beside this folder's sources says what was measured.
#ifndef CGAMUTKERNELS_H
#define CGAMUTKERNELS_H

#include <stddef.h>
#include <stdint.h>

/// Vector extensions that a kernel was written for and run on.
typedef enum {
  gamut_vector_none = 0,
  gamut_vector_avx2 = 2,
  gamut_vector_avx512 = 3,
} gamut_vector;

/// The widest that this processor has.
gamut_vector gamut_vector_best(void);

/// Asks for memory that will be written soon.
static inline void gamut_prefetch_to_write(const void *address) { __builtin_prefetch(address, 1); }

/// What decides the surface code of a colour in single precision; channels are red, green, blue.
typedef struct {
  /// Linear values by source code.
  const float *decode[3];
  /// To the destination's linear values, by rows.
  float matrix[9];
  /// Outside of these a code may be on the surface.
  float lower[3], upper[3];
  /// The clip test's edges, less and plus the margin of single precision.
  float low_minus[3], low_plus[3], high_minus[3], high_plus[3];
  /// 8-bit codes by the rounded root of a linear value, one element longer than `root_steps` + 1; bit 15: ambiguous.
  /// All three NULL where codes have 16 bits.
  const uint16_t *codes[3];
  float root_steps;
} gamut_surface;

/// What a stretch of a row came to, for a row below that has the same pixels there.
typedef struct {
  /// Where its entries are, and how many, which must not move before the next row is classified; NULL where the
  /// stretch repeats what is before it.
  const uint32_t *positions;
  const uint64_t *surface;
  uint64_t last_color, last_code;
  unsigned count, transparent_count, last_kind;
} gamut_stretch;

/// A row of `width` pixels of 3 or 4 channels, 1 or 2 bytes a sample.
typedef struct {
  const void *pixels;
  size_t width;
  unsigned channels, bytes_per_sample;
  /// A packed colour that is transparent; all ones where none is.
  uint64_t transparent;
  /// The packed colour that is known to be out of range the most, and what another must exceed to be reported.
  uint64_t excess_color;
  float excess_bound;
  /// The row that was classified before, or NULL; and what its stretches came to, `width` / 16 + 1 of them.
  const void *above;
  gamut_stretch *stretches;
} gamut_row;

/// Instead of a code: the pixel of the entry before is repeated up to and with the position of this one.
static const uint64_t gamut_repeated = UINT64_MAX - 2;

/// Where the kernel writes; each has room for 16 more than `width`: blocks are stored whole.
typedef struct {
  /// x of each pixel that may be on the surface, and its code: 48 bits, 6 of sides.
  uint32_t *positions;
  uint64_t *surface;
  /// Indices into these of the pixels that single precision cannot decide; of their codes only the sides are written, or
  /// all ones in the upper half where not even these are known.
  uint32_t *undecided;
  /// x of the pixels whose excess must be looked at.
  uint32_t *exceeding;
  size_t count, undecided_count, exceeding_count, transparent_count;
} gamut_surface_pixels;

/// Classifies one row. `vector` must not be `gamut_vector_none`, nor more than `gamut_vector_best`.
void gamut_classify_row(gamut_vector vector, const gamut_surface *surface, const gamut_row *row,
                        gamut_surface_pixels *result);

/// Matrices and tables for OKLab in single precision, by rows.
typedef struct {
  const float *decode[3];
  /// From linear values to the cone responses, and from the roots of these to OKLab.
  float to_lms[9], from_roots[9];
  /// A cone response below this share of the sum of its terms' magnitudes is not known well enough.
  float trusted_share;
} gamut_lab;

/// The least and the largest of some squares; below 0 and infinite where one of them is not a number.
typedef struct {
  float least, largest;
} gamut_extent;

/// The squares of the differences between one colour in OKLab and many, and the extents of each 16 of them.
typedef struct {
  float from[3];
  float *squares;
  gamut_extent *extents;
} gamut_squares;

/// Writes the squares of the differences between packed colours and each of two, which have room for whole sixteens; not
/// a number where the result cannot be trusted.
void gamut_lab_squares(gamut_vector vector, const gamut_lab *lab, const uint64_t *colors, size_t count,
                       const gamut_squares *first, const gamut_squares *last);

/// Matrices and tables for the shift of clipped colours, by rows.
typedef struct {
  /// Linear values by source code.
  const double *decode[3];
  /// To the destination's linear values; and from the source's, and the destination's, to the cone responses.
  double to_destination[9], source_to_lms[9], destination_to_lms[9];
  /// From the roots of the cone responses to OKLab.
  double from_roots[9];
} gamut_shift;

/// The shifts, in ΔEOK, of `count` packed colours.
void gamut_shifts(gamut_vector vector, const gamut_shift *shift, const uint64_t *colors, size_t count,
                  double *result);

/// A stretch of the way from linear values to codes: code + 0.5, in 65,536ths, where it begins, and how much it rises
/// from one number of single precision to the next. One whose base is 0 decides nothing.
typedef struct {
  uint32_t base;
  float slope;
} gamut_code_line;

/// A conversion between spaces of matrix and curves; channels are red, green, blue.
typedef struct {
  /// Linear values by source code, times 2^30, to the nearest.
  const int32_t *decode[3];
  /// From these to the destination's linear values, by rows.
  double matrix[9];
  /// By the bits of a linear value in single precision, less `first`, without the last `shift` of them; up to and with 1.
  const gamut_code_line *encode[3];
  /// Of a power of two; smaller values are taken for it.
  uint32_t first;
  unsigned shift;
  /// Linear values below this have code 0, whatever the line says.
  float zero_below[3];
  /// The smallest linear value of each code.
  const double *thresholds[3];
  /// How far a linear value may be off here; one that is no farther from a threshold is left to the caller.
  double error;
} gamut_conversion;

/// A value on a line that is closer to a code's end, in 65,536ths of a code, is held against its threshold.
#define GAMUT_LINE_MARGIN 160

/// Values this close to a threshold of an encoding table are left to the reference: four times what replacing 16 bits of
/// one can move it.
#define GAMUT_THRESHOLD_MARGIN 0x1p-33

/// A row of `width` pixels of 3 or 4 channels, with 1 or 2 bytes a sample, and as many in the result.
typedef struct {
  size_t width;
  unsigned channels, bytes, result_bytes;
  /// Whether the row above lies right before the pixels, and what it became, all of it decided, right before the result.
  unsigned has_above;
} gamut_row_format;

/// Converts a row, alpha to the nearest code of the result's depth.
///
/// Returns how many pixels are undecided; `undecided`, which has room for `width`, gets their x.
size_t gamut_convert_row(gamut_vector vector, const gamut_conversion *conversion, const gamut_row_format *format,
                         const void *pixels, void *result, uint32_t *undecided);

#endif

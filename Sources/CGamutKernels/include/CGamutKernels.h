/// The inner loops of the analysis and of conversion. `README.md` in the folder of the sources names the reference of each.
#ifndef CGAMUTKERNELS_H
#define CGAMUTKERNELS_H

#include <stddef.h>
#include <stdint.h>

/// The vector extensions that kernels are compiled for; none is plain C.
typedef enum { gamut_vector_none, gamut_vector_avx2, gamut_vector_avx512 } gamut_vector;

/// Returns the widest extension that this processor supports.
gamut_vector gamut_vector_best(void);

/// The data that determine the surface code of a colour in single precision; channels are red, green, blue.
typedef struct {
  /// Linear values by source code.
  const float *decode[3];
  /// The matrix to the destination's linear values, by rows.
  float matrix[9];
  /// Outside these limits, a code may be on the surface.
  float lower[3], upper[3];
  /// The limits of the clip test, minus and plus the margin of single precision.
  float low_minus[3], low_plus[3], high_minus[3], high_plus[3];
  /// 8-bit codes by the rounded root of a linear value, `root_steps` + 1 of them; bit 15: ambiguous.
  /// All three are NULL if codes have 16 bits.
  const uint16_t *codes[3];
  float root_steps;
} gamut_surface;

/// A row of `width` pixels of 3 or 4 channels, with 1 or 2 bytes per sample.
typedef struct {
  const void *pixels;
  size_t width;
  unsigned channels, bytes_per_sample;
  /// The packed colour that is transparent; all ones if there is none.
  uint64_t transparent;
  /// The packed colour with the largest known excess, and the bound that another must exceed to be reported.
  uint64_t excess_color;
  float excess_bound;
} gamut_row;

/// Replaces a code: the pixel of the previous entry is repeated up to and including the position of this one.
static const uint64_t gamut_repeated = UINT64_MAX - 2;

/// The output of the kernel; each array has room for `width` elements.
typedef struct {
  /// x of each pixel that may be on the surface, and its code: 48 bits, 6 of sides.
  uint32_t *positions;
  uint64_t *surface;
  /// Indices into these of the pixels that single precision cannot decide.
  uint32_t *undecided;
  /// x of the pixels whose excess must be computed.
  uint32_t *exceeding;
  size_t count, undecided_count, exceeding_count, transparent_count;
} gamut_surface_pixels;

/// The pixels of a strip, in which lost steps are found together; and the sums that are kept of them: of the three
/// coordinates before and after, and of the shifts, rounded up.
enum { GAMUT_STRIP = 64, GAMUT_PLANES = 7, GAMUT_SHIFTS = 6 };

/// Tables and a matrix for DIN99o.
typedef struct {
  /// Linear values by code.
  const double *decode[3];
  /// The matrix from these to XYZ relative to white, by rows.
  double to_xyz[9];
} gamut_metric;

/// Sums along a row or a column, at the pixels of a strip: `sums` of the first pixel before which pixel `start` is, and of
/// others `step` elements apart, in a ring of `count`. The planes are `plane` elements apart. There are sums of `before`
/// pixels before that pixel and `after` pixels after it.
typedef struct {
  const int32_t *sums;
  int start, count, before, after;
  ptrdiff_t step;
  size_t plane;
} gamut_line;

enum { GAMUT_SCALES = 7 };

/// For each pixel of a strip, the largest length, up to 128, of two boxes beside it that are judged; and bits of the judged
/// pixels whose boxes have at least 1, 2, 4 ... 128 pixels.
typedef struct {
  uint8_t pixels[GAMUT_STRIP];
  uint64_t at_least[GAMUT_SCALES + 1];
} gamut_lengths;

/// Matrices and tables for the shift of clipped colours, by rows.
typedef struct {
  /// Linear values by source code.
  const double *decode[3];
  /// The matrices to the destination's linear values; and from the source's, and the destination's, to XYZ.
  double to_destination[9], source_to_xyz[9], destination_to_xyz[9];
} gamut_shift;

/// The mapping of CSS Color 4 to a destination, with matrices by rows.
typedef struct {
  /// From the destination's linear values to the cone responses of OKLab, and back; and from their cube roots to OKLab.
  double to_cones[9], from_cones[9], from_roots[9];
  double jnd, epsilon;
} gamut_css;

/// A line segment of the conversion from linear values to codes: code + 0.5 at its begin, in 65,536ths, and its rise
/// from one single-precision number to the next. A base of 0 means that it decides nothing.
typedef struct {
  uint32_t base;
  float slope;
} gamut_code_line;

/// A conversion between spaces of matrix and curves; channels are red, green, blue.
typedef struct {
  /// Linear values by source code, times 2^30, rounded to nearest.
  const int32_t *decode[3];
  /// The matrix from these to the destination's linear values, by rows.
  double matrix[9];
  /// Lines by the bits of a linear value in single precision, minus `first`, shifted right by `shift`; up to and
  /// including 1.
  const gamut_code_line *encode[3];
  /// The bits of a power of two; smaller values are replaced by it.
  uint32_t first;
  unsigned shift;
  /// Linear values below this have code 0, independent of the line.
  float zero_below[3];
  /// The smallest linear value of each code.
  const double *thresholds[3];
  /// The largest error of a linear value here; values closer to a threshold are left to the caller.
  double error;
} gamut_conversion;

/// A value on a line that is closer to the end of a code, in 65,536ths of a code, is compared with its threshold.
#define GAMUT_LINE_MARGIN 160

/// A row of `width` pixels of 3 or 4 channels, with 1 or 2 bytes per sample, and the same number in the result.
typedef struct {
  size_t width;
  unsigned channels, bytes, result_bytes;
  /// Whether the row above directly precedes the pixels, and its completely decided result directly precedes the
  /// result.
  unsigned has_above;
} gamut_row_format;

/// Light that is added to linear values, as a share of white, and an eye: the matrix on either side of a plane, from these
/// values to XYZ relative to white.
typedef struct {
  float share, normal[3], first[9], second[9];
} gamut_viewing;

/// The kernels, compiled for one vector extension.
typedef struct {
  /// Classifies a row.
  void (*classify_row)(const gamut_surface *surface, const gamut_row *row, gamut_surface_pixels *result);

  /// Writes the rounded coordinates of up to 64 pixels of 3 or 4 channels, with 1 or 2 bytes per sample, in three planes of
  /// 64. Returns a bit for each pixel that the caller must compute, because rounding could decide otherwise.
  uint64_t (*coordinates)(const gamut_metric *metric, const void *pixels, unsigned channels, unsigned bytes,
                          size_t count, int32_t *coordinates);

  /// Adds a row of a strip to the sums of the rows above it, planes that are `stride` apart, from its coordinates before and
  /// after, six planes of 64.
  void (*add_row)(const int32_t *coordinates, const int32_t *above, int32_t *below, size_t stride);

  /// Writes the sums along a row of a strip, from the sums of the rows above it without and with it, planes that are `stride`
  /// apart. `row` is the first of planes that are `row_stride` apart; its first element is the sum up to the strip.
  void (*sum_row)(const int32_t *above, const int32_t *below, size_t stride, int32_t *row, size_t row_stride);

  /// Writes the longest boxes of the pixels of a strip, from the numbers of judged pixels before and after each.
  void (*lengths_of)(const uint8_t *before, const uint8_t *after, uint64_t judged, gamut_lengths *lengths);

  /// Writes, for each scale from `first` on, bits of the pixels whose step before is seen and whose step after is not, in the
  /// direction of the line. Returns whether there are any; if not, nothing may be written.
  int (*lossy)(const gamut_line *line, const gamut_lengths *lengths, double jnd, unsigned first,
               uint64_t result[GAMUT_SCALES]);

  /// Returns bits of the pixels that are kept in the direction of the line at a scale.
  uint64_t (*kept)(const gamut_line *line, const gamut_lengths *lengths, double jnd, unsigned scale);

  /// Returns the squared difference before of the sums of a pixel's boxes.
  double (*square)(const gamut_line *line, int length, size_t lane);

  /// Returns bits of the pixels, up to 64, whose colours equal those of others.
  uint64_t (*equal_pixels)(const void *pixels, const void *others, size_t count, unsigned channels, unsigned bytes);

  /// Returns bits of the pixels, up to 64, whose alpha, the last channel, is at least one half.
  uint64_t (*opaque_pixels)(const void *pixels, size_t count, unsigned channels, unsigned bytes);

  /// Counts, up to 255, the judged pixels of 64 columns without a gap, from the count of the rows before.
  void (*count_judged)(uint64_t judged, uint8_t *counts);

  /// Computes the shifts (DIN99o) of `count` packed colours.
  void (*shifts)(const gamut_shift *shift, const uint64_t *colors, size_t count, double *result);

  /// Maps `count` colours outside the destination, given by their linear values in three planes, which have room for 8 more.
  ///
  /// Returns how many move further than by clamping. `moved`, which must have room for `count`, receives their indices, and
  /// the planes their mapped values: NaN in the first if rounding could decide.
  size_t (*map_css)(const gamut_css *css, double *const planes[3], size_t count, uint32_t *moved);

  /// Converts a row; alpha is rounded to the nearest code of the result's depth.
  ///
  /// Returns the number of undecided pixels; `undecided`, which must have room for `width`, receives their x.
  size_t (*convert_row)(const gamut_conversion *conversion, const gamut_row_format *format, const void *pixels,
                        void *result, uint32_t *undecided);

  /// Writes what is seen of colours, as DIN99o: three planes of `count` values, a multiple of 16, from three planes; all are
  /// `stride` apart, and have room for whole strips.
  void (*see)(const gamut_viewing *viewing, const float *linear, size_t stride, size_t count, float *seen);

  /// Returns a bit for each of 64 colours that differs from another by at least `least`.
  uint64_t (*apart)(const float *first, const float *second, size_t stride, float least);
} gamut_kernels;

extern const gamut_kernels gamut_portable;
#if defined(__x86_64__)
extern const gamut_kernels gamut_avx2, gamut_avx512;
#endif

/// Returns the kernels for an extension, which this processor must support.
static inline const gamut_kernels *gamut_kernels_for(gamut_vector vector) {
#if defined(__x86_64__)
  if (vector == gamut_vector_avx512) return &gamut_avx512;
  if (vector == gamut_vector_avx2) return &gamut_avx2;
#endif
  return &gamut_portable;
}

#endif

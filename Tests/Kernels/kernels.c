// Holds each kernel that serves every processor, with each vector extension of this one, against its definition, one
// number at a time: `make check WHAT=arm64`.
#include "CGamutKernels.h"
#include "CPNGFilters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;
static gamut_vector vector;
static const gamut_kernels *kernels;
static unsigned long comparisons, faults;

static uint64_t bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
static int below(int n) { return (int)((bits() >> 20) % (uint64_t)n); }
static double share(void) { return (double)(bits() >> 11) * 0x1p-53; }
static void fill(void *p, size_t count) {
  for (uint8_t *byte = p; count--; byte++) *byte = (uint8_t)below(256);
}

static void hold(int is_right, const char *what) {
  comparisons++;
  if (!is_right && faults++ < 10) printf("  %s is wrong with vector extension %d\n", what, (int)vector);
}

// MARK: Colours

/// Matrices to XYZ, of which `relate` makes matrices to XYZ relative to white.
static const double p3[9] = {0.48657, 0.26567, 0.19822, 0.22897, 0.69174, 0.07929, 0, 0.04511, 1.04394},
                    srgb[9] = {0.41239, 0.35758, 0.18048, 0.21264, 0.71517, 0.07219, 0.01933, 0.11919, 0.95053},
                    aces[9] = {0.95255, 0, 0.00009, 0.34397, 0.72817, -0.07213, 0, 0, 1.00883},
                    p3_to_srgb[9] = {1.22494, -0.22494, 0, -0.04206, 1.04206, 0, -0.01964, -0.07864, 1.09827};
/// Linear values by code.
static double curves[3][65536];

static void make_curves(int codes, double white) {
  for (int i = 0; i < 3 * codes; i++)
    curves[i / codes][i % codes] = white * pow(i % codes / (codes - 1.0), 1.8 + 0.3 * (i / codes));
}

static void relate(const double from[9], double to[9]) {
  for (int i = 0; i < 9; i++) to[i] = from[i] / (from[i / 3 * 3] + from[i / 3 * 3 + 1] + from[i / 3 * 3 + 2]);
}

static void multiply(const double m[9], const double v[3], double result[3]) {
  for (int i = 0; i < 3; i++) result[i] = m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2];
}

static double distance(const double v[3], const double w[3]) {
  return hypot(hypot(v[0] - w[0], v[1] - w[1]), v[2] - w[2]);
}

static double lab(double t) { return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116; }

static void din99o(const double to_xyz[9], const double linear[3], double color[3]) {
  double xyz[3];
  multiply(to_xyz, linear, xyz);
  const double a = 500 * (lab(xyz[0]) - lab(xyz[1])), b = 200 * (lab(xyz[1]) - lab(xyz[2])), turn = 26 * acos(-1) / 180;
  const double e = a * cos(turn) + b * sin(turn), g = 0.83 * (b * cos(turn) - a * sin(turn));
  const double chroma = log(1 + 0.075 * hypot(e, g)) / 0.0435, hue = atan2(g, e) + turn;
  color[0] = 303.67 * log(1 + 0.0039 * fmax(116 * lab(xyz[1]) - 16, -200));
  color[1] = chroma * cos(hue);
  color[2] = chroma * sin(hue);
}

/// A code: any, or a dark one.
static unsigned some_code(unsigned codes) { return (unsigned)below((int)(below(4) ? codes : codes / 16)); }

static void coordinates(void) {
  long all = 0, left = 0;
  for (unsigned trial = 0; trial < 6 * 512; trial++) {
    const unsigned space = trial / 1024, bytes = trial / 512 % 2 + 1, codes = bytes == 1 ? 256 : 65536;
    const unsigned count = trial / 2 % 64 + 1, channels = trial % 2 + 3;
    // The last one with light beyond white, and far below black.
    if (trial % 512 == 0) make_curves((int)codes, space == 2 ? 5 : 1);
    gamut_metric metric = {.decode = {curves[0], curves[1], curves[2]}};
    relate(space ? aces : p3, metric.to_xyz);
    uint8_t pixels[64 * 8];
    int32_t result[3 * GAMUT_STRIP];
    double linear[64][3], color[3];
    fill(pixels, sizeof pixels);
    for (unsigned i = 0; i < count; i++) {
      const unsigned is_grey = !below(8), grey = some_code(codes);
      for (unsigned channel = 0; channel < 3; channel++) {
        const uint16_t code = (uint16_t)(is_grey ? grey : some_code(codes));
        memcpy(pixels + (i * channels + channel) * bytes, &code, bytes);
        linear[i][channel] = curves[channel][code];
      }
    }
    const uint64_t undecided = kernels->coordinates(&metric, pixels, channels, bytes, count, result);
    hold(count == 64 || undecided >> count == 0, "gamut_coordinates: its lanes");
    for (unsigned i = 0; i < count; i++) {
      all++;
      if (undecided >> i & 1 && ++left) continue;
      din99o(metric.to_xyz, linear[i], color);
      for (int k = 0; k < 3; k++)
        hold(result[k * GAMUT_STRIP + i] == fmin(fmax(floor(color[k] * 256 + 0.5), -32768), 32767),
             "gamut_coordinates");
    }
  }
  hold(left * 5000 < all, "gamut_coordinates: the number of undecided pixels");
}

static void shifts(const double source_to_xyz[9], double white) {
  gamut_shift shift = {.decode = {curves[0], curves[1], curves[2]}};
  make_curves(65536, white);
  memcpy(shift.to_destination, p3_to_srgb, sizeof p3_to_srgb);
  relate(source_to_xyz, shift.source_to_xyz);
  relate(srgb, shift.destination_to_xyz);
  for (unsigned count = 1; count <= 64; count++) {
    uint64_t colors[64];
    double result[65], source[64][3], clamped[3], before[3], after[3];
    for (unsigned i = 0; i < count; i++) {
      colors[i] = 0;
      for (unsigned k = 0; k < 3; k++) {
        const unsigned code = some_code(65536);
        colors[i] = colors[i] << 16 | code;
        source[i][k] = curves[k][code];
      }
    }
    result[count] = 7;
    kernels->shifts(&shift, colors, count, result);
    hold(result[count] == 7, "gamut_shifts: what follows");
    for (unsigned i = 0; i < count; i++) {
      multiply(shift.to_destination, source[i], clamped);
      for (int k = 0; k < 3; k++) clamped[k] = fmin(fmax(clamped[k], 0), 1);
      din99o(shift.source_to_xyz, source[i], before);
      din99o(shift.destination_to_xyz, clamped, after);
      hold(fabs(result[i] - distance(before, after)) < 1e-9, "gamut_shifts");
    }
  }
}

static void viewings(void) {
  enum { STRIDE = 200 };
  for (int trial = 0; trial < 60; trial++) {
    const int count = 16 * (trial % 12 + 1);
    const double light = trial % 3 ? 0.1 * share() : 0, least = 0.1 + 9 * share(), none[3] = {0};
    float linear[3 * STRIDE], seen[3 * STRIDE + 1];
    gamut_viewing viewing = {.share = (float)light, .normal = {1, -1.5f, 0.5f}};
    double sides[2][9], v[3], color[3];
    relate(trial % 2 ? p3 : srgb, sides[0]);
    for (int i = 0; i < 9; i++) {
      // On the plane, both sides meet.
      sides[1][i] = sides[0][i] + 0.1 * (i / 3 - 1) * viewing.normal[i % 3];
      viewing.first[i] = (float)sides[0][i];
      viewing.second[i] = (float)sides[1][i];
    }
    for (int i = 0; i < 3 * STRIDE; i++) linear[i] = (float)(pow(share(), 1 + below(3)));
    seen[2 * STRIDE + count] = 7;
    kernels->see(&viewing, linear, STRIDE, (size_t)count, seen);
    hold(seen[2 * STRIDE + count] == 7, "gamut_see: what follows");
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < 3; k++) v[k] = (linear[k * STRIDE + i] + light) / (1 + light);
      din99o(sides[v[0] - 1.5 * v[1] + 0.5 * v[2] < 0], v, color);
      for (int k = 0; k < 3; k++) hold(fabs(seen[k * STRIDE + i] - color[k]) < 0.002, "gamut_see");
    }
    // Differences of about the least.
    for (int i = 0; i < 3 * STRIDE; i++) seen[i] = (float)(100 * share());
    for (int i = 0; i < 64; i++) {
      for (int k = 0; k < 3; k++) v[k] = share() - 0.5;
      const double length = least * (1 + pow(share() - 0.5, 5)) / distance(v, none);
      for (int k = 0; k < 3; k++) linear[k * STRIDE + i + 2] = seen[k * STRIDE + i] + (float)(v[k] * length);
    }
    const uint64_t apart = kernels->apart(seen, linear + 2, STRIDE, (float)least);
    for (int i = 0; i < 64; i++) {
      for (int k = 0; k < 3; k++) v[k] = (double)seen[k * STRIDE + i] - (double)linear[k * STRIDE + i + 2];
      const double ratio = distance(v, none) / least;
      if (fabs(ratio - 1) > 1e-6) hold((apart >> i & 1) == (ratio > 1), "gamut_apart");
    }
  }
}

/// Clips the colour of a lightness and a hue with a share of the chroma; returns the difference that this makes.
static double clip(const gamut_css *css, const double roots[3], double lightness, double part, double clipped[3]) {
  double own[3], cubes[3], cones[3], v[3];
  for (int k = 0; k < 3; k++) own[k] = lightness + (roots[k] - lightness) * part;
  for (int k = 0; k < 3; k++) cubes[k] = own[k] * own[k] * own[k];
  multiply(css->from_cones, cubes, clipped);
  for (int k = 0; k < 3; k++) clipped[k] = fmin(fmax(clipped[k], 0), 1);
  multiply(css->to_cones, clipped, cones);
  for (int k = 0; k < 3; k++) cones[k] = own[k] - cbrt(cones[k]);
  multiply(css->from_roots, cones, v);
  return hypot(hypot(v[0], v[1]), v[2]);
}

static void map_css(void) {
  static const gamut_css css = {
      .to_cones = {0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619,
                   0.2817188376, 0.6299787005},
      .from_cones = {4.0767416621, -3.3077115913, 0.2309699292, -1.2684380046, 2.6097574011, -0.3413193965,
                     -0.0041960863, -0.7034186147, 1.7076147010},
      .from_roots = {0.2104542553, 0.7936177850, -0.0040720468, 1.9779984951, -2.4285922050, 0.4505937099, 0.0259040371,
                     0.7827717662, -0.8086757660},
      .jnd = 0.02,
      .epsilon = 0.0001};
  long all = 0, left = 0;
  for (unsigned count = 1; count <= 300; count++) {
    double planes[3][308] = {{0}}, source[300][3], cones[3], roots[3], oklab[3], v[3];
    uint32_t moved[300];
    uint8_t moves[300] = {0};
    for (unsigned i = 0; i < count;) {
      for (int k = 0; k < 3; k++) v[k] = pow(share(), 2);
      multiply(p3_to_srgb, v, source[i]);
      int is_outside = 0;
      for (int k = 0; k < 3; k++) is_outside |= (planes[k][i] = source[i][k]) < 0 || source[i][k] > 1;
      i += is_outside != 0;
    }
    double *const start[3] = {planes[0], planes[1], planes[2]};
    const size_t found = kernels->map_css(&css, start, count, moved);
    for (size_t k = 0; k < found; k++) hold(moved[k] < count && !moves[moved[k]]++, "gamut_map_css: its indices");
    for (unsigned i = 0; i < count; i++) {
      all++;
      if (isnan(planes[0][i]) && ++left) continue;
      multiply(css.to_cones, source[i], cones);
      for (int k = 0; k < 3; k++) roots[k] = cbrt(cones[k]);
      multiply(css.from_roots, roots, oklab);
      const int is_clamped = clip(&css, roots, oklab[0], 1, v) < css.jnd;
      for (double low = 0, high = 1; !is_clamped && (high - low) * hypot(oklab[1], oklab[2]) > css.epsilon;) {
        const double middle = (low + high) / 2, rest = css.jnd - clip(&css, roots, oklab[0], middle, v);
        if (rest > 0 && rest < css.epsilon) break;
        *(rest > 0 ? &low : &high) = middle;
      }
      hold(moves[i] == !is_clamped, "gamut_map_css: which move");
      const double result[3] = {planes[0][i], planes[1][i], planes[2][i]};
      hold(distance(result, is_clamped ? source[i] : v) < 1e-9, "gamut_map_css");
    }
  }
  hold(left * 1000 < all, "gamut_map_css: the number of undecided colours");
}

// MARK: Lost steps

enum { RING = 300, MARGIN = 192, PIXELS = RING * 64 };
/// The coordinates before and after, and the judged pixels, of columns or of a row; and sums of them.
static int32_t planes[6][PIXELS], sums[GAMUT_PLANES * PIXELS], row_sums[GAMUT_PLANES * (6 * 64 + 2 * MARGIN)];
static uint8_t judged[PIXELS];
static long lost, kept;

/// Stretches of equal pixels, whose steps are often just the least that is seen, or the most that is not kept.
static void draw(int jnd, int first, int step, int count) {
  const int unit = jnd < 8000 ? jnd / 2 : 4000, gap = (const int[]){1 << 20, 200, 5}[below(3)];
  const int longest = count < 9 ? 1 : 1 << below(9);
  for (int i = 0, left = 0, kind = below(jnd ? 6 : 5); i < count; i++, left = left ? left - 1 : below(longest)) {
    const int at = first + i * step, axis = below(3);
    judged[at] = below(gap) != 0;
    for (int p = 0; p < 3; p++) {
      const int value = p == axis || !below(3) ? unit * (below(5) - 2) + (below(4) ? 0 : below(3) - 1) : 0;
      planes[p][at] = left ? planes[p][at - step] : value;
      planes[p + 3][at] = left ? planes[p + 3][at - step] : kind == 5 ? below(65536) - 32768 : value * kind / 4;
    }
  }
}

/// Adds the row of a strip that starts at a pixel to the sums above.
static void add_row(int first, const int32_t *above, int32_t *under) {
  int32_t strip[6 * GAMUT_STRIP];
  for (int p = 0; p < 6; p++) memcpy(strip + p * GAMUT_STRIP, planes[p] + first, GAMUT_STRIP * sizeof *strip);
  kernels->add_row(strip, above, under, PIXELS);
  for (int i = 0; i < 64; i++) {
    double v[2][3];
    for (int p = 0; p < 6; p++) {
      v[p / 3][p % 3] = planes[p][first + i];
      const uint32_t sum = (uint32_t)above[p * PIXELS + i] + (uint32_t)planes[p][first + i];
      hold((uint32_t)under[p * PIXELS + i] == sum, "gamut_add_row");
    }
    const double shift = distance(v[0], v[1]);
    const uint32_t sum = (uint32_t)under[GAMUT_SHIFTS * PIXELS + i] - (uint32_t)above[GAMUT_SHIFTS * PIXELS + i];
    // Rounded up, or one more if rounding could decide.
    hold(sum >= shift && sum <= shift * (1 + 0x1p-19) + (shift > 0), "gamut_add_row: shifts");
  }
}

/// The squared difference of the sums of the boxes of `n` pixels before and after a pixel.
static int64_t square(int plane, int at, int step, int n) {
  int64_t result = 0;
  for (int p = plane; p < plane + 3; p++) {
    int64_t difference = 0;
    for (int k = 1; k <= n; k++) difference += planes[p][at + k * step] - planes[p][at - k * step];
    result += difference * difference;
  }
  return result;
}

/// Looks at the steps of 64 pixels, the first with a number of pixels before and after it, along a line.
static void look(const gamut_line *line, int jnd, int first, int step, int before, int after) {
  uint8_t runs[2][64], longest[64];
  uint64_t own = 0, any = 0, lossy[GAMUT_SCALES] = {0}, found[GAMUT_SCALES] = {0};
  gamut_lengths lengths;
  const int least = below(2) ? below(GAMUT_SCALES) : 0;
  for (int i = 0; i < 64; i++) {
    own |= (uint64_t)judged[first + i] << i;
    for (int side = 0; side < 2; side++) {
      const int room = side ? after - (step == 1 ? i : 0) : before + (step == 1 ? i : 0);
      int n = 0;
      while (n < 128 && n < room && judged[first + i + (side ? n + 1 : -n - 1) * step]) n++;
      runs[side][i] = (uint8_t)n;
    }
    longest[i] = runs[runs[0][i] > runs[1][i]][i];
  }
  kernels->lengths_of(runs[0], runs[1], own, &lengths);
  hold(!memcmp(lengths.pixels, longest, sizeof longest), "gamut_lengths_of");
  for (int scale = 0; scale <= GAMUT_SCALES; scale++) {
    uint64_t at_least = 0, keeps = 0;
    for (int i = 0; i < 64; i++) {
      if (!(own >> i & 1) || longest[i] < 1 << scale) continue;
      at_least |= (uint64_t)1 << i;
      if (scale == GAMUT_SCALES) continue;
      const int n = longest[i] < 2 << scale ? longest[i] : 2 << scale;
      const int64_t squared = square(0, first + i, step, n), edge = (int64_t)jnd * n * jnd * n;
      const int is_kept = 4 * square(3, first + i, step, n) > edge;
      if (!below(50)) hold(kernels->square(line, n, (size_t)i) == (double)squared, "gamut_square");
      keeps |= (uint64_t)is_kept << i;
      if (scale >= least && squared >= edge && !is_kept) any |= lossy[scale] |= (uint64_t)1 << i;
      *(is_kept ? &kept : &lost) += squared >= edge;
    }
    hold(lengths.at_least[scale] == at_least, "gamut_lengths_of: its bits");
    if (scale == GAMUT_SCALES) break;
    hold(kernels->kept(line, &lengths, jnd, (unsigned)scale) == keeps, "gamut_kept");
  }
  const int is_lossy = kernels->lossy(line, &lengths, jnd, (unsigned)least, found);
  hold(is_lossy == (any != 0), "gamut_lossy: whether there are any");
  hold(!any || !memcmp(found, lossy, sizeof found), "gamut_lossy");
}

/// Looks at steps down columns, some of which have steps of the JND, with a ring of sums, which wrap.
static void look_at_columns(int jnd, int rows) {
  const int turn = below(RING), some = below(2) ? 64 : 1;
  for (int lane = 0; lane < 64; lane++) draw(lane < some ? jnd : 0, lane, 64, rows);
  fill(sums, sizeof sums);
  for (int y = 0; y < rows; y++) add_row(y * 64, sums + (y + turn) % RING * 64, sums + (y + 1 + turn) % RING * 64);
  for (int k = 0; k < 4; k++) {
    const int y = below(rows);
    const gamut_line line = {sums, (y + turn) % RING, RING, y, rows - 1 - y, 64, PIXELS};
    look(&line, jnd, y * 64, 64, y, rows - 1 - y);
  }
}

/// Looks at steps along a row. Nothing shifts beyond its ends, and what is there of the other sums may be anything.
static void look_at_row(int jnd, int strips) {
  const int stride = 64 * strips + 2 * MARGIN + 64;
  draw(jnd, 0, 1, 64 * strips);
  fill(row_sums, sizeof row_sums);
  for (int x = 0; x < 64 * strips; x += 64) {
    int32_t *row = row_sums + MARGIN + x;
    add_row(x, sums, sums + 64);
    kernels->sum_row(sums, sums + 64, PIXELS, row, (size_t)stride);
    for (int p = 0; p < GAMUT_PLANES; p++, row += stride)
      for (int i = 0; i < 64; i++) {
        const uint32_t own = (uint32_t)sums[p * PIXELS + 64 + i] - (uint32_t)sums[p * PIXELS + i];
        hold((uint32_t)row[i + 1] == (uint32_t)row[i] + own, "gamut_sum_row");
      }
  }
  int32_t *start = row_sums + GAMUT_SHIFTS * stride + MARGIN, *end = start + 64 * strips;
  for (int i = 1; i <= MARGIN; i++) start[-i] = *start, end[i] = *end;
  for (int x = 0; x < 64 * strips; x += 64) {
    const gamut_line line = {row_sums, MARGIN + x, stride, MARGIN, MARGIN, 1, (size_t)stride};
    look(&line, jnd, x, 1, x, 64 * strips - 1 - x);
  }
}

static void count_judged(void) {
  uint8_t counts[64], more[64];
  const uint64_t lanes = bits() | bits();
  for (int i = 0; i < 64; i++) {
    counts[i] = (uint8_t)(below(2) ? below(256) : 253 + below(3));
    more[i] = (uint8_t)(lanes >> i & 1 ? counts[i] + (counts[i] < 255) : 0);
  }
  kernels->count_judged(lanes, counts);
  hold(!memcmp(counts, more, sizeof more), "gamut_count_judged");
}

static void steps(void) {
  lost = kept = 0;
  for (int trial = 0; trial < 120; trial++) {
    const int jnd = (const int[]){448, 2 * below(400) + 2, below(5), below(5000), 1 << 20}[trial % 9 / 2];
    look_at_columns(jnd, below(RING - 1) + 1);
    for (int k = 0; k < 20; k++) look_at_columns(jnd, below(3) + 2);
    look_at_row(jnd, below(5) + 1);
    count_judged();
  }
  hold(lost > 10000 && kept > 10000, "the number of lost and of kept steps");
}

// MARK: Pixels

static void pixels(void) {
  for (unsigned trial = 0; trial < 8 * 65 * 8; trial++) {
    const unsigned channels = trial % 4 + 1, bytes = trial / 4 % 2 + 1, count = trial / 8 % 65;
    const size_t size = channels * bytes, color = size - (channels % 2 ? 0 : bytes);
    uint8_t own[64 * 8], others[64 * 8];
    uint64_t equal = 0, opaque = 0;
    fill(own, sizeof own);
    memcpy(others, own, sizeof own);
    for (int changes = below(100); changes--;) others[below(sizeof others)] ^= (uint8_t)(1 << below(8));
    for (size_t i = 0; i < count; i++) {
      uint16_t alpha = 0;
      memcpy(&alpha, own + (i + 1) * size - bytes, bytes);
      equal |= (uint64_t)!memcmp(own + i * size, others + i * size, color) << i;
      opaque |= (uint64_t)(alpha >= (bytes == 1 ? 128 : 32768)) << i;
    }
    hold(kernels->equal_pixels(own, others, count, channels, bytes) == equal, "gamut_equal_pixels");
    hold(channels % 2 || kernels->opaque_pixels(own, count, channels, bytes) == opaque, "gamut_opaque_pixels");
  }
}

static uint8_t residual(int type, const uint8_t *line, const uint8_t *above, int bpp) {
  const int a = line[-bpp], b = above[0], c = above[-bpp], pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
  const int paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
  return (uint8_t)(line[0] - (const int[]){0, a, b, (a + b) / 2, paeth}[type]);
}

static void filters(void) {
  enum { MOST = 120000, SHORT = 6 * 64 * 5 };
  static uint8_t lines[2][8 + MOST + 15], result[MOST + 1];
  for (int trial = 0; trial < SHORT + 2; trial++) {
    const int is_short = trial < SHORT, count = is_short ? trial / 6 % 64 + 1 : MOST - trial % 2;
    const int bpp = (const int[]){1, 2, 3, 4, 6, 8}[trial % 6], noise = 1 << below(9);
    // Noise; like bytes to the left or above, with noise or mostly without; the same below stretches; the largest cost.
    const int kind = is_short ? below(5) : 4 - trial % 2;
    const uint8_t *line = lines[1] + 8, *above = lines[0] + 8;
    for (int row = 0; row < 2; row++)
      for (int i = 8; i < 8 + count + 15; i++) {
        const int like = row && below(2) ? lines[0][i] : lines[row][i - bpp], byte = below(noise);
        const int bytes[] = {byte, like + byte, like + (below(40) ? 0 : byte), 5, 128 * row};
        lines[row][i] = (uint8_t)(kind == 3 && !row ? (below(40) ? lines[0][i - 1] : 5 + below(2)) : bytes[kind]);
      }
    const gamut_scanline scanline = {line, above, (size_t)bpp, (size_t)count};
    uint32_t costs[5] = {1, 2, 3, 4, 5}, expected[5] = {1, 2, 3, 4, 5};
    for (int type = 0; type < 5; type++) {
      result[count] = 77;
      gamut_filter((unsigned)type, &scanline, result);
      int is_right = result[count] == 77;
      for (int i = 0; i < count; i++) is_right &= result[i] == residual(type, line + i, above + i, bpp);
      hold(is_right, "gamut_filter");
      for (int block = 0; block < count; block += 16) {
        const int at = count < 16 ? 0 : block < count - 16 ? block : count - 16;
        const int is_left = !memcmp(line + at, line + at - bpp, 16), is_above = !memcmp(line + at, above + at, 16);
        if (is_left && is_above && !memcmp(line + at, above + at - bpp, 16)) continue;
        for (int i = at; i < at + 16; i++) {
          const int size = abs((int8_t)residual(type, line + i, above + i, bpp));
          expected[type] += size ? 2 : 0;
          for (int power = 1; power < size; power *= 2) expected[type]++;
        }
      }
    }
    gamut_filter_costs(&scanline, costs);
    hold(!memcmp(costs, expected, sizeof costs), "gamut_filter_costs");
  }
}

int main(void) {
  static const gamut_vector vectors[] = {gamut_vector_none, gamut_vector_avx2, gamut_vector_avx512};
  for (size_t i = 0; i < 3 && vectors[i] <= gamut_vector_best(); i++) {
    vector = vectors[i];
    kernels = gamut_kernels_for(vector);
    state = 0x2545f4914f6cdd1d;
    coordinates();
    shifts(p3, 1);
    shifts(aces, 5);
    viewings();
    map_css();
    steps();
    pixels();
    filters();
  }
  printf("%lu comparisons, up to vector extension %d: %lu faults\n", comparisons, (int)vector, faults);
  return faults != 0;
}

// The mapping of CSS Color 4, eight colours at a time; included after `Steps.h`, with its TARGET and KERNEL. The
// reference is `CSSMapping` of the module ColorScience.
//
// That one bisects the chroma, and evaluates each middle. But along a line of lightness and hue the difference of a colour
// to its clipped one grows with the chroma, so all that decides a middle is whether it lies below the chroma whose
// difference is the JND, and below the one whose difference is an epsilon less. Newton's method finds both, and the
// bisection is repeated with comparisons alone. What is so close to a decision that an error could change it is left to
// the reference.

enum { CSS_LANES = 8, CSS_BATCH = 64 };

/// Errors of a chroma, and of other numbers, that are never reached.
static const double css_chroma_margin = 2e-7, css_margin = 1e-11;

typedef struct {
  step_doubles x, y, z;
} css_triple;

STEP css_triple css_product(const double *m, css_triple v) {
  return (css_triple){.x = m[0] * v.x + m[1] * v.y + m[2] * v.z,
                      .y = m[3] * v.x + m[4] * v.y + m[5] * v.z,
                      .z = m[6] * v.x + m[7] * v.y + m[8] * v.z};
}

STEP css_triple css_sum(css_triple v, css_triple w, step_doubles factor) {
  return (css_triple){.x = v.x + w.x * factor, .y = v.y + w.y * factor, .z = v.z + w.z * factor};
}

STEP step_doubles css_dot(css_triple v, css_triple w) { return v.x * w.x + v.y * w.y + v.z * w.z; }

STEP step_doubles css_clip_one(step_doubles v) { return step_choose(v < 0.0, v * 0, step_choose(v > 1.0, v * 0 + 1, v)); }

STEP css_triple css_clip(css_triple v) {
  return (css_triple){.x = css_clip_one(v.x), .y = css_clip_one(v.y), .z = css_clip_one(v.z)};
}

STEP step_longs css_are_close(step_doubles v, step_doubles w, double margin) {
  return (v - w < margin) & (w - v < margin);
}

/// Cone responses whose cube roots are not computed: below 0, or hardly above it.
STEP step_longs css_is_dark(css_triple cones) { return (cones.x < 1e-12) | (cones.y < 1e-12) | (cones.z < 1e-12); }

STEP css_triple css_cubes(css_triple v) {
  return (css_triple){.x = v.x * v.x * v.x, .y = v.y * v.y * v.y, .z = v.z * v.z * v.z};
}

/// The rise of a clipped value.
STEP step_doubles css_clipped_rise(step_doubles v, step_doubles rise) {
  return step_choose((v < 0.0) | (v > 1.0), v * 0, rise);
}

/// Colours on the way from grey: the roots of the cone responses of grey, and the differences to those of the colour.
typedef struct {
  step_doubles grey;
  css_triple direction;
} css_line;

/// A point on the way: its difference to the clipped colour, and the share of the way for a unit of difference.
typedef struct {
  step_doubles difference, pace;
} css_point;

STEP css_triple css_roots(css_line line, step_doubles share) {
  return css_sum((css_triple){line.grey, line.grey, line.grey}, line.direction, share);
}

STEP css_point css_evaluate(const gamut_css *css, css_line line, step_doubles share, step_longs *doubtful) {
  const css_triple roots = css_roots(line, share), direction = line.direction;
  const css_triple linear = css_product(css->from_cones, css_cubes(roots)),
                   rise = css_product(css->from_cones, (css_triple){.x = 3 * roots.x * roots.x * direction.x,
                                                                    .y = 3 * roots.y * roots.y * direction.y,
                                                                    .z = 3 * roots.z * roots.z * direction.z});
  const css_triple cones = css_product(css->to_cones, css_clip(linear)),
                   rises = css_product(css->to_cones, (css_triple){.x = css_clipped_rise(linear.x, rise.x),
                                                                   .y = css_clipped_rise(linear.y, rise.y),
                                                                   .z = css_clipped_rise(linear.z, rise.z)});
  const css_triple r = {.x = step_reciprocal_cube_root(cones.x),
                        .y = step_reciprocal_cube_root(cones.y),
                        .z = step_reciprocal_cube_root(cones.z)};
  const css_triple distance = css_product(css->from_roots, (css_triple){.x = roots.x - cones.x * (r.x * r.x),
                                                                        .y = roots.y - cones.y * (r.y * r.y),
                                                                        .z = roots.z - cones.z * (r.z * r.z)});
  const css_triple growth = css_product(
      css->from_roots, (css_triple){.x = direction.x - rises.x * (r.x * r.x) * (1.0 / 3),
                                    .y = direction.y - rises.y * (r.y * r.y) * (1.0 / 3),
                                    .z = direction.z - rises.z * (r.z * r.z) * (1.0 / 3)});
  // The slope is that of the difference times the difference.
  const step_doubles square = css_dot(distance, distance), difference = __builtin_elementwise_sqrt(square),
                     slope = css_dot(distance, growth);
  *doubtful |= css_is_dark(cones);
  return (css_point){.difference = difference, .pace = difference / slope};
}

/// Colours whose chroma must be reduced, their chromas, an estimate of the share that they keep, and their indices.
typedef struct {
  double grey[CSS_BATCH + CSS_LANES], x[CSS_BATCH + CSS_LANES], y[CSS_BATCH + CSS_LANES], z[CSS_BATCH + CSS_LANES],
      chroma[CSS_BATCH + CSS_LANES], share[CSS_BATCH + CSS_LANES];
  uint32_t index[CSS_BATCH + CSS_LANES];
  size_t count;
} css_pending;

STEP step_doubles css_load(const double *values) {
  step_doubles v;
  memcpy(&v, values, sizeof v);
  return v;
}

/// The share of its chroma at which the bisection of a colour ends. The first middle between `exit` and `limit` ends it, or
/// the last before its range is an epsilon. Returns 0 if a middle is within a margin of either.
static double css_bisect(double epsilons, double limit, double exit, double limit_margin, double exit_margin) {
  // Middles are multiples of a power of two: as integers, of 2^-52.
  const double unit = 0x1p52;
  uint64_t ratio;
  memcpy(&ratio, &epsilons, sizeof ratio);
  const int64_t last = (int64_t)(ratio >> 52) - 1022;
  if (!(exit > 0 && exit < limit && limit < 1 && limit_margin < 1 && exit_margin < 1) || last < 1 || last > 40 ||
      (ratio + 4096) << 12 <= (uint64_t)8192 << 12)
    return 0;
  const uint64_t x = (uint64_t)(limit * unit), y = (uint64_t)(exit * unit), mx = (uint64_t)(limit_margin * unit),
                 my = (uint64_t)(exit_margin * unit);
  if (x == y) return 0;
  const int first = 52 - (63 - __builtin_clzll(x ^ y));
  const int level = first < last ? first : (int)last;
  const uint64_t step = (uint64_t)1 << (52 - level), mask = step - 1;
  if (((x + mx) & mask) <= 2 * mx || ((y + my) & mask) <= 2 * my) return 0;
  const uint64_t found = first <= last ? x & ~mask : (x & ~(2 * step - 1)) | step;
  return (double)found / unit;
}

/// Reduces the chroma of eight colours. Returns the lanes that the reference must decide.
STEP uint8_t css_reduce(const gamut_css *css, const css_pending *pending, size_t start, css_triple *result) {
  const css_line line = {
      .grey = css_load(pending->grey + start),
      .direction = {css_load(pending->x + start), css_load(pending->y + start), css_load(pending->z + start)}};
  const step_doubles chroma = css_load(pending->chroma + start);
  const double jnd = css->jnd, epsilon = css->epsilon;

  // The shares of the chroma at which the difference is the JND, and at which it is an epsilon less.
  step_doubles limit = css_load(pending->share + start);
  step_longs doubtful = {0};
  css_point point = css_evaluate(css, line, limit, &doubtful);
  limit += (jnd - point.difference) * point.pace;
  step_doubles exit = limit - epsilon * point.pace, limit_step, exit_step;
  for (int round = 0; round < 3; round++) {
    doubtful = (step_longs){0};
    point = css_evaluate(css, line, limit, &doubtful);
    const css_point other = css_evaluate(css, line, exit, &doubtful);
    limit_step = (jnd - point.difference) * point.pace, exit_step = (jnd - epsilon - other.difference) * other.pace;
    limit += limit_step, exit += exit_step;
    if (!step_lanes(~doubtful & ~css_are_close(limit_step, limit * 0, 1e-5))) break;
  }
  double shares[CSS_LANES];
  for (int lane = 0; lane < CSS_LANES; lane++)
    shares[lane] = doubtful[lane] ? 0
                                  : css_bisect(chroma[lane] / epsilon, limit[lane], exit[lane],
                                               __builtin_fabs(limit_step[lane]) + 1e-9,
                                               __builtin_fabs(exit_step[lane]) + 1e-9);
  const step_doubles share = css_load(shares);
  *result = css_clip(css_product(css->from_cones, css_cubes(css_roots(line, share))));
  return step_lanes(share == 0);
}

TARGET size_t KERNEL(gamut_map_css)(const gamut_css *css, double *const planes[3], size_t count, uint32_t *moved) {
  size_t moved_count = 0;
  css_pending pending = {.count = 0};
  for (size_t start = 0; start < count; start += CSS_LANES) {
    const css_triple linear = {css_load(planes[0] + start), css_load(planes[1] + start), css_load(planes[2] + start)};
    const css_triple cones = css_product(css->to_cones, linear);
    const css_triple roots = {step_cube_root(cones.x), step_cube_root(cones.y), step_cube_root(cones.z)};
    const css_triple lab = css_product(css->from_roots, roots);
    step_longs doubtful = css_is_dark(cones) | (lab.x > 1 - css_margin) | (lab.x < css_margin);
    const css_line line = {.grey = lab.x, .direction = {roots.x - lab.x, roots.y - lab.x, roots.z - lab.x}};
    const css_point point = css_evaluate(css, line, lab.x * 0 + 1, &doubtful);
    doubtful |= css_are_close(point.difference, lab.x * 0 + css->jnd, css_margin);
    const step_doubles chroma = __builtin_elementwise_sqrt(lab.y * lab.y + lab.z * lab.z),
                       share = 1 + (css->jnd - point.difference) * point.pace;
    const unsigned left = step_lanes(doubtful), reduced = step_lanes(point.difference >= css->jnd) & ~left;
    for (size_t lane = 0; lane < CSS_LANES && start + lane < count; lane++) {
      // Stored without a branch, which no processor would predict.
      const size_t at = pending.count;
      pending.grey[at] = lab.x[lane];
      pending.x[at] = line.direction.x[lane];
      pending.y[at] = line.direction.y[lane];
      pending.z[at] = line.direction.z[lane];
      pending.chroma[at] = chroma[lane];
      pending.share[at] = share[lane];
      pending.index[at] = (uint32_t)(start + lane);
      pending.count += reduced >> lane & 1;
      if (left >> lane & 1) {
        planes[0][start + lane] = __builtin_nan("");
        moved[moved_count++] = (uint32_t)(start + lane);
      }
    }
    if (pending.count < CSS_BATCH && start + CSS_LANES < count) continue;
    for (size_t first = 0; first < pending.count; first += CSS_LANES) {
      // The lanes beyond the end contain what was there before.
      css_triple mapped;
      const uint8_t unknown = css_reduce(css, &pending, first, &mapped);
      for (size_t lane = 0; lane < CSS_LANES && first + lane < pending.count; lane++) {
        const uint32_t index = pending.index[first + lane];
        planes[0][index] = unknown >> lane & 1 ? __builtin_nan("") : mapped.x[lane];
        planes[1][index] = mapped.y[lane];
        planes[2][index] = mapped.z[lane];
        moved[moved_count++] = index;
      }
    }
    pending.count = 0;
  }
  return moved_count;
}

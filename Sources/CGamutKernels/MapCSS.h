// The mapping of CSS Color 4, eight colours at a time; included after `Steps.h`. The reference is `CSSMapping` of
// the module ColorScience.
//
// Each colour is bisected as the reference does it, and nothing is concluded from one middle about another: along a line of
// lightness and hue, the difference of a colour to its clipped one mostly grows with the chroma, but here and there it falls.

/// Two groups of lanes are bisected at once, so that the processor need not wait for either.
enum { CSS_LANES = 8, CSS_GROUPS = 2, CSS_BATCH = 64, CSS_ROOM = CSS_BATCH + CSS_LANES * CSS_GROUPS };

/// What is closer than this to the number that it is compared with is left to the reference. For colours that
/// `gamut_map_css` calls sure, with u = 2^-53, R the root of the largest cone response, and `from_cones` with rows that add
/// up to 8 or less: responses have errors of 50 u R^3; their roots, being at least R / 4.7, and those on the way from grey,
/// a third of that over (R / 4.7)^2, so 370 u R; linear values 8 * 3 R^2 times that, 9,000 u R^3; the roots of clipped ones
/// a third of that over (R / 4.8)^2, 70,000 u R; and differences 5.2 times both, 4e-11 R.
static const double css_margin = 1e-9;

typedef struct {
  step_doubles x, y, z;
} css_triple;

/// Colours on the way from grey: the roots of the cone responses of grey, and the differences to those of the colour.
typedef struct {
  step_doubles grey;
  css_triple direction;
} css_line;

/// Colours whose chroma must be reduced, and their indices.
typedef struct {
  double grey[CSS_ROOM], x[CSS_ROOM], y[CSS_ROOM], z[CSS_ROOM], chroma[CSS_ROOM];
  uint32_t index[CSS_ROOM];
  size_t count;
} css_pending;

STEP step_doubles css_load(const double *values) {
  step_doubles v;
  memcpy(&v, values, sizeof v);
  return v;
}

STEP css_triple css_product(const double *m, css_triple v) {
  return (css_triple){.x = m[0] * v.x + m[1] * v.y + m[2] * v.z,
                      .y = m[3] * v.x + m[4] * v.y + m[5] * v.z,
                      .z = m[6] * v.x + m[7] * v.y + m[8] * v.z};
}

STEP step_doubles css_clip_one(step_doubles v) { return step_choose(v > 0.0, step_choose(v < 1.0, v, v * 0 + 1), v * 0); }

/// Clips the colour at a share of the way, and finds the square of the difference that this makes.
STEP css_triple css_clip(const gamut_css *css, css_line line, step_doubles share, step_doubles *square) {
  const css_triple roots = {.x = line.grey + line.direction.x * share,
                            .y = line.grey + line.direction.y * share,
                            .z = line.grey + line.direction.z * share};
  const css_triple linear = css_product(css->from_cones, (css_triple){.x = roots.x * roots.x * roots.x,
                                                                      .y = roots.y * roots.y * roots.y,
                                                                      .z = roots.z * roots.z * roots.z});
  const css_triple clipped = {.x = css_clip_one(linear.x), .y = css_clip_one(linear.y), .z = css_clip_one(linear.z)};
  const css_triple cones = css_product(css->to_cones, clipped);
  const css_triple distance = css_product(css->from_roots, (css_triple){.x = roots.x - step_cube_root(cones.x),
                                                                        .y = roots.y - step_cube_root(cones.y),
                                                                        .z = roots.z - step_cube_root(cones.z)});
  *square = distance.x * distance.x + distance.y * distance.y + distance.z * distance.z;
  return clipped;
}

/// Reduces the chroma of colours; NaN in the first channel if the reference must decide.
STEP void css_reduce(const gamut_css *css, const css_pending *pending, size_t start, css_triple results[CSS_GROUPS]) {
  const double jnd = css->jnd * css->jnd, exit = (css->jnd - css->epsilon) * (css->jnd - css->epsilon),
               margin = 2 * css->jnd * css_margin;
  css_line lines[CSS_GROUPS];
  step_doubles chromas[CSS_GROUPS], lows[CSS_GROUPS], middles[CSS_GROUPS], square;
  step_longs open[CSS_GROUPS], any = {0};
  for (int group = 0; group < CSS_GROUPS; group++) {
    const size_t at = start + CSS_LANES * (size_t)group;
    lines[group] = (css_line){
        .grey = css_load(pending->grey + at),
        .direction = {css_load(pending->x + at), css_load(pending->y + at), css_load(pending->z + at)}};
    chromas[group] = css_load(pending->chroma + at);
    lows[group] = chromas[group] * 0;
    middles[group] = lows[group] + __builtin_nan("");
    any |= open[group] = chromas[group] > css->epsilon;
  }
  for (double half = 0.5; step_lanes(any); half /= 2) {
    any = (step_longs){0};
    for (int group = 0; group < CSS_GROUPS; group++) {
      const step_doubles middle = lows[group] + half;
      css_clip(css, lines[group], middle, &square);
      const step_longs is_below = square < jnd - margin, goes_on = (square < exit - margin) | (square > jnd + margin),
                       is_sure = goes_on | (is_below & (square > exit + margin));
      middles[group] =
          step_choose(open[group], step_choose(is_sure, middle, middle + __builtin_nan("")), middles[group]);
      lows[group] = step_choose(is_below, middle, lows[group]);
      any |= open[group] &= goes_on & (chromas[group] * half > css->epsilon);
    }
  }
  for (int group = 0; group < CSS_GROUPS; group++) {
    results[group] = css_clip(css, lines[group], middles[group], &square);
    results[group].x += middles[group] * 0;
  }
}

static TARGET size_t gamut_map_css(const gamut_css *css, double *const planes[3], size_t count, uint32_t *moved) {
  const double jnd = css->jnd * css->jnd, margin = 2 * css->jnd * css_margin;
  size_t moved_count = 0;
  css_pending pending = {.count = 0};
  for (size_t start = 0; start < count; start += CSS_LANES) {
    const css_triple linear = {css_load(planes[0] + start), css_load(planes[1] + start), css_load(planes[2] + start)};
    const css_triple cones = css_product(css->to_cones, linear);
    const css_triple roots = {step_cube_root(cones.x), step_cube_root(cones.y), step_cube_root(cones.z)};
    const css_triple lab = css_product(css->from_roots, roots);
    const css_line line = {.grey = lab.x, .direction = {roots.x - lab.x, roots.y - lab.x, roots.z - lab.x}};
    const step_doubles chroma = __builtin_elementwise_sqrt(lab.y * lab.y + lab.z * lab.z);
    step_doubles square, most = step_choose(cones.x > cones.y, cones.x, cones.y);
    most = step_choose(most > cones.z, most, cones.z);
    css_clip(css, line, lab.x * 0 + 1, &square);
    // The bisection ends when the chroma, halved again and again, is an epsilon: no matter whether just before or just after.
    const step_longs rest = (step_longs)(chroma / css->epsilon) << 12 >> 36;
    const step_longs is_sure = (lab.x < 1 - css_margin) & (cones.x > 0.01 * most) & (cones.y > 0.01 * most) &
                               (cones.z > 0.01 * most) & (rest != 0) & (rest != -1);
    const step_longs is_above = square > jnd + margin;
    const unsigned reduced = step_lanes(is_sure & is_above),
                   left = step_lanes(~is_sure | ~(is_above | (square < jnd - margin)));
    for (size_t lane = 0; lane < CSS_LANES && start + lane < count; lane++) {
      // Stored without a branch, which no processor would predict.
      const size_t at = pending.count;
      pending.grey[at] = line.grey[lane];
      pending.x[at] = line.direction.x[lane];
      pending.y[at] = line.direction.y[lane];
      pending.z[at] = line.direction.z[lane];
      pending.chroma[at] = chroma[lane];
      pending.index[at] = (uint32_t)(start + lane);
      pending.count += reduced >> lane & 1;
      if (left >> lane & 1) {
        planes[0][start + lane] = __builtin_nan("");
        moved[moved_count++] = (uint32_t)(start + lane);
      }
    }
    if (pending.count < CSS_BATCH && start + CSS_LANES < count) continue;
    for (size_t first = 0; first < pending.count; first += CSS_LANES * CSS_GROUPS) {
      // The lanes beyond the end contain what was there before.
      css_triple mapped[CSS_GROUPS];
      css_reduce(css, &pending, first, mapped);
      for (size_t lane = 0; lane < CSS_LANES * CSS_GROUPS && first + lane < pending.count; lane++) {
        const uint32_t index = pending.index[first + lane];
        const css_triple *result = &mapped[lane / CSS_LANES];
        planes[0][index] = result->x[lane % CSS_LANES];
        planes[1][index] = result->y[lane % CSS_LANES];
        planes[2][index] = result->z[lane % CSS_LANES];
        moved[moved_count++] = index;
      }
    }
    pending.count = 0;
  }
  return moved_count;
}

// The surface test of a row, eight pixels at a time, in single precision; included after `Steps.h`.

enum { CLASSIFY_LANES = 8 };

/// What became of a pixel, for a following block that repeats it.
typedef enum { classify_unknown, classify_transparent, classify_interior, classify_surface } classify_outcome;

STEP uint64_t classify_packed(const uint8_t *p, unsigned bytes) {
  const packed_sample *q = (const packed_sample *)p;
  return bytes == 1 ? (uint64_t)p[0] << 32 | (uint64_t)p[1] << 16 | p[2]
                    : (uint64_t)q[0] << 32 | (uint64_t)q[1] << 16 | q[2];
}

/// The transparent pixels of a block.
STEP unsigned classify_clear(const gamut_row *r, const uint8_t *p, unsigned channels, unsigned bytes) {
  unsigned clear = 0;
  if (channels == 4 && bytes == 1) {
    step_halves v;
    memcpy(&v, p, sizeof v);
    return step_lanes8((v >> 24 & 0xff) == 0);
  }
  for (unsigned i = 0; i < CLASSIFY_LANES; i++, p += channels * bytes)
    clear |= (unsigned)(channels == 4 ? !((const packed_sample *)p)[3] : classify_packed(p, bytes) == r->transparent) << i;
  return clear;
}

/// Evaluates the pixels at `p`, from `x` on, that are in `in`, and appends those which may be on the surface to `out`.
/// Returns what became of the last one of a block.
STEP classify_outcome classify_block(const gamut_surface *s, const gamut_row *r, const uint8_t *p, size_t x, unsigned in,
                                     unsigned channels, unsigned bytes, gamut_surface_pixels *out) {
  const unsigned last = CLASSIFY_LANES - 1, step = channels * bytes;
  classify_outcome result = in >> last ? classify_interior : classify_unknown;
  if (channels == 4 || r->transparent != UINT64_MAX) {
    const unsigned clear = in & classify_clear(r, p, channels, bytes);
    out->transparent_count += (size_t)__builtin_popcount(clear);
    in &= ~clear;
    if (clear >> last) result = classify_transparent;
    if (!in) return result;
  }
  step_half_floats decoded[3], v[3];
  for (unsigned channel = 0; channel < 3; channel++) {
#pragma unroll
    for (unsigned lane = 0; lane < CLASSIFY_LANES; lane++) {
      const uint8_t *sample = p + lane * step + channel * bytes;
      decoded[channel][lane] = s->decode[channel][bytes == 1 ? *sample : *(const packed_sample *)sample];
    }
  }
  step_halves outside = {0};
  for (unsigned row = 0; row < 3; row++) {
    const float *m = s->matrix + 3 * row;
    v[row] = m[0] * decoded[0] + m[1] * decoded[1] + m[2] * decoded[2];
    outside |= (v[row] < s->lower[row]) | (v[row] > s->upper[row]);
  }
  in &= step_lanes8(outside);
  if (!in) return result;

  const step_half_floats zero = {0}, most = __builtin_elementwise_max(__builtin_elementwise_max(v[0], v[1]), v[2]),
                    least = __builtin_elementwise_min(__builtin_elementwise_min(v[0], v[1]), v[2]);
  unsigned exceeding = in & step_lanes8((most > 1 + r->excess_bound) | (least < -r->excess_bound));
  for (; exceeding; exceeding &= exceeding - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(exceeding);
    if (classify_packed(p + lane * step, bytes) != r->excess_color)
      out->exceeding[out->exceeding_count++] = (uint32_t)(x + lane);
  }

  step_halves near = {0}, sides = {0};
  int32_t side[CLASSIFY_LANES], root[3][CLASSIFY_LANES];
  for (unsigned channel = 0; channel < 3; channel++) {
    const step_halves below = v[channel] < s->low_minus[channel], above = v[channel] > s->high_plus[channel];
    near |= (below ^ (v[channel] < s->low_plus[channel])) | (above ^ (v[channel] > s->high_minus[channel]));
    sides |= (below & 1 << channel) | (above & 8 << channel);
    if (!s->codes[0]) continue;
    const step_half_floats limited = __builtin_elementwise_min(__builtin_elementwise_max(v[channel], zero), zero + 1);
    const step_half_floats nearest = __builtin_elementwise_roundeven(__builtin_elementwise_sqrt(limited) * s->root_steps);
    const step_halves roots = __builtin_convertvector(nearest, step_halves);
    memcpy(root[channel], &roots, sizeof roots);
  }
  memcpy(side, &sides, sizeof side);
  const unsigned close = step_lanes8(near);
  for (; in; in &= in - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(in);
    unsigned codes[3] = {0}, is_undecided = s->codes[0] ? close >> lane & 1 : 1, is_end = 0;
    for (unsigned channel = 0; s->codes[0] && channel < 3; channel++) {
      codes[channel] = s->codes[channel][root[channel][lane]];
      is_undecided |= codes[channel] >> 15;
      is_end |= codes[channel] == 0 || codes[channel] == 255;
    }
    if (!is_undecided && !is_end) continue;
    if (is_undecided) out->undecided[out->undecided_count++] = (uint32_t)out->count;
    out->positions[out->count] = (uint32_t)(x + lane);
    out->surface[out->count++] =
        (uint64_t)side[lane] << 48 | (uint64_t)codes[0] << 32 | (uint64_t)codes[1] << 16 | codes[2];
    if (lane == last) result = is_undecided ? classify_unknown : classify_surface;
  }
  return result;
}

STEP void classify_row(const gamut_surface *s, const gamut_row *r, unsigned channels, unsigned bytes,
                       gamut_surface_pixels *out) {
  const size_t size = channels * bytes;
  classify_outcome before = classify_unknown;
  uint8_t rest[CLASSIFY_LANES * 8] = {0};
  for (size_t x = 0; x < r->width; x += CLASSIFY_LANES) {
    const size_t left = r->width - x;
    const uint8_t *p = (const uint8_t *)r->pixels + x * size;
    if (left < CLASSIFY_LANES) {
      p = memcpy(rest, p, left * size);
    } else if (before != classify_unknown && !memcmp(p, p - size, CLASSIFY_LANES * size)) {
      // All are like the one before them.
      if (before == classify_transparent) out->transparent_count += CLASSIFY_LANES;
      if (before != classify_surface) continue;
      if (out->surface[out->count - 1] != gamut_repeated) out->surface[out->count++] = gamut_repeated;
      out->positions[out->count - 1] = (uint32_t)(x + CLASSIFY_LANES - 1);
      continue;
    }
    before = classify_block(s, r, p, x, left < CLASSIFY_LANES ? (1u << left) - 1 : 0xff, channels, bytes, out);
  }
}

static TARGET void gamut_classify_row(const gamut_surface *s, const gamut_row *r, gamut_surface_pixels *out) {
  out->count = out->undecided_count = out->exceeding_count = out->transparent_count = 0;
  if (r->bytes_per_sample == 1 && r->channels == 3) classify_row(s, r, 3, 1, out);
  if (r->bytes_per_sample == 1 && r->channels == 4) classify_row(s, r, 4, 1, out);
  if (r->bytes_per_sample == 2 && r->channels == 3) classify_row(s, r, 3, 2, out);
  if (r->bytes_per_sample == 2 && r->channels == 4) classify_row(s, r, 4, 2, out);
}

// Exact conversion between spaces of matrix and curves, eight pixels at a time; included after `Steps.h`.

typedef uint32_t convert_words __attribute__((vector_size(32)));

STEP uint32_t convert_sample(const uint8_t *p, unsigned index, unsigned bytes) {
  return bytes == 1 ? p[index] : ((const packed_sample *)p)[index];
}

/// Decodes a channel of the pixels at `p` to linear values. Uses single loads: a gather takes longer.
STEP step_doubles convert_decode(const int32_t *t, const uint8_t *p, unsigned channel, unsigned channels, unsigned bytes) {
  step_halves v;
  for (unsigned i = 0; i < 8; i++) v[i] = t[convert_sample(p, i * channels + channel, bytes)];
  return __builtin_convertvector(v, step_doubles);
}

/// Writes the codes of eight linear values. Returns the lanes that cannot be decided.
STEP unsigned convert_encode(const gamut_conversion *c, unsigned channel, const step_doubles decoded[3], uint32_t codes[8]) {
  const step_doubles exact = step_product(c->matrix + 3 * channel, decoded);
  const convert_words none = {0};
  const step_half_floats y = __builtin_convertvector(exact, step_half_floats);
  const step_half_floats limited =
      __builtin_elementwise_min(__builtin_elementwise_max(y, (step_half_floats)(none + c->first)), y * 0 + 1);
  const convert_words bits = (convert_words)limited, places = (bits - c->first) >> c->shift;
  const step_halves rest = (step_halves)(bits & ((1u << c->shift) - 1));
  uint32_t at[8];
  memcpy(at, &places, sizeof at);
  // In an order from which shuffles within halves restore theirs.
  step_halves lines[2];
  for (unsigned i = 0; i < 8; i++)
    memcpy((gamut_code_line *)&lines[i / 2 % 2] + i / 4 * 2 + i % 2, c->encode[channel] + at[i], sizeof(gamut_code_line));
  const convert_words base = (convert_words)__builtin_shufflevector(lines[0], lines[1], 0, 2, 8, 10, 4, 6, 12, 14);
  const step_half_floats slope = (step_half_floats)__builtin_shufflevector(lines[0], lines[1], 1, 3, 9, 11, 5, 7, 13, 15);
  const step_half_floats rise = slope * __builtin_convertvector(rest, step_half_floats);
  const convert_words value = base + (convert_words)__builtin_convertvector(rise, step_halves);
  const convert_words positive = (convert_words)(y >= c->zero_below[channel]), found = positive & value >> 16;
  const convert_words next = value + GAMUT_LINE_MARGIN;
  const convert_words close = positive & (convert_words)((next & 0xffff) < 2 * GAMUT_LINE_MARGIN);
  memcpy(codes, &found, sizeof found);
  unsigned near = step_lanes8((step_halves)close), undecided = 0;
  for (; __builtin_expect(near != 0, 0); near &= near - 1) {
    // Near the threshold of a code, that decides, unless it is as near as the error.
    const unsigned lane = (unsigned)__builtin_ctz(near), code = next[lane] >> 16;
    const double gap = exact[lane] - c->thresholds[channel][code];
    codes[lane] = gap >= 0 ? code : code - 1;
    if (!base[lane] || !(gap > c->error || -gap > c->error)) undecided |= 1u << lane;
  }
  return undecided;
}

STEP void convert_put(uint8_t *out, unsigned index, unsigned bytes, uint32_t value) {
  if (bytes == 1)
    out[index] = (uint8_t)value;
  else
    ((packed_sample *)out)[index] = (uint16_t)value;
}

/// Converts eight pixels at `p`, of which only `count` exist.
STEP void convert_block(const gamut_conversion *c, const uint8_t *p, uint8_t *out, size_t x, unsigned count,
                        unsigned channels, unsigned in, unsigned to, uint32_t *undecided, size_t *doubtful) {
  step_doubles decoded[3];
  uint32_t codes[3][8];
  unsigned lanes = 0;
  for (unsigned k = 0; k < 3; k++) decoded[k] = convert_decode(c->decode[k], p, k, channels, in);
  for (unsigned k = 0; k < 3; k++) lanes |= convert_encode(c, k, decoded, codes[k]);
  for (unsigned i = 0; i < count; i++) {
    convert_put(out, i * channels, to, codes[0][i]);
    convert_put(out, i * channels + 1, to, codes[1][i]);
    convert_put(out, i * channels + 2, to, codes[2][i]);
    if (channels == 3) continue;
    const uint32_t alpha = convert_sample(p, i * 4 + 3, in);
    convert_put(out, i * 4 + 3, to, in == to ? alpha : in == 1 ? alpha * 257 : (alpha * 255 + 32895) >> 16);
  }
  lanes &= 0xffu >> (8 - count);
  for (; lanes; lanes &= lanes - 1) undecided[(*doubtful)++] = (uint32_t)(x + (unsigned)__builtin_ctz(lanes));
}

STEP size_t convert_row(const gamut_conversion *c, const gamut_row_format *f, const uint8_t *in, uint8_t *out,
                        uint32_t *undecided, unsigned channels, unsigned from, unsigned to) {
  const size_t width = f->width, size = channels * from, out_size = channels * to;
  size_t x = 0, doubtful = 0, recent = 0;
  for (; x + 8 <= width; x += 8) {
    const uint8_t *p = in + x * size;
    uint8_t *q = out + x * out_size;
    if (x && recent == 0 && memcmp(p, p - 8 * size, 8 * channels * from) == 0) {
      memcpy(q, q - 8 * out_size, 8 * channels * to);
    } else if (f->has_above && memcmp(p, p - width * size, 8 * channels * from) == 0) {
      memcpy(q, q - width * out_size, 8 * channels * to);
      recent = 0;
    } else {
      const size_t before = doubtful;
      convert_block(c, p, q, x, 8, channels, from, to, undecided, &doubtful);
      recent = doubtful - before;
    }
  }
  if (x < width) {
    uint8_t rest[8 * 8] = {0};
    memcpy(rest, in + x * size, (width - x) * size);
    convert_block(c, rest, out + x * out_size, x, (unsigned)(width - x), channels, from, to, undecided, &doubtful);
  }
  return doubtful;
}

static TARGET size_t gamut_convert_row(const gamut_conversion *c, const gamut_row_format *f, const void *in, void *out,
                                       uint32_t *undecided) {
  switch (f->channels << 8 | f->bytes << 4 | f->result_bytes) {
    case 0x311: return convert_row(c, f, in, out, undecided, 3, 1, 1);
    case 0x312: return convert_row(c, f, in, out, undecided, 3, 1, 2);
    case 0x321: return convert_row(c, f, in, out, undecided, 3, 2, 1);
    case 0x322: return convert_row(c, f, in, out, undecided, 3, 2, 2);
    case 0x411: return convert_row(c, f, in, out, undecided, 4, 1, 1);
    case 0x412: return convert_row(c, f, in, out, undecided, 4, 1, 2);
    case 0x421: return convert_row(c, f, in, out, undecided, 4, 2, 1);
    default: return convert_row(c, f, in, out, undecided, 4, 2, 2);
  }
}

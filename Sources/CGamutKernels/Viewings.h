// What lost edges are found with for other eyes and in other light, in single precision; included after `Steps.h`.

/// f of CIELAB in single precision.
STEP step_floats step_lab_floats(step_floats t) {
  const step_ints is_dark = t <= (float)(216.0 / 24389);
  const step_floats x = (step_floats)(((step_ints)(t * 0 + 1) & is_dark) | ((step_ints)t & ~is_dark));
  step_floats reciprocal = step_reciprocal_cube_root_estimate(x);
  for (int step = 0; step < 2; step++) {
    const step_floats error = 1.0f - x * (reciprocal * reciprocal * reciprocal);
    reciprocal *= 1.0f + error * (1.0f / 3 + error * (2.0f / 9));
  }
  const step_floats dark = (float)(24389.0 / 27 / 116) * t + (float)(16.0 / 116), root = x * (reciprocal * reciprocal);
  return (step_floats)(((step_ints)dark & is_dark) | ((step_ints)root & ~is_dark));
}

static TARGET void gamut_see(const gamut_viewing *viewing, const float *linear, size_t stride, size_t count, float *seen) {
  for (size_t i = 0; i < count; i += 16) {
    step_floats v[3], f[3], color[3];
    for (size_t channel = 0; channel < 3; channel++) {
      memcpy(&v[channel], linear + channel * stride + i, sizeof v[channel]);
      v[channel] = (v[channel] + viewing->share) * (1 / (1 + viewing->share));
    }
    const step_ints is_first = step_product_floats(viewing->normal, v) >= 0.0f;
    for (int axis = 0; axis < 3; axis++) {
      const step_floats first = step_product_floats(viewing->first + 3 * axis, v),
                        second = step_product_floats(viewing->second + 3 * axis, v);
      f[axis] = step_lab_floats((step_floats)(((step_ints)first & is_first) | ((step_ints)second & ~is_first)));
    }
    step_din99o_floats(116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2]), color);
    for (size_t axis = 0; axis < 3; axis++) memcpy(seen + axis * stride + i, &color[axis], sizeof color[axis]);
  }
}

static TARGET uint64_t gamut_apart(const float *first, const float *second, size_t stride, float least) {
  uint64_t lanes = 0;
  for (size_t i = 0; i < GAMUT_STRIP; i += 16) {
    step_floats square = {0};
    for (size_t axis = 0; axis < 3; axis++) {
      step_floats a, b;
      memcpy(&a, first + axis * stride + i, sizeof a);
      memcpy(&b, second + axis * stride + i, sizeof b);
      square += (a - b) * (a - b);
    }
    lanes |= (uint64_t)step_lanes16(square >= least * least) << i;
  }
  return lanes;
}

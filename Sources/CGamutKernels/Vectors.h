// What the vocabularies of the kernels have in common: blocks of LANES pixels.
#pragma once

#include "Kernels.h"
#include <immintrin.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline)) TARGET

typedef float floats __attribute__((vector_size(4 * LANES)));
typedef uint32_t words __attribute__((vector_size(4 * LANES)));

/// The samples of a block.
typedef struct {
  words red, green, blue, alpha;
} samples;

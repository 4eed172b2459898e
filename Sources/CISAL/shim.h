#include <isa-l.h>
#include <isa-l/crc.h>
#include <isa-l/crc64.h>
#include <isa-l/igzip_lib.h>

/* The work memory of compression at level 1 in bytes; the macro uses others that Swift cannot import. */
enum { gamut_isal_level1_bytes = ISAL_DEF_LVL1_DEFAULT };

/* ISA-L 2.30 uses AVX registers and returns without vzeroupper. With their upper halves in use, Intel processors run
   SSE code, the default of compilers, at half its speed or less: each instruction waits for the one that last wrote
   its register. Therefore this must be called after ISA-L: decoding takes up to half as long again without. */
#if defined(__x86_64__)
__attribute__((target("avx"))) static inline void gamut_clear_upper_halves_avx(void) { __builtin_ia32_vzeroupper(); }

static inline void gamut_clear_upper_halves(void) {
  if (__builtin_cpu_supports("avx")) gamut_clear_upper_halves_avx();
}
#else
static inline void gamut_clear_upper_halves(void) {}
#endif

/* The checksums of ISA-L, after which the upper halves are clear. */
static inline uint32_t gamut_crc32(uint32_t start, const uint8_t *bytes, uint64_t count) {
  uint32_t crc = crc32_gzip_refl(start, bytes, count);
  gamut_clear_upper_halves();
  return crc;
}

static inline uint64_t gamut_crc64(uint64_t start, const uint8_t *bytes, uint64_t count) {
  uint64_t crc = crc64_ecma_refl(start, bytes, count);
  gamut_clear_upper_halves();
  return crc;
}

static inline uint32_t gamut_adler32(uint32_t start, const uint8_t *bytes, uint64_t count) {
  uint32_t adler = isal_adler32(start, bytes, count);
  gamut_clear_upper_halves();
  return adler;
}

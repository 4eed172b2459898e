#define _GNU_SOURCE
#include "CSystemShim.h"

#include <errno.h>
#include <unistd.h>

int gamut_syncfs(int descriptor) {
#ifdef __linux__
  return syncfs(descriptor);
#else
  (void)descriptor;
  errno = ENOSYS;
  return -1;
#endif
}

#define _GNU_SOURCE
#include "CSystemShim.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifdef __linux__
#include <linux/magic.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <sys/vfs.h>

// Of a file system in user space, or on another machine, syncfs(2) brings the data to the server and need not wait until
// the server has it on its disk, as fsync(2) does. These are known to wait.
static int waits_for_disk(int descriptor) {
  struct statfs status;
  if (fstatfs(descriptor, &status)) return 0;
  switch ((unsigned long)status.f_type & 0xffffffff) {
    case EXT4_SUPER_MAGIC:
    case XFS_SUPER_MAGIC:
    case BTRFS_SUPER_MAGIC:
    case F2FS_SUPER_MAGIC:
    case TMPFS_MAGIC:
    case OVERLAYFS_SUPER_MAGIC: return 1;
    default: return 0;
  }
}

// Before Linux 5.8 syncfs(2) does not say that data could not be written.
static int tells_errors(void) {
  struct utsname name;
  int major, minor;
  if (uname(&name) || sscanf(name.release, "%d.%d", &major, &minor) != 2) return 0;
  return major > 5 || (major == 5 && minor >= 8);
}
#endif

int gamut_syncfs(int descriptor) {
#ifdef __linux__
  if (tells_errors() && waits_for_disk(descriptor)) return syncfs(descriptor);
#else
  (void)descriptor;
#endif
  errno = ENOSYS;
  return -1;
}

void gamut_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

int gamut_format_real(char *text, int digits, double value) { return snprintf(text, 32, "%.*g", digits, value); }

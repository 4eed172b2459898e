#define _GNU_SOURCE
#include "CSystemShim.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <sched.h>
#endif

#ifdef __linux__
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/stat.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <sys/xattr.h>

// Whether a file system is known to be on a disk of this machine, or in its memory.
static int is_local(const struct statfs *status) {
  switch ((unsigned long)status->f_type & 0xffffffff) {
    case EXT4_SUPER_MAGIC:
    case XFS_SUPER_MAGIC:
    case BTRFS_SUPER_MAGIC:
    case F2FS_SUPER_MAGIC:
    case TMPFS_MAGIC:
    case OVERLAYFS_SUPER_MAGIC: return 1;
    default: return 0;
  }
}

// For a file system in user space or on another machine, syncfs(2) transfers the data to the server and need not wait
// until it is on the server's disk, unlike fsync(2).
static int waits_for_disk(int descriptor) {
  struct statfs status;
  return !fstatfs(descriptor, &status) && is_local(&status);
}

// Before Linux 5.8, syncfs(2) does not report that data could not be written.
static int tells_errors(void) {
  struct utsname name;
  int major, minor;
  if (uname(&name) || sscanf(name.release, "%d.%d", &major, &minor) != 2) return 0;
  return major > 5 || (major == 5 && minor >= 8);
}
#elif defined(__APPLE__)
#include <copyfile.h>
#include <sys/acl.h>
#include <sys/stat.h>
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

int gamut_open_folder(int at, const char *path, int follow) {
  const int flags = O_DIRECTORY | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW);
  const int folder = openat(at, path, flags | O_RDONLY);
#ifdef __linux__
  if (folder < 0 && errno == EACCES) return openat(at, path, flags | O_PATH);
#elif defined(__APPLE__)
  if (folder < 0 && errno == EACCES) return openat(at, path, flags | O_SEARCH);
#endif
  return folder;
}

int gamut_rename(int folder, const char *from, const char *to, enum gamut_rename_how how) {
  int status;
#ifdef __linux__
  static const unsigned flags[] = {0, RENAME_NOREPLACE, RENAME_EXCHANGE};
  status = how == gamut_replace ? renameat(folder, from, folder, to)
                                : (int)syscall(SYS_renameat2, folder, from, folder, to, flags[how]);
#elif defined(__APPLE__)
  static const unsigned flags[] = {0, RENAME_EXCL, RENAME_SWAP};
  status = renameatx_np(folder, from, folder, to, flags[how]);
#else
  if (how != gamut_replace) return ENOTSUP;
  status = renameat(folder, from, folder, to);
#endif
  if (status == 0) return 0;
  const int number = errno;
  if (how == gamut_replace || (number != EINVAL && number != ENOSYS && number != ENOTSUP)) return number;
  if (how == gamut_exchange) return ENOTSUP;
  // A second name is given only if it is free, too; then the first one goes.
  if (linkat(folder, from, folder, to, 0)) return errno == EEXIST ? EEXIST : ENOTSUP;
  return unlinkat(folder, from, 0) ? errno : 0;
}

int gamut_is_immutable(int folder, const char *name) {
#ifdef __linux__
  // Without the function of the C library, which some versions declare otherwise.
  struct statx status;
  return !syscall(SYS_statx, folder, name, AT_SYMLINK_NOFOLLOW, 0, &status) &&
         status.stx_attributes & (STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND);
#elif defined(__APPLE__)
  struct stat status;
  return !fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) &&
         status.st_flags & (UF_IMMUTABLE | SF_IMMUTABLE | UF_APPEND | SF_APPEND);
#else
  return 0;
#endif
}

#ifdef __linux__
static int begins(const char *name, const char *with) { return !strncmp(name, with, strlen(with)); }

// Whether a file without this attribute could be read or written by more people.
static int restricts(const char *name) {
  return begins(name, "security.") || !strcmp(name, "system.posix_acl_access") || !strcmp(name, "system.nfs4_acl") ||
         !strcmp(name, "system.richacl");
}

static int is_left_out(const char *name) {
  // Privileges and signatures of the old contents, and what an overlay notes about its own files.
  return !strcmp(name, "security.capability") || !strcmp(name, "security.ima") || !strcmp(name, "security.evm") ||
         begins(name, "trusted.overlay.");
}

// The attribute of an open file, or the list of their names, also if its contents may not be read.
static ssize_t attribute(int file, const char *name, char *value, size_t size) {
  const ssize_t count = name ? fgetxattr(file, name, value, size) : flistxattr(file, value, size);
  if (count >= 0 || errno != EBADF) return count;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return name ? getxattr(path, name, value, size) : listxattr(path, value, size);
}

// Copies one attribute, unless the new file has it already. Returns 0, or an error number.
static int copy_attribute(int from, int to, const char *name) {
  const ssize_t size = attribute(from, name, NULL, 0);
  char *const value = size < 0 ? NULL : malloc(2 * (size_t)size + 1);
  if (size >= 0 && !value) return ENOMEM;
  int number = 0;
  if (size < 0 || attribute(from, name, value, (size_t)size) != size) {
    number = errno;
  } else if (attribute(to, name, value + size, (size_t)size) != size || memcmp(value, value + size, (size_t)size)) {
    number = fsetxattr(to, name, value, (size_t)size, 0) ? errno : 0;
  }
  free(value);
  return restricts(name) ? number : 0;
}
#endif

int gamut_copy_attributes(int from, int to) {
#ifdef __linux__
  ssize_t size = attribute(from, NULL, NULL, 0);
  if (size < 0) return errno == ENOTSUP ? 0 : errno;
  char *const names = malloc((size_t)size + 1);
  if (!names) return ENOMEM;
  int number = 0, has_list = 0;
  if ((size = attribute(from, NULL, names, (size_t)size)) < 0) number = errno;
  for (const char *name = names; name < names + size && !number; name += strlen(name) + 1) {
    has_list |= !strcmp(name, "system.posix_acl_access");
    if (!is_left_out(name)) number = copy_attribute(from, to, name);
  }
  free(names);
  // The folder may give its new files a list.
  if (!number && !has_list && fremovexattr(to, "system.posix_acl_access") && errno != ENODATA && errno != ENOTSUP)
    return errno;
  return number;
#elif defined(__APPLE__)
  if (fcopyfile(from, to, NULL, COPYFILE_XATTR)) return errno;
  acl_t list = acl_get_fd_np(from, ACL_TYPE_EXTENDED);
  if (!list && !(list = acl_init(1))) return errno;
  const int number = acl_set_fd_np(to, list, ACL_TYPE_EXTENDED) && errno != ENOTSUP ? errno : 0;
  acl_free(list);
  return number;
#else
  return 0;
#endif
}

#ifdef __linux__
static long long smaller(long long room, int resource, long long used) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) || limit.rlim_cur == RLIM_INFINITY) return room;
  long long left = limit.rlim_cur > (rlim_t)used ? (long long)(limit.rlim_cur - (rlim_t)used) : 0;
  return room < 0 || left < room ? left : room;
}
#endif

long long gamut_room(void) {
#ifdef __linux__
  struct rlimit space, data;
  if (getrlimit(RLIMIT_AS, &space) || getrlimit(RLIMIT_DATA, &data)) return -1;
  if (space.rlim_cur == RLIM_INFINITY && data.rlim_cur == RLIM_INFINITY) return -1;
  // Without stdio, which allocates: pages of address space, then resident, shared, code, 0, data (proc(5)).
  char text[256];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return -1;
  text[count] = 0;
  long long pages[6];
  char *next = text;
  for (int i = 0; i < 6; i++) pages[i] = strtoll(next, &next, 10);
  long long size = sysconf(_SC_PAGESIZE);
  return smaller(smaller(-1, RLIMIT_AS, pages[0] * size), RLIMIT_DATA, pages[5] * size);
#else
  return -1;
#endif
}

void gamut_share_memory(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}

void gamut_keep_freed_memory(void) {
#ifdef __GLIBC__
  if (gamut_room() >= 0) {
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    return;
  }
  cpu_set_t processors;
  int count = sched_getaffinity(0, sizeof processors, &processors) == 0 ? CPU_COUNT(&processors) : 0;
  mallopt(M_ARENA_MAX, count > 0 ? count : 4);
  mallopt(M_MMAP_THRESHOLD, 2 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
#endif
}

int gamut_format_real(char *text, int digits, double value) { return snprintf(text, 32, "%.*g", digits, value); }

extern char **environ;

// Returns whether a variable of the environment, with its value, has one of the names, each with or without a value and ended
// by a zero byte.
static int is_named(const char *variable, const char *names, int count) {
  for (; count > 0; count--, names += strlen(names) + 1) {
    const size_t length = strcspn(names, "=");
    if (!strncmp(variable, names, length) && variable[length] == '=') return 1;
  }
  return 0;
}

// Returns the environment of this process with other values of some variables, or without them, to be freed; NULL without
// memory.
static char **environment_with(const char *names, int count) {
  size_t variables = 0;
  while (environ[variables]) variables++;
  char **const environment = calloc(variables + count + 1, sizeof *environment);
  if (!environment) return NULL;
  char **next = environment;
  for (size_t i = 0; i < variables; i++)
    if (!is_named(environ[i], names, count)) *next++ = environ[i];
  for (; count > 0; count--, names += strlen(names) + 1)
    if (strchr(names, '=')) *next++ = (char *)names;
  return environment;
}

int gamut_start(const char *words, int count, const char *variables, int variable_count, int output, int errors,
                pid_t *process) {
  char **const arguments = calloc((size_t)count + 1, sizeof *arguments);
  if (!arguments) return ENOMEM;
  for (int i = 0; i < count; i++) {
    arguments[i] = (char *)words;
    words += strlen(words) + 1;
  }
  posix_spawn_file_actions_t actions;
  int number = posix_spawn_file_actions_init(&actions);
  if (number) {
    free(arguments);
    return number;
  }
  char **const environment = environment_with(variables, variable_count);
  posix_spawnattr_t attributes;
  number = environment ? posix_spawnattr_init(&attributes) : ENOMEM;
  if (!number) {
    // A program expects these signals; this process may ignore them.
    sigset_t defaults, none;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGXFSZ);
    if (!(number = posix_spawnattr_setsigdefault(&attributes, &defaults)) &&
        !(number = posix_spawnattr_setsigmask(&attributes, &none)) &&
        !(number = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)) &&
        !(number = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)) &&
        !(number = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)) &&
        !(number = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)))
      number = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  free(environment);
  free(arguments);
  return number;
}

#ifndef GAMUT_SYSTEM_SHIM_H
#define GAMUT_SYSTEM_SHIM_H

// Functions that Swift's C library modules do not export, or export in a different form on each system.

#include <sys/types.h>

/// Synchronises a whole file system to disk with syncfs(2), which glibc declares only with _GNU_SOURCE. Returns 0, or
/// -1 with errno; ENOSYS if the call does not exist, or if it guarantees less than fsync(2) of each file.
int gamut_syncfs(int descriptor);

/// Opens a folder at a path relative to the open folder `at`, also one that may be searched and not read, for opening,
/// renaming and removing files in it; without `follow`, a link is not followed. Returns a descriptor, or -1 with errno.
int gamut_open_folder(int at, const char *path, int follow);

/// The ways to rename a file: over whatever has the name, only if nothing has it, or each to the other's name.
enum gamut_rename_how { gamut_replace, gamut_if_free, gamut_exchange };

/// Renames a file in an open folder, at once: renameat(2), or renameat2(2) or renameatx_np(2). Returns 0, or an error
/// number; ENOTSUP if the system, or the file system, cannot rename in this way.
int gamut_rename(int folder, const char *from, const char *to, enum gamut_rename_how how);

/// Whether a file of an open folder, which is `name` or not followed, may be replaced by nobody, because it is immutable
/// or append-only (chattr(1), chflags(1)). "." is the folder.
int gamut_is_immutable(int folder, const char *name);

/// Gives an open file the access control list and the extended attributes of another, or removes a list that the other
/// does not have. Attributes that say something of the contents, or that give privileges, are left out, and those that
/// cannot be set and do not restrict access. `from` may be open without permission to read (O_PATH). Returns 0, or an
/// error number.
int gamut_copy_attributes(int from, int to);

/// Lets the C library keep freed memory, up to 16 MiB, for later allocations: mallopt(3), if available. Threads share
/// a heap for each processor, because each heap keeps the memory of the largest files at a time. A process with
/// a memory limit returns freed memory instead, and has one heap for all threads, because each heap would take up 64 MiB.
void gamut_keep_freed_memory(void);

/// Lets threads that start from now on, up to the call above, use the heap of the process, which grows faster than others.
void gamut_share_memory(void);

/// Returns the number of bytes that the process may still allocate under its own limits (setrlimit(2), RLIMIT_AS and
/// RLIMIT_DATA); -1 if it has none, or if they are not enforced.
long long gamut_room(void);

/// Starts a program that is searched for in PATH with posix_spawnp(3), without a shell: with the environment of this
/// process, in which `variables` have other values (NAME=VALUE) or are missing (NAME), /dev/null as standard input, and the
/// given descriptors as standard output and standard error. `words` are the program and its arguments; each word and each
/// variable is ended by a zero byte. Returns 0, or an error number.
int gamut_start(const char *words, int count, const char *variables, int variable_count, int output, int errors,
                pid_t *process);

/// snprintf(3) of one number as "%.*g": `value` with the given number of significant digits, 0-terminated, into at
/// least 32 bytes. Returns the length. Calling variadic functions from Swift is ten times slower.
int gamut_format_real(char *text, int digits, double value);

#endif

#ifndef GAMUT_SYSTEM_SHIM_H
#define GAMUT_SYSTEM_SHIM_H

// What Swift's C library modules do not show.

/// Brings all of a file system to the disk: syncfs(2), which glibc declares only with _GNU_SOURCE.
/// Returns 0, or -1 with errno; ENOSYS where there is no such call, or where it promises less than fsync(2) of each file.
int gamut_syncfs(int descriptor);

/// Lets the C library keep memory that is freed, up to 256 MiB, for what is allocated next: mallopt(3), where it has one.
/// A process with a limit gives it back instead, and has one heap for all threads: each would take up 64 MiB.
void gamut_keep_freed_memory(void);

/// How many bytes more the process may ask the system for under its own limits (setrlimit(2), RLIMIT_AS and RLIMIT_DATA);
/// -1 where it has none, or where they are not enforced.
long long gamut_room(void);

/// Tells the processor that a thread waits for another one.
static inline void gamut_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// snprintf(3) of one number as "%.*g": `value` with so many significant digits, 0-terminated, into at least 32 bytes.
/// Returns the length. Swift's way to variadic functions is ten times slower.
int gamut_format_real(char *text, int digits, double value);

#endif

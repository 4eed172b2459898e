// Makes reads and writes short: at most SHORT bytes at a time. To be preloaded.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static size_t most(size_t count) {
  const char *text = getenv("SHORT");
  size_t most = text ? (size_t)atol(text) : count;
  return count < most ? count : most;
}

ssize_t write(int file, const void *bytes, size_t count) {
  ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  return next(file, bytes, most(count));
}

ssize_t read(int file, void *bytes, size_t count) {
  ssize_t (*next)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
  return next(file, bytes, most(count));
}

ssize_t pread(int file, void *bytes, size_t count, off_t place) {
  ssize_t (*next)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, "pread");
  return next(file, bytes, most(count), place);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t place) {
  ssize_t (*next)(int, void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pread64");
  return next(file, bytes, most(count), place);
}

#include <stddef.h>
#include <stdint.h>

/// The entrance of libFuzzer, which has no header. `-sanitize=fuzzer` links it.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

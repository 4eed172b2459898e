// Lets the thread sanitizer see what Swift's Mutex does when threads meet. Its fast path is in the program, where the
// sanitizer sees it; its slow path is in the library, which is built without the sanitizer. Loaded with LD_PRELOAD, these
// functions take the place of the slow path, call it, and say that the thread now has the lock, or gives it away.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *);
void __tsan_release(void *);

SWIFT void lock_slow(uint32_t thread, SELF void *self) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *self) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF void *self) {
  static SWIFT void (*own)(uint32_t, SELF void *);
  if (!own) own = (SWIFT void (*)(uint32_t, SELF void *))dlsym(RTLD_NEXT, LOCK);
  own(thread, self);
  __tsan_acquire(self);
}

SWIFT void unlock_slow(SELF void *self) {
  static SWIFT void (*own)(SELF void *);
  if (!own) own = (SWIFT void (*)(SELF void *))dlsym(RTLD_NEXT, UNLOCK);
  __tsan_release(self);
  own(self);
}

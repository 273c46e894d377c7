/*
 * Allocation that never fails: if there is no memory, it ends the process. A worker that ends this way counts as
 * crashed, and the last line of its stderr is shown as the reason.
 */
#ifndef HEADROOM_MEMORY_H
#define HEADROOM_MEMORY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline void *engine_resize(void *memory, size_t count, size_t item_bytes) {
  void *resized = count > SIZE_MAX / item_bytes ? NULL : realloc(memory, count * item_bytes);
  if (resized == NULL) {
    fprintf(stderr, "The load engine has no memory left for %zu items of %zu bytes.\n", count, item_bytes);
    abort();
  }
  return resized;
}

/* Zeroed memory; never NULL, even for a count of 0. */
static inline void *engine_allocate(size_t count, size_t item_bytes) {
  void *memory = calloc(count == 0 ? 1 : count, item_bytes);
  if (memory == NULL) {
    fprintf(stderr, "The load engine has no memory left for %zu items of %zu bytes.\n", count, item_bytes);
    abort();
  }
  return memory;
}

#endif

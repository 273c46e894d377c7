#include "timed-records.h"

#include <math.h>
#include <stdlib.h>

#include "memory.h"

enum { first_capacity = 256 };

/* Picks a record out of block number `block`, which has `every` records. */
static double place_in(record_sample *sample, double block) {
  return block * sample->every + (sample->every == 1 ? 0 : floor(random_next(&sample->numbers) * sample->every));
}

void sample_begin(record_sample *sample, double every, uint32_t seed) {
  *sample = (record_sample){.every = every, .numbers = {seed}};
  sample->next = place_in(sample, 0);
}

void sample_move_on(record_sample *sample) {
  sample->next = place_in(sample, floor(sample->next / sample->every) + 1);
}

static void grow(timed_records *timed) {
  timed->capacity = timed->capacity == 0 ? first_capacity : timed->capacity * 2;
  timed->slots = engine_resize(timed->slots, timed->capacity, sizeof *timed->slots);
  timed->free_slots = engine_resize(timed->free_slots, timed->capacity, sizeof *timed->free_slots);
}

size_t timed_hold(timed_records *timed, record_times times) {
  if (timed->free_count == 0 && timed->used == timed->capacity) grow(timed);
  size_t slot = timed->free_count > 0 ? timed->free_slots[--timed->free_count] : timed->used++;
  timed->slots[slot] = times;
  return slot;
}

record_times timed_release(timed_records *timed, size_t slot) {
  timed->free_slots[timed->free_count++] = slot;
  return timed->slots[slot];
}

void timed_end(timed_records *timed) {
  free(timed->slots);
  free(timed->free_slots);
}

/*
 * Chooses the records whose latencies are measured, and keeps their times until their delivery reports arrive. It does the same
 * as timed-records.ts.
 */
#ifndef HEADROOM_TIMED_RECORDS_H
#define HEADROOM_TIMED_RECORDS_H

#include <stddef.h>
#include <stdint.h>

#include "random.h"

/* Picks one random record out of each `every` records. */
typedef struct {
  double every;
  random_numbers numbers;
  /* Number of the next record to be picked. */
  double next;
} record_sample;

void sample_begin(record_sample *sample, double every, uint32_t seed);

/* Picks a record out of the next `every` records. Call it when the picked record was sent. */
void sample_move_on(record_sample *sample);

typedef struct {
  double intended_us;
  double sent_us;
} record_times;

/* Times of picked records without a delivery report, each in a slot. All zero is the empty set. */
typedef struct {
  record_times *slots;
  size_t *free_slots;
  size_t free_count;
  size_t used;
  size_t capacity;
} timed_records;

/* Stores the times of a record. Returns its slot. */
size_t timed_hold(timed_records *timed, record_times times);

/* Frees a slot and returns its times. */
record_times timed_release(timed_records *timed, size_t slot);
void timed_end(timed_records *timed);

#endif

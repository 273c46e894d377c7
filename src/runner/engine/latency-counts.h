/*
 * Latencies of one second, counted in the layout of HdrHistogram with three significant digits: index i here is index i
 * of src/measurement/histogram-counts.ts.
 */
#ifndef HEADROOM_LATENCY_COUNTS_H
#define HEADROOM_LATENCY_COUNTS_H

#include <stddef.h>
#include <stdint.h>

/* Counters up to 2^53 - 1 us, the largest whole number that a double holds exactly. */
enum { latency_counters = 45056 };

typedef struct {
  uint32_t counts[latency_counters];
  /* Number of counters that are not zero. */
  uint32_t used;
} latency_counts;

/* Counts a latency in us, rounded. Negative values count as zero. The value is finite. */
void latency_counts_record(latency_counts *latencies, double us);

/* Writes index and count of all `used` counters in ascending order, and empties all counters. */
void latency_counts_take(latency_counts *latencies, uint32_t *indexes, uint32_t *counts);

#endif

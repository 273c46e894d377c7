/*
 * The exact set of the sequence numbers seen so far, as sorted intervals. It gives the same results as sequence-intervals.ts.
 */
#ifndef HEADROOM_SEQUENCE_INTERVALS_H
#define HEADROOM_SEQUENCE_INTERVALS_H

#include <stdbool.h>
#include <stddef.h>

/* The numbers from start to end - 1. */
typedef struct {
  double start;
  double end;
} sequence_interval;

/* All zero is the empty set. Intervals do not touch. */
typedef struct {
  sequence_interval *items;
  size_t count;
  size_t capacity;
} sequence_intervals;

/* Adds a number, which is finite. Returns true if it is a duplicate. */
bool sequence_intervals_add(sequence_intervals *intervals, double sequence);

void sequence_intervals_free(sequence_intervals *intervals);

#endif

/* Checks which records a producer sends, and what it has counted in the end. */
#ifndef LATE_LIBRARY_CHECKS_H
#define LATE_LIBRARY_CHECKS_H

#include "library.h"
#include "producer.h"

/* What the next record must be. */
typedef struct {
  const producer_plan *plan;
  value_pool pool;
  partition_chooser chooser;
  double start_us;
  double records;
  double sequences[most_library_partitions];
} expectation;

extern expectation expected;

/* What the producer has counted. */
typedef struct {
  double accepted;
  double acked;
  double failed;
  double timed;
  double too_large;
  double aborted_transactions;
  producer_taken last;
} counted;

/* Call it when the producer is closed. `waited` is true if all its records had been reported before. */
void check_counts(engine_producer *producer, const counted *sum, bool waited);

#endif

/*
 * A run: the next records of a producer, all of one partition, which are handed to the library in one call. Records that it
 * refuses stay in the run and are offered again.
 */
#ifndef HEADROOM_RECORD_RUN_H
#define HEADROOM_RECORD_RUN_H

#include <rdkafka.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "partition-chooser.h"
#include "value-copies.h"

enum { most_run_records = 256 };

typedef struct {
  partition_chooser chooser;
  value_copies copies;
  /* NULL if records have none. */
  const rd_kafka_headers_t *headers;
  /* Maximum number of records of one call. */
  size_t most_records;
  /* True if partition and key of the record after the run are already chosen. */
  bool has_chosen;
  /* True if the library has to copy the value, because no copy of ours was free. */
  bool is_copied_by_library;
  uint32_t partition;
  /* The records of the run that the library has not taken yet: `count` of `messages`, from index `first` on. */
  size_t first;
  size_t count;
  rd_kafka_message_t messages[most_run_records];
} record_run;

/* Call it when the client is connected. The pool must outlive the run. */
void run_begin(record_run *run, rd_kafka_t *client, chooser_plan plan, const value_pool *pool, double queue_records);
void run_end(record_run *run);

/* Chooses the next records if none wait. Returns the number that wait; at least 1. */
size_t run_fill(record_run *run, double most_records);

/*
 * Offers the first `count` records. Returns how many the library took, which are removed from the run. Sets `refusal` to the
 * reason why it did not take the next one.
 */
size_t run_offer(record_run *run, rd_kafka_t *client, rd_kafka_topic_t *topic, size_t count,
                 rd_kafka_resp_err_t *refusal);

/*
 * A message's opaque holds two numbers. `timed` is the slot of its times + 1, or 0 if the record is not timed. `copy` is the
 * number of the copy that its value is in, or 0.
 */
void *opaque_of(uint32_t timed, uint32_t copy);
uint32_t timed_of(const void *opaque);
uint32_t copy_in(const void *opaque);

#endif

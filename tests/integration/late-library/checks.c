#include "checks.h"

#include <math.h>
#include <string.h>

#include "clock.h"
#include "record-layout.h"

expectation expected;

void expect_record(int32_t partition, const rd_kafka_message_t *message) {
  const value_pool *pool = &expected.pool;
  size_t at = (size_t)expected.records % pool->count;
  size_t bytes = pool->begins[at + 1] - pool->begins[at];
  const uint8_t *pooled = pool->memory + pool->begins[at];
  const uint8_t *value = message->payload;
  double sequence;
  double intended_us;
  check(message->len == bytes, "a value has not the size of the next one");
  memcpy(&sequence, value + sequence_at, sizeof sequence);
  memcpy(&intended_us, value + intended_at, sizeof intended_us);
  check(memcmp(value, pooled, sequence_at) == 0, "a value does not begin as the next one");
  check(memcmp(value + header_bytes, pooled + header_bytes, bytes - header_bytes) == 0, "a value is not the next one");

  chooser_next(&expected.chooser, bytes);
  check(partition == (int32_t)expected.chooser.partition, "a record is not for the next partition");
  check(message->key_len == expected.plan->chooser.key_bytes, "a key has another size");
  check(message->key_len == 0 || memcmp(message->key, expected.chooser.key, message->key_len) == 0, "another key");
  check(sequence == expected.sequences[partition], "a sequence number is not the next one");

  double scheduled_us = expected.start_us + schedule_offset_ms(&expected.plan->schedule, expected.records) * 1000;
  bool is_open = isinf(expected.plan->senders);
  check(is_open ? intended_us == scheduled_us : intended_us >= scheduled_us, "an intended time is not the schedule's");
  // Rounding moves a time of so many us by less than this.
  check(intended_us <= engine_now_us() + 0.01, "a record was sent before it was due");
  expected.sequences[partition] += 1;
  expected.records += 1;
  double held = expected.records - (double)(library_saw.acked + library_saw.failed);
  check(held <= expected.plan->queue_records, "more records are unreported than the plan's queue holds");
  check(held <= expected.plan->senders, "more records are unreported than there are synchronous senders");
}

static double timed_among(const producer_plan *plan, double records) {
  record_sample sample;
  sample_begin(&sample, plan->timed_every, plan->timed_seed);
  double timed = 0;
  for (; sample.next < records; sample_move_on(&sample)) timed += 1;
  return timed;
}

/* Bytes of the copies besides the pool. */
static double bytes_of_copies(const value_copies *copies) {
  double bytes = 0;
  for (size_t at = copies->parts; at < copies->count; at += 1) {
    const size_t *part = copies->part_begins + copies->copies[at].part;
    bytes += (double)(copies->pool->begins[part[1]] - copies->pool->begins[part[0]]);
  }
  return bytes;
}

/* Maximum size of the copies: what the library may hold, by its own limit and by that of the plan, and one more pool. */
static double most_bytes_of_copies(const engine_producer *producer) {
  const value_pool *pool = &producer->pool;
  double pool_bytes = (double)pool->begins[pool->count];
  double planned_bytes = producer->plan.queue_records * pool_bytes / (double)pool->count;
  return fmin(planned_bytes, (double)library.queue_bytes) + pool_bytes;
}

void check_counts(engine_producer *producer, const counted *sum, bool waited) {
  double accepted = (double)atomic_load(&library_saw.accepted);
  check(sum->accepted == accepted && expected.records == accepted, "accepted records were counted wrongly");
  check(sum->acked == (double)library_saw.acked, "acknowledged records were counted wrongly");
  check(sum->failed == (double)library_saw.failed, "failed records were counted wrongly");
  check(sum->acked + sum->failed + (double)library_saw.dropped == accepted, "a record is missing");
  check(sum->timed == (double)library_saw.acked_timed, "timed records were counted wrongly");
  check(sum->too_large <= (double)library_saw.refused_for_size, "refused records were counted wrongly");
  const value_copies *copies = &producer->run.copies;
  check(bytes_of_copies(copies) <= most_bytes_of_copies(producer), "the copies take more memory than they may");
  if (!waited) return;
  check(library_saw.dropped == 0, "a record was not reported");
  check(sum->failed > 0 || sum->timed == timed_among(&producer->plan, accepted), "other records were timed");
  check(producer->timed.free_count == producer->timed.used, "times of a reported record are still held");
  // Records that were chosen and refused stay in the run, and have their place in a copy.
  size_t used = 0;
  for (size_t at = 0; at < copies->count; at += 1) used += copies->copies[at].used;
  size_t waiting = producer->run.is_copied_by_library ? 0 : producer->run.count;
  check(used == waiting, "a copy is still held after the reports of its records");
  size_t free_copies = 0;
  for (size_t part = 0; part < copies->parts; part += 1)
    for (uint32_t at = copies->free_copies[part]; at != 0; at = copies->copies[at - 1].next_free) free_copies += 1;
  if (waiting == 0) check(free_copies + (copies->current != 0) == copies->count, "a copy was lost");
}

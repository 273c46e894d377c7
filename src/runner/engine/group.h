/*
 * What one consumer group has received: duplicates, positions, and the counters of the present second. All members of a group in
 * this process share it. It counts in the same way as received-records.ts and group-second.ts.
 */
#ifndef HEADROOM_GROUP_H
#define HEADROOM_GROUP_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "latency-counts.h"
#include "sequence-intervals.h"

/* By what a group recognises the records of its run. */
typedef struct {
  /* Tag of the run (record-header.ts). */
  uint32_t tag;
  /* Number of producers in the whole plan. */
  uint32_t plan_producers;
  uint32_t partitions;
  /* Controller's time since 1970 minus the engine's clock, in us. */
  double epoch_offset_us;
} group_plan;

/* Counters since the last call of `group_take`. */
typedef struct {
  double records;
  double duplicate_records;
  double payload_bytes;
  double negative_latencies;
  /* Records of other runs or programs. They are counted nowhere else. */
  double foreign_records;
} group_counters;

typedef struct {
  group_plan plan;
  /* Protects everything below. It is never held during a call of librdkafka or Node. */
  pthread_mutex_t lock;
  group_counters counters;
  latency_counts *latencies;
  /* First offset not yet read, by partition. */
  double *next_offsets;
  /* By producer: one set of sequence numbers per partition; NULL until the producer's first record arrives. */
  sequence_intervals **sequences;
  atomic_int references;
} engine_group;

typedef struct {
  const uint8_t *value;
  size_t value_bytes;
  size_t key_bytes;
  int32_t partition;
  double offset;
} received_record;

/* Has one reference. `start_offsets` has one entry per partition. */
engine_group *group_create(group_plan plan, const double *start_offsets);
void group_retain(engine_group *group);
void group_release(engine_group *group);

/* Accounts for records that arrived at this time of the engine's clock. */
void group_receive(engine_group *group, const received_record *records, size_t count, double arrived_us);

/*
 * Notes that the group has read a partition to its end, which is this offset. Markers of transactions before it are never
 * received.
 */
void group_note_end(engine_group *group, int32_t partition, double offset);

/* The offset to read next; 0 for partitions that the group does not know. */
double group_next_offset(engine_group *group, int32_t partition);

/* Copies the counters and resets them. The latencies are swapped for `empty`, and returned. */
latency_counts *group_take(engine_group *group, group_counters *counters, latency_counts *empty);

#endif

#include "group.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "record-layout.h"

static uint32_t read_uint32(const uint8_t *from) {
  uint32_t number;
  memcpy(&number, from, sizeof number);
  return number;
}

static double read_double(const uint8_t *from) {
  double number;
  memcpy(&number, from, sizeof number);
  return number;
}

engine_group *group_create(group_plan plan, const double *start_offsets) {
  engine_group *group = engine_allocate(1, sizeof *group);
  group->plan = plan;
  group->latencies = engine_allocate(1, sizeof *group->latencies);
  group->next_offsets = engine_allocate(plan.partitions, sizeof *group->next_offsets);
  memcpy(group->next_offsets, start_offsets, plan.partitions * sizeof *start_offsets);
  group->sequences = engine_allocate(plan.plan_producers, sizeof(sequence_intervals *));
  pthread_mutex_init(&group->lock, NULL);
  atomic_init(&group->references, 1);
  return group;
}

void group_retain(engine_group *group) { atomic_fetch_add(&group->references, 1); }

void group_release(engine_group *group) {
  if (atomic_fetch_sub(&group->references, 1) > 1) return;
  for (uint32_t producer = 0; producer < group->plan.plan_producers; producer += 1) {
    sequence_intervals *row = group->sequences[producer];
    for (uint32_t partition = 0; row != NULL && partition < group->plan.partitions; partition += 1)
      sequence_intervals_free(row + partition);
    free(row);
  }
  pthread_mutex_destroy(&group->lock);
  free(group->sequences);
  free(group->next_offsets);
  free(group->latencies);
  free(group);
}

static bool is_of_this_run(const engine_group *group, const received_record *record) {
  if (record->value == NULL || record->value_bytes < header_bytes) return false;
  if (read_uint32(record->value) != group->plan.tag) return false;
  if (read_uint32(record->value + producer_at) >= group->plan.plan_producers) return false;
  return isfinite(read_double(record->value + sequence_at)) && isfinite(read_double(record->value + intended_at));
}

static sequence_intervals *sequences_of(engine_group *group, uint32_t producer, uint32_t partition) {
  sequence_intervals **row = group->sequences + producer;
  if (*row == NULL) *row = engine_allocate(group->plan.partitions, sizeof **row);
  return *row + partition;
}

static void receive_one(engine_group *group, const received_record *record, double arrived_epoch_us) {
  uint32_t partition = (uint32_t)record->partition;
  bool is_known = record->partition >= 0 && partition < group->plan.partitions;
  if (is_known && record->offset >= group->next_offsets[partition]) group->next_offsets[partition] = record->offset + 1;
  if (!is_known || !is_of_this_run(group, record)) {
    group->counters.foreign_records += 1;
    return;
  }
  uint32_t producer = read_uint32(record->value + producer_at);
  sequence_intervals *seen = sequences_of(group, producer, partition);
  if (sequence_intervals_add(seen, read_double(record->value + sequence_at))) group->counters.duplicate_records += 1;
  group->counters.records += 1;
  group->counters.payload_bytes += (double)(record->value_bytes + record->key_bytes);
  double latency_us = arrived_epoch_us - read_double(record->value + intended_at);
  if (latency_us < 0) group->counters.negative_latencies += 1;
  latency_counts_record(group->latencies, latency_us);
}

void group_receive(engine_group *group, const received_record *records, size_t count, double arrived_us) {
  double arrived_epoch_us = arrived_us + group->plan.epoch_offset_us;
  pthread_mutex_lock(&group->lock);
  for (size_t at = 0; at < count; at += 1) receive_one(group, records + at, arrived_epoch_us);
  pthread_mutex_unlock(&group->lock);
}

void group_note_end(engine_group *group, int32_t partition, double offset) {
  if (partition < 0 || (uint32_t)partition >= group->plan.partitions) return;
  pthread_mutex_lock(&group->lock);
  group->next_offsets[partition] = fmax(group->next_offsets[partition], offset);
  pthread_mutex_unlock(&group->lock);
}

double group_next_offset(engine_group *group, int32_t partition) {
  if (partition < 0 || (uint32_t)partition >= group->plan.partitions) return 0;
  pthread_mutex_lock(&group->lock);
  double offset = group->next_offsets[partition];
  pthread_mutex_unlock(&group->lock);
  return offset;
}

latency_counts *group_take(engine_group *group, group_counters *counters, latency_counts *empty) {
  pthread_mutex_lock(&group->lock);
  *counters = group->counters;
  group->counters = (group_counters){0};
  latency_counts *taken = group->latencies;
  group->latencies = empty;
  pthread_mutex_unlock(&group->lock);
  return taken;
}

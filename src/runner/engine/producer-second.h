/* Counters and latencies of one producer for the present second. They count in the same way as producer-second.ts. */
#ifndef HEADROOM_PRODUCER_SECOND_H
#define HEADROOM_PRODUCER_SECOND_H

#include <stdint.h>

#include "client-events.h"
#include "latency-counts.h"
#include "timed-records.h"

enum { service_latency, response_latency, schedule_delay, latency_kinds };

typedef struct {
  double accepted_records;
  double acked_records;
  double acked_payload_bytes;
  double queue_full_retries;
  double committed_transactions;
  double aborted_transactions;
  /* Acknowledged records of the transactions that were aborted. */
  double aborted_records;
  /* Markers of all transactions that ended: one for each partition that a transaction wrote to. */
  double markers;
  /* Sum of the times that commits took. */
  double commit_ms;
  /* Records that failed, by librdkafka's code. */
  error_counts failures;
  latency_counts *latencies[latency_kinds];
  /* Acknowledged records by partition. */
  uint32_t *acked_by_partition;
  uint32_t partitions;
} producer_second;

void second_begin(producer_second *second, uint32_t partitions);
void second_end(producer_second *second);

void second_note_acked(producer_second *second, int32_t partition, double payload_bytes);

/* Records all three times of the same record in the same second, so that response = schedule delay + service. */
void second_note_times(producer_second *second, record_times times, double now_us);

#endif

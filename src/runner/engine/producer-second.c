#include "producer-second.h"

#include <stdlib.h>

#include "memory.h"

void second_begin(producer_second *second, uint32_t partitions) {
  *second = (producer_second){.partitions = partitions};
  for (int kind = 0; kind < latency_kinds; kind += 1)
    second->latencies[kind] = engine_allocate(1, sizeof *second->latencies[kind]);
  second->acked_by_partition = engine_allocate(partitions, sizeof *second->acked_by_partition);
}

void second_end(producer_second *second) {
  for (int kind = 0; kind < latency_kinds; kind += 1) free(second->latencies[kind]);
  free(second->acked_by_partition);
}

void second_note_acked(producer_second *second, int32_t partition, double payload_bytes) {
  second->acked_records += 1;
  second->acked_payload_bytes += payload_bytes;
  if (partition >= 0 && (uint32_t)partition < second->partitions) second->acked_by_partition[partition] += 1;
}

void second_note_times(producer_second *second, record_times times, double now_us) {
  latency_counts_record(second->latencies[service_latency], now_us - times.sent_us);
  latency_counts_record(second->latencies[response_latency], now_us - times.intended_us);
  latency_counts_record(second->latencies[schedule_delay], times.sent_us - times.intended_us);
}

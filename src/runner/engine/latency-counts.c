#include "latency-counts.h"

#include <string.h>

static const uint64_t largest_us = (UINT64_C(1) << 53) - 1;

/* Values up to 2047 have a counter each. Above, each power of two is divided into 1024 equal steps. */
static size_t index_of(uint64_t us) {
  unsigned bucket = 53U - (unsigned)__builtin_clzll(us | 2047);
  return (((size_t)bucket + 1) << 10) + (size_t)(us >> bucket) - 1024;
}

void latency_counts_record(latency_counts *latencies, double us) {
  uint64_t rounded = 0;
  if (us >= (double)largest_us) rounded = largest_us;
  else if (us > 0) rounded = (uint64_t)(us + 0.5);
  uint32_t *count = latencies->counts + index_of(rounded);
  if (*count == 0) latencies->used += 1;
  *count += 1;
}

void latency_counts_take(latency_counts *latencies, uint32_t *indexes, uint32_t *counts) {
  size_t taken = 0;
  for (uint32_t index = 0; taken < latencies->used; index += 1) {
    if (latencies->counts[index] == 0) continue;
    indexes[taken] = index;
    counts[taken] = latencies->counts[index];
    latencies->counts[index] = 0;
    taken += 1;
  }
  latencies->used = 0;
}

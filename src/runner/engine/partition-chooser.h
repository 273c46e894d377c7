/* Chooses the partition and the key of a producer's next record, as partition-chooser.ts does. */
#ifndef HEADROOM_PARTITION_CHOOSER_H
#define HEADROOM_PARTITION_CHOOSER_H

#include <stddef.h>
#include <stdint.h>

#include "random.h"

typedef struct {
  uint32_t partitions;
  size_t key_bytes;
  /* Records in a row to the same partition; 0 if the key determines the partition. */
  double records_per_turn;
  /* Maximum bytes in a row to the same partition; infinite if there is no such limit. */
  double bytes_per_turn;
  /* Bytes that a record takes in a batch besides its value. */
  double other_bytes;
  uint32_t first_partition;
  /* Number of different keys; 0 if keys do not determine the partition. */
  double distinct_keys;
  /* Number of the first key; the others follow it. */
  double first_key;
  /* 0 if all keys are equally frequent. */
  double zipf_exponent;
  uint32_t key_seed;
} chooser_plan;

typedef struct {
  chooser_plan plan;
  uint32_t partition;
  double left_in_turn;
  double bytes_in_turn;
  random_numbers numbers;
  zipf_law law;
  /* NULL if records have no key. */
  uint8_t *key;
} partition_chooser;

void chooser_begin(partition_chooser *chooser, chooser_plan plan);
void chooser_end(partition_chooser *chooser);

/* Chooses the destination of the next record, whose value has this many bytes. */
void chooser_next(partition_chooser *chooser, size_t value_bytes);

#endif

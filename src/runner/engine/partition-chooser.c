#include "partition-chooser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* A key begins with its number, whose hash determines the partition. */
enum { key_number_bytes = 8 };

void chooser_begin(partition_chooser *chooser, chooser_plan plan) {
  *chooser = (partition_chooser){.plan = plan, .numbers = {plan.key_seed}};
  chooser->partition = plan.first_partition % plan.partitions;
  chooser->left_in_turn = plan.records_per_turn;
  if (plan.zipf_exponent > 0) chooser->law = zipf_create(plan.distinct_keys, plan.zipf_exponent);
  if (plan.key_bytes == 0) return;
  chooser->key = engine_allocate(plan.key_bytes, 1);
  if (plan.records_per_turn > 0) memset(chooser->key, 'k', plan.key_bytes);
}

void chooser_end(partition_chooser *chooser) { free(chooser->key); }

/* Kafka's murmur2 of the 8 bytes of a key's number. */
static uint32_t murmur2(const uint8_t *data) {
  const uint32_t multiplier = 0x5bd1e995;
  uint32_t hash = 0x9747b28c ^ key_number_bytes;
  for (size_t at = 0; at < key_number_bytes; at += 4) {
    uint32_t word;
    memcpy(&word, data + at, sizeof word);
    word *= multiplier;
    word ^= word >> 24;
    word *= multiplier;
    hash = hash * multiplier ^ word;
  }
  hash ^= hash >> 13;
  hash *= multiplier;
  return hash ^ hash >> 15;
}

static void choose_by_key(partition_chooser *chooser) {
  const chooser_plan *plan = &chooser->plan;
  double rank = plan->zipf_exponent > 0 ? zipf_draw(&chooser->law, &chooser->numbers)
                                        : 1 + floor(random_next(&chooser->numbers) * plan->distinct_keys);
  double number = plan->first_key - 1 + rank;
  uint8_t bytes[key_number_bytes];
  memcpy(bytes, &number, sizeof number);
  chooser->partition = (murmur2(bytes) & 0x7fffffff) % plan->partitions;
  if (chooser->key != NULL)
    memcpy(chooser->key, bytes, plan->key_bytes < key_number_bytes ? plan->key_bytes : key_number_bytes);
}

void chooser_next(partition_chooser *chooser, size_t value_bytes) {
  const chooser_plan *plan = &chooser->plan;
  if (plan->records_per_turn == 0) {
    choose_by_key(chooser);
    return;
  }
  double record_bytes = (double)value_bytes + plan->other_bytes;
  double turn_bytes = chooser->bytes_in_turn + record_bytes;
  if (chooser->left_in_turn == 0 || (chooser->bytes_in_turn > 0 && turn_bytes > plan->bytes_per_turn)) {
    chooser->left_in_turn = plan->records_per_turn;
    chooser->bytes_in_turn = 0;
    chooser->partition = (chooser->partition + 1) % plan->partitions;
  }
  chooser->left_in_turn -= 1;
  chooser->bytes_in_turn += record_bytes;
}

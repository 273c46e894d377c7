#include "producer-plan-binding.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "client-binding.h"
#include "memory.h"
#include "record-layout.h"

static const double most_whole = 9007199254740991.0;
static const double most_partitions = 1000000;
static const double most_key_bytes = 100000000;
static const double most_ms = 1e12;
static const double most_number = 1e300;
static const double most_exponent = 10;

enum { most_headers = 1000, most_pool_bytes = 1 << 30 };

static bool read_field(napi_env env, napi_value object, const char *name, napi_value *field) {
  napi_valuetype type;
  if (napi_typeof(env, object, &type) == napi_ok && type == napi_object &&
      napi_get_named_property(env, object, name, field) == napi_ok)
    return true;
  return refuse(env, "plan", "an object");
}

static bool read_whole_field(napi_env env, napi_value object, const char *name, double highest, double *number) {
  napi_value field;
  return read_field(env, object, name, &field) && read_whole(env, field, name, 0, highest, number);
}

/* A number within the limits, which may have a fraction. */
static bool read_number_field(napi_env env, napi_value object, const char *name, double lowest, double highest,
                              double *number) {
  napi_value field;
  if (!read_field(env, object, name, &field) || !read_finite(env, field, name, number)) return false;
  return *number >= lowest && *number <= highest ? true : refuse(env, name, "within its limits");
}

static bool read_schedule(napi_env env, napi_value object, send_schedule *schedule) {
  return read_number_field(env, object, "startDelayMs", 0, most_ms, &schedule->start_delay_ms) &&
         read_number_field(env, object, "lengthMs", 0, most_ms, &schedule->length_ms) &&
         read_number_field(env, object, "fromPerMs", 0, most_number, &schedule->from_per_ms) &&
         read_number_field(env, object, "slope", -most_number, most_number, &schedule->slope) &&
         read_whole_field(env, object, "totalRecords", most_whole, &schedule->total_records);
}

static bool read_turn(napi_env env, napi_value object, chooser_plan *chooser) {
  double bytes_per_turn;
  if (!read_whole_field(env, object, "recordsPerTurn", most_whole, &chooser->records_per_turn) ||
      !read_number_field(env, object, "otherBytes", -most_whole, most_whole, &chooser->other_bytes) ||
      !read_whole_field(env, object, "bytesPerTurn", most_whole, &bytes_per_turn))
    return false;
  chooser->bytes_per_turn = bytes_per_turn == 0 ? INFINITY : bytes_per_turn;
  return true;
}

static bool read_chooser(napi_env env, napi_value object, chooser_plan *chooser) {
  double partitions;
  double first_partition;
  double key_bytes;
  double key_seed;
  if (!read_whole_field(env, object, "partitions", most_partitions, &partitions) ||
      !read_whole_field(env, object, "firstPartition", UINT32_MAX, &first_partition) ||
      !read_whole_field(env, object, "keyBytes", most_key_bytes, &key_bytes) ||
      !read_whole_field(env, object, "distinctKeys", most_whole, &chooser->distinct_keys) ||
      !read_whole_field(env, object, "firstKey", most_whole, &chooser->first_key) ||
      !read_number_field(env, object, "zipfExponent", 0, most_exponent, &chooser->zipf_exponent) ||
      !read_whole_field(env, object, "keySeed", UINT32_MAX, &key_seed) || !read_turn(env, object, chooser))
    return false;
  chooser->partitions = (uint32_t)partitions;
  chooser->first_partition = (uint32_t)first_partition;
  chooser->key_bytes = (size_t)key_bytes;
  chooser->key_seed = (uint32_t)key_seed;
  return true;
}

bool read_producer_plan(napi_env env, napi_value object, producer_plan *plan) {
  double timeout_ms;
  double senders;
  double timed_seed;
  if (!read_schedule(env, object, &plan->schedule) || !read_chooser(env, object, &plan->chooser) ||
      !read_number_field(env, object, "epochOffsetUs", -most_number, most_number, &plan->epoch_offset_us) ||
      !read_whole_field(env, object, "connectTimeoutMs", most_wait_ms, &timeout_ms) ||
      !read_whole_field(env, object, "queueRecords", most_whole, &plan->queue_records) ||
      !read_whole_field(env, object, "senders", most_whole, &senders) ||
      !read_number_field(env, object, "endMs", 0, most_ms, &plan->end_ms) ||
      !read_number_field(env, object, "tailMs", 0, most_ms, &plan->tail_ms) ||
      !read_number_field(env, object, "transactionMs", 0, most_ms, &plan->transaction_ms) ||
      !read_whole_field(env, object, "timedEvery", most_whole, &plan->timed_every) ||
      !read_whole_field(env, object, "timedSeed", UINT32_MAX, &timed_seed))
    return false;
  if (plan->timed_every == 0) return refuse(env, "timedEvery", "at least 1");
  plan->connect_timeout_ms = (int)timeout_ms;
  plan->senders = senders == 0 ? INFINITY : senders;
  plan->timed_seed = (uint32_t)timed_seed;
  return true;
}

bool read_value_pool(napi_env env, napi_value memory, napi_value sizes, value_pool *pool) {
  void *from;
  void *items;
  size_t bytes;
  if (!read_array(env, memory, napi_uint8_array, "pool", &from, &bytes)) return false;
  if (!read_array(env, sizes, napi_uint32_array, "valueSizes", &items, &pool->count)) return false;
  if (pool->count == 0 || bytes > most_pool_bytes) return refuse(env, "valueSizes", "of at least one value"), false;
  const uint32_t *value_bytes = items;
  pool->begins = engine_allocate(pool->count + 1, sizeof *pool->begins);
  bool fits = true;
  for (size_t at = 0; at < pool->count; at += 1) {
    fits = fits && value_bytes[at] >= header_bytes;
    pool->begins[at + 1] = pool->begins[at] + value_bytes[at];
  }
  if (!fits || pool->begins[pool->count] != bytes) {
    free(pool->begins);
    return refuse(env, "valueSizes", "of at least 24 bytes each, and of the pool together");
  }
  pool->memory = engine_allocate(bytes, 1);
  memcpy(pool->memory, from, bytes);
  return true;
}

static bool add_header(napi_env env, void *headers, const char *name, const char *text) {
  if (rd_kafka_header_add(headers, name, -1, text, -1) == RD_KAFKA_RESP_ERR_NO_ERROR) return true;
  return refuse(env, "headers", "a list that librdkafka accepts");
}

bool read_headers(napi_env env, napi_value list, rd_kafka_headers_t **headers) {
  uint32_t count;
  *headers = NULL;
  if (!read_pair_count(env, list, "headers", most_headers, &count)) return false;
  if (count == 0) return true;
  *headers = rd_kafka_headers_new(count);
  if (read_pairs(env, list, "headers", count, add_header, *headers)) return true;
  rd_kafka_headers_destroy(*headers);
  return false;
}

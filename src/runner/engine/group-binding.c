#include "group-binding.h"

#include <stdlib.h>

#include "arguments.h"
#include "memory.h"

enum { most_partitions = 1000000, most_producers = 1000000 };

static const napi_type_tag group_tag = {0x6b1f0f35a81c4c0d, 0x9a1f4f5a7d0be0c1};
static const double most_offset = 9007199254740991.0;

static void release_group(napi_env env, void *group, void *hint) {
  (void)env;
  (void)hint;
  group_release(group);
}

bool unwrap_group(napi_env env, napi_value value, engine_group **group) {
  void *native;
  if (!unwrap(env, value, &group_tag, "group", &native)) return false;
  *group = native;
  return true;
}

napi_value create_group(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  double tag;
  double producers;
  void *offsets;
  size_t partitions;
  group_plan plan;
  if (!read_arguments(env, info, 4, arguments)) return NULL;
  if (!read_whole(env, arguments[0], "tag", 0, UINT32_MAX, &tag)) return NULL;
  if (!read_whole(env, arguments[1], "planProducers", 0, most_producers, &producers)) return NULL;
  if (!read_array(env, arguments[2], napi_float64_array, "startOffsets", &offsets, &partitions)) return NULL;
  if (partitions > most_partitions) return refuse(env, "startOffsets", "of at most 1,000,000 partitions"), NULL;
  if (!read_finite(env, arguments[3], "epochOffsetUs", &plan.epoch_offset_us)) return NULL;
  plan.tag = (uint32_t)tag;
  plan.plan_producers = (uint32_t)producers;
  plan.partitions = (uint32_t)partitions;
  return wrap(env, group_create(plan, offsets), &group_tag, release_group);
}

napi_value receive(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  engine_group *group;
  received_record record = {0};
  double key_bytes;
  double partition;
  double arrived_us;
  void *value = NULL;
  napi_valuetype type;
  if (!read_arguments(env, info, 6, arguments) || !unwrap_group(env, arguments[0], &group)) return NULL;
  napi_typeof(env, arguments[1], &type);
  if (type != napi_null && !read_array(env, arguments[1], napi_uint8_array, "value", &value, &record.value_bytes))
    return NULL;
  if (!read_whole(env, arguments[2], "keyBytes", 0, UINT32_MAX, &key_bytes)) return NULL;
  if (!read_whole(env, arguments[3], "partition", INT32_MIN, INT32_MAX, &partition)) return NULL;
  if (!read_whole(env, arguments[4], "offset", 0, most_offset, &record.offset)) return NULL;
  if (!read_finite(env, arguments[5], "arrivedUs", &arrived_us)) return NULL;
  record.value = value;
  record.key_bytes = (size_t)key_bytes;
  record.partition = (int32_t)partition;
  group_receive(group, &record, 1, arrived_us);
  return NULL;
}

napi_value next_offset(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  napi_value offset;
  engine_group *group;
  double partition;
  if (!read_arguments(env, info, 2, arguments) || !unwrap_group(env, arguments[0], &group)) return NULL;
  if (!read_whole(env, arguments[1], "partition", 0, INT32_MAX, &partition)) return NULL;
  napi_create_double(env, group_next_offset(group, (int32_t)partition), &offset);
  return offset;
}

static void set_latencies(napi_env env, napi_value second, latency_counts *latencies) {
  void *indexes;
  void *counts;
  size_t used = latencies->used;
  set_value(env, second, "latencyIndexes", make_array(env, napi_uint32_array, used, &indexes));
  set_value(env, second, "latencyCounts", make_array(env, napi_uint32_array, used, &counts));
  latency_counts_take(latencies, indexes, counts);
}

napi_value take_group(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  napi_value second;
  engine_group *group;
  group_counters counters;
  if (!read_arguments(env, info, 1, arguments) || !unwrap_group(env, arguments[0], &group)) return NULL;
  latency_counts *latencies = group_take(group, &counters, engine_allocate(1, sizeof *latencies));
  napi_create_object(env, &second);
  set_number(env, second, "records", counters.records);
  set_number(env, second, "duplicateRecords", counters.duplicate_records);
  set_number(env, second, "payloadBytes", counters.payload_bytes);
  set_number(env, second, "negativeLatencies", counters.negative_latencies);
  set_number(env, second, "foreignRecords", counters.foreign_records);
  set_latencies(env, second, latencies);
  free(latencies);
  return second;
}

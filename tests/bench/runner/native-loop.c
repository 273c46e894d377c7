/*
 * What a producer would cost whose loop is in C behind Node-API: JavaScript asks for some thousand records at a time, and
 * everything that Headroom does to one (sequence and intended time in the value, counts by partition, three latencies of
 * every record) is done here. Built by native-client.ts against the librdkafka of node-rdkafka, whose header is not kept:
 * the few declarations stand below.
 */
#include <node_api.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct rd_kafka_s rd_kafka_t;
typedef struct rd_kafka_conf_s rd_kafka_conf_t;
typedef struct rd_kafka_topic_s rd_kafka_topic_t;
typedef struct {
  int err;
  rd_kafka_topic_t *rkt;
  int32_t partition;
  void *payload;
  size_t len;
  void *key;
  size_t key_len;
  int64_t offset;
  void *private;
} rd_kafka_message_t;
rd_kafka_conf_t *rd_kafka_conf_new(void);
int rd_kafka_conf_set(rd_kafka_conf_t *, const char *, const char *, char *, size_t);
void rd_kafka_conf_set_dr_msg_cb(rd_kafka_conf_t *, void (*)(rd_kafka_t *, const rd_kafka_message_t *, void *));
rd_kafka_t *rd_kafka_new(int, rd_kafka_conf_t *, char *, size_t);
rd_kafka_topic_t *rd_kafka_topic_new(rd_kafka_t *, const char *, void *);
int rd_kafka_produce(rd_kafka_topic_t *, int32_t, int, void *, size_t, const void *, size_t, void *);
int rd_kafka_poll(rd_kafka_t *, int);

enum { producer_type = 0, copy_payload = 2, slots = 1 << 20, partitions_most = 1024, buckets = 64 * 64 };

typedef struct { double intended, sent; } held_t;
static held_t held[slots];
static uint32_t free_slots[slots], free_count;
static uint64_t histograms[3][buckets], acked_by_partition[partitions_most], acked;
static double sequences[partitions_most], sent_records;
static rd_kafka_t *client;
static rd_kafka_topic_t *topic;
static char *value;
static size_t value_bytes;
static int32_t partitions;
static uint32_t per_turn;

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

/* Six significant bits: as good as three digits for what is measured here, and one shift cheaper. */
static void record(uint64_t *histogram, double us) {
  uint64_t v = us < 1 ? 1 : (uint64_t)us;
  int top = 63 - __builtin_clzll(v);
  int shift = top > 6 ? top - 6 : 0;
  histogram[(shift << 6) + ((v >> shift) & 63)] += 1;
}

static void on_report(rd_kafka_t *rk, const rd_kafka_message_t *message, void *opaque) {
  uint32_t slot = (uint32_t)(uintptr_t)message->private;
  double now = now_us();
  if (!message->err) {
    acked += 1;
    acked_by_partition[message->partition] += 1;
    record(histograms[0], now - held[slot].sent);
    record(histograms[1], now - held[slot].intended);
    record(histograms[2], held[slot].sent - held[slot].intended);
  }
  free_slots[free_count++] = slot;
}

static napi_value number(napi_env env, double from) {
  napi_value result;
  napi_create_double(env, from, &result);
  return result;
}

/* open([name, value, …], topic, partitions, recordBytes, recordsPerTurn) */
static napi_value open_client(napi_env env, napi_callback_info info) {
  napi_value args[5], entry;
  size_t argc = 5, length;
  uint32_t settings;
  char name[256], text[1024], error[512];
  napi_get_cb_info(env, info, &argc, args, NULL, NULL);
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  napi_get_array_length(env, args[0], &settings);
  for (uint32_t at = 0; at < settings; at += 2) {
    napi_get_element(env, args[0], at, &entry);
    napi_get_value_string_utf8(env, entry, name, sizeof name, &length);
    napi_get_element(env, args[0], at + 1, &entry);
    napi_get_value_string_utf8(env, entry, text, sizeof text, &length);
    if (rd_kafka_conf_set(conf, name, text, error, sizeof error) != 0) napi_throw_error(env, NULL, error);
  }
  rd_kafka_conf_set_dr_msg_cb(conf, on_report);
  client = rd_kafka_new(producer_type, conf, error, sizeof error);
  napi_get_value_string_utf8(env, args[1], text, sizeof text, &length);
  if (client == NULL) napi_throw_error(env, NULL, error);
  else topic = rd_kafka_topic_new(client, text, NULL);
  uint32_t bytes;
  napi_get_value_int32(env, args[2], &partitions);
  napi_get_value_uint32(env, args[3], &bytes);
  napi_get_value_uint32(env, args[4], &per_turn);
  value_bytes = bytes;
  value = malloc(value_bytes);
  memset(value, 'x', value_bytes);
  for (free_count = 0; free_count < slots; free_count++) free_slots[free_count] = free_count;
  return NULL;
}

/* send(most): hands over up to so many records, serves reports, and answers how many were taken. */
static napi_value send_records(napi_env env, napi_callback_info info) {
  napi_value args[1];
  size_t argc = 1;
  uint32_t most, taken = 0;
  napi_get_cb_info(env, info, &argc, args, NULL, NULL);
  napi_get_value_uint32(env, args[0], &most);
  rd_kafka_poll(client, 0);
  for (; taken < most && free_count > 0; taken++) {
    int32_t partition = (int32_t)((uint64_t)(sent_records / per_turn) % partitions);
    uint32_t slot = free_slots[free_count - 1];
    double now = now_us();
    held[slot].intended = held[slot].sent = now;
    memcpy(value + 8, &sequences[partition], 8);
    memcpy(value + 16, &now, 8);
    if (rd_kafka_produce(topic, partition, copy_payload, value, value_bytes, NULL, 0, (void *)(uintptr_t)slot) != 0) break;
    free_count -= 1;
    sequences[partition] += 1;
    sent_records += 1;
  }
  return number(env, taken);
}

static napi_value count_acked(napi_env env, napi_callback_info info) { return number(env, (double)acked); }

NAPI_MODULE_INIT() {
  napi_property_descriptor properties[] = {
      {"open", NULL, open_client, NULL, NULL, NULL, napi_default, NULL},
      {"send", NULL, send_records, NULL, NULL, NULL, napi_default, NULL},
      {"acked", NULL, count_acked, NULL, NULL, NULL, napi_default, NULL},
  };
  napi_define_properties(env, exports, 3, properties);
  return exports;
}

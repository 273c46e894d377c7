#include "producer-binding.h"

#include <math.h>
#include <stdlib.h>

#include "arguments.h"
#include "client-binding.h"
#include "producer-plan-binding.h"

static const napi_type_tag producer_tag = {0x51d2a7e04f3c9b86, 0x8c6e0b1d72f5a943};

static void release_producer(napi_env env, void *producer, void *hint) {
  (void)env;
  (void)hint;
  producer_release(producer);
}

/* Reads `count` arguments, of which the first is a producer. */
static engine_producer *producer_of(napi_env env, napi_callback_info info, size_t count, napi_value *arguments) {
  void *producer;
  if (!read_arguments(env, info, count, arguments)) return NULL;
  return unwrap(env, arguments[0], &producer_tag, "producer", &producer) ? producer : NULL;
}

/* Reads the options. If one is wrong, frees those that were read before, throws in JavaScript and returns false. */
static bool read_options(napi_env env, napi_value *arguments, producer_options *options) {
  if (!read_producer_plan(env, arguments[2], &options->plan)) return false;
  if (!read_text(env, arguments[0], "topic", &options->topic_name)) return false;
  if (read_value_pool(env, arguments[3], arguments[4], &options->pool)) {
    if (read_headers(env, arguments[5], &options->headers)) {
      options->settings = read_settings(env, arguments[1]);
      if (options->settings != NULL) return true;
      if (options->headers != NULL) rd_kafka_headers_destroy(options->headers);
    }
    value_pool_free(&options->pool);
  }
  free(options->topic_name);
  return false;
}

napi_value connect_producer(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  producer_options options;
  char failure[failure_bytes];
  if (!read_arguments(env, info, 6, arguments) || !read_options(env, arguments, &options)) return NULL;
  engine_producer *producer = producer_create(options, failure, sizeof failure);
  if (producer != NULL) return wrap(env, producer, &producer_tag, release_producer);
  napi_throw_error(env, "ERR_CLIENT", failure);
  return NULL;
}

static bool was_connected(producer_state state) { return state == producer_connected || state == producer_closed; }

napi_value read_producer_state(napi_env env, napi_callback_info info) {
  static const char *const names[] = {"connecting", "connected", "failed", "closed"};
  napi_value arguments[most_arguments];
  napi_value made;
  napi_value text;
  engine_producer *producer = producer_of(env, info, 1, arguments);
  if (producer == NULL) return NULL;
  producer_state state = atomic_load(&producer->state);
  napi_create_object(env, &made);
  napi_create_string_utf8(env, names[state], NAPI_AUTO_LENGTH, &text);
  set_value(env, made, "name", text);
  napi_create_string_utf8(env, state == producer_failed ? producer->failure : "", NAPI_AUTO_LENGTH, &text);
  set_value(env, made, "failure", text);
  set_number(env, made, "partitions", was_connected(state) ? producer->run.chooser.plan.partitions : 0);
  return made;
}

napi_value start_producer(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  double start_us;
  engine_producer *producer = producer_of(env, info, 2, arguments);
  if (producer == NULL || !read_finite(env, arguments[1], "startEpochUs", &start_us)) return NULL;
  producer_start(producer, start_us);
  return NULL;
}

napi_value stop_producer(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  double at_ms;
  engine_producer *producer = producer_of(env, info, 2, arguments);
  if (producer == NULL || !read_finite(env, arguments[1], "atMs", &at_ms)) return NULL;
  producer_stop(producer, at_ms);
  return NULL;
}

static napi_value latencies_of(napi_env env, latency_counts *latencies) {
  napi_value made;
  void *indexes;
  void *counts;
  size_t used = latencies->used;
  napi_create_object(env, &made);
  set_value(env, made, "indexes", make_array(env, napi_uint32_array, used, &indexes));
  set_value(env, made, "counts", make_array(env, napi_uint32_array, used, &counts));
  latency_counts_take(latencies, indexes, counts);
  return made;
}

/* A list of partition, acknowledged records, partition, ... of all partitions that have acknowledged records. */
static napi_value partitions_of(napi_env env, const producer_second *second) {
  size_t seen = 0;
  for (uint32_t partition = 0; partition < second->partitions; partition += 1)
    if (second->acked_by_partition[partition] > 0) seen += 1;
  void *memory;
  napi_value made = make_array(env, napi_uint32_array, seen * 2, &memory);
  uint32_t *pair = memory;
  for (uint32_t partition = 0; partition < second->partitions; partition += 1) {
    if (second->acked_by_partition[partition] == 0) continue;
    *pair++ = partition;
    *pair++ = second->acked_by_partition[partition];
  }
  return made;
}

static void set_second(napi_env env, napi_value made, const producer_second *second) {
  set_number(env, made, "acceptedRecords", second->accepted_records);
  set_number(env, made, "ackedRecords", second->acked_records);
  set_number(env, made, "ackedPayloadBytes", second->acked_payload_bytes);
  set_number(env, made, "queueFullRetries", second->queue_full_retries);
  set_number(env, made, "committedTransactions", second->committed_transactions);
  set_number(env, made, "abortedTransactions", second->aborted_transactions);
  set_number(env, made, "abortedRecords", second->aborted_records);
  set_number(env, made, "markers", second->markers);
  set_number(env, made, "commitMs", second->commit_ms);
  set_value(env, made, "failures", make_errors(env, &second->failures));
  set_value(env, made, "ackedByPartition", partitions_of(env, second));
  set_value(env, made, "service", latencies_of(env, second->latencies[service_latency]));
  set_value(env, made, "response", latencies_of(env, second->latencies[response_latency]));
  set_value(env, made, "scheduleDelay", latencies_of(env, second->latencies[schedule_delay]));
}

napi_value take_producer(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  napi_value made;
  producer_taken taken;
  engine_producer *producer = producer_of(env, info, 1, arguments);
  if (producer == NULL) return NULL;
  if (!was_connected(atomic_load(&producer->state))) return refuse(env, "producer", "connected"), NULL;
  producer_take(producer, &taken);
  napi_create_object(env, &made);
  set_second(env, made, &taken.second);
  second_end(&taken.second);
  set_number(env, made, "sentRecords", taken.sent_records);
  set_number(env, made, "outstandingRecords", taken.outstanding_records);
  bool has_transactions = producer->plan.transaction_ms > 0;
  set_number(env, made, "transactionRecords", has_transactions ? taken.transaction_records : 0);
  if (!isnan(taken.stopped_ms)) set_number(env, made, "stoppedMs", taken.stopped_ms);
  set_value(env, made, "events", make_events(env, &producer->events));
  return made;
}

napi_value close_producer(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  engine_producer *producer = producer_of(env, info, 1, arguments);
  if (producer != NULL) producer_close(producer);
  return NULL;
}

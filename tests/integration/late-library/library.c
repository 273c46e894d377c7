#include "library.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct timespec nap = {.tv_nsec = 20000};

library_ways library;
library_counts library_saw;

static double draw(double below) { return floor(random_next(&library.numbers) * below); }

static bool happens(int one_in) { return one_in > 0 && draw(one_in) == 0; }

static uint64_t hash_of(const void *memory, size_t bytes) {
  const uint8_t *from = memory;
  uint64_t hash = 14695981039346656037u;
  for (size_t at = 0; at < bytes; at += 1) hash = (hash ^ from[at]) * 1099511628211u;
  return hash;
}

/* Takes a record, or returns why not. */
static rd_kafka_resp_err_t take(rd_kafka_t *client, int32_t partition, int flags, const rd_kafka_message_t *offered,
                                rd_kafka_headers_t *headers) {
  if (offered->len + offered->key_len > library.record_bytes) {
    library_saw.refused_for_size += 1;
    return RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE;
  }
  if (library_saw.held_bytes + offered->len > library.queue_bytes) return RD_KAFKA_RESP_ERR__QUEUE_FULL;
  expect_record(partition, offered);
  held_record *record = calloc(1, sizeof *record);
  record->message = *offered;
  record->message.partition = partition;
  record->headers = headers;
  if (flags & RD_KAFKA_MSG_F_COPY) {
    record->copy = malloc(offered->len);
    memcpy(record->copy, offered->payload, offered->len);
    record->message.payload = record->copy;
    library_saw.copied_values += 1;
  }
  record->hash = hash_of(record->message.payload, offered->len);
  if (client->first[partition] == NULL) client->first[partition] = record;
  else client->last[partition]->next = record;
  client->last[partition] = record;
  library_saw.held_bytes += offered->len;
  atomic_fetch_add(&library_saw.accepted, 1);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

/* Removes the oldest record of a partition. Its value must not have changed since the library took it. */
static held_record *remove_first(rd_kafka_t *client, int32_t partition) {
  held_record *record = client->first[partition];
  client->first[partition] = record->next;
  library_saw.held_bytes -= record->message.len;
  check(hash_of(record->message.payload, record->message.len) == record->hash, "a value changed before its report");
  return record;
}

static void free_record(held_record *record) {
  if (record->headers != NULL) rd_kafka_headers_destroy(record->headers);
  free(record->copy);
  free(record);
}

static void report_first(rd_kafka_t *client, int32_t partition, rd_kafka_resp_err_t error) {
  held_record *record = remove_first(client, partition);
  record->message.err = error;
  bool is_timed = (uint32_t)(uintptr_t)record->message._private != 0;
  if (error == RD_KAFKA_RESP_ERR_NO_ERROR) {
    library_saw.acked += 1;
    library_saw.acked_timed += is_timed;
  } else {
    library_saw.failed += 1;
  }
  client->settings.on_report(client, &record->message, client->settings.opaque);
  free_record(record);
}

static void report_all(rd_kafka_t *client, rd_kafka_resp_err_t error) {
  for (int32_t partition = 0; partition < library.partitions; partition += 1)
    while (client->first[partition] != NULL) report_first(client, partition, error);
}

/* Returns a random partition with records. In most cases it is not the first one, whose records so stay in flight for long. */
static int32_t draw_partition(const rd_kafka_t *client) {
  int32_t from = (int32_t)draw(library.partitions);
  int32_t left_out = draw(32) == 0 ? -1 : 0;
  for (int32_t step = 0; step < library.partitions; step += 1) {
    int32_t partition = (from + step) % library.partitions;
    if (partition != left_out && client->first[partition] != NULL) return partition;
  }
  return 0;
}

int rd_kafka_poll(rd_kafka_t *client, int timeout_ms) {
  int32_t partition = draw_partition(client);
  int reports = partition == 0 && draw(8) != 0 ? 0 : 1 + (int)draw(300);
  rd_kafka_resp_err_t error =
      happens(library.fails_one_in) ? RD_KAFKA_RESP_ERR__MSG_TIMED_OUT : RD_KAFKA_RESP_ERR_NO_ERROR;
  if (atomic_load(&library.is_silent)) reports = 0;
  if (timeout_ms > 0 && (reports == 0 || client->first[partition] == NULL)) nanosleep(&nap, NULL);
  for (int at = 0; at < reports && client->first[partition] != NULL; at += 1) report_first(client, partition, error);
  return reports;
}

int rd_kafka_produce_batch(rd_kafka_topic_t *topic, int32_t partition, int flags, rd_kafka_message_t *messages,
                           int count) {
  // As in librdkafka, records after one that is too large are still taken; records after a full queue are not.
  int limit = happens(library.refuses_one_in) ? (int)draw(count) : count;
  int taken = 0;
  for (int at = 0; at < count; at += 1) {
    rd_kafka_message_t *message = &messages[at];
    message->err =
        at < limit ? take(topic->client, partition, flags, message, NULL) : RD_KAFKA_RESP_ERR__QUEUE_FULL;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) taken += 1;
    if (message->err != RD_KAFKA_RESP_ERR__QUEUE_FULL) continue;
    library_saw.refused_for_room += 1;
    library_saw.refused_behind_others += at > 0;
    limit = 0;
  }
  return taken;
}

rd_kafka_resp_err_t rd_kafka_producev(rd_kafka_t *client, ...) {
  rd_kafka_message_t message = {0};
  int32_t partition = 0;
  int flags = 0;
  rd_kafka_headers_t *headers = NULL;
  va_list list;
  va_start(list, client);
  for (int kind = va_arg(list, int); kind != RD_KAFKA_VTYPE_END; kind = va_arg(list, int)) {
    if (kind == RD_KAFKA_VTYPE_RKT) (void)va_arg(list, rd_kafka_topic_t *);
    if (kind == RD_KAFKA_VTYPE_PARTITION) partition = va_arg(list, int32_t);
    if (kind == RD_KAFKA_VTYPE_MSGFLAGS) flags = va_arg(list, int);
    if (kind == RD_KAFKA_VTYPE_OPAQUE) message._private = va_arg(list, void *);
    if (kind == RD_KAFKA_VTYPE_HEADERS) headers = va_arg(list, rd_kafka_headers_t *);
    if (kind == RD_KAFKA_VTYPE_VALUE) {
      message.payload = va_arg(list, void *);
      message.len = va_arg(list, size_t);
    }
    if (kind == RD_KAFKA_VTYPE_KEY) {
      message.key = va_arg(list, void *);
      message.key_len = va_arg(list, size_t);
    }
  }
  va_end(list);
  if (!happens(library.refuses_one_in)) return take(client, partition, flags, &message, headers);
  library_saw.refused_for_room += 1;
  return RD_KAFKA_RESP_ERR__QUEUE_FULL;
}

/* The time is over before the second half of the partitions is reported. */
rd_kafka_resp_err_t rd_kafka_flush(rd_kafka_t *client, int timeout_ms) {
  (void)timeout_ms;
  for (int32_t partition = 0; partition < library.partitions / 2; partition += 1)
    while (client->first[partition] != NULL) report_first(client, partition, RD_KAFKA_RESP_ERR_NO_ERROR);
  return RD_KAFKA_RESP_ERR__TIMED_OUT;
}

/* Until now the library may have sent any record that it has not reported. */
void rd_kafka_destroy(rd_kafka_t *client) {
  for (int32_t partition = 0; partition < library.partitions; partition += 1)
    while (client->first[partition] != NULL) {
      free_record(remove_first(client, partition));
      library_saw.dropped += 1;
    }
  free(client);
}

static rd_kafka_error_t *error_of(rd_kafka_resp_err_t code) {
  rd_kafka_error_t *error = malloc(sizeof *error);
  error->code = code;
  return error;
}

rd_kafka_error_t *rd_kafka_init_transactions(rd_kafka_t *client, int timeout_ms) {
  (void)client;
  (void)timeout_ms;
  return NULL;
}

rd_kafka_error_t *rd_kafka_begin_transaction(rd_kafka_t *client) {
  (void)client;
  return NULL;
}

rd_kafka_error_t *rd_kafka_commit_transaction(rd_kafka_t *client, int timeout_ms) {
  (void)timeout_ms;
  if (happens(library.fails_one_in)) return error_of(RD_KAFKA_RESP_ERR__INCONSISTENT);
  report_all(client, RD_KAFKA_RESP_ERR_NO_ERROR);
  return NULL;
}

rd_kafka_error_t *rd_kafka_abort_transaction(rd_kafka_t *client, int timeout_ms) {
  (void)timeout_ms;
  report_all(client, RD_KAFKA_RESP_ERR__PURGE_QUEUE);
  return NULL;
}

rd_kafka_resp_err_t rd_kafka_error_code(const rd_kafka_error_t *error) { return error->code; }
int rd_kafka_error_is_retriable(const rd_kafka_error_t *error) { return error->code == RD_KAFKA_RESP_ERR__TIMED_OUT; }
int rd_kafka_error_txn_requires_abort(const rd_kafka_error_t *error) {
  return error->code == RD_KAFKA_RESP_ERR__INCONSISTENT;
}
void rd_kafka_error_destroy(rd_kafka_error_t *error) { free(error); }

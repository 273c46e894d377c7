#include "member-thread.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client-metadata.h"
#include "clock.h"
#include "memory.h"

enum {
  /* Maximum number of records per call of the library. */
  records_per_read = 1000,
  /* If a call returned fewer records than this, the next call waits, so that records accumulate. */
  enough_to_read_on = 250,
  /* Maximum time of a call of the library in ms. A close may have to wait this long. */
  longest_call_ms = 50,
};

/* Stores which partitions are assigned to the member. */
static void set_owned(engine_member *member, const int32_t *partitions, size_t count) {
  int32_t *owned = engine_allocate(count, sizeof *owned);
  if (count > 0) memcpy(owned, partitions, count * sizeof *owned);
  pthread_mutex_lock(&member->lock);
  int32_t *before = member->owned;
  member->owned = owned;
  member->owned_count = count;
  pthread_mutex_unlock(&member->lock);
  free(before);
}

rd_kafka_resp_err_t member_own(engine_member *member, const int32_t *partitions, size_t count) {
  set_owned(member, partitions, count);
  rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new((int)count);
  for (size_t at = 0; at < count; at += 1)
    rd_kafka_topic_partition_list_add(list, member->topic, partitions[at])->offset =
        (int64_t)group_next_offset(member->group, partitions[at]);
  rd_kafka_resp_err_t error = rd_kafka_assign(member->client, list);
  if (error == RD_KAFKA_RESP_ERR_NO_ERROR && atomic_load(&member->is_paused))
    rd_kafka_pause_partitions(member->client, list);
  rd_kafka_topic_partition_list_destroy(list);
  return error;
}

static void on_rebalance(rd_kafka_t *client, rd_kafka_resp_err_t code, rd_kafka_topic_partition_list_t *list,
                         void *opaque) {
  engine_member *member = ((client_events *)opaque)->owner;
  if (code != RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS || atomic_load(&member->is_closing)) {
    set_owned(member, NULL, 0);
    rd_kafka_assign(client, NULL);
    return;
  }
  int32_t *partitions = engine_allocate((size_t)list->cnt, sizeof *partitions);
  size_t count = 0;
  for (int at = 0; at < list->cnt; at += 1)
    if (strcmp(list->elems[at].topic, member->topic) == 0) partitions[count++] = list->elems[at].partition;
  pthread_mutex_lock(&member->lock);
  member->assignments += 1;
  pthread_mutex_unlock(&member->lock);
  rd_kafka_resp_err_t error = member_own(member, partitions, count);
  if (error != RD_KAFKA_RESP_ERR_NO_ERROR) client_events_note_error(&member->events, error);
  free(partitions);
}

void member_listen(engine_member *member, rd_kafka_conf_t *settings) {
  client_events_listen(&member->events, settings);
  rd_kafka_conf_set_rebalance_cb(settings, on_rebalance);
}

static void nap(int ms) {
  struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};
  nanosleep(&pause, NULL);
}

static void connect_member(engine_member *member) {
  int partitions;
  rd_kafka_resp_err_t error =
      client_request_metadata(member->client, member->topic, member->connect_timeout_ms, &partitions);
  if (error == RD_KAFKA_RESP_ERR_NO_ERROR) {
    atomic_store(&member->state, member_connected);
    return;
  }
  pthread_mutex_lock(&member->lock);
  snprintf(member->failure, sizeof member->failure, "%s", rd_kafka_err2str(error));
  pthread_mutex_unlock(&member->lock);
  atomic_store(&member->state, member_failed);
}

/*
 * Reads the available records, at most `most`, and accounts for them. Returns their number. The library returns as soon as there
 * is a record, so all records of a call count as having arrived when it returned.
 */
static size_t read_once(engine_member *member, rd_kafka_queue_t *queue, size_t most, int timeout_ms) {
  rd_kafka_message_t *messages[records_per_read];
  received_record records[records_per_read];
  ssize_t taken = rd_kafka_consume_batch_queue(queue, timeout_ms, messages, most);
  double arrived_us = engine_now_us();
  size_t count = 0;
  size_t errors = 0;
  for (ssize_t at = 0; at < taken; at += 1) {
    const rd_kafka_message_t *message = messages[at];
    if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
      group_note_end(member->group, message->partition, (double)message->offset);
      continue;
    }
    if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) {
      client_events_note_error(&member->events, message->err);
      errors += 1;
      continue;
    }
    records[count++] = (received_record){
        .value = message->payload,
        .value_bytes = message->payload == NULL ? 0 : message->len,
        .key_bytes = message->key == NULL ? 0 : message->key_len,
        .partition = message->partition,
        .offset = (double)message->offset,
    };
  }
  if (count > 0) group_receive(member->group, records, count, arrived_us);
  for (ssize_t at = 0; at < taken; at += 1) rd_kafka_message_destroy(messages[at]);
  // An error may repeat at once.
  if (errors > 0 && count == 0) nap(longest_call_ms);
  return count;
}

/* Waits in the library for the next record, then reads all available records in portions of limited size. */
static void read_records(engine_member *member) {
  rd_kafka_queue_t *queue = rd_kafka_queue_get_consumer(member->client);
  while (!atomic_load(&member->is_closing)) {
    if (read_once(member, queue, 1, longest_call_ms) == 0) continue;
    for (;;) {
      size_t count = read_once(member, queue, records_per_read, 0);
      if (count == 0 || atomic_load(&member->is_closing)) break;
      if (count < enough_to_read_on) nap(member->read_pause_ms);
    }
  }
  rd_kafka_queue_destroy(queue);
}

void *member_run(void *argument) {
  engine_member *member = argument;
  pthread_setname_np(pthread_self(), "headroom-reader");
  connect_member(member);
  if (atomic_load(&member->state) == member_connected) {
    read_records(member);
    rd_kafka_unsubscribe(member->client);
    rd_kafka_consumer_close(member->client);
  }
  // JavaScript's thread no longer calls the library for this client: it has closed the member, or sees that it failed.
  rd_kafka_destroy(member->client);
  if (atomic_load(&member->state) == member_connected) atomic_store(&member->state, member_closed);
  member_drop_reference(member);
  return NULL;
}

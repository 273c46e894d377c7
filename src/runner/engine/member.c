#include "member.h"

#include <stdlib.h>
#include <string.h>

#include "member-thread.h"
#include "memory.h"

static void free_member(engine_member *member) {
  client_events_end(&member->events);
  group_release(member->group);
  pthread_mutex_destroy(&member->lock);
  free(member->owned);
  free(member->topic);
  free(member);
}

void member_drop_reference(engine_member *member) {
  if (atomic_fetch_sub(&member->references, 1) == 1) free_member(member);
}

engine_member *member_create(member_options options, char *failure, size_t failure_size) {
  engine_member *member = engine_allocate(1, sizeof *member);
  pthread_mutex_init(&member->lock, NULL);
  client_events_begin(&member->events, member);
  member->group = options.group;
  group_retain(member->group);
  member->connect_timeout_ms = options.connect_timeout_ms;
  member->read_pause_ms = options.read_pause_ms;
  size_t topic_bytes = strlen(options.topic) + 1;
  member->topic = engine_allocate(topic_bytes, 1);
  memcpy(member->topic, options.topic, topic_bytes);
  atomic_init(&member->references, 1);
  atomic_init(&member->state, member_connecting);
  member_listen(member, options.settings);
  member->client = rd_kafka_new(RD_KAFKA_CONSUMER, options.settings, failure, failure_size);
  if (member->client == NULL) {
    rd_kafka_conf_destroy(options.settings);
    free_member(member);
    return NULL;
  }
  // Errors, statistics and rebalances arrive in the queue of records, which the thread reads.
  rd_kafka_poll_set_consumer(member->client);
  atomic_fetch_add(&member->references, 1);
  if (pthread_create(&member->thread, NULL, member_run, member) != 0) {
    snprintf(failure, failure_size, "the system has no thread left");
    rd_kafka_destroy(member->client);
    free_member(member);
    return NULL;
  }
  pthread_detach(member->thread);
  return member;
}

void member_release(engine_member *member) {
  member_close(member);
  member_drop_reference(member);
}

void member_close(engine_member *member) { atomic_store(&member->is_closing, true); }

static bool is_usable(engine_member *member) {
  return atomic_load(&member->state) == member_connected && !atomic_load(&member->is_closing);
}

rd_kafka_resp_err_t member_join(engine_member *member) {
  if (!is_usable(member)) return RD_KAFKA_RESP_ERR__STATE;
  rd_kafka_topic_partition_list_t *topics = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(topics, member->topic, RD_KAFKA_PARTITION_UA);
  rd_kafka_resp_err_t error = rd_kafka_subscribe(member->client, topics);
  rd_kafka_topic_partition_list_destroy(topics);
  return error;
}

rd_kafka_resp_err_t member_assign(engine_member *member, const int32_t *partitions, size_t count) {
  if (!is_usable(member)) return RD_KAFKA_RESP_ERR__STATE;
  return member_own(member, partitions, count);
}

void member_set_paused(engine_member *member, bool is_paused) {
  atomic_store(&member->is_paused, is_paused);
  if (!is_usable(member)) return;
  size_t count;
  int32_t *owned = member_copy_owned(member, &count);
  rd_kafka_topic_partition_list_t *list = rd_kafka_topic_partition_list_new((int)count);
  for (size_t at = 0; at < count; at += 1) rd_kafka_topic_partition_list_add(list, member->topic, owned[at]);
  if (is_paused) rd_kafka_pause_partitions(member->client, list);
  else rd_kafka_resume_partitions(member->client, list);
  rd_kafka_topic_partition_list_destroy(list);
  free(owned);
}

int32_t *member_copy_owned(engine_member *member, size_t *count) {
  pthread_mutex_lock(&member->lock);
  *count = member->owned_count;
  int32_t *owned = engine_allocate(*count, sizeof *owned);
  if (*count > 0) memcpy(owned, member->owned, *count * sizeof *owned);
  pthread_mutex_unlock(&member->lock);
  return owned;
}

int64_t member_end_offset(engine_member *member, int32_t partition) {
  int64_t low;
  int64_t high;
  if (!is_usable(member)) return -1;
  rd_kafka_resp_err_t error = rd_kafka_get_watermark_offsets(member->client, member->topic, partition, &low, &high);
  return error == RD_KAFKA_RESP_ERR_NO_ERROR ? high : -1;
}

uint32_t member_assignments(engine_member *member) {
  pthread_mutex_lock(&member->lock);
  uint32_t assignments = member->assignments;
  pthread_mutex_unlock(&member->lock);
  return assignments;
}

void member_copy_failure(engine_member *member, char *failure) {
  pthread_mutex_lock(&member->lock);
  memcpy(failure, member->failure, failure_bytes);
  pthread_mutex_unlock(&member->lock);
}

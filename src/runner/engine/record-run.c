#include "record-run.h"

#include <math.h>
#include <stdlib.h>

enum {
  /* When the library checks the size of a record, it adds less than this to the bytes of key and value. */
  most_frame_bytes = 512,
  longest_setting = 32,
  copy_shift = 32,
};

_Static_assert(sizeof(void *) == sizeof(uint64_t), "an opaque holds two numbers of 32 bits");

void *opaque_of(uint32_t timed, uint32_t copy) { return (void *)((uintptr_t)copy << copy_shift | timed); }

uint32_t timed_of(const void *opaque) { return (uint32_t)(uintptr_t)opaque; }

uint32_t copy_in(const void *opaque) { return (uint32_t)((uintptr_t)opaque >> copy_shift); }

static double setting_of(rd_kafka_t *client, const char *name) {
  char text[longest_setting];
  size_t bytes = sizeof text;
  if (rd_kafka_conf_get(rd_kafka_conf(client), name, text, &bytes) != RD_KAFKA_CONF_OK) return 0;
  return strtod(text, NULL);
}

static size_t largest_value(const value_pool *pool) {
  size_t largest = 0;
  for (size_t at = 0; at < pool->count; at += 1) {
    size_t bytes = pool->begins[at + 1] - pool->begins[at];
    if (bytes > largest) largest = bytes;
  }
  return largest;
}

/* Maximum size of the copies without the pool: the bytes that the library's queue may hold, and those of one more pool. */
static size_t most_copied_bytes(rd_kafka_t *client, const value_pool *pool, double queue_records) {
  double pool_bytes = (double)pool->begins[pool->count];
  double planned_bytes = queue_records * pool_bytes / (double)pool->count;
  double library_bytes = setting_of(client, "queue.buffering.max.kbytes") * 1024;
  return (size_t)(fmin(planned_bytes, library_bytes) + pool_bytes);
}

void run_begin(record_run *run, rd_kafka_t *client, chooser_plan plan, const value_pool *pool, double queue_records) {
  chooser_begin(&run->chooser, plan);
  value_copies_begin(&run->copies, pool, most_copied_bytes(client, pool, queue_records));
  // If the library refuses a record as too large, it still takes the records after it, so the number of taken records does not
  // tell which they are. Where a record may be too large, each is therefore offered alone. So is each record if keys determine
  // the partition, because the memory for a key is used again for the next record.
  bool may_be_too_large =
      (double)(largest_value(pool) + plan.key_bytes + most_frame_bytes) > setting_of(client, "message.max.bytes");
  run->most_records = may_be_too_large || plan.records_per_turn == 0 ? 1 : most_run_records;
}

void run_end(record_run *run) {
  chooser_end(&run->chooser);
  value_copies_end(&run->copies);
}

/* Adds the next record to the run. Returns false if the run is complete: no further record fits into the same call. */
static bool add_record(record_run *run) {
  partition_chooser *chooser = &run->chooser;
  value_copies *copies = &run->copies;
  if (!run->has_chosen) chooser_next(chooser, value_copies_next_bytes(copies));
  run->has_chosen = true;
  bool has_room = value_copies_has_room(copies);
  if (run->count > 0 && (!has_room || chooser->partition != run->partition)) return false;
  value_place place = value_copies_take(copies);
  run->messages[run->count] = (rd_kafka_message_t){
      .payload = place.value,
      .len = place.bytes,
      .key = chooser->key,
      .key_len = chooser->plan.key_bytes,
      ._private = opaque_of(0, place.copy),
  };
  run->partition = chooser->partition;
  run->is_copied_by_library = !has_room;
  run->has_chosen = false;
  run->count += 1;
  return has_room;
}

size_t run_fill(record_run *run, double most_records) {
  if (run->count > 0) return run->count;
  run->first = 0;
  while (run->count < run->most_records && (run->count == 0 || (double)run->count < most_records)) {
    if (!add_record(run)) break;
  }
  return run->count;
}

/* Offers the records one by one, because a call with headers takes only one. The library owns the headers that it accepts. */
static size_t offer_with_headers(record_run *run, rd_kafka_t *client, rd_kafka_topic_t *topic, size_t count, int flags,
                                 rd_kafka_resp_err_t *refusal) {
  for (size_t at = 0; at < count; at += 1) {
    rd_kafka_message_t *message = &run->messages[run->first + at];
    rd_kafka_headers_t *headers = rd_kafka_headers_copy(run->headers);
    *refusal = rd_kafka_producev(
        client, RD_KAFKA_V_RKT(topic), RD_KAFKA_V_PARTITION((int32_t)run->partition), RD_KAFKA_V_MSGFLAGS(flags),
        RD_KAFKA_V_VALUE(message->payload, message->len), RD_KAFKA_V_KEY(message->key, message->key_len),
        RD_KAFKA_V_HEADERS(headers), RD_KAFKA_V_OPAQUE(message->_private), RD_KAFKA_V_END);
    if (*refusal == RD_KAFKA_RESP_ERR_NO_ERROR) continue;
    rd_kafka_headers_destroy(headers);
    return at;
  }
  return count;
}

/* Offers the records in one call. The library takes the first ones of the run, until its queue is full, or none. */
static size_t offer_together(record_run *run, rd_kafka_topic_t *topic, size_t count, int flags,
                             rd_kafka_resp_err_t *refusal) {
  rd_kafka_message_t *messages = run->messages + run->first;
  size_t taken = (size_t)rd_kafka_produce_batch(topic, (int32_t)run->partition, flags, messages, (int)count);
  if (taken < count) *refusal = messages[taken].err;
  return taken;
}

size_t run_offer(record_run *run, rd_kafka_t *client, rd_kafka_topic_t *topic, size_t count,
                 rd_kafka_resp_err_t *refusal) {
  int flags = run->is_copied_by_library ? RD_KAFKA_MSG_F_COPY : 0;
  *refusal = RD_KAFKA_RESP_ERR_NO_ERROR;
  size_t taken = run->headers == NULL ? offer_together(run, topic, count, flags, refusal)
                                      : offer_with_headers(run, client, topic, count, flags, refusal);
  run->first += taken;
  run->count -= taken;
  return taken;
}

#include "producer-thread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "client-metadata.h"
#include "clock.h"
#include "memory.h"
#include "producer-transactions.h"
#include "record-layout.h"

enum {
  /* Records between two looks at the delivery reports. */
  records_per_burst = 256,
  /* Maximum time of a wait in the library in ms. A start, a stop or a close may have to wait this long. */
  longest_wait_ms = 10,
  flush_timeout_ms = 1500,
};

typedef enum { more_due, nothing_due, queue_full, senders_wait } push_outcome;

static double epoch_now_us(const engine_producer *producer) {
  return engine_now_us() + producer->plan.epoch_offset_us;
}

/* A picked record's opaque is its slot + 1; other records have none. */
static void *opaque_of(size_t slot) { return (void *)(uintptr_t)(slot + 1); }

static void on_report(rd_kafka_t *client, const rd_kafka_message_t *message, void *opaque) {
  (void)client;
  engine_producer *producer = ((client_events *)opaque)->owner;
  bool is_timed = message->_private != NULL;
  bool is_acked = message->err == RD_KAFKA_RESP_ERR_NO_ERROR;
  bool frees_sender = producer->outstanding_records == producer->plan.senders;
  double now_us = is_timed || frees_sender ? epoch_now_us(producer) : 0;
  record_times times = {0};
  if (is_timed) times = timed_release(&producer->timed, (size_t)(uintptr_t)message->_private - 1);
  if (frees_sender) producer->freed_us = now_us;
  pthread_mutex_lock(&producer->lock);
  producer->outstanding_records -= 1;
  producer_second *second = &producer->second;
  if (is_acked) {
    second_note_acked(second, message->partition, (double)(message->len + producer->chooser.plan.key_bytes));
    producer->transaction_acked += 1;
  } else {
    error_counts_add(&second->failures, message->err);
  }
  if (is_acked && is_timed) second_note_times(second, times, now_us);
  pthread_mutex_unlock(&producer->lock);
}

void producer_listen(engine_producer *producer, rd_kafka_conf_t *settings) {
  client_events_listen(&producer->events, settings);
  rd_kafka_conf_set_dr_msg_cb(settings, on_report);
}

static void note_queue_full(engine_producer *producer) {
  pthread_mutex_lock(&producer->lock);
  producer->second.queue_full_retries += 1;
  pthread_mutex_unlock(&producer->lock);
}

static rd_kafka_resp_err_t produce(engine_producer *producer, uint8_t *value, size_t bytes, void *opaque) {
  partition_chooser *chooser = &producer->chooser;
  int32_t partition = (int32_t)chooser->partition;
  size_t key_bytes = chooser->plan.key_bytes;
  if (producer->headers == NULL) {
    int failed = rd_kafka_produce(producer->topic, partition, RD_KAFKA_MSG_F_COPY, value, bytes, chooser->key,
                                  key_bytes, opaque);
    return failed == 0 ? RD_KAFKA_RESP_ERR_NO_ERROR : rd_kafka_last_error();
  }
  // The library keeps the headers of a record that it accepts.
  rd_kafka_headers_t *headers = rd_kafka_headers_copy(producer->headers);
  rd_kafka_resp_err_t error = rd_kafka_producev(
      producer->client, RD_KAFKA_V_RKT(producer->topic), RD_KAFKA_V_PARTITION(partition),
      RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_VALUE(value, bytes), RD_KAFKA_V_KEY(chooser->key, key_bytes),
      RD_KAFKA_V_HEADERS(headers), RD_KAFKA_V_OPAQUE(opaque), RD_KAFKA_V_END);
  if (error != RD_KAFKA_RESP_ERR_NO_ERROR) rd_kafka_headers_destroy(headers);
  return error;
}

static void note_sent(engine_producer *producer) {
  producer->has_chosen = false;
  producer->sequences[producer->chooser.partition] += 1;
  pthread_mutex_lock(&producer->lock);
  producer->sent_records += 1;
  producer->outstanding_records += 1;
  producer->transaction_records += 1;
  producer->second.accepted_records += 1;
  pthread_mutex_unlock(&producer->lock);
  transactions_note_sent(producer, producer->chooser.partition);
}

/* Offers the next record to the library. Returns false if it was not accepted. */
static bool hand_over(engine_producer *producer, double start_us) {
  const producer_plan *plan = &producer->plan;
  if (producer->outstanding_records >= plan->queue_records) {
    note_queue_full(producer);
    return false;
  }
  double record = producer->sent_records;
  const value_pool *pool = &producer->pool;
  size_t at = (size_t)((uint64_t)record % pool->count);
  uint8_t *value = pool->memory + pool->begins[at];
  size_t bytes = pool->begins[at + 1] - pool->begins[at];
  if (!producer->has_chosen) chooser_next(&producer->chooser, bytes);
  producer->has_chosen = true;
  double intended_us = fmax(producer->freed_us, start_us + schedule_offset_ms(&plan->schedule, record) * 1000);
  double sequence = producer->sequences[producer->chooser.partition];
  memcpy(value + sequence_at, &sequence, sizeof sequence);
  memcpy(value + intended_at, &intended_us, sizeof intended_us);
  bool is_timed = record == producer->sample.next;
  size_t slot = 0;
  if (is_timed)
    slot = timed_hold(&producer->timed,
                      (record_times){.intended_us = intended_us, .sent_us = epoch_now_us(producer)});
  rd_kafka_resp_err_t error = produce(producer, value, bytes, is_timed ? opaque_of(slot) : NULL);
  if (error == RD_KAFKA_RESP_ERR_NO_ERROR) {
    if (is_timed) sample_move_on(&producer->sample);
    note_sent(producer);
    return true;
  }
  if (is_timed) timed_release(&producer->timed, slot);
  if (error == RD_KAFKA_RESP_ERR__QUEUE_FULL) {
    note_queue_full(producer);
  } else {
    client_events_note_error(&producer->events, error);
    producer->has_refused = true;
  }
  return false;
}

/* Start and end of the schedule, as JavaScript has set them. */
static double read_start(engine_producer *producer, bool *is_stopped) {
  pthread_mutex_lock(&producer->lock);
  double start_us = producer->start_us;
  *is_stopped = !isnan(producer->stopped_ms);
  pthread_mutex_unlock(&producer->lock);
  return start_us;
}

/* Hands over one record, unless the schedule has been stopped since the burst began. */
static push_outcome push_one(engine_producer *producer, double start_us) {
  pthread_mutex_lock(&producer->sending);
  // Only JavaScript writes it meanwhile, and holds `sending` then.
  bool is_stopped = !isnan(producer->stopped_ms);
  bool is_accepted = !is_stopped && hand_over(producer, start_us);
  pthread_mutex_unlock(&producer->sending);
  if (is_stopped) return nothing_due;
  return is_accepted ? more_due : queue_full;
}

/*
 * The tail begins when the thread first sees the end of the schedule, because a busy machine may have paused the
 * thread.
 */
static bool has_tail_ended(engine_producer *producer, double elapsed_ms) {
  const producer_plan *plan = &producer->plan;
  if (elapsed_ms <= plan->end_ms) return false;
  if (isnan(producer->tail_ends_ms)) producer->tail_ends_ms = elapsed_ms + plan->tail_ms;
  return elapsed_ms >= producer->tail_ends_ms;
}

/* Sends the records that are due, at most one burst. Sets the time in ms after which there may be more to do. */
static push_outcome push(engine_producer *producer, int *wait_ms) {
  const producer_plan *plan = &producer->plan;
  bool is_stopped;
  double start_us = read_start(producer, &is_stopped);
  *wait_ms = longest_wait_ms;
  if (is_stopped || isinf(start_us) || producer->sent_records >= plan->schedule.total_records) return nothing_due;
  double elapsed_ms = (epoch_now_us(producer) - start_us) / 1000;
  if (has_tail_ended(producer, elapsed_ms)) {
    producer_stop(producer, elapsed_ms);
    return nothing_due;
  }
  double due = schedule_due_by(&plan->schedule, elapsed_ms);
  double end = fmin(due, producer->sent_records + records_per_burst);
  *wait_ms = 1;
  while (producer->sent_records < end) {
    if (producer->outstanding_records >= plan->senders) return senders_wait;
    push_outcome outcome = push_one(producer, start_us);
    if (outcome != more_due) return outcome;
  }
  if (producer->sent_records < due) return more_due;
  double next_ms = schedule_offset_ms(&plan->schedule, producer->sent_records) - elapsed_ms;
  *wait_ms = (int)fmin(longest_wait_ms, fmax(1, ceil(next_ms)));
  return nothing_due;
}

/* True if no more records follow. */
static bool is_load_over(engine_producer *producer) {
  bool is_stopped;
  read_start(producer, &is_stopped);
  return is_stopped || producer->sent_records >= producer->plan.schedule.total_records;
}

static void send_records(engine_producer *producer) {
  int wait_ms = 0;
  while (!atomic_load(&producer->is_closing)) {
    // Returns early when a report, an error or statistics arrive.
    rd_kafka_poll(producer->client, wait_ms);
    if (push(producer, &wait_ms) == more_due) wait_ms = 0;
    if (producer->plan.transaction_ms > 0)
      wait_ms = transactions_end_if_due(producer, is_load_over(producer), wait_ms);
  }
}

static rd_kafka_resp_err_t connect_producer(engine_producer *producer) {
  int partitions;
  rd_kafka_resp_err_t error =
      client_request_metadata(producer->client, producer->topic_name, producer->plan.connect_timeout_ms, &partitions);
  if (error != RD_KAFKA_RESP_ERR_NO_ERROR) return error;
  producer->topic = rd_kafka_topic_new(producer->client, producer->topic_name, NULL);
  if (producer->topic == NULL) return rd_kafka_last_error();
  chooser_plan plan = producer->plan.chooser;
  if (plan.partitions == 0) plan.partitions = (uint32_t)partitions;
  if (plan.partitions == 0) return RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART;
  chooser_begin(&producer->chooser, plan);
  second_begin(&producer->second, plan.partitions);
  producer->sequences = engine_allocate(plan.partitions, sizeof *producer->sequences);
  return transactions_start(producer);
}

void *producer_run(void *argument) {
  engine_producer *producer = argument;
  pthread_setname_np(pthread_self(), "headroom-sender");
  rd_kafka_resp_err_t error = connect_producer(producer);
  if (error == RD_KAFKA_RESP_ERR_NO_ERROR) {
    atomic_store(&producer->state, producer_connected);
    send_records(producer);
    transactions_close(producer, flush_timeout_ms);
    rd_kafka_flush(producer->client, flush_timeout_ms);
  } else {
    snprintf(producer->failure, sizeof producer->failure, "%s", rd_kafka_err2str(error));
    atomic_store(&producer->state, producer_failed);
  }
  if (producer->topic != NULL) rd_kafka_topic_destroy(producer->topic);
  rd_kafka_destroy(producer->client);
  if (error == RD_KAFKA_RESP_ERR_NO_ERROR) atomic_store(&producer->state, producer_closed);
  producer_drop_reference(producer);
  return NULL;
}

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
  /* Maximum number of records that are sent before the thread processes delivery reports. */
  records_per_burst = most_run_records,
  /* Maximum time of a wait in the library in ms. A start, a stop or a close may have to wait this long. */
  longest_wait_ms = 10,
  flush_timeout_ms = 1500,
};

/* Why `push` returned: more records are due, none is due, the library's queue is full, or all synchronous senders wait. */
typedef enum { more_due, nothing_due, queue_full, senders_wait } push_outcome;

static double epoch_now_us(const engine_producer *producer) {
  return engine_now_us() + producer->plan.epoch_offset_us;
}

static void on_report(rd_kafka_t *client, const rd_kafka_message_t *message, void *opaque) {
  (void)client;
  engine_producer *producer = ((client_events *)opaque)->owner;
  uint32_t timed = timed_of(message->_private);
  uint32_t copy = copy_in(message->_private);
  bool is_timed = timed != 0;
  bool is_acked = message->err == RD_KAFKA_RESP_ERR_NO_ERROR;
  bool frees_sender = producer->outstanding_records == producer->plan.senders;
  double now_us = is_timed || frees_sender ? epoch_now_us(producer) : 0;
  record_times times = {0};
  if (is_timed) times = timed_release(&producer->timed, timed - 1);
  if (copy != 0) value_copies_release(&producer->run.copies, copy);
  if (frees_sender) producer->freed_us = now_us;
  pthread_mutex_lock(&producer->lock);
  producer->outstanding_records -= 1;
  producer_second *second = &producer->second;
  if (is_acked) {
    second_note_acked(second, message->partition, (double)(message->len + producer->run.chooser.plan.key_bytes));
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

/*
 * Writes sequence number and intended time into the values of the first `count` records, and picks those to be timed. Their time
 * of sending is that of this call, which is slightly early, because the run is handed over only afterwards.
 */
static void stamp_records(engine_producer *producer, double start_us, size_t count) {
  record_run *run = &producer->run;
  record_sample sample = producer->sample;
  double first_sequence = producer->sequences[run->partition];
  for (size_t at = 0; at < count; at += 1) {
    rd_kafka_message_t *message = &run->messages[run->first + at];
    uint8_t *value = message->payload;
    double record = producer->sent_records + (double)at;
    double scheduled_us = start_us + schedule_offset_ms(&producer->plan.schedule, record) * 1000;
    double intended_us = fmax(producer->freed_us, scheduled_us);
    double sequence = first_sequence + (double)at;
    memcpy(value + sequence_at, &sequence, sizeof sequence);
    memcpy(value + intended_at, &intended_us, sizeof intended_us);
    if (record != sample.next) continue;
    sample_move_on(&sample);
    record_times times = {.intended_us = intended_us, .sent_us = epoch_now_us(producer)};
    uint32_t slot = (uint32_t)timed_hold(&producer->timed, times);
    message->_private = opaque_of(slot + 1, copy_in(message->_private));
  }
}

/* Forgets the times of the first `count` records, because the library refused them. They are picked again when offered again. */
static void untime_records(engine_producer *producer, size_t count) {
  record_run *run = &producer->run;
  for (size_t at = 0; at < count; at += 1) {
    rd_kafka_message_t *message = &run->messages[run->first + at];
    uint32_t timed = timed_of(message->_private);
    if (timed == 0) continue;
    timed_release(&producer->timed, timed - 1);
    message->_private = opaque_of(0, copy_in(message->_private));
  }
}

static void note_sent(engine_producer *producer, size_t count) {
  uint32_t partition = producer->run.partition;
  double records = (double)count;
  producer->sequences[partition] += records;
  pthread_mutex_lock(&producer->lock);
  producer->sent_records += records;
  producer->outstanding_records += records;
  producer->transaction_records += records;
  producer->second.accepted_records += records;
  pthread_mutex_unlock(&producer->lock);
  while (producer->sample.next < producer->sent_records) sample_move_on(&producer->sample);
  transactions_note_sent(producer, partition);
}

/* Offers the next records to the library, at most `most_records`. Returns false if it did not accept them all. */
static bool hand_over(engine_producer *producer, double start_us, double most_records) {
  record_run *run = &producer->run;
  double room = producer->plan.queue_records - producer->outstanding_records;
  if (room <= 0) {
    note_queue_full(producer);
    return false;
  }
  size_t count = (size_t)fmin(fmin(room, most_records), (double)run_fill(run, most_records));
  stamp_records(producer, start_us, count);
  rd_kafka_resp_err_t refusal;
  size_t taken = run_offer(run, producer->client, producer->topic, count, &refusal);
  if (taken > 0) note_sent(producer, taken);
  if (taken == count) return true;
  untime_records(producer, count - taken);
  if (refusal == RD_KAFKA_RESP_ERR__QUEUE_FULL) {
    note_queue_full(producer);
  } else {
    client_events_note_error(&producer->events, refusal);
    producer->has_refused = true;
  }
  return false;
}

/* Returns the start of the schedule (epoch us; infinite if it is not known yet), and whether the schedule has been stopped. */
static double read_start(engine_producer *producer, bool *is_stopped) {
  pthread_mutex_lock(&producer->lock);
  double start_us = producer->start_us;
  *is_stopped = !isnan(producer->stopped_ms);
  pthread_mutex_unlock(&producer->lock);
  return start_us;
}

/* Hands over a run of records, unless the schedule has been stopped since the burst began. */
static push_outcome push_run(engine_producer *producer, double start_us, double most_records) {
  pthread_mutex_lock(&producer->sending);
  // Needs no `lock`: besides this thread only JavaScript writes it, and it holds `sending` then.
  bool is_stopped = !isnan(producer->stopped_ms);
  bool are_accepted = !is_stopped && hand_over(producer, start_us, most_records);
  pthread_mutex_unlock(&producer->sending);
  if (is_stopped) return nothing_due;
  return are_accepted ? more_due : queue_full;
}

/*
 * True if records that were due may no longer be sent. This time begins when the thread first sees the end of the load, because a
 * busy machine may have paused the thread.
 */
static bool has_tail_ended(engine_producer *producer, double elapsed_ms) {
  const producer_plan *plan = &producer->plan;
  if (elapsed_ms <= plan->end_ms) return false;
  if (isnan(producer->tail_ends_ms)) producer->tail_ends_ms = elapsed_ms + plan->tail_ms;
  return elapsed_ms >= producer->tail_ends_ms;
}

/* Sends the records that are due, at most one burst. Sets `wait_ms` to the time after which there may be more to do. */
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
    double idle_senders = plan->senders - producer->outstanding_records;
    if (idle_senders <= 0) return senders_wait;
    push_outcome outcome = push_run(producer, start_us, fmin(end - producer->sent_records, idle_senders));
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
  run_begin(&producer->run, producer->client, plan, &producer->pool, producer->plan.queue_records);
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

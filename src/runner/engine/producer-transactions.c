#include "producer-transactions.h"

#include <math.h>

#include "clock.h"
#include "memory.h"

enum {
  /* Maximum time in ms of a call that ends a transaction. After a timeout it is repeated, unless the producer closes. */
  call_timeout_ms = 500,
  /* Pause in ms after an error that the library asks to try again. */
  retry_pause_ms = 10,
};

typedef rd_kafka_error_t *(*transaction_call)(rd_kafka_t *client, int timeout_ms);

/* Returns the code of an error, and frees the error. NULL stands for no error. */
static rd_kafka_resp_err_t code_of(rd_kafka_error_t *error) {
  if (error == NULL) return RD_KAFKA_RESP_ERR_NO_ERROR;
  rd_kafka_resp_err_t code = rd_kafka_error_code(error);
  rd_kafka_error_destroy(error);
  return code;
}

rd_kafka_resp_err_t transactions_start(engine_producer *producer) {
  producer->transaction_since_us = INFINITY;
  producer->transaction_number = 1;
  if (producer->plan.transaction_ms == 0) return RD_KAFKA_RESP_ERR_NO_ERROR;
  uint32_t partitions = producer->run.chooser.plan.partitions;
  producer->transaction_of_partition = engine_allocate(partitions, sizeof *producer->transaction_of_partition);
  rd_kafka_resp_err_t error =
      code_of(rd_kafka_init_transactions(producer->client, producer->plan.connect_timeout_ms));
  return error == RD_KAFKA_RESP_ERR_NO_ERROR ? code_of(rd_kafka_begin_transaction(producer->client)) : error;
}

void transactions_note_sent(engine_producer *producer, uint32_t partition) {
  if (producer->plan.transaction_ms == 0) return;
  if (isinf(producer->transaction_since_us)) producer->transaction_since_us = engine_now_us();
  if (producer->transaction_of_partition[partition] == producer->transaction_number) return;
  producer->transaction_of_partition[partition] = producer->transaction_number;
  producer->transaction_partitions += 1;
}

/* Calls the library until it reports a result. Returns NULL if it succeeded. */
static rd_kafka_error_t *call(engine_producer *producer, transaction_call end) {
  for (;;) {
    rd_kafka_error_t *error = end(producer->client, call_timeout_ms);
    bool is_final = error == NULL || !rd_kafka_error_is_retriable(error) || rd_kafka_error_txn_requires_abort(error);
    if (is_final || atomic_load(&producer->is_closing)) return error;
    rd_kafka_error_destroy(error);
    rd_kafka_poll(producer->client, retry_pause_ms);
  }
}

/* Counts a transaction that has ended. The delivery reports of its records have been processed before. */
static void note_end(engine_producer *producer, bool is_committed, double took_us) {
  pthread_mutex_lock(&producer->lock);
  producer_second *second = &producer->second;
  if (is_committed) {
    second->committed_transactions += 1;
    second->commit_ms += took_us / 1000;
  } else {
    second->aborted_transactions += 1;
    second->aborted_records += producer->transaction_acked;
  }
  second->markers += producer->transaction_partitions;
  producer->transaction_records = 0;
  producer->transaction_acked = 0;
  pthread_mutex_unlock(&producer->lock);
  producer->transaction_since_us = INFINITY;
  producer->transaction_number += 1;
  producer->transaction_partitions = 0;
}

/* Ends the schedule after an error from which the library does not recover, such as another client with its transactional id. */
static void give_up(engine_producer *producer, rd_kafka_resp_err_t error) {
  client_events_note_error(&producer->events, error);
  note_end(producer, false, 0);
  double now_us = engine_now_us() + producer->plan.epoch_offset_us;
  pthread_mutex_lock(&producer->lock);
  double start_us = producer->start_us;
  pthread_mutex_unlock(&producer->lock);
  producer_stop(producer, (now_us - start_us) / 1000);
}

static void end_transaction(engine_producer *producer) {
  double from_us = engine_now_us();
  rd_kafka_error_t *error = call(producer, rd_kafka_commit_transaction);
  bool is_committed = error == NULL;
  if (!is_committed && rd_kafka_error_txn_requires_abort(error)) {
    client_events_note_error(&producer->events, code_of(error));
    error = call(producer, rd_kafka_abort_transaction);
  }
  rd_kafka_resp_err_t code = code_of(error);
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR && atomic_load(&producer->is_closing)) return;
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) return give_up(producer, code);
  double now_us = engine_now_us();
  note_end(producer, is_committed, now_us - from_us);
  // Synchronous senders waited for the commit, so no record of theirs was due before it.
  if (isfinite(producer->plan.senders)) producer->freed_us = now_us + producer->plan.epoch_offset_us;
  code = code_of(rd_kafka_begin_transaction(producer->client));
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) give_up(producer, code);
}

int transactions_end_if_due(engine_producer *producer, bool is_load_over, int wait_ms) {
  if (!producer->has_refused) {
    if (isinf(producer->transaction_since_us)) return wait_ms;
    double remaining_ms = producer->plan.transaction_ms - (engine_now_us() - producer->transaction_since_us) / 1000;
    if (remaining_ms > 0 && !is_load_over) return (int)fmin(wait_ms, ceil(remaining_ms));
  }
  producer->has_refused = false;
  end_transaction(producer);
  return 0;
}

void transactions_close(engine_producer *producer, int timeout_ms) {
  if (producer->plan.transaction_ms > 0) code_of(rd_kafka_abort_transaction(producer->client, timeout_ms));
}

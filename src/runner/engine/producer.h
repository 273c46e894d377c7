/*
 * One producer of the plan: a librdkafka client and the thread that sends by its schedule. The thread never waits for
 * JavaScript.
 */
#ifndef HEADROOM_PRODUCER_H
#define HEADROOM_PRODUCER_H

#include <rdkafka.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "client-events.h"
#include "producer-second.h"
#include "record-run.h"
#include "send-schedule.h"
#include "timed-records.h"

typedef enum { producer_connecting, producer_connected, producer_failed, producer_closed } producer_state;

/* What JavaScript decides before the load: `NativeProducerPlan` of native-engine.ts. */
typedef struct {
  send_schedule schedule;
  chooser_plan chooser;
  /* Controller's time since 1970 minus the engine's clock, in us. */
  double epoch_offset_us;
  int connect_timeout_ms;
  /* Maximum number of records without a delivery report. */
  double queue_records;
  /* Senders that wait for acknowledgements; infinite for an open loop. */
  double senders;
  /* End of the load, since its start. */
  double end_ms;
  /* Records that were due are still sent for this long after the thread has first seen that the load has ended. */
  double tail_ms;
  /* From the first record of a transaction to its commit; 0: no transactions. */
  double transaction_ms;
  double timed_every;
  uint32_t timed_seed;
} producer_plan;

typedef struct {
  producer_plan plan;
  rd_kafka_t *client;
  rd_kafka_topic_t *topic;
  char *topic_name;
  /* NULL if records have none. */
  rd_kafka_headers_t *headers;
  value_pool pool;
  client_events events;
  pthread_t thread;
  atomic_int references;
  _Atomic(producer_state) state;
  atomic_bool is_closing;
  char failure[failure_bytes];

  /* Used by the thread only. */
  record_run run;
  record_sample sample;
  timed_records timed;
  double *sequences;
  /*
   * When a synchronous sender was last freed while all of them waited, by a delivery report or by the end of a transaction (epoch
   * us); 0 if that has not happened. No record has an earlier intended time.
   */
  double freed_us;

  /* When records that were due may no longer be sent (ms since the start); NaN until the thread has seen the end of the load. */
  double tail_ends_ms;

  /* When the first record of the open transaction was handed over, by the engine's clock; infinite if it has no record. */
  double transaction_since_us;
  /* By partition: number of the last transaction that had a record there. 0: none. */
  double *transaction_of_partition;
  double transaction_number;
  /* Partitions of the open transaction; each gets a marker when it ends. */
  double transaction_partitions;
  /* True if the library refused a record for another reason than a full queue, so that the transaction has to end. */
  bool has_refused;

  /* Held while a run of records is handed over, so that no record follows a stop. Taken before `lock`. */
  pthread_mutex_t sending;
  /* Protects everything below. It is never held during a call of librdkafka or Node. */
  pthread_mutex_t lock;
  /* Start of the schedule (epoch us); infinite until it is known. */
  double start_us;
  /* Time since the start at which the schedule was stopped; NaN until then. */
  double stopped_ms;
  /* Records handed over since the start. */
  double sent_records;
  /* Records in the library without a delivery report. */
  double outstanding_records;
  /* Records since the last transaction, and those of them that were acknowledged. Meaningless without transactions. */
  double transaction_records;
  double transaction_acked;
  producer_second second;
} engine_producer;

/* What `producer_take` returns. */
typedef struct {
  producer_second second;
  double sent_records;
  double outstanding_records;
  double transaction_records;
  double stopped_ms;
} producer_taken;

typedef struct {
  producer_plan plan;
  char *topic_name;
  rd_kafka_headers_t *headers;
  value_pool pool;
  rd_kafka_conf_t *settings;
} producer_options;

/*
 * Creates the client and begins to connect. The producer owns topic name, headers, pool and settings from now on. If librdkafka
 * refuses, they are freed, `failure` says why, and the result is NULL. Otherwise the result has one reference.
 */
engine_producer *producer_create(producer_options options, char *failure, size_t failure_size);

/* Drops JavaScript's reference. Ends the thread if it still runs, without waiting for it. */
void producer_release(engine_producer *producer);

/* Sets the start of the schedule (epoch us). Call it when the producer is connected. */
void producer_start(engine_producer *producer, double start_us);

/* Stops the schedule at this time since the start, unless it was stopped before. No record is sent after it returns. */
void producer_stop(engine_producer *producer, double at_ms);

/* Lets the thread send what the library still has, and end. */
void producer_close(engine_producer *producer);

/* Moves the counters into `taken`; the caller calls `second_end` on them. Call it when the producer is connected. */
void producer_take(engine_producer *producer, producer_taken *taken);

#endif

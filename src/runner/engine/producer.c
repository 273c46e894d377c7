#include "producer.h"

#include <math.h>
#include <stdlib.h>

#include "memory.h"
#include "producer-thread.h"

static void free_producer(engine_producer *producer) {
  client_events_end(&producer->events);
  run_end(&producer->run);
  timed_end(&producer->timed);
  second_end(&producer->second);
  if (producer->headers != NULL) rd_kafka_headers_destroy(producer->headers);
  value_pool_free(&producer->pool);
  pthread_mutex_destroy(&producer->sending);
  pthread_mutex_destroy(&producer->lock);
  free(producer->sequences);
  free(producer->transaction_of_partition);
  free(producer->topic_name);
  free(producer);
}

void producer_drop_reference(engine_producer *producer) {
  if (atomic_fetch_sub(&producer->references, 1) == 1) free_producer(producer);
}

engine_producer *producer_create(producer_options options, char *failure, size_t failure_size) {
  engine_producer *producer = engine_allocate(1, sizeof *producer);
  producer->plan = options.plan;
  producer->topic_name = options.topic_name;
  producer->headers = options.headers;
  producer->run.headers = options.headers;
  producer->pool = options.pool;
  producer->start_us = INFINITY;
  producer->stopped_ms = NAN;
  producer->tail_ends_ms = NAN;
  pthread_mutex_init(&producer->sending, NULL);
  pthread_mutex_init(&producer->lock, NULL);
  client_events_begin(&producer->events, producer);
  sample_begin(&producer->sample, options.plan.timed_every, options.plan.timed_seed);
  atomic_init(&producer->references, 1);
  atomic_init(&producer->state, producer_connecting);
  producer_listen(producer, options.settings);
  producer->client = rd_kafka_new(RD_KAFKA_PRODUCER, options.settings, failure, failure_size);
  if (producer->client == NULL) {
    rd_kafka_conf_destroy(options.settings);
    free_producer(producer);
    return NULL;
  }
  atomic_fetch_add(&producer->references, 1);
  if (pthread_create(&producer->thread, NULL, producer_run, producer) != 0) {
    snprintf(failure, failure_size, "the system has no thread left");
    rd_kafka_destroy(producer->client);
    free_producer(producer);
    return NULL;
  }
  pthread_detach(producer->thread);
  return producer;
}

void producer_release(engine_producer *producer) {
  producer_close(producer);
  producer_drop_reference(producer);
}

void producer_close(engine_producer *producer) { atomic_store(&producer->is_closing, true); }

void producer_start(engine_producer *producer, double start_us) {
  pthread_mutex_lock(&producer->lock);
  producer->start_us = start_us;
  pthread_mutex_unlock(&producer->lock);
}

void producer_stop(engine_producer *producer, double at_ms) {
  pthread_mutex_lock(&producer->sending);
  pthread_mutex_lock(&producer->lock);
  if (isnan(producer->stopped_ms)) producer->stopped_ms = at_ms;
  pthread_mutex_unlock(&producer->lock);
  pthread_mutex_unlock(&producer->sending);
}

void producer_take(engine_producer *producer, producer_taken *taken) {
  producer_second empty;
  second_begin(&empty, producer->run.chooser.plan.partitions);
  pthread_mutex_lock(&producer->lock);
  *taken = (producer_taken){
      .second = producer->second,
      .sent_records = producer->sent_records,
      .outstanding_records = producer->outstanding_records,
      .transaction_records = producer->transaction_records,
      .stopped_ms = producer->stopped_ms,
  };
  producer->second = empty;
  pthread_mutex_unlock(&producer->lock);
}

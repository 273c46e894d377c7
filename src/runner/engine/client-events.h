/*
 * What librdkafka reports about a client: statistics, errors and throttle times. They wait here until JavaScript takes
 * them.
 */
#ifndef HEADROOM_CLIENT_EVENTS_H
#define HEADROOM_CLIENT_EVENTS_H

#include <pthread.h>
#include <rdkafka.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /* Maximum number of statistics reports that wait for JavaScript. If there are more, the oldest are dropped. */
  most_statistics = 64,
  /* Maximum number of different error codes that are counted. */
  most_error_codes = 64,
  /* Size of a text that says why a client could not be created or connected. */
  failure_bytes = 512,
};

typedef struct {
  char *json;
  /* Arrival, by the engine's clock. */
  double arrived_us;
} statistics_report;

typedef struct {
  rd_kafka_resp_err_t code;
  uint32_t count;
} error_count;

typedef struct {
  error_count items[most_error_codes];
  /* Number of different codes. */
  size_t codes;
} error_counts;

/* What happened since the last call of `client_events_take`. */
typedef struct {
  statistics_report statistics[most_statistics];
  size_t statistics_count;
  error_counts errors;
  /* Largest throttle time that a broker reported; 0 if none did. */
  int throttle_ms;
} event_list;

typedef struct {
  /* The engine_producer or engine_member that the events belong to. Its own callbacks find it here. */
  void *owner;
  /* Protects the list. It is never held during a call of librdkafka or Node. */
  pthread_mutex_t lock;
  event_list list;
} client_events;

/* Counts an error; a code beyond the first `most_error_codes` is not counted. */
void error_counts_add(error_counts *errors, rd_kafka_resp_err_t code);

void client_events_begin(client_events *events, void *owner);
void client_events_end(client_events *events);

/*
 * Sets the callbacks of a client that is not yet created. All callbacks of the client get `events` as their opaque. They run in
 * the thread that polls the client.
 */
void client_events_listen(client_events *events, rd_kafka_conf_t *settings);

void client_events_note_error(client_events *events, rd_kafka_resp_err_t code);

/* Moves the events into `taken`; the caller frees the texts of the statistics. */
void client_events_take(client_events *events, event_list *taken);

#endif

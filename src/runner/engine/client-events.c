#include "client-events.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "memory.h"

void error_counts_add(error_counts *errors, rd_kafka_resp_err_t code) {
  size_t at = 0;
  while (at < errors->codes && errors->items[at].code != code) at += 1;
  if (at < errors->codes) {
    errors->items[at].count += 1;
  } else if (at < most_error_codes) {
    errors->items[at] = (error_count){.code = code, .count = 1};
    errors->codes += 1;
  }
}

void client_events_begin(client_events *events, void *owner) {
  *events = (client_events){.owner = owner};
  pthread_mutex_init(&events->lock, NULL);
}

void client_events_end(client_events *events) {
  for (size_t at = 0; at < events->list.statistics_count; at += 1) free(events->list.statistics[at].json);
  pthread_mutex_destroy(&events->lock);
}

void client_events_note_error(client_events *events, rd_kafka_resp_err_t code) {
  pthread_mutex_lock(&events->lock);
  error_counts_add(&events->list.errors, code);
  pthread_mutex_unlock(&events->lock);
}

void client_events_take(client_events *events, event_list *taken) {
  pthread_mutex_lock(&events->lock);
  *taken = events->list;
  events->list.statistics_count = 0;
  events->list.errors.codes = 0;
  events->list.throttle_ms = 0;
  pthread_mutex_unlock(&events->lock);
}

static void on_error(rd_kafka_t *client, int code, const char *reason, void *opaque) {
  (void)client;
  (void)reason;
  client_events_note_error(opaque, (rd_kafka_resp_err_t)code);
}

static void on_throttle(rd_kafka_t *client, const char *broker, int32_t broker_id, int throttle_ms, void *opaque) {
  (void)client;
  (void)broker;
  (void)broker_id;
  client_events *events = opaque;
  pthread_mutex_lock(&events->lock);
  if (throttle_ms > events->list.throttle_ms) events->list.throttle_ms = throttle_ms;
  pthread_mutex_unlock(&events->lock);
}

static int on_statistics(rd_kafka_t *client, char *json, size_t json_bytes, void *opaque) {
  (void)client;
  client_events *events = opaque;
  char *text = engine_allocate(json_bytes + 1, 1);
  memcpy(text, json, json_bytes);
  char *dropped = NULL;
  pthread_mutex_lock(&events->lock);
  event_list *list = &events->list;
  if (list->statistics_count == most_statistics) {
    dropped = list->statistics[0].json;
    list->statistics_count -= 1;
    memmove(list->statistics, list->statistics + 1, list->statistics_count * sizeof *list->statistics);
  }
  list->statistics[list->statistics_count] = (statistics_report){.json = text, .arrived_us = engine_now_us()};
  list->statistics_count += 1;
  pthread_mutex_unlock(&events->lock);
  free(dropped);
  return 0;
}

void client_events_listen(client_events *events, rd_kafka_conf_t *settings) {
  rd_kafka_conf_set_opaque(settings, events);
  rd_kafka_conf_set_error_cb(settings, on_error);
  rd_kafka_conf_set_throttle_cb(settings, on_throttle);
  rd_kafka_conf_set_stats_cb(settings, on_statistics);
  // Without this, the library writes its log to stderr.
  rd_kafka_conf_set_log_cb(settings, NULL);
}

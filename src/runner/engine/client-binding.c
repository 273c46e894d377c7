#include "client-binding.h"

#include <stdlib.h>

#include "arguments.h"

enum { most_settings = 500 };

static bool set_one(napi_env env, void *settings, const char *name, const char *text) {
  char reason[failure_bytes];
  if (rd_kafka_conf_set(settings, name, text, reason, sizeof reason) == RD_KAFKA_CONF_OK) return true;
  napi_throw_error(env, "ERR_SETTING", reason);
  return false;
}

rd_kafka_conf_t *read_settings(napi_env env, napi_value list) {
  uint32_t count;
  if (!read_pair_count(env, list, "settings", most_settings, &count)) return NULL;
  rd_kafka_conf_t *settings = rd_kafka_conf_new();
  if (read_pairs(env, list, "settings", count, set_one, settings)) return settings;
  rd_kafka_conf_destroy(settings);
  return NULL;
}

static napi_value statistics_of(napi_env env, const event_list *events) {
  napi_value list;
  napi_value report;
  napi_value json;
  napi_create_array(env, &list);
  for (uint32_t at = 0; at < events->statistics_count; at += 1) {
    const statistics_report *statistics = events->statistics + at;
    napi_create_object(env, &report);
    napi_create_string_utf8(env, statistics->json, NAPI_AUTO_LENGTH, &json);
    set_value(env, report, "json", json);
    set_number(env, report, "arrivedUs", statistics->arrived_us);
    napi_set_element(env, list, at, report);
    free(statistics->json);
  }
  return list;
}

napi_value make_errors(napi_env env, const error_counts *errors) {
  napi_value list;
  napi_value error;
  napi_create_array(env, &list);
  for (uint32_t at = 0; at < errors->codes; at += 1) {
    napi_create_object(env, &error);
    set_number(env, error, "code", errors->items[at].code);
    set_number(env, error, "count", errors->items[at].count);
    napi_set_element(env, list, at, error);
  }
  return list;
}

napi_value make_events(napi_env env, client_events *events) {
  napi_value made;
  event_list taken;
  client_events_take(events, &taken);
  napi_create_object(env, &made);
  set_value(env, made, "statistics", statistics_of(env, &taken));
  set_value(env, made, "errors", make_errors(env, &taken.errors));
  set_number(env, made, "throttleMs", taken.throttle_ms);
  return made;
}

/* What the clients of a group and a producer share at the edge to JavaScript. */
#ifndef HEADROOM_CLIENT_BINDING_H
#define HEADROOM_CLIENT_BINDING_H

#include <node_api.h>
#include <rdkafka.h>

#include "client-events.h"

enum { most_wait_ms = 3600000 };

/* Reads settings from [name, text, ...]. If librdkafka refuses one, or the list is invalid, throws in JavaScript: NULL. */
rd_kafka_conf_t *read_settings(napi_env env, napi_value list);

/* Takes the events; see native-engine.ts. */
napi_value make_events(napi_env env, client_events *events);

/* A list of { code, count }. */
napi_value make_errors(napi_env env, const error_counts *errors);

#endif

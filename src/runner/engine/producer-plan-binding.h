/* Reads the plan of a producer from JavaScript. */
#ifndef HEADROOM_PRODUCER_PLAN_BINDING_H
#define HEADROOM_PRODUCER_PLAN_BINDING_H

#include <node_api.h>
#include <stdbool.h>

#include "producer.h"

/* Reads the numbers of `NativeProducerPlan` in native-engine.ts. */
bool read_producer_plan(napi_env env, napi_value object, producer_plan *plan);

/* Copies the values. The caller frees the pool. */
bool read_value_pool(napi_env env, napi_value memory, napi_value sizes, value_pool *pool);

/* Reads [name, text, ...]; NULL for an empty list. The caller destroys the headers. */
bool read_headers(napi_env env, napi_value list, rd_kafka_headers_t **headers);

#endif

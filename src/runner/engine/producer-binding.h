/* What JavaScript may do with a producer. */
#ifndef HEADROOM_PRODUCER_BINDING_H
#define HEADROOM_PRODUCER_BINDING_H

#include <node_api.h>

/* connectProducer(topic, settings as [name, text, ...], plan, pool, valueSizes, headers as [name, text, ...]) */
napi_value connect_producer(napi_env env, napi_callback_info info);

/* producerState(producer): its name, why it failed, and the number of partitions; see native-engine.ts. */
napi_value read_producer_state(napi_env env, napi_callback_info info);

/* startProducer(producer, startEpochUs) */
napi_value start_producer(napi_env env, napi_callback_info info);

/* stopProducer(producer, atMs): ends the schedule at this time since the start. */
napi_value stop_producer(napi_env env, napi_callback_info info);

/* takeProducer(producer): counters, latencies and events since the last call; see native-engine.ts. */
napi_value take_producer(napi_env env, napi_callback_info info);

/* closeProducer(producer): begins to disconnect. The state becomes 'closed'. */
napi_value close_producer(napi_env env, napi_callback_info info);

#endif

/* What JavaScript may do with a group. */
#ifndef HEADROOM_GROUP_BINDING_H
#define HEADROOM_GROUP_BINDING_H

#include <node_api.h>
#include <stdbool.h>

#include "group.h"

/* createGroup(tag, planProducers, startOffsets, epochOffsetUs) */
napi_value create_group(napi_env env, napi_callback_info info);

/* receive(group, value or null, keyBytes, partition, offset, arrivedUs): accounts for one record as a member does. */
napi_value receive(napi_env env, napi_callback_info info);

/* nextOffset(group, partition) */
napi_value next_offset(napi_env env, napi_callback_info info);

/* takeGroup(group): counters and latencies since the last call; see native-engine.ts. */
napi_value take_group(napi_env env, napi_callback_info info);

bool unwrap_group(napi_env env, napi_value value, engine_group **group);

#endif

/* What JavaScript may do with a member of a group. */
#ifndef HEADROOM_MEMBER_BINDING_H
#define HEADROOM_MEMBER_BINDING_H

#include <node_api.h>

/* connectMember(group, settings as [name, text, …], topic, connectTimeoutMs, readPauseMs) */
napi_value connect_member(napi_env env, napi_callback_info info);

/* memberState(member): its name, why it failed, and how often partitions were assigned; see native-engine.ts. */
napi_value read_member_state(napi_env env, napi_callback_info info);

/* join(member, partitions as Int32Array or null): librdkafka's error code, 0 if there is none. */
napi_value join_group(napi_env env, napi_callback_info info);

/* setPaused(member, isPaused) */
napi_value set_paused(napi_env env, napi_callback_info info);

/* ends(member): a Float64Array of partition, end offset, partition, …; -1 stands for an unknown end. */
napi_value read_ends(napi_env env, napi_callback_info info);

/* takeEvents(member): statistics, errors and throttle time since the last call; see native-engine.ts. */
napi_value take_events(napi_env env, napi_callback_info info);

/* closeMember(member): begins to leave the group. The state becomes 'closed' when it has left. */
napi_value close_member(napi_env env, napi_callback_info info);

#endif

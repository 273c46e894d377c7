/*
 * The functions of the load engine that JavaScript calls. native-engine.ts describes them.
 */
#include <node_api.h>
#include <rdkafka.h>

#include "arguments.h"
#include "clock.h"
#include "group-binding.h"
#include "member-binding.h"
#include "producer-binding.h"

/* nowUs(): the engine's clock. */
static napi_value now_us(napi_env env, napi_callback_info info) {
  (void)info;
  napi_value now;
  napi_create_double(env, engine_now_us(), &now);
  return now;
}

static napi_value text(napi_env env, const char *from) {
  napi_value value;
  napi_create_string_utf8(env, from, NAPI_AUTO_LENGTH, &value);
  return value;
}

static void add_function(napi_env env, napi_value exports, const char *name, napi_callback callback) {
  napi_value function;
  napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, NULL, &function);
  set_value(env, exports, name, function);
}

NAPI_MODULE_INIT() {
  // The engine uses librdkafka's public structures, whose layout is the same within a major version.
  if (rd_kafka_version() >> 24 != RD_KAFKA_VERSION >> 24) {
    napi_throw_error(env, "ERR_LIBRDKAFKA", "The load engine was built for another version of librdkafka.");
    return NULL;
  }
  set_value(env, exports, "librdkafkaVersion", text(env, rd_kafka_version_str()));
  add_function(env, exports, "nowUs", now_us);
  add_function(env, exports, "createGroup", create_group);
  add_function(env, exports, "receive", receive);
  add_function(env, exports, "nextOffset", next_offset);
  add_function(env, exports, "takeGroup", take_group);
  add_function(env, exports, "connectMember", connect_member);
  add_function(env, exports, "memberState", read_member_state);
  add_function(env, exports, "join", join_group);
  add_function(env, exports, "setPaused", set_paused);
  add_function(env, exports, "ends", read_ends);
  add_function(env, exports, "takeEvents", take_events);
  add_function(env, exports, "closeMember", close_member);
  add_function(env, exports, "connectProducer", connect_producer);
  add_function(env, exports, "producerState", read_producer_state);
  add_function(env, exports, "startProducer", start_producer);
  add_function(env, exports, "stopProducer", stop_producer);
  add_function(env, exports, "takeProducer", take_producer);
  add_function(env, exports, "closeProducer", close_producer);
  return exports;
}

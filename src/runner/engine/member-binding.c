#include "member-binding.h"

#include <stdlib.h>

#include "arguments.h"
#include "client-binding.h"
#include "group-binding.h"
#include "member.h"

static const napi_type_tag member_tag = {0x3f0c8a71c2b64e11, 0xb7d24c1e90a5f6d3};

static void release_member(napi_env env, void *member, void *hint) {
  (void)env;
  (void)hint;
  member_release(member);
}

/* Reads `count` arguments, of which the first is a member. */
static engine_member *member_of(napi_env env, napi_callback_info info, size_t count, napi_value *arguments) {
  void *member;
  if (!read_arguments(env, info, count, arguments)) return NULL;
  return unwrap(env, arguments[0], &member_tag, "member", &member) ? member : NULL;
}

napi_value connect_member(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  member_options options;
  double timeout_ms;
  double pause_ms;
  char *topic;
  char failure[failure_bytes];
  if (!read_arguments(env, info, 5, arguments) || !unwrap_group(env, arguments[0], &options.group)) return NULL;
  if (!read_whole(env, arguments[3], "connectTimeoutMs", 0, most_wait_ms, &timeout_ms)) return NULL;
  if (!read_whole(env, arguments[4], "readPauseMs", 0, most_wait_ms, &pause_ms)) return NULL;
  if (!read_text(env, arguments[2], "topic", &topic)) return NULL;
  options.settings = read_settings(env, arguments[1]);
  options.topic = topic;
  options.connect_timeout_ms = (int)timeout_ms;
  options.read_pause_ms = (int)pause_ms;
  engine_member *member = options.settings == NULL ? NULL : member_create(options, failure, sizeof failure);
  if (options.settings != NULL && member == NULL) napi_throw_error(env, "ERR_CLIENT", failure);
  free(topic);
  return member == NULL ? NULL : wrap(env, member, &member_tag, release_member);
}

napi_value read_member_state(napi_env env, napi_callback_info info) {
  static const char *const names[] = {"connecting", "connected", "failed", "closed"};
  napi_value arguments[most_arguments];
  napi_value state;
  napi_value text;
  char failure[failure_bytes];
  engine_member *member = member_of(env, info, 1, arguments);
  if (member == NULL) return NULL;
  napi_create_object(env, &state);
  napi_create_string_utf8(env, names[atomic_load(&member->state)], NAPI_AUTO_LENGTH, &text);
  set_value(env, state, "name", text);
  member_copy_failure(member, failure);
  napi_create_string_utf8(env, failure, NAPI_AUTO_LENGTH, &text);
  set_value(env, state, "failure", text);
  set_number(env, state, "assignments", member_assignments(member));
  return state;
}

napi_value join_group(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  napi_value code;
  napi_valuetype type;
  void *partitions = NULL;
  size_t count = 0;
  engine_member *member = member_of(env, info, 2, arguments);
  if (member == NULL) return NULL;
  napi_typeof(env, arguments[1], &type);
  if (type != napi_null && !read_array(env, arguments[1], napi_int32_array, "partitions", &partitions, &count))
    return NULL;
  int error = type == napi_null ? member_join(member) : member_assign(member, partitions, count);
  napi_create_int32(env, error, &code);
  return code;
}

napi_value set_paused(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  bool is_paused;
  engine_member *member = member_of(env, info, 2, arguments);
  if (member == NULL) return NULL;
  if (napi_get_value_bool(env, arguments[1], &is_paused) != napi_ok)
    return refuse(env, "isPaused", "true or false"), NULL;
  member_set_paused(member, is_paused);
  return NULL;
}

napi_value read_ends(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  engine_member *member = member_of(env, info, 1, arguments);
  if (member == NULL) return NULL;
  size_t count;
  int32_t *owned = member_copy_owned(member, &count);
  void *memory;
  napi_value ends = make_array(env, napi_float64_array, count * 2, &memory);
  double *pairs = memory;
  for (size_t at = 0; at < count; at += 1) {
    pairs[at * 2] = owned[at];
    pairs[at * 2 + 1] = (double)member_end_offset(member, owned[at]);
  }
  free(owned);
  return ends;
}

napi_value take_events(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  engine_member *member = member_of(env, info, 1, arguments);
  return member == NULL ? NULL : make_events(env, &member->events);
}

napi_value close_member(napi_env env, napi_callback_info info) {
  napi_value arguments[most_arguments];
  engine_member *member = member_of(env, info, 1, arguments);
  if (member != NULL) member_close(member);
  return NULL;
}

#include "arguments.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { most_text_bytes = 1 << 20 };

bool refuse(napi_env env, const char *name, const char *expectation) {
  char text[256];
  snprintf(text, sizeof text, "The load engine's argument '%s' must be %s.", name, expectation);
  napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", text);
  return false;
}

bool read_arguments(napi_env env, napi_callback_info info, size_t count, napi_value *arguments) {
  size_t given = most_arguments;
  napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
  if (given == count) return true;
  char expectation[64];
  snprintf(expectation, sizeof expectation, "%zu values, not %zu", count, given);
  return refuse(env, "(all)", expectation);
}

bool read_finite(napi_env env, napi_value value, const char *name, double *number) {
  if (napi_get_value_double(env, value, number) == napi_ok && isfinite(*number)) return true;
  return refuse(env, name, "a finite number");
}

bool read_whole(napi_env env, napi_value value, const char *name, double lowest, double highest, double *number) {
  bool is_number = napi_get_value_double(env, value, number) == napi_ok;
  if (is_number && *number == floor(*number) && *number >= lowest && *number <= highest) return true;
  char expectation[96];
  snprintf(expectation, sizeof expectation, "a whole number from %.0f to %.0f", lowest, highest);
  return refuse(env, name, expectation);
}

bool read_text(napi_env env, napi_value value, const char *name, char **text) {
  size_t bytes;
  if (napi_get_value_string_utf8(env, value, NULL, 0, &bytes) != napi_ok) return refuse(env, name, "a text");
  if (bytes > most_text_bytes) return refuse(env, name, "a text of at most 1 MiB");
  *text = engine_allocate(bytes + 1, 1);
  napi_get_value_string_utf8(env, value, *text, bytes + 1, &bytes);
  if (strlen(*text) == bytes) return true;
  free(*text);
  return refuse(env, name, "a text without zero bytes");
}

bool read_array(napi_env env, napi_value value, napi_typedarray_type type, const char *name, void **items,
                size_t *count) {
  bool is_array = false;
  napi_typedarray_type found;
  if (napi_is_typedarray(env, value, &is_array) != napi_ok || !is_array) return refuse(env, name, "a typed array");
  napi_get_typedarray_info(env, value, &found, count, items, NULL, NULL);
  return found == type ? true : refuse(env, name, "a typed array of another kind");
}

bool read_length(napi_env env, napi_value value, const char *name, uint32_t *length) {
  bool is_array = false;
  if (napi_is_array(env, value, &is_array) != napi_ok || !is_array) return refuse(env, name, "an array");
  return napi_get_array_length(env, value, length) == napi_ok;
}

bool read_pair_count(napi_env env, napi_value list, const char *argument, uint32_t most_pairs, uint32_t *count) {
  uint32_t length;
  if (!read_length(env, list, argument, &length)) return false;
  *count = length / 2;
  if (length % 2 == 0 && *count <= most_pairs) return true;
  char expectation[64];
  snprintf(expectation, sizeof expectation, "up to %" PRIu32 " pairs of texts", most_pairs);
  return refuse(env, argument, expectation);
}

static bool read_text_at(napi_env env, napi_value list, uint32_t at, const char *argument, char **text) {
  napi_value entry;
  return napi_get_element(env, list, at, &entry) == napi_ok && read_text(env, entry, argument, text);
}

static bool read_pair(napi_env env, napi_value list, uint32_t at, const char *argument, take_pair take, void *taker) {
  char *name;
  char *text;
  if (!read_text_at(env, list, at, argument, &name)) return false;
  bool is_text = read_text_at(env, list, at + 1, argument, &text);
  bool is_taken = is_text && take(env, taker, name, text);
  if (is_text) free(text);
  free(name);
  return is_taken;
}

bool read_pairs(napi_env env, napi_value list, const char *argument, uint32_t count, take_pair take, void *taker) {
  for (uint32_t at = 0; at < count; at += 1)
    if (!read_pair(env, list, 2 * at, argument, take, taker)) return false;
  return true;
}

bool unwrap(napi_env env, napi_value value, const napi_type_tag *tag, const char *name, void **native) {
  napi_valuetype type;
  bool is_ours = false;
  if (napi_typeof(env, value, &type) != napi_ok || type != napi_object) return refuse(env, name, "made by the engine");
  if (napi_check_object_type_tag(env, value, tag, &is_ours) == napi_ok && is_ours)
    return napi_unwrap(env, value, native) == napi_ok;
  return refuse(env, name, "made by the engine");
}

napi_value wrap(napi_env env, void *native, const napi_type_tag *tag, napi_finalize release) {
  napi_value object;
  napi_create_object(env, &object);
  napi_wrap(env, object, native, release, NULL, NULL);
  napi_type_tag_object(env, object, tag);
  return object;
}

void set_value(napi_env env, napi_value object, const char *name, napi_value value) {
  napi_set_named_property(env, object, name, value);
}

void set_number(napi_env env, napi_value object, const char *name, double number) {
  napi_value value;
  napi_create_double(env, number, &value);
  set_value(env, object, name, value);
}

napi_value make_array(napi_env env, napi_typedarray_type type, size_t count, void **items) {
  size_t item_bytes = type == napi_float64_array ? sizeof(double) : sizeof(uint32_t);
  napi_value memory;
  napi_value array = NULL;
  napi_create_arraybuffer(env, count * item_bytes, items, &memory);
  napi_create_typedarray(env, type, count, memory, 0, &array);
  return array;
}

/*
 * Reads and checks what JavaScript passes. If a value is not what is expected, the functions that return bool throw a TypeError
 * in JavaScript and return false; their caller then returns NULL to JavaScript.
 */
#ifndef HEADROOM_ARGUMENTS_H
#define HEADROOM_ARGUMENTS_H

#include <node_api.h>
#include <stdbool.h>
#include <stdint.h>

enum { most_arguments = 6 };

/* Reads exactly `count` arguments. */
bool read_arguments(napi_env env, napi_callback_info info, size_t count, napi_value *arguments);

/* A whole number within the limits. `name` is for the error. */
bool read_whole(napi_env env, napi_value value, const char *name, double lowest, double highest, double *number);

/* Any finite number. */
bool read_finite(napi_env env, napi_value value, const char *name, double *number);

/* A text without zero bytes, which the caller frees. */
bool read_text(napi_env env, napi_value value, const char *name, char **text);

/* The memory of a typed array of this kind; valid until the function returns to JavaScript. */
bool read_array(napi_env env, napi_value value, napi_typedarray_type type, const char *name, void **items,
                size_t *count);

/* Number of entries of an array. */
bool read_length(napi_env env, napi_value value, const char *name, uint32_t *length);

/* Takes one pair of a list. If it refuses the pair, it throws in JavaScript and returns false. */
typedef bool (*take_pair)(napi_env env, void *taker, const char *name, const char *text);

/* Number of pairs of a list [name, text, name, text, ...], at most `most_pairs`. `argument` is for the error. */
bool read_pair_count(napi_env env, napi_value list, const char *argument, uint32_t most_pairs, uint32_t *count);

/* Hands each of the first `count` pairs of a list to `take`, until it refuses one. */
bool read_pairs(napi_env env, napi_value list, const char *argument, uint32_t count, take_pair take, void *taker);

/* The native memory of an object that was made by `wrap` with the same tag. */
bool unwrap(napi_env env, napi_value value, const napi_type_tag *tag, const char *name, void **native);

/* An object that holds native memory. Calls `release` when JavaScript drops the object. */
napi_value wrap(napi_env env, void *native, const napi_type_tag *tag, napi_finalize release);

/* Throws a TypeError about the argument `name`. Always returns false. */
bool refuse(napi_env env, const char *name, const char *expectation);

/* Sets a property. */
void set_number(napi_env env, napi_value object, const char *name, double number);
void set_value(napi_env env, napi_value object, const char *name, napi_value value);

/* A new typed array of JavaScript's own memory; `items` points to it. */
napi_value make_array(napi_env env, napi_typedarray_type type, size_t count, void **items);

#endif

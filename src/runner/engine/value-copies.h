/*
 * The values of a producer's records, in the order in which they are sent. The library does not copy a value, and may
 * read it until it reports the record, so no other record may use that memory before. The pool is therefore divided into
 * parts of consecutive values, and each part has as many copies as are needed at a time. A copy is used again when all
 * its records are reported.
 */
#ifndef HEADROOM_VALUE_COPIES_H
#define HEADROOM_VALUE_COPIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values to send in turn, one after the other in `memory`. Value `at` begins at `begins[at]` and ends before the next. */
typedef struct {
  uint8_t *memory;
  size_t *begins;
  size_t count;
} value_pool;

void value_pool_free(value_pool *pool);

/* One copy of a part of the pool. */
typedef struct {
  uint8_t *memory;
  size_t part;
  /* Records without a delivery report that have their value here. */
  uint32_t used;
  /* The next copy of the same part that is free; 0: none. */
  uint32_t next_free;
} value_copy;

typedef struct {
  const value_pool *pool;
  /* Part `at` begins with value `part_begins[at]` and ends before the next. */
  size_t *part_begins;
  size_t parts;
  /* By part: the copy that became free last; 0: none. */
  uint32_t *free_copies;
  /* Copies are numbered from 1. The first of each part is the pool itself. */
  value_copy *copies;
  uint32_t count;
  uint32_t capacity;
  /* Bytes of the copies besides the pool, and the most that they may be. */
  size_t copied_bytes;
  size_t most_bytes;
  /* The next value, its part, and the copy that it is in; 0: none is chosen yet, or none was free. */
  size_t at;
  size_t part;
  uint32_t current;
  /* Holds one value while no copy is free. */
  uint8_t *spare;
} value_copies;

/* Where the next record's value is. */
typedef struct {
  uint8_t *value;
  size_t bytes;
  /* The copy, to release when the record is reported. 0: the library must copy the value, which is used again. */
  uint32_t copy;
} value_place;

/* `pool` must outlive the copies. Besides it they take at most `most_bytes`. */
void value_copies_begin(value_copies *copies, const value_pool *pool, size_t most_bytes);
void value_copies_end(value_copies *copies);

/* Number of bytes of the next value. */
size_t value_copies_next_bytes(const value_copies *copies);

/* True if the next record's value will be in a copy. */
bool value_copies_has_room(value_copies *copies);

/* Takes the place of the next record's value. */
value_place value_copies_take(value_copies *copies);

/* Call it when the record is reported, because its value is not read after that. */
void value_copies_release(value_copies *copies, uint32_t copy);

#endif

/*
 * The values of a producer's records, in the order in which they are sent. The library does not copy a value, and may read it
 * until it reports the record, so until then no other record may be written into that memory. The pool is therefore divided into
 * parts of consecutive values, and each part has as many copies as are needed at a time. A copy is used again when all records in
 * it are reported.
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
  /* Number of the next free copy of the same part; 0 if there is none. */
  uint32_t next_free;
} value_copy;

typedef struct {
  const value_pool *pool;
  /* Part `at` begins with value `part_begins[at]` and ends before the next. */
  size_t *part_begins;
  size_t parts;
  /* By part: number of the copy that became free last, with which the list of free copies begins; 0 if none is free. */
  uint32_t *free_copies;
  /* Copies are numbered from 1. The first of each part is the pool itself. */
  value_copy *copies;
  uint32_t count;
  uint32_t capacity;
  /* Total size of the copies without the pool itself, and its maximum. */
  size_t copied_bytes;
  size_t most_bytes;
  /* Number of the next value, number of its part, and number of the copy to use; 0 if none is chosen yet, or none was free. */
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
  /* Number of the copy, to release when the record is reported. 0: the library must copy the value, as its memory is reused. */
  uint32_t copy;
} value_place;

/* `pool` must outlive the copies, which take at most `most_bytes` in addition to it. */
void value_copies_begin(value_copies *copies, const value_pool *pool, size_t most_bytes);
void value_copies_end(value_copies *copies);

/* Number of bytes of the next value. */
size_t value_copies_next_bytes(const value_copies *copies);

/* True if the next record's value will be in a copy of ours. False if the library has to copy it. */
bool value_copies_has_room(value_copies *copies);

/* Returns where the next record's value is, and moves on to the value after it. */
value_place value_copies_take(value_copies *copies);

/* Call it when the record is reported, because its value is not read after that. */
void value_copies_release(value_copies *copies, uint32_t copy);

#endif

#include "value-copies.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum {
  /* Maximum size of a part of the pool. A larger value is a part of its own. */
  part_bytes = 65536,
  first_capacity = 64,
};

void value_pool_free(value_pool *pool) {
  free(pool->memory);
  free(pool->begins);
}

static size_t bytes_of_part(const value_copies *copies, size_t part) {
  const size_t *begins = copies->pool->begins;
  return begins[copies->part_begins[part + 1]] - begins[copies->part_begins[part]];
}

static uint8_t *pool_memory_of(const value_copies *copies, size_t part) {
  return copies->pool->memory + copies->pool->begins[copies->part_begins[part]];
}

static void divide_pool(value_copies *copies) {
  const value_pool *pool = copies->pool;
  copies->part_begins = engine_allocate(pool->count + 1, sizeof *copies->part_begins);
  for (size_t at = 1; at < pool->count; at += 1) {
    size_t begin = copies->part_begins[copies->parts];
    if (pool->begins[at + 1] - pool->begins[begin] > part_bytes) copies->part_begins[++copies->parts] = at;
  }
  copies->part_begins[++copies->parts] = pool->count;
}

static uint32_t add_copy(value_copies *copies, size_t part, uint8_t *memory) {
  if (copies->count == copies->capacity) {
    copies->capacity = copies->capacity == 0 ? first_capacity : copies->capacity * 2;
    copies->copies = engine_resize(copies->copies, copies->capacity, sizeof *copies->copies);
  }
  copies->copies[copies->count] = (value_copy){.memory = memory, .part = part};
  copies->count += 1;
  return copies->count;
}

static value_copy *copy_of(value_copies *copies, uint32_t number) { return &copies->copies[number - 1]; }

static void make_free(value_copies *copies, uint32_t number) {
  value_copy *copy = copy_of(copies, number);
  copy->next_free = copies->free_copies[copy->part];
  copies->free_copies[copy->part] = number;
}

void value_copies_begin(value_copies *copies, const value_pool *pool, size_t most_bytes) {
  *copies = (value_copies){.pool = pool, .most_bytes = most_bytes};
  divide_pool(copies);
  copies->free_copies = engine_allocate(copies->parts, sizeof *copies->free_copies);
  for (size_t part = 0; part < copies->parts; part += 1)
    make_free(copies, add_copy(copies, part, pool_memory_of(copies, part)));
}

void value_copies_end(value_copies *copies) {
  for (uint32_t at = (uint32_t)copies->parts; at < copies->count; at += 1) free(copies->copies[at].memory);
  free(copies->copies);
  free(copies->free_copies);
  free(copies->part_begins);
  free(copies->spare);
}

/* Returns the number of a free copy of the part, adding one if all are in use; 0 if that would take too much memory. */
static uint32_t find_copy(value_copies *copies, size_t part) {
  uint32_t number = copies->free_copies[part];
  if (number != 0) {
    copies->free_copies[part] = copy_of(copies, number)->next_free;
    return number;
  }
  size_t bytes = bytes_of_part(copies, part);
  if (bytes > copies->most_bytes - copies->copied_bytes) return 0;
  uint8_t *memory = engine_resize(NULL, bytes, 1);
  memcpy(memory, pool_memory_of(copies, part), bytes);
  copies->copied_bytes += bytes;
  return add_copy(copies, part, memory);
}

bool value_copies_has_room(value_copies *copies) {
  bool is_first = copies->at == copies->part_begins[copies->part];
  if (is_first && copies->current == 0) copies->current = find_copy(copies, copies->part);
  return copies->current != 0;
}

size_t value_copies_next_bytes(const value_copies *copies) {
  return copies->pool->begins[copies->at + 1] - copies->pool->begins[copies->at];
}

/* Copies the next value into memory for a single value, because no copy of its part is free. The library has to copy it again. */
static uint8_t *spare_value(value_copies *copies, size_t bytes) {
  copies->spare = engine_resize(copies->spare, bytes, 1);
  memcpy(copies->spare, copies->pool->memory + copies->pool->begins[copies->at], bytes);
  return copies->spare;
}

/* Moves to the next value. If that is the first of a part, no copy of the part is chosen yet. */
static void move_on(value_copies *copies) {
  copies->at += 1;
  if (copies->at < copies->part_begins[copies->part + 1]) return;
  copies->current = 0;
  copies->part = copies->part + 1 == copies->parts ? 0 : copies->part + 1;
  copies->at = copies->part_begins[copies->part];
}

value_place value_copies_take(value_copies *copies) {
  value_place place = {.bytes = value_copies_next_bytes(copies)};
  if (value_copies_has_room(copies)) {
    value_copy *copy = copy_of(copies, copies->current);
    const size_t *begins = copies->pool->begins;
    place.copy = copies->current;
    place.value = copy->memory + (begins[copies->at] - begins[copies->part_begins[copy->part]]);
    copy->used += 1;
  } else {
    place.value = spare_value(copies, place.bytes);
  }
  move_on(copies);
  return place;
}

void value_copies_release(value_copies *copies, uint32_t number) {
  value_copy *copy = copy_of(copies, number);
  copy->used -= 1;
  if (copy->used == 0 && number != copies->current) make_free(copies, number);
}

#include "sequence-intervals.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { first_capacity = 4 };

/* Index of the first interval that ends after the number, by binary search. */
static size_t first_ending_after(const sequence_intervals *intervals, double sequence) {
  size_t low = 0;
  size_t high = intervals->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (intervals->items[middle].end > sequence) high = middle;
    else low = middle + 1;
  }
  return low;
}

static void insert_at(sequence_intervals *intervals, size_t index, double sequence) {
  if (intervals->count == intervals->capacity) {
    intervals->capacity = intervals->capacity == 0 ? first_capacity : intervals->capacity * 2;
    intervals->items = engine_resize(intervals->items, intervals->capacity, sizeof *intervals->items);
  }
  sequence_interval *place = intervals->items + index;
  memmove(place + 1, place, (intervals->count - index) * sizeof *place);
  *place = (sequence_interval){.start = sequence, .end = sequence + 1};
  intervals->count += 1;
}

static void remove_at(sequence_intervals *intervals, size_t index) {
  sequence_interval *place = intervals->items + index;
  memmove(place, place + 1, (intervals->count - index - 1) * sizeof *place);
  intervals->count -= 1;
}

static bool insert(sequence_intervals *intervals, double sequence) {
  sequence_interval *items = intervals->items;
  size_t index = first_ending_after(intervals, sequence);
  bool has_next = index < intervals->count;
  if (has_next && items[index].start <= sequence) return true;
  bool touches_left = index > 0 && items[index - 1].end == sequence;
  bool touches_right = has_next && items[index].start == sequence + 1;
  if (touches_left && touches_right) {
    items[index - 1].end = items[index].end;
    remove_at(intervals, index);
  } else if (touches_left) {
    items[index - 1].end = sequence + 1;
  } else if (touches_right) {
    items[index].start = sequence;
  } else {
    insert_at(intervals, index, sequence);
  }
  return false;
}

bool sequence_intervals_add(sequence_intervals *intervals, double sequence) {
  if (intervals->count > 0 && intervals->items[intervals->count - 1].end == sequence) {
    intervals->items[intervals->count - 1].end = sequence + 1;
    return false;
  }
  return insert(intervals, sequence);
}

void sequence_intervals_free(sequence_intervals *intervals) {
  free(intervals->items);
  *intervals = (sequence_intervals){0};
}

/*
 * Replaces librdkafka in a test. It keeps librdkafka's promises, but does no more: it reads a value that it did not copy as late
 * as possible, when it reports the record; it reports partitions in any order, some of them much later than others; and it
 * refuses a part of what it is offered.
 */
#ifndef LATE_LIBRARY_H
#define LATE_LIBRARY_H

#include <rdkafka.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "random.h"

enum { most_library_partitions = 64 };

/* How the library treats the next client. */
typedef struct {
  random_numbers numbers;
  int32_t partitions;
  /* Maximum bytes of values in the library's queue. */
  size_t queue_bytes;
  /* Maximum size of a record. A larger one is refused. */
  size_t record_bytes;
  /* One call in this many reports a full queue after some records, even if the queue has room; 0: none does. */
  int refuses_one_in;
  /* One delivery report, and one commit, in this many is a failure; 0: none is. */
  int fails_one_in;
  /* True if polling reports no records. */
  atomic_bool is_silent;
} library_ways;

extern library_ways library;

/* A record that the library has taken and not yet reported. */
typedef struct held_record {
  struct held_record *next;
  rd_kafka_message_t message;
  /* The value, if the library had to copy it. */
  uint8_t *copy;
  rd_kafka_headers_t *headers;
  uint64_t hash;
} held_record;

struct rd_kafka_headers_s {
  size_t count;
};

struct rd_kafka_conf_s {
  void (*on_report)(rd_kafka_t *, const rd_kafka_message_t *, void *);
  void *opaque;
};

struct rd_kafka_topic_s {
  rd_kafka_t *client;
};

struct rd_kafka_error_s {
  rd_kafka_resp_err_t code;
};

struct rd_kafka_s {
  rd_kafka_conf_t settings;
  held_record *first[most_library_partitions];
  held_record *last[most_library_partitions];
};

/* What the library has seen of the client. Read it when the client is destroyed, except `accepted`. */
typedef struct {
  atomic_size_t accepted;
  size_t acked;
  size_t failed;
  size_t acked_timed;
  /* Records without a delivery report when the client was destroyed. */
  size_t dropped;
  size_t held_bytes;
  size_t headers;
  size_t copied_values;
  size_t refused_for_room;
  size_t refused_behind_others;
  size_t refused_for_size;
} library_counts;

extern library_counts library_saw;

/* Called with each record that the library takes, in order. */
void expect_record(int32_t partition, const rd_kafka_message_t *message);

/* Ends the process with a text if `holds` is false. */
void check(bool holds, const char *what);

#endif

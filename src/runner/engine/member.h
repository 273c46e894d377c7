/*
 * One member of a consumer group: a librdkafka client and the thread that reads its records. The thread never waits for
 * JavaScript. Call the functions below only from JavaScript's thread. The member's thread destroys the client only after
 * `member_close` or a failed connection, and from then on none of these functions calls librdkafka.
 */
#ifndef HEADROOM_MEMBER_H
#define HEADROOM_MEMBER_H

#include <rdkafka.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "client-events.h"
#include "group.h"

typedef enum { member_connecting, member_connected, member_failed, member_closed } member_state;

typedef struct {
  engine_group *group;
  rd_kafka_t *client;
  char *topic;
  int connect_timeout_ms;
  int read_pause_ms;
  pthread_t thread;
  atomic_int references;
  _Atomic(member_state) state;
  atomic_bool is_closing;
  atomic_bool is_paused;
  client_events events;
  /* Protects everything below. It is never held during a call of librdkafka or Node. */
  pthread_mutex_t lock;
  /* The partitions that are assigned to the member. */
  int32_t *owned;
  size_t owned_count;
  /* How often partitions were assigned. */
  uint32_t assignments;
  char failure[failure_bytes];
} engine_member;

typedef struct {
  engine_group *group;
  /* The member owns the settings from now on. If it cannot be created, they are freed. */
  rd_kafka_conf_t *settings;
  const char *topic;
  int connect_timeout_ms;
  int read_pause_ms;
} member_options;

/*
 * Creates the client and begins to connect. If librdkafka refuses, `failure` says why, and the result is NULL. Otherwise the
 * result has one reference.
 */
engine_member *member_create(member_options options, char *failure, size_t failure_size);

/* Drops JavaScript's reference. Ends the thread if it still runs, without waiting for it. */
void member_release(engine_member *member);

/* Joins the group. Fails unless the member is connected and not closed. */
rd_kafka_resp_err_t member_join(engine_member *member);

/* Reads the given partitions without joining the group. Fails unless the member is connected and not closed. */
rd_kafka_resp_err_t member_assign(engine_member *member, const int32_t *partitions, size_t count);

/* Stops or continues reading, also of partitions that are assigned later. */
void member_set_paused(engine_member *member, bool is_paused);

/* Lets the thread leave the group and end. */
void member_close(engine_member *member);

/* A copy of the owned partitions, which the caller frees. */
int32_t *member_copy_owned(engine_member *member, size_t *count);

/* The end offset of a partition; -1 if no broker has reported it. */
int64_t member_end_offset(engine_member *member, int32_t partition);

/* How often partitions were assigned. */
uint32_t member_assignments(engine_member *member);

/* Copies the text that says why the client could not connect; empty if it did not fail. `failure` has `failure_bytes`. */
void member_copy_failure(engine_member *member, char *failure);

#endif

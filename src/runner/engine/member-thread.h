/*
 * What runs in a member's own thread, and what it shares with member.c.
 */
#ifndef HEADROOM_MEMBER_THREAD_H
#define HEADROOM_MEMBER_THREAD_H

#include "member.h"

/* Sets the callbacks of a client that is not yet created. They run in the member's thread. */
void member_listen(engine_member *member, rd_kafka_conf_t *settings);

/* The thread: connects, reads until the member is closed, leaves the group, destroys the client. */
void *member_run(void *member);

/* Assigns these partitions to the member, which reads them from the group's positions on. */
rd_kafka_resp_err_t member_own(engine_member *member, const int32_t *partitions, size_t count);

/* Drops a reference, and frees the member with the last one. JavaScript has one, the thread has the other. */
void member_drop_reference(engine_member *member);

#endif

/* What runs in a producer's own thread, and what it shares with producer.c. */
#ifndef HEADROOM_PRODUCER_THREAD_H
#define HEADROOM_PRODUCER_THREAD_H

#include "producer.h"

/* Sets the callbacks of a client that is not yet created. They run in the producer's thread. */
void producer_listen(engine_producer *producer, rd_kafka_conf_t *settings);

/* The thread: connects, sends until the producer is closed, destroys the client. */
void *producer_run(void *producer);

/* Drops a reference, and frees the producer with the last one. JavaScript has one, the thread has the other. */
void producer_drop_reference(engine_producer *producer);

#endif

/*
 * Transactions of a producer. Each begins when the previous one has ended, and is committed a planned time after its first
 * record. Only the producer's thread calls these functions.
 */
#ifndef HEADROOM_PRODUCER_TRANSACTIONS_H
#define HEADROOM_PRODUCER_TRANSACTIONS_H

#include "producer.h"

/* Registers the producer with its coordinator and begins the first transaction. Does nothing without transactions. */
rd_kafka_resp_err_t transactions_start(engine_producer *producer);

/* Notes that a record was handed over to this partition. */
void transactions_note_sent(engine_producer *producer, uint32_t partition);

/*
 * Ends the open transaction if its time is over, or if no more records follow, and begins the next; no record is sent meanwhile.
 * Returns 0 if it has ended a transaction, otherwise the time in ms until the open one has to end, at most `wait_ms`.
 */
int transactions_end_if_due(engine_producer *producer, bool is_load_over, int wait_ms);

/* Aborts the open transaction, because the producer closes. */
void transactions_close(engine_producer *producer, int timeout_ms);

#endif

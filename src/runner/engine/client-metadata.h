/* Connects a client to its cluster by requesting metadata. */
#ifndef HEADROOM_CLIENT_METADATA_H
#define HEADROOM_CLIENT_METADATA_H

#include <rdkafka.h>

/*
 * Requests the metadata of a topic, and sets `partitions` to its number of partitions; 0 if the topic is still unknown after
 * `timeout_ms`. On simulated brokers the request creates the topic.
 */
rd_kafka_resp_err_t client_request_metadata(rd_kafka_t *client, const char *topic_name, int timeout_ms,
                                            int *partitions);

#endif

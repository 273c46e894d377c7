/* Reaches a cluster with a client. */
#ifndef HEADROOM_CLIENT_METADATA_H
#define HEADROOM_CLIENT_METADATA_H

#include <rdkafka.h>

/*
 * Requests the metadata of a topic, which also creates it on simulated brokers, and sets its number of partitions, 0 if
 * the topic is unknown. Waits up to `timeout_ms` for the cluster, and then for the topic.
 */
rd_kafka_resp_err_t client_request_metadata(rd_kafka_t *client, const char *topic_name, int timeout_ms,
                                            int *partitions);

#endif

#include "client-metadata.h"

#include <time.h>

#include "clock.h"

/* Simulated brokers may report a topic before it has partitions. */
static const struct timespec before_next_request = {.tv_nsec = 20000000};

static rd_kafka_resp_err_t request_once(rd_kafka_t *client, rd_kafka_topic_t *topic, int timeout_ms, int *partitions) {
  const struct rd_kafka_metadata *metadata;
  rd_kafka_resp_err_t error = rd_kafka_metadata(client, 0, topic, &metadata, timeout_ms);
  *partitions = 0;
  if (error != RD_KAFKA_RESP_ERR_NO_ERROR) return error;
  if (metadata->topic_cnt > 0) *partitions = metadata->topics[0].partition_cnt;
  rd_kafka_metadata_destroy(metadata);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_resp_err_t client_request_metadata(rd_kafka_t *client, const char *topic_name, int timeout_ms,
                                            int *partitions) {
  rd_kafka_topic_t *topic = rd_kafka_topic_new(client, topic_name, NULL);
  if (topic == NULL) return rd_kafka_last_error();
  double end_us = engine_now_us() + timeout_ms * 1000.0;
  rd_kafka_resp_err_t error = request_once(client, topic, timeout_ms, partitions);
  while (error == RD_KAFKA_RESP_ERR_NO_ERROR && *partitions == 0 && engine_now_us() < end_us) {
    nanosleep(&before_next_request, NULL);
    error = request_once(client, topic, timeout_ms, partitions);
  }
  rd_kafka_topic_destroy(topic);
  return error;
}

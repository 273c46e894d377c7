/* The functions of the library that set up a client. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

static struct rd_kafka_metadata_topic topic_metadata;
static struct rd_kafka_metadata metadata_answer = {.topic_cnt = 1, .topics = &topic_metadata};

rd_kafka_conf_t *rd_kafka_conf_new(void) { return calloc(1, sizeof(rd_kafka_conf_t)); }

void rd_kafka_conf_destroy(rd_kafka_conf_t *conf) { free(conf); }

void rd_kafka_conf_set_opaque(rd_kafka_conf_t *conf, void *opaque) { conf->opaque = opaque; }

void rd_kafka_conf_set_dr_msg_cb(rd_kafka_conf_t *conf,
                                 void (*on_report)(rd_kafka_t *, const rd_kafka_message_t *, void *)) {
  conf->on_report = on_report;
}

void rd_kafka_conf_set_error_cb(rd_kafka_conf_t *conf, void (*on_error)(rd_kafka_t *, int, const char *, void *)) {
  (void)conf;
  (void)on_error;
}

void rd_kafka_conf_set_log_cb(rd_kafka_conf_t *conf,
                              void (*on_log)(const rd_kafka_t *, int, const char *, const char *)) {
  (void)conf;
  (void)on_log;
}

void rd_kafka_conf_set_stats_cb(rd_kafka_conf_t *conf, int (*on_statistics)(rd_kafka_t *, char *, size_t, void *)) {
  (void)conf;
  (void)on_statistics;
}

void rd_kafka_conf_set_throttle_cb(rd_kafka_conf_t *conf,
                                   void (*on_throttle)(rd_kafka_t *, const char *, int32_t, int, void *)) {
  (void)conf;
  (void)on_throttle;
}

rd_kafka_t *rd_kafka_new(rd_kafka_type_t type, rd_kafka_conf_t *conf, char *failure, size_t failure_size) {
  (void)type;
  (void)failure;
  (void)failure_size;
  rd_kafka_t *client = calloc(1, sizeof *client);
  client->settings = *conf;
  free(conf);
  return client;
}

const rd_kafka_conf_t *rd_kafka_conf(rd_kafka_t *client) { return &client->settings; }

rd_kafka_conf_res_t rd_kafka_conf_get(const rd_kafka_conf_t *conf, const char *name, char *text, size_t *bytes) {
  (void)conf;
  size_t number = strcmp(name, "message.max.bytes") == 0 ? library.record_bytes : library.queue_bytes / 1024;
  *bytes = (size_t)snprintf(text, *bytes, "%zu", number) + 1;
  return RD_KAFKA_CONF_OK;
}

rd_kafka_topic_t *rd_kafka_topic_new(rd_kafka_t *client, const char *name, rd_kafka_topic_conf_t *conf) {
  (void)name;
  (void)conf;
  rd_kafka_topic_t *topic = malloc(sizeof *topic);
  topic->client = client;
  return topic;
}

void rd_kafka_topic_destroy(rd_kafka_topic_t *topic) { free(topic); }

rd_kafka_resp_err_t rd_kafka_metadata(rd_kafka_t *client, int of_all_topics, rd_kafka_topic_t *topic,
                                      const struct rd_kafka_metadata **metadata, int timeout_ms) {
  (void)client;
  (void)of_all_topics;
  (void)topic;
  (void)timeout_ms;
  topic_metadata.partition_cnt = library.partitions;
  *metadata = &metadata_answer;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

void rd_kafka_metadata_destroy(const struct rd_kafka_metadata *metadata) { (void)metadata; }

rd_kafka_headers_t *rd_kafka_headers_copy(const rd_kafka_headers_t *headers) {
  rd_kafka_headers_t *copy = malloc(sizeof *copy);
  *copy = *headers;
  library_saw.headers += 1;
  return copy;
}

void rd_kafka_headers_destroy(rd_kafka_headers_t *headers) {
  library_saw.headers -= 1;
  free(headers);
}

const char *rd_kafka_err2str(rd_kafka_resp_err_t error) { return error == RD_KAFKA_RESP_ERR_NO_ERROR ? "" : "an error"; }

rd_kafka_resp_err_t rd_kafka_last_error(void) { return RD_KAFKA_RESP_ERR_NO_ERROR; }

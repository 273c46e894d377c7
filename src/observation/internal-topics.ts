/**
 * Recognises topics of Kafka, of services and of tools that operate a cluster, which are not part of the user's workload.
 */

/**
 * Topics of Kafka itself, by their whole names. A name that begins with `__` is no proof: anybody may give it to a topic.
 * Sources: `org.apache.kafka.common.internals.Topic`, and KIP-405 for remote storage.
 */
const kafkaTopics: ReadonlySet<string> = new Set([
  '__consumer_offsets',
  '__transaction_state',
  '__share_group_state',
  '__cluster_metadata',
  '__remote_log_metadata',
])

/**
 * Topics of Confluent and its schema registry, of Amazon MSK's canary, of Strimzi's operator and canary, and of Cruise
 * Control. Topics of ksqlDB (`_confluent-ksql-…`) are the user's: they carry the traffic of the user's queries.
 */
const serviceTopics: readonly RegExp[] = [
  /^_confluent[-_](?!ksql-)/,
  /^_schemas$/,
  /^confluent\.monitoring/,
  /^(?:__)?amazon_msk_canary/,
  /^__strimzi[-_](?:canary|store|topic-operator)/,
  /^__(?:KafkaCruiseControl|CruiseControlMetrics)/,
]

/** True if a topic with this name belongs to Kafka, to the service or to a tool that operates the cluster. */
export function isInternalTopic(name: string): boolean {
  return kafkaTopics.has(name) || serviceTopics.some((words) => words.test(name))
}

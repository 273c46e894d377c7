/**
 * Kafka's names of settings for which a scenario has a field with its unit in the name.
 */

/** The field of a scenario for each setting of Kafka's clients, topics or brokers. */
export const fieldOfKafkaSetting = {
  'linger.ms': 'lingerMs',
  'batch.size': 'batchBytes',
  'max.in.flight.requests.per.connection': 'maxInFlight',
  'compression.type': 'compression',
  'enable.idempotence': 'isIdempotent',
  'fetch.min.bytes': 'fetchMinBytes',
  'fetch.max.wait.ms': 'fetchMaxWaitMs',
  'min.insync.replicas': 'minInsyncReplicas',
  'replication.factor': 'replicationFactor',
  'retention.ms': 'retentionMs',
  'flush.messages': 'flushMessages',
} as const satisfies Readonly<Record<string, string>>

const settings = Object.entries(fieldOfKafkaSetting)

/** Kafka's other word for a value of a field; undefined if it has none. */
export function valueOfKafkaAlias(field: string, text: string): string | undefined {
  return field === 'acks' && text.trim() === '-1' ? 'all' : undefined
}

/** The setting of a field: "linger.ms" for "lingerMs"; undefined if Kafka has no such setting. */
export function kafkaSettingOf(field: string): string | undefined {
  return settings.find(([, name]) => name === field)?.[0]
}

/** A path with the scenario's name for its last field: "workload.producers.0.linger.ms" ends in "lingerMs". */
export function withScenarioNames(path: string): string {
  const found = settings.find(([setting]) => path.endsWith(`.${setting}`))
  return found === undefined ? path : path.slice(0, -found[0].length) + found[1]
}

/**
 * Kafka's names of settings that a scenario has under a name with its unit.
 */

/** Fields of a scenario by the setting of Kafka's clients, topics or brokers. */
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

/** The setting of a field: "linger.ms" for "lingerMs"; undefined if Kafka has none of that meaning. */
export function kafkaSettingOf(field: string): string | undefined {
  return settings.find(([, name]) => name === field)?.[0]
}

/** A path whose last field may be given by Kafka's name: "workload.producers.0.linger.ms" ends in "lingerMs" then. */
export function withScenarioNames(path: string): string {
  const found = settings.find(([setting]) => path.endsWith(`.${setting}`))
  return found === undefined ? path : path.slice(0, -found[0].length) + found[1]
}

/**
 * Names in texts of Kafka that have the form of a host name: settings, and classes of exceptions.
 */

/** Settings of brokers, topics and clients that messages and remedies name. */
const settingNames: ReadonlySet<string> = new Set([
  ...['auto.create.topics.enable', 'batch.num.messages', 'batch.size', 'bootstrap.servers', 'cleanup.policy'],
  ...['client.id', 'compression.level', 'compression.type', 'default.replication.factor', 'delete.retention.ms'],
  ...['delivery.timeout.ms', 'enable.idempotence', 'fetch.max.bytes', 'fetch.max.wait.ms', 'fetch.min.bytes'],
  ...['fetch.message.max.bytes', 'fetch.wait.max.ms', 'flush.messages', 'flush.ms', 'group.id'],
  ...['group.instance.id', 'group.protocol', 'heartbeat.interval.ms', 'isolation.level', 'linger.ms'],
  ...['log.retention.ms', 'log.segment.bytes', 'max.in.flight.requests.per.connection', 'max.message.bytes'],
  ...['max.partition.fetch.bytes', 'max.poll.interval.ms', 'max.request.size', 'message.max.bytes'],
  ...['message.timeout.ms', 'message.timestamp.type', 'min.insync.replicas', 'num.io.threads', 'num.network.threads'],
  ...['queue.buffering.max.messages', 'queue.buffering.max.ms', 'receive.message.max.bytes', 'request.required.acks'],
  ...['replica.fetch.max.bytes', 'replication.factor', 'request.timeout.ms', 'retention.bytes', 'retention.ms'],
  ...['sasl.jaas.config', 'sasl.mechanism', 'sasl.mechanisms', 'sasl.password', 'sasl.username', 'security.protocol'],
  ...['segment.bytes', 'segment.ms', 'session.timeout.ms', 'socket.timeout.ms', 'ssl.ca.location'],
  ...['ssl.certificate.location', 'ssl.endpoint.identification.algorithm', 'ssl.key.location', 'ssl.key.password'],
  ...['ssl.keystore.location', 'ssl.keystore.password', 'ssl.keystore.type', 'ssl.truststore.location'],
  ...['ssl.truststore.password', 'ssl.truststore.type', 'transaction.timeout.ms', 'transactional.id'],
])

/** A class with its package. Its last part begins with a capital letter, as that of a host name hardly ever does. */
const exceptionPattern = /^(?:org\.apache\.kafka|javax?)\.[\w.]{1,200}\.?[A-Z]\w{0,100}(?:Exception|Error)$/

/** True for a setting or an exception of Kafka, such as `linger.ms`. */
export function isKafkaIdentifier(text: string): boolean {
  return settingNames.has(text) || exceptionPattern.test(text)
}

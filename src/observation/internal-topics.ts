/**
 * Recognises topics of Kafka and of services, which are not part of the user's workload.
 */

/** Topics of Kafka itself (`__…`), of Confluent (`_confluent-…`, `_schemas`) and Amazon MSK's canary. */
const internalName = /^(?:__|_confluent-|_schemas$|confluent\.monitoring|amazon_msk_canary|__amazon_msk)/

/** True if a topic with this name belongs to Kafka or to the service. */
export function isInternalTopic(name: string): boolean {
  return internalName.test(name)
}

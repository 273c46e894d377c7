/**
 * Topics of Kafka and of services, which are no part of the user's workload.
 */

/** Kafka's own (`__…`), Confluent's (`_confluent-…`, `_schemas`), Amazon's canary. */
const internalName = /^(?:__|_confluent-|_schemas$|confluent\.monitoring|amazon_msk_canary|__amazon_msk)/

/** True if a topic with this name belongs to Kafka or to the service. */
export function isInternalTopic(name: string): boolean {
  return internalName.test(name)
}

/**
 * Asks how many clients write and read, if no source states it: requests, connections and batches follow from that number.
 */
import type { OpenQuestion } from '../contracts/observation.ts'
import { counted } from '../units/count.ts'
import { joinNames } from '../units/join-names.ts'
import type { ObservedConsumers } from './consumers-of.ts'
import { type ObservedProducer, partitionsPerProducer } from './producer-of.ts'

/** The question, with the clients that the scenario assumes; none if sources state all of them. */
export function clientsQuestion(
  producers: readonly Pick<ObservedProducer, 'fields'>[],
  groups: readonly ObservedConsumers[],
): OpenQuestion[] {
  const clients = producers.flatMap(({ fields: { clients: field } }) =>
    field?.how === 'assumed' && field.value !== undefined ? [field.value] : [],
  )
  const members = groups.flatMap(({ members: { how, value }, count }) =>
    how === 'assumed' ? [value * (count?.value ?? 1)] : [],
  )
  const assumptions = [
    ...(clients.length === 0
      ? []
      : [`${counted(sumOf(clients), 'producer')} (one per ${partitionsPerProducer} partitions)`]),
    ...(members.length === 0 ? [] : [`${counted(sumOf(members), 'consumer')} (one per partition in each group)`]),
  ]
  if (assumptions.length === 0) return []
  const which = clients.length === 0 ? 'read' : members.length === 0 ? 'write' : 'write and read'
  return [
    {
      id: 'number-of-clients',
      text: `How many clients ${which}? No source states all of them, so ${joinNames(assumptions)} are assumed.`,
      effect:
        'Requests, connections and how full batches are follow from them. Give the numbers in the scenario: clients of each producer, members of each group.',
    },
  ]
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/**
 * The fields of the form whose value is chosen from a list, with their labels, for the form and the command palette.
 */
import { placePattern } from './scenario-path.ts'

const labels: Readonly<Record<string, string>> = {
  'workload.producers[].acks': 'Acks',
  'workload.producers[].keys': 'Keys',
  'workload.producers[].compression': 'Compression',
  'workload.producers[].messageFormat': 'Message format',
  'workload.clientFamily': 'Client library',
  'deployment.offering': 'Offering',
  'deployment.tier': 'Tier',
  'deployment.cloud': 'Cloud',
  'deployment.zones': 'Zones',
}

/** The place patterns of these fields. The form has them for every scenario, but a tier only if the offering has tiers. */
export const choicePatterns: readonly string[] = Object.keys(labels)

/** The label of the choice at a place. @throws Error if the form has no such choice */
export function choiceLabel(place: string): string {
  const label = labels[placePattern(place)]
  if (label === undefined) throw new Error(`No choice is known at ${place}.`)
  return label
}

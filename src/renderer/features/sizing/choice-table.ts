/**
 * The choices of the form and their labels, for the form and the palette.
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

/** The place patterns of the choices that the form has for every scenario; a tier only where the offering has tiers. */
export const choicePatterns: readonly string[] = Object.keys(labels)

/** The label of the choice at a place. @throws Error if the form has no such choice */
export function choiceLabel(place: string): string {
  const label = labels[placePattern(place)]
  if (label === undefined) throw new Error(`No choice is known at ${place}.`)
  return label
}

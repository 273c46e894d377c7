/**
 * The fields that a what-if can vary, and their labels.
 */

import { assumedRoundTripMs } from '../../../capacity/situation.ts'
import type { ValueFormat } from '../../../charts/value-format.ts'
import type { WhatIfField } from '../../../charts/what-if-regimes.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { fieldPatterns, fieldRow } from './field-table.ts'
import type { QuantityKind } from './quantity-kinds.ts'
import { stepsOfPlace, valueAt } from './scenario-path.ts'

/** A field that can be varied. */
export interface WhatIfChoice {
  readonly place: string
  readonly label: string
  readonly group: string
}

/** The field that is varied until the user chooses another one: the size of the cluster. */
export const firstWhatIfPlace = 'deployment.size'

/** At most this many entries of a list are offered, so that the choice stays readable. */
const maxEntries = 12

const groups: Readonly<Record<string, string>> = {
  deployment: 'Cluster',
  topics: 'Topics',
  producers: 'Traffic',
  consumerGroups: 'Consumers',
}

const formats: Readonly<Record<QuantityKind, ValueFormat>> = {
  bytes: 'bytes',
  count: 'count',
  duration: 'duration-ms',
  'record-rate': 'records-per-sec',
  'byte-rate': 'bytes-per-sec',
  'attempt-rate': 'number',
  ratio: 'ratio',
  'compression-ratio': 'ratio',
  number: 'number',
}

/** All numeric fields that have a value in the scenario, grouped as in the form. */
export function whatIfChoices(scenario: Scenario): WhatIfChoice[] {
  return fieldPatterns
    .flatMap((pattern) => placesOf(scenario, pattern))
    .flatMap((place): WhatIfChoice[] => {
      if (fieldRow(place).kind === 'text' || workingValue(scenario, place) === null) return []
      if (isUnusedRatio(scenario, place)) return []
      const [, list = '', index] = stepsOfPlace(place)
      const entry: unknown =
        typeof index === 'number' ? valueAt(scenario, `workload.${list}[${index}].name`) : undefined
      const { label } = fieldRow(place)
      const isOneOfMany = typeof entry === 'string' && valueAt(scenario, `workload.${list}[1]`) !== undefined
      const name = isOneOfMany ? `${label} (${entry})` : label
      return [{ place, label: name, group: groups[place.startsWith('deployment') ? 'deployment' : list] ?? 'Clients' }]
    })
}

/** True for the compression ratio of a producer that does not compress, because it is always 1. */
function isUnusedRatio(scenario: Scenario, place: string): boolean {
  const owner = place.match(/^(.*\.compression)Ratio$/)?.[1]
  return owner !== undefined && valueAt(scenario, owner) === 'none'
}

/** The current number of a field: the scenario's, or the assumed round trip; null if there is none. */
export function workingValue(scenario: Scenario, place: string): number | null {
  const value = valueAt(scenario, place)
  if (typeof value === 'number') return value
  return place === 'workload.roundTripMs' ? assumedRoundTripMs : null
}

/** Describes a field and its axis for the charts. */
export function whatIfField(place: string, axis: WhatIfField['axis'], offering: Offering): WhatIfField {
  const { label, kind, unit } = fieldRow(place)
  const counted = place === 'deployment.size' ? offering.unitName : (unit ?? null)
  return { label, format: kind === 'text' ? 'text' : formats[kind], unit: counted, axis }
}

function placesOf(scenario: Scenario, pattern: string): string[] {
  if (!pattern.includes('[]')) return [pattern]
  const list: unknown = valueAt(scenario, pattern.slice(0, pattern.indexOf('[]')))
  const count = Array.isArray(list) ? Math.min(list.length, maxEntries) : 0
  return Array.from({ length: count }, (_, index) => pattern.replace('[]', `[${index}]`))
}

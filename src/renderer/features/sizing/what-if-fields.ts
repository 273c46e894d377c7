/**
 * Which fields can be varied, and what each is called on the axis and in the sentence of a what-if.
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

/** Which field is varied until another is chosen: what can be bought. */
export const firstWhatIfPlace = 'deployment.size'

/** More entries of one list than this are not offered: nobody finds one among them. */
const mostEntries = 12

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
  number: 'number',
}

/** Every numeric field that a scenario has a value for, grouped as in the form. */
export function whatIfChoices(scenario: Scenario): WhatIfChoice[] {
  return fieldPatterns
    .flatMap((pattern) => placesOf(scenario, pattern))
    .flatMap((place): WhatIfChoice[] => {
      if (fieldRow(place).kind === 'text' || workingValue(scenario, place) === null) return []
      if (isRatioOfNone(scenario, place)) return []
      const [, list = '', index] = stepsOfPlace(place)
      const entry: unknown =
        typeof index === 'number' ? valueAt(scenario, `workload.${list}[${index}].name`) : undefined
      const { label } = fieldRow(place)
      const isOneOfMany = typeof entry === 'string' && valueAt(scenario, `workload.${list}[1]`) !== undefined
      const name = isOneOfMany ? `${label} (${entry})` : label
      return [{ place, label: name, group: groups[place.startsWith('deployment') ? 'deployment' : list] ?? 'Clients' }]
    })
}

/** What is not compressed has one ratio alone. */
function isRatioOfNone(scenario: Scenario, place: string): boolean {
  const owner = place.match(/^(.*\.compression)Ratio$/)?.[1]
  return owner !== undefined && valueAt(scenario, owner) === 'none'
}

/** The number that a field stands at: the scenario's, or the one assumed where it says none; null where there is none. */
export function workingValue(scenario: Scenario, place: string): number | null {
  const value = valueAt(scenario, place)
  if (typeof value === 'number') return value
  return place === 'workload.roundTripMs' ? assumedRoundTripMs : null
}

/** A field with its axis as the charts want it. */
export function whatIfField(place: string, axis: WhatIfField['axis'], offering: Offering): WhatIfField {
  const { label, kind, unit } = fieldRow(place)
  const counted = place === 'deployment.size' ? offering.unitName : (unit ?? null)
  return { label, format: kind === 'text' ? 'text' : formats[kind], unit: counted, axis }
}

function placesOf(scenario: Scenario, pattern: string): string[] {
  if (!pattern.includes('[]')) return [pattern]
  const list: unknown = valueAt(scenario, pattern.slice(0, pattern.indexOf('[]')))
  const count = Array.isArray(list) ? Math.min(list.length, mostEntries) : 0
  return Array.from({ length: count }, (_, index) => pattern.replace('[]', `[${index}]`))
}

/**
 * The fields that a what-if can vary and those that the command palette finds, with their labels.
 */

import { assumedRoundTripMs } from '../../../capacity/situation.ts'
import type { ValueFormat } from '../../../charts/value-format.ts'
import type { WhatIfField } from '../../../charts/what-if-regimes.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { choiceLabel, choicePatterns } from './choice-table.ts'
import { fieldPatterns, fieldRow } from './field-table.ts'
import type { QuantityKind } from './quantity-kinds.ts'
import { stepsOfPlace, valueAt } from './scenario-path.ts'

/** A field to choose. */
export interface WhatIfChoice {
  readonly place: string
  readonly label: string
  readonly group: string
}

/** The field that is varied until the user chooses another one: the size of the cluster. */
export const firstWhatIfPlace = 'deployment.size'

/** Fields are offered for at most this many entries of a list, so that the choice stays readable. */
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
  return placesOfAll(scenario, fieldPatterns)
    .filter((place) => isNumeric(place) && workingValue(scenario, place) !== null && !isUnused(scenario, place))
    .map((place) => labelled(scenario, place, fieldRow(place).label))
}

/** All fields of the form that the palette can find: those with a value, and the empty ones of the workload. */
export function findableFields(scenario: Scenario): WhatIfChoice[] {
  const isShown = (place: string) =>
    valueAt(scenario, place) !== undefined || (place.startsWith('workload.') && fieldRow(place).whenEmpty !== undefined)
  const typed = placesOfAll(scenario, fieldPatterns)
    .filter((place) => isNumeric(place) && isShown(place) && !isUnused(scenario, place))
    .map((place) => labelled(scenario, place, fieldRow(place).label))
  const chosen = placesOfAll(scenario, choicePatterns)
    .filter((place) => place !== 'deployment.tier' || valueAt(scenario, place) !== undefined)
    .map((place) => labelled(scenario, place, choiceLabel(place)))
  return [...typed, ...chosen]
}

function isNumeric(place: string): boolean {
  return fieldRow(place).kind !== 'text'
}

/** A place with its group in the form and its label, which names the entry if the list has several. */
function labelled(scenario: Scenario, place: string, label: string): WhatIfChoice {
  const [, list = '', index] = stepsOfPlace(place)
  const entry: unknown = typeof index === 'number' ? valueAt(scenario, `workload.${list}[${index}].name`) : undefined
  const isOneOfMany = typeof entry === 'string' && valueAt(scenario, `workload.${list}[1]`) !== undefined
  const group = groups[place.startsWith('deployment') ? 'deployment' : list] ?? 'Clients'
  return { place, label: isOneOfMany ? `${label} (${entry})` : label, group }
}

/**
 * True for a field that the form does not show: the compression ratio of a producer that does not compress, which is always 1,
 * and the keys per producer where keys are not uniform.
 */
function isUnused(scenario: Scenario, place: string): boolean {
  const [, producer, field] = place.match(/^(workload\.producers\[\d+\])\.(compressionRatio|keysPerClient)$/) ?? []
  if (field === 'compressionRatio') return valueAt(scenario, `${producer}.compression`) === 'none'
  return field === 'keysPerClient' && valueAt(scenario, `${producer}.keys.kind`) !== 'uniform'
}

/** The number that a prediction uses for a field: the scenario's, or for the round trip the assumed one. Null: it has none. */
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

function placesOfAll(scenario: Scenario, patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => placesOf(scenario, pattern))
}

function placesOf(scenario: Scenario, pattern: string): string[] {
  if (!pattern.includes('[]')) return [pattern]
  const list: unknown = valueAt(scenario, pattern.slice(0, pattern.indexOf('[]')))
  const count = Array.isArray(list) ? Math.min(list.length, maxEntries) : 0
  return Array.from({ length: count }, (_, index) => pattern.replace('[]', `[${index}]`))
}

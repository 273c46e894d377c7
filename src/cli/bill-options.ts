/**
 * Options of commands that compute costs.
 */

import type { Problem } from '../contracts/app-error.ts'
import { type BillChoice, maxPrivateEndpoints, maxZones } from '../contracts/bill-request.ts'
import { parseDay, todayText } from '../units/calendar-day.ts'
import { parseCount } from '../units/count.ts'
import type { Given } from './command-line.ts'

/** The options, as a command declares them. */
export const billOptions = {
  price: {
    value: 'ID=AMOUNT/h',
    isRepeatable: true,
    text: 'Price of one unit: --price confluent-cloud-dedicated=2.5USD/h, or ID/TIER=… for one tier.',
  },
  prices: {
    value: 'FILE',
    isRepeatable: true,
    text: 'Your own price sheet: a discount, or the cost of your own hosts. Its prices replace the published ones.',
  },
  region: { value: 'REGION', text: 'Region of the prices, like us-east-1 (default: the first of each price list).' },
  zones: { value: 'N', text: 'Zones over which brokers and clients are spread (default: 3, or 1 for a single zone).' },
  'follower-fetch': { text: 'Consumers read in their own zone (client.rack, replica.selector.class).' },
  'private-endpoints': {
    value: 'N',
    text: 'Private endpoints of the clients (default: 0).',
  },
  on: { value: 'DATE', text: 'Date of the bill; prices that are more than a year older are marked (default: today).' },
} as const

/** Parses these options. Every problem is added to `problems`. */
export function billChoiceOf(given: Given, problems: Problem[]): BillChoice {
  const readWholeNumber = (option: 'zones' | 'private-endpoints', min: number, max: number) => {
    const text = given.text(option)
    if (text === undefined) return undefined
    const reading = parseCount(text)
    if (reading.ok && reading.value >= min && reading.value <= max) return reading.value
    problems.push({ place: `--${option}`, message: `expected a whole number from ${min} to ${max} (found ${text})` })
    return undefined
  }
  const zones = readWholeNumber('zones', 1, maxZones)
  const privateEndpoints = readWholeNumber('private-endpoints', 0, maxPrivateEndpoints)
  const dayText = given.text('on')
  if (dayText !== undefined && !parseDay(dayText).ok) {
    problems.push({ place: '--on', message: `expected a day like 2026-11-23 (found ${dayText})` })
  }
  const region = given.text('region')
  return {
    today: dayText?.trim() ?? todayText(),
    followerFetch: given.has('follower-fetch'),
    ...(region === undefined ? {} : { region }),
    ...(zones === undefined ? {} : { zones }),
    ...(privateEndpoints === undefined ? {} : { privateEndpoints }),
  }
}

/**
 * Options that describe a deployment: its offering, tier, size and the date of its limits.
 */
import { AppError } from '../contracts/app-error.ts'
import { parseOrThrow } from '../contracts/parse.ts'
import { type Deployment, deployment } from '../contracts/scenario.ts'
import { parseCount } from '../units/count.ts'
import type { Given } from './command-line.ts'

/** The options, as a command declares them. */
export const deploymentOptions = {
  offering: { value: 'ID', text: 'What the cluster runs on: an offering of "headroom models list".' },
  tier: { value: 'TIER', text: 'Tier of the offering: its plan, broker type or host.' },
  size: { value: 'N', text: 'Size of the cluster: CKUs, brokers (default: 1).' },
  'as-of': { value: 'DATE', text: 'Use the limits of the offering on that date, like 2020-04 (default: the newest).' },
} as const

/** Reads the deployment of a command line. @returns undefined if none was given @throws AppError USAGE */
export function deploymentOf(given: Given): Deployment | undefined {
  const offering = given.text('offering')
  const [tier, size, asOf] = [given.text('tier'), given.text('size'), given.text('as-of')]
  if (offering !== undefined) {
    const reading = parseCount(size ?? '1')
    const value = {
      offering,
      size: reading.ok ? reading.value : size,
      ...(tier === undefined ? {} : { tier }),
      ...(asOf === undefined ? {} : { asOf }),
    }
    return parseOrThrow(deployment, value, {
      code: 'USAGE',
      what: 'The deployment',
      remedy: 'For example: --offering confluent-cloud-dedicated --size 2',
    })
  }
  if (tier === undefined && size === undefined && asOf === undefined) return undefined
  throw new AppError('USAGE', '--size, --tier and --as-of need --offering.', {
    remedy: 'For example: --offering confluent-cloud-dedicated --size 2',
  })
}

/**
 * The overlay's outcome: does the measurement agree with the prediction?
 */
import { z } from 'zod'
import { figureName } from './figures.ts'
import { band, interval, nonNegative, positiveCount } from './primitives.ts'

/** Confirmed, contradicted upwards or downwards, or not proven either way. */
export const verdictKind = z.enum(['confirmed', 'above', 'below', 'not-proven'])
export type VerdictKind = z.output<typeof verdictKind>

/** What each verdict is called. */
export const verdictLabels: Readonly<Record<VerdictKind, string>> = {
  confirmed: 'Confirmed',
  above: 'Above the prediction',
  below: 'Below the prediction',
  'not-proven': 'Not proven',
}

/** The reason of a verdict, as one sentence: "Confirmed: measured 99 MB/s, predicted 100." */
export function verdictReason(verdict: VerdictKind, finding: string): string {
  return `${openingOf(verdict)}${finding}`
}

/** What a reason says after its verdict. Reasons of other programs may lack the verdict: those are returned whole. */
export function verdictFinding(verdict: VerdictKind, reason: string): string {
  const opening = openingOf(verdict)
  return reason.startsWith(opening) ? reason.slice(opening.length) : reason
}

function openingOf(verdict: VerdictKind): string {
  return `${verdictLabels[verdict]}: `
}

/** Why, as a word that programs can match. */
export const verdictReasonCode = z.enum([
  'broker-quota',
  'offered-load-met',
  'within-band',
  'above-band',
  'below-band',
  'straddles-band',
  'band-too-wide',
  /** The load was met so near to the predicted limit that a limit 10 % away would have shown the same. */
  'does-not-discriminate',
  'dimension-not-enforced',
  'client-bound',
  'consumer-bound',
  'cluster-degraded',
  'too-short',
  'too-noisy',
  'not-settled',
  'partial-run',
  'accounting-open',
  'request-profile-differs',
  /** A record took other bytes on the wire than predicted. */
  'wire-profile-differs',
  /** The load was met, and throttled although the limit was predicted to lie above it. */
  'throttled-though-met',
  'infeasible',
  'no-interval',
  'figure-absent',
  'other-workload',
])
export type VerdictReasonCode = z.output<typeof verdictReasonCode>

/** One figure of the overlay: predicted band beside measured interval. */
export const comparison = z.strictObject({
  figure: figureName,
  predicted: band,
  measured: interval,
  /** measured mean / predicted likely - 1. */
  relativeError: z.number().nullable(),
  position: z.enum(['inside', 'above', 'below', 'straddles']),
})
export type Comparison = z.output<typeof comparison>

/** A number that the deployment limits, beside what the run had of it. */
export const countedLimit = z.strictObject({
  dimension: z.enum(['connections', 'connection-attempts']),
  /** Connections: mean of those held, and one for each of the run's clients. Attempts: those that brokers took, 1/s. */
  measured: nonNegative,
  /** Of the deployment, in the same unit. */
  limit: nonNegative,
  /** True where the target limits it too. */
  isEnforced: z.boolean(),
})
export type CountedLimit = z.output<typeof countedLimit>

/** What an overlay says. */
export const overlay = z.strictObject({
  /** Version of the rules that decided (docs/verdicts.md). Left out: 1. */
  ruleVersion: positiveCount.optional(),
  verdict: verdictKind,
  reasonCode: verdictReasonCode,
  /** One sentence for people. */
  reason: z.string().min(1),
  /** True where the deployment's limit was reached, false where the offered load was met below it. */
  limitReached: z.boolean(),
  comparisons: z.array(comparison),
  /** Words that must stand wherever the result appears. */
  marks: z.array(
    z.enum([
      'declared capacity',
      'this machine',
      'simulated',
      'scaled',
      'partial',
      'censored',
      'client-bound',
      'imported',
    ]),
  ),
  /** Measured requests a second / predicted; null where not known. */
  requestProfileRatio: nonNegative.nullable(),
  /** Left out: the run held and tried no connections of its own, or the deployment limits none. */
  countedLimits: z.array(countedLimit).optional(),
})
export type Overlay = z.output<typeof overlay>

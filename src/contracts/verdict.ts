/**
 * The verdict: whether the measurement agrees with the prediction.
 */
import { z } from 'zod'
import { figureName } from './figures.ts'
import { band, interval, nonNegative, positiveCount } from './primitives.ts'

/** Confirmed, contradicted upwards or downwards, or not proven either way. */
export const verdictKind = z.enum(['confirmed', 'above', 'below', 'not-proven'])
export type VerdictKind = z.output<typeof verdictKind>

/** Labels of the verdicts. */
export const verdictLabels: Readonly<Record<VerdictKind, string>> = {
  confirmed: 'Confirmed',
  above: 'Above the prediction',
  below: 'Below the prediction',
  'not-proven': 'Not proven',
}

/** Returns the reason of a verdict in one sentence: "Confirmed: measured 99 MB/s, predicted 100." */
export function verdictReason(verdict: VerdictKind, finding: string): string {
  return `${openingOf(verdict)}${finding}`
}

/**
 * Returns the part of a reason after its verdict. Returns the whole reason if it does not begin with the verdict, as
 * one from another program may.
 */
export function verdictFinding(verdict: VerdictKind, reason: string): string {
  const opening = openingOf(verdict)
  return reason.startsWith(opening) ? reason.slice(opening.length) : reason
}

function openingOf(verdict: VerdictKind): string {
  return `${verdictLabels[verdict]}: `
}

/** The reason of a verdict as a code that programs can match. */
export const verdictReasonCode = z.enum([
  'broker-quota',
  'offered-load-met',
  'within-band',
  'above-band',
  'below-band',
  'straddles-band',
  'band-too-wide',
  /** The load was met, but so close to the predicted limit that a limit 10 % away would have given the same figures. */
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
  /** A record took more or fewer bytes on the wire than predicted. */
  'wire-profile-differs',
  /** The load was met, but brokers throttled clients although the predicted limit is above the load. */
  'throttled-though-met',
  'infeasible',
  'no-interval',
  'figure-absent',
  'other-workload',
])
export type VerdictReasonCode = z.output<typeof verdictReasonCode>

/** The verdict on a run in progress, if its rest were like what was measured. */
export const verdictSoFar = z.strictObject({
  verdict: verdictKind,
  /** The reason in one sentence for the user. */
  reason: z.string().min(1),
  /** Number of quota windows that it is based on. */
  windows: positiveCount,
})
export type VerdictSoFar = z.output<typeof verdictSoFar>

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

/** A count that the deployment limits, compared with the run. */
export const countedLimit = z.strictObject({
  dimension: z.enum(['connections', 'connection-attempts']),
  /**
   * Connections: mean number of idle connections held, plus one per client of the run. Attempts: those that brokers
   * accepted, per second.
   */
  measured: nonNegative,
  /** The deployment's limit, in the same unit. */
  limit: nonNegative,
  /** True if the target enforces the limit. */
  isEnforced: z.boolean(),
})
export type CountedLimit = z.output<typeof countedLimit>

/** The outcome of comparing a run with its prediction. */
export const overlay = z.strictObject({
  /** Version of the rules that decided (docs/verdicts.md). Left out: 1. */
  ruleVersion: positiveCount.optional(),
  verdict: verdictKind,
  reasonCode: verdictReasonCode,
  /** The reason in one sentence for the user. */
  reason: z.string().min(1),
  /** True if the deployment's limit was reached, false if the offered load was met below it. */
  limitReached: z.boolean(),
  comparisons: z.array(comparison),
  /** Marks that must be shown wherever the result is shown. */
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
  /** Measured requests/s / predicted requests/s; null if not known. */
  requestProfileRatio: nonNegative.nullable(),
  /** Left out: the run had no connections in addition to its clients', or the deployment limits none. */
  countedLimits: z.array(countedLimit).optional(),
})
export type Overlay = z.output<typeof overlay>

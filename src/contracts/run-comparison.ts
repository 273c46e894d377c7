/**
 * Two sets of runs compared: does what was changed make a difference?
 */
import { z } from 'zod'
import { figureNames } from './figures.ts'
import { identifier, nonNegative, positiveCount } from './primitives.ts'

/** What sets of runs are compared in: the five figures, and response latency at 99 % in µs. */
export const comparedMeasures = [...figureNames, 'responseP99Us'] as const
export type ComparedMeasure = (typeof comparedMeasures)[number]

/** A set of runs in one measure, one value a run, in the measure's unit. */
export const setSummary = z.strictObject({
  runs: positiveCount,
  mean: nonNegative,
  lowest: nonNegative,
  highest: nonNegative,
  /** Standard deviation between runs / mean; null with one run or a mean of zero. */
  relativeSpread: nonNegative.nullable(),
})
export type SetSummary = z.output<typeof setSummary>

/** Two sets of runs in one measure. */
export const measureComparison = z.strictObject({
  measure: z.enum(comparedMeasures),
  one: setSummary,
  other: setSummary,
  /** Mean of the other set / mean of the first - 1; null where the first mean is zero. */
  effect: z.number().nullable(),
  /** 95 % interval of the effect by Welch's test; null below four runs a side. */
  effectInterval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  /** `no-practical-difference`: under 3 %. `too-few-runs`: effect and spread only, nothing tested. */
  outcome: z.enum(['different', 'not-told-apart', 'no-practical-difference', 'too-few-runs']),
  /** The outcome for people. */
  sentence: z.string().min(1),
})
export type MeasureComparison = z.output<typeof measureComparison>

/** Two sets of runs, compared. */
export const runComparison = z.strictObject({
  /** Ids of the runs of both sets. */
  one: z.array(identifier).min(1),
  other: z.array(identifier).min(1),
  /** Measures that every run has. */
  measures: z.array(measureComparison),
  /** What else differs than what is asked about, or was measured worse than it should; each as a sentence. */
  doubts: z.array(z.string()),
})
export type RunComparison = z.output<typeof runComparison>

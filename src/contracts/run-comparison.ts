/**
 * Comparison of two sets of runs, which shows whether a change made a difference.
 */
import { z } from 'zod'
import { figureNames } from './figures.ts'
import { identifier, nonNegative, positiveCount } from './primitives.ts'

/** Measures in which sets of runs are compared: the five figures, and the 99th percentile of response latency in µs. */
export const comparedMeasures = [...figureNames, 'responseP99Us'] as const
export type ComparedMeasure = (typeof comparedMeasures)[number]

/** One measure of a set of runs, with one value per run, in the measure's unit. */
export const setSummary = z.strictObject({
  runs: positiveCount,
  mean: nonNegative,
  lowest: nonNegative,
  highest: nonNegative,
  /** Standard deviation between runs / mean; null with one run or a mean of zero. */
  relativeSpread: nonNegative.nullable(),
})
export type SetSummary = z.output<typeof setSummary>

/** One measure of two sets of runs. */
export const measureComparison = z.strictObject({
  measure: z.enum(comparedMeasures),
  one: setSummary,
  other: setSummary,
  /** Mean of the other set / mean of the first set - 1; null if the first mean is zero. */
  effect: z.number().nullable(),
  /** 95 % interval of the effect by Welch's test; null with fewer than four runs per set. */
  effectInterval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  /** `no-practical-difference`: less than 3 %. `too-few-runs`: only effect and spread are given, nothing was tested. */
  outcome: z.enum(['different', 'not-told-apart', 'no-practical-difference', 'too-few-runs']),
  /** The outcome in one sentence for the user. */
  sentence: z.string().min(1),
})
export type MeasureComparison = z.output<typeof measureComparison>

/** Two sets of runs, compared. */
export const runComparison = z.strictObject({
  /** Ids of the runs of the two sets. */
  one: z.array(identifier).min(1),
  other: z.array(identifier).min(1),
  /** Only measures that every run has. */
  measures: z.array(measureComparison),
  /** Other differences between the runs, and shortcomings of their measurement: full sentences. */
  doubts: z.array(z.string()),
})
export type RunComparison = z.output<typeof runComparison>

/**
 * A calibration: new values for some parameters of a model, fitted to recorded runs and to the published evidence.
 *
 * It is applied on top of the model and never changes the model itself. The workspace keeps one file per calibration,
 * and a calibration is applied by its name.
 */
import { z } from 'zod'
import { lawBand } from './law-bands.ts'
import { count, epochMs, identifier, nonNegative, positive } from './primitives.ts'

/** One parameter of the model, before and after calibration. */
export const calibratedParameter = z.strictObject({
  /** `requestCpuUs`, `clouds.aws`, `burst.2026-03`. */
  id: z.string().min(1),
  unit: z.string().min(1),
  /** The model's own value. */
  before: nonNegative,
  value: nonNegative,
  /** 95 % interval of the value. */
  interval: z.strictObject({ low: positive, high: positive }),
  /**
   * Why the value changed: which figures depend on it, and how far off the model was for them. Left out by earlier
   * versions.
   */
  reason: z.string().min(1).optional(),
})

/**
 * A figure that the parameters were fitted to, with the likely value that the model predicts for it before and after.
 */
const calibratedFigure = z.strictObject({
  /** Id of the run or of the published point. */
  id: z.string().min(1),
  kind: z.enum(['run', 'published']),
  unit: z.string().min(1),
  /** True for a lower bound: it counts as an error only if the prediction is below it. */
  isCensored: z.boolean(),
  /** The measured value. */
  value: positive,
  before: nonNegative,
  after: nonNegative,
})

/** Ends of a band as factors: of a band from publications, on the law's value; of a band from runs, on their results. */
const ends = z.strictObject({ low: positive, high: positive })

/** A law of hosts that the runs reached. Its band on their cluster replaces the band from publications. */
export const calibratedLaw = z.strictObject({
  band: lawBand,
  /** The band from publications and the band from the runs, both at the configuration of the first run. */
  before: ends,
  after: ends,
})
export type CalibratedLaw = z.output<typeof calibratedLaw>

/** Median absolute error of the likely values, as a ratio; null if there is no figure to compare with. */
const errors = z.strictObject({ before: nonNegative.nullable(), after: nonNegative.nullable() })

/** A calibration as applied to a model: its name, and the values in use, by parameter id. */
export const appliedCalibration = z.strictObject({
  name: identifier,
  parameters: z.record(z.string(), nonNegative),
  /** The values that changed, with their old value and the reason. Left out by earlier versions. */
  moves: z
    .array(z.strictObject({ id: z.string().min(1), before: nonNegative, value: nonNegative, reason: z.string() }))
    .optional(),
  /** Laws whose band comes from the runs. Left out: none, or an earlier version. */
  laws: z.array(calibratedLaw).optional(),
})
export type AppliedCalibration = z.output<typeof appliedCalibration>

/** A calibration file. */
export const calibration = z.strictObject({
  kind: z.literal('headroom.calibration'),
  schemaVersion: z.literal(1),
  name: identifier,
  /** `id` of the offering. */
  model: identifier,
  createdAtEpochMs: epochMs,
  /** Empty if the runs constrain nothing but bands of laws. */
  parameters: z.array(calibratedParameter),
  /** Laws of hosts whose band comes from the runs. Left out: none, or an earlier version. */
  laws: z.array(calibratedLaw).optional(),
  /** The runs that it was fitted to. A censored run gives a lower bound of what the cluster takes. */
  runs: z.array(z.strictObject({ id: identifier, isCensored: z.boolean() })).min(1),
  /** Number of published points that it was fitted to as well. */
  publishedPoints: count,
  /** Errors over the runs that are not censored. */
  runErrors: errors,
  /**
   * Errors over the published points that are not censored. They show how much worse the calibration makes other
   * figures.
   */
  publishedErrors: errors,
  /** Every figure that it was fitted to, runs first. Left out by earlier versions. */
  figures: z.array(calibratedFigure).optional(),
})
export type Calibration = z.output<typeof calibration>

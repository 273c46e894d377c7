/**
 * A calibration: other values for a few parameters of a model, fitted to recorded runs and to the published evidence.
 *
 * It lies over the model and never changes it: one file each in the workspace, applied by name.
 */
import { z } from 'zod'
import { count, epochMs, identifier, nonNegative, positive } from './primitives.ts'

/** One parameter of the model, before and after. */
export const calibratedParameter = z.strictObject({
  /** `requestCpuUs`, `clouds.aws`, `burst.2026-03`. */
  id: z.string().min(1),
  unit: z.string().min(1),
  /** As the model has it. */
  before: nonNegative,
  value: nonNegative,
  /** 95 % interval of the value. */
  interval: z.strictObject({ low: positive, high: positive }),
  /** Why it moved: which figures follow it, and how far the model was from them. Left out: by an earlier version. */
  reason: z.string().min(1).optional(),
})

/** A figure that was fitted to, with the likely value that the model predicts for it before and after. */
const calibratedFigure = z.strictObject({
  /** Id of the run or of the published point. */
  id: z.string().min(1),
  kind: z.enum(['run', 'published']),
  unit: z.string().min(1),
  /** True for a lower bound: it errs only where the prediction is below it. */
  isCensored: z.boolean(),
  /** As measured. */
  value: positive,
  before: nonNegative,
  after: nonNegative,
})

/** Median absolute error of the likely values, as a ratio; null where there is nothing to compare with. */
const errors = z.strictObject({ before: nonNegative.nullable(), after: nonNegative.nullable() })

/** A calibration as it lies over a model: its name, and its parameters by id with the values used. */
export const appliedCalibration = z.strictObject({
  name: identifier,
  parameters: z.record(z.string(), nonNegative),
  /** What moved, from where, and why. Left out: by an earlier version. */
  moves: z
    .array(z.strictObject({ id: z.string().min(1), before: nonNegative, value: nonNegative, reason: z.string() }))
    .optional(),
})
export type AppliedCalibration = z.output<typeof appliedCalibration>

/** Parameter values under a name. */
export const calibration = z.strictObject({
  kind: z.literal('headroom.calibration'),
  schemaVersion: z.literal(1),
  name: identifier,
  /** `id` of the offering. */
  model: identifier,
  createdAtEpochMs: epochMs,
  parameters: z.array(calibratedParameter).min(1),
  /** Ids of the runs that it was fitted to; censored ones only say that the cluster takes no less. */
  runs: z.array(z.strictObject({ id: identifier, isCensored: z.boolean() })).min(1),
  /** Published points that were fitted beside them. */
  publishedPoints: count,
  /** Over the runs that are not censored. */
  runErrors: errors,
  /** Over the published points that are not censored: what the calibration costs elsewhere. */
  publishedErrors: errors,
  /** Every figure that it was fitted to, the runs first. Left out: by an earlier version. */
  figures: z.array(calibratedFigure).optional(),
})
export type Calibration = z.output<typeof calibration>

/**
 * A backtest: every published figure of the models beside what the model predicts from its configuration.
 */
import { z } from 'zod'
import { heldOutKinds, publishedQuantities } from './evidence.ts'
import { band, count, fraction, identifier, nonNegative, positive } from './primitives.ts'

/** One published figure with its prediction. Errors are ratios: predicted / published - 1. */
export const backtestedPoint = z.strictObject({
  /** `id` of the offering. */
  model: identifier,
  id: identifier,
  label: z.string().min(1),
  quantity: z.enum(publishedQuantities),
  /** Unit of published and predicted: `payload bytes/s`, `records/s`, `ratio` of two figures, … */
  unit: z.string().min(1),
  published: positive,
  predicted: band,
  /** Of the model as it stands; null for a censored point, whose true figure is not known. */
  error: z.number().nullable(),
  /** Of the model refitted without this point; null where it is censored or cannot be left out. */
  leaveOneOutError: z.number().nullable(),
  /** What the model refitted without this point predicts; null where there is no `leaveOneOutError`. */
  leaveOneOut: band.nullable(),
  /** True where the load offered was the cap, so that the published figure is a lower bound. */
  censored: z.boolean(),
  /** For a censored point: what of the prediction is below the bound. `band`: even its high end. */
  below: z.enum(['nothing', 'likely', 'band']).nullable(),
  /** Kept out of every fit: scored by itself, never in the medians; null for evidence. */
  heldOut: z.enum(heldOutKinds).nullable(),
  /** Whether the point enters the medians, or those of the held-out points. */
  counted: z.boolean(),
  /** Why it does not; null where it does. */
  reason: z.string().min(1).nullable(),
})
export type BacktestedPoint = z.output<typeof backtestedPoint>

/** Scores over counted points that no fit reads; null where there are none. */
export const heldOutScores = z.strictObject({
  countedPoints: count,
  medianAbsError: nonNegative.nullable(),
  /** Share of them inside the band. */
  coverage: fraction.nullable(),
})
export type HeldOutScores = z.output<typeof heldOutScores>

/** Scores over counted points of the evidence; null where there are none. */
export const backtestScores = z.strictObject({
  /** Points that enter the medians. */
  countedPoints: count,
  medianAbsError: nonNegative.nullable(),
  medianAbsErrorLeaveOneOut: nonNegative.nullable(),
  /** Censored points whose likely value is below their bound; and those among them that even the high end is below. */
  censoredPredictedBelow: count,
  censoredBandBelow: count,
  /** Parameters that were fitted to the points. */
  parameters: count,
  /** Share of counted points that lie inside the band predicted without them. */
  coverage: fraction.nullable(),
  /** Median of half the band's width / likely: 0.2 is plus or minus 20 %. */
  medianWidth: nonNegative.nullable(),
  /** Points that no fit reads: those the physics were mended in view of, and those predicted only afterwards. */
  heldOut: z.strictObject({ seen: heldOutScores, unseen: heldOutScores }),
})
export type BacktestScores = z.output<typeof backtestScores>

/** The scores of one offering. */
export const modelBacktest = backtestScores.extend({
  model: identifier,
  name: z.string().min(1),
  /** All of its points. */
  points: count,
  /** The fitted parameters by id. */
  parameterIds: z.array(z.string().min(1)),
  /** Why none of its points is counted, where that is so for the model as a whole. */
  reason: z.string().min(1).nullable(),
})
export type ModelBacktest = z.output<typeof modelBacktest>

/** All models that have evidence. */
export const backtest = z.strictObject({
  points: z.array(backtestedPoint),
  models: z.array(modelBacktest),
  summary: backtestScores,
})
export type Backtest = z.output<typeof backtest>

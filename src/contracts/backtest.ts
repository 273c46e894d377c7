/**
 * A backtest: every published figure of the models beside what the model predicts from its configuration.
 */
import { z } from 'zod'
import { firstSightBases, heldOutKinds, publishedQuantities } from './evidence.ts'
import { band, calendarDate, count, fraction, identifier, nonNegative, positive } from './primitives.ts'

/** What was predicted of a figure before anything was changed because of it. */
export const backtestedFirstSight = z.strictObject({
  /** In the unit of the point. */
  likely: positive,
  /** Both null where the record has no band. */
  low: nonNegative.nullable(),
  high: nonNegative.nullable(),
  /** likely / published - 1; null for a censored point. */
  error: z.number().nullable(),
  /** Whether the band held the figure, of a censored point whether it reached the bound; null without a band. */
  isInside: z.boolean().nullable(),
  date: calendarDate,
  /** Null where it was not recorded. */
  commit: z.string().min(1).nullable(),
  basis: z.enum(firstSightBases),
  /** What was changed since with the figure in view; null where nothing is recorded. */
  changed: z.string().min(1).nullable(),
})
export type BacktestedFirstSight = z.output<typeof backtestedFirstSight>

/**
 * What the model says with every figure of the point's publication left out: of evidence the parameters are fitted again,
 * of held-out figures the width of the band is chosen again.
 */
export const withoutPublication = z.strictObject({
  /** Null where the other publications do not tell. */
  predicted: band.nullable(),
  /** predicted.likely / published - 1; null without `predicted`. */
  error: z.number().nullable(),
  /** Parameters that the point follows and the other publications do not identify, by id. */
  notIdentified: z.array(z.string().min(1)),
})
export type WithoutPublication = z.output<typeof withoutPublication>

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
  /** Of the model refitted without this point; null where it is censored, cannot be left out or is not identified then. */
  leaveOneOutError: z.number().nullable(),
  /** What the model refitted without this point predicts; null where there is no `leaveOneOutError`. */
  leaveOneOut: band.nullable(),
  /** Parameters that the point follows and the others do not identify, by id. */
  notIdentified: z.array(z.string().min(1)),
  /** `id` of its publication, or the title of its source where it has none. */
  publication: z.string().min(1),
  /** Null where it is not known, as of figures that the model was made from. */
  firstSight: backtestedFirstSight.nullable(),
  /** Null where the point is not counted, or where no other publication could choose the width. */
  withoutPublication: withoutPublication.nullable(),
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
  /** Share of them inside the band, whose width was chosen to hold them where they tell the residual. */
  coverage: fraction.nullable(),
  /** Their publications. */
  publications: count,
  /** Of those whose band can be chosen without their publication: how many there are, and how many lie inside it. */
  withoutPublication: z.strictObject({ points: count, inside: count }),
})
export type HeldOutScores = z.output<typeof heldOutScores>

/** Scores at first sight, over all points of which it is known, counted today or not; null where there are none. */
export const firstSightScores = z.strictObject({
  /** Points of which it is known, their publications, and points of which it is not. */
  points: count,
  publications: count,
  unknownPoints: count,
  /** Of those that are not censored: how many, and their median. */
  errors: count,
  medianAbsError: nonNegative.nullable(),
  /** Of those that are not censored and have a band: how many, and how many of them it held. */
  bands: count,
  inside: count,
  /** Censored ones with a band, and how many of them it reached. */
  bounds: count,
  boundsReached: count,
})
export type FirstSightScores = z.output<typeof firstSightScores>

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
  /** Publications of all points. */
  publications: count,
  firstSight: firstSightScores,
  /** Counted points of the evidence with their whole publication left out: those identified, their median, and the others. */
  withoutPublication: z.strictObject({
    points: count,
    medianAbsError: nonNegative.nullable(),
    notIdentifiedPoints: count,
  }),
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

/**
 * A backtest: every published figure of each model, compared with what the model predicts from the figure's
 * configuration.
 */
import { z } from 'zod'
import { firstSightBases, firstSightBindings, heldOutKinds, publishedQuantities } from './evidence.ts'
import { lawBands, laws } from './law-bands.ts'
import { band, calendarDate, count, fraction, identifier, nonNegative, positive } from './primitives.ts'

/** The first prediction of a figure, made before anything was changed because of the figure. */
export const backtestedFirstSight = z.strictObject({
  /** Predicted value, in the unit of the point. */
  likely: positive,
  /** Ends of the predicted band; both null if the record has none. */
  low: nonNegative.nullable(),
  high: nonNegative.nullable(),
  /** likely / published - 1; null for a censored point. */
  error: z.number().nullable(),
  /**
   * True if the figure is inside the band or, for a censored point, if the high end reaches it. Null without a band.
   */
  isInside: z.boolean().nullable(),
  date: calendarDate,
  /** The commit whose model predicted it; null if it was not recorded. */
  commit: z.string().min(1).nullable(),
  basis: z.enum(firstSightBases),
  /** The limit that bound the prediction: a dimension, or `offered-load`. Null if it was not recorded. */
  binding: z.enum(firstSightBindings).nullable(),
  /** Changes that were made since then in view of the figure, one entry per change. Empty if none is recorded. */
  changed: z.array(z.string().min(1)),
  /** True if it was predicted with bands by law that were not made from its figure, so that the figure tests them. */
  testsBands: z.boolean(),
})
export type BacktestedFirstSight = z.output<typeof backtestedFirstSight>

/**
 * Prediction with every figure of the point's publication left out. For evidence the parameters are fitted again; for
 * held-out figures the width of the band is chosen again.
 */
export const withoutPublication = z.strictObject({
  /** Null if the other publications do not identify a parameter that the point depends on. */
  predicted: band.nullable(),
  /** predicted.likely / published - 1; null without `predicted`. */
  error: z.number().nullable(),
  /** Ids of the parameters that the point depends on and that the other publications do not identify. */
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
  /** Unit of `published` and `predicted`: `payload bytes/s`, `records/s`, `ratio` of two figures, … */
  unit: z.string().min(1),
  published: positive,
  /** The figure as payload bytes/s; null for a ratio, a share, or wire bytes. */
  publishedPayloadBytesPerSec: positive.nullable(),
  predicted: band,
  /** Error of the current model; null for a censored point, because its true figure is not known. */
  error: z.number().nullable(),
  /**
   * Error of the model refitted without this point; null if the point is censored, cannot be left out, or is not
   * identified by the other points.
   */
  leaveOneOutError: z.number().nullable(),
  /** Prediction of the model refitted without this point; null without `leaveOneOutError`. */
  leaveOneOut: band.nullable(),
  /** Ids of the parameters that the point depends on and that the other points do not identify. */
  notIdentified: z.array(z.string().min(1)),
  /** `id` of its publication; without one, the title of its source. */
  publication: z.string().min(1),
  /** Null if it is not known, as for the figures that the model was made from. */
  firstSight: backtestedFirstSight.nullable(),
  /** Null if the point is not counted, or if no other publication could determine the width of the band. */
  withoutPublication: withoutPublication.nullable(),
  /** True if the offered load was the limit, so the published figure is a lower bound. */
  censored: z.boolean(),
  /**
   * For a censored point: which part of the prediction is below the bound. `band`: all of it, including the high end.
   */
  below: z.enum(['nothing', 'likely', 'band']).nullable(),
  /**
   * Set if the point is kept out of every fit: it is scored separately and never enters the medians of the evidence.
   * Null for evidence.
   */
  heldOut: z.enum(heldOutKinds).nullable(),
  /** True if the point enters the medians of the evidence or of the held-out points. */
  counted: z.boolean(),
  /** Reason why the point is not counted; null if it is counted. */
  reason: z.string().min(1).nullable(),
})
export type BacktestedPoint = z.output<typeof backtestedPoint>

/** A point that awaits its figure. It enters no score. */
export const awaitingPoint = z.strictObject({
  ...backtestedPoint.pick({ model: true, id: true, label: true, quantity: true, unit: true, publication: true }).shape,
  /** Prediction of the current model, and what binds it: a dimension, or `offered-load`. */
  predicted: band,
  binding: z.enum(firstSightBindings),
  /** Likely value / value of the law that binds the prediction; 1 if no law of hosts binds it. */
  likelyFactor: positive,
  /** The first prediction; null if the point was not predicted yet. */
  firstSight: backtestedFirstSight
    .omit({ error: true, isInside: true, basis: true, changed: true, testsBands: true })
    .nullable(),
})
export type AwaitingPoint = z.output<typeof awaitingPoint>

/** Scores over the counted points that no fit uses. Values are null if there are no such points. */
export const heldOutScores = z.strictObject({
  countedPoints: count,
  medianAbsError: nonNegative.nullable(),
  /** Share of these points inside the band. If the width of the band was chosen from these points, this is no test of it. */
  coverage: fraction.nullable(),
  /** Number of their publications. */
  publications: count,
  /** Points whose band can be chosen without their publication, and how many of them lie inside it. */
  withoutPublication: z.strictObject({ points: count, inside: count }),
})
export type HeldOutScores = z.output<typeof heldOutScores>

/** Scores of first predictions, whether or not their points are counted today. Values are null if there are none. */
export const firstSightScores = z.strictObject({
  /** Points with a known first prediction, and the number of their publications. */
  points: count,
  publications: count,
  /** Points that are not censored, and the median of their absolute errors. */
  errors: count,
  medianAbsError: nonNegative.nullable(),
  /** Points that are not censored and have a band, and how many of them lie inside it. */
  bands: count,
  inside: count,
  /** Censored points with a band, and how many of them the band reaches. */
  bounds: count,
  boundsReached: count,
})
export type FirstSightScores = z.output<typeof firstSightScores>

/**
 * How well bands contain figures. In natural logarithms, the interval score of a figure is the width of its band + 20 x
 * its distance from the band if it is outside (for 90 % bands). A smaller score is better.
 */
export const intervalScores = z.strictObject({
  figures: count,
  inside: count,
  medianAbsError: nonNegative,
  /** Median half width of the bands as a factor either way: 2 means from half to twice the middle. */
  medianWidthFactor: positive,
  /** Mean over the figures. */
  intervalScore: nonNegative,
})
export type IntervalScores = z.output<typeof intervalScores>

/** First-sight errors of the figures that one law bound. */
export const lawScores = z.strictObject({
  binding: z.enum(firstSightBindings),
  figures: count,
  publications: count,
  inside: count,
  medianAbsError: nonNegative,
  /** Root mean square of ln(predicted / published). */
  rmsLogError: nonNegative,
  /** The figure with the largest |ln(predicted / published)|. */
  worst: z.strictObject({ id: identifier, error: z.number() }),
})
export type LawScores = z.output<typeof lawScores>

/** Scores of the figures that were predicted blind, and scores of null models on the same figures. */
export const blindScores = firstSightScores.extend({
  /** Points that await their figure. */
  awaiting: count,
  /** One entry per limit that bound the predictions, without lower bounds; the entry with the most figures first. */
  laws: z.array(lawScores),
  /**
   * Interval scores of the shown bands and of two null models, on the same figures: those in payload bytes/s, without
   * lower bounds. Null if there are no such figures, or no earlier figures to make a null model from.
   */
  intervals: z
    .strictObject({
      shown: intervalScores,
      /** The same likely values with one width for all, chosen so that it contains 90 % of the earlier first sights. */
      oneWidth: intervalScores,
      /** No model: the geometric mean of the figures of other publications, with their spread. */
      noModel: intervalScores,
    })
    .nullable(),
})
export type BlindScores = z.output<typeof blindScores>

/** Scores over the counted points of the evidence; values are null if there are none. */
export const backtestScores = z.strictObject({
  /** Points that enter the medians. */
  countedPoints: count,
  medianAbsError: nonNegative.nullable(),
  medianAbsErrorLeaveOneOut: nonNegative.nullable(),
  /** Censored points whose likely value is below their bound, and those among them whose high end is below it too. */
  censoredPredictedBelow: count,
  censoredBandBelow: count,
  /** Parameters that were fitted to the points. */
  parameters: count,
  /** Share of the counted points with a leave-one-out prediction that lie inside its band. */
  coverage: fraction.nullable(),
  /** Median of half the width of that band / likely: 0.2 means plus or minus 20 %. */
  medianWidth: nonNegative.nullable(),
  /** Number of publications of all points. */
  publications: count,
  /** Points that were predicted blind, without those that test the bands by law. */
  blind: blindScores,
  /** Points that test the bands by law: those predicted blind, and the others. No band was made from either. */
  bandsTest: z.strictObject({ blind: blindScores, others: firstSightScores }),
  /** The other points whose first prediction is known, and how many points have none. */
  firstSight: firstSightScores.extend({ unknownPoints: count }),
  /**
   * Counted points, each predicted without its whole publication: those that are identified, the median of their
   * absolute errors, and those that are not identified.
   */
  withoutPublication: z.strictObject({
    points: count,
    medianAbsError: nonNegative.nullable(),
    notIdentifiedPoints: count,
  }),
  /**
   * Points that no fit uses. `seen`: the model's physics were changed in view of them. `unseen`: they were predicted
   * only afterwards.
   */
  heldOut: z.strictObject({ seen: heldOutScores, unseen: heldOutScores }),
})
export type BacktestScores = z.output<typeof backtestScores>

/**
 * Bands by law, from predictions at first sight. Each figure whose law was recorded is judged by bands that were made
 * without its whole publication.
 */
export const lawBandScores = z.strictObject({
  /** The bands made from all publications: those that the model has. */
  bands: lawBands,
  /** Publications of the judged figures. */
  publications: count,
  /** Scores by law, for each law that bound at least one judged figure. */
  laws: z.array(
    intervalScores.extend({
      law: z.enum(laws),
      publications: count,
      /** The figure with the largest |ln(predicted / published)| at first sight. */
      worst: z.strictObject({ id: identifier, error: z.number() }),
    }),
  ),
  /**
   * All judged figures, and the same with one width for all: the smallest that holds 90 % of the other publications.
   */
  byLaw: intervalScores,
  oneWidth: intervalScores,
  /** The judged figures in payload bytes/s, which can also be predicted without a model. Null if there are none. */
  inPayload: z.strictObject({ byLaw: intervalScores, oneWidth: intervalScores, noModel: intervalScores }).nullable(),
  /** True if less than 85 % lie inside, or one width for all scores better. */
  isRefuted: z.boolean(),
})
export type LawBandScores = z.output<typeof lawBandScores>

/** The scores of one offering. */
export const modelBacktest = backtestScores.extend({
  model: identifier,
  name: z.string().min(1),
  /** Number of all its points. */
  points: count,
  /** The fitted parameters by id. */
  parameterIds: z.array(z.string().min(1)),
  /** Reason why none of its points is counted, if the reason applies to the whole model. Null otherwise. */
  reason: z.string().min(1).nullable(),
  /** Null without first sights whose law is known. */
  lawBands: lawBandScores.nullable(),
})
export type ModelBacktest = z.output<typeof modelBacktest>

/** All models that have evidence. */
export const backtest = z.strictObject({
  points: z.array(backtestedPoint),
  /** The points that await their figure. */
  awaiting: z.array(awaitingPoint),
  models: z.array(modelBacktest),
  summary: backtestScores,
})
export type Backtest = z.output<typeof backtest>

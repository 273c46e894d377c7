/**
 * Compares an imported measurement with a prediction and gives the verdict.
 */
import type { FigureName } from '../contracts/figures.ts'
import type { KnownFigures, KnownIntervals } from '../contracts/imported-run.ts'
import { leastSteadyWindows } from '../contracts/plan-windows.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Result } from '../contracts/result.ts'
import type { TargetDescription } from '../contracts/target.ts'
import type { Comparison, Overlay } from '../contracts/verdict.ts'
import { formatCount } from '../units/count.ts'
import { compareFigure, judgedFigures, payloadFigure } from './comparisons.ts'
import { notEnforced } from './doubts.ts'
import { type Judgement, notProven } from './judgement.ts'
import { judgeLoad } from './load-verdict.ts'
import { rateText } from './rate-text.ts'

/** An imported measurement and the prediction of the scenario that it ran. */
export interface ImportCase {
  readonly prediction: Prediction
  readonly figures: KnownFigures
  readonly intervals: KnownIntervals | null
  /** True if an output ends before the tool's own summary. */
  readonly isPartial: boolean
  /** The target and the number of whole quota windows, if Headroom ran the tools itself. Left out: not known. */
  readonly driven?: { readonly target: TargetDescription; readonly windows: number } | undefined
}

/** Measured / offered beyond which rounding and timing no longer explain that more than the offered load was measured. */
const maxMeasuredRatio = 1.02

/** Payload bytes per record that differ by more than this factor mean that the records were others. */
const maxRecordSizeFactor = 1.05

/** Share of the offered load from which it counts as met; the same as for a measured run. */
const metLoadRatio = 0.995

/**
 * The verdict on an imported measurement, by the same rules as on a run.
 *
 * If an import has no wire bytes, payload is compared with payload. This gives the same result as converting it to wire
 * bytes by the scenario's ratio. The limiter of an imported run is not known.
 */
export function overlayImport(importCase: ImportCase): Overlay {
  const comparisons = compareImport(importCase)
  const judgement = findImportDoubt(importCase, comparisons) ?? judgeImport(importCase, comparisons)
  return {
    verdict: judgement.verdict,
    reasonCode: judgement.reasonCode,
    reason: judgement.reason,
    limitReached: judgement.limitReached ?? false,
    comparisons,
    marks: importCase.isPartial ? ['imported', 'partial'] : ['imported'],
    requestProfileRatio: null,
  }
}

/** The judged figures: wire bytes if the import has them, otherwise payload. */
function judgedImportFigures({ prediction, figures }: ImportCase): FigureName[] {
  return judgedFigures(prediction).map((name) => (figures[name] === null ? payloadFigure(name) : name))
}

function compareImport(importCase: ImportCase): Comparison[] {
  const { prediction, intervals } = importCase
  if (intervals === null) return []
  const judged = judgedImportFigures(importCase)
  return [...judged, 'recordsPerSec' as const].flatMap((name) => {
    const interval = intervals[name]
    return interval === null ? [] : [compareFigure(name, prediction, { measured: interval })]
  })
}

function findImportDoubt(importCase: ImportCase, comparisons: readonly Comparison[]): Judgement | null {
  const { prediction, figures, intervals, isPartial, driven } = importCase
  if (!prediction.isFeasible) {
    const [refusal = 'one of its limits refuses it'] = prediction.refusals
    return notProven('infeasible', `the deployment refuses this workload: ${refusal}`)
  }
  if (driven !== undefined) {
    const doubt = notEnforced({ prediction, target: driven.target })
    if (doubt !== null) return doubt
    if (isPartial) return notProven('partial-run', 'the run was cut short')
  }
  if (isPartial) return notProven('partial-run', 'an imported output ends before its own summary')
  const [binding] = judgedImportFigures(importCase)
  if (binding === undefined || figures[binding] === null) {
    const side = binding?.startsWith('egress') ? 'reading' : 'writing'
    return notProven(
      'figure-absent',
      `the imported files do not contain the rate of ${side}, which decides the verdict`,
    )
  }
  const other = otherWorkload(importCase, binding)
  if (other !== null) return notProven('other-workload', other)
  if (driven !== undefined && driven.windows < leastSteadyWindows) {
    const windows = formatCount(driven.windows)
    return notProven(
      'too-short',
      `the run was too short: ${windows} of the ${leastSteadyWindows} whole quota windows that an interval needs`,
    )
  }
  if (intervals === null || comparisons[0]?.figure !== binding) {
    return notProven(
      'no-interval',
      'the imported files give one mean and no interval, so its spread is not known; three repeats of the benchmark, imported as repeats, give one',
    )
  }
  return null
}

/** Why the benchmark was not a run of the scenario: it moved more than is offered, or other records. Null if it was. */
function otherWorkload({ prediction: { offered }, figures }: ImportCase, binding: FigureName): string | null {
  const measured = figures[binding] ?? 0
  if (measured > offered[binding] * maxMeasuredRatio) {
    const [measuredRate, offeredRate] = [rateText(binding, measured), rateText(binding, offered[binding])]
    return `the imported benchmark moved ${measuredRate}, more than the ${offeredRate} that the scenario offers: it is another workload`
  }
  const { ingressPayloadBytesPerSec: payload, recordsPerSec } = figures
  if (payload === null || !recordsPerSec || offered.recordsPerSec === 0) return null
  const [measuredBytes, offeredBytes] = [
    payload / recordsPerSec,
    offered.ingressPayloadBytesPerSec / offered.recordsPerSec,
  ]
  if (measuredBytes <= offeredBytes * maxRecordSizeFactor && offeredBytes <= measuredBytes * maxRecordSizeFactor) {
    return null
  }
  return `its records hold ${formatCount(measuredBytes)} bytes of payload, those of the scenario ${formatCount(offeredBytes)}: it is another workload`
}

function judgeImport({ prediction, driven }: ImportCase, comparisons: readonly Comparison[]): Judgement {
  const [first] = comparisons
  const isMet = first !== undefined && first.measured.low >= prediction.offered[first.figure] * metLoadRatio
  return judgeLoad({
    prediction,
    comparisons,
    target: driven?.target ?? { brokers: null },
    result: { diagnosis: isMet ? metLoad : unknown },
  })
}

const metLoad: Result['diagnosis'] = { limiter: 'nothing', sentence: 'The offered load was met.', evidence: [] }
const unknown: Result['diagnosis'] = {
  limiter: 'unknown',
  sentence: 'The imported files do not show what held the rate.',
  evidence: [],
}

/**
 * Lays an imported measurement on a prediction.
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
  /** True where an output ends before the tool's own summary. */
  readonly isPartial: boolean
  /** Where Headroom ran the tools itself: the target, and how many whole quota windows count. Left out: not known. */
  readonly driven?: { readonly target: TargetDescription; readonly windows: number } | undefined
}

/** More than what was offered by rounding and timing alone. */
const aboveOfferedRatio = 1.02

/** Record sizes that differ by more than rounding are other records. */
const likeRecordSizeFactor = 1.05

/** As for a measured run: at least so much of what was offered counts as met. */
const metLoadRatio = 0.995

/**
 * The verdict on an imported measurement, by the same rules as on a run.
 *
 * Where an import does not tell wire bytes, payload is compared with payload: the same as converting it to wire bytes by
 * the scenario's own ratio. What held the rate is not known to an import.
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

/** The figures that judge: wire where it is known, else payload. */
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
    return notProven('figure-absent', `the imported files do not tell the rate of ${side}, which is what is judged`)
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

/** A benchmark that wrote more than the scenario offers, or other records, is no run of that scenario. */
function otherWorkload({ prediction: { offered }, figures }: ImportCase, binding: FigureName): string | null {
  const measured = figures[binding] ?? 0
  if (measured > offered[binding] * aboveOfferedRatio) {
    const [found, asked] = [rateText(binding, measured), rateText(binding, offered[binding])]
    return `the imported benchmark moved ${found}, more than the ${asked} that the scenario offers: it is another workload`
  }
  const { ingressPayloadBytesPerSec: payload, recordsPerSec } = figures
  if (payload === null || !recordsPerSec || offered.recordsPerSec === 0) return null
  const [own, asked] = [payload / recordsPerSec, offered.ingressPayloadBytesPerSec / offered.recordsPerSec]
  if (own <= asked * likeRecordSizeFactor && asked <= own * likeRecordSizeFactor) return null
  return `its records hold ${formatCount(own)} bytes of payload, those of the scenario ${formatCount(asked)}: it is another workload`
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
  sentence: 'What held the rate is not told by the imported files.',
  evidence: [],
}

/**
 * Compares an imported measurement with a prediction and gives the verdict.
 */
import type { KnownFigures, KnownIntervals } from '../contracts/imported-run.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { TargetDescription } from '../contracts/target.ts'
import type { Comparison, Overlay } from '../contracts/verdict.ts'
import { compareFigure, judgedFigures, metLoadRatio, payloadFigure } from './comparisons.ts'
import type { LoadDiagnosis } from './verdict/facts.ts'
import { decide, verdictRuleVersion } from './verdict/table.ts'

/** An imported measurement and the prediction of the scenario that it ran. */
export interface ImportCase {
  readonly prediction: Prediction
  readonly figures: KnownFigures
  readonly intervals: KnownIntervals | null
  /** True if an output ends before the tool's own summary. */
  readonly isPartial: boolean
  /** The target and the number of whole quota windows, if Headroom ran the tools itself; otherwise both are unknown. */
  readonly driven?: { readonly target: TargetDescription; readonly windows: number } | undefined
}

/**
 * The verdict on an imported measurement, by the same table as for a sampled run.
 *
 * If an import has no wire bytes, payload is compared with payload. The result is the same as if payload were converted
 * to wire bytes by the scenario's ratio. The limiter of an imported run is unknown unless the offered load was met.
 */
export function overlayImport(importCase: ImportCase): Overlay {
  const { prediction, figures, intervals, isPartial, driven } = importCase
  const comparisons = compareImport(importCase)
  const judgement = decide({
    prediction,
    comparisons,
    result: { diagnosis: isMet(prediction, comparisons) ? metLoad : unknown },
    target: driven?.target ?? null,
    run: null,
    outputs: { figures, intervals, isPartial, windows: driven?.windows ?? null },
  })
  return {
    ruleVersion: verdictRuleVersion,
    verdict: judgement.verdict,
    reasonCode: judgement.reasonCode,
    reason: judgement.reason,
    limitReached: judgement.limitReached ?? false,
    comparisons,
    marks: isPartial ? ['imported', 'partial'] : ['imported'],
    requestProfileRatio: null,
  }
}

/** Compares the judged figures, in wire bytes if the import has them and otherwise in payload, and then records. */
function compareImport({ prediction, figures, intervals }: ImportCase): Comparison[] {
  const judged = judgedFigures(prediction).map((name) => (figures[name] === null ? payloadFigure(name) : name))
  return [...judged, 'recordsPerSec' as const].flatMap((name) => {
    const measured = intervals?.[name] ?? null
    return measured === null ? [] : [compareFigure(name, prediction, { measured })]
  })
}

function isMet({ offered }: Prediction, [first]: readonly Comparison[]): boolean {
  return first !== undefined && first.measured.low >= offered[first.figure] * metLoadRatio
}

const metLoad: LoadDiagnosis = { limiter: 'nothing', sentence: 'The offered load was met.' }
const unknown: LoadDiagnosis = { limiter: 'unknown', sentence: 'The imported files do not show what held the rate.' }

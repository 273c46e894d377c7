/**
 * Texts and formats that several sections use.
 */
import { explainCalibration, explainMoves } from '../capacity/explain-calibration.ts'
import { rateUnitFor } from '../charts/value-format.ts'
import type { FigureName } from '../contracts/figures.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { MeasuredRecord } from '../contracts/run-record.ts'
import { rateText } from '../evidence/rate-text.ts'
import { formatBinaryByteRate, formatByteRate } from '../units/byte-rate.ts'
import { formatCount } from '../units/count.ts'
import { significantDigits } from '../units/number-text.ts'
import { joinBounds } from '../units/quantity.ts'
import { formatSignedPercent } from '../units/ratio.ts'
import { recordRateQuantity } from '../units/record-rate.ts'
import { type Content, span } from './document.ts'
import { runStatusSentences } from './labels.ts'
import { ageMark } from './source-text.ts'

function isPayload(figure: FigureName): boolean {
  return figure === 'ingressPayloadBytesPerSec' || figure === 'egressPayloadBytesPerSec'
}

/** A value of a figure. Payload rates are also given in MiB/s, because `kafka-*-perf-test` prints MiB/s. */
export function figureValue(figure: FigureName, value: number): Content {
  if (!isPayload(figure)) return rateText(figure, value)
  return [formatByteRate(value), span('line', span('quiet', formatBinaryByteRate(value)))]
}

/** The bounds of a figure, in the unit that suits `middle`: "95–106 MB/s". */
export function figureBounds(figure: FigureName, bounds: { low: number; high: number }, middle: number): string {
  if (figure === 'recordsPerSec') return joinBounds(recordRateQuantity(bounds.low), recordRateQuantity(bounds.high))
  const { factor, name } = rateUnitFor(middle)
  const inUnit = (value: number) => ({ digits: significantDigits(value / factor), unit: name })
  return joinBounds(inUnit(bounds.low), inUnit(bounds.high))
}

/** A value of a figure, with its band or interval below. */
export function valueWithBounds(figure: FigureName, value: number, bounds: { low: number; high: number }): Content {
  return [figureValue(figure, value), span('line', span('quiet', figureBounds(figure, bounds, value)))]
}

/** A relative error with its sign; "–" if there is none. */
export function signedPercent(ratio: number | null): string {
  return ratio === null ? '–' : formatSignedPercent(ratio)
}

/** A time in UTC: "2026-11-21 05:33:07 UTC"; "never" for null. */
export function utcTime(epochMs: number | null): string {
  if (epochMs === null) return 'never'
  return `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** A time in UTC, to the minute and without the zone: "2026-11-21 05:33". */
export function listedTime(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ')
}

/** The result of a run in one sentence: the verdict's reason, or why there is no verdict. */
export function headSentence(record: MeasuredRecord): string {
  if (record.overlay !== null) return record.overlay.reason
  return record.endDetail ?? runStatusSentences[record.status]
}

/** Returns the marks that qualify a run's result wherever it is shown. A run without an overlay may have marks too. */
export function marksOf({
  overlay,
  target,
  status,
  result,
}: Pick<MeasuredRecord, 'overlay' | 'target' | 'status' | 'result'>): string[] {
  const marks = new Set<string>(overlay?.marks ?? [])
  if (target.isDeclaredCapacity) marks.add('declared capacity')
  if (target.kind === 'embedded:simulated') marks.add('simulated')
  if (target.scale !== 1) marks.add('scaled')
  if (status === 'partial') marks.add('partial')
  if (result?.diagnosis.limiter === 'client') marks.add('client-bound')
  return [...marks]
}

/** The calibration of a prediction, then one sentence per changed parameter. Empty if the model is not calibrated. */
export function calibrationSentences(prediction: Prediction): string[] {
  return prediction.calibration === undefined ? [] : [explainCalibration(prediction), ...explainMoves(prediction)]
}

/** The deployment in words: "AWS MSK Standard, 3 brokers of kafka.m5.large, limits of 2026-08". */
export function deploymentText(prediction: Pick<Prediction, 'deployment'>): string {
  return `${unitsText(prediction)}, limits of ${prediction.deployment.limitsAsOf}`
}

/** The offering with its units: "AWS MSK Standard, 3 brokers of kafka.m5.large". */
export function unitsText({ deployment }: Pick<Prediction, 'deployment'>): string {
  const { offeringName, size, unitName, tier } = deployment
  return `${offeringName}, ${formatCount(size)} ${unitName}${tier === undefined ? '' : ` of ${tier}`}`
}

/** `deploymentText`, with a mark if its limits date from more than a year before `today`: `2026-11-23`. */
export function deploymentContent(prediction: Pick<Prediction, 'deployment'>, today: string): Content {
  return [deploymentText(prediction), ageMark(prediction.deployment.limitsAsOf, today)]
}

/** The scenario's name of a group or topic, without the prefix that a run adds. */
export function nameInScenario(name: string, runId: string): string {
  return name.split(`${runId}-`).at(-1) ?? name
}

/**
 * Two sets of runs compared, with what makes the comparison doubtful.
 */
import { AppError, type Problem } from '../contracts/app-error.ts'
import type { Result } from '../contracts/result.ts'
import {
  type ComparedMeasure,
  comparedMeasures,
  type MeasureComparison,
  type RunComparison,
} from '../contracts/run-comparison.ts'
import type { RunRecord } from '../contracts/run-record.ts'
import { formatPercent } from '../units/ratio.ts'
import { compareValues, type ValueComparison } from './compare-values.ts'

/**
 * Compares two sets of runs by their steady means (the whole load where a run has no steady window). From four runs a
 * side it is tested; below that effect and spread stand alone; under 3 % there is no practical difference.
 * @throws AppError INPUT_INVALID where a run is named twice or measured nothing, naming all of them.
 */
export function compareRuns(one: readonly RunRecord[], other: readonly RunRecord[]): RunComparison {
  const all = [...one, ...other]
  const problems = [...repeatedProblems(all), ...resultProblems(all)]
  if (problems.length > 0 || one.length === 0 || other.length === 0) {
    const remedy = 'Give each run once, and only runs that measured something: headroom runs list'
    throw new AppError('INPUT_INVALID', 'These runs cannot be compared.', { problems, remedy })
  }
  return {
    one: one.map((record) => record.id),
    other: other.map((record) => record.id),
    measures: comparedMeasures.flatMap((measure) => compareMeasure(measure, one, other)),
    doubts: doubtsOf(one, other),
  }
}

function compareMeasure(
  measure: ComparedMeasure,
  one: readonly RunRecord[],
  other: readonly RunRecord[],
): MeasureComparison[] {
  const valuesOf = (records: readonly RunRecord[]) =>
    records.flatMap(({ result }) => (result === null ? [] : (measureOf(measure, result) ?? [])))
  const [left, right] = [valuesOf(one), valuesOf(other)]
  if (left.length < one.length || right.length < other.length) return []
  const compared = compareValues(left, right)
  return [{ measure, ...compared, sentence: sentenceOf(compared) }]
}

function measureOf(measure: ComparedMeasure, { steady, wholeRun, latency }: Result): number | null {
  if (measure === 'responseP99Us') return latency.response?.p99Us ?? null
  return steady?.[measure].mean ?? wholeRun[measure]
}

function sentenceOf({ outcome, effect, effectInterval, one, other }: ValueComparison): string {
  if (effect === null) return 'not comparable: the first set measured nothing'
  const size = signedPercent(effect)
  const interval =
    effectInterval === null ? '' : ` (${signedPercent(effectInterval.low)} to ${signedPercent(effectInterval.high)})`
  switch (outcome) {
    case 'different':
      return `different: ${size}${interval}`
    case 'not-told-apart':
      return `not told apart: ${size}${interval} is within what these runs differ by themselves`
    case 'no-practical-difference':
      return `no practical difference: ${size}${interval}${interval === '' ? ', not tested' : ''}`
    case 'too-few-runs':
      return `${size}, not tested: ${one.runs} and ${other.runs} runs are too few, four a side would do`
  }
}

function signedPercent(ratio: number): string {
  return `${ratio < 0 ? '-' : '+'}${formatPercent(Math.abs(ratio))}`
}

function repeatedProblems(records: readonly RunRecord[]): Problem[] {
  const ids = records.map((record) => record.id)
  const repeated = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
  return repeated.map((id) => ({ place: id, message: 'this run is named more than once' }))
}

function resultProblems(records: readonly RunRecord[]): Problem[] {
  const without = records.filter((record) => record.result === null)
  return without.map(({ id, status }) => ({ place: id, message: `this run measured nothing (${status})` }))
}

function doubtsOf(one: readonly RunRecord[], other: readonly RunRecord[]): string[] {
  const all = [...one, ...other]
  const idsWhere = (isSo: (record: RunRecord) => boolean) => all.filter(isSo).map((record) => record.id)
  const partial = idsWhere((record) => record.status !== 'complete')
  const unsettled = idsWhere((record) => record.result?.steady === null)
  const targets = new Set(all.map((record) => record.target.label))
  const scales = new Set(all.map((record) => record.target.scale))
  const doubt = (isSo: boolean, sentence: string) => (isSo ? [sentence] : [])
  return [
    ...doubt(partial.length > 0, `Not every run went to its end: ${partial.join(', ')}.`),
    ...doubt(unsettled.length > 0, `No steady window, so taken over the whole load: ${unsettled.join(', ')}.`),
    ...doubt(targets.size > 1, `The runs went to different targets: ${[...targets].join('; ')}.`),
    ...doubt(scales.size > 1, `The runs have different scales: ${[...scales].join(', ')}.`),
    ...doubt(!isOneScenario(one), 'The runs of the first set are not of one scenario.'),
    ...doubt(!isOneScenario(other), 'The runs of the second set are not of one scenario.'),
  ]
}

function isOneScenario(set: readonly RunRecord[]): boolean {
  const texts = set.map(({ scenario: { workload, deployment } }) => JSON.stringify([workload, deployment]))
  return new Set(texts).size <= 1
}

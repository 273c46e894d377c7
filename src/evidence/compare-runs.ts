/**
 * Two sets of runs compared, with what makes the comparison doubtful.
 */
import { AppError, type Problem } from '../contracts/app-error.ts'
import {
  type ComparedMeasure,
  comparedMeasures,
  type MeasureComparison,
  type RunComparison,
} from '../contracts/run-comparison.ts'
import { hasOutputs, runLabel, type StoredRun } from '../contracts/run-record.ts'
import { formatSignedPercent } from '../units/ratio.ts'
import { compareValues, type ValueComparison } from './compare-values.ts'
import { measuredFigures } from './measured-figures.ts'

/**
 * Compares two sets of runs, measured or imported, in what all of them tell: steady means (the whole load where a run has
 * no steady window), of an imported run the figures of its tools. From four runs a side it is tested; below that effect
 * and spread stand alone; under 3 % there is no practical difference.
 * @throws AppError INPUT_INVALID where a run is named twice or measured nothing, naming all of them.
 */
export function compareRuns(one: readonly StoredRun[], other: readonly StoredRun[]): RunComparison {
  const all = [...one, ...other]
  const problems = [...repeatedProblems(all), ...resultProblems(all)]
  if (problems.length > 0 || one.length === 0 || other.length === 0) {
    const remedy = 'Give each run once, and only runs that measured something: headroom runs list'
    throw new AppError('INPUT_INVALID', 'These runs cannot be compared.', { problems, remedy })
  }
  const measures = comparedMeasures.flatMap((measure) => compareMeasure(measure, one, other))
  const nothingInCommon = measures.length === 0 ? ['There is no figure that all of these runs tell.'] : []
  return {
    one: one.map((run) => run.id),
    other: other.map((run) => run.id),
    measures,
    doubts: [...nothingInCommon, ...doubtsOf(one, other)],
  }
}

function compareMeasure(
  measure: ComparedMeasure,
  one: readonly StoredRun[],
  other: readonly StoredRun[],
): MeasureComparison[] {
  const valuesOf = (runs: readonly StoredRun[]) => runs.flatMap((run) => measureOf(measure, run) ?? [])
  const [left, right] = [valuesOf(one), valuesOf(other)]
  if (left.length < one.length || right.length < other.length) return []
  const compared = compareValues(left, right)
  return [{ measure, ...compared, sentence: sentenceOf(compared) }]
}

/** Null where the run does not tell it: tools do not measure from the intended time, so an import has no response. */
function measureOf(measure: ComparedMeasure, run: StoredRun): number | null {
  if (measure === 'responseP99Us') return run.result?.latency.response?.p99Us ?? null
  return measuredFigures(run)?.[measure] ?? null
}

function sentenceOf({ outcome, effect, effectInterval, one, other }: ValueComparison): string {
  if (effect === null) return 'not comparable: the first set measured nothing'
  const size = formatSignedPercent(effect)
  const interval =
    effectInterval === null
      ? ''
      : ` (${formatSignedPercent(effectInterval.low)} to ${formatSignedPercent(effectInterval.high)})`
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

function repeatedProblems(runs: readonly StoredRun[]): Problem[] {
  const ids = runs.map((run) => run.id)
  const repeated = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
  return repeated.map((id) => ({ place: id, message: 'this run is named more than once' }))
}

function resultProblems(runs: readonly StoredRun[]): Problem[] {
  return runs.flatMap((run) => {
    if (measuredFigures(run) !== null) return []
    const message = hasOutputs(run) ? 'this imported run tells no rate' : `this run measured nothing (${run.status})`
    return [{ place: run.id, message }]
  })
}

function doubtsOf(one: readonly StoredRun[], other: readonly StoredRun[]): string[] {
  const all = [...one, ...other]
  const imported = all.filter(hasOutputs)
  const partial = all.filter((run) => run.status !== 'complete').map(({ id }) => id)
  const unsettled = all.filter(({ result }) => result?.steady === null).map(({ id }) => id)
  const targets = new Set(all.map(runLabel))
  const scales = new Set(all.flatMap(({ target }) => target?.scale ?? []))
  const doubt = (isSo: boolean, sentence: string) => (isSo ? [sentence] : [])
  return [
    ...doubt(
      imported.length > 0,
      `Imported, so taken as their tools printed them, over the whole load: ${idsOf(imported)}.`,
    ),
    ...doubt(partial.length > 0, `Not every run went to its end: ${partial.join(', ')}.`),
    ...doubt(unsettled.length > 0, `No steady window, so taken over the whole load: ${unsettled.join(', ')}.`),
    ...doubt(targets.size > 1, `The runs went to different targets: ${[...targets].join('; ')}.`),
    ...doubt(scales.size > 1, `The runs have different scales: ${[...scales].join(', ')}.`),
    ...doubt(!isOneScenario(one), 'The runs of the first set are not of one scenario.'),
    ...doubt(!isOneScenario(other), 'The runs of the second set are not of one scenario.'),
  ]
}

function idsOf(runs: readonly StoredRun[]): string {
  return runs.map(({ id }) => id).join(', ')
}

/** An import without a scenario may be of any. */
function isOneScenario(set: readonly StoredRun[]): boolean {
  const texts = set.map(({ scenario }) => {
    return scenario === null ? 'not known' : JSON.stringify([scenario.workload, scenario.deployment])
  })
  return new Set(texts).size <= 1
}

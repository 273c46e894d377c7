/**
 * Compares two sets of runs, and lists what makes the comparison doubtful.
 */
import { AppError, type Problem } from '../contracts/app-error.ts'
import {
  type ComparedMeasure,
  comparedMeasures,
  type MeasureComparison,
  type RunComparison,
} from '../contracts/run-comparison.ts'
import { hasOutputs, type RunRecord, runLabel } from '../contracts/run-record.ts'
import { formatPercent, formatSignedPercent } from '../units/ratio.ts'
import { compareValues, minPracticalEffect, minRunsForTest, type ValueComparison } from './compare-values.ts'
import { measuredFigures } from './measured-figures.ts'

/** Returns the name by which a sentence refers to a run. */
type NameOfRun = (run: RunRecord) => string

/**
 * Compares two sets of runs, sampled or imported, in every measure that all of them have. The value of a sampled run is
 * the mean of its steady window, or of the whole load if there is none. The value of an imported run is what its tool
 * reported. With four or more runs per set the difference is tested; with fewer only its size and the spread are given.
 * A tested difference below 3 % is called no practical difference.
 * @param nameOf the name of a run in doubts and problems. Left out: its id.
 * @throws AppError INPUT_INVALID listing every run that is in the sets twice or measured nothing.
 */
export function compareRuns(
  one: readonly RunRecord[],
  other: readonly RunRecord[],
  nameOf: NameOfRun = ({ id }) => id,
): RunComparison {
  const all = [...one, ...other]
  const problems = [...repeatedProblems(all, nameOf), ...resultProblems(all, nameOf)]
  if (problems.length > 0 || one.length === 0 || other.length === 0) {
    const remedy = 'Give each run once, and only runs that measured something. See them'
    const action = { command: 'headroom runs list', view: 'Runs' } as const
    throw new AppError('INPUT_INVALID', 'These runs cannot be compared.', { problems, remedy, action })
  }
  const measures = comparedMeasures.flatMap((measure) => compareMeasure(measure, one, other))
  const nothingInCommon = measures.length === 0 ? ['There is no figure that all of these runs have.'] : []
  return {
    one: one.map((run) => run.id),
    other: other.map((run) => run.id),
    measures,
    doubts: [
      ...nothingInCommon,
      ...doubtsOf(one, other, nameOf),
      ...(measures.length > 0 ? tooFewRuns(one, other) : []),
    ],
  }
}

function compareMeasure(
  measure: ComparedMeasure,
  one: readonly RunRecord[],
  other: readonly RunRecord[],
): MeasureComparison[] {
  // The bytes that a prediction counts, as in every other view of a run, if all of the runs have them.
  const isCounted = [...one, ...other].every((run) => countedOf(measure, run) !== null)
  const valueIn = isCounted ? countedOf : measureOf
  const valuesOf = (runs: readonly RunRecord[]) => runs.flatMap((run) => valueIn(measure, run) ?? [])
  const [left, right] = [valuesOf(one), valuesOf(other)]
  if (left.length < one.length || right.length < other.length) return []
  const compared = compareValues(left, right)
  return [{ measure, ...compared, sentence: sentenceOf(compared) }]
}

/** The measured wire bytes/s without the framing that the prediction does not count; null for other measures and runs. */
function countedOf(measure: ComparedMeasure, { overlay }: RunRecord): number | null {
  if (measure !== 'ingressWireBytesPerSec' && measure !== 'egressWireBytesPerSec') return null
  return overlay?.comparisons.find(({ figure }) => figure === measure)?.measured.mean ?? null
}

/**
 * The value of a measure; null if the run does not have it. Tools do not measure from the intended send, so an imported
 * run has no response time.
 */
function measureOf(measure: ComparedMeasure, run: RunRecord): number | null {
  if (measure === 'responseP99Us') return run.result?.latency.response?.p99Us ?? null
  return measuredFigures(run)?.[measure] ?? null
}

function sentenceOf({ outcome, effect, effectInterval }: ValueComparison): string {
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
      return `no difference shown: ${size}${interval} lies within the spread of these runs`
    case 'no-practical-difference':
      return effectInterval === null
        ? // Without its size, because the rates beside it may be equal in their three digits.
          `less than ${formatPercent(minPracticalEffect)} apart, not tested`
        : `no practical difference: ${size}${interval}`
    case 'too-few-runs':
      return `${size}, not tested`
  }
}

/** Why differences are marked as not tested; empty if they are tested. */
function tooFewRuns(one: readonly RunRecord[], other: readonly RunRecord[]): string[] {
  if (Math.min(one.length, other.length) >= minRunsForTest) return []
  return [
    `A difference is tested from ${minRunsForTest} runs per set on; these sets have ${one.length} and ${other.length}.`,
  ]
}

function repeatedProblems(runs: readonly RunRecord[], nameOf: NameOfRun): Problem[] {
  const ids = runs.map((run) => run.id)
  // The first repetition of each id: a run that is in the sets three times is one problem.
  const repeated = runs.filter(({ id }, index) => ids.slice(0, index).filter((each) => each === id).length === 1)
  return repeated.map((run) => ({ place: nameOf(run), message: 'this run is named more than once' }))
}

function resultProblems(runs: readonly RunRecord[], nameOf: NameOfRun): Problem[] {
  return runs.flatMap((run) => {
    return measuredFigures(run) === null
      ? [{ place: nameOf(run), message: `this run measured no rate (${run.status})` }]
      : []
  })
}

function doubtsOf(one: readonly RunRecord[], other: readonly RunRecord[], nameOf: NameOfRun): string[] {
  const all = [...one, ...other]
  const namesOf = (runs: readonly RunRecord[]) => runs.map(nameOf).join(', ')
  const imported = all.filter(hasOutputs)
  const partial = all.filter((run) => run.status !== 'complete')
  const unsettled = all.filter(({ result }) => result?.steady === null)
  const targets = new Set(all.map(runLabel))
  const scales = new Set(all.flatMap(({ target }) => target?.scale ?? []))
  const doubt = (applies: boolean, sentence: string) => (applies ? [sentence] : [])
  return [
    ...doubt(
      imported.length > 0,
      `Imported runs, with the figures that their tools printed for the whole load: ${namesOf(imported)}.`,
    ),
    ...doubt(partial.length > 0, `Runs that did not complete: ${namesOf(partial)}.`),
    ...doubt(
      unsettled.length > 0,
      `Runs without a steady window, averaged over the whole load: ${namesOf(unsettled)}.`,
    ),
    ...doubt(targets.size > 1, `The runs used different targets: ${[...targets].join('; ')}.`),
    ...doubt(scales.size > 1, `The runs have different scales: ${[...scales].join(', ')}.`),
    ...doubt(!isOneScenario(one), 'The runs of the first set have different scenarios.'),
    ...doubt(!isOneScenario(other), 'The runs of the second set have different scenarios.'),
  ]
}

/** True if the runs have the same scenario. An imported run without one differs from runs that have one. */
function isOneScenario(set: readonly RunRecord[]): boolean {
  const texts = set.map(({ scenario }) => {
    return scenario === null ? 'not known' : JSON.stringify([scenario.workload, scenario.deployment])
  })
  return new Set(texts).size <= 1
}

/**
 * The section on changes of clients and topics that allow a smaller size: what to set, the resulting size, and the
 * drawbacks.
 */
import { isNearlySure } from '../../capacity/compare-offerings.ts'
import { fullestText } from '../../capacity/fixed-numbers.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { ChangedField } from '../../planning/measurable-mixes.ts'
import {
  assumedCompressionRatio,
  type ChangeKind,
  type SmallerSize,
  type SmallerSizes,
} from '../../planning/smaller-size.ts'
import { formatBytes } from '../../units/bytes.ts'
import { counted, formatCount } from '../../units/count.ts'
import { formatPercent } from '../../units/ratio.ts'
import { code, paragraph, type Section, span, table, textCell } from '../document.ts'
import { shellWords } from '../run/perf-test-commands.ts'
import { addedDelay, addedDelayText } from './added-delay.ts'
import { changedFieldsText } from './changed-fields.ts'
import { type ScenarioWords, setWords } from './next-section.ts'

/** Input for the sentences. */
export interface SmallerSizeWording {
  readonly scenario: Scenario
  readonly unitName: Offering['unitName']
  /** The scenario as words of a command line. Left out: no command is shown. */
  readonly given?: ScenarioWords
}

/** Returns the section. Returns none if no tried change allows a smaller size. */
export function smallerSizeSections({ now, found }: SmallerSizes, wording: SmallerSizeWording): Section[] {
  const [best] = found
  if (best === undefined) return []
  const { given } = wording
  const content = [
    paragraph(span('strong', headline(best, now, wording))),
    table(
      'Changes that allow a smaller size, one at a time and together',
      [textCell('Change'), textCell('Smallest size'), textCell('Fullest limit'), textCell('What it costs')],
      found.map((each) => [
        textCell(changedFieldsText(each.changes, wording.scenario)),
        textCell(sizeUnits(each.smallest, wording)),
        textCell(fullestText(each.smallest)),
        textCell(each.kinds.map((kind) => drawbacks[kind](each, wording.scenario)).join(' ')),
      ]),
    ),
    ...(given === undefined || best.changes.length > maxCommandChanges ? [] : [code(commandOf(best, given))]),
  ]
  return [{ id: 'smaller-size', title: 'A smaller size', marks: [], blocks: content }]
}

/** "3 CKUs are enough with linger.ms 50 and fetch.min.bytes 65,536. As it is, the workload needs 21 CKUs." */
function headline(best: SmallerSize, now: Prediction['smallest'], wording: SmallerSizeWording): string {
  const { changes, smallest } = best
  const settings = `${changedFieldsText(changes, wording.scenario)}${addedDelayText(changes, wording.scenario)}`
  const enough = `${enoughText(smallest, wording)} with ${settings}`
  const assumed = best.kinds.includes('compression') ? ', if it leaves half of the bytes' : ''
  return now === null
    ? `${enough}${assumed}. As it is, no size keeps every limit at its target.`
    : `${enough}${assumed}. As it is, the workload needs ${sizeUnits(now, wording)}.`
}

/** "3 CKUs are enough"; with a chance that is low "3 brokers are likely enough", or below 50 % "3 brokers may be enough". */
export function enoughText(
  size: SizeOnly,
  wording: Pick<SmallerSizeWording, 'unitName'>,
  chanceMet: number | null = null,
): string {
  const units = sizeUnits(size, wording)
  const verb = size.size === 1 ? 'is' : 'are'
  if (isNearlySure({ chanceMet })) return `${units} ${verb} enough`
  return chanceMet !== null && chanceMet < 0.5 ? `${units} may be enough` : `${units} ${verb} likely enough`
}

type SizeOnly = { readonly size: number }

/** "3 CKUs". */
export function sizeUnits({ size }: SizeOnly, { unitName }: Pick<SmallerSizeWording, 'unitName'>): string {
  return counted(size, unitName.singular, unitName.plural)
}

/**
 * Maximum number of changed fields for which a command line is shown. A longer one is hard to read and copy. The JSON
 * has all fields.
 */
const maxCommandChanges = 8

/** The drawback of each kind of change, as a sentence. */
const drawbacks: Readonly<Record<ChangeKind, (change: SmallerSize, scenario: Scenario) => string>> = {
  batching: ({ changes }) =>
    changes.some(({ path }) => path.endsWith('.lingerMs'))
      ? `Records wait up to ${Math.max(...valuesOf(changes, 'lingerMs'))} ms for others in their batch.`
      : `Producers hold batches of up to ${formatBytes(Math.max(...valuesOf(changes, 'batchBytes')))} per partition in memory.`,
  fetching: ({ changes }, scenario) =>
    `Records wait up to ${formatCount(addedDelay(changes, scenario).readMs)} ms (fetch.max.wait.ms) for a fetch to fill: the lower the load, the longer.`,
  partitions: ({ changes }, { workload }) =>
    changes.some(({ path, value }) => path.endsWith('.partitions') && Number(value) > partitionsAt(path, workload))
      ? 'Adding partitions to an existing topic moves keys to other partitions.'
      : 'Only for a new topic: an existing one cannot lose partitions.',
  compression: ({ changes }) =>
    `Assumes that ${String(changes.find(({ path }) => path.endsWith('.compression'))?.value ?? 'compression')} leaves ${formatPercent(assumedCompressionRatio)} of the bytes: measure it on your records. Clients need more processor time.`,
}

/** Partitions of the topic to which a path belongs. */
function partitionsAt(path: string, { topics }: Scenario['workload']): number {
  return topics[Number(path.split('.')[2])]?.partitions ?? 0
}

function valuesOf(changes: readonly ChangedField[], field: string): number[] {
  return changes.flatMap(({ path, value }) => (path.endsWith(`.${field}`) ? [Number(value)] : []))
}

/** The command line that predicts the changed scenario at its smallest size. */
function commandOf({ changes, smallest }: SmallerSize, { words }: ScenarioWords): string {
  return `headroom predict ${shellWords([...words, ...changes.flatMap(setWords), '--size', String(smallest.size)])}`
}

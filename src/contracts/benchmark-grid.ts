/**
 * Turns a benchmark's table into texts, which are the same on a terminal and in a report. Leaves out empty columns.
 */

import { threeDigits } from '../units/number-text.ts'
import { formatPercent, formatSignedPercent } from '../units/ratio.ts'
import type { BenchmarkTable } from './benchmark.ts'

/** One column: the document's heading that it belongs to, its own heading, and one text per row. */
export interface GridColumn {
  readonly group: string
  readonly heading: string
  readonly isNumber: boolean
  readonly texts: readonly string[]
}

type Cell = BenchmarkTable['rows'][number]['cells'][number]

/** Text of a cell without a value. */
const emptyCell = '–'

/** Heading over the columns that compare a row with a prediction for the machine that it ran on. */
const onThisMachine = 'On this machine'

/** Returns the columns of a benchmark's table, from left to right. */
export function benchmarkGrid(table: BenchmarkTable): GridColumn[] {
  const { caseHeading, columns, rows, profile } = table
  const column = (group: string, heading: string, texts: readonly string[], isNumber = true): GridColumn[] =>
    texts.every((text) => text === emptyCell) ? [] : [{ group, heading, isNumber, texts }]
  const cases = rows.map(({ label, isNoisy, isNotRun }) =>
    isNotRun === true ? `${label} (not run)` : isNoisy ? `${label} (too noisy)` : label,
  )
  return [
    { group: '', heading: caseHeading, isNumber: false, texts: cases },
    ...column(
      '',
      'Producers',
      rows.map(({ writers }) => (writers === null ? emptyCell : String(writers))),
    ),
    ...columns.flatMap(({ heading }, index) => {
      const textsOf = (text: (cell: Cell) => string) =>
        rows.map(({ cells }) => {
          const cell = cells[index]
          return cell === undefined ? emptyCell : text(cell)
        })
      return [
        ...column(heading, 'measured', textsOf(measuredText)),
        ...column(heading, 'interval', textsOf(intervalText)),
        ...column(
          heading,
          'predicted',
          textsOf(({ predicted }) => (predicted === null ? emptyCell : threeDigits(predicted.likely))),
        ),
        ...column(
          heading,
          'published',
          textsOf(({ published }) => (published === null ? emptyCell : threeDigits(published))),
        ),
      ]
    }),
    ...column('', 'Fullest element', rows.map(elementText), false),
    ...column(
      onThisMachine,
      'predicted records/s',
      rows.map(({ onMachine }) => (onMachine === null ? emptyCell : threeDigits(onMachine.recordsPerSec))),
    ),
    ...column(
      onThisMachine,
      'off by',
      rows.map(({ onMachine }) => {
        const judged = onMachine?.judged ?? null
        return judged === null ? emptyCell : formatSignedPercent(judged.error)
      }),
    ),
    // The short profile gives no verdict.
    ...(profile === 'smoke' ? [] : column(onThisMachine, 'within', rows.map(withinText), false)),
  ]
}

/** Returns sentences on how to interpret the numbers of the table. */
export function benchmarkNotes({ scale, machine, profile }: BenchmarkTable): string[] {
  return [
    ...(scale === 1 ? [] : [`All at scale ${scale}: published rates are multiplied by it.`]),
    ...(machine === null
      ? []
      : [
          `These rates are of this machine, not of the deployment: brokers and clients shared its ${machine.cores} processors. "Predicted" under "${onThisMachine}" comes from the model of hosts, for brokers that share evenly what the clients left, without a network, on processors ${Number(machine.speed.toPrecision(2))} times as fast as the model's. That factor is fitted to the rows that reached a limit. "Off by" is the distance of a row from its prediction with the factor of the other rows.`,
          ...(profile === 'smoke'
            ? []
            : [
                '"Within" says whether that distance is at most 15 %, or at most twice the spread of its runs if that is more. This tolerance was chosen, not derived.',
                ...(machine.power === undefined ? [] : [powerNote(machine.power)]),
              ]),
        ]),
  ]
}

/** Says how many rows are within their tolerance, and how many would be without the model. */
function powerNote({ judged, withinModel, withinNone, withinFactor }: Power): string {
  return `${withinModel} of ${judged} rows are within. Without any model, with each row predicted as the geometric mean of the others, ${withinNone} would be. With one factor on the prediction for the document's hosts, a law that was rejected, ${withinFactor} would be.`
}

type Power = NonNullable<NonNullable<BenchmarkTable['machine']>['power']>

/** From this utilisation on, a resource counts as the bottleneck (a rule of thumb). */
const fullFraction = 0.85

/** The bottleneck or, if there is none, the resource with the highest utilisation. */
function elementText({ elements }: BenchmarkTable['rows'][number]): string {
  const [first] = elements
  if (first === undefined) return emptyCell
  const share = `${first.element} ${formatPercent(first.usedFraction)}`
  return first.usedFraction >= fullFraction ? share : `none (${share})`
}

function measuredText({ measured }: Cell): string {
  return measured === null ? emptyCell : threeDigits(measured.mean)
}

function intervalText({ measured }: Cell): string {
  if (measured === null || measured.low === measured.high) return emptyCell
  return `${threeDigits(measured.low)}–${threeDigits(measured.high)}`
}

function withinText({ onMachine }: BenchmarkTable['rows'][number]): string {
  const judged = onMachine?.judged ?? null
  if (judged === null) return emptyCell
  return Math.abs(judged.error) <= judged.tolerance ? 'yes' : 'no'
}

/**
 * A benchmark's table as texts, the same on a terminal and in a report: columns that say nothing are left out.
 */

import { threeDigits } from '../units/number-text.ts'
import { formatPercent, formatSignedPercent } from '../units/ratio.ts'
import type { BenchmarkTable } from './benchmark.ts'

/** One column: the document's heading that it belongs to, its own, and a text a row. */
export interface GridColumn {
  readonly group: string
  readonly heading: string
  readonly isNumber: boolean
  readonly texts: readonly string[]
}

type Cell = BenchmarkTable['rows'][number]['cells'][number]

/** What stands where there is nothing. */
const nothing = '–'

/** The columns of a benchmark's table, in their order. */
export function benchmarkGrid(table: BenchmarkTable): GridColumn[] {
  const { caseHeading, columns, rows, profile } = table
  const column = (group: string, heading: string, texts: readonly string[], isNumber = true): GridColumn[] =>
    texts.every((text) => text === nothing) ? [] : [{ group, heading, isNumber, texts }]
  const cases = rows.map(({ label, isNoisy, isNotRun }) =>
    isNotRun === true ? `${label} (not run)` : isNoisy ? `${label} (too noisy)` : label,
  )
  return [
    { group: '', heading: caseHeading, isNumber: false, texts: cases },
    ...column(
      '',
      'Writers',
      rows.map(({ writers }) => (writers === null ? nothing : String(writers))),
    ),
    ...columns.flatMap(({ heading }, index) => {
      const of = (text: (cell: Cell) => string) =>
        rows.map(({ cells }) => {
          const cell = cells[index]
          return cell === undefined ? nothing : text(cell)
        })
      return [
        ...column(heading, 'measured', of(measuredText)),
        ...column(heading, 'interval', of(intervalText)),
        ...column(
          heading,
          'predicted',
          of(({ predicted }) => (predicted === null ? nothing : threeDigits(predicted.likely))),
        ),
        ...column(
          heading,
          'published',
          of(({ published }) => (published === null ? nothing : threeDigits(published))),
        ),
      ]
    }),
    ...column('', 'Fullest element', rows.map(elementText), false),
    ...column(
      'Shape of the prediction',
      'off by',
      rows.map(({ shape }) => (shape === null ? nothing : formatSignedPercent(shape.error))),
    ),
    // The short profile judges nothing.
    ...(profile === 'smoke' ? [] : column('Shape of the prediction', 'within', rows.map(withinText), false)),
  ]
}

/** What the numbers of the table are times of; each a sentence. */
export function benchmarkNotes({ scale, machineFactor, profile }: BenchmarkTable): string[] {
  const factor = machineFactor === null ? null : Number(machineFactor.toPrecision(2))
  return [
    ...(scale === 1 ? [] : [`All at scale ${scale}: published rates are the document's times it.`]),
    ...(factor === null
      ? []
      : [
          `Records written here are ${factor} times what the deployment is predicted to take at most (geometric mean of the rows that did not meet their load): a machine, not its limits. "Off by" is how far a row lies from its prediction times the factor of the other rows of its deployment.`,
          ...(profile === 'smoke'
            ? []
            : ['"Within" says whether that is at most 15 %, or twice the spread of its runs where that is more.']),
        ]),
  ]
}

/** An element is the slowest where nearly all of it was used. */
const fullFraction = 0.85

/** What was the slowest; where nothing was full, how far the fullest was. */
function elementText({ elements }: BenchmarkTable['rows'][number]): string {
  const [first] = elements
  if (first === undefined) return nothing
  const share = `${first.element} ${formatPercent(first.usedFraction)}`
  return first.usedFraction >= fullFraction ? share : `none (${share})`
}

function measuredText({ measured }: Cell): string {
  return measured === null ? nothing : threeDigits(measured.mean)
}

function intervalText({ measured }: Cell): string {
  if (measured === null || measured.low === measured.high) return nothing
  return `${threeDigits(measured.low)}–${threeDigits(measured.high)}`
}

function withinText({ shape }: BenchmarkTable['rows'][number]): string {
  if (shape === null) return nothing
  return Math.abs(shape.error) <= shape.tolerance ? 'yes' : 'no'
}

/**
 * Finds runs of a tool that one output holds one after another. Their rates must not be added up, because they were never
 * reached at the same time.
 */
import type { ImportedWindow } from '../../contracts/imported-run.ts'
import { dateTimePattern } from './consumer-row.ts'
import type { PrintedLine } from './printed-lines.ts'
import type { LineProblem } from './tool-output.ts'
import { totalsOfWindows } from './windows.ts'

const oneRunInAFile =
  'expected one run in a file, because rates are added up as if all clients ran at the same time. Give each run a file of its own (with --repeats if they are repeats)'

/** A total of a producer, with the lines of progress since the total before it. */
export interface PrintedTotal {
  /** Number of its first line of progress; that of the total if it has none. */
  readonly firstLine: number
  readonly line: number
  readonly durationMs: number | null
  readonly windows: readonly ImportedWindow[]
}

/** A problem for each producer that began after the one before it in the same output had ended. */
export function producersInTurn(totals: readonly PrintedTotal[]): LineProblem[] {
  return totals.flatMap((current, index) => {
    const before = totals[index - 1]
    return before !== undefined && hasOwnLines(before) && hasOwnLines(current)
      ? [
          {
            line: current.firstLine,
            message: `another run begins, after the total in line ${before.line}; ${oneRunInAFile}`,
          },
        ]
      : []
  })
}

/** Times and rates are printed with rounding errors. They change the length of a run by less than this share. */
const roundingShare = 0.01

/**
 * True if the lines before the total cover the run that it sums up, up to the last interval, which the tool does not
 * print. Producers that print to one terminal at the same time have lines of both before the first total, which cover
 * more, and too few before the other total.
 */
function hasOwnLines({ durationMs, windows }: PrintedTotal): boolean {
  if (durationMs === null || windows.length === 0) return false
  const covered = totalsOfWindows(windows).durationMs ?? 0
  const longest = windows.reduce((most, window) => Math.max(most, window.durationMs), 0)
  const slack = durationMs * roundingShare
  return covered <= durationMs + slack && covered >= durationMs - longest - slack
}

const times = new RegExp(`^(?<start>${dateTimePattern}), (?<end>${dateTimePattern}),`)

/** A problem for each row of totals, with start and end, that shares no time with one of the rows before it. */
export function rowsInTurn(rows: readonly PrintedLine[]): LineProblem[] {
  const problems: LineProblem[] = []
  // Times of this form are in the order of their text.
  let firstEnd: { readonly time: string; readonly line: number } | undefined
  let lastStart: { readonly time: string; readonly line: number } | undefined
  for (const { line, text } of rows) {
    const { start, end } = times.exec(text)?.groups ?? {}
    if (start === undefined || end === undefined) continue
    const isAfter = firstEnd !== undefined && firstEnd.time <= start
    const isBefore = lastStart !== undefined && end <= lastStart.time
    const other = isAfter ? firstEnd : isBefore ? lastStart : undefined
    if (other !== undefined) {
      problems.push({ line, message: `a run at another time than that of line ${other.line}; ${oneRunInAFile}` })
    }
    if (firstEnd === undefined || end < firstEnd.time) firstEnd = { time: end, line }
    if (lastStart === undefined || start > lastStart.time) lastStart = { time: start, line }
  }
  return problems
}

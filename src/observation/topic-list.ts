/**
 * Reads a list of topics that was made by hand: CSV, or rows copied from a spreadsheet (separated by tabs).
 */
import type { Problem } from '../contracts/app-error.ts'
import type { OpenQuestion } from '../contracts/observation.ts'
import type { TopicField } from '../contracts/observation-fields.ts'
import { compressionCodecs } from '../contracts/workload.ts'
import { formatCount } from '../units/count.ts'
import { csvRows, splitCsvLine } from '../units/csv.ts'
import { type DecimalMark, decimalMarkOf, unclearDecimals, withClearDot, withDecimalDot } from './decimal-mark.ts'
import { mistypedQuestions } from './mistyped-columns.ts'
import { unlimitedQuestion } from './retention-of.ts'
import { type Fact, type ReadingOutcome, refused, type SourceFile } from './source-reading.ts'
import { summaryRowsOf, type UnclearRow } from './summary-rows.ts'
import { columnOf, type TopicColumn } from './topic-columns.ts'

const separators = ['\t', ',', ';'] as const

/** Topics that a list can have. */
const maxTopics = 20_000

/** At most this many rows that are no topics are named. */
const maxNotes = 10

/** True if the line of headings, as `headOf` finds it, has a column of topic names and at least one other. */
export function isTopicList(text: string): boolean {
  const { columns } = headOf(text)
  return columns.some((column) => column?.kind === 'name') && columns.filter((column) => column !== null).length > 1
}

/** The facts of a list's topics, or all problems with their lines. */
export function readTopicList({ name, sha256, text }: SourceFile): ReadingOutcome {
  const { separator, headings, columns, first } = headOf(text)
  const problems: Problem[] = duplicateColumnProblems(columns, headings, `${name}:${first + 1}`)
  const facts: Fact[] = []
  const seen = new Map<string, number>()
  const unlimited: string[] = []
  const lines = csvRows(text, separator).filter(({ line, index }) => index > first && line.trim() !== '')
  if (lines.length > maxTopics) {
    const message = `it has ${formatCount(lines.length)} rows; expected at most ${formatCount(maxTopics)} topics`
    return refused(name, [{ place: name, message }])
  }
  const rows = lines
    .map(({ line, index }) => ({ line, cells: splitCsvLine(line, separator), index }))
    // Spreadsheets write rows without content as separators alone.
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const figures = rows.flatMap(({ cells }) => cells.filter((_, index) => columns[index]?.kind === 'figure'))
  const mark = decimalMarkOf(figures)
  if (mark !== null && typeof mark === 'object') problems.push({ place: name, message: mixedMarksMessage(mark.mixed) })
  const read = rows.map((each) => ({ ...each, row: readRow(each.cells, columns, headings, mark) }))
  const { summaries, unclear } = summaryRowsOf(read.map(({ row }) => row))
  const isSummary = new Set<Row>(summaries.map(({ row }) => row))
  for (const { line, cells, index, row } of read) {
    if (isSummary.has(row)) continue
    const place = `${name}:${index + 1}`
    const unclearRow = unclear.find((each) => each.row === row)
    if (unclearRow !== undefined) {
      problems.push({ place, message: unclearSummary(unclearRow, { columns, headings }) })
      continue
    }
    const ownProblems = explainedByQuote(line, [...surplusCells(cells, headings), ...row.problems])
    problems.push(...ownProblems.map((message) => ({ place, message })))
    const earlier = seen.get(row.topic)
    if (earlier !== undefined) {
      problems.push({
        place,
        message: `topic "${row.topic}" is already in line ${earlier}; expected one line per topic, not per partition`,
      })
    }
    seen.set(row.topic, index + 1)
    facts.push(...row.facts)
    if (row.isUnlimited) unlimited.push(row.topic)
  }
  if (seen.size === 0) problems.push({ place: name, message: 'no row follows the headings' })
  if (problems.length > 0) return refused(name, problems)
  const unused = headings.filter((heading, index) => columns[index] === null && heading !== '')
  const notes = [
    ...(unused.length === 0 ? [] : [`Columns that are not used: ${unused.slice(0, 20).join(', ')}.`]),
    ...summaries
      .slice(0, maxNotes)
      .map(({ row, statistic }) => `The row "${row.topic}" is the ${statistic} of the others and is not used.`),
  ]
  const source = { kind: 'topic-list', label: name, sha256, span: null, notes } as const
  const questions = [...mistypedQuestions(unused), ...questionsOf(columns), ...unlimitedQuestion(unlimited)]
  return { reading: { source, facts, questions }, problems: [] }
}

interface Head {
  readonly separator: string
  readonly headings: readonly string[]
  /** Null for a column that is not used. */
  readonly columns: readonly (TopicColumn | null)[]
  /** Index of the line with the headings. */
  readonly first: number
}

/** A first line with which spreadsheets declare the separator of a file, such as "sep=;". */
const separatorLine = /^sep=.$/i

/** Lines in which headings are looked for. Spreadsheets may have a title above them. */
const maxLinesBeforeHeadings = 20

/**
 * The headings are the first line with a column of topics and another column that is recognised, or else the first line with
 * text after a line like "sep=;". The separator is the one with which most columns are recognised.
 */
function headOf(text: string): Head {
  const lines = text
    .slice(0, 100_000)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
  const withText = [...lines.keys()].filter(
    (line) => lines[line]?.trim() !== '' && !separatorLine.test(lines[line] ?? ''),
  )
  const candidates = withText.slice(0, maxLinesBeforeHeadings).map((line) => headAt(lines[line] ?? '', line))
  const isHead = ({ columns }: Head) => columns.some((column) => column?.kind === 'name') && recognised(columns) > 1
  return candidates.find(isHead) ?? candidates[0] ?? headAt('', 0)
}

/** The columns of a line, with the separator with which most are recognised. */
function headAt(line: string, first: number): Head {
  const heads = separators.map((separator) => {
    const headings = splitCsvLine(line, separator)
    return { separator, headings, columns: headings.map(columnOf), first }
  })
  return heads.reduce((best, head) => (recognised(head.columns) > recognised(best.columns) ? head : best))
}

function recognised(columns: Head['columns']): number {
  return columns.filter((column) => column !== null).length
}

/** Problems of columns that hold the same field as an earlier column. */
function duplicateColumnProblems(
  columns: readonly (TopicColumn | null)[],
  headings: readonly string[],
  place: string,
): Problem[] {
  const keyOf = (column: TopicColumn | null | undefined) => (column?.kind === 'figure' ? column.field : column?.kind)
  return columns.flatMap((column, index) => {
    const before = columns.slice(0, index).findIndex((each) => each !== null && keyOf(each) === keyOf(column))
    if (column === null || before === -1) return []
    const message = `the columns "${headings[before]}" and "${headings[index]}" hold the same field; remove one, or begin one heading with "average"`
    return [{ place, message }]
  })
}

interface Row {
  readonly topic: string
  readonly facts: readonly Fact[]
  /** True if its retention is unlimited. */
  readonly isUnlimited: boolean
  readonly problems: readonly string[]
}

function unclearSummary(
  { row: { topic }, statistic, differing }: UnclearRow<Row>,
  { columns, headings }: Pick<Head, 'columns' | 'headings'>,
): string {
  const own = headings.filter((_, index) => {
    const column = columns[index]
    return column?.kind === 'figure' && differing.includes(column.field)
  })
  return `"${topic}" may be a topic or the ${statistic} of the other rows, but is not their ${statistic} in ${own.join(', ')}; remove the row, or move it up if it is a topic`
}

/** Texts for a figure that is not known. */
const unknownFigure = /^(?:-|–|—|\?|#?n\/?a|null|none|unknown|tbd)$/i

/** Texts for an unlimited retention. */
const unlimitedRetention = /^(?:-1|unlimited|infinite|forever)$/i

/** Figures of a list have neither a time nor a known error. */
const given = { how: 'measured', span: null, relativeError: null } as const

function mixedMarksMessage([withComma, withDot]: readonly [string, string]): string {
  return `it has decimals with a comma ("${excerpt(withComma)}") and with a dot ("${excerpt(withDot)}"); expected one of them`
}

/**
 * Reads one row.
 * @param mark the decimal mark of the list
 */
function readRow(
  cells: readonly string[],
  columns: readonly (TopicColumn | null)[],
  headings: readonly string[],
  mark: DecimalMark,
): Row {
  const topic = cells[columns.findIndex((column) => column?.kind === 'name')] ?? ''
  const facts: Fact[] = []
  const problems: string[] = []
  let isUnlimited = false
  if (topic === '') problems.push('expected the name of a topic')
  if (topic.length > 249) problems.push('expected the name of a topic, which has up to 249 characters')
  if (/[^A-Za-z0-9._-]/.test(topic)) {
    problems.push(
      `expected the name of a topic: letters, digits, dots, dashes and underscores (found "${excerpt(topic)}")`,
    )
  }
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (column === null || column.kind === 'name' || cell === '' || cell === '-') continue
    if (column.kind === 'compression') {
      const stated = cell.toLowerCase()
      const codec = stated === 'uncompressed' ? 'none' : compressionCodecs.find((each) => each === stated)
      if (codec !== undefined) facts.push({ of: 'topic-text', topic, field: 'compression', value: codec, ...given })
      else if (stated !== 'producer') {
        problems.push(
          `${headings[index]}: expected ${compressionCodecs.join(', ')} or producer, found "${excerpt(cell)}"`,
        )
      }
      continue
    }
    if (unknownFigure.test(cell)) continue
    if (column.field === 'retentionMs' && unlimitedRetention.test(cell)) {
      isUnlimited = true
      continue
    }
    const reading = column.read(asNumber(cell, mark))
    const unclear = mark === null ? unclearDecimals(cell) : null
    const problem = reading.ok ? (unclear ?? outOfRange(column.field, reading.value)) : reading.problem
    if (problem !== null) problems.push(`${headings[index]}: ${problem}`)
    else if (reading.ok) facts.push({ of: 'topic', topic, field: column.field, value: reading.value, ...given })
  }
  problems.push(...tooManyInSync(facts))
  if (topic !== '' && facts.length === 0 && !isUnlimited && problems.length === 0)
    problems.push('expected at least one figure')
  return { topic, facts, isUnlimited, problems }
}

/** A figure's cell with the decimal dot that the parsers expect. */
function asNumber(cell: string, mark: DecimalMark): string {
  if (mark === ',') return withDecimalDot(cell)
  return mark === '.' ? withClearDot(cell) : cell
}

/**
 * A row with more cells than headings has its figures in the wrong columns, mostly by an unquoted number with a comma.
 */
function surplusCells(cells: readonly string[], headings: readonly string[]): string[] {
  const surplus = cells.slice(headings.length).some((cell) => cell !== '')
  if (!surplus) return []
  return [
    `expected ${headings.length} cells as in the headings, found ${cells.length}; put a cell with a separator in quotes`,
  ]
}

/** The problems of a row. If a quotation mark in it is never closed, that is the cause: its cell has those after it. */
function explainedByQuote(line: string, problems: readonly string[]): readonly string[] {
  if (problems.length === 0 || line.split('"').length % 2 === 1) return problems
  return ['a quotation mark (") is not closed, so cells run together; close it, or remove it']
}

/** No topic can have more replicas in sync than replicas. */
function tooManyInSync(facts: readonly Fact[]): string[] {
  const figureOf = (field: TopicField) => facts.find((fact) => fact.of === 'topic' && fact.field === field)?.value
  const [replicas, inSync] = [figureOf('replicationFactor'), figureOf('minInsyncReplicas')]
  if (replicas === undefined || inSync === undefined || inSync <= replicas) return []
  return [`min ISR: expected at most the replication factor, ${replicas}, found ${inSync}`]
}

/** Values that a scenario accepts. Fields that are not listed, such as rates, start at 0. */
const bounds: Partial<Readonly<Record<TopicField, readonly [low: number, high: number]>>> = {
  partitions: [1, 200_000],
  replicationFactor: [1, 9],
  minInsyncReplicas: [1, 9],
  retentionMs: [1, 1e13],
  producers: [0, 100_000],
  consumerGroups: [0, 10_000],
  wireBytesPerRecord: [1, 20_000_000],
}

function outOfRange(field: TopicField, value: number): string | null {
  const [low, high] = bounds[field] ?? [0, 1e15]
  return value >= low && value <= high ? null : `expected ${low} to ${high}, found ${value}`
}

function excerpt(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

/** Asks whether rates are peaks, because lists rarely say whether a rate is the average or the peak. */
function questionsOf(columns: readonly (TopicColumn | null)[]): OpenQuestion[] {
  const fields = new Set(columns.flatMap((column) => (column?.kind === 'figure' ? [column.field] : [])))
  const hasPeak = fields.has('peakMinuteBytesInPerSec') || fields.has('peakMinuteRecordsInPerSec')
  const hasAverage = fields.has('averageBytesInPerSec') || fields.has('averageRecordsInPerSec')
  if (!hasPeak || hasAverage) return []
  return [
    {
      id: 'rates-of-the-list',
      text: 'Are the rates of the list peaks? They are used as rates of the busiest minute.',
      effect: 'If they are averages, the peak is higher. Write "average …" into the heading of their column.',
    },
  ]
}

/**
 * The texts that a painter must show of a document, in their order: for tests. A row of a table is one text, so that a
 * cell that is left out, or stands in another row, is missed.
 */
import {
  type Block,
  type Cell,
  type Content,
  checksumLabel,
  type Document,
} from '../../../../src/presentation/document.ts'
import { answerText } from '../../../../src/presentation/painters/answer-text.ts'
import { chartTable } from '../../../../src/presentation/painters/chart-table.ts'
import { paintHtml } from '../../../../src/presentation/painters/html-painter.ts'
import { paintMarkdown } from '../../../../src/presentation/painters/markdown-painter.ts'
import { plainLines } from '../../../../src/presentation/painters/plain-content.ts'
import { paintTerminal } from '../../../../src/presentation/painters/terminal-painter.ts'
import { readMarkup } from './markup-reader.ts'

/** Wide enough that no table wraps. */
const widest = 100_000

/** A painter and the layout that its texts follow. */
export interface Surface {
  readonly name: string
  readonly paint: (document: Document) => string
  /** Which parts of a document it shows. */
  readonly has: {
    readonly head: boolean
    readonly answer: boolean
    readonly contents: boolean
    readonly details: boolean
  }
  /** Rows of a chart's values that it shows; 0 if it draws the chart instead. */
  readonly chartRows: number
  /** How the cells of a row follow each other: one after the other, or line by line across the row. */
  readonly rows: 'cell by cell' | 'line by line'
  /** Whether the heading of a group stands above its columns once, or with each of them. */
  readonly groups: 'above' | 'with each'
  /** Text of a command that a remedy names; left out: as in a terminal. */
  readonly viewOf?: (view: string | null) => string
}

/** The painters that return text. */
export const textSurfaces: readonly Surface[] = [
  {
    name: 'the terminal',
    paint: (document) => paintTerminal(document, widest),
    has: { head: false, answer: true, contents: false, details: false },
    chartRows: 0,
    rows: 'line by line',
    groups: 'above',
  },
  {
    name: 'HTML',
    paint: (document) => readMarkup(paintHtml(document)).text,
    has: { head: true, answer: true, contents: true, details: true },
    chartRows: 600,
    rows: 'cell by cell',
    groups: 'above',
  },
  {
    name: 'Markdown',
    paint: (document) => paintMarkdown(document).replace(/\]\(<[^>]*>\)/g, ''),
    has: { head: true, answer: true, contents: false, details: true },
    chartRows: 24,
    rows: 'cell by cell',
    groups: 'with each',
  },
]

/** The texts that `painted` lacks, or has in another order. */
export function missingTexts(painted: string, texts: readonly string[]): string[] {
  const all = squeezed(painted)
  let from = 0
  return texts.filter((each) => {
    const text = squeezed(each)
    const place = all.indexOf(text, from)
    if (place < 0) return true
    from = place + text.length
    return false
  })
}

/** Without blanks, marks of a format, and punctuation: painters break lines and set marks where they need them. */
export function squeezed(text: string): string {
  return text.replace(/[^\p{L}\p{N}%–−±≥×÷/+]+/gu, '')
}

/** The texts of a document on a surface. */
export function textsOf(document: Document, surface: Surface): string[] {
  const { has } = surface
  const sections = document.sections.filter(({ isDetail }) => has.details || isDetail !== true)
  return [
    ...(has.head ? [document.brand?.company ?? '', document.subject, document.title] : []),
    ...(has.answer ? answerTexts(document) : []),
    ...document.introduction.flatMap((block) => blockTexts(block, surface)),
    ...(has.contents ? sections.map(({ title }) => title) : []),
    ...sections.flatMap(({ title, marks, blocks }) => {
      const hasTable = blocks.some(({ kind }) => kind === 'table')
      // The terminal leaves out a chart beside the table of its values.
      const shown = blocks.filter(({ kind }) => has.details || kind !== 'chart' || !hasTable)
      return [title, ...marks, ...shown.flatMap((block) => blockTexts(block, surface))]
    }),
    ...(has.head ? [document.closing] : []),
    ...(has.head && document.checksum !== undefined ? [checksumLabel, document.checksum] : []),
  ]
}

function answerTexts({ answer }: Document): string[] {
  return [answer.label ?? '', answerText(answer), ...answer.marks]
}

function blockTexts(block: Block, surface: Surface): string[] {
  const plain = (content: Content) => plainLines(shownContent(content, surface)).join('')
  switch (block.kind) {
    case 'table': {
      const { caption, headings, rows, isListing } = block
      const across = isListing === true && surface.rows === 'line by line' ? 'cell by cell' : surface.rows
      const rowText = (cells: readonly Cell[]) =>
        textOfRow(
          cells.map(({ content }) => shownContent(content, surface)),
          across,
        )
      const groups = headings.map(({ group = '' }, index) => (group === headings[index - 1]?.group ? '' : group))
      const named = headings.map(({ group = '', ...cell }) => ({ ...cell, content: [group, cell.content] }))
      // A listing in a terminal has no caption, because each line of it is one entry.
      const hasCaption = isListing !== true || surface.rows === 'cell by cell'
      return [
        hasCaption ? caption : '',
        ...(surface.groups === 'above' ? [groups.join(''), rowText(headings)] : [rowText(named)]),
        ...rows.map(rowText),
      ]
    }
    case 'paragraph':
      return [plain(block.content)]
    case 'list':
      return block.items.map(plain)
    case 'facts':
      return block.entries.map(([name, value]) => `${name}${plain(value)}`)
    case 'warning':
      return block.blocks.flatMap((inner) => blockTexts(inner, surface))
    case 'chart': {
      const { table } = chartTable(block.description, surface.chartRows)
      const rows = [table.headings, ...table.rows].map((cells) => cells.map(({ content }) => plain(content)).join(''))
      const { title, textAlternative } = block.description
      return [title, textAlternative, ...(surface.chartRows === 0 ? [] : rows)]
    }
    default:
      return [block.text]
  }
}

/** The text of a row. In a terminal, the first lines of all cells precede the second lines. */
function textOfRow(cells: readonly Content[], rows: Surface['rows']): string {
  const lines = cells.map(plainLines)
  if (rows === 'cell by cell') return lines.flat().join('')
  const height = Math.max(0, ...lines.map(({ length }) => length))
  return Array.from({ length: height }, (_, line) => lines.map((each) => each[line] ?? '').join('')).join('')
}

/** Content with the view of the window in place of each command, if the surface shows views. */
function shownContent(content: Content, { viewOf }: Surface): Content {
  if (viewOf === undefined || content === null || content === false || typeof content === 'string') return content
  if (!('kind' in content)) return content.map((entry) => shownContent(entry, { viewOf } as Surface))
  if (content.kind === 'command') return viewOf(content.view)
  return { ...content, content: shownContent(content.content, { viewOf } as Surface) }
}

/**
 * Paints a document as text for a terminal: the answer first, then the sections that are not details.
 */
import { counted } from '../../units/count.ts'
import type { Block, Content, Document, Section, Table } from '../document.ts'
import { answerText } from './answer-text.ts'
import { alignColumns, linesOf, textWidth } from './columns.ts'
import { plainLines } from './plain-content.ts'
import { tableLines } from './text-table.ts'

/** Tables use the whole width of the terminal, but at least this many characters. */
const minTableColumns = 60

/** A table shows at most this many rows in a terminal. */
const maxRows = 60

/** Widths of running text and of tables, in characters. */
interface Room {
  readonly text: number
  readonly table: number
}

const indent = '  '

/** The document as text; `columns` is the width of the terminal. */
export function paintTerminal({ answer, introduction, sections }: Document, columns: number): string {
  const room = roomOf(columns)
  const label = answer.label === null ? '' : `${answer.label}: `
  const marks = answer.marks.length === 0 ? [] : [`[${answer.marks.join('] [')}]`]
  return paragraphsOf([
    [...linesOf(`${label}${answerText(answer)}`, room.text), ...marks],
    ...introduction.map((block) => blockLines(block, room)),
    ...sections.filter(({ isDetail }) => isDetail !== true).map((section) => sectionLines(section, room)),
  ])
}

/** Blocks without a document around them. */
export function paintTerminalBlocks(blocks: readonly Block[], columns: number): string {
  return paragraphsOf(blocks.map((block) => blockLines(block, roomOf(columns))))
}

function roomOf(columns: number): Room {
  return { text: textWidth(columns), table: Math.max(minTableColumns, columns) }
}

/** Groups of lines, separated by empty lines. */
function paragraphsOf(groups: readonly (readonly string[])[]): string {
  return groups
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n')
}

function sectionLines({ title, marks, blocks }: Section, room: Room): string[] {
  const inner = { text: room.text - indent.length, table: room.table - indent.length }
  // A table of the section has the values of its charts, so the charts are left out.
  const hasTable = blocks.some(({ kind }) => kind === 'table')
  const shown = blocks.filter(({ kind }) => !(hasTable && kind === 'chart'))
  const groups = shown.map((block) => blockLines(block, inner)).filter(({ length }) => length > 0)
  const body = groups.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
  const head = marks.length === 0 ? title : `${title} [${marks.join('] [')}]`
  return [head, ...indented(body)]
}

function blockLines(block: Block, room: Room): string[] {
  switch (block.kind) {
    case 'table':
      return block.isListing === true ? listingLines(block) : captioned(block, room)
    case 'paragraph':
      return contentLines(block.content, room.text)
    case 'notes':
      return block.text.split(/\r?\n/).flatMap((line) => indented(linesOf(line, room.text - indent.length)))
    case 'heading':
      return [block.text]
    case 'list':
      return block.items.flatMap((item) => itemLines(item, room.text))
    case 'facts':
      return factLines(block.entries, room)
    case 'chart':
      return linesOf(`${block.description.title}: ${block.description.textAlternative}`, room.text)
    case 'code':
      return [...(block.title === undefined ? [] : [block.title]), ...indented(block.text.split('\n'))]
    case 'warning':
      return block.blocks
        .flatMap((inner) => blockLines(inner, { ...room, text: room.text - 2 }))
        .map((line) => `! ${line}`)
  }
}

/** One line per row, however long, below one line of headings. */
function listingLines({ headings, rows }: Table): string[] {
  const texts = [headings, ...rows].map((cells) => cells.map(({ content }) => plainLines(content).join(', ')))
  const right = headings.flatMap(({ isNumber }, column) => (isNumber ? [column] : []))
  return alignColumns(texts, right).trimEnd().split('\n')
}

function captioned({ caption, headings, rows }: Table, room: Room): string[] {
  const lines = tableLines({ headings, rows: rows.slice(0, maxRows) }, room.table - indent.length)
  const left = rows.length - maxRows
  const more = left > 0 ? [`and ${counted(left, 'more row')}; the report and --json have all`] : []
  return [...linesOf(caption, room.text), ...indented([...lines, ...more])]
}

function contentLines(content: Content, width: number): string[] {
  return plainLines(content).flatMap((line) => linesOf(line, width))
}

function itemLines(item: Content, width: number): string[] {
  return contentLines(item, width - 2).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`)
}

/** Names and values in two columns. Long values are wrapped inside their column. */
function factLines(entries: readonly (readonly [string, Content])[], room: Room): string[] {
  const nameWidth = Math.max(0, ...entries.map(([name]) => name.length))
  return entries.flatMap(([name, value]) => {
    const lines = contentLines(value, Math.max(20, room.text - nameWidth - indent.length))
    return lines.map((line, index) => `${(index === 0 ? name : '').padEnd(nameWidth)}${indent}${line}`.trimEnd())
  })
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `${indent}${line}`.trimEnd())
}

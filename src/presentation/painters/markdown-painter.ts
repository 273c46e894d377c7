/**
 * Paints a document as GitHub's Markdown for pull requests, wikis and mail. A chart becomes its sentence and a table.
 */
import {
  type Block,
  type Cell,
  type Content,
  checksumLabel,
  type Document,
  type Section,
  type Span,
  type Table,
} from '../document.ts'
import { answerText } from './answer-text.ts'
import { chartTable } from './chart-table.ts'
import { codeSpan, fencedCode, plainText, tableText } from './markdown-text.ts'

/** A chart's table is thinned to at most this many rows, which show its shape. */
const maxChartRows = 24

/** The document as Markdown. It never contains HTML, because names are escaped. */
export function paintMarkdown(document: Document): string {
  const { subject, title, answer, introduction, sections, closing, checksum, brand } = document
  const label = answer.label === null ? '' : `**${plainText(answer.label)}:** `
  const parts = [
    brand?.company ? `**${plainText(brand.company)}**` : '',
    plainText(subject),
    `# ${plainText(title)}`,
    `> ${label}${plainText(answerText(answer))}${marksText(answer.marks)}`,
    ...introduction.map(blockText),
    ...sections.map(sectionText),
    '---',
    plainText(closing),
    checksum === undefined ? '' : `${plainText(checksumLabel)} ${codeSpan(checksum)}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function sectionText({ title, marks, blocks }: Section): string {
  return [`## ${plainText(title)}${marksText(marks)}`, ...blocks.map(blockText)].join('\n\n')
}

function marksText(marks: readonly string[]): string {
  return marks.map((mark) => ` ${codeSpan(mark)}`).join('')
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'table':
      return tableMarkdown(block)
    case 'paragraph':
      return contentText(block.content, 'paragraph')
    case 'notes':
      return notesText(block.text)
    case 'heading':
      return `### ${plainText(block.text)}`
    case 'list':
      return block.items.map((item) => `- ${contentText(item, 'cell')}`).join('\n')
    case 'facts':
      return block.entries.map(([name, value]) => `- ${plainText(name)}: ${contentText(value, 'cell')}`).join('\n')
    case 'chart':
      return chartText(block)
    case 'code':
      return block.title === undefined
        ? fencedCode(block.text)
        : `${blockText({ kind: 'heading', text: block.title })}\n\n${fencedCode(block.text)}`
    case 'warning':
      return block.blocks
        .map(blockText)
        .join('\n\n')
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
  }
}

/** Notes as a quotation. Their lines stay lines, and an indented one is no code. */
function notesText(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => plainText(line.trim()))
  return lines
    .map((line, index) => {
      const isBroken = line !== '' && (lines[index + 1] ?? '') !== ''
      return `> ${line}${isBroken ? '\\' : ''}`.trimEnd()
    })
    .join('\n')
}

function chartText({ description }: Extract<Block, { kind: 'chart' }>): string {
  const { table, thinned } = chartTable(description, maxChartRows)
  const note = thinned === null ? [] : [plainText(thinned)]
  return [
    `### ${plainText(description.title)}`,
    plainText(description.textAlternative),
    tableRows(table),
    ...note,
  ].join('\n\n')
}

function tableMarkdown(table: Table): string {
  return `**${plainText(table.caption)}**\n\n${tableRows(table)}`
}

function tableRows({ headings, rows }: Table): string {
  const row = (cells: readonly Cell[]) => `| ${cells.map((cell) => contentText(cell.content, 'table')).join(' | ')} |`
  const names = headings.map(({ group, content, isNumber }) => {
    return { content: group === undefined ? content : [`${group}: `, content], isNumber }
  })
  const rule = `| ${headings.map((cell) => (cell.isNumber ? '---:' : '---')).join(' | ')} |`
  return [row(names), rule, ...rows.map(row)].join('\n')
}

/** Where content is printed. Only paragraphs may have line breaks; in tables, bars are escaped. */
type Place = 'paragraph' | 'cell' | 'table'

function contentText(content: Content, place: Place): string {
  if (content === null || content === false) return ''
  if (typeof content === 'string') return place === 'table' ? tableText(plainText(content)) : plainText(content)
  if ('kind' in content) return spanText(content, place)
  return content.map((entry) => contentText(entry, place)).join('')
}

function spanText(entry: Span, place: Place): string {
  switch (entry.kind) {
    case 'strong':
      return `**${contentText(entry.content, place)}**`
    case 'code':
    case 'formula':
    case 'mark': {
      const text = codeSpan(rawText(entry.content))
      return place === 'table' ? tableText(text) : text
    }
    case 'line': {
      const text = contentText(entry.content, place)
      if (text === '') return ''
      return place === 'paragraph' ? `\\\n${text}` : ` (${text})`
    }
    case 'quiet':
      return contentText(entry.content, place)
    case 'command':
      return `with: ${spanText({ kind: 'code', content: entry.command }, place)}`
    case 'link':
      return `[${contentText(entry.content, place)}](<${entry.url.replaceAll(/[<>\s|\\]/g, encodeURIComponent)}>)`
  }
}

function rawText(content: Content): string {
  if (content === null || content === false) return ''
  if (typeof content === 'string') return content
  if (!('kind' in content)) return content.map(rawText).join('')
  return content.kind === 'command' ? `with: ${content.command}` : rawText(content.content)
}

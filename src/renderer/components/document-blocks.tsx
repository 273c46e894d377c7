/**
 * Renders the parts of a `Document` (see presentation/document.ts) on the page: sections, blocks and text.
 */
import { createElement, Fragment, type ReactNode, useId } from 'react'
import type { ChartDescription } from '../../charts/chart-description.ts'
import type { Block, Cell, Content, Heading, Section, Span, Table } from '../../presentation/document.ts'
import { splitAtDates, withNoBreakSpaces } from '../../presentation/painters/no-break-spaces.ts'
import { shell } from '../api.ts'
import { ChartView } from './chart-view.tsx'
import { reachByKeys } from './reach-by-keys.ts'
import { viewText } from './remedy-text.ts'
import { rowChartRem } from './row-chart-height.ts'

/**
 * A table with more columns than this has a smaller font, and its numbers may wrap. If it is still too wide, it can be
 * scrolled.
 */
const maxNarrowColumns = 6

const chartRem = 16

interface DocumentBlocksProps {
  readonly blocks: readonly Block[]
}

/** Renders a list of blocks. */
export function DocumentBlocks({ blocks }: DocumentBlocksProps) {
  return inOrder(blocks.map(blockNode))
}

/** Text of a document. */
export function DocumentText({ content }: { readonly content: Content }) {
  return contentNode(content)
}

/** A section of a document with its heading. */
export function DocumentSection({ section: { title, marks, blocks } }: { readonly section: Section }) {
  const headingId = useId()
  return (
    <section className="model-part" aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {marks.length === 0 ? null : <p>{inOrder(marks.map(markNode))}</p>}
      <DocumentBlocks blocks={blocks} />
    </section>
  )
}

/** Renders a list of sections. */
export function DocumentSections({ sections }: { readonly sections: readonly Section[] }) {
  return sections.map((section) => <DocumentSection key={section.id} section={section} />)
}

function blockNode(block: Block): ReactNode {
  switch (block.kind) {
    case 'table':
      return <TableView table={block} />
    case 'paragraph':
      return <p className="document-text">{contentNode(block.content)}</p>
    case 'notes':
      return <p className="document-notes">{block.text}</p>
    case 'heading':
      return <h3>{block.text}</h3>
    case 'list':
      return createElement('ul', { className: 'lines' }, ...block.items.map(itemNode))
    case 'facts':
      return createElement('dl', { className: 'facts' }, ...block.entries.map(factNode))
    case 'chart':
      return <ChartView description={block.description} heightRem={heightRem(block.description)} />
    case 'code':
      return block.title === undefined ? (
        <pre>{block.text}</pre>
      ) : (
        <details>
          <summary>{block.title}</summary>
          <pre>{block.text}</pre>
        </details>
      )
    case 'warning':
      return <div className="warning">{inOrder(block.blocks.map(blockNode))}</div>
  }
}

/** Height of the legend of stacked bars. */
const legendRem = 2

function heightRem({ y, series }: ChartDescription): number {
  if (y.kind !== 'category') return chartRem
  return rowChartRem(y.ticks.length) + (series.length > 1 ? legendRem : 0)
}

function markNode(mark: string): ReactNode {
  return <span className="badge">{mark}</span>
}

function itemNode(item: Content): ReactNode {
  return <li>{contentNode(item)}</li>
}

function factNode([name, value]: readonly [string, Content]): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{contentNode(value)}</dd>
    </div>
  )
}

/** A table. A wide table can be scrolled with pointer and keys. */
function TableView({ table }: { readonly table: Table }) {
  const { caption, headings, rows } = table
  const isWide = headings.length > maxNarrowColumns
  const content = (
    <table>
      <caption>{caption}</caption>
      <thead>
        {groupRow(headings)}
        {createElement('tr', null, ...headings.map(headCell))}
      </thead>
      {createElement('tbody', null, ...rows.map((cells) => bodyRow(cells, isWide)))}
    </table>
  )
  if (!isWide) return content
  return (
    <section className="data-table is-wide" aria-label={caption} ref={reachByKeys}>
      {content}
    </section>
  )
}

function headCell({ content, isNumber }: Heading): ReactNode {
  return (
    <th scope="col" className={isNumber ? 'is-number' : undefined}>
      {contentNode(content)}
    </th>
  )
}

/** The header row that names groups of columns; nothing if the table has none. */
function groupRow(headings: readonly Heading[]): ReactNode {
  if (headings.every(({ group }) => group === undefined)) return null
  const starts = headings.flatMap(({ group }, index) =>
    index > 0 && group === headings[index - 1]?.group ? [] : [index],
  )
  const cells = starts.map((start, position) => {
    const group = headings[start]?.group
    const width = (starts[position + 1] ?? headings.length) - start
    return group === undefined
      ? createElement('td', { colSpan: width })
      : createElement('th', { scope: 'colgroup', colSpan: width }, group)
  })
  return createElement('tr', null, ...cells)
}

function bodyRow(cells: readonly Cell[], isWide: boolean): ReactNode {
  return createElement('tr', null, ...cells.map((cell, index) => bodyCell(cell, index, isWide)))
}

function bodyCell({ content, isNumber }: Cell, index: number, isWide: boolean): ReactNode {
  const className = isNumber ? 'is-number' : undefined
  if (index > 0)
    return <td className={className}>{contentNode(content, isWide && isNumber ? unchanged : withNoBreakSpaces)}</td>
  return (
    <th scope="row" className={className}>
      {contentNode(content)}
    </th>
  )
}

/** Decides where a text may wrap: it replaces the spaces at which it must not. */
type SpacesOf = (text: string) => string

function unchanged(text: string): string {
  return text
}

/** Renders content. By default numbers stay on one line with their units. */
function contentNode(content: Content, spacesOf: SpacesOf = withNoBreakSpaces): ReactNode {
  if (content === null || content === false) return null
  if (typeof content === 'string') return textNode(spacesOf(content))
  return 'kind' in content ? spanNode(content, spacesOf) : inOrder(content.map((entry) => contentNode(entry, spacesOf)))
}

/** Text whose dates do not wrap. */
function textNode(text: string): ReactNode {
  const pieces = splitAtDates(text)
  if (pieces.length === 1) return text
  return inOrder(pieces.map((piece, index) => (index % 2 === 1 ? dateNode(piece) : piece)))
}

function dateNode(date: string): ReactNode {
  return <span className="date">{date}</span>
}

function spanNode(span: Span, spacesOf: SpacesOf): ReactNode {
  if (span.kind === 'command') return spacesOf(viewText(span))
  const inner = contentNode(span.content, spacesOf)
  switch (span.kind) {
    case 'strong':
      return <strong>{inner}</strong>
    case 'code':
    case 'formula':
      return <code>{inner}</code>
    case 'mark':
      return <span className="badge">{inner}</span>
    case 'link':
      return (
        <button type="button" className="plain" onClick={() => void shell.openExternal(span.url)}>
          {inner}
        </button>
      )
    case 'quiet':
    case 'line':
      return <span className={span.kind}>{inner}</span>
  }
}

/** Renders nodes in a fixed order. As children of one element, not as an array, they need no keys. */
function inOrder(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes)
}

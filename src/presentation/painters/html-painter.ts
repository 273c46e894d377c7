/**
 * Paints a document as one HTML file, without scripts and without anything to load.
 */
import { paintSvg } from '../../charts/svg/paint-svg.ts'
import {
  type Block,
  type Brand,
  type Cell,
  type Content,
  checksumLabel,
  type Document,
  type Fact,
  type Heading,
  type Section,
  type Span,
  type Table,
} from '../document.ts'
import { answerText } from './answer-text.ts'
import { chartTable } from './chart-table.ts'
import { html, type Markup, trustedMarkup } from './markup.ts'
import { splitAtDates, withNoBreakSpaces } from './no-break-spaces.ts'
import { plainLines } from './plain-content.ts'
import { reportStyle } from './report-style.ts'

/** Forbids scripts and network access, even if a name in the report contains markup. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"

/** A chart's table is thinned to at most this many rows. */
const maxChartRows = 600

/** A table with at most this many rows and characters is not broken across printed pages. */
const maxUnbrokenRows = 8
const maxUnbrokenCharacters = 1_200

/** Tables with more columns get a smaller font, so that they fit the page. */
const maxFullSizeColumns = 6

/** In tables with more columns, numbers may wrap, for example intervals at their dash. */
const maxUnwrappedColumns = 7

/** The document as a page. */
export function paintHtml(document: Document): string {
  const { title, subject, sections, closing, answer, checksum } = document
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustedMarkup(contentSecurityPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${answerText(answer)}">
<title>${title}: ${subject}</title>
<style>${trustedMarkup(reportStyle)}</style>
</head>
<body>
<main>
${header(document)}${sections.map(sectionMarkup)}</main>
<footer><p class="quiet">${closing}</p>${checksum !== undefined && html`<p class="quiet">${checksumLabel} <code>${checksum}</code></p>`}</footer>
</body>
</html>
`
  return page.text
}

/** The title page. */
function header({ subject, title, answer, introduction, hasShortAnswer, sections, brand }: Document): Markup {
  const { tone, label, sentence, reason = '', marks } = answer
  return html`<header${hasShortAnswer === true && html` class="short"`}>
${brand !== undefined && brandMarkup(brand)}<p class="kind">${subject}</p>
<h1>${title}</h1>
<div class="verdict ${tone}">
<p class="sentence">${label !== null && html`<strong>${label}:</strong> `}${textMarkup(sentence)}</p>
${
  reason !== '' &&
  html`<p class="reason">${textMarkup(reason)}</p>
`
}${
  marks.length > 0 &&
  html`<p>${marks.map(markChip)}</p>
`
}</div>
${introduction.map(blockMarkup)}<nav aria-label="Contents"><p class="kind">Contents</p><ol>${sections.map((entry) => html`<li><a href="#${entry.id}">${entry.title}</a></li>`)}</ol></nav>
</header>
`
}

function brandMarkup({ company, logoAddress }: Brand): Markup {
  if (company === null && logoAddress === null) return html``
  return html`<div class="brand">${logoAddress !== null && html`<img src="${logoAddress}" alt="${company === null ? 'Logo' : ''}"/>`}${company !== null && html`<span>${company}</span>`}</div>
`
}

function sectionMarkup({ id, title, marks, blocks }: Section): Markup {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}${marks.map(markChip)}</h2>
${blocks.map(blockMarkup)}</section>
`
}

function markChip(mark: string): Markup {
  return html` <span class="mark">${mark}</span>`
}

function blockMarkup(block: Block): Markup {
  switch (block.kind) {
    case 'table':
      return tableMarkup(block)
    case 'paragraph':
      return html`<p>${contentMarkup(block.content)}</p>
`
    case 'notes':
      return html`<p class="notes">${block.text}</p>
`
    case 'heading':
      return html`<h3>${block.text}</h3>
`
    case 'list':
      return html`<ul>${block.items.map((item) => html`<li>${contentMarkup(item)}</li>`)}</ul>
`
    case 'facts':
      return html`<dl>${block.entries.map(factMarkup)}</dl>
`
    case 'chart':
      return chartMarkup(block)
    case 'code':
      return block.title === undefined
        ? html`<pre>${block.text}</pre>
`
        : html`<details><summary>${block.title}</summary><pre>${block.text}</pre></details>
`
    case 'warning':
      return html`<div class="warning">${block.blocks.map(blockMarkup)}</div>
`
  }
}

/** A fact with more characters has the width of the page, instead of half of it. */
const maxHalfWidthCharacters = 120

function factMarkup([name, value]: Fact): Markup {
  const isLong = plainLines(value).join('').length > maxHalfWidthCharacters
  return html`<div${isLong && html` class="long"`}><dt>${name}</dt><dd>${contentMarkup(value)}</dd></div>`
}

function tableMarkup({ caption, headings, rows }: Table): Markup {
  const classes = [
    'table',
    isShort(rows) && 'short',
    headings.length > maxFullSizeColumns && 'wide',
    headings.length > maxUnwrappedColumns && 'wrapped',
  ]
  return html`<div class="${classes.filter(Boolean).join(' ')}"><table>
<caption>${caption}</caption>
<thead>${groupRow(headings)}<tr>${headings.map((cell) => html`<th scope="col"${numberClass(cell)}>${contentMarkup(cell.content)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(bodyCell)}</tr>`)}</tbody>
</table></div>
`
}

/** A row with the headings of column groups; null if there are none. */
function groupRow(headings: readonly Heading[]): Markup | null {
  if (headings.every(({ group }) => group === undefined)) return null
  const starts = headings.flatMap(({ group }, index) =>
    index > 0 && group === headings[index - 1]?.group ? [] : [index],
  )
  const cells = starts.map((start, position) => {
    const group = headings[start]?.group
    const width = String((starts[position + 1] ?? headings.length) - start)
    return group === undefined
      ? html`<td colspan="${width}"></td>`
      : html`<th scope="colgroup" colspan="${width}" class="group">${group}</th>`
  })
  return html`<tr>${cells}</tr>`
}

/**
 * True if a table is short enough to stay on one page. Few rows with much text are not: they could leave half a page
 * empty.
 */
function isShort(rows: Table['rows']): boolean {
  if (rows.length > maxUnbrokenRows) return false
  const characters = rows
    .flat()
    .reduce((sum, { content }) => sum + contentMarkup(content).text.replace(/<[^>]*>/g, '').length, 0)
  return characters <= maxUnbrokenCharacters
}

function numberClass(cell: Cell): Markup | null {
  return cell.isNumber ? html` class="number"` : null
}

function bodyCell(cell: Cell, index: number): Markup {
  const content = contentMarkup(cell.content)
  return index === 0
    ? html`<th scope="row"${numberClass(cell)}>${content}</th>`
    : html`<td${numberClass(cell)}>${content}</td>`
}

/** A chart with its sentence and a foldable table of its values. */
function chartMarkup({ id, description }: Extract<Block, { kind: 'chart' }>): Markup {
  const { table, thinned } = chartTable(description, maxChartRows)
  return html`<figure>
<h3>${description.title}</h3>
${trustedMarkup(paintSvg(description, { theme: 'light', id }))}
<figcaption>${withNoBreakSpaces(description.textAlternative)}</figcaption>
<details><summary>The values of this chart</summary>
${thinned !== null && html`<p>${thinned}</p>`}
${tableMarkup(table)}</details>
</figure>
`
}

function contentMarkup(content: Content): Markup {
  if (content === null || content === false) return html``
  if (typeof content === 'string') return textMarkup(content)
  if ('kind' in content) return spanMarkup(content)
  return html`${content.map(contentMarkup)}`
}

/** Text whose dates and numbers with units do not wrap. */
function textMarkup(text: string): Markup {
  const pieces = splitAtDates(withNoBreakSpaces(text))
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<span class="date">${piece}</span>` : piece))}`
}

function spanMarkup(entry: Span): Markup {
  if (entry.kind === 'command') return html`with: <code>${entry.command}</code>`
  const inner = contentMarkup(entry.content)
  switch (entry.kind) {
    case 'strong':
      return html`<strong>${inner}</strong>`
    case 'code':
      return codeMarkup(plainLines(entry.content).join('\n'))
    case 'link':
      return html`<a href="${entry.url}" rel="noreferrer">${inner}</a>`
    default:
      return html`<span class="${entry.kind}">${inner}</span>`
  }
}

/**
 * Code inside a line. Text to copy keeps its ordinary spaces. A path such as `topics[0].partitions` may wrap after a dot, so
 * that a narrow column does not break its names.
 */
function codeMarkup(text: string): Markup {
  const [first = '', ...others] = text.split(/(?<=\.)(?=\w)/)
  return html`<code>${first}${others.map((part) => html`<wbr>${part}`)}</code>`
}

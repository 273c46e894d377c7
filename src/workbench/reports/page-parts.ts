/**
 * The parts that every section of a report is made of.
 */
import type { ChartDescription } from '../../charts/chart-description.ts'
import { paintSvg } from '../../charts/svg/paint-svg.ts'
import { formatValue } from '../../charts/value-format.ts'
import type { Source } from '../../contracts/offering.ts'
import { html, type Markup, type MarkupValue, trustedMarkup } from './markup.ts'

/** A cell of a table; numbers stand to the right. */
export type Cell = { readonly content: MarkupValue; readonly isNumber?: boolean }

/** A cell with a number's text in it. */
export function numberCell(content: MarkupValue): Cell {
  return { content, isNumber: true }
}

/** A cell with text in it. */
export function textCell(content: MarkupValue): Cell {
  return { content }
}

/** A table with a caption; the first cell of each row names it. */
export function table(caption: string, headings: readonly Cell[], rows: readonly (readonly Cell[])[]): Markup {
  return html`<div class="table"><table>
<caption>${caption}</caption>
<thead><tr>${headings.map((cell) => html`<th scope="col"${numberClass(cell)}>${cell.content}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(bodyCell)}</tr>`)}</tbody>
</table></div>
`
}

function numberClass(cell: Cell): Markup | null {
  return cell.isNumber === true ? html` class="number"` : null
}

function bodyCell(cell: Cell, index: number): Markup {
  return index === 0
    ? html`<th scope="row"${numberClass(cell)}>${cell.content}</th>`
    : html`<td${numberClass(cell)}>${cell.content}</td>`
}

/** Names and values below each other. */
export function facts(entries: readonly (readonly [string, MarkupValue])[]): Markup {
  return html`<dl>${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
`
}

/** More rows than this are thinned in the page: the CSV holds every second. */
const mostTableRows = 600

/** A chart with its sentence and its values as a table that unfolds. */
export function chartFigure(description: ChartDescription, id: string): Markup {
  const { columns, rows } = description.table
  const step = Math.ceil(rows.length / mostTableRows)
  const shown = rows.filter((_, index) => index % step === 0)
  const isNumber = (index: number): boolean => columns[index]?.format !== 'text'
  return html`<figure>
<h3>${description.title}</h3>
${trustedMarkup(paintSvg(description, { theme: 'light', id }))}
<figcaption>${description.textAlternative}</figcaption>
<details><summary>The values of this chart</summary>
${step > 1 && html`<p>Every ${step}th row of ${rows.length}; the CSV file holds them all.</p>`}
${table(
  description.title,
  columns.map((column, index) => ({ content: column.label, isNumber: isNumber(index) })),
  shown.map((row) =>
    row.map((value, index) => ({
      content: formatValue(value, columns[index]?.format ?? 'text'),
      isNumber: isNumber(index),
    })),
  ),
)}</details>
</figure>
`
}

/** A section with its heading; `marks` are the words that the results in it must wear. */
export function section(id: string, title: string, content: MarkupValue, marks: readonly string[] = []): Markup {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}${markChips(marks)}</h2>
${content}</section>
`
}

/** Words that qualify a result: "scaled", "partial". */
export function markChips(marks: readonly string[]): Markup {
  return html`${marks.map((mark) => html` <span class="mark">${mark}</span>`)}`
}

const grades: Readonly<Record<Source['grade'], string>> = {
  P: 'primary source',
  PM: 'primary source, read through a mirror',
  S: 'secondary source',
  D: 'derived by Headroom',
}

/** Where a number comes from: title, date, and how near to the origin. Only web addresses become links. */
export function sourceText(source: Source): Markup {
  const isLink = source.url !== undefined && /^https?:\/\//i.test(source.url)
  const title = isLink
    ? html`<a href="${source.url ?? ''}" rel="noreferrer">${source.title}</a>`
    : html`${source.title}`
  const remark = source.remark === undefined ? null : html` <span class="quiet">${source.remark}</span>`
  return html`${title}, ${source.date} (${grades[source.grade]})${remark}`
}

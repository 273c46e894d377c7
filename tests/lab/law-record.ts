/**
 * What an experiment found, as it is kept in docs/laws/records/ and shown in docs/laws/.
 */

/** One table of an experiment. */
export interface LawTable {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** What one run of an experiment found. */
export interface LawRecord {
  readonly law: string
  readonly kafkaVersion: string
  /** Day of the run. */
  readonly date: string
  /** Processors of the machine, and its load when the experiment began and ended. */
  readonly machine: string
  readonly tables: readonly LawTable[]
}

export const blockStart = '<!-- made by npm run lab -->'
export const blockEnd = '<!-- end of what is made -->'

/** The tables as Markdown, with the line that says where they come from. */
export function recordMarkdown({ kafkaVersion, date, machine, tables }: LawRecord): string {
  const from = `Apache Kafka ${kafkaVersion}, ${date}, ${machine}.`
  return [from, ...tables.map(tableMarkdown)].join('\n\n')
}

function tableMarkdown({ title, columns, rows }: LawTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = `|${columns.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`
  return [`**${title}**`, '', line(columns), rule, ...rows.map(line)].join('\n')
}

/** A page with its block of figures replaced. @throws Error if the page has no such block */
export function withRecord(page: string, record: LawRecord): string {
  const [start, end] = [page.indexOf(blockStart), page.indexOf(blockEnd)]
  if (start === -1 || end < start) throw new Error(`the page of ${record.law} has no block of figures`)
  return `${page.slice(0, start + blockStart.length)}\n\n${recordMarkdown(record)}\n\n${page.slice(end)}`
}

/** A number with so many significant digits, without an exponent. */
export function digits(value: number, significant = 3): string {
  if (value === 0) return '0'
  const places = Math.max(0, significant - 1 - Math.floor(Math.log10(Math.abs(value))))
  return value.toLocaleString('en-US', { minimumFractionDigits: 0, maximumFractionDigits: Math.min(places, 6) })
}

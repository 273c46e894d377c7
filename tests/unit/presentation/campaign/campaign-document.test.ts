import { describe, expect, it } from 'vitest'
import { campaignDocument } from '../../../../src/presentation/campaign/campaign-document.ts'
import type { Table } from '../../../../src/presentation/document.ts'
import { paintHtml } from '../../../../src/presentation/painters/html-painter.ts'
import { paintMarkdown } from '../../../../src/presentation/painters/markdown-painter.ts'
import { summariseCampaign } from '../../../../src/workbench/campaigns/summarise-campaign.ts'
import { recordOf, resultOf } from '../../workbench/known-benchmark.ts'
import { readMarkup } from '../painters/markup-reader.ts'

const record = recordOf([resultOf('aws', 10, 1), resultOf('aws', 10.5, 2)], { profile: 'full' })
const summary = summariseCampaign(record)

/** The same with so many columns of the document. */
function withColumns(count: number): typeof summary {
  const { benchmark } = summary
  const [column] = benchmark?.columns ?? []
  if (benchmark === undefined || column === undefined) throw new Error('there is no table')
  const repeated = <T>(value: T): T[] => Array.from({ length: count }, () => value)
  const columns = repeated(column).map((each, index) => ({ ...each, heading: `Figure ${index + 1}` }))
  const rows = benchmark.rows.map((row) => ({ ...row, cells: row.cells.slice(0, 1).flatMap(repeated) }))
  return { ...summary, benchmark: { ...benchmark, columns, rows } }
}

function publishedTables(of: typeof summary): Table[] {
  const section = campaignDocument({ record, summary: of }).sections.find(({ id }) => id === 'benchmark')
  return (section?.blocks ?? []).flatMap((block) => (block.kind === 'table' ? [block] : []))
}

describe('the report of a published benchmark', () => {
  it('has the heading of a column group once in HTML, and with each column in Markdown', () => {
    const report = campaignDocument({ record, summary })
    const { elements, text } = readMarkup(paintHtml(report))
    const groups = elements.filter(({ attributes }) => attributes.get('scope') === 'colgroup')
    // Measured, interval, predicted and published.
    expect(groups.slice(0, 2).map(({ attributes }) => attributes.get('colspan'))).toEqual(['4', '4'])
    expect(text).not.toContain('Producer bandwidth (MB/s): measured')
    expect(paintMarkdown(report)).toContain('Producer bandwidth (MB/s): measured')
  })

  it('splits a table that is wider than a page, with the row names in each part and no column lost', () => {
    expect(publishedTables(summary)).toHaveLength(1)
    const wide = withColumns(7)
    const tables = publishedTables(wide)
    expect(tables.length).toBeGreaterThan(2)
    for (const { headings, rows } of tables) {
      expect(headings.length).toBeLessThanOrEqual(11)
      expect(headings[0]?.content).toBe('Cloud')
      expect(rows[0]?.[0]?.content).toBe('AWS')
      for (const row of rows) expect(row).toHaveLength(headings.length)
    }
    const groups = tables.flatMap(({ headings }) => headings.flatMap(({ group }) => group ?? []))
    expect(groups).toHaveLength(4 * 7)
    expect(tables[1]?.caption).toMatch(/part 2 of \d$/)
  })

  it('says in words what limited each step and how it was judged', () => {
    const { text } = readMarkup(paintHtml(campaignDocument({ record, summary })))
    expect(text).toContain('the brokers’ throttling')
    expect(text).not.toMatch(/broker-throttle|not-proven/)
  })
})

describe('the sentence of a campaign', () => {
  it('counts the verdicts of the steps that are not confirmed', () => {
    expect(summary.sentence).toBe('0 of 1 step confirmed; 1 not proven.')
    const confirmed = { ...resultOf('aws', 10), verdict: 'confirmed' as const }
    const sentenceOf = (...results: Parameters<typeof recordOf>[0]) =>
      summariseCampaign(recordOf(results, { profile: 'full' })).sentence
    expect(sentenceOf(confirmed)).toBe('1 of 1 step confirmed.')
    const mixed = { ...resultOf('gcp', 10, 1), verdict: 'below' as const }
    expect(sentenceOf(confirmed, mixed, resultOf('gcp', 10, 2))).toBe(
      '1 of 2 steps confirmed; 1 with runs that disagree.',
    )
  })
})

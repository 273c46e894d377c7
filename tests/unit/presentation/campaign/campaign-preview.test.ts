import { describe, expect, it } from 'vitest'
import { measuredHereText, publishedFiguresTable } from '../../../../src/presentation/campaign/campaign-preview.ts'
import type { Cell } from '../../../../src/presentation/document.ts'
import { recordOf } from '../../workbench/known-benchmark.ts'

const { campaign } = recordOf([], { profile: 'full' }).request

/** The texts of the table, row by row, its headings first. */
function textsOf(of: typeof campaign): unknown[][] {
  const [table] = publishedFiguresTable(of)
  if (table?.kind !== 'table') return []
  const textOf = ({ content }: Pick<Cell, 'content'>) => content
  return [table.headings.map(textOf), ...table.rows.map((row) => row.map(textOf))]
}

describe('a benchmark before its first run', () => {
  it('has what its document measured, in its rows and units', () => {
    expect(textsOf(campaign)).toEqual([
      ['Cloud', 'Producer bandwidth (MB/s)', 'Consumer bandwidth (MB/s)'],
      ['AWS', '117', '351'],
      ['GCP', '106', '318'],
      ['Azure', '106', '318'],
    ])
  })

  it('leaves out columns and rows without a figure, and the table if there is none', () => {
    const { benchmark } = campaign
    if (benchmark === undefined) throw new Error('there is no benchmark')
    const withPublished = (published: typeof benchmark.published) => ({
      ...campaign,
      benchmark: { ...benchmark, published },
    })
    expect(textsOf(withPublished({ aws: [null, 351] }))).toEqual([
      ['Cloud', 'Consumer bandwidth (MB/s)'],
      ['AWS', '351'],
    ])
    expect(publishedFiguresTable(withPublished({ aws: [null, null] }))).toEqual([])
    expect(publishedFiguresTable(withPublished({}))).toEqual([])
  })

  it('says that nothing was measured here, or how often it was run', () => {
    expect([0, 1, 12].map(measuredHereText)).toEqual([
      'Nothing of this benchmark has been measured here yet.',
      'This benchmark was run here once. Its results are among the earlier campaigns.',
      'This benchmark was run here 12 times. Its results are among the earlier campaigns.',
    ])
  })
})

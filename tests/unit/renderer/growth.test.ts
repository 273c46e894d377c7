import { describe, expect, it } from 'vitest'
import { plainLines } from '../../../src/presentation/painters/plain-content.ts'
import { growthBlocks, readGrowth } from '../../../src/renderer/features/sizing/growth-answer.ts'
import { dedicated, whitePaper } from '../capacity/known-files.ts'

describe('growth', () => {
  it('is parsed as people write it, and an empty field means none', () => {
    expect(readGrowth({ growth: '', years: 'x' })).toEqual({ ok: true, growth: null })
    expect(readGrowth({ growth: '30 %/year', years: '' })).toEqual({
      ok: true,
      growth: { growthPerYear: 0.3, years: 1 },
    })
    expect(readGrowth({ growth: '50% a year', years: '2' })).toMatchObject({ growth: { growthPerYear: 0.5, years: 2 } })
  })

  it('that is invalid has a problem for each field', () => {
    expect(readGrowth({ growth: 'much', years: '-1' })).toEqual({
      ok: false,
      problems: { growth: expect.stringContaining('30 %/year'), years: 'Needs a number of years up to 50.' },
    })
    for (const growth of ['0', '10,100 %']) {
      expect(readGrowth({ growth, years: '1' })).toEqual({
        ok: false,
        problems: { growth: 'Needs more than 0 % and at most 10,000 %.' },
      })
    }
  })

  it('of 100 % per year doubles the white paper’s load: 4 CKUs of 50 MB/s would be full, and the target is 80 %', () => {
    const [sentence = '', partitions] = textsOf(growthBlocks(whitePaper, dedicated, { growthPerYear: 1, years: 1 }))
    expect(sentence).toMatch(
      /^At 2 times today’s load \(.* MB\/s in\): \d+ CKUs, every limit at or below 80 % \(fullest limit: .*\)\. The recommendation above is for today’s load\.$/,
    )
    expect(partitions).toMatch(/^"perf-test" needs at least \d+ partitions for each to be at most 100 % full: /)
    const [, size = ''] = /in\): (\d+) CKUs/.exec(sentence) ?? []
    const [, rate = ''] = /today’s load \(([\d.]+) MB/.exec(sentence) ?? []
    expect(Number(size)).toBe(Math.ceil(Number(rate) / (0.8 * 50)))
  })
})

function textsOf(blocks: ReturnType<typeof growthBlocks>): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return plainLines(block.content)
    return block.kind === 'list' ? block.items.flatMap(plainLines) : []
  })
}

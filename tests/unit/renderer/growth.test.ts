import { describe, expect, it } from 'vitest'
import { plainLines } from '../../../src/presentation/painters/plain-content.ts'
import { growthBlocks, readGrowth } from '../../../src/renderer/features/sizing/growth-answer.ts'
import { dedicated, whitePaper } from '../capacity/known-files.ts'

describe('growth', () => {
  it('is read as people write it; without a value there is no growth', () => {
    expect(readGrowth({ growth: '', years: 'x' })).toEqual({ ok: true, growth: null })
    expect(readGrowth({ growth: '30 %/year', years: '' })).toEqual({
      ok: true,
      growth: { growthPerYear: 0.3, years: 1 },
    })
    expect(readGrowth({ growth: '50% a year', years: '2' })).toMatchObject({ growth: { growthPerYear: 0.5, years: 2 } })
  })

  it('that cannot be says why, each field by itself', () => {
    expect(readGrowth({ growth: 'much', years: '-1' })).toEqual({
      ok: false,
      problems: { growth: expect.stringContaining('30 %/year'), years: 'Needs a number of years up to 50.' },
    })
    expect(readGrowth({ growth: '0', years: '1' })).toMatchObject({
      ok: false,
      problems: { growth: 'Needs more than 0 %.' },
    })
  })

  it('of 100 % in a year doubles the white paper’s load: 4 CKUs of 50 MB/s would be full, 80 % is the aim', () => {
    const [sentence = '', partitions] = textsOf(growthBlocks(whitePaper, dedicated, { growthPerYear: 1, years: 1 }))
    expect(sentence).toMatch(
      /^At 2 times today’s load \(.* MB\/s in\): \d+ CKUs, every limit at or below 80 % \(fullest limit: .*\)\.$/,
    )
    expect(partitions).toMatch(/^"perf-test" needs at least \d+ partitions: /)
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

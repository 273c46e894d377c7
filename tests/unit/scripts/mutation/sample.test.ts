import { describe, expect, it } from 'vitest'
import { isDrawn, readSample, sampleText, scoreInterval } from '../../../../scripts/mutation/sample.mjs'

function mutantAt(line: number, replacement = 'false') {
  const location = { start: { line, column: 1 }, end: { line, column: 9 } }
  return { location, mutatorName: 'ConditionalExpression', replacement }
}

function drawnOf(mutants: number, sample: { share: number; seed: string }) {
  return Array.from({ length: mutants }, (_, line) => line).filter((line) =>
    isDrawn(mutantAt(line), 'src/fit/a.ts', sample),
  )
}

describe('a sample of mutants', () => {
  it('has its share of them: of 20,000 within four standard deviations of 2 %', () => {
    const drawn = drawnOf(20_000, { share: 0.02, seed: 'abc1234' }).length
    expect(Math.abs(drawn - 400)).toBeLessThan(4 * Math.sqrt(20_000 * 0.02 * 0.98))
  })

  it('is the same in each process, and another with another seed', () => {
    const sample = { share: 0.02, seed: 'abc1234' }
    expect(drawnOf(5_000, readSample(sampleText(sample)))).toEqual(drawnOf(5_000, sample))
    expect(drawnOf(5_000, { ...sample, seed: 'abc1235' })).not.toEqual(drawnOf(5_000, sample))
  })

  it('draws two changes of one place each for itself', () => {
    const sample = { share: 0.5, seed: 'abc1234' }
    const draws = Array.from({ length: 200 }, (_, line) =>
      ['true', 'false'].map((replacement) => isDrawn(mutantAt(line, replacement), 'src/fit/a.ts', sample)),
    )
    expect(draws.some(([one, other]) => one !== other)).toBe(true)
    expect(draws.some(([one, other]) => one === other)).toBe(true)
  })

  it('takes all with a share of 1', () => {
    expect(drawnOf(1_000, { share: 1, seed: 'any' })).toHaveLength(1_000)
  })
})

describe('the interval of a score', () => {
  it('is that of Wilson: 80 of 100 is 71.1 to 86.7 %', () => {
    const { lowPercent, highPercent } = scoreInterval(80, 100)
    expect([lowPercent.toFixed(1), highPercent.toFixed(1)]).toEqual(['71.1', '86.7'])
  })

  it('does not end at 100 % below where every one of ten was noticed', () => {
    const { lowPercent, highPercent } = scoreInterval(10, 10)
    expect([lowPercent.toFixed(1), highPercent.toFixed(1)]).toEqual(['72.2', '100.0'])
  })
})

import { describe, expect, it } from 'vitest'
import { formatSignedPercent, parseRatio, parseYearlyGrowth } from '../../../src/units/ratio.ts'

describe('parseRatio', () => {
  it.each([
    ['0.7', 0.7],
    ['70 %', 0.7],
    ['70%', 0.7],
  ])('reads %s', (text, value) => {
    expect(parseRatio(text)).toEqual({ ok: true, value })
  })

  it.each(['', 'much', '7 MB', '-0.1'])('refuses "%s"', (text) => {
    expect(parseRatio(text).ok).toBe(false)
  })
})

describe('parseYearlyGrowth', () => {
  it.each(['30%/year', '30 % a year', '0.3 per year', '30%', '0.3/y'])('reads %s as 0.3', (text) => {
    expect(parseYearlyGrowth(text)).toEqual({ ok: true, value: 0.3 })
  })

  it.each(['30%/month', 'year', 'fast'])('refuses "%s"', (text) => {
    expect(parseYearlyGrowth(text).ok).toBe(false)
  })
})

describe('formatSignedPercent', () => {
  it.each([
    [0.1314, '+13.1 %'],
    [-0.009, '−0.9 %'],
    [0.0002, '0 %'],
    [-0.0002, '0 %'],
    [11.73, '+1,173 %'],
  ])('%d is %s', (ratio, text) => {
    expect(formatSignedPercent(ratio)).toBe(text)
  })
})

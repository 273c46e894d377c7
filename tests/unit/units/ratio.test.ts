import { describe, expect, it } from 'vitest'
import { formatSignedPercent, parseCompressionRatio, parseRatio, parseYearlyGrowth } from '../../../src/units/ratio.ts'

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

describe('parseCompressionRatio', () => {
  it.each([
    ['0.25', 0.25],
    ['25 %', 0.25],
    ['4:1', 0.25],
    ['1 : 4', 0.25],
    ['4x', 0.25],
    ['2.5:1', 0.4],
  ])('reads %s as compressed bytes per uncompressed byte', (text, value) => {
    expect(parseCompressionRatio(text)).toEqual({ ok: true, value })
  })

  it.each(['0:1', '4:', '4:1:2', 'good', '-4:1'])('refuses "%s"', (text) => {
    const reading = parseCompressionRatio(text)
    expect(reading.ok ? '' : reading.problem).toContain('write it like 33 %, 0.33 or 3:1')
  })
})

describe('parseYearlyGrowth', () => {
  it.each(['30%/year', '30 % a year', '0.3 per year', '30%', '0.3/y'])('reads %s as 0.3', (text) => {
    expect(parseYearlyGrowth(text)).toEqual({ ok: true, value: 0.3 })
  })

  it.each(['30%/month', 'year', 'fast', '30', '30/year', '1'])('refuses "%s"', (text) => {
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

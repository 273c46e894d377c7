import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Scale } from '../../../src/charts/chart-description.ts'
import { latencyScale, percentileScale, rateScale, ratioScale, timeScale } from '../../../src/charts/scales.ts'

function expectSound(scale: Scale, lowest: number, highest: number): void {
  expect(scale.min).toBeLessThanOrEqual(lowest * (1 + 1e-9))
  expect(scale.max).toBeGreaterThanOrEqual(highest * (1 - 1e-9))
  const values = scale.ticks.map((tick) => tick.value)
  expect(values).toEqual([...new Set(values)].sort((a, b) => a - b))
  expect(values.every((value) => value >= scale.min && value <= scale.max * (1 + 1e-9))).toBe(true)
  expect(new Set(scale.ticks.map((tick) => tick.label)).size).toBe(scale.ticks.length)
}

describe('a rate scale', () => {
  test('divides 135 MB/s into steps of 25 and names the unit once', () => {
    const scale = rateScale('ingress, wire', 135e6)
    expect(scale.title).toBe('ingress, wire MB/s')
    expect(scale.ticks.map((tick) => tick.label)).toEqual(['0', '25', '50', '75', '100', '125', '150'])
  })

  test('includes its highest value and has a readable number of distinct ticks, whatever the rate', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e13, noNaN: true }), (highest) => {
        const scale = rateScale('ingress', highest)
        expectSound(scale, 0, highest)
        expect(scale.ticks.length).toBeGreaterThanOrEqual(3)
        expect(scale.ticks.length).toBeLessThanOrEqual(8)
      }),
    )
  })

  test('has ticks even if all rates are zero', () => {
    expectSound(rateScale('ingress', 0), 0, 0)
  })
})

describe('a ratio scale', () => {
  test('reaches 100 % even if everything is nearly empty', () => {
    expect(ratioScale('share', 0.04).ticks.at(-1)?.label).toBe('100 %')
  })

  test('includes values above the limit', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1_000, noNaN: true }), (highest) => {
        expectSound(ratioScale('share', highest), 0, highest)
      }),
    )
  })
})

describe('a time scale', () => {
  test('counts seconds in a short run and minutes in a long one', () => {
    expect(timeScale(110).ticks.map((tick) => tick.label)).toEqual(['0', '20', '40', '60', '80', '100'])
    const hour = timeScale(3_600)
    expect(hour.title).toContain('minutes')
    expect(hour.ticks.map((tick) => tick.label)).toEqual(['0', '10', '20', '30', '40', '50', '60'])
  })

  test('has at most nine ticks, whatever the length', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e6, noNaN: true }), (seconds) => {
        const scale = timeScale(seconds)
        expectSound(scale, 0, seconds)
        expect(scale.ticks.length).toBeLessThanOrEqual(9)
      }),
    )
  })
})

describe('logarithmic scales', () => {
  test('hold every latency between powers of ten', () => {
    const latencyUs = fc.double({ min: 1, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(latencyUs, latencyUs, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        const scale = latencyScale('latency', low, high)
        expectSound(scale, low, high)
        expect(scale.max / scale.min).toBeGreaterThanOrEqual(9.99)
      }),
    )
  })

  test('label percentiles of nines, every second one if there are many', () => {
    expect(percentileScale('records', 1_000).ticks.map((tick) => tick.label)).toEqual([
      '50 %',
      '90 %',
      '99 %',
      '99.9 %',
    ])
    const labels = percentileScale('records', 1e8).ticks.map((tick) => tick.label)
    expect(labels).toEqual(['50 %', '90 %', '99 %', '99.99 %', '99.9999 %', '99.999999 %'])
  })
})

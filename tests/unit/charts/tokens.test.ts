import { describe, expect, test } from 'vitest'
import { markStyles, palettes, type Theme } from '../../../src/charts/tokens.ts'

/** Relative luminance by WCAG 2.2. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

describe.each<Theme>(['light', 'dark'])('the %s palette', (theme) => {
  const palette = palettes[theme]

  test('gives every mark a contrast of 3:1 against the surface', () => {
    const weak = Object.entries(palette.marks).filter(([, colour]) => contrast(colour, palette.surface) < 3)
    expect(weak).toEqual([])
    expect(contrast(palette.limit, palette.surface)).toBeGreaterThanOrEqual(3)
    expect(contrast(palette.tick, palette.surface)).toBeGreaterThanOrEqual(3)
  })

  test('gives text a contrast of 4.5:1 against the surface', () => {
    expect(contrast(palette.text, palette.surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.quietText, palette.surface)).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the marks of a timeline and of a latency chart', () => {
  test.each([
    [['predicted-band', 'predicted-likely', 'measured', 'measured-mean', 'offered', 'published']],
    [['latency-service', 'latency-response', 'latency-schedule-delay', 'latency-end-to-end', 'predicted-median']],
  ] as const)('can be distinguished by dash, width or shape alone: %s', (marks) => {
    const styles = marks.map((mark) => JSON.stringify(markStyles[mark]))
    expect(new Set(styles).size).toBe(marks.length)
  })
})

import { describe, expect, it } from 'vitest'
import { observation as observationSchema } from '../../../../src/contracts/observation.ts'
import { observationDocument } from '../../../../src/presentation/observation/observation-document.ts'
import { paintHtml } from '../../../../src/presentation/painters/html-painter.ts'
import { paintMarkdown } from '../../../../src/presentation/painters/markdown-painter.ts'
import { paintTerminal } from '../../../../src/presentation/painters/terminal-painter.ts'
import { growingObservation } from '../known-observation.ts'

describe('growth of an observed load', () => {
  it.each([0.3, 1.5, -0.2])('finds %d a year in eight weeks, with an interval that holds it', (truth) => {
    const { observation } = growingObservation(56, truth)
    expect(observationSchema.safeParse(observation).success).toBe(true)
    for (const growth of [observation.cluster.growthPerYear, observation.topics[0]?.figures.growthPerYear]) {
      expect(Math.abs((growth?.value ?? Number.NaN) - truth)).toBeLessThan(0.1)
      expect(growth?.interval?.low).toBeLessThanOrEqual(truth)
      expect(growth?.interval?.high).toBeGreaterThanOrEqual(truth)
    }
  })

  it.each([
    ['terminal', (days: number, growth: number) => paintTerminal(documentOf(days, growth), 200)],
    ['HTML', (days: number, growth: number) => paintHtml(documentOf(days, growth))],
    ['Markdown', (days: number, growth: number) => paintMarkdown(documentOf(days, growth))],
  ])('is shown with its interval, how it was found, and when it fills the limit: %s', (_, paint) => {
    const text = textOf(paint(56, 0.3))
    expect(text).toMatch(/grows by [23]\d % per year \(95 %: \+[\d.]+ % to \+[\d.]+ %\), by the median of the slopes/)
    expect(text).toMatch(/is full at the peak in [\d.]+ years \(95 %: [\d.]+ to [\d.]+\)/)
    expect(textOf(paint(7, 0.3))).toContain('Growth is not known: no source has rates of at least 3 weeks')
  })

  it('is not called growth where the interval holds 0', () => {
    const text = paintTerminal(documentOf(56, 0), 200)
    expect(textOf(text)).toMatch(/neither grows nor falls for certain/)
    expect(text).not.toContain('is full at the peak')
  })
})

describe('rates of an observed cluster', () => {
  it('distinguishes average, busiest hour and busiest minute, and says which is not known', () => {
    const text = textOf(paintTerminal(documentOf(56, 0.3), 200))
    expect(text).toMatch(/Whole cluster.*Average.*Busiest hour.*Busiest minute/)
    // Noon of a working day; no minute of it was looked at.
    expect(text).toMatch(/Records written [23]\d,\d{3} records\/s 4\d,\d{3} records\/s not known/)
  })
})

function documentOf(days: number, growth: number) {
  return observationDocument(growingObservation(days, growth))
}

/** A text as it is read: without tags, and with single spaces. */
function textOf(painted: string): string {
  return painted.replace(/<[^>]+>/g, ' ').replace(/[\s\u00a0|│]+/g, ' ')
}

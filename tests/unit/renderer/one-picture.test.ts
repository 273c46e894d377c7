import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { palettes } from '../../../src/charts/tokens.ts'
import { scaleFonts } from '../../../src/renderer/components/scale-fonts.ts'

const css = readFileSync(new URL('../../../src/renderer/style/tokens.css', import.meta.url), 'utf8')
const [lightText = '', darkText = ''] = css.split('@media (prefers-color-scheme: dark)')

/** The colour tokens of a theme, by name. The dark theme inherits those that it does not set. */
function tokensOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]))
}
const light = tokensOf(lightText)
const themes = { light, dark: { ...light, ...tokensOf(darkText) } } as const

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string | undefined, b: string | undefined): number {
  const [high = 0, low = 0] = [luminance(a ?? '#000000'), luminance(b ?? '#000000')].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

describe.each(['light', 'dark'] as const)('the %s page', (theme) => {
  const tokens = themes[theme]

  it('has the colours of its charts', () => {
    const { surface, text, quietText, gridLine, marks } = palettes[theme]
    const ofCharts = [surface, text, quietText, gridLine, marks.measured, marks['over-utilisation']]
    const ofPage = ['surface', 'text', 'quiet-text', 'line', 'measured', 'binding'].map((name) => tokens[name])
    expect(ofPage).toEqual(ofCharts.map((colour) => colour.toLowerCase()))
  })

  it.each(['text', 'quiet-text', 'accent-text', 'predicted-text', 'binding-text', 'problem'])(
    'has enough contrast for %s',
    (name) => {
      for (const ground of ['surface', 'panel', 'rail']) {
        expect(contrast(tokens[name], tokens[ground])).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  it('has visible field borders and focus', () => {
    for (const name of ['field-line', 'accent']) {
      expect(contrast(tokens[name], tokens.surface)).toBeGreaterThanOrEqual(3)
      expect(contrast(tokens[name], tokens.panel)).toBeGreaterThanOrEqual(3)
    }
    expect(contrast(tokens['on-accent'], tokens.accent)).toBeGreaterThanOrEqual(4.5)
  })
})

describe('type on a canvas', () => {
  it('is scaled with the page, and nothing else is', () => {
    const callback = (): string => ''
    const options = { ticks: { font: { size: 12, family: 'x' }, padding: 3, callback }, list: [{ font: { size: 15 } }] }
    expect(scaleFonts(options, 1.125)).toEqual({
      ticks: { font: { size: 14, family: 'x' }, padding: 3, callback },
      list: [{ font: { size: 17 } }],
    })
    expect(scaleFonts(options, 1)).toBe(options)
  })
})

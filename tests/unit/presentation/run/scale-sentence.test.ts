import { expect, it } from 'vitest'
import { scaleSentence } from '../../../../src/presentation/run/scale-sentence.ts'
import { knownRecord } from '../known-run.ts'

it('converts a scaled run to the full load, and is empty for a run at full load', () => {
  const { target, overlay, result } = knownRecord
  const { mean } = overlay?.comparisons.find(({ figure }) => figure === 'ingressWireBytesPerSec')?.measured ?? {
    mean: 0,
  }
  expect(mean).toBeGreaterThan(0)
  const scaled = scaleSentence({ target: { ...target, scale: 0.5 }, overlay, result })
  expect(scaled).toContain(`At scale 0.5 this stands for ${((2 * mean) / 1e6).toPrecision(3)}`)
  expect(scaleSentence({ target: { ...target, scale: 1 }, overlay, result })).toBe('')
  expect(scaleSentence({ target: { ...target, scale: 0.5 }, overlay, result: null })).toBe('')
  const unproven = overlay === null ? null : { ...overlay, verdict: 'not-proven' as const }
  expect(scaleSentence({ target: { ...target, scale: 0.5 }, overlay: unproven, result })).toBe('')
})

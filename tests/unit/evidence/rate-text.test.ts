import { expect, it } from 'vitest'
import { measuredText, predictedText } from '../../../src/evidence/rate-text.ts'

/** What is said of a rate in with these bounds, in MB/s. */
function textsOf(low: number, mean: number, high: number): string[] {
  const bytes = { low: low * 1e6, mean: mean * 1e6, high: high * 1e6 }
  const comparison = {
    figure: 'ingressWireBytesPerSec',
    measured: bytes,
    predicted: { low: bytes.low, likely: bytes.mean, high: bytes.high },
    relativeError: 0,
    position: 'inside',
  } as const
  return [measuredText(comparison), predictedText(comparison)]
}

it('a rate has its unit once, and its bounds have theirs where one of them has another', () => {
  expect(textsOf(98.4, 99.1, 99.8)).toEqual(['measured 99.1 MB/s in (98.4–99.8)', 'predicted 99.1 (98.4–99.8)'])
  expect(textsOf(0.978, 1, 1.03)).toEqual([
    'measured 1 MB/s in (978 kB/s–1.03 MB/s)',
    'predicted 1 (978 kB/s–1.03 MB/s)',
  ])
  expect(textsOf(12, 12, 12)).toEqual(['measured 12 MB/s in', 'predicted 12'])
})

import { expect, it } from 'vitest'
import { figureNames } from '../../../src/contracts/figures.ts'
import { measuredText, predictedText, rateText } from '../../../src/evidence/rate-text.ts'

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

it('a rate has its unit once, and its bounds have units if one of them differs', () => {
  expect(textsOf(98.4, 99.1, 99.8)).toEqual(['measured 99.1 MB/s in (98.4–99.8)', 'predicted 99.1 (98.4–99.8)'])
  expect(textsOf(0.978, 1, 1.03)).toEqual([
    'measured 1 MB/s in (978 kB/s–1.03 MB/s)',
    'predicted 1 (978 kB/s–1.03 MB/s)',
  ])
  expect(textsOf(12, 12, 12)).toEqual(['measured 12 MB/s in', 'predicted 12'])
  expect(textsOf(12, 12, 13)).toEqual(['measured 12 MB/s in (12–13)', 'predicted 12 (12–13)'])
  expect(textsOf(11, 12, 12)).toEqual(['measured 12 MB/s in (11–12)', 'predicted 12 (11–12)'])
})

it('a rate names its direction, payload is named as such, and records are written', () => {
  const at = { low: 2e6, mean: 2e6, likely: 2e6, high: 2e6 }
  const texts = figureNames.map((figure) =>
    measuredText({ figure, measured: at, predicted: at, relativeError: 0, position: 'inside' }),
  )
  expect(texts.toSorted()).toEqual([
    'measured 2 MB/s in',
    'measured 2 MB/s of payload in',
    'measured 2 MB/s of payload out',
    'measured 2 MB/s out',
    'measured 2,000,000 records/s written',
  ])
  expect(rateText('recordsPerSec', 12)).toBe('12 records/s')
  expect(rateText('egressWireBytesPerSec', 12)).toBe('12 B/s')
})

it('a predicted rate has a unit if it differs from that of the measured one', () => {
  const comparison = {
    figure: 'ingressWireBytesPerSec',
    measured: { low: 9e5, mean: 9e5, high: 9e5 },
    predicted: { low: 1e6, likely: 1e6, high: 1e6 },
    relativeError: 0,
    position: 'below',
  } as const
  expect(predictedText(comparison)).toBe('predicted 1 MB/s')
  const oneSided = { ...comparison, predicted: { low: 9.9e5, likely: 1e6, high: 1e6 } }
  expect(predictedText(oneSided)).toBe('predicted 1 MB/s (990 kB/s–1 MB/s)')
})

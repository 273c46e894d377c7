import { describe, expect, it } from 'vitest'
import type { Series } from '../../../src/charts/chart-description.ts'
import { importChart } from '../../../src/charts/import-chart.ts'
import type { ImportedClient } from '../../../src/contracts/imported-run.ts'
import type { OutputsRun } from '../../../src/contracts/run-record.ts'
import { emptyPart } from '../../../src/measurement/imports/tool-output.ts'
import { knownPrediction } from '../presentation/known-prediction.ts'

/** A producer whose tool printed these rates, each over so many seconds. */
function producer(file: string, seconds: number, ratesPerSec: readonly number[]): ImportedClient {
  const windows = ratesPerSec.map((rate) => ({
    durationMs: seconds * 1_000,
    recordsPerSec: rate / 100,
    payloadBytesPerSec: rate,
  }))
  return { ...emptyPart({ tool: 'kafka-producer-perf-test', role: 'producer', file, line: 1 }), windows }
}

const nothing = {
  ingressWireBytesPerSec: null,
  ingressPayloadBytesPerSec: null,
  egressWireBytesPerSec: null,
  egressPayloadBytesPerSec: null,
  recordsPerSec: null,
}

function runOf(
  repeats: readonly (readonly ImportedClient[])[],
  prediction: OutputsRun['prediction'] = null,
): Pick<OutputsRun, 'observations' | 'prediction'> {
  return {
    observations: {
      kind: 'outputs',
      files: [{ name: 'one.txt', bytes: 1, sha256: '0'.repeat(64) }],
      repeats: repeats.map((parts) => ({ parts: [...parts], figures: nothing })),
      figures: nothing,
      ...{ intervals: null, windows: null, toolVersion: null },
    },
    prediction,
  }
}

function heights(series: Series | undefined): (number | null)[] {
  return series?.kind === 'line' ? series.points.filter((_, index) => index % 2 === 0).map(({ y }) => y) : []
}

describe('the chart of an import', () => {
  it('sums clients from the start of each, whatever the interval of their lines', () => {
    const chart = importChart(runOf([[producer('a', 5, [10, 20, 30, 40]), producer('b', 10, [100, 200])]]), 'ingress')
    expect(heights(chart?.series[0])).toEqual([110, 120, 230, 240])
    expect(chart?.x.max).toBe(20)
  })

  it('ends a client where its lines end', () => {
    const chart = importChart(runOf([[producer('a', 5, [10, 10, 10]), producer('b', 5, [100])]]), 'ingress')
    expect(heights(chart?.series[0])).toEqual([110, 10, 10])
  })

  it('keeps the bytes if there are more lines than points', () => {
    const rates = Array.from({ length: 1_000 }, (_, index) => index % 7)
    const chart = importChart(runOf([[producer('a', 1, rates)]]), 'ingress')
    const drawn = heights(chart?.series[0])
    expect(drawn).toHaveLength(300)
    const bytes = drawn.reduce<number>((sum, height) => sum + ((height ?? 0) * 1_000) / 300, 0)
    expect(bytes).toBeCloseTo(
      rates.reduce((sum, rate) => sum + rate, 0),
      6,
    )
  })

  it('spreads the total of a client that printed no lines over its time', () => {
    const total = { ...producer('a', 1, []), durationMs: 8_000, payloadBytesPerSec: 50 }
    expect(heights(importChart(runOf([[total]]), 'ingress')?.series[0])).toEqual([50])
  })

  it('is left out if a client reports no rate or no time, because the sum would be too low', () => {
    const silent = { ...producer('b', 1, []), payloadBytesPerSec: 50 }
    expect(importChart(runOf([[producer('a', 5, [10]), silent]]), 'ingress')).toBeNull()
    expect(importChart(runOf([[producer('a', 5, [10])]]), 'egress')).toBeNull()
  })

  it('draws the predicted band and a line per repeat', () => {
    const repeats = [[producer('a', 5, [9e7, 9.1e7])], [producer('b', 5, [9.2e7, 9.3e7])]]
    const chart = importChart(runOf(repeats, knownPrediction), 'ingress')
    expect(chart?.series.map(({ id }) => id)).toEqual([
      'predicted-band',
      'predicted-likely',
      'imported-1',
      'imported-2',
    ])
    expect(chart?.textAlternative).toContain('predicted 98.3 MB/s')
  })
})

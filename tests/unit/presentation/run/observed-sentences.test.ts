import { describe, expect, test } from 'vitest'
import { observedSentences } from '../../../../src/presentation/run/observed-sentences.ts'

describe('sentences on what a run observed besides its records', () => {
  test('compares connections with the limits of the deployment and says who enforces them', () => {
    const countedLimits = [
      { dimension: 'connections' as const, measured: 1011.6, limit: 3000, isEnforced: true },
      { dimension: 'connection-attempts' as const, measured: 38, limit: 80, isEnforced: false },
    ]
    expect(observedSentences({}, { countedLimits })).toEqual([
      "1,012 connections, including those of the run's clients, against the deployment's limit of 3,000 (34 %); this target enforces it.",
      "38 new connections per second against the deployment's limit of 80 (48 %); this target does not enforce it.",
    ])
  })

  test('explains why more payload was read than bytes received, unless records were compressed', () => {
    const rate = (mean: number) => ({ mean, low: mean, high: mean })
    const steadyOf = (written: number, received: number) => ({
      ingressWireBytesPerSec: rate(written),
      ingressPayloadBytesPerSec: rate(100),
      egressWireBytesPerSec: rate(received),
      egressPayloadBytesPerSec: rate(100),
      recordsPerSec: rate(1),
    })
    expect(observedSentences({ steady: steadyOf(102, 98) }, null)).toEqual([
      expect.stringMatching(/^More payload was read than bytes were received: .* A longer run evens this out\.$/),
    ])
    expect(observedSentences({ steady: steadyOf(102, 102) }, null)).toEqual([])
    expect(observedSentences({ steady: steadyOf(50, 49) }, null)).toEqual([])
  })

  test('says nothing where there is nothing', () => {
    expect(observedSentences({}, null)).toEqual([])
    expect(observedSentences({}, {})).toEqual([])
  })
})

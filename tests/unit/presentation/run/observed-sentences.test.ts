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

  test('says nothing where there is nothing', () => {
    expect(observedSentences({}, null)).toEqual([])
    expect(observedSentences({}, {})).toEqual([])
  })
})

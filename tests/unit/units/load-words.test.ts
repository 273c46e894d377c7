import { describe, expect, test } from 'vitest'
import { besideWords } from '../../../src/units/load-words.ts'

describe('what a run saw beside its records, in words', () => {
  test('lays connections beside the deployment’s limits and says who enforces them', () => {
    const countedLimits = [
      { dimension: 'connections' as const, measured: 1011.6, limit: 3000, isEnforced: true },
      { dimension: 'connection-attempts' as const, measured: 38, limit: 80, isEnforced: false },
    ]
    expect(besideWords({}, { countedLimits })).toEqual([
      "1,012 connections, those of the run's clients included, stand beside the deployment's limit of 3,000 (34 %); this target enforces it.",
      "38 new connections a second stand beside the deployment's limit of 80 (48 %); this target does not enforce it.",
    ])
  })

  test('says nothing where there is nothing', () => {
    expect(besideWords({}, null)).toEqual([])
    expect(besideWords({}, {})).toEqual([])
  })
})

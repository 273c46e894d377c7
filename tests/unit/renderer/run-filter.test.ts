import { describe, expect, it } from 'vitest'
import type { RunListEntry } from '../../../src/contracts/run-record.ts'
import { outcomeLabel } from '../../../src/presentation/labels.ts'
import {
  countedWords,
  emptyFilter,
  filterRuns,
  readTags,
  runsSentence,
} from '../../../src/renderer/features/runs/run-filter.ts'

const run = (id: string, more: Partial<RunListEntry> = {}): RunListEntry => ({
  id,
  createdAtEpochMs: 1,
  status: 'complete',
  scenarioName: 'Orders',
  targetLabel: 'embedded Apache Kafka',
  verdict: 'confirmed',
  sentence: 'Measured 99 MB/s.',
  tags: [],
  notes: '',
  ...more,
})
const runs = [
  run('a', { tags: ['night', 'new brokers'] }),
  run('b', { verdict: 'not-proven', notes: 'While the backup ran.' }),
  run('c', { status: 'partial', verdict: null, targetLabel: 'staging', tags: ['night'] }),
  run('d', { origin: 'imported', verdict: null, scenarioName: 'Imported' }),
]
const found = (filter: Partial<typeof emptyFilter>) =>
  filterRuns(runs, { ...emptyFilter, ...filter }).map(({ id }) => id)

describe('the history of runs', () => {
  it('is found by every word in name, target, note, sentence or tag, by outcome and by tag', () => {
    expect(found({})).toEqual(['a', 'b', 'c', 'd'])
    expect(found({ text: 'ORDERS backup' })).toEqual(['b'])
    expect(found({ text: 'staging' })).toEqual(['c'])
    expect(found({ word: 'not proven' })).toEqual(['b'])
    expect(found({ tag: 'night' })).toEqual(['a', 'c'])
    expect(found({ tag: 'night', word: 'partial' })).toEqual(['c'])
    expect(found({ text: 'zebra' })).toEqual([])
  })

  it('says how each run ended, and counts the outcomes', () => {
    expect(runs.map(outcomeLabel)).toEqual(['confirmed', 'not proven', 'partial', 'imported'])
    expect(runsSentence(runs)).toBe('4 runs on 2 targets: 1 confirmed, 1 imported, 1 not proven, 1 partial.')
    expect(runsSentence(runs.slice(0, 1))).toBe('1 run on 1 target: 1 confirmed.')
    expect(runsSentence([])).toBe('No runs yet.')
    expect(countedWords(['b', 'a', 'b'])).toEqual([
      { value: 'b', count: 2 },
      { value: 'a', count: 1 },
    ])
  })

  it('parses tags separated by commas, without duplicates, and shortens long ones', () => {
    expect(readTags(' night, new brokers ,, night ')).toEqual(['night', 'new brokers'])
    expect(readTags('x'.repeat(60))[0]).toHaveLength(40)
    expect(readTags('')).toEqual([])
  })
})

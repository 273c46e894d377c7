/**
 * Clocks of brokers, producers and this machine that differ by some minutes.
 */
import { describe, expect, it } from 'vitest'
import type { ReadTopic } from '../../../src/contracts/cluster-reading.ts'
import { condensed } from './known-observation.ts'
import { historyOf, knownReading, ordersTopic, startEpochMs } from './known-reading.ts'

const minuteMs = 60_000
const broker = { 'message.timestamp.type': 'LogAppendTime' }
/** The reading begins at the end of the last full hour, and takes a minute. */
const endEpochMs = startEpochMs + minuteMs

function read(change: Partial<ReadTopic>) {
  const reading = knownReading([ordersTopic])
  const { facts, questions } = condensed({
    ...reading,
    topics: reading.topics.map((topic) => ({ ...topic, ...change })),
  })
  const hours = facts.filter(({ span }) => (span?.fromEpochMs ?? 0) < startEpochMs)
  return { questions, live: facts.filter((fact) => !hours.includes(fact)), hours }
}

const average = (facts: ReturnType<typeof read>['hours']) => {
  return facts.find((fact) => fact.of === 'topic' && fact.field === 'averageRecordsInPerSec')?.value
}

describe('timestamps of a topic that is written while it is read', () => {
  it.each([
    ['brokers', broker],
    ['producers', {}],
  ])('five minutes ahead make a question about the clock of the %s, and the rates stay', (owners, configs) => {
    const { questions, live, hours } = read({ configs, history: historyOf(endEpochMs + 5 * minuteMs) })
    expect(questions.map(({ id }) => id)).toEqual(['clock-ahead'])
    expect(questions[0]?.text).toContain(`of the ${owners} differ by 5 min or more`)
    expect(questions[0]?.text).toContain('orders are dated after they were read')
    expect([average(hours), average(live)]).toEqual([22_500, 30_000])
  })

  it.each([
    ['brokers', broker],
    ['producers', {}],
  ])(
    'five minutes behind make a question about the clock of the %s; the hour that is not over is left out',
    (owners, configs) => {
      const history = historyOf(startEpochMs - 5 * minuteMs)
      // Of the last hour, five minutes are missing.
      const hours = history.hours.map((hour, index) =>
        index === 3 ? { ...hour, records: (hour.records * 55) / 60 } : hour,
      )
      const { questions, live, hours: past } = read({ configs, history: { ...history, hours } })
      expect(questions.map(({ id }) => id)).toEqual(['clock-behind'])
      expect(questions[0]?.text).toContain(`of the ${owners} differ by 5 min or more`)
      expect(questions[0]?.text).toContain('orders are dated before the reading')
      expect(average(past)).toBeCloseTo((10_000 + 20_000 + 40_000) / 3)
      expect(average(live)).toBe(30_000)
    },
  )

  it('that are half a minute off make no question', () => {
    for (const newest of [endEpochMs + minuteMs / 2, startEpochMs - minuteMs / 2]) {
      expect(read({ configs: broker, history: historyOf(newest) }).questions).toEqual([])
    }
  })
})

describe('old timestamps of a topic to which nothing is written', () => {
  it('make no question: they are as old as the records', () => {
    const partitions = (knownReading([ordersTopic]).topics[0]?.partitions ?? []).map((each) => ({
      ...each,
      last: each.first,
    }))
    const { questions } = read({
      configs: broker,
      partitions,
      written: [],
      history: historyOf(startEpochMs - 30 * minuteMs),
    })
    expect(questions.filter(({ id }) => id.startsWith('clock'))).toEqual([])
  })
})

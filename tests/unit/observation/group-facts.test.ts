import { describe, expect, it } from 'vitest'
import { offering as offeringSchema } from '../../../src/contracts/offering.ts'
import { scenarioOf } from '../../../src/observation/scenario-of.ts'
import { shippedOffering } from '../capacity/known-files.ts'
import { valuesOf } from './fixture-facts.ts'
import { condensed, knownDeployment, observationOf } from './known-observation.ts'
import { evenTopic, knownReading } from './known-reading.ts'

const offering = offeringSchema.parse(shippedOffering('confluent-cloud-dedicated'))

describe('what a group reads', () => {
  it('lags by what the log still has, not by what retention has deleted', () => {
    const reading = knownReading([evenTopic])
    // The group is 10 records behind in each of 24 partitions. In the first one, all but 4 of them are deleted.
    const topics = reading.topics.map((topic) => ({
      ...topic,
      partitions: topic.partitions.map((partition) => {
        const { index, last } = partition
        return index === 0 && last !== null ? { ...partition, last: { ...last, start: last.end - 4 } } : partition
      }),
    }))
    const lag = ({ facts }: ReturnType<typeof condensed>) => {
      return valuesOf(facts, { topic: 'orders', group: 'billing' }).lagRecords
    }
    expect(lag(condensed(reading))).toBe(240)
    expect(lag(condensed({ ...reading, topics }))).toBe(234)
  })

  /** The questions about a group without members whose commits did not move, and are so many records behind in each partition. */
  const askedOf = (recordsBehind: number) => {
    const reading = knownReading([{ ...evenTopic, recordsPerSec: 240 }])
    const groups = (reading.groups ?? []).map((group) => ({
      ...group,
      members: [],
      committed: (group.committed ?? []).map((each) => {
        const offsets = each.last.map((offset) => (offset ?? 0) + 10 - recordsBehind)
        return { ...each, first: offsets, last: offsets }
      }),
    }))
    const { scenario, openQuestions } = scenarioOf(observationOf({ ...reading, groups }), knownDeployment, offering)
    expect(scenario.workload.consumerGroups.filter(({ name }) => name === 'billing')).toEqual([])
    return openQuestions.filter(({ id }) => id === 'recent-groups').map(({ text }) => text)
  }

  // 240 records/s in 24 partitions are 36,000 an hour in each.
  it('is asked about if a group without members committed within the hour, as Flink does', () => {
    expect(askedOf(35_900)).toEqual([expect.stringMatching(/^Is orders still read by billing\?/)])
    expect(askedOf(36_100)).toEqual([])
  })
})

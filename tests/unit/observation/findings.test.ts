import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import type { Finding } from '../../../src/contracts/answered-observation.ts'
import { constraintName } from '../../../src/contracts/dimensions.ts'
import type { Observation } from '../../../src/contracts/observation.ts'
import { offering as offeringSchema } from '../../../src/contracts/offering.ts'
import { condenseReading } from '../../../src/observation/cluster-reading/condense-reading.ts'
import { findingsOf } from '../../../src/observation/findings.ts'
import { mergeReadings } from '../../../src/observation/merge.ts'
import { scenarioOf } from '../../../src/observation/scenario-of.ts'
import type { Fact } from '../../../src/observation/source-reading.ts'
import { evenTopic, type KnownTopic, knownReading, startEpochMs } from './known-reading.ts'

const offering = offeringSchema.parse(JSON.parse(await readFile('models/confluent-cloud-dedicated.json', 'utf8')))
const deployment = { offering: 'confluent-cloud-dedicated', size: 2 }

/** The findings of topics, with facts that a reading cannot have. */
function findings(topics: readonly KnownTopic[], facts: readonly Fact[] = []): Finding[] {
  const reading = condenseReading(knownReading(topics), { label: 'known', sha256: null })
  const observation: Observation = {
    kind: 'headroom.observation',
    schemaVersion: 1,
    id: 'known',
    name: 'known',
    createdAtEpochMs: startEpochMs,
    headroomVersion: '0',
    ...mergeReadings([{ ...reading, facts: [...reading.facts, ...facts] }]),
    deployment,
    isRedacted: false,
  }
  const { scenario } = scenarioOf(observation, deployment, offering)
  return findingsOf({ observation, scenario, offering, prediction: predict(scenario, offering) })
}

const known = { how: 'measured', span: null, relativeError: 0 } as const

describe('findingsOf()', () => {
  it('finds nothing in a cluster that has nothing to find', () => {
    expect(findings([evenTopic])).toEqual([])
  })

  it('finds a topic without compression, and the limit’s utilisation with half of its bytes', () => {
    const [found, ...others] = findings([{ ...evenTopic, codec: 'none', ratio: 1 }])
    expect([found?.kind, others]).toEqual(['no-compression', []])
    expect(found?.cost?.constraint.dimension).toBe('ingress')
    expect((found?.cost?.without ?? 1) / (found?.cost?.utilisation ?? 1)).toBeCloseTo(0.5, 1)
  })

  it('finds small batches, which cost utilisation of requests', () => {
    const [found] = findings([{ ...evenTopic, recordsPerBatch: 2 }])
    expect([found?.kind, found?.cost?.constraint.dimension]).toEqual(['small-batches', 'requests'])
    expect(found?.cost?.without).toBeLessThan((found?.cost?.utilisation ?? 0) / 2)
  })

  it('shows small batches at the limit of requests where the binding limit would stay as full as it is', () => {
    const found = findings([evenTopic, { ...evenTopic, name: 'clicks', recordsPerSec: 9_000, recordsPerBatch: 2 }])
    const batches = found.find(({ kind }) => kind === 'small-batches')
    expect(batches?.cost?.constraint.dimension).toBe('requests')
    expect((batches?.cost?.utilisation ?? 0) - (batches?.cost?.without ?? 1)).toBeGreaterThan(0.01)
  })

  it('finds a hot partition, which costs utilisation of the limit per partition', () => {
    const [found] = findings([{ ...evenTopic, hottestShare: 0.3 }])
    expect(found?.kind).toBe('hot-partition')
    expect(found?.text).toContain('7.2 times its even share')
    expect(found?.cost && constraintName(found.cost.constraint)).toContain('orders')
  })

  it('finds a topic with many consumer groups', () => {
    const groups = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, members: 4 }))
    const [found] = findings([{ ...evenTopic, groups }])
    expect([found?.kind, found?.cost?.constraint.dimension]).toEqual(['fan-out', 'egress'])
  })

  it('finds topics that are neither written nor read, but not topics whose rates are unknown', () => {
    const idle: Fact[] = [
      { of: 'topic', topic: 'old', field: 'partitions', value: 500, ...known },
      { of: 'topic', topic: 'old', field: 'averageRecordsInPerSec', value: 0, ...known },
      { of: 'topic', topic: 'old', field: 'consumerGroups', value: 0, ...known },
      { of: 'topic', topic: 'unknown', field: 'partitions', value: 500, ...known },
      { of: 'topic', topic: 'rare', field: 'partitions', value: 500, ...known },
      { of: 'topic', topic: 'rare', field: 'averageRecordsInPerSec', value: 0, ...known },
      { of: 'topic', topic: 'rare', field: 'peakMinuteRecordsInPerSec', value: 5, ...known },
      { of: 'topic', topic: 'rare', field: 'consumerGroups', value: 0, ...known },
    ]
    const found = findings([evenTopic], idle)
    expect(found.map(({ kind, text }) => [kind, text])).toEqual([
      ['idle-topics', 'old is neither written nor read, but has 500 partitions.'],
    ])
    expect(found[0]?.cost?.constraint.dimension).toBe('partitions')
  })

  it('says how long idle topics were observed, if that is less than a day', () => {
    const textOf = (toEpochMs: number) => {
      const span = { fromEpochMs: startEpochMs, toEpochMs }
      const idle: Fact[] = [
        { of: 'topic', topic: 'old', field: 'partitions', value: 1, ...known },
        { of: 'topic', topic: 'old', field: 'averageRecordsInPerSec', value: 0, ...known, span },
        { of: 'topic', topic: 'old', field: 'consumerGroups', value: 0, ...known },
      ]
      return findings([evenTopic], idle)[0]?.text
    }
    const text = 'old is neither written nor read, but has 1 partition.'
    expect(textOf(startEpochMs + 60_400)).toBe(`${text} It was observed for 1 min only.`)
    expect(textOf(startEpochMs + 86_400_000)).toBe(text)
  })

  it('finds a lagging group, and says how long writing the lag took', () => {
    const lag: Fact = {
      of: 'read',
      group: 'slow',
      topic: 'orders',
      field: 'lagRecords',
      value: 30_000 * 7200,
      ...known,
    }
    expect(findings([evenTopic], [lag]).map(({ text }) => text)).toEqual([
      'slow is 216,000,000 records behind on orders, which took 2 h to write.',
    ])
  })

  it('finds a group that is behind on a topic to which nothing is written, and that a group without members reads nothing', () => {
    const read = { of: 'read', group: 'gone', topic: 'old', ...known } as const
    const facts: Fact[] = [
      { of: 'topic', topic: 'old', field: 'partitions', value: 6, ...known },
      { of: 'topic', topic: 'old', field: 'averageRecordsInPerSec', value: 0, ...known },
      { of: 'topic', topic: 'old', field: 'consumerGroups', value: 0, ...known },
      { ...read, field: 'lagRecords', value: 5_000 },
      { ...read, field: 'members', value: 0 },
      { ...read, field: 'recordsOutPerSec', value: 0 },
      { ...read, group: 'stuck', field: 'lagRecords', value: 12_000 },
      { ...read, group: 'stuck', field: 'members', value: 1 },
    ]
    expect(findings([evenTopic], facts).map(({ text }) => text)).toEqual([
      'stuck is 12,000 records behind on old, to which nothing is written.',
      'gone is 5,000 records behind on old, to which nothing is written, and has no members.',
    ])
    const withoutMembers = facts.filter((fact) => !('group' in fact && fact.group === 'stuck'))
    expect(findings([evenTopic], withoutMembers).map(({ kind }) => kind)).toEqual(['idle-topics', 'lag'])
  })

  it('finds leaders that are not spread evenly over the brokers', () => {
    const skewed = knownReading([{ ...evenTopic, hottestShare: 0.6 }])
    const { facts } = condenseReading(skewed, { label: 'known', sha256: null })
    expect(facts.find(({ field }) => field === 'busiestBrokerShare')?.value).toBeCloseTo(0.6 + 7 * (0.4 / 23), 3)
    const found = findings([{ ...evenTopic, hottestShare: 0.6 }])
    expect(found.map(({ kind }) => kind)).toContain('leader-skew')
  })
})

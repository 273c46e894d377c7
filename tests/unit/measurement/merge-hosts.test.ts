import { expect, test } from 'vitest'
import type { Sample } from '../../../src/contracts/sample.ts'
import { mergeHosts } from '../../../src/measurement/merge-hosts.ts'
import { exampleSample, runningRecord } from '../workbench/example-run.ts'

const first = exampleSample(runningRecord('merged'), 3)
const whole = { second: 3, previousEndMs: first.startedAtEpochMs, hostsByGroup: new Map<string, number>() }

function partOf(host: string, changed: Partial<Sample> = {}) {
  return { host, sample: { ...exampleSample(runningRecord('merged'), 3), ...changed } }
}

/** The same group with another lag. */
function consumersWithLag(lagRecords: number | null): Sample['consumers'] {
  return exampleSample(runningRecord('merged'), 3).consumers.map((group) => ({ ...group, lagRecords }))
}

test('no samples give none', () => {
  expect(mergeHosts([], whole)).toBeNull()
})

test('counters of one producer and one group are added, in one sample that covers both', () => {
  const later = first.startedAtEpochMs + 200
  const merged = mergeHosts([partOf('b', { startedAtEpochMs: later }), partOf('a')], whole)
  expect(merged).toMatchObject({ second: 3, startedAtEpochMs: first.startedAtEpochMs, durationMs: 1_200 })
  expect(merged?.producers).toMatchObject([{ acceptedRecords: 600, ackedRecords: 600 }])
  expect(merged?.consumers).toMatchObject([{ records: 600, payloadBytes: 600_000 }])
})

test('the lag of a divided group is known only if all of its hosts have reported one', () => {
  const hostsByGroup = new Map(first.consumers.map(({ groupId }) => [groupId, 2]))
  const lagOf = (...lags: (number | null)[]) => {
    const parts = lags.map((lag, index) => partOf(`host-${index}`, { consumers: consumersWithLag(lag) }))
    return mergeHosts(parts, { ...whole, hostsByGroup })?.consumers[0]?.lagRecords
  }
  expect(lagOf(3, 4)).toBe(7)
  expect(lagOf(3, null)).toBeNull()
  expect(lagOf(3)).toBeNull()
})

test('a late sample of the same host is no second reader of the group', () => {
  const hostsByGroup = new Map(first.consumers.map(({ groupId }) => [groupId, 2]))
  const parts = [partOf('a', { consumers: consumersWithLag(3) }), partOf('a', { consumers: consumersWithLag(5) })]
  expect(mergeHosts(parts, { ...whole, hostsByGroup })?.consumers).toMatchObject([{ records: 600, lagRecords: null }])
})

test('workers are named after their host, and the busiest host is that of the sample', () => {
  const worker = { workerId: 'p0', role: 'producer' as const, cpuCores: 0.5, eventLoopLagMaxMs: 1, residentBytes: 1 }
  const merged = mergeHosts(
    [
      partOf('a', { workers: [worker], hostCpu: 0.2 }),
      partOf('b', { workers: [worker], hostCpu: 0.9 }),
      partOf('b', { hostCpu: 0.4 }),
      partOf('c'),
    ],
    whole,
  )
  expect(merged?.workers.map(({ workerId }) => workerId)).toEqual(['a/p0', 'b/p0'])
  expect(merged?.hostCpu).toBe(0.9)
  expect(merged?.hosts).toEqual([
    { host: 'a', cpu: 0.2 },
    { host: 'b', cpu: 0.9 },
  ])
})

test('without a figure of any host the CPU is not known, and what one host measures is kept', () => {
  const state = { isAnswered: true, partitions: 24, belowMinIsrPartitions: 1, isLeaderMissing: false }
  const merged = mergeHosts([partOf('a', { partitionState: state }), partOf('b')], whole)
  expect(merged?.hostCpu).toBeNull()
  expect(merged?.partitionState).toEqual(state)
  expect(merged).not.toHaveProperty('connections')
  expect(merged).not.toHaveProperty('prometheus')
})

test('what several samples of one host measure is that of the last, and brokers are those of all', () => {
  const connections = { open: 90, attempts: 10, failedAttempts: 0, attemptHistogram: null, errors: {} }
  const broker = { brokerId: 1, cpuCores: 0.5, residentBytes: 1 }
  const later = first.startedAtEpochMs + 500
  const merged = mergeHosts(
    [
      partOf('a', { startedAtEpochMs: later, connections: { ...connections, open: 80 }, brokers: [broker] }),
      partOf('a', { connections }),
      partOf('b', { brokers: [{ ...broker, brokerId: 2 }] }),
    ],
    whole,
  )
  expect(merged?.connections?.open).toBe(80)
  expect(merged?.brokers.map(({ brokerId }) => brokerId)).toEqual([2, 1])
  expect(merged).not.toHaveProperty('partitionState')
})

test('two producers stay two', () => {
  const [producer] = first.producers
  if (producer === undefined) throw new Error('the example has no producer')
  const other = { ...producer, producerId: 'other', ackedRecords: 7 }
  const merged = mergeHosts([partOf('a'), partOf('b', { producers: [other] })], whole)
  expect(merged?.producers.map(({ ackedRecords }) => ackedRecords)).toEqual([producer.ackedRecords, 7])
})

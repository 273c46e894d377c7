import { describe, expect, it } from 'vitest'
import { partitionsChart } from '../../../src/charts/partitions-chart.ts'
import { partitionSeconds } from '../../../src/contracts/run-seconds.ts'
import { partitionSecondsOf } from '../../../src/measurement/partition-seconds.ts'
import { simulateRun } from './simulated-run.ts'

/** A run of four seconds: partition 1 has three times the records of partition 0. */
function uneven(partitionCount = 2) {
  const { plan, samples } = simulateRun({})
  const byPartition = Object.fromEntries(
    Array.from({ length: partitionCount }, (_, partition) => [String(partition), partition === 1 ? 300 : 100]),
  )
  const load = samples.slice(0, 4).map((sample) => ({
    ...sample,
    durationMs: 1000,
    producers: sample.producers.slice(0, 1).map((producer) => ({ ...producer, ackedRecordsByPartition: byPartition })),
  }))
  return { plan, samples: load }
}

describe('the seconds of partitions', () => {
  it('are columns, the hottest partition first, with the even share', () => {
    const { plan, samples } = uneven()
    const found = partitionSecondsOf(plan, [...samples].reverse())
    expect(partitionSeconds.parse(found)).toEqual(found)
    expect(found.busiest.map(({ partition }) => partition)).toEqual([1, 0])
    expect([...(found.busiest[0]?.recordsPerSec ?? [])]).toEqual([300, 300, 300, 300])
    expect([...found.seconds]).toEqual([0, 1, 2, 3])
    expect(found.evenRecordsPerSec).toBe(200)
  })

  it('use the real length of a second, and nothing after the load', () => {
    const { plan, samples } = uneven()
    const slow = samples.map((sample) => ({ ...sample, durationMs: 2000 }))
    expect(partitionSecondsOf(plan, slow).busiest[0]?.recordsPerSec[0]).toBe(150)
    const late = samples.map((sample) => ({ ...sample, second: sample.second + plan.durationMs / 1000 }))
    expect(partitionSecondsOf(plan, late)).toMatchObject({ partitions: 0, busiest: [], evenRecordsPerSec: 0 })
  })

  it('are those of the 40 busiest partitions if there are more', () => {
    const { plan, samples } = uneven(120)
    const found = partitionSecondsOf(plan, samples)
    expect([found.partitions, found.busiest.length, found.busiest[0]?.partition]).toEqual([120, 40, 1])
  })
})

describe('the chart of partitions', () => {
  it('says how much hotter the hottest partition is, and has a row per partition', () => {
    const { plan, samples } = uneven()
    const chart = partitionsChart(partitionSecondsOf(plan, samples), 4000)
    expect(chart?.textAlternative).toMatch(/^Acknowledged records of 2 partitions: the hottest \(.*, 1\) has 1.5 times/)
    expect(chart?.table.rows.map(([, mean, share]) => [mean, share])).toEqual([
      [300, 1.5],
      [100, 0.5],
    ])
    expect(chart?.series.map(({ kind }) => kind)).toEqual(['lines', 'lines', 'line'])
  })

  it('is none for one partition', () => {
    const { plan, samples } = uneven(1)
    expect(partitionsChart(partitionSecondsOf(plan, samples), 4000)).toBeNull()
  })
})

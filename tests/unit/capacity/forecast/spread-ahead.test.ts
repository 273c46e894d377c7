import { describe, expect, it } from 'vitest'
import { forecast } from '../../../../src/capacity/forecast/compute-forecast.ts'
import { grownScenario } from '../../../../src/capacity/forecast/grown-scenario.ts'
import { withPartitionsAhead } from '../../../../src/capacity/forecast/partitions-ahead.ts'
import { acceptedSize } from '../../../../src/capacity/size-answers.ts'
import { situationOf } from '../../../../src/capacity/solve.ts'
import type { Scenario } from '../../../../src/contracts/scenario.ts'
import { shippedOffering } from '../known-files.ts'
import { dayNumber, scenarioWith } from './forecast-cases.ts'

const offering = shippedOffering('apache-kafka-on-hosts')
const target = 0.8
const perPeriod = { low: 1, likely: 1, high: 1, coverage: 0.9 }
const rules = [{ kind: 'compound', perPeriod, period: 'year' } as const]
const question = { rules, from: dayNumber('2026-12-01'), to: dayNumber('2031-12-01') }

/** 100 MB/s for a day on 24 partitions of six hosts, whose disks fill long before a partition is too fast. */
function onHosts(retentionMs: number): Scenario {
  const base = scenarioWith(['orders'])
  const topics = base.workload.topics.map((topic) => ({ ...topic, partitions: 24, replicationFactor: 3, retentionMs }))
  const producers = base.workload.producers.map((each) => ({
    ...each,
    ...{ clients: 200, peakRecordsPerSec: 100_000, averageRecordsPerSec: 50_000, lingerMs: 10, batchBytes: 65_536 },
  }))
  const consumerGroups = base.workload.consumerGroups.map((each) => ({ ...each, members: 24 }))
  const deployment = { offering: offering.id, tier: 'i3en.2xlarge', size: 6 }
  return { ...base, workload: { ...base.workload, topics, producers, consumerGroups }, deployment }
}

const smallest = (scenario: Scenario) => acceptedSize(scenario, situationOf(scenario, offering), target)

describe('partitions that spread a load over enough brokers', () => {
  const scenario = onHosts(86_400_000)
  const found = forecast(scenario, offering, question)
  const last = grownScenario(scenario, question, question.to)
  const withCount = (needed: number) =>
    withPartitionsAhead(
      last,
      found.partitions.map((each) => ({ ...each, needed })),
    )

  it('are as few as let a size carry the highest load, and every day of the forecast has one', () => {
    const needed = found.partitions[0]?.needed ?? 0
    expect(needed).toBeGreaterThan(24)
    expect(smallest(withCount(needed))).not.toBeNull()
    expect(smallest(withCount(needed - 1))).toBeNull()
    expect(found.sizes.filter(({ size }) => size === null)).toEqual([])
    expect(found.partitions[0]?.formula).toMatch(/; \d+, because with fewer no number of brokers is enough$/)
  })

  it('are those that the limits of a partition need, where these are enough', () => {
    const [short] = forecast(onHosts(3_600_000), offering, question).partitions
    expect(short?.needed).toBeLessThan(found.partitions[0]?.needed ?? 0)
    expect(short?.formula).not.toContain('brokers')
  })

  it('stay as they are where no number of partitions lets a size carry the load', () => {
    const [long] = forecast(onHosts(86_400_000 * 400), offering, question).partitions
    expect(long?.formula).not.toContain('brokers')
  })
})

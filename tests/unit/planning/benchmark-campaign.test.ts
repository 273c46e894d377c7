import { describe, expect, it } from 'vitest'
import { campaign } from '../../../src/contracts/campaign.ts'
import { check } from '../../../src/contracts/parse.ts'
import { benchmarkCampaign } from '../../../src/planning/benchmark-campaign.ts'
import { knownConfigurations, maxRunsOf } from '../../../src/planning/campaign-configurations.ts'
import { nextStep } from '../../../src/planning/next-step.ts'
import { readBenchmark } from '../../../src/workbench/campaigns/benchmarks.ts'

const confluent = await readBenchmark('confluent-cku', 'examples')

/** Clients, rate and readers of each configuration. */
function loads(given: typeof confluent) {
  return knownConfigurations(given).map(({ stepId, scenario }) => {
    const { deployment, workload } = scenario()
    const { clients, peakRecordsPerSec } = workload.producers[0] ?? {}
    return [stepId, deployment.size, clients, peakRecordsPerSec, workload.consumerGroups[0]?.members]
  })
}

describe('a published benchmark as a campaign', () => {
  it('in full runs every case, with repeats in a random order', () => {
    const full = benchmarkCampaign(confluent, { profile: 'full' })
    expect(loads(full)).toEqual([
      ['aws', 2, 4, 240_000, 4],
      ['gcp', 2, 8, 240_000, 8],
      ['azure', 2, 4, 240_000, 4],
    ])
    expect([full.repeats, full.durationMs, full.benchmark?.profile]).toEqual([3, 900_000, 'full'])
    expect(nextStep(full, [])?.scenario.deployment.cloud).toMatch(/aws|gcp|azure/)
  })

  it('runs chosen cases, with the figures published for them only', () => {
    const gcp = benchmarkCampaign(confluent, { profile: 'full', cases: ['gcp'] })
    expect(loads(gcp)).toEqual([['gcp', 2, 8, 240_000, 8]])
    expect(gcp.benchmark?.published).toEqual({ gcp: [106, 318] })
    expect(check(campaign, gcp).ok).toBe(true)
    expect(() => benchmarkCampaign(confluent, { profile: 'full', cases: ['gc'] })).toThrow(
      'case gc: unknown; expected one of aws, gcp, azure',
    )
  })

  it('at another size grows clients and rate, and compares with no figure of the published size', () => {
    const four = benchmarkCampaign(confluent, { profile: 'full', size: 4 })
    expect(loads(four)).toEqual([
      ['aws', 4, 8, 480_000, 8],
      ['gcp', 4, 16, 480_000, 16],
      ['azure', 4, 8, 480_000, 8],
    ])
    expect(four.benchmark?.published).toEqual({})
    const { size: _size, ...fixed } = confluent.benchmark ?? {}
    const withoutSize = campaign.parse({ ...confluent, benchmark: fixed })
    expect(() => benchmarkCampaign(withoutSize, { profile: 'full', size: 4 })).toThrow('its own published size')
  })

  it('runs other values of its axis, without cases that need a client elsewhere if it runs on a cluster', async () => {
    const partitions = await readBenchmark('instaclustr-partitions', 'examples')
    const chosen = benchmarkCampaign(partitions, { profile: 'smoke', axisValues: [3, 50] })
    expect(maxRunsOf(chosen)).toBe(4)
    expect(knownConfigurations(chosen).map(({ label }) => label)).toEqual([
      '3 partitions, 1 producer',
      '3 partitions, 2 producers',
      '50 partitions, 1 producer',
      '50 partitions, 2 producers',
    ])
    expect(() => benchmarkCampaign(confluent, { profile: 'full', axisValues: [3] })).toThrow('no axis')
    const huawei = await readBenchmark('huawei-scenarios', 'examples')
    const ids = (given: typeof huawei) => knownConfigurations(given).map(({ stepId }) => stepId)
    for (const profile of ['smoke', 'full'] as const) {
      expect(ids(benchmarkCampaign(huawei, { profile }))).toContain('cross-zone')
      expect(ids(benchmarkCampaign(huawei, { profile, isOnCluster: true }))).not.toContain('cross-zone')
    }
    const asked = benchmarkCampaign(huawei, { profile: 'full', isOnCluster: true, cases: ['cross-zone'] })
    expect(ids(asked)).toEqual(['cross-zone'])
  })

  it('as smoke test runs few cases, once, for a short time and without warm-up', () => {
    const smoke = benchmarkCampaign(confluent, { profile: 'smoke' })
    expect(loads(smoke).map(([id]) => id)).toEqual(['aws', 'gcp'])
    expect(smoke).toMatchObject({ repeats: 1, durationMs: 24_000, quotaWindowSeconds: 3, coolDownMs: 6_000 })
    expect([smoke.warmUp, smoke.benchmark?.profile]).toEqual([undefined, 'smoke'])
  })

  it('refuses a table that does not fit its cases or columns, with every problem', () => {
    const { benchmark } = confluent
    const outcome = check(campaign, {
      ...confluent,
      benchmark: { ...benchmark, published: { mars: [1, 2], aws: [1] }, smoke: { ...benchmark?.smoke, cases: ['x'] } },
    })
    const places = outcome.ok ? [] : outcome.problems.map(({ place }) => place)
    expect(places).toEqual(['benchmark.published.mars', 'benchmark.published.aws', 'benchmark.smoke.cases[0]'])
    const asLadder = check(campaign, {
      ...confluent,
      method: { kind: 'ladder', loadFactors: [1] },
      orderSeed: undefined,
    })
    expect(asLadder.ok ? [] : asLadder.problems.map(({ message }) => message).join()).toMatch(/method "cases"/)
  })
})

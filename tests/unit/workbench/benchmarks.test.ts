import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { benchmarkListEntry } from '../../../src/contracts/benchmark.ts'
import { campaignCostText } from '../../../src/contracts/campaign-cost.ts'
import { offering } from '../../../src/contracts/offering.ts'
import { benchmarkCampaign } from '../../../src/planning/benchmark-campaign.ts'
import { knownConfigurations } from '../../../src/planning/campaign-configurations.ts'
import { campaignProblems } from '../../../src/planning/campaign-problems.ts'
import { planRun } from '../../../src/planning/plan-run.ts'
import { listBenchmarks, readBenchmark } from '../../../src/workbench/campaigns/benchmarks.ts'

/** Printed figures that the models hold no evidence of, by benchmark, case and column: rounded twice, or with readers. */
const notInModels = [
  'instaclustr-partitions consumers-all 2',
  'instaclustr-partitions fetchers-4 2',
  'banzai-flat-out brokers-3 1',
  'banzai-flat-out brokers-4 1',
]

describe('the benchmarks that come with Headroom', () => {
  it('are listed with their cases and options', async () => {
    const list = await listBenchmarks('examples')
    for (const entry of list) expect(benchmarkListEntry.parse(entry)).toEqual(entry)
    expect(list.find(({ id }) => id === 'confluent-cku')).toMatchObject({
      options: ['cloud', 'ckus'],
      cases: [{ id: 'aws' }, { id: 'gcp' }, { id: 'azure' }],
    })
    await expect(readBenchmark('confluent', 'examples')).rejects.toMatchObject({
      code: 'USAGE',
      remedy: expect.stringContaining('confluent-cku'),
    })
  })

  it('can all be run as they are, in both profiles, with a scenario of the same document', async () => {
    for (const { id } of await listBenchmarks('examples')) {
      const given = await readBenchmark(id, 'examples')
      for (const profile of ['smoke', 'full'] as const) {
        const chosen = benchmarkCampaign(given, { profile })
        expect(campaignProblems(chosen), `${id} ${profile}`).toEqual([])
        for (const { stepId, scenario } of knownConfigurations(chosen)) {
          expect(planRun(scenario(), { runId: 'r1', brokers: 3 }).plan.producers.length, stepId).toBeGreaterThan(0)
        }
      }
    }
  })

  it('print the figures that the models hold as evidence of the same document', async () => {
    for (const { id } of await listBenchmarks('examples')) {
      const { benchmark, scenario } = await readBenchmark(id, 'examples')
      const path = `models/${scenario.deployment.offering}.json`
      const { points } = offering.parse(JSON.parse(readFileSync(path, 'utf8'))).evidence
      for (const [caseId, values] of Object.entries(benchmark?.published ?? {})) {
        for (const [index, printed] of values.entries()) {
          const { figure, unitValue = 1, relativeTo } = benchmark?.columns[index] ?? {}
          // A row is all of itself.
          if (relativeTo === caseId) continue
          const known = points.filter(({ quantity }) => quantity === figure).flatMap(({ value }) => value ?? [])
          // A figure that no model is judged by (what consumers read) stands in the benchmark alone.
          if (printed === null || known.length === 0 || notInModels.includes(`${id} ${caseId} ${index}`)) continue
          const own = printed * unitValue
          expect(
            known.some((value) => Math.abs(value / own - 1) < 0.001),
            `${id}, ${caseId}: ${printed}`,
          ).toBe(true)
        }
      }
    }
  })
})

describe('the cost of a benchmark', () => {
  it('is this machine’s time on embedded brokers, and what a service bills on a cluster', () => {
    const target = { label: 't', enforces: [], isDeclaredCapacity: false, scale: 1, brokers: null, quotas: null }
    const common = { steps: [], notes: [], runs: 1, isAtMost: true, writtenWireBytes: 1, durationMs: 1 }
    const textOf = (kind: 'connection' | 'embedded:kafka') =>
      campaignCostText({ ...common, target: { ...target, kind } })
    expect(textOf('embedded:kafka')).toMatch(/this machine’s time/)
    expect(textOf('connection')).toMatch(/bills at most the amounts above, what consumers read/)
  })
})

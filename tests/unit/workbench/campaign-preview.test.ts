import { describe, expect, it } from 'vitest'
import type { CampaignRequest } from '../../../src/contracts/campaign-record.ts'
import { type CampaignBench, campaignBenches, requestOf, twoSteps } from './campaign-bench.ts'
import { smallScenario } from './small-scenario.ts'

let bench: CampaignBench
campaignBenches((opened) => {
  bench = opened
})

describe('the preview of a campaign', () => {
  it('adds up runs, bytes and time, and writes nothing', async () => {
    const request = requestOf(
      { kind: 'ladder', loadFactors: [0.5, 1], stopsWhenSaturated: false },
      { repeats: 3, coolDownMs: 10_000 },
    )
    const preview = await bench.campaigns.preview(request)
    expect([preview.runs, preview.isAtMost, preview.steps.length]).toEqual([6, false, 2])
    const bytes = preview.steps.map(({ summary }) => summary.writtenWireBytes)
    expect(preview.writtenWireBytes).toBe(3 * ((bytes[0] ?? 0) + (bytes[1] ?? 0)))
    // Brokers up once, six loads of 20 s with 13 s around each, five cool-downs.
    expect(preview.durationMs).toBe(8_000 + 6 * 33_000 + 5 * 10_000)
    expect([bench.store.listRuns(), bench.store.listCampaigns()]).toEqual([[], []])
  })

  it('says of loads that are too short to be judged which would do, once for all of them', async () => {
    const fields = [{ path: 'workload.topics.0.partitions', values: [3, 6] }]
    const request = requestOf({ kind: 'sweep', fields })
    const stepLabels = ['partitions = 3', 'partitions = 6']
    const refused = {
      text: expect.stringContaining('On Confluent Cloud Dedicated this workload is refused'),
      stepLabels,
    }
    // Whatever their length: quotas do not limit a partition, and one of three is full before the cluster.
    const unlimitedPartition = {
      text: expect.stringContaining('this target does not limit the bytes written to a partition'),
      stepLabels: ['partitions = 3'],
    }
    expect((await bench.campaigns.preview(request)).notes).toEqual([refused, unlimitedPartition])
    const { notes } = await bench.campaigns.preview({ ...request, durationMs: 10_000 })
    expect(notes).toMatchObject([refused, unlimitedPartition, { stepLabels }])
    expect(notes[2]?.text).toContain(
      'This load is too short for a verdict. In 10 s it has 3 whole quota windows of 2 s',
    )
    expect(notes[2]?.text).toContain('Use at least 20s')
    const unlimited = { ...request.campaign, isUnlimited: true }
    const ofUnlimited = await bench.campaigns.preview({ ...request, campaign: unlimited, durationMs: 10_000 })
    expect(ofUnlimited.notes).toEqual([])
  })

  it('counts a start of brokers for each change of the cluster, the trial that finds a scale, and members that join', async () => {
    const replicas = 'workload.topics.0.replicationFactor'
    const cases = [1, 3, 1].map((factor, index) => ({ id: `row-${index}`, label: 'row', set: { [replicas]: factor } }))
    const msOf = async (request: CampaignRequest) => (await bench.campaigns.preview(request)).durationMs
    expect(await msOf(requestOf({ kind: 'cases', cases }))).toBe(3 * 33_000 + 3 * 8_000)
    // Rows of one cluster after each other; the second round begins with the cluster that the first ended with.
    const drawn = requestOf({ kind: 'cases', cases }, { repeats: 2, orderSeed: 1 })
    expect(await msOf(drawn)).toBe(6 * 33_000 + 3 * 8_000)
    const { scale: _scale, ...unscaled } = twoSteps
    expect((await msOf(unscaled)) - (await msOf(twoSteps))).toBe(20_000 + 5_000 + 8_000)
    const [group] = smallScenario.workload.consumerGroups
    if (group === undefined) throw new Error('nobody reads')
    const consumerGroups = [{ ...group, members: 4, startStaggerMs: 2_000 }]
    const staggered = { ...smallScenario, workload: { ...smallScenario.workload, consumerGroups } }
    expect(await msOf(requestOf({ kind: 'single' }, { scenario: staggered }))).toBe(39_000 + 8_000)
  })

  it('names of the target what all rows share', async () => {
    const replicas = 'workload.topics.0.replicationFactor'
    const cases = [1, 3].map((factor) => ({ id: `rf-${factor}`, label: 'row', set: { [replicas]: factor } }))
    const both = await bench.campaigns.preview(requestOf({ kind: 'cases', cases }))
    expect(both.target).toMatchObject({ brokers: null, quotas: null, isDeclaredCapacity: true })
    expect(both.target.label).toMatch(/^embedded Apache Kafka[^,]*, declared capacity$/)
    const one = await bench.campaigns.preview(requestOf({ kind: 'cases', cases: cases.slice(1) }))
    expect(one.target).toMatchObject({ brokers: 3, label: expect.stringContaining(', 3 brokers, declared capacity') })
  })

  it('of growing cases shows the largest number of producers of each, and adds up climbs and repeats', async () => {
    const cases = [
      { id: 'a', label: 'a', set: {} },
      { id: 'idle', label: 'idle', set: {}, isFixed: true },
    ]
    const growth = { writers: [1, 3], recordsPerSecEach: 100, flatRatio: 0.05 }
    const preview = await bench.campaigns.preview(requestOf({ kind: 'cases', cases, growth }, { repeats: 3 }))
    // Two steps of a climb, three runs of its peak, three of the row that does not grow.
    expect([preview.runs, preview.isAtMost, preview.steps.map(({ label }) => label)]).toEqual([
      8,
      true,
      ['a, 3 producers', 'idle'],
    ])
    const [climb = 0, idle = 0] = preview.steps.map(({ summary }) => summary.writtenWireBytes)
    expect(preview.writtenWireBytes).toBe(Math.ceil((4 / 3 + 3) * climb + 3 * idle))
  })

  it('of a search is what it makes at most', async () => {
    const preview = await bench.campaigns.preview(
      requestOf({ kind: 'saturation-search', lowFactor: 0.5, highFactor: 2, toleranceRatio: 0.1 }),
    )
    expect([preview.runs, preview.isAtMost]).toEqual([7, true])
    const [low = 0, high = 0] = preview.steps.map(({ summary }) => summary.writtenWireBytes)
    expect(preview.writtenWireBytes).toBe(low + 6 * high)
  })

  it('names every step that cannot be run', async () => {
    const request = requestOf({
      kind: 'sweep',
      fields: [{ path: 'workload.producers.0.recordValueBytes', values: [10, 1_000, 5_000_000] }],
    })
    await expect(bench.campaigns.preview(request)).rejects.toMatchObject({
      code: 'PLAN_IMPOSSIBLE',
      message: '2 steps of the campaign cannot be run.',
      problems: [{ place: 'recordValueBytes = 10' }, { place: 'recordValueBytes = 5000000' }],
    })
  })

  it('reports a problem of every step once', async () => {
    const unknown = { ...smallScenario, deployment: { ...smallScenario.deployment, offering: 'nobody-sells-this' } }
    await expect(
      bench.campaigns.preview({ ...twoSteps, campaign: { ...twoSteps.campaign, scenario: unknown } }),
    ).rejects.toMatchObject({ code: 'OFFERING_INVALID' })
  })
})

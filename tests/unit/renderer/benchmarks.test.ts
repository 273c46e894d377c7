import { describe, expect, it } from 'vitest'
import {
  type BenchmarkForm,
  chosenBenchmark,
  chosenCases,
  emptyBenchmarkForm,
  readBenchmarkForm,
} from '../../../src/renderer/features/benchmarks/benchmark-form.ts'
import {
  followCampaign,
  nowText,
  rejoinedCampaign,
  startedCampaign,
} from '../../../src/renderer/features/benchmarks/campaign-view.ts'
import { emptyRequestForm, type RequestForm } from '../../../src/renderer/features/validation/request-form.ts'
import { readBenchmark } from '../../../src/workbench/campaigns/benchmarks.ts'

const confluent = await readBenchmark('confluent-cku', 'examples')
const huawei = await readBenchmark('huawei-scenarios', 'examples')
const partitions = await readBenchmark('instaclustr-partitions', 'examples')

const cluster: Partial<RequestForm> = { target: 'connection', bootstrapServers: 'b:9092' }

function read(benchmark: typeof confluent, form: Partial<BenchmarkForm> = {}, where: Partial<RequestForm> = {}) {
  return readBenchmarkForm(benchmark, { ...emptyBenchmarkForm, ...form }, { ...emptyRequestForm, ...where })
}

describe('the benchmark of the form', () => {
  const all = [partitions, huawei, confluent]

  it('is the first on the offering of the scenario until one is chosen, else the first of all', () => {
    expect(chosenBenchmark(all, emptyBenchmarkForm, 'confluent-cloud-dedicated')).toBe(confluent)
    expect(chosenBenchmark(all, emptyBenchmarkForm, 'another')).toBe(partitions)
    expect(chosenBenchmark(all, { benchmarkId: huawei.benchmark?.id ?? null }, 'confluent-cloud-dedicated')).toBe(
      huawei,
    )
    expect(chosenBenchmark([], emptyBenchmarkForm, 'another')).toBeUndefined()
  })
})

describe('the form of a benchmark', () => {
  it('starts with the short profile on an embedded cluster, as the terminal does', () => {
    expect(read(confluent)).toMatchObject({
      ok: true,
      request: { target: { kind: 'embedded' }, campaign: { repeats: 1, benchmark: { profile: 'smoke' } } },
    })
  })

  it('reads rows, size, axis values, scale and length', () => {
    const sized = read(confluent, { profile: 'full', cases: ['gcp'], size: '4' }, { scale: '0.05', duration: '2 min' })
    expect(sized).toMatchObject({ ok: true, request: { scale: 0.05, durationMs: 120_000 } })
    const campaign = sized.ok ? sized.request.campaign : null
    expect(campaign?.scenario.deployment.size).toBe(4)
    expect(campaign?.method).toMatchObject({ cases: [{ id: 'gcp' }] })
    const curve = read(partitions, { axisValues: '3, 50' })
    expect(curve.ok && curve.request.campaign.method).toMatchObject({
      cases: [{ id: 'partitions-3' }, { id: 'partitions-50' }],
    })
  })

  it('reports the problems of all fields at once', () => {
    const wrong = read(confluent, { size: 'two', cases: [] }, { scale: 'tiny' })
    expect(wrong).toMatchObject({
      ok: false,
      problems: {
        size: expect.stringMatching(/two/),
        cases: expect.stringMatching(/one row/),
        target: { scale: expect.stringMatching(/tiny/) },
      },
    })
    expect(read(partitions, { axisValues: 'many' })).toMatchObject({
      ok: false,
      problems: { axisValues: expect.stringMatching(/many/) },
    })
  })

  it('reads the Prometheus endpoint of the user’s cluster with its login, and none for an embedded cluster', () => {
    const endpoint = {
      prometheusUrl: 'http://broker:9404/metrics',
      prometheusUser: 'me',
      prometheusSecretName: 'metrics',
    }
    expect(read(confluent, {}, { ...cluster, ...endpoint })).toMatchObject({
      ok: true,
      request: {
        prometheusUrl: 'http://broker:9404/metrics',
        prometheusLogin: { username: 'me', secret: 'metrics' },
      },
    })
    const embedded = read(confluent, {}, endpoint)
    expect(embedded.ok && embedded.request.prometheusUrl).toBe(undefined)
    expect(read(confluent, {}, { ...cluster, prometheusUrl: 'somewhere' })).toMatchObject({
      ok: false,
      problems: { target: { prometheusUrl: expect.stringMatching(/address/) } },
    })
  })

  it('leaves out the row with a client in another zone on the user’s own cluster', () => {
    const form = { ...emptyBenchmarkForm, profile: 'full' } as const
    expect(chosenCases(huawei, form, false)).toContain('cross-zone')
    expect(chosenCases(huawei, form, true)).not.toContain('cross-zone')
    const onCluster = read(huawei, { profile: 'full' }, cluster)
    expect(onCluster.ok && JSON.stringify(onCluster.request.campaign.method)).not.toContain('cross-zone')
  })
})

describe('a live campaign', () => {
  const step = { campaignId: 'c', label: 'AWS', repeat: 2, repeats: 3, isClimb: false, position: 4, mostRuns: 8 }
  const point = {
    ...{ runId: 'r', second: 3, offeredWireBytesPerSec: 10, ingressWireBytesPerSec: 9, egressWireBytesPerSec: 27 },
    ...{ recordsPerSec: 12_000, throttleMs: 5, responseP99Us: 1000, lagRecords: 0 },
    ...{ partitionSkew: null, clientCpuCores: null, brokerCpuCores: null },
  }

  it('says which run is going on and how far it is, and ignores other campaigns', () => {
    const view = followCampaign(startedCampaign('c'), { event: 'campaign.step', payload: step })
    expect([view.doing, view.fraction]).toEqual(['Run 4 of at most 8: AWS, 2 of 3', 3 / 8])
    const climb = followCampaign(view, { event: 'campaign.step', payload: { ...step, isClimb: true } })
    expect(climb.doing).toBe('Run 4 of at most 8: AWS, to find the number of producers')
    expect(followCampaign(view, { event: 'campaign.step', payload: { ...step, campaignId: 'd', position: 7 } })).toBe(
      view,
    )
  })

  it('is shown with its current activity if it was live before the page was loaded', () => {
    const coolDown = { event: 'campaign.cool-down', payload: { campaignId: 'c', durationMs: 22_000 } } as const
    const view = rejoinedCampaign({
      campaignId: 'c',
      latestEvents: [{ event: 'campaign.step', payload: step }, coolDown],
    })
    expect(view).toMatchObject({ isLive: true, doing: 'Cool-down of 22 s before the next run', fraction: 3 / 8 })
    expect(rejoinedCampaign({ campaignId: 'c', latestEvents: [] }).doing).toBe('Preparing the first run')
  })

  it('says what the run does and writes, and nothing of it between two runs', () => {
    const progress = { runId: 'r', phase: 'measuring', message: 'Measuring.', fraction: 0.5, leftMs: 1 } as const
    let view = followCampaign(startedCampaign('c'), { event: 'validation.progress', payload: progress })
    view = followCampaign(view, { event: 'validation.point', payload: point })
    expect(nowText(view)).toBe('Measuring. · 12,000 records/s written')
    const cool = followCampaign(view, { event: 'campaign.cool-down', payload: { campaignId: 'c', durationMs: 22_000 } })
    expect([cool.doing, nowText(cool)]).toEqual(['Cool-down of 22 s before the next run', ''])
  })
})

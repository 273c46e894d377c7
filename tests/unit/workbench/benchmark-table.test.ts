import { describe, expect, it } from 'vitest'
import { benchmarkGrid } from '../../../src/contracts/benchmark-grid.ts'
import type { StepResult } from '../../../src/contracts/campaign.ts'
import { type CampaignRecord, campaignSummary } from '../../../src/contracts/campaign-record.ts'
import { benchmarkCampaign } from '../../../src/planning/benchmark-campaign.ts'
import { knownConfigurations } from '../../../src/planning/campaign-configurations.ts'
import { chartOfCampaign } from '../../../src/presentation/campaign/campaign-figures.ts'
import { benchmarkResult } from '../../../src/workbench/campaigns/benchmark-result.ts'
import { readBenchmark } from '../../../src/workbench/campaigns/benchmarks.ts'
import { readCampaignRecord } from '../../../src/workbench/campaigns/read-campaign-record.ts'
import { summariseCampaign } from '../../../src/workbench/campaigns/summarise-campaign.ts'
import { draftValidation } from '../../../src/workbench/validation/draft-validation.ts'
import { shippedOffering } from '../capacity/known-files.ts'
import { exampleCampaign } from './example-campaign.ts'
import { exampleSample, runningRecord } from './example-run.ts'
import { mebibyte, recordOf, resultOf } from './known-benchmark.ts'

/** What embedded brokers used of a machine of 16 processors, and what was left for the clients: 8.4. */
const sharedMachine: Partial<StepResult> = {
  machineCpuCores: 16,
  brokers: [2, 1, 3].map((cpuCores) => ({ cpuCores })),
  elements: [{ element: 'processor', usedFraction: 0.9 }],
}

describe('the table of a benchmark', () => {
  it('has measured, predicted and published in the units of the document, published times the scale', () => {
    const results = [resultOf('gcp', 11), resultOf('aws', 10, 1), resultOf('aws', 12, 2)]
    const record = recordOf(results, { profile: 'full', cases: ['aws', 'gcp'] })
    const summary = summariseCampaign(record)
    expect(campaignSummary.parse(summary)).toEqual(summary)
    const table = summary.benchmark
    expect(table?.scale).toBe(0.1)
    const [aws, gcp] = table?.rows ?? []
    expect([aws?.caseId, aws?.stepId, gcp?.caseId]).toEqual(['aws', 'aws', 'gcp'])
    expect(aws?.cells[0]?.measured?.mean).toBeCloseTo(11)
    expect(aws?.cells[1]?.measured?.mean).toBeCloseTo(33)
    expect(aws?.cells.map(({ published }) => published)).toEqual([expect.closeTo(11.7), expect.closeTo(35.1)])
    // Two CKUs, a tenth of them, at 1.02 wire bytes a payload byte: somewhat below 10 MB/s.
    expect(aws?.cells[0]?.predicted?.likely).toBeGreaterThan(9)
    expect(aws?.cells[0]?.predicted?.likely).toBeLessThan(9.6)
    const chart = chartOfCampaign(record, summary, 'ingressPayloadBytesPerSec')
    const published = chart.series.find(({ id }) => id === 'published')
    expect(published).toMatchObject({ points: [{ x: 1, y: expect.closeTo(11.7 * mebibyte) }, { x: 2 }] })
  })

  it('calls a row too noisy whose runs differ by more than a quarter', () => {
    const results = [resultOf('aws', 8, 1), resultOf('aws', 12, 2)]
    const [aws, gcp] = summariseCampaign(recordOf(results, { profile: 'full' })).benchmark?.rows ?? []
    expect([aws?.isNoisy, gcp?.isNoisy, gcp?.stepId]).toEqual([true, false, null])
  })

  it('does not count the run that chose the number of producers if its step was repeated', () => {
    const climb = { ...resultOf('aws', 12, 1), isClimb: true }
    const meanOf = (results: StepResult[]) =>
      summariseCampaign(recordOf(results, { profile: 'full' })).benchmark?.rows[0]?.cells[0]?.measured?.mean
    expect(meanOf([climb])).toBeCloseTo(12)
    expect(meanOf([climb, resultOf('aws', 10, 1), resultOf('aws', 9, 2)])).toBeCloseTo(9.5)
    // A record of a version that counted it stays as it was told.
    expect(meanOf([resultOf('aws', 12, 1), resultOf('aws', 10, 2)])).toBeCloseTo(11)
  })

  it('of growing cases counts each at its peak, and separates the speed of the machine from the shape of the prediction', async () => {
    const partitions = benchmarkCampaign(await readBenchmark('instaclustr-partitions', 'examples'), {
      profile: 'full',
      cases: ['partitions-3', 'partitions-12', 'partitions-1000'],
    })
    const base = exampleCampaign('b-2')
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const { scale: _scale, ...request } = base.request
    const at = (stepId: string, recordsPerSec: number): StepResult => {
      const result = resultOf(stepId, (recordsPerSec * 80) / mebibyte)
      const offered = { ...result.offered, recordsPerSec: 1e6 }
      return { ...result, wholeRun: { ...result.wholeRun, recordsPerSec }, offered, ...sharedMachine }
    }
    const results = [
      at('partitions-3.1-writers', 90_000),
      at('partitions-3.2-writers', 91_000),
      at('partitions-12.1-writers', 95_000),
      at('partitions-12.2-writers', 120_000),
      at('partitions-12.4-writers', 118_000),
      at('partitions-1000.1-writers', 60_000),
    ]
    const record = { ...base, offering: hosts, request: { ...request, campaign: partitions }, results }
    const summary = summariseCampaign(record)
    expect(campaignSummary.parse(summary)).toEqual(summary)
    const rows = summary.benchmark?.rows ?? []
    expect(rows.map(({ stepId, writers }) => [stepId, writers])).toEqual([
      ['partitions-3.2-writers', 2],
      ['partitions-12.2-writers', 2],
      ['partitions-1000.1-writers', 1],
    ])
    // Of the second column: shares of 12 partitions. Of the last: half of four processors.
    expect(rows.map(({ cells }) => Math.round(cells[1]?.measured?.mean ?? 0))).toEqual([76, 100, 50])
    expect(rows[0]?.cells[4]?.measured?.mean).toBeCloseTo(50)
    expect(rows[1]?.cells[1]?.published).toBe(100)
    expect(summary.benchmark?.machine?.cores).toBe(16)
    const logs = [91_000, 120_000, 60_000].map((rate, at) => Math.log(rate / (rows[at]?.onMachine?.recordsPerSec ?? 1)))
    expect(logs.reduce((sum, each) => sum + each, 0) / 3).toBeCloseTo(0, 2)
    for (const { onMachine } of rows) expect(onMachine?.judged?.tolerance).toBe(0.15)
    const { machine: unknown } =
      summariseCampaign({ ...record, otherOfferings: [], offering: base.offering }).benchmark ?? {}
    expect(unknown).toBeNull()
    const chart = chartOfCampaign(record, summary, 'recordsPerSec')
    expect(chart.title).toContain('the prediction for this machine')
    // A prediction between the rows would need what clients cost there.
    expect(chart.series.find(({ id }) => id === 'predicted')).toMatchObject({
      points: [{ x: 3 }, { x: 12 }, { x: 1000 }],
    })
    // A share that was printed lies at that part of what was measured here.
    expect(chart.series.find(({ id }) => id === 'published')).toMatchObject({ points: [{ x: 12, y: 120_000 }] })
    expect(summary.benchmark?.advice).toEqual([])
    const held = results.map((result) => ({ ...result, limiter: 'client' as const }))
    const [sentence] = summariseCampaign({ ...record, results: held }).benchmark?.advice ?? []
    expect(sentence).toContain('the limit in 3 of 3 rows')
    expect(chart.series.find(({ id }) => id === 'measured')).toMatchObject({
      points: [
        { x: 3, y: 91_000 },
        { x: 12, y: 120_000 },
        { x: 1000, y: 60_000 },
      ],
    })
  })

  it('judges rows by the limit of the machine, and leaves out a row that met its load', async () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const base = exampleCampaign('b-4')
    const { scale: _scale, ...request } = base.request
    const cases = ['batch-1k', 'batch-16k', 'batch-16k-uncapped', 'rf3-sync']
    const campaign = benchmarkCampaign(await readBenchmark('huawei-scenarios', 'examples'), { profile: 'full', cases })
    const at = (stepId: string, recordsPerSec: number, isSustained = false): StepResult => {
      const result = resultOf(stepId, (recordsPerSec * 1024) / mebibyte)
      return { ...result, isSustained, wholeRun: { ...result.wholeRun, recordsPerSec }, ...sharedMachine }
    }
    const rowsOf = (results: StepResult[]) => {
      const all = results.flatMap((result) => [1, 2, 3].map((repeat) => ({ ...result, repeat })))
      const record = { ...base, offering: hosts, request: { ...request, campaign }, results: all }
      return summariseCampaign(record).benchmark?.rows ?? []
    }
    // A quarter of what the hosts take; the cap of 102,400 records/s is above that.
    const held = rowsOf([at('batch-16k', 60_000), at('batch-16k-uncapped', 60_000), at('batch-1k', 8_000)])
    const [capped, uncapped] = ['batch-16k', 'batch-16k-uncapped'].map((id) => held.find(({ caseId }) => caseId === id))
    expect(capped?.onMachine?.judged?.error).toBeCloseTo(uncapped?.onMachine?.judged?.error ?? 9, 6)
    const met = rowsOf([at('batch-16k', 102_400, true), at('batch-16k-uncapped', 130_000), at('batch-1k', 20_000)])
    expect(met.find(({ caseId }) => caseId === 'batch-16k')?.onMachine?.judged).toBeNull()
  })

  it('has latency of rows below a peak and not of flat-out rows, and elements, disk and shrinks if they are known', async () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const base = exampleCampaign('b-3')
    const { scale: _scale, ...request } = base.request
    const tableOf = async (id: string, cases: string[], results: StepResult[]) => {
      const campaign = benchmarkCampaign(await readBenchmark(id, 'examples'), { profile: 'full', cases })
      const summary = summariseCampaign({ ...base, offering: hosts, request: { ...request, campaign }, results })
      expect(campaignSummary.parse(summary)).toEqual(summary)
      return summary.benchmark
    }
    const read = { endToEnd: { p50Us: 9_000, p99Us: 90_000 } }
    // The row above comes with the one below it, although it was not asked for.
    const latency = await tableOf(
      'instaclustr-partitions',
      ['latency-1'],
      [
        { ...resultOf('consumers-1.1-writers', 10), ...read },
        { ...resultOf('latency-1', 8), ...read },
      ],
    )
    expect(latency?.rows.map(({ caseId, cells }) => [caseId, cells[3]?.measured?.mean, cells[3]?.published])).toEqual([
      ['consumers-1', undefined, null],
      ['latency-1', 9, 15],
    ])
    const brokers = [
      { cpuCores: 1, diskWrittenBytesPerSec: 20e6, networkBytesPerSec: 60e6 },
      { cpuCores: 1, diskWrittenBytesPerSec: 40e6, networkBytesPerSec: 60e6 },
    ]
    const elements = [{ element: 'disk' as const, usedFraction: 0.93 }]
    const flat = await tableOf(
      'banzai-flat-out',
      ['brokers-3'],
      [{ ...resultOf('brokers-3.3-writers', 10), brokers, elements, isrShrinks: 0 }],
    )
    expect(flat?.rows[0]?.cells.slice(4, 7).map(({ measured }) => measured?.mean)).toEqual([30, 60, 0])
    if (flat === undefined) throw new Error('there is no table')
    const column = (rows: typeof flat.rows) =>
      benchmarkGrid({ ...flat, rows }).find(({ heading }) => heading === 'Fullest element')?.texts[0]
    expect(column(flat.rows)).toBe('disk 93 %')
    const idle = flat.rows.map((row) => ({ ...row, elements: [{ element: 'processor' as const, usedFraction: 0.5 }] }))
    expect(column(idle)).toBe('none (processor 50 %)')
  })

  it('predicts each row with its own brokers, independent of those of the first run', async () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const base = exampleCampaign('b-5')
    const { scale: _scale, ...request } = base.request
    const campaign = benchmarkCampaign(await readBenchmark('banzai-flat-out', 'examples'), { profile: 'full' })
    const record: CampaignRecord = { ...base, offering: hosts, request: { ...request, campaign } }
    const rows = summariseCampaign(record).benchmark?.rows ?? []
    for (const { stepId, scenario } of knownConfigurations(campaign)) {
      const asked = { scenario: scenario(), target: { kind: 'embedded:kafka' }, isUnlimited: true } as const
      const chosen = { kind: 'embedded:kafka', notice: null } as const
      const draft = { runId: 'r', request: asked, offering: hosts, chosen, scale: 1, kafkaVersion: null }
      const { recordsPerSec } = draftValidation(draft).prediction.achievable
      const row = rows.find(({ caseId }) => stepId.startsWith(caseId))
      // With fewer writers than it takes a row is held by what is offered.
      if (recordsPerSec.likely < draftValidation(draft).prediction.offered.recordsPerSec) {
        expect(row?.cells[1]?.predicted?.likely, stepId).toBeCloseTo(recordsPerSec.likely, -3)
      }
    }
    const share = (caseId: string) => rows.find((row) => row.caseId === caseId)?.cells[2]?.predicted?.likely ?? 0
    expect([share('brokers-3'), share('brokers-4')]).toEqual([expect.closeTo(100), expect.closeTo(133.3, 0)])
  })

  it('gives rows with a chosen load no share of the maximum of another row, and growing rows their own', async () => {
    const record = await readCampaignRecord('docs/benchmarks/instaclustr-partitions/15-rows-20-s.json.gz')
    const { columns = [], rows = [] } = summariseCampaign(record).benchmark ?? {}
    const sharesOf = (caseId: string) =>
      rows
        .find((row) => row.caseId === caseId)
        ?.cells.filter((_, index) => columns[index]?.relativeTo !== undefined)
        .map(({ measured, predicted }) => [measured?.mean, predicted?.likely])
    const none = [undefined, undefined]
    for (const caseId of ['idle-1', 'latency-1']) expect(sharesOf(caseId)).toEqual([none, none])
    expect(sharesOf('partitions-100')?.[0]).toEqual([expect.closeTo(111.2, 0), expect.closeTo(93.7, 0)])
  })

  it('names a row that the target does not take', () => {
    const notRun = [{ stepId: 'gcp', label: 'GCP', runId: null, reason: 'Topics: too many.', remedy: null }]
    const { benchmark } = summariseCampaign({ ...recordOf([resultOf('aws', 10)], { profile: 'full' }), notRun })
    expect(benchmark?.rows.map(({ caseId, isNotRun }) => [caseId, isNotRun === true])).toEqual([
      ['aws', false],
      ['gcp', true],
      ['azure', false],
    ])
    if (benchmark === undefined) throw new Error('there is no table')
    expect(benchmarkGrid(benchmark)[0]?.texts[1]).toBe('GCP (not run)')
  })

  it('as texts says whether a row is within its tolerance in the full profile alone', () => {
    const table = summariseCampaign(recordOf([resultOf('aws', 10)], { profile: 'full' })).benchmark
    if (table === undefined) throw new Error('there is no table')
    const onMachine = { recordsPerSec: 12_345, judged: { error: -0.2, tolerance: 0.15 } }
    const shaped = { ...table, rows: table.rows.map((row) => ({ ...row, onMachine })) }
    const headings = (given: typeof table) => benchmarkGrid(given).map(({ heading }) => heading)
    expect(headings(shaped)).toContain('within')
    expect(headings({ ...shaped, profile: 'smoke' })).not.toContain('within')
    expect(benchmarkGrid(shaped).at(-1)?.texts[0]).toBe('no')
    expect(benchmarkGrid(shaped).at(-2)?.texts[0]).toBe('−20 %')
    // No client grew, so that column says nothing and is not there.
    expect(headings(table)).not.toContain('Producers')
  })

  it('of the short profile carries no verdict, and says so', () => {
    const { request } = recordOf([], { profile: 'smoke' })
    const run = runningRecord('aws-1')
    const samples = Array.from({ length: 5 }, (_, second) => exampleSample(run, second))
    const result = benchmarkResult(request.campaign, resultOf('aws', 10), { record: run, samples })
    expect([result.verdict, result.reason]).toEqual([null, 'No verdict: smoke: shape only.'])
    expect(result.clients?.[0]).toMatchObject({ role: 'producer', recordsPerSec: 300 })
    const summary = summariseCampaign(recordOf([result], { profile: 'smoke' }))
    expect(summary.sentence).toBe('1 step measured, without a verdict (smoke: shape only).')
    expect(summary.benchmark?.clients[0]?.lines).toEqual(result.clients)
  })
})

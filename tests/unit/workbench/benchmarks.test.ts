import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { benchmarkListEntry } from '../../../src/contracts/benchmark.ts'
import type { StepResult } from '../../../src/contracts/campaign.ts'
import { type CampaignRecord, campaignSummary } from '../../../src/contracts/campaign-record.ts'
import { offering } from '../../../src/contracts/offering.ts'
import { benchmarkCampaign } from '../../../src/planning/benchmark-campaign.ts'
import { benchmarkResult } from '../../../src/workbench/campaigns/benchmark-result.ts'
import { listBenchmarks, readBenchmark } from '../../../src/workbench/campaigns/benchmarks.ts'
import { chartOfCampaign } from '../../../src/workbench/campaigns/campaign-figures.ts'
import { summariseCampaign } from '../../../src/workbench/campaigns/summarise-campaign.ts'
import { exampleCampaign } from './example-campaign.ts'
import { exampleOffering, exampleSample, runningRecord } from './example-run.ts'

const confluent = await readBenchmark('confluent-cku', 'examples')
const mebibyte = 1_048_576

/** A run of a case that wrote so many MiB of payload a second, and read three times that. */
function resultOf(stepId: string, mebibytes: number, repeat = 1): StepResult {
  const figures = {
    ingressWireBytesPerSec: mebibytes * mebibyte * 1.02,
    ingressPayloadBytesPerSec: mebibytes * mebibyte,
    egressWireBytesPerSec: 3 * mebibytes * mebibyte * 1.02,
    egressPayloadBytesPerSec: 3 * mebibytes * mebibyte,
    recordsPerSec: (mebibytes * mebibyte) / 512,
  }
  const bands = Object.fromEntries(
    Object.entries(figures).map(([name, likely]) => [name, { low: likely, likely, high: likely }]),
  ) as StepResult['expected']
  return {
    stepId,
    label: stepId.toUpperCase(),
    repeat,
    runId: `${stepId}-${repeat}`,
    endedAtEpochMs: 2_000,
    offered: figures,
    expected: bands,
    steady: null,
    wholeRun: figures,
    doubt: 'too-short',
    ackedRatio: 1,
    isSustained: true,
    verdict: 'not-proven',
    reason: 'Not proven: too short.',
    marks: [],
    limiter: 'broker-throttle',
    responseP99Us: 12_000,
    advice: [],
  }
}

function recordOf(results: StepResult[], choice: Parameters<typeof benchmarkCampaign>[1]): CampaignRecord {
  const base = exampleCampaign('b-1')
  const campaign = benchmarkCampaign(confluent, choice)
  return { ...base, status: 'complete', offering: exampleOffering, request: { ...base.request, campaign }, results }
}

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

  it('print the figures that the models hold as evidence of the same document', async () => {
    for (const { id } of await listBenchmarks('examples')) {
      const { benchmark, scenario } = await readBenchmark(id, 'examples')
      const path = `models/${scenario.deployment.offering}.json`
      const { points } = offering.parse(JSON.parse(readFileSync(path, 'utf8'))).evidence
      for (const [caseId, values] of Object.entries(benchmark?.published ?? {})) {
        for (const [index, printed] of values.entries()) {
          const { figure, unitValue } = benchmark?.columns[index] ?? { figure: '', unitValue: 1 }
          const known = points.filter(({ quantity }) => quantity === figure).map(({ value }) => value)
          // A figure that no model is judged by (what consumers read) stands in the benchmark alone.
          if (printed === null || known.length === 0) continue
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
    expect(aws?.cells[0]?.predicted.likely).toBeGreaterThan(9)
    expect(aws?.cells[0]?.predicted.likely).toBeLessThan(9.6)
    const chart = chartOfCampaign(record, summary, 'ingressPayloadBytesPerSec')
    const published = chart.series.find(({ id }) => id === 'published')
    expect(published).toMatchObject({ points: [{ x: 1, y: expect.closeTo(11.7 * mebibyte) }, { x: 2 }] })
  })

  it('calls a row too noisy whose runs differ by more than a quarter', () => {
    const results = [resultOf('aws', 8, 1), resultOf('aws', 12, 2)]
    const [aws, gcp] = summariseCampaign(recordOf(results, { profile: 'full' })).benchmark?.rows ?? []
    expect([aws?.isNoisy, gcp?.isNoisy, gcp?.stepId]).toEqual([true, false, null])
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

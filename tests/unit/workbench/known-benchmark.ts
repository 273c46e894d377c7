/**
 * Results and records of benchmarks, for tests of what is made of them.
 */
import type { StepResult } from '../../../src/contracts/campaign.ts'
import type { CampaignRecord } from '../../../src/contracts/campaign-record.ts'
import { benchmarkCampaign } from '../../../src/planning/benchmark-campaign.ts'
import { readBenchmark } from '../../../src/workbench/campaigns/benchmarks.ts'
import { exampleCampaign } from './example-campaign.ts'
import { exampleOffering } from './example-run.ts'

const confluent = await readBenchmark('confluent-cku', 'examples')
export const mebibyte = 1_048_576

/** A run of a case that wrote so many MiB of payload a second, and read three times that. */
export function resultOf(stepId: string, mebibytes: number, repeat = 1): StepResult {
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

/** A campaign of confluent-cku that ended with these results. */
export function recordOf(results: StepResult[], choice: Parameters<typeof benchmarkCampaign>[1]): CampaignRecord {
  const base = exampleCampaign('b-1')
  const campaign = benchmarkCampaign(confluent, choice)
  return { ...base, status: 'complete', offering: exampleOffering, request: { ...base.request, campaign }, results }
}

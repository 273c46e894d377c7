import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../../src/contracts/campaign.ts'
import { type EventPayload, events as eventSchemas } from '../../../src/contracts/ipc-contract.ts'
import { campaignDocument } from '../../../src/presentation/campaign/campaign-document.ts'
import { paintTerminal } from '../../../src/presentation/painters/terminal-painter.ts'
import { followCampaign, startedCampaign } from '../../../src/renderer/features/benchmarks/campaign-view.ts'
import { type CampaignBench, campaignBenches, requestOf, twoSteps } from './campaign-bench.ts'

let bench: CampaignBench
campaignBenches((opened) => {
  bench = opened
})

const partitions = 'workload.topics.0.partitions'
const threeSteps = requestOf({ kind: 'sweep', fields: [{ path: partitions, values: [3, 600, 12] }] })
const tooMany = { id: 'topics', detail: 'The cluster takes 100 partitions.', remedy: 'Use fewer.' } as const
const noTcp = { id: 'tcp', detail: 'Nobody listens at 127.0.0.1:9092.', remedy: 'Start it.' } as const

async function endOfRefused(): Promise<EventPayload<'campaign.ended'>> {
  const ended = bench.nextEnd()
  await bench.campaigns.start(threeSteps)
  await bench.runToItsEnd()
  await bench.refuse(tooMany)
  await bench.runToItsEnd()
  return ended
}

describe('a campaign with a step that the target does not take', () => {
  it('continues with the other steps, and records the refused step with the reason', async () => {
    const told: string[] = []
    bench.events.on('campaign.step-not-run', (payload) => {
      told.push(eventSchemas['campaign.step-not-run'].parse(payload).notRun.label)
    })
    const { record, error, summary } = await endOfRefused()
    expect(record.results.map(({ label }) => label)).toEqual(['partitions = 3', 'partitions = 12'])
    expect(record.notRun).toEqual([
      {
        stepId: 'value-2',
        label: 'partitions = 600',
        runId: expect.any(String),
        reason: 'topics: The cluster takes 100 partitions.',
        remedy: 'Use fewer.',
      },
    ])
    expect(bench.store.readRun(record.notRun?.[0]?.runId ?? '').status).toBe('failed')
    expect(told).toEqual(['partitions = 600'])
    expect([record.status, error?.code]).toEqual(['incomplete', 'PREFLIGHT_FAILED'])
    expect(error?.action?.command).toBe(`headroom campaign --resume ${record.id}`)
    expect(summary.sentence).toMatch(/of 2 steps confirmed[^.]*\. 1 step could not be run\.$/)
    expect(bench.campaigns.show(record.id).record).toEqual(record)
  })

  it('shows it in the terminal’s table, and in the window with what was measured', async () => {
    const end = await endOfRefused()
    const text = paintTerminal(campaignDocument(end), 200)
    expect(text).toMatch(/partitions = 600 +–.*not run/)
    expect(text).toContain('partitions = 600. topics: The cluster takes 100 partitions. Use fewer.')
    const view = followCampaign(startedCampaign(end.campaignId), { event: 'campaign.ended', payload: end })
    expect([view.error, view.results?.record.notRun?.length]).toEqual([null, 1])
  })

  it('tries only the refused step again when it is resumed', async () => {
    const { record } = await endOfRefused()
    const ended = bench.nextEnd()
    await bench.campaigns.resume(record.id)
    const order = await bench.runToItsEnd()
    expect(order.plan.topics[0]?.partitions).toBe(600)
    const end = await ended
    expect([end.error, end.record.status, end.record.notRun]).toEqual([null, 'complete', undefined])
    expect(end.record.results.map(({ stepId }) => stepId)).toEqual(['value-1', 'value-3', 'value-2'])
  })

  it('warms up with the next one', async () => {
    const ended = bench.nextEnd()
    const warmUp = { agreementRatio: 0.1, mostRuns: 2 }
    await bench.campaigns.start({ ...threeSteps, campaign: { ...threeSteps.campaign, warmUp } })
    await bench.refuse(tooMany)
    for (let run = 0; run < 2; run += 1) expect((await bench.runToItsEnd()).plan.topics[0]?.partitions).toBe(600)
    for (const count of [600, 12]) expect((await bench.runToItsEnd()).plan.topics[0]?.partitions).toBe(count)
    expect((await ended).record).toMatchObject({ warmUp: { runs: 2 }, notRun: [{ stepId: 'value-1' }] })
  })

  it('ends if the target itself fails its checks', async () => {
    for (const failures of [[noTcp], [tooMany, noTcp]]) {
      const ended = bench.nextEnd()
      await bench.campaigns.start(twoSteps)
      await bench.refuse(...failures)
      const { record } = await ended
      expect([record.status, record.results, record.notRun]).toEqual(['failed', [], undefined])
    }
  })

  it('leaves out rows below a peak that was not reached', async () => {
    const cases: Extract<Campaign['method'], { kind: 'cases' }>['cases'] = [
      { id: 'few', label: 'few', set: { [partitions]: 3 } },
      { id: 'below', label: 'below few', set: {}, below: { caseId: 'few', loadRatio: 0.8 } },
      { id: 'many', label: 'many', set: { [partitions]: 6 } },
    ]
    const growth = { writers: [1, 2], recordsPerSecEach: 100, flatRatio: 0.05 }
    const ended = bench.nextEnd()
    await bench.campaigns.start(requestOf({ kind: 'cases', cases, growth }))
    await bench.refuse(tooMany)
    await bench.runToItsEnd()
    await bench.runToItsEnd()
    const { record } = await ended
    expect(record.results.map(({ stepId }) => stepId)).toEqual(['many.1-writers', 'many.2-writers'])
    expect(record.notRun).toMatchObject([
      { stepId: 'few.1-writers' },
      { stepId: 'below', runId: null, reason: 'Its load follows from the peak of “few”, which was not run.' },
    ])
  })
})

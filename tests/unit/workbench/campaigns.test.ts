import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { campaignRecord } from '../../../src/contracts/campaign-record.ts'
import { events as eventSchemas, type Handlers } from '../../../src/contracts/ipc-contract.ts'
import { campaignPoints } from '../../../src/planning/campaign-points.ts'
import { serveIpc } from '../../../src/workbench/ipc-server.ts'
import { type CampaignBench, campaignBenches, requestOf, twoSteps } from './campaign-bench.ts'

let bench: CampaignBench
const workspace = campaignBenches((opened) => {
  bench = opened
})

describe('a campaign', () => {
  it('runs its steps one after another, each with its own names, and stores every result as it comes', async () => {
    const ended = bench.nextEnd()
    const steps: string[] = []
    bench.events.on('campaign.step', ({ label, position, mostRuns }) => steps.push(`${position}/${mostRuns} ${label}`))
    const { campaignId } = await bench.campaigns.start(twoSteps)
    const first = await bench.runToItsEnd()
    const second = await bench.runToItsEnd(0.9)
    const end = await ended
    expect(eventSchemas['campaign.ended'].parse(end)).toEqual(end)
    expect([end.error, end.record.status]).toEqual([null, 'complete'])
    expect(steps).toEqual(['1/2 0.5 times the load', '2/2 1 times the load'])
    const names = [first, second].map(({ plan }) => [plan.topics[0]?.name, plan.producers[0]?.clientId])
    expect(new Set(names.flat()).size).toBe(4)
    const offered = [first, second].map(({ plan }) => plan.producers.reduce((sum, each) => sum + each.recordsPerSec, 0))
    expect(offered[0]).toBeCloseTo(150, 6)
    expect(offered[1]).toBeCloseTo(300, 6)
    const { record, summary } = bench.campaigns.show(campaignId)
    expect(record).toEqual(end.record)
    expect(record.results.map(({ isSustained }) => isSustained)).toEqual([true, false])
    expect(record.results.map(({ runId }) => bench.store.readRun(runId).status)).toEqual(['complete', 'complete'])
    expect(summary.saturation).toMatchObject({ loadFactor: 0.5, nextFactor: 1, runs: 1 })
    expect(summary.sentence).toContain('Sustained up to 0.5 times the load')
  })

  it('answers the start before the event of its first step, so that a window knows the campaign', async () => {
    const sent: string[] = []
    const ended = bench.nextEnd()
    const handlers = { 'campaign.start': bench.campaigns.start } as Handlers
    const served = { handlers, on: bench.events.on, logError: () => undefined }
    const request = { type: 'request', id: 1, call: 'campaign.start', input: twoSteps }
    serveIpc(
      served,
      {
        postMessage: (message) => sent.push(JSON.stringify(message)),
        onMessage: (listener) => listener(request),
        onClose: () => undefined,
      },
      async () => false,
    )
    await bench.runToItsEnd()
    await bench.runToItsEnd()
    await ended
    const answered = sent.findIndex((message) => message.startsWith('{"type":"answer"'))
    const stepped = sent.findIndex((message) => message.includes('campaign.step'))
    expect(answered).toBe(0)
    expect(stepped).toBeGreaterThan(answered)
  })

  it('warms up until two runs agree, which do not count, and closes its session when it has ended', async () => {
    const ended = bench.nextEnd()
    const warmUps: number[] = []
    bench.events.on('campaign.warm-up', ({ run }) => warmUps.push(run))
    const warmUp = { agreementRatio: 0.1, mostRuns: 4, durationMs: 10_000 }
    await bench.campaigns.start(requestOf({ kind: 'single' }, { warmUp }))
    for (const share of [0.5, 0.9, 0.95]) {
      expect((await bench.runToItsEnd(share)).plan.durationMs).toBe(10_000)
    }
    expect((await bench.runToItsEnd(1)).plan.durationMs).toBe(20_000)
    const { record, summary } = await ended
    expect([warmUps, record.warmUp]).toEqual([[1, 2, 3], { runs: 3, isWarm: true }])
    expect(record.results.map(({ stepId }) => stepId)).toEqual(['single'])
    expect(summary.doubts.join()).not.toMatch(/warm-up/)
    expect(bench.fleet.sessions).toEqual(['opened', 'closed'])
  })

  it('warms up again if a row needs another embedded cluster', async () => {
    const ended = bench.nextEnd()
    const replicas = 'workload.topics.0.replicationFactor'
    const rows = [1, 3].map((factor) => ({ id: `rf-${factor}`, label: `${factor}`, set: { [replicas]: factor } }))
    const warmUp = { agreementRatio: 0.1, mostRuns: 2 }
    await bench.campaigns.start(requestOf({ kind: 'cases', cases: rows }, { warmUp, orderSeed: 1 }))
    const replicasRun: (number | undefined)[] = []
    for (const share of [1, 1, 1, 0.5, 1, 1]) {
      replicasRun.push((await bench.runToItsEnd(share)).plan.topics[0]?.replicationFactor)
    }
    const { record } = await ended
    expect(new Set(replicasRun.slice(0, 3)).size + new Set(replicasRun.slice(3)).size).toBe(2)
    expect(record.results).toHaveLength(2)
    expect(record.warmUp).toEqual({ runs: 2, isWarm: false })
  })

  it('warms up again if the warm cluster is gone, and runs that step again', async () => {
    const ended = bench.nextEnd()
    const warmUp = { agreementRatio: 0.1, mostRuns: 3 }
    const method = { kind: 'ladder' as const, loadFactors: [0.5, 1], stopsWhenSaturated: false }
    const { campaignId } = await bench.campaigns.start(requestOf(method, { warmUp }))
    const [first, second] = [1_000, 2_000]
    for (const cluster of [first, first, first]) await bench.runToItsEnd(1, cluster)
    // A broker died in the quiet time: the runner has started another cluster, and told nobody but in the record.
    const cold = await bench.runToItsEnd(0.2, second)
    for (const cluster of [second, second]) await bench.runToItsEnd(1, cluster)
    const again = await bench.runToItsEnd(1, second)
    const { record } = await ended
    expect(record.results.map(({ stepId }) => stepId)).toEqual(['load-0.5', 'load-1'])
    expect(record.results[1]?.runId).toBe(again.plan.runId)
    expect(bench.store.readRun(cold.plan.runId).status, 'the cold run is kept as a run').toBe('complete')
    expect(record.warmUp).toEqual({ runs: 2, isWarm: true })
    expect(bench.campaigns.show(campaignId).summary.doubts.join()).not.toMatch(/warm-up/)
  })

  it('does not count two equal runs on two clusters as warm, and goes on with a doubt if no cluster lasts', async () => {
    const ended = bench.nextEnd()
    const warmUp = { agreementRatio: 0.1, mostRuns: 2 }
    await bench.campaigns.start(requestOf({ kind: 'single' }, { warmUp }))
    for (const cluster of [1, 2, 3, 4, 5, 6]) await bench.runToItsEnd(1, cluster)
    const { record, summary } = await ended
    expect([record.results.length, record.warmUp]).toEqual([1, { runs: 2, isWarm: false }])
    expect(summary.doubts[0]).toMatch(/no two consecutive ones agreed on the same cluster/)
  })

  it('warms up once if rows differ only in the name of their deployment', async () => {
    const ended = bench.nextEnd()
    const rows = ['aws', 'azure'].map((cloud) => ({ id: cloud, label: cloud, set: { 'deployment.cloud': cloud } }))
    const warmUp = { agreementRatio: 0.1, mostRuns: 2 }
    await bench.campaigns.start(requestOf({ kind: 'cases', cases: rows }, { warmUp, orderSeed: 1 }))
    const targets = new Set<string>()
    for (let run = 0; run < 4; run += 1) targets.add(JSON.stringify((await bench.runToItsEnd()).target))
    const { record } = await ended
    expect(targets.size).toBe(1)
    expect(record.results.map(({ stepId }) => stepId).sort()).toEqual(['aws', 'azure'])
  })

  it('describes its target by what its runs have in common', async () => {
    const ended = bench.nextEnd()
    const path = 'validation.addedRoundTripMs'
    const rows = [
      { id: 'far', label: 'far', set: { [path]: 5 } },
      { id: 'near', label: 'near', set: {} },
      { id: 'copied', label: 'copied', set: { 'workload.topics.0.replicationFactor': 3 } },
    ]
    await bench.campaigns.start(requestOf({ kind: 'cases', cases: rows }))
    for (const _ of rows) await bench.runToItsEnd()
    const { record } = await ended
    expect(record.target).toMatchObject({ kind: 'embedded:kafka', scale: 0.1, brokers: null, quotas: null })
    expect(record.target?.label).toMatch(/^embedded Apache Kafka[^,]*, declared capacity$/)
    const labels = record.results.map(({ runId }) => bench.store.readRun(runId))
    expect(labels.map((run) => run.origin !== 'imported' && run.target.brokers)).toEqual([1, 1, 3])
  })

  it('says so if no two runs of its warm-up agreed', async () => {
    const ended = bench.nextEnd()
    await bench.campaigns.start(requestOf({ kind: 'single' }, { warmUp: { agreementRatio: 0.1, mostRuns: 2 } }))
    for (const share of [0.5, 0.9, 1]) await bench.runToItsEnd(share)
    const { record, summary } = await ended
    expect(record.warmUp).toEqual({ runs: 2, isWarm: false })
    expect(summary.doubts[0]).toMatch(/no two consecutive ones agreed/)
  })

  it('that is stopped in a run keeps the results before it, and goes on at that step', async () => {
    const ended = bench.nextEnd()
    const { campaignId } = await bench.campaigns.start(twoSteps)
    await bench.runToItsEnd()
    await bench.fleet.next()
    await bench.campaigns.abort(campaignId)
    const { error, record } = await ended
    expect([error?.code, record.status, record.results.length]).toEqual(['ABORTED', 'stopped', 1])
    expect(error?.action?.command).toContain(`--resume ${campaignId}`)

    const resumed = bench.nextEnd()
    await bench.campaigns.resume(campaignId)
    const order = await bench.runToItsEnd()
    expect(order.plan.producers[0]?.recordsPerSec).toBeCloseTo(300, 6)
    const end = await resumed
    expect(end.record.status).toBe('complete')
    expect(end.record.results.map(({ stepId }) => stepId)).toEqual(['load-0.5', 'load-1'])
  })

  it('whose Headroom was killed is stopped, and another one can resume it', async () => {
    const request = requestOf({ kind: 'ladder', loadFactors: [0.5, 1], stopsWhenSaturated: true }, { repeats: 2 })
    const { campaignId } = await bench.campaigns.start(request)
    const before = bench.nextEnd()
    for (let run = 0; run < 3; run += 1) await bench.runToItsEnd()
    await bench.fleet.next()
    await bench.campaigns.close()
    await before
    workspace.reopen()
    expect(bench.campaigns.list()).toMatchObject([{ id: campaignId, status: 'stopped', runs: 3 }])
    const ended = bench.nextEnd()
    await bench.campaigns.resume(campaignId)
    await bench.runToItsEnd()
    const { record, summary } = await ended
    expect(record.results.map(({ stepId, repeat }) => `${stepId} ${repeat}`)).toEqual([
      'load-0.5 1',
      'load-0.5 2',
      'load-1 1',
      'load-1 2',
    ])
    expect(summary.steps.map(({ runIds }) => runIds.length)).toEqual([2, 2])
  })

  it('whose run fails ends there, says how to resume, and repeats that step', async () => {
    const ended = bench.nextEnd()
    const { campaignId } = await bench.campaigns.start(twoSteps)
    const run = await bench.fleet.next()
    const refusal = new AppError('PORT_TAKEN', 'Port 9092 is taken.', { remedy: 'Free it.' }).toData()
    run.end({ reason: 'prepare-failed', detail: refusal.message, error: refusal })
    const { error, record } = await ended
    expect([error?.code, record.status, record.results]).toEqual(['PORT_TAKEN', 'failed', []])
    expect(error?.remedy).toBe('Free it. Then resume the campaign at this step')
    expect(error?.action).toEqual({ command: `headroom campaign --resume ${campaignId}`, view: 'Benchmarks' })
    await bench.campaigns.resume(campaignId)
    expect((await bench.runToItsEnd()).plan.producers[0]?.recordsPerSec).toBeCloseTo(150, 6)
  })

  it('stores the model of every row, and compares each row with its own prediction', async () => {
    const ended = bench.nextEnd()
    const rate = { 'workload.producers.0.peakRecordsPerSec': 200_000 }
    const express = {
      ...rate,
      'deployment.offering': 'aws-msk-express',
      'deployment.tier': 'express.m7g.large',
      'deployment.size': 3,
    }
    const cases = [
      { id: 'dedicated', label: 'one CKU', set: rate },
      { id: 'express', label: 'three brokers', set: express },
    ]
    await bench.campaigns.start(requestOf({ kind: 'cases', cases }))
    await bench.runToItsEnd()
    await bench.runToItsEnd()
    const { record, summary } = await ended
    expect(campaignRecord.parse(record)).toEqual(record)
    expect([record.offering.id, record.otherOfferings?.map(({ id }) => id)]).toEqual([
      'confluent-cloud-dedicated',
      ['aws-msk-express'],
    ])
    const { predicted, measured } = campaignPoints(record, summary, 'ingressWireBytesPerSec')
    const [one = 0, other = 0] = measured.map(({ expected }) => expected.likely)
    expect(Math.abs(one / other - 1)).toBeGreaterThan(0.1)
    expect(predicted.map(({ expected }) => expected)).toEqual(measured.map(({ expected }) => expected))
  })

  it('can be stopped in its quiet time', async () => {
    const ended = bench.nextEnd()
    const quiet = new Promise((resolve) => bench.events.on('campaign.cool-down', resolve))
    const { campaignId } = await bench.campaigns.start({
      ...twoSteps,
      campaign: { ...twoSteps.campaign, coolDownMs: 3_600_000 },
    })
    expect(bench.campaigns.live()).toEqual({ campaignId, latestEvents: [] })
    await bench.runToItsEnd()
    await quiet
    // What it does now, for a window that was loaded again.
    expect(bench.campaigns.live()).toMatchObject({
      campaignId,
      latestEvents: [
        { event: 'campaign.step', payload: { position: 1 } },
        { event: 'campaign.cool-down', payload: { durationMs: 3_600_000 } },
      ],
    })
    expect(() => bench.campaigns.assertIdle()).toThrow('still running')
    await bench.campaigns.abort(campaignId)
    expect((await ended).record).toMatchObject({ status: 'stopped', results: [{ stepId: 'load-0.5' }] })
    expect(bench.campaigns.live()).toBeNull()
  })

  it('without a scale finds one for all steps, by one trial of the whole load', async () => {
    const { scale: _scale, ...unscaled } = twoSteps
    const ended = bench.nextEnd()
    await bench.campaigns.start(unscaled)
    const trial = await bench.runToItsEnd()
    expect(trial.plan.producers[0]?.recordsPerSec).toBeCloseTo(3_000, 6)
    await bench.runToItsEnd()
    await bench.runToItsEnd()
    const { record } = await ended
    // 300 of 3,000 records a second were reached: half of that tenth.
    expect(record.request.scale).toBe(0.05)
    expect(record.results.map(({ offered }) => Math.round(offered.recordsPerSec))).toEqual([75, 150])
  })

  it('is the only one at a time, and a finished one is not resumed', async () => {
    const ended = bench.nextEnd()
    const { campaignId } = await bench.campaigns.start(twoSteps)
    await expect(bench.campaigns.start(twoSteps)).rejects.toMatchObject({ code: 'RUN_ACTIVE' })
    await expect(bench.campaigns.resume(campaignId)).rejects.toMatchObject({ code: 'RUN_ACTIVE' })
    await bench.runToItsEnd()
    await bench.runToItsEnd()
    await ended
    await expect(bench.campaigns.resume(campaignId)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    await expect(bench.campaigns.resume('nothing')).rejects.toMatchObject({ code: 'CAMPAIGN_NOT_FOUND' })
    await expect(bench.campaigns.abort(campaignId)).rejects.toMatchObject({ code: 'CAMPAIGN_NOT_FOUND' })
  })
})

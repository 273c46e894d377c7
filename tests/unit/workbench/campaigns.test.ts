import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { type Campaign, campaign } from '../../../src/contracts/campaign.ts'
import type { CampaignRequest } from '../../../src/contracts/campaign-record.ts'
import { type EventPayload, events as eventSchemas } from '../../../src/contracts/ipc-contract.ts'
import type { Deployment } from '../../../src/contracts/scenario.ts'
import { offeringOf } from '../../../src/workbench/calibration/calibrated-models.ts'
import { type Campaigns, createCampaigns } from '../../../src/workbench/campaigns/campaigns.ts'
import { createEvents, type Events } from '../../../src/workbench/events.ts'
import { locateResources } from '../../../src/workbench/resources.ts'
import { openStore, type Store } from '../../../src/workbench/store/store.ts'
import { createValidations, type Validations } from '../../../src/workbench/validation/validations.ts'
import { exampleSample, runningRecord } from './example-run.ts'
import { createFakeFleet } from './fake-fleet.ts'
import { readySetup } from './ready-setup.ts'
import { smallScenario } from './small-scenario.ts'

let workspace = ''
let store: Store
let events: Events
let fleet: ReturnType<typeof createFakeFleet>
let validations: Validations
let campaigns: Campaigns

/** A process's worth of use cases over the workspace. */
function openWorkbench() {
  store = openStore(workspace)
  events = createEvents((_event, error) => {
    throw error
  })
  fleet = createFakeFleet()
  const shared = {
    store: () => store,
    offeringOf: (deployment: Deployment, place?: string) =>
      offeringOf(deployment, locateResources(process.cwd()), place),
    logError: () => undefined,
  }
  validations = createValidations({
    ...shared,
    resources: locateResources(process.cwd()),
    setup: readySetup,
    fleet,
    agentsFleet: async () => fleet,
    emit: events.emit,
    resolveSecrets: async () => ({}),
    sweep: async () => true,
    knownCeiling: async () => null,
    onActivity: () => undefined,
  })
  campaigns = createCampaigns({ ...shared, validations, events })
}

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'headroom-campaigns-'))
  openWorkbench()
})
afterEach(async () => {
  await campaigns.close()
  store.close()
  await rm(workspace, { recursive: true, force: true })
})

function requestOf(method: Campaign['method'], rest: Partial<Campaign> = {}): CampaignRequest {
  const common = { kind: 'headroom.campaign', schemaVersion: 1, name: 'steps', scenario: smallScenario } as const
  const given = campaign.parse({ ...common, method, coolDownMs: 0, ...rest })
  return { campaign: given, target: { kind: 'embedded:kafka' }, scale: 0.1, quotaWindowSeconds: 2, durationMs: 20_000 }
}

const twoSteps = requestOf({ kind: 'ladder', loadFactors: [0.5, 1], stopsWhenSaturated: true })

function nextEnd(): Promise<EventPayload<'campaign.ended'>> {
  return new Promise((resolve) => {
    const stop = events.on('campaign.ended', (payload) => {
      stop()
      resolve(payload)
    })
  })
}

/** Lets the next run go to its end; 300 records a second were offered, and this share of them acknowledged. */
async function runToItsEnd(ackedShare = 1) {
  const run = await fleet.next()
  run.becomeReady()
  while (run.startedAtEpochMs === null) await new Promise(setImmediate)
  const record = { ...runningRecord('any'), plan: run.order.plan, startedAtEpochMs: run.startedAtEpochMs }
  for (let second = 0; second < 20; second += 1) {
    const sample = exampleSample(record, second)
    const producers = sample.producers.map((producer) => ({
      ...producer,
      ackedRecords: Math.round(producer.ackedRecords * ackedShare),
      wireBytes: Math.round(producer.wireBytes * ackedShare),
      backlogRecords: Math.round((1 - ackedShare) * 300 * (second + 1)),
    }))
    run.listener.onSample({ ...sample, producers })
  }
  run.end({})
  return run.order
}

describe('a campaign', () => {
  it('runs its steps one after another, each with names of its own, and keeps every result as it comes', async () => {
    const ended = nextEnd()
    const steps: string[] = []
    events.on('campaign.step', ({ label, position, mostRuns }) => steps.push(`${position}/${mostRuns} ${label}`))
    const { campaignId } = await campaigns.start(twoSteps)
    const first = await runToItsEnd()
    const second = await runToItsEnd(0.9)
    const end = await ended
    expect(eventSchemas['campaign.ended'].parse(end)).toEqual(end)
    expect([end.error, end.record.status]).toEqual([null, 'complete'])
    expect(steps).toEqual(['1/2 0.5 times the load', '2/2 1 times the load'])
    const names = [first, second].map(({ plan }) => [plan.topics[0]?.name, plan.producers[0]?.clientId])
    expect(new Set(names.flat()).size).toBe(4)
    const offered = [first, second].map(({ plan }) => plan.producers.reduce((sum, each) => sum + each.recordsPerSec, 0))
    expect(offered[0]).toBeCloseTo(150, 6)
    expect(offered[1]).toBeCloseTo(300, 6)
    const { record, summary } = campaigns.show(campaignId)
    expect(record).toEqual(end.record)
    expect(record.results.map(({ isSustained }) => isSustained)).toEqual([true, false])
    expect(record.results.map(({ runId }) => store.readRun(runId).status)).toEqual(['complete', 'complete'])
    expect(summary.saturation).toMatchObject({ loadFactor: 0.5, nextFactor: 1, runs: 1 })
    expect(summary.sentence).toContain('Sustained up to 0.5 times the load')
  })

  it('warms up until two runs agree, which do not count, and closes its session when it has ended', async () => {
    const ended = nextEnd()
    const warmUps: number[] = []
    events.on('campaign.warm-up', ({ run }) => warmUps.push(run))
    const warmUp = { agreementRatio: 0.1, mostRuns: 4, durationMs: 10_000 }
    await campaigns.start(requestOf({ kind: 'single' }, { warmUp }))
    for (const share of [0.5, 0.9, 0.95]) {
      expect((await runToItsEnd(share)).plan.durationMs).toBe(10_000)
    }
    expect((await runToItsEnd(1)).plan.durationMs).toBe(20_000)
    const { record, summary } = await ended
    expect([warmUps, record.warmUp]).toEqual([[1, 2, 3], { runs: 3, isWarm: true }])
    expect(record.results.map(({ stepId }) => stepId)).toEqual(['single'])
    expect(summary.doubts.join()).not.toMatch(/warm-up/)
    expect(fleet.sessions).toEqual(['opened', 'closed'])
  })

  it('warms up again where a row wants another embedded cluster', async () => {
    const ended = nextEnd()
    const replicas = 'workload.topics.0.replicationFactor'
    const rows = [1, 3].map((factor) => ({ id: `rf-${factor}`, label: `${factor}`, set: { [replicas]: factor } }))
    const warmUp = { agreementRatio: 0.1, mostRuns: 2 }
    await campaigns.start(requestOf({ kind: 'cases', cases: rows }, { warmUp, orderSeed: 1 }))
    const replicasRun: (number | undefined)[] = []
    for (const share of [1, 1, 1, 0.5, 1, 1]) {
      replicasRun.push((await runToItsEnd(share)).plan.topics[0]?.replicationFactor)
    }
    const { record } = await ended
    expect(new Set(replicasRun.slice(0, 3)).size + new Set(replicasRun.slice(3)).size).toBe(2)
    expect(record.results).toHaveLength(2)
    expect(record.warmUp).toEqual({ runs: 2, isWarm: false })
  })

  it('says so where no two runs of its warm-up agreed', async () => {
    const ended = nextEnd()
    await campaigns.start(requestOf({ kind: 'single' }, { warmUp: { agreementRatio: 0.1, mostRuns: 2 } }))
    for (const share of [0.5, 0.9, 1]) await runToItsEnd(share)
    const { record, summary } = await ended
    expect(record.warmUp).toEqual({ runs: 2, isWarm: false })
    expect(summary.doubts[0]).toMatch(/no two in a row agreed/)
  })

  it('that is stopped in a run keeps the results before it, and goes on at that step', async () => {
    const ended = nextEnd()
    const { campaignId } = await campaigns.start(twoSteps)
    await runToItsEnd()
    await fleet.next()
    await campaigns.abort(campaignId)
    const { error, record } = await ended
    expect([error?.code, record.status, record.results.length]).toEqual(['ABORTED', 'stopped', 1])
    expect(error?.remedy).toContain(`--resume ${campaignId}`)

    const resumed = nextEnd()
    await campaigns.resume(campaignId)
    const order = await runToItsEnd()
    expect(order.plan.producers[0]?.recordsPerSec).toBeCloseTo(300, 6)
    const end = await resumed
    expect(end.record.status).toBe('complete')
    expect(end.record.results.map(({ stepId }) => stepId)).toEqual(['load-0.5', 'load-1'])
  })

  it('whose Headroom was killed stands as stopped, and another one goes on with what is stored', async () => {
    const request = requestOf({ kind: 'ladder', loadFactors: [0.5, 1], stopsWhenSaturated: true }, { repeats: 2 })
    const { campaignId } = await campaigns.start(request)
    const before = nextEnd()
    for (let run = 0; run < 3; run += 1) await runToItsEnd()
    await fleet.next()
    await campaigns.close()
    await before
    store.close()
    openWorkbench()
    expect(campaigns.list()).toMatchObject([{ id: campaignId, status: 'stopped', runs: 3 }])
    const ended = nextEnd()
    await campaigns.resume(campaignId)
    await runToItsEnd()
    const { record, summary } = await ended
    expect(record.results.map(({ stepId, repeat }) => `${stepId} ${repeat}`)).toEqual([
      'load-0.5 1',
      'load-0.5 2',
      'load-1 1',
      'load-1 2',
    ])
    expect(summary.steps.map(({ runIds }) => runIds.length)).toEqual([2, 2])
  })

  it('whose run fails ends there, says how to go on, and runs that step again', async () => {
    const ended = nextEnd()
    const { campaignId } = await campaigns.start(twoSteps)
    const run = await fleet.next()
    const refusal = new AppError('PORT_TAKEN', 'Port 9092 is taken.', { remedy: 'Free it.' }).toData()
    run.end({ reason: 'prepare-failed', detail: refusal.message, error: refusal })
    const { error, record } = await ended
    expect([error?.code, record.status, record.results]).toEqual(['PORT_TAKEN', 'failed', []])
    expect(error?.remedy).toBe(`Free it. Then go on at this step with: headroom campaign --resume ${campaignId}`)
    await campaigns.resume(campaignId)
    expect((await runToItsEnd()).plan.producers[0]?.recordsPerSec).toBeCloseTo(150, 6)
  })

  it('can be stopped in its quiet time', async () => {
    const ended = nextEnd()
    const quiet = new Promise((resolve) => events.on('campaign.cool-down', resolve))
    const { campaignId } = await campaigns.start({
      ...twoSteps,
      campaign: { ...twoSteps.campaign, coolDownMs: 3_600_000 },
    })
    await runToItsEnd()
    await quiet
    expect(() => campaigns.assertIdle()).toThrow('going on')
    await campaigns.abort(campaignId)
    expect((await ended).record).toMatchObject({ status: 'stopped', results: [{ stepId: 'load-0.5' }] })
  })

  it('without a scale finds one for all steps, by one trial of the whole load', async () => {
    const { scale: _scale, ...unscaled } = twoSteps
    const ended = nextEnd()
    await campaigns.start(unscaled)
    const trial = await runToItsEnd()
    expect(trial.plan.producers[0]?.recordsPerSec).toBeCloseTo(3_000, 6)
    await runToItsEnd()
    await runToItsEnd()
    const { record } = await ended
    // 300 of 3,000 records a second were reached: half of that tenth.
    expect(record.request.scale).toBe(0.05)
    expect(record.results.map(({ offered }) => Math.round(offered.recordsPerSec))).toEqual([75, 150])
  })

  it('is the only one at a time, and a finished one is not resumed', async () => {
    const ended = nextEnd()
    const { campaignId } = await campaigns.start(twoSteps)
    await expect(campaigns.start(twoSteps)).rejects.toMatchObject({ code: 'RUN_ACTIVE' })
    await expect(campaigns.resume(campaignId)).rejects.toMatchObject({ code: 'RUN_ACTIVE' })
    await runToItsEnd()
    await runToItsEnd()
    await ended
    await expect(campaigns.resume(campaignId)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    await expect(campaigns.resume('nothing')).rejects.toMatchObject({ code: 'CAMPAIGN_NOT_FOUND' })
    await expect(campaigns.abort(campaignId)).rejects.toMatchObject({ code: 'CAMPAIGN_NOT_FOUND' })
  })
})

describe('the preview of a campaign', () => {
  it('adds up runs, bytes and time, and writes nothing', async () => {
    const request = requestOf(
      { kind: 'ladder', loadFactors: [0.5, 1], stopsWhenSaturated: false },
      { repeats: 3, coolDownMs: 10_000 },
    )
    const preview = await campaigns.preview(request)
    expect([preview.runs, preview.isAtMost, preview.steps.length]).toEqual([6, false, 2])
    const bytes = preview.steps.map(({ summary }) => summary.writtenWireBytes)
    expect(preview.writtenWireBytes).toBe(3 * ((bytes[0] ?? 0) + (bytes[1] ?? 0)))
    // Six loads of 20 s with 15 s around each, five cool-downs.
    expect(preview.durationMs).toBe(6 * 35_000 + 5 * 10_000)
    expect([store.listRuns(), store.listCampaigns()]).toEqual([[], []])
  })

  it('of growing cases shows the most writers of each, and adds up climbs and repeats', async () => {
    const cases = [
      { id: 'a', label: 'a', set: {} },
      { id: 'idle', label: 'idle', set: {}, isFixed: true },
    ]
    const growth = { writers: [1, 3], recordsPerSecEach: 100, flatRatio: 0.05 }
    const preview = await campaigns.preview(requestOf({ kind: 'cases', cases, growth }, { repeats: 3 }))
    // Two steps of a climb, two more runs of its peak, three of the row that does not grow.
    expect([preview.runs, preview.isAtMost, preview.steps.map(({ label }) => label)]).toEqual([
      7,
      true,
      ['a, 3 writers', 'idle'],
    ])
    const [climb = 0, idle = 0] = preview.steps.map(({ summary }) => summary.writtenWireBytes)
    expect(preview.writtenWireBytes).toBe(Math.ceil((4 / 3 + 2) * climb + 3 * idle))
  })

  it('of a search is what it makes at most', async () => {
    const preview = await campaigns.preview(
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
    await expect(campaigns.preview(request)).rejects.toMatchObject({
      code: 'PLAN_IMPOSSIBLE',
      message: '2 steps of the campaign cannot be run.',
      problems: [{ place: 'recordValueBytes = 10' }, { place: 'recordValueBytes = 5000000' }],
    })
  })

  it('says once what stands in the way of every step', async () => {
    const unknown = { ...smallScenario, deployment: { ...smallScenario.deployment, offering: 'nobody-sells-this' } }
    await expect(
      campaigns.preview({ ...twoSteps, campaign: { ...twoSteps.campaign, scenario: unknown } }),
    ).rejects.toMatchObject({ code: 'OFFERING_INVALID' })
  })
})

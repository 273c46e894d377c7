import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import type { EventPayload } from '../../../src/contracts/ipc-contract.ts'
import { fileOfRun } from '../../../src/contracts/run-file-conversion.ts'
import type { Deployment } from '../../../src/contracts/scenario.ts'
import type { ValidationRequest } from '../../../src/contracts/validation-request.ts'
import { offeringOf } from '../../../src/workbench/calibration/calibrated-models.ts'
import { createEvents, type Events } from '../../../src/workbench/events.ts'
import { locateResources } from '../../../src/workbench/resources.ts'
import { createRuns } from '../../../src/workbench/runs.ts'
import { openStore, type Store } from '../../../src/workbench/store/store.ts'
import { createValidations, type Validations } from '../../../src/workbench/validation/validations.ts'
import { consumerOutput, producerOutput, toolVersion } from '../measurement/perf-test-output.ts'
import { exampleSample, runningRecord } from './example-run.ts'
import { createFakeFleet } from './fake-fleet.ts'
import { readySetup } from './ready-setup.ts'
import { smallScenario } from './small-scenario.ts'

let workspace = ''
let store: Store
let events: Events
let fleet: ReturnType<typeof createFakeFleet>
let validations: Validations
let failingWrites = false

const request: ValidationRequest = {
  scenario: smallScenario,
  target: { kind: 'embedded:kafka' },
  scale: 0.1,
  quotaWindowSeconds: 2,
}

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'headroom-validations-'))
  store = openStore(workspace)
  failingWrites = false
  events = createEvents((_event, error) => {
    throw error
  })
  fleet = createFakeFleet()
  const guarded: Store = {
    ...store,
    addSample(runId, sample) {
      if (failingWrites) throw new AppError('DISK_FULL', 'The disk is full.')
      store.addSample(runId, sample)
    },
  }
  validations = createValidations({
    resources: locateResources(process.cwd()),
    setup: readySetup,
    fleet,
    agentsFleet: async () => fleet,
    emit: events.emit,
    store: () => guarded,
    offeringOf: (deployment: Deployment, place?: string) =>
      offeringOf(deployment, locateResources(process.cwd()), place),
    resolveSecrets: async () => ({}),
    sweep: async () => true,
    knownCeiling: async () => null,
    logError: () => undefined,
    onActivity: () => undefined,
  })
})
afterEach(async () => {
  await validations.close()
  store.close()
  await rm(workspace, { recursive: true, force: true })
})

function nextEnd(): Promise<EventPayload<'validation.ended'>> {
  return new Promise((resolve) => {
    const stop = events.on('validation.ended', (payload) => {
      stop()
      resolve(payload)
    })
  })
}

/** Starts a run, lets it become ready and gives it that many seconds of samples. */
async function runFor(seconds: number) {
  const ended = nextEnd()
  const { runId } = await validations.start(request)
  const run = await fleet.next()
  run.becomeReady()
  while (run.startedAtEpochMs === null) await new Promise(setImmediate)
  const record = { ...runningRecord(runId), plan: run.order.plan, startedAtEpochMs: run.startedAtEpochMs }
  for (let second = 0; second < seconds; second += 1) run.listener.onSample(exampleSample(record, second))
  return { runId, run, ended }
}

describe('a validation', () => {
  it('that goes to its end is complete, with a result and a verdict, and stays in the workspace', async () => {
    const { runId, run, ended } = await runFor(20)
    expect(store.readRun(runId).status).toBe('running')
    run.end({})
    const { record, error } = await ended
    expect([error, record?.status, record?.endReason]).toEqual([null, 'complete', 'plan-complete'])
    expect(record?.overlay?.verdict).toBe('confirmed')
    expect(record?.overlay?.limitReached).toBe(false)
    expect(store.readRun(runId)).toEqual(record)
    expect(store.readSamples(runId)).toHaveLength(20)
  })

  it('lets others have their turn while the seconds of a long one are added up', async () => {
    const { run, ended } = await runFor(900)
    run.end({})
    let turns = 0
    let hasEnded = false
    void ended.then(() => {
      hasEnded = true
    })
    for (; !hasEnded; turns += 1) await new Promise(setImmediate)
    const { record } = await ended
    expect(record?.status).toBe('complete')
    expect(turns).toBeGreaterThanOrEqual(900 / 60)
  })

  it('that is aborted keeps what was measured', async () => {
    const { runId, run, ended } = await runFor(5)
    await validations.abort(runId)
    const { record, error } = await ended
    expect(run.stops).toEqual(['abort'])
    expect([error?.code, record?.status, record?.endReason]).toEqual(['ABORTED', 'partial', 'user-abort'])
    expect(record?.result?.accounting.ackedRecords).toBe(1_500)
    expect(record?.overlay?.verdict).toBe('not-proven')
  })

  it('whose runner is lost is partial, and the runner is swept up after', async () => {
    const { run, ended } = await runFor(5)
    const lost = new AppError('RUNNER_EXITED', 'The runner was killed (SIGKILL) before the run had ended.').toData()
    run.end({ reason: 'runner-exited', detail: lost.message, cleanUp: null, error: lost })
    const { record, error } = await ended
    expect([error?.code, record?.status]).toEqual(['RUNNER_EXITED', 'partial'])
    expect(record?.cleanUp?.leftovers).toEqual([])
  })

  it('whose clients are Kafka’s own tools is stored with their outputs, compared with the prediction', async () => {
    const ended = nextEnd()
    const { runId } = await validations.start({ ...request, driver: 'kafka-perf-test' })
    const run = await fleet.next()
    expect(run.order.plan.driver).toBe('kafka-perf-test')
    run.becomeReady()
    while (run.startedAtEpochMs === null) await new Promise(setImmediate)
    run.listener.onToolOutput?.(producerOutput(() => 300, { startMs: 0, seconds: 20 }))
    run.listener.onToolOutput?.(consumerOutput(300, 20))
    run.end({})
    const { record, error } = await ended
    expect(error).toBeNull()
    expect(record).toMatchObject({ id: runId, status: 'complete', origin: 'measured', driver: 'kafka-perf-test' })
    expect(record?.observations).toMatchObject({ windows: 8, toolVersion, figures: { ingressWireBytesPerSec: null } })
    expect(record?.overlay, record?.overlay?.reason).toMatchObject({ verdict: 'confirmed', limitReached: false })
    expect(record?.notes.join(' ')).toContain('do not measure wire bytes, response time')
    expect(store.readRun(runId)).toEqual(record)
    expect(fileOfRun(store.readRun(runId))).toMatchObject({ origin: 'imported', driven: { windows: 8, toolVersion } })
  })

  it('whose tools print nothing has an error and is kept as failed', async () => {
    const ended = nextEnd()
    const { runId } = await validations.start({ ...request, driver: 'kafka-perf-test' })
    const run = await fleet.next()
    run.end({})
    const { record, error } = await ended
    expect([record?.status, error?.code]).toEqual(['failed', 'RUN_FAILED'])
    expect(store.readRun(runId)).toEqual(record)
  })

  it('whose tools are lost on a user’s cluster names the topics that may be left there', async () => {
    const ended = nextEnd()
    const { scale: _scale, quotaWindowSeconds: _window, ...onCluster } = request
    const connection = {
      kind: 'headroom.connection' as const,
      schemaVersion: 1 as const,
      name: 'Ours',
      bootstrapServers: ['127.0.0.1:9'],
    }
    const target = { kind: 'connection' as const, connection }
    await validations.start({ ...onCluster, driver: 'kafka-perf-test', target })
    const run = await fleet.next()
    const lost = new AppError('RUNNER_EXITED', 'The runner was killed (SIGKILL) before the run had ended.').toData()
    run.end({ reason: 'runner-exited', detail: lost.message, cleanUp: null, error: lost })
    const { error } = await ended
    const [topic] = run.order.plan.topics
    expect([error?.code, error?.problems]).toEqual([
      'RUNNER_EXITED',
      [{ place: 'cluster', message: `Topic ${topic?.name} may still exist; delete it if so.` }],
    ])
  })

  it('refuses Kafka’s own tools for clients that are not Java, and on simulated brokers', async () => {
    const workload = { ...smallScenario.workload, clientFamily: 'librdkafka' as const }
    const notJava = { ...request, driver: 'kafka-perf-test' as const, scenario: { ...smallScenario, workload } }
    await expect(validations.start(notJava)).rejects.toThrow('with Java clients')
    const simulated = {
      ...request,
      driver: 'kafka-perf-test' as const,
      target: { kind: 'embedded:simulated' as const },
    }
    const { quotaWindowSeconds: _, ...unlimited } = simulated
    await expect(validations.start(unlimited)).rejects.toThrow('needs brokers of Apache Kafka')
  })

  it('that cannot be prepared has failed and says why', async () => {
    const ended = nextEnd()
    await validations.start(request)
    const run = await fleet.next()
    const refusal = new AppError('PORT_TAKEN', 'Port 9092 is taken.').toData()
    run.end({ reason: 'prepare-failed', detail: refusal.message, error: refusal })
    const { record, error } = await ended
    expect([error?.code, record?.status, record?.result]).toEqual(['PORT_TAKEN', 'failed', null])
  })

  it('is stopped when the disk is full, and the samples before that are kept', async () => {
    const { runId, run, ended } = await runFor(3)
    failingWrites = true
    run.listener.onSample(exampleSample({ ...runningRecord(runId), plan: run.order.plan }, 3))
    const { record, error } = await ended
    expect(run.stops).toEqual(['abort'])
    expect([error?.code, record?.status]).toEqual(['DISK_FULL', 'partial'])
    expect(store.readSamples(runId)).toHaveLength(3)
    // The result counts what could not be kept too: three seconds from the workspace, one from memory.
    expect(record?.result?.accounting.offeredRecords).toBe(4 * 300)
  })

  it('is the only one at a time', async () => {
    const { runId } = await runFor(1)
    await expect(validations.start(request)).rejects.toMatchObject({ code: 'RUN_ACTIVE' })
    await expect(validations.abort('another')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
    const ended = nextEnd()
    await validations.abort(runId)
    await ended
    const again = await validations.start(request)
    expect(again.runId).not.toBe(runId)
  })

  it('that is refused leaves room for the next', async () => {
    const unknown = { ...smallScenario, deployment: { ...smallScenario.deployment, offering: 'nobody-sells-this' } }
    await expect(validations.start({ ...request, scenario: unknown })).rejects.toMatchObject({
      code: 'OFFERING_INVALID',
    })
    await runFor(1)
  })

  it('without a scale uses half of what an unlimited trial reached', async () => {
    const { scale: _scale, ...unscaled } = request
    const notices: string[] = []
    events.on('validation.notice', ({ message }) => notices.push(message))
    const ended = nextEnd()
    await validations.start(unscaled)
    const trial = await fleet.next()
    expect(trial.order.target).not.toHaveProperty('quotas')
    trial.becomeReady()
    const record = { ...runningRecord('trial'), plan: trial.order.plan }
    for (let second = 0; second < 20; second += 1) trial.listener.onSample(exampleSample(record, second))
    trial.end({})
    const run = await fleet.next()
    const offered = run.order.plan.producers.reduce((sum, producer) => sum + producer.recordsPerSec, 0)
    // 300 of 3,000 records a second were reached: half of that tenth.
    expect(offered).toBeCloseTo(150, 6)
    expect(notices.some((notice) => notice.includes('scale 0.05'))).toBe(true)
    run.end({ reason: 'prepare-failed' })
    expect((await ended).record?.target.scale).toBe(0.05)
  })

  it.each([
    ['a scale for a real cluster', { scale: 0.5 }],
    ['a quota factor for a real cluster', { quotaFactor: 0.5 }],
  ])('refuses %s', async (_what, extra) => {
    const connection = {
      kind: 'headroom.connection' as const,
      schemaVersion: 1 as const,
      name: 'Ours',
      bootstrapServers: ['b:9092'],
    }
    const real: ValidationRequest = { scenario: smallScenario, target: { kind: 'connection', connection }, ...extra }
    await expect(validations.start(real)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })
})

describe('a preview', () => {
  it('writes nothing and shows target, load and prediction', async () => {
    const preview = await validations.preview(request)
    expect(preview.target.enforces).toEqual(['ingress', 'egress'])
    expect(preview.summary.offeredRecordsPerSec).toBeCloseTo(300, 6)
    expect(preview.prediction.deployment.capacityScale).toBe(0.1)
    expect(store.listRuns()).toEqual([])
  })

  it('says that a trial will find the scale if none is known', async () => {
    const { scale: _scale, ...unscaled } = request
    expect((await validations.preview(unscaled)).target.label).toContain('found by a 20 s trial')
  })
})

describe('an interrupted run', () => {
  it('gets its result when it is opened', () => {
    const record = runningRecord('interrupted')
    store.insertRun({ ...record, status: 'partial', endReason: 'app-killed', endDetail: 'Headroom was ended.' })
    for (let second = 0; second < 8; second += 1) store.addSample(record.id, exampleSample(record, second))
    const { run: shown } = createRuns(() => store).show(record.id)
    expect(shown).toMatchObject({ result: { accounting: { ackedRecords: 2_400 } } })
    expect([shown.overlay?.verdict, shown.overlay?.reasonCode]).toEqual(['not-proven', 'partial-run'])
    expect(shown).toMatchObject(store.readRun(record.id))
  })
})

import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import type { ValidationRequest } from '../../../src/contracts/validation-request.ts'
import { createRuns } from '../../../src/workbench/recorded-runs.ts'
import { exampleSample, runningRecord } from './example-run.ts'
import { smallScenario } from './small-scenario.ts'
import { request, type ValidationBench, validationBenches } from './validation-bench.ts'

let bench: ValidationBench
validationBenches((opened) => {
  bench = opened
})

describe('a validation', () => {
  it('that goes to its end is complete, with a result and a verdict, and stays in the workspace', async () => {
    const { runId, run, ended } = await bench.runFor(20)
    expect(bench.store.readRun(runId).status).toBe('running')
    run.end({})
    const { record, error } = await ended
    expect([error, record?.status, record?.endReason]).toEqual([null, 'complete', 'plan-complete'])
    expect(record?.overlay?.verdict).toBe('confirmed')
    expect(record?.overlay?.limitReached).toBe(false)
    expect(bench.store.readRun(runId)).toEqual(record)
    expect(bench.store.readSamples(runId)).toHaveLength(20)
  })

  it('lets others have their turn while the seconds of a long one are added up', async () => {
    const { run, ended } = await bench.runFor(900)
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
    const { runId, run, ended } = await bench.runFor(5)
    await bench.validations.abort(runId)
    const { record, error } = await ended
    expect(run.stops).toEqual(['abort'])
    expect([error?.code, record?.status, record?.endReason]).toEqual(['ABORTED', 'partial', 'user-abort'])
    expect(record?.result?.accounting.ackedRecords).toBe(1_500)
    expect(record?.overlay?.verdict).toBe('not-proven')
  })

  it('whose runner is lost is partial, and the runner is swept up after', async () => {
    const { run, ended } = await bench.runFor(5)
    const lost = new AppError('RUNNER_EXITED', 'The runner was killed (SIGKILL) before the run had ended.').toData()
    run.end({ reason: 'runner-exited', detail: lost.message, cleanUp: null, error: lost })
    const { record, error } = await ended
    expect([error?.code, record?.status]).toEqual(['RUNNER_EXITED', 'partial'])
    expect(record?.cleanUp?.leftovers).toEqual([])
  })

  it('that cannot be prepared has failed and says why', async () => {
    const ended = bench.nextEnd()
    await bench.validations.start(request)
    const run = await bench.fleet.next()
    const refusal = new AppError('PORT_TAKEN', 'Port 9092 is taken.').toData()
    run.end({ reason: 'prepare-failed', detail: refusal.message, error: refusal })
    const { record, error } = await ended
    expect([error?.code, record?.status, record?.result]).toEqual(['PORT_TAKEN', 'failed', null])
  })

  it('is stopped when the disk is full, and the samples before that are kept', async () => {
    const { runId, run, ended } = await bench.runFor(3)
    bench.fillDisk()
    run.listener.onSample(exampleSample({ ...runningRecord(runId), plan: run.order.plan }, 3))
    const { record, error } = await ended
    expect(run.stops).toEqual(['abort'])
    expect([error?.code, record?.status]).toEqual(['DISK_FULL', 'partial'])
    expect(bench.store.readSamples(runId)).toHaveLength(3)
    // The result counts what could not be kept too: three seconds from the workspace, one from memory.
    expect(record?.result?.accounting.offeredRecords).toBe(4 * 300)
  })

  it('is the only one at a time', async () => {
    const { runId } = await bench.runFor(1)
    await expect(bench.validations.start(request)).rejects.toMatchObject({ code: 'RUN_ACTIVE' })
    await expect(bench.validations.abort('another')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
    const ended = bench.nextEnd()
    await bench.validations.abort(runId)
    await ended
    const again = await bench.validations.start(request)
    expect(again.runId).not.toBe(runId)
  })

  it('that is refused leaves room for the next', async () => {
    const unknown = { ...smallScenario, deployment: { ...smallScenario.deployment, offering: 'nobody-sells-this' } }
    await expect(bench.validations.start({ ...request, scenario: unknown })).rejects.toMatchObject({
      code: 'OFFERING_INVALID',
    })
    await bench.runFor(1)
  })

  it('without a scale uses half of what an unlimited trial reached', async () => {
    const { scale: _scale, ...unscaled } = request
    const notices: string[] = []
    bench.events.on('validation.notice', ({ message }) => notices.push(message))
    const ended = bench.nextEnd()
    await bench.validations.start(unscaled)
    const trial = await bench.fleet.next()
    expect(trial.order.target).not.toHaveProperty('quotas')
    trial.becomeReady()
    const record = { ...runningRecord('trial'), plan: trial.order.plan }
    for (let second = 0; second < 20; second += 1) trial.listener.onSample(exampleSample(record, second))
    trial.end({})
    const run = await bench.fleet.next()
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
    await expect(bench.validations.start(real)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })
})

describe('a preview', () => {
  it('writes nothing and shows target, load and prediction', async () => {
    const preview = await bench.validations.preview(request)
    expect(preview.target.enforces).toEqual(['ingress', 'egress'])
    expect(preview.summary.offeredRecordsPerSec).toBeCloseTo(300, 6)
    expect(preview.prediction.deployment.capacityScale).toBe(0.1)
    expect(bench.store.listRuns()).toEqual([])
  })

  it('says that a trial will find the scale if none is known', async () => {
    const { scale: _scale, ...unscaled } = request
    expect((await bench.validations.preview(unscaled)).target.label).toContain('found by a 20 s trial')
  })
})

describe('an interrupted run', () => {
  it('gets its result when it is opened', () => {
    const record = runningRecord('interrupted')
    bench.store.insertRun({ ...record, status: 'partial', endReason: 'app-killed', endDetail: 'Headroom was ended.' })
    for (let second = 0; second < 8; second += 1) bench.store.addSample(record.id, exampleSample(record, second))
    const { run: shown } = createRuns(() => bench.store).show(record.id)
    expect(shown).toMatchObject({ result: { accounting: { ackedRecords: 2_400 } } })
    expect([shown.overlay?.verdict, shown.overlay?.reasonCode]).toEqual(['not-proven', 'partial-run'])
    expect(shown).toMatchObject(bench.store.readRun(record.id))
  })
})

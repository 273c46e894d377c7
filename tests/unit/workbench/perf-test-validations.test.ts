import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { fileOfRun } from '../../../src/contracts/run-file-conversion.ts'
import { consumerOutput, producerOutput, toolVersion } from '../measurement/perf-test-output.ts'
import { smallScenario } from './small-scenario.ts'
import { request, type ValidationBench, validationBenches } from './validation-bench.ts'

let bench: ValidationBench
validationBenches((opened) => {
  bench = opened
})

describe('a validation', () => {
  it('whose clients are Kafka’s own tools is stored with their outputs, compared with the prediction', async () => {
    const ended = bench.nextEnd()
    const { runId } = await bench.validations.start({ ...request, driver: 'kafka-perf-test' })
    const run = await bench.fleet.next()
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
    expect(bench.store.readRun(runId)).toEqual(record)
    expect(fileOfRun(bench.store.readRun(runId))).toMatchObject({
      origin: 'imported',
      driven: { windows: 8, toolVersion },
    })
  })

  it('whose tools print nothing has an error and is kept as failed', async () => {
    const ended = bench.nextEnd()
    const { runId } = await bench.validations.start({ ...request, driver: 'kafka-perf-test' })
    const run = await bench.fleet.next()
    run.end({})
    const { record, error } = await ended
    expect([record?.status, error?.code]).toEqual(['failed', 'RUN_FAILED'])
    expect(bench.store.readRun(runId)).toEqual(record)
  })

  it('whose tools are lost on a user’s cluster names the topics that may be left there', async () => {
    const ended = bench.nextEnd()
    const { scale: _scale, quotaWindowSeconds: _window, ...onCluster } = request
    const connection = {
      kind: 'headroom.connection' as const,
      schemaVersion: 1 as const,
      name: 'Ours',
      bootstrapServers: ['127.0.0.1:9'],
    }
    const target = { kind: 'connection' as const, connection }
    await bench.validations.start({ ...onCluster, driver: 'kafka-perf-test', target })
    const run = await bench.fleet.next()
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
    await expect(bench.validations.start(notJava)).rejects.toThrow('with Java clients')
    const simulated = {
      ...request,
      driver: 'kafka-perf-test' as const,
      target: { kind: 'embedded:simulated' as const },
    }
    const { quotaWindowSeconds: _, ...unlimited } = simulated
    await expect(bench.validations.start(unlimited)).rejects.toThrow('needs brokers of Apache Kafka')
  })
})

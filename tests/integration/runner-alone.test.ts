import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runnerProtocolVersion } from '../../src/contracts/runner-protocol.ts'
import { smallPlan, TestController } from './runner-controller.ts'
import { connectionTo } from './test-brokers.ts'

let folder: string
let controller: TestController

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-alone-'))
  controller = new TestController(folder)
})

afterEach(async () => {
  await controller.disconnect()
  rmSync(folder, { recursive: true, force: true })
})

describe('a run without a cluster', () => {
  test('names the address at which nothing listens, and writes nothing', async () => {
    await controller.greet()
    controller.prepare(smallPlan({ runId: 'nobody' }), connectionTo(['127.0.0.1:9']))
    const ended = await controller.first('ended')
    expect(ended.reason).toBe('prepare-failed')
    expect(controller.all('error')).toMatchObject([{ error: { code: 'CLUSTER_UNREACHABLE' } }])
    const [preflight] = controller.all('preflight')
    expect(preflight?.preflight.checks.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'runner passed',
      'address passed',
      'tcp failed',
      'tls skipped',
      'authentication skipped',
      'brokers skipped',
      'replication-factor skipped',
      'topics skipped',
      'record-size skipped',
      'advertised skipped',
      'round-trip skipped',
    ])
    expect(preflight?.preflight.checks.find(({ id }) => id === 'tcp')?.remedy).toMatch(/port/)
  })

  test('names a secret that was not sent', async () => {
    await controller.greet()
    const where = connectionTo(['127.0.0.1:9'])
    if (where.kind !== 'connection') throw new Error('not a connection')
    const sasl = { mechanism: 'PLAIN' as const, username: 'me', passwordSecret: 'staging/kafka' }
    controller.prepare(smallPlan({ runId: 'secret' }), { ...where, connection: { ...where.connection, sasl } })
    await controller.first('ended')
    expect(controller.all('error')).toMatchObject([
      { error: { code: 'CONNECTION_INVALID', problems: [{ place: 'staging/kafka' }] } },
    ])
  })
})

describe('a controller that does not keep to the protocol', () => {
  test('gets an error message each time, and can continue', async () => {
    controller.sendText(
      'not json\n{"type":"dance"}\n{"type":"start","atEpochMs":1}\n{"type":"hello","protocolVersion":99}\n',
    )
    await controller.until(() => controller.all('error').length === 4)
    expect(controller.all('error').every(({ error }) => error.code === 'PROTOCOL_VIOLATION')).toBe(true)
    expect(controller.all('error').map(({ error }) => error.message)).toEqual([
      'The controller broke the runner protocol: a line is not JSON.',
      'The controller broke the runner protocol: a message does not follow the protocol.',
      'The controller sent "start" before hello.',
      `The controller speaks version 99 of the runner protocol, this runner version ${runnerProtocolVersion}.`,
    ])
    expect((await controller.greet()).environment.librdkafkaVersion).toMatch(/^\d+\.\d+/)
    controller.send({ type: 'stop', mode: 'abort' })
    await controller.until(() => controller.all('error').length === 5)
    expect(await controller.disconnect()).toEqual({ code: 0, signal: null })
  })
})

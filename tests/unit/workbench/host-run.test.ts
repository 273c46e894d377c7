import { expect, it } from 'vitest'
import {
  type ControllerMessage,
  type HostMessage,
  runnerProtocolVersion,
} from '../../../src/contracts/runner-protocol.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import type { FleetListener } from '../../../src/workbench/fleets/fleet.ts'
import type { HostExit } from '../../../src/workbench/fleets/host-connection.ts'
import { defaultDeadlines, HostRun, maxNotices, maxSecondsAhead } from '../../../src/workbench/fleets/host-run.ts'
import { environment } from '../../bench/simulated-environment.mjs'
import { exampleSample, runningRecord } from './example-run.ts'

/** A run on a host that does nothing, with what its listener was given. */
function runOnHost() {
  const notices: string[] = []
  const samples: Sample[] = []
  const ended = { isKilled: false }
  const ignore = () => undefined
  const listener: FleetListener = {
    onEnvironment: ignore,
    onProgress: ignore,
    onPreflight: ignore,
    onSample: (sample) => samples.push(sample),
    onNotice: (notice) => notices.push(notice),
  }
  let receive: (message: HostMessage) => void = ignore
  let exit: (how: HostExit) => void = ignore
  const exited = new Promise<HostExit>((resolve) => {
    exit = resolve
  })
  const kill = () => {
    ended.isKilled = true
    exit({ exitCode: null, signal: 'SIGKILL', stderrTail: '', error: null })
  }
  const sent: ControllerMessage[] = []
  const send = (message: ControllerMessage) => void sent.push(message)
  const host = { send, disconnect: ignore, kill, exited }
  const source = {
    take: (receiver: (message: HostMessage) => void) => {
      receive = receiver
      return { host, greeting: null }
    },
  }
  const record = runningRecord('noisy')
  const target = { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 } as const
  const order = { plan: record.plan, target, secrets: {} }
  const run = new HostRun({ source, isLast: false }, order, listener, defaultDeadlines)
  return { run, record, notices, samples, ended, sent, receive: (message: HostMessage) => receive(message) }
}

it('passes on as many notices of a host as a person would read, and says once that there are more', () => {
  const { run, notices, receive } = runOnHost()
  for (let count = 0; count < maxNotices; count += 1) receive({ type: 'notice', message: `${count}` })
  expect(notices).toHaveLength(maxNotices)
  for (let count = 0; count < 100_000; count += 1) receive({ type: 'notice', message: 'more' })
  expect(notices.slice(maxNotices)).toEqual(['The runner sent more than 500 notices. Later ones are not shown.'])
  // Ends the deadlines of the run.
  run.kill()
})

it.each([
  ['of a second that is years away', (second: number) => (second === 3 ? Number.MAX_SAFE_INTEGER : second), 3],
  ['without end', (second: number) => second % 10, maxSecondsAhead],
])('ends a host that sends samples %s, and keeps those before', async (_, secondOf, kept) => {
  const { run, record, samples, ended, receive } = runOnHost()
  run.start(Date.now())
  const last = exampleSample(record, 0)
  for (let count = 0; !ended.isKilled && count < 2 * maxSecondsAhead; count += 1) {
    receive({ type: 'sample', sample: { ...last, second: secondOf(count) } })
  }
  expect((await run.ended).error).toMatchObject({ code: 'PROTOCOL_VIOLATION', remedy: expect.any(String) })
  // Some more for the seconds that this test took.
  expect(samples.length).toBeGreaterThanOrEqual(kept)
  expect(samples.length).toBeLessThan(2 * maxSecondsAhead)
})

it('gets the plan and the secrets once, however often its host says hello', () => {
  const { run, sent, receive } = runOnHost()
  for (let count = 0; count < 3; count += 1) {
    receive({ type: 'hello', protocolVersion: runnerProtocolVersion, environment })
  }
  expect(sent.map(({ type }) => type)).toEqual(['prepare'])
  run.kill()
})

import { expect, it } from 'vitest'
import type { HostMessage } from '../../../src/contracts/runner-protocol.ts'
import type { FleetListener } from '../../../src/workbench/fleets/fleet.ts'
import { defaultDeadlines, HostRun, maxNotices } from '../../../src/workbench/fleets/host-run.ts'
import { runningRecord } from './example-run.ts'

it('passes on as many notices of a host as a person would read, and says once that there are more', () => {
  const notices: string[] = []
  const ignore = () => undefined
  const listener: FleetListener = {
    onEnvironment: ignore,
    onProgress: ignore,
    onPreflight: ignore,
    onSample: ignore,
    onNotice: (notice) => notices.push(notice),
  }
  let receive: (message: HostMessage) => void = ignore
  const host = { send: ignore, disconnect: ignore, kill: ignore, exited: new Promise<never>(ignore) }
  const source = {
    take: (receiver: (message: HostMessage) => void) => {
      receive = receiver
      return { host, greeting: null }
    },
  }
  const { plan } = runningRecord('noisy')
  const target = { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 } as const
  const run = new HostRun({ source, isLast: false }, { plan, target, secrets: {} }, listener, defaultDeadlines)
  for (let count = 0; count < maxNotices; count += 1) receive({ type: 'notice', message: `${count}` })
  expect(notices).toHaveLength(maxNotices)
  for (let count = 0; count < 100_000; count += 1) receive({ type: 'notice', message: 'more' })
  expect(notices.slice(maxNotices)).toEqual(['The runner sent more than 500 notices. Later ones are not shown.'])
  // Ends the deadlines of the run.
  run.stop('abort')
  receive({
    type: 'ended',
    reason: 'user-abort',
    detail: null,
    cleanUp: { deletedTopics: [], deletedGroups: [], leftovers: [] },
  })
})

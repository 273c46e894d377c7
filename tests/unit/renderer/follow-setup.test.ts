import { expect, it, onTestFinished, vi } from 'vitest'
import type { SetupStatus } from '../../../src/contracts/setup-status.ts'
import { followSetup } from '../../../src/renderer/features/validation/follow-setup.ts'
import { createWorkbenchClient, type WorkbenchClient } from '../../../src/renderer/workbench-client.ts'
import { patience } from '../patience.ts'

const ready: SetupStatus = { isRunnerReady: true, isKafkaReady: true, isWorking: false, steps: [] }
const working: SetupStatus = { ...ready, isKafkaReady: false, isWorking: true }
const missing: SetupStatus = { ...working, isWorking: false }

/** A workbench with a given state of set-up. It records the calls that it receives. */
function attach(
  client: WorkbenchClient,
  status: SetupStatus,
): { readonly calls: string[]; tell(now: SetupStatus): void } {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => {
    port1.close()
    port2.close()
  })
  const calls: string[] = []
  port2.onmessage = ({ data: { id, call } }) => {
    calls.push(call)
    port2.postMessage({ type: 'answer', id, ok: true, value: call === 'setup.status' ? status : {} })
  }
  client.attach(port1)
  return { calls, tell: (now) => port2.postMessage({ type: 'event', event: 'setup.changed', payload: now }) }
}

it('follows the set-up, starts it if parts are missing, and asks a restarted workbench again', async () => {
  const client = createWorkbenchClient()
  const seen: SetupStatus[] = []
  const stop = followSetup(client, (status) => seen.push(status))
  const first = attach(client, missing)
  await vi.waitFor(() => expect(first.calls).toEqual(['setup.status', 'setup.prepare']), patience)
  first.tell(working)
  await vi.waitFor(() => expect(seen).toEqual([missing, working]), patience)
  client.detach('The workbench stopped.')
  const second = attach(client, ready)
  await vi.waitFor(() => expect(seen).toEqual([missing, working, ready]), patience)
  expect(second.calls).toEqual(['setup.status'])
  stop()
  attach(client, missing)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(seen).toHaveLength(3)
})
